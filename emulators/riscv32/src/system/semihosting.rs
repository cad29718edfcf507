//! Semihosting: requests of a program on a bare board to the host of its debugger, which is this
//! program.
//!
//! `a0` has the operation and receives the result; `a1` points to a block of words, or is the
//! argument. A file's handle is its descriptor plus one, because a handle is never zero. Source:
//! RISC-V Semihosting 0.4; Arm, "Semihosting for AArch32 and AArch64", chapter 6, "Semihosting
//! operations".

use machine::calls::{CallAnswer, CallResult};
use machine::descriptors::{DescriptorKind, Flags, ReadResult, Refusal, WriteResult};
use machine::linux::{EBADF, EEXIST, EINVAL, EMFILE, ENOENT};
use machine::{InputRead as InputTook, Limit};

use super::SystemState;
use super::call::{self, Call};

pub(super) mod features;

/// Result of a failing operation in `a0`.
const FAILED: u32 = u32::MAX;
/// Exit reason of a normal exit by the application.
const APPLICATION_EXIT: u32 = 0x20026;
/// Name of the console.
const CONSOLE: &[u8] = b":tt";
const NANOS_PER_CENTISECOND: u64 = 10_000_000;
const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// Executes the operation in `a0`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    if let Some(result) = of_features(system, call)? {
        call.set_result(result);
        return Ok(());
    }
    let result = match call.number {
        0x01 => open(system, call)?,
        0x02 => {
            let descriptor = handle(call)?;
            let closed = descriptor.is_some_and(|at| system.descriptors.close(at));
            if closed { 0 } else { fail(system, EBADF) }
        }
        0x03 => {
            let byte = call.bytes(call.argument(1), 1)?;
            return call.print(&byte);
        }
        0x04 => {
            let (text, end) = call.string(call.argument(1));
            call.print(&text)?;
            return end;
        }
        0x05 => write(system, call)?,
        0x06 => read(system, call)?,
        0x07 => read_char(call)?,
        0x08 => u32::from((word(call, 0)? as i32) < 0),
        0x09 => match kind(system, call)? {
            Some(DescriptorKind::File) => 0,
            Some(_) => 1,
            None => fail(system, EBADF),
        },
        0x0a => {
            let (descriptor, place) = (handle(call)?, word(call, 1)? as usize);
            let found = descriptor.is_some_and(|at| system.descriptors.seek(at, place));
            if found { 0 } else { fail(system, EBADF) }
        }
        0x0c => {
            let descriptor = handle(call)?;
            let size = descriptor.and_then(|at| system.descriptors.size(&call.host.files, at));
            size.map_or_else(|| fail(system, EBADF), |size| size as u32)
        }
        0x0e => remove(system, call)?,
        0x10 => {
            let nanos = call.host.clock_nanos.saturating_sub(system.started_nanos);
            (nanos / NANOS_PER_CENTISECOND) as u32
        }
        0x11 => (call.host.clock_nanos / NANOS_PER_SECOND) as u32,
        0x13 => system.error,
        0x15 => command_line(call)?,
        0x18 => return Err(CallAnswer::Exit(i32::from(call.argument(1) != APPLICATION_EXIT))),
        0x20 => {
            let (reason, status) = (word(call, 0)?, word(call, 1)? as i32);
            return Err(CallAnswer::Exit(if reason == APPLICATION_EXIT { status } else { 1 }));
        }
        _ => {
            call.note(call.unknown());
            FAILED
        }
    };
    call.set_result(result);
    Ok(())
}

/// Result of an operation on a handle of the features file; `None` for other handles.
fn of_features(system: &mut SystemState, call: &mut Call<'_>) -> Result<Option<u32>, CallAnswer> {
    if !matches!(call.number, 0x02 | 0x05 | 0x06 | 0x09 | 0x0a | 0x0c) {
        return Ok(None);
    }
    let handle = word(call, 0)?;
    let Some(position) = system.features.position(handle) else { return Ok(None) };
    Ok(Some(match call.number {
        0x02 => {
            *position = None;
            0
        }
        0x05 => {
            system.error = EBADF;
            word(call, 2)?
        }
        0x06 => {
            let (address, length) = (word(call, 1)?, word(call, 2)?);
            let bytes = position.as_mut().map(|place| features::read(place, length as usize));
            let bytes = bytes.unwrap_or_default();
            call.store(address, bytes)?;
            length - bytes.len() as u32
        }
        0x09 => 0,
        0x0a => {
            *position = Some(word(call, 1)? as usize);
            0
        }
        _ => features::length(),
    }))
}

fn fail(system: &mut SystemState, error: u32) -> u32 {
    system.error = error;
    FAILED
}

/// Word of the block at `a1`.
fn word(call: &mut Call<'_>, rank: u32) -> Result<u32, CallAnswer> {
    call::word(call, call.argument(1).wrapping_add(rank * 4))
}

/// Descriptor of the handle in the block's first word; `None` for zero.
fn handle(call: &mut Call<'_>) -> Result<Option<usize>, CallAnswer> {
    Ok((word(call, 0)? as usize).checked_sub(1))
}

fn kind(system: &SystemState, call: &mut Call<'_>) -> Result<Option<DescriptorKind>, CallAnswer> {
    Ok(handle(call)?.and_then(|at| system.descriptors.kind(at)))
}

/// Opens a file. Block: name, mode, length of the name; the modes are those of C's `fopen`, from
/// `r` to `a+b`.
fn open(system: &mut SystemState, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (address, mode, length) = (word(call, 0)?, word(call, 1)?, word(call, 2)?);
    let name = call.bytes(address, length)?;
    if mode > 11 {
        return Ok(fail(system, EINVAL));
    }
    if name == CONSOLE {
        return Ok(mode / 4 + 1);
    }
    if name == features::NAME {
        let handle = if mode < 2 { system.features.open() } else { None };
        return Ok(handle.unwrap_or_else(|| fail(system, EINVAL)));
    }
    // Four modes each to read, write and append; the second pair of each allows both directions.
    let both = mode % 4 >= 2;
    let flags = Flags {
        read: mode < 4 || both,
        write: mode >= 4 || both,
        create: mode >= 4,
        truncate: (4..8).contains(&mode),
        append: mode >= 8,
        exclusive: false,
    };
    Ok(match system.descriptors.open(&mut call.host.files, &name, flags) {
        Ok(descriptor) => descriptor as u32 + 1,
        Err(Refusal::Missing) => fail(system, ENOENT),
        Err(Refusal::Exists) => fail(system, EEXIST),
        Err(Refusal::TooMany) => fail(system, EMFILE),
        Err(Refusal::Wait) => return Err(CallAnswer::Input),
        Err(Refusal::Full) => return Err(CallAnswer::Limit(Limit::Files)),
    })
}

/// Deletes a file. Block: name and length of the name.
fn remove(system: &mut SystemState, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (address, length) = (word(call, 0)?, word(call, 1)?);
    let name = call.bytes(address, length)?;
    let gone = call.host.files.remove(&name);
    Ok(if gone { 0 } else { fail(system, ENOENT) })
}

/// Stores the program's name and arguments, separated by spaces. Block: buffer and its size,
/// replaced by the length.
fn command_line(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (buffer, size) = (word(call, 0)?, word(call, 1)?);
    let words = std::iter::once(&call.host.program).chain(&call.host.arguments);
    let mut line = words.map(Vec::as_slice).collect::<Vec<_>>().join(&b' ');
    let length = line.len() as u32;
    line.push(0);
    if line.len() > size as usize {
        return Ok(FAILED);
    }
    call.store(buffer, &line)?;
    call.store(call.argument(1).wrapping_add(4), &length.to_le_bytes())?;
    Ok(0)
}

/// Block: handle, buffer and length; returns the number of bytes not written.
fn write(system: &mut SystemState, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (descriptor, address, length) = (handle(call)?, word(call, 1)?, word(call, 2)?);
    let Some(descriptor) = descriptor.filter(|&at| system.descriptors.can_write(at)) else {
        system.error = EBADF;
        return Ok(length);
    };
    let bytes = call.bytes(address, length)?;
    match system.descriptors.write(call.host, descriptor, &bytes) {
        WriteResult::All => Ok(0),
        WriteResult::Full(limit) => Err(CallAnswer::Limit(limit)),
    }
}

/// Block: handle, buffer and length; returns the number of bytes not read, which is all at the end.
fn read(system: &mut SystemState, call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    let (descriptor, address, length) = (handle(call)?, word(call, 1)?, word(call, 2)?);
    let Some(descriptor) = descriptor else { return Ok(fail(system, EBADF)) };
    match system.descriptors.read(call.host, descriptor, length as usize) {
        ReadResult::Bytes(bytes) => {
            call.store(address, &bytes)?;
            Ok(length - bytes.len() as u32)
        }
        ReadResult::Wait => Err(CallAnswer::Input),
        ReadResult::Refused => Ok(fail(system, EBADF)),
    }
}

/// Byte from the console; -1 at the end of the input, with a note.
fn read_char(call: &mut Call<'_>) -> Result<u32, CallAnswer> {
    match call.host.input.byte() {
        InputTook::Bytes(bytes) => Ok(bytes.first().copied().unwrap_or(0).into()),
        InputTook::End => {
            call.note(call.end_of_input());
            Ok(FAILED)
        }
        InputTook::Wait => Err(CallAnswer::Input),
    }
}
