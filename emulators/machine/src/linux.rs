//! What a few system calls of Linux do, whatever their numbers are on a processor.
//!
//! Answers are results or error numbers. Source: the Linux manual pages, section 2, and
//! `include/uapi/asm-generic/errno-base.h`; numbers above 34 and the bits of `open` differ by
//! processor and are the caller's.

use crate::calls::{Answer, Call, Caller, Stack};
use crate::descriptors::{Descriptors, Flags, Refusal, Took, Wrote};
use crate::{Cause, Limit};

/// There is no such file.
pub const ENOENT: u32 = 2;
/// The descriptor is not open, or not for this.
pub const EBADF: u32 = 9;
/// The buffer is not memory of the program's.
pub const EFAULT: u32 = 14;
/// The file is there already.
pub const EEXIST: u32 = 17;
/// An argument is none the call takes.
pub const EINVAL: u32 = 22;
/// All descriptors are in use.
pub const EMFILE: u32 = 24;
/// The descriptor is no terminal.
pub const ENOTTY: u32 = 25;
/// The descriptor has no place to go to.
pub const ESPIPE: u32 = 29;

/// A result, or an error number.
pub type Answered = Result<u32, u32>;

/// The environment of every program.
///
/// SPIM passes its own on; its truth was recorded with these three variables, which put the stack
/// pointer where the records have it.
pub const ENVIRONMENT: &[&[u8]] = &[b"PATH=/usr/bin:/bin", b"LANG=C.UTF-8", b"LC_ALL=C.UTF-8"];

/// Bytes of a page of memory.
pub const PAGE_BYTES: u32 = 4096;

/// `read(descriptor, buffer, count)`.
///
/// # Errors
/// When the input may still come.
pub fn read<C: Caller>(call: &mut Call<'_, C>, open: &mut Descriptors) -> Result<Answered, Answer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    match open.read(call.host, descriptor, count as usize) {
        Took::Bytes(bytes) => {
            let stored = call.store(call.argument(1), &bytes);
            Ok(stored.map(|()| bytes.len() as u32).map_err(|_| EFAULT))
        }
        Took::Wait => Err(Answer::Input),
        Took::Refused => Ok(Err(EBADF)),
    }
}

/// `write(descriptor, buffer, count)`.
///
/// # Errors
/// When the output is full.
pub fn write<C: Caller>(
    call: &mut Call<'_, C>,
    open: &mut Descriptors,
) -> Result<Answered, Answer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if !open.can_write(descriptor) {
        return Ok(Err(EBADF));
    }
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    let bytes = match call.bytes(call.argument(1), count) {
        Ok(bytes) => bytes,
        Err(Answer::Fault(_)) => return Ok(Err(EFAULT)),
        Err(answer) => return Err(answer),
    };
    match open.write(call.host, descriptor, &bytes) {
        Wrote::All => Ok(Ok(count)),
        Wrote::Full(limit) => Err(Answer::Limit(limit)),
    }
}

/// Opens the file whose name is at an address; `too_long` answers a name of more bytes than there
/// may be.
///
/// # Errors
/// When the program may hold no more files.
pub fn open<C: Caller>(
    call: &mut Call<'_, C>,
    open: &mut Descriptors,
    name: u32,
    flags: Flags,
    too_long: u32,
) -> Result<Answered, Answer> {
    let name = match call.file_name(name) {
        Ok(Some(name)) => name,
        Ok(None) => return Ok(Err(too_long)),
        Err(_) => return Ok(Err(EFAULT)),
    };
    Ok(match open.open(&mut call.host.files, &name, flags) {
        Ok(descriptor) => Ok(descriptor as u32),
        Err(Refusal::Missing) => Err(ENOENT),
        Err(Refusal::Exists) => Err(EEXIST),
        Err(Refusal::TooMany) => Err(EMFILE),
        Err(Refusal::Wait) => return Err(Answer::Input),
        Err(Refusal::Full) => return Err(Answer::Limit(Limit::Files)),
    })
}

/// `close(descriptor)`.
///
/// # Errors
/// `EBADF` when it is not open.
pub fn close(open: &mut Descriptors, descriptor: u32) -> Answered {
    if open.close(descriptor as usize) { Ok(0) } else { Err(EBADF) }
}

/// Answers a call there is not, which is noted.
///
/// # Errors
/// Always: the processor's ENOSYS.
pub fn unknown<C: Caller>(call: &mut Call<'_, C>, enosys: u32) -> Answered {
    let cause: Cause = call.unknown();
    call.note(cause);
    Err(enosys)
}

/// Fills the stack of a process: number and vector of arguments, environment, auxiliary vector.
///
/// Gives the stack pointer. Source: System V ABI, "Process initialization"; `linux/auxvec.h`.
pub fn fill_stack<C: Caller>(cpu: &mut C, top: u32, arguments: &[&[u8]]) -> u32 {
    const AT_PAGESZ: u32 = 6;
    const AT_RANDOM: u32 = 25;
    let mut stack = Stack { cpu, top };
    let random = stack.string(b"sixteen bytes..");
    let environment = stack.strings(ENVIRONMENT.iter().copied());
    let arguments = stack.strings(arguments.iter().copied());
    let words = 1 + arguments.len() as u32 + 1 + environment.len() as u32 + 1 + 6;
    stack.top = (stack.top.wrapping_sub(words * 4) & !15).wrapping_add(words * 4);
    stack.words(&[AT_PAGESZ, PAGE_BYTES, AT_RANDOM, random, 0, 0]);
    stack.vector(&environment);
    stack.vector(&arguments);
    stack.words(&[arguments.len() as u32]);
    stack.top
}
