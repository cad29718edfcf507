//! Some Linux system calls, independent of a processor's call numbers.
//!
//! They return results or error numbers. Error numbers above 34 and the flags of `open` differ by
//! processor, so the caller provides them. Source: the Linux manual pages, section 2, and
//! `include/uapi/asm-generic/errno-base.h`.

use crate::calls::{Call, CallAnswer, Caller, InitialStack};
use crate::descriptors::{Descriptors, Flags, ReadResult, Refusal, WriteResult};
use crate::{Cause, Limit};

/// No such file.
pub const ENOENT: u32 = 2;
/// The descriptor is not open for this operation.
pub const EBADF: u32 = 9;
/// The buffer is not in the program's memory.
pub const EFAULT: u32 = 14;
/// The file exists.
pub const EEXIST: u32 = 17;
/// Invalid argument.
pub const EINVAL: u32 = 22;
/// All descriptors are in use.
pub const EMFILE: u32 = 24;
/// The descriptor is not a terminal.
pub const ENOTTY: u32 = 25;
/// The descriptor is not seekable.
pub const ESPIPE: u32 = 29;

/// A result, or an error number.
pub type LinuxResult = Result<u32, u32>;

/// The environment of every program.
///
/// SPIM passes its own environment. The recorded runs of SPIM used these three variables, which
/// determine the initial stack pointer.
pub const ENVIRONMENT: &[&[u8]] = &[b"PATH=/usr/bin:/bin", b"LANG=C.UTF-8", b"LC_ALL=C.UTF-8"];

/// Size of a memory page in bytes.
pub const PAGE_BYTES: u32 = 4096;

/// `read(descriptor, buffer, count)`.
///
/// # Errors
/// If the input may still come.
pub fn read<C: Caller>(
    call: &mut Call<'_, C>,
    open: &mut Descriptors,
) -> Result<LinuxResult, CallAnswer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    match open.read(call.host, descriptor, count as usize) {
        ReadResult::Bytes(bytes) => {
            let stored = call.store(call.argument(1), &bytes);
            Ok(stored.map(|()| bytes.len() as u32).map_err(|_| EFAULT))
        }
        ReadResult::Wait => Err(CallAnswer::Input),
        ReadResult::Refused => Ok(Err(EBADF)),
    }
}

/// `write(descriptor, buffer, count)`.
///
/// # Errors
/// If the output is full.
pub fn write<C: Caller>(
    call: &mut Call<'_, C>,
    open: &mut Descriptors,
) -> Result<LinuxResult, CallAnswer> {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if !open.can_write(descriptor) {
        return Ok(Err(EBADF));
    }
    if (count as i32) < 0 {
        return Ok(Err(EINVAL));
    }
    let bytes = match call.bytes(call.argument(1), count) {
        Ok(bytes) => bytes,
        Err(CallAnswer::Fault(_)) => return Ok(Err(EFAULT)),
        Err(answer) => return Err(answer),
    };
    match open.write(call.host, descriptor, &bytes) {
        WriteResult::All => Ok(Ok(count)),
        WriteResult::Full(limit) => Err(CallAnswer::Limit(limit)),
    }
}

/// Opens the file whose name is at an address; `too_long` is the error number for a name too long.
///
/// # Errors
/// If the program's files exceed their limit, or the file may still be provided.
pub fn open<C: Caller>(
    call: &mut Call<'_, C>,
    open: &mut Descriptors,
    name: u32,
    flags: Flags,
    too_long: u32,
) -> Result<LinuxResult, CallAnswer> {
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
        Err(Refusal::Wait) => return Err(CallAnswer::Input),
        Err(Refusal::Full) => return Err(CallAnswer::Limit(Limit::Files)),
    })
}

/// `close(descriptor)`.
///
/// # Errors
/// `EBADF` if it is not open.
pub fn close(open: &mut Descriptors, descriptor: u32) -> LinuxResult {
    if open.close(descriptor as usize) { Ok(0) } else { Err(EBADF) }
}

/// Answers and notes an unknown call.
///
/// # Errors
/// Always the processor's ENOSYS.
pub fn unknown<C: Caller>(call: &mut Call<'_, C>, enosys: u32) -> LinuxResult {
    let cause: Cause = call.unknown();
    call.note(cause);
    Err(enosys)
}

/// Fills the initial stack: argument count and vector, environment, auxiliary vector.
///
/// Returns the stack pointer. Source: System V ABI, "Process initialization"; `linux/auxvec.h`.
pub fn fill_stack<C: Caller>(cpu: &mut C, top: u32, arguments: &[&[u8]]) -> u32 {
    const AT_PAGESZ: u32 = 6;
    const AT_RANDOM: u32 = 25;
    let mut stack = InitialStack { cpu, top };
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
