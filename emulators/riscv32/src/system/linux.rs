//! Linux on RISC-V: `a7` has the number, `a0` the result or a negative error number.

use machine::calls::CallResult;
use machine::linux::{self, Abi, Kernel, Process};

use super::SystemState;
use super::call::Call;
use crate::cpu::Cpu;

impl Process for Cpu {
    const ABI: Abi = Abi::Generic;

    fn set_end(&mut self, first: u32, end: u32) -> bool {
        // On a bare machine, the heap is inside existing memory.
        let around = self.memory.area(first).filter(|area| area.start != first);
        let around = around.map(|area| area.end);
        let last = end.saturating_sub(1);
        let fits = around.is_none_or(|end| last <= end);
        if !fits || !self.memory.is_free(first, last.into()) {
            return false;
        }
        if around.is_none() && end > first {
            self.memory.set_end(first, last);
        }
        true
    }

    fn clear(&mut self, start: u32, end: u32) {
        self.memory.clear(start, end);
    }
}

/// Executes the call in `a7`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let mut kernel = Kernel {
        descriptors: &mut system.descriptors,
        heap: &mut system.heap,
        process: &mut system.process,
    };
    let result = linux::call(&mut kernel, call)?;
    call.set_result(result.unwrap_or_else(|number| number.wrapping_neg()));
    Ok(())
}
