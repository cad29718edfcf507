//! Some system calls of Linux on MIPS (o32), for compiled programs without a C library.
//!
//! `$v0` is the result, and `$a3` whether it is an error number. Source: Linux,
//! `arch/mips/kernel/syscalls/syscall_o32.tbl` and the MIPS `asm/errno.h` and `asm/fcntl.h`.

use machine::calls::{CallAnswer, CallResult};
use machine::descriptors::Flags;
use machine::linux;

use super::SystemState;
use super::call::Call;

const ENAMETOOLONG: u32 = 78;
const ENOSYS: u32 = 89;

/// Makes the call with the number in `$v0`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let result = match call.number {
        4001 | 4246 => return Err(CallAnswer::Exit(call.argument(0) as i32)),
        4003 => linux::read(call, &mut system.descriptors)?,
        4004 => linux::write(call, &mut system.descriptors)?,
        4005 => {
            let (name, flags) = (call.argument(0), flags(call.argument(1)));
            linux::open(call, &mut system.descriptors, name, flags, ENAMETOOLONG)?
        }
        4006 => linux::close(&mut system.descriptors, call.argument(0)),
        4045 => Ok(set_break(system, call)),
        _ => linux::unknown(call, ENOSYS),
    };
    call.set_argument(3, result.is_err().into());
    call.set_result(result.unwrap_or_else(|number| number));
    Ok(())
}

fn flags(bits: u32) -> Flags {
    Flags {
        read: matches!(bits & 3, 0 | 2),
        write: matches!(bits & 3, 1 | 2),
        append: bits & 0x8 != 0,
        create: bits & 0x100 != 0,
        truncate: bits & 0x200 != 0,
        exclusive: bits & 0x400 != 0,
    }
}

/// Moves the end of the data if possible; returns where it is.
fn set_break(system: &mut SystemState, call: &Call<'_>) -> u32 {
    let asked = call.argument(0);
    let area = call.cpu.memory.map.area(system.heap.first);
    let holds = area.is_some_and(|area| asked.saturating_sub(1) <= area.end);
    if holds && (system.heap.first..=system.heap.limit).contains(&asked) {
        system.heap.next = asked;
    }
    system.heap.next
}
