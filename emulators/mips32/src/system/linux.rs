//! A few system calls of Linux on MIPS (o32), for programs of compilers without a C library.
//!
//! `$v0` takes the result and `$a3` whether it is an error number. Source: Linux,
//! `arch/mips/kernel/syscalls/syscall_o32.tbl` and the MIPS `asm/errno.h` and `asm/fcntl.h`.

use machine::Cause;

use super::call::{Call, Outcome};
use super::descriptors::{Flags, Refusal, Took, Wrote};
use super::{Answer, System};

const ENOENT: u32 = 2;
const EBADF: u32 = 9;
const EFAULT: u32 = 14;
const EEXIST: u32 = 17;
const EINVAL: u32 = 22;
const EMFILE: u32 = 24;
const ENAMETOOLONG: u32 = 78;
const ENOSYS: u32 = 89;

/// Makes the call that `$v0` names.
pub(super) fn call(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let result = match call.number {
        4001 | 4246 => return Err(Answer::Exit(call.argument(0) as i32)),
        4003 => read(system, call)?,
        4004 => write(system, call)?,
        4005 => open(system, call),
        4006 if system.descriptors.close(call.argument(0) as usize) => Ok(0),
        4006 => Err(EBADF),
        4045 => Ok(set_break(system, call)),
        number => {
            call.note(Cause::UnknownCall { number: i64::from(number as i32) as u64 });
            Err(ENOSYS)
        }
    };
    call.set_argument(3, result.is_err().into());
    call.set_result(result.unwrap_or_else(|number| number));
    Ok(())
}

/// A result, or an error number.
type Answered = Result<u32, u32>;

fn read(system: &mut System, call: &mut Call<'_>) -> Result<Answered, Answer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    match system.descriptors.read(call.host, descriptor, count as usize) {
        Took::Bytes(bytes) => {
            let stored = call.store(call.argument(1), &bytes);
            Ok(stored.map(|()| bytes.len() as u32).map_err(|_| EFAULT))
        }
        Took::Wait => Err(Answer::Input),
        Took::Refused => Ok(Err(EBADF)),
    }
}

fn write(system: &mut System, call: &mut Call<'_>) -> Result<Answered, Answer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if !system.descriptors.can_write(descriptor) {
        return Ok(Err(EBADF));
    }
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    let Ok(bytes) = call.bytes(call.argument(1), count) else { return Ok(Err(EFAULT)) };
    match system.descriptors.write(call.host, descriptor, &bytes) {
        Wrote::All => Ok(Ok(count)),
        Wrote::Full => Err(Answer::OutputLimit),
    }
}

fn open(system: &mut System, call: &mut Call<'_>) -> Answered {
    let name = call.file_name(call.argument(0)).map_err(|_| EFAULT)?.ok_or(ENAMETOOLONG)?;
    let bits = call.argument(1);
    let flags = Flags {
        read: matches!(bits & 3, 0 | 2),
        write: matches!(bits & 3, 1 | 2),
        append: bits & 0x8 != 0,
        create: bits & 0x100 != 0,
        truncate: bits & 0x200 != 0,
        exclusive: bits & 0x400 != 0,
    };
    match system.descriptors.open(&mut call.host.files, &name, flags) {
        Ok(descriptor) => Ok(descriptor as u32),
        Err(Refusal::Missing) => Err(ENOENT),
        Err(Refusal::Exists) => Err(EEXIST),
        Err(Refusal::TooMany) => Err(EMFILE),
    }
}

/// Moves the end of the data where it can, and says where it then is.
fn set_break(system: &mut System, call: &Call<'_>) -> u32 {
    let asked = call.argument(0);
    let area = call.cpu.memory.area(system.heap.first);
    let holds = area.is_some_and(|area| asked.saturating_sub(1) <= area.end);
    if holds && (system.heap.first..=system.heap.limit).contains(&asked) {
        system.heap.next = asked;
    }
    system.heap.next
}
