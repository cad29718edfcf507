//! Linux on MIPS (o32): where a call's result is, and what else depends on the processor.
//!
//! `$v0` is the result, and `$a3` whether it is an error number.

use machine::calls::CallResult;
use machine::linux::{self, Abi, Kernel, Process};

use super::SystemState;
use super::call::Call;
use crate::cpu::{Cpu, slot};

impl Process for Cpu {
    const ABI: Abi = Abi::O32;

    /// All memory except the program's text is data already.
    fn set_end(&mut self, first: u32, end: u32) -> bool {
        let area = self.memory.map.area(first);
        area.is_some_and(|area| end.saturating_sub(1) <= area.end)
    }

    fn clear(&mut self, start: u32, end: u32) {
        self.memory.clear(start, end);
    }

    fn set_thread_pointer(&mut self, address: u32) {
        self.slots[slot::THREAD as usize].set(address);
    }
}

/// Makes the call with the number in `$v0`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let mut kernel = Kernel {
        descriptors: &mut system.descriptors,
        heap: &mut system.heap,
        process: &mut system.process,
    };
    let result = linux::call(&mut kernel, call)?;
    call.set_argument(3, result.is_err().into());
    call.set_result(result.unwrap_or_else(|number| number));
    Ok(())
}
