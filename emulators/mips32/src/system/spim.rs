//! The system calls of SPIM 9.1.
//!
//! In SPIM, a line of junk reads as zero, and so does the end of the input. This is reproduced,
//! with a note. Where SPIM itself stops (it prints a message on its standard error and exits with
//! status 0), the call ends in a fault.

use machine::calls::CallPurpose::{self, Heap, Other, Print, Read};
use machine::calls::{CallAnswer, CallResult, Caller};
use machine::descriptors::{Flags, ReadResult as FileTook, Refusal, WriteResult};
use machine::{Access, Cause, InputRead, Limit, numbers};

use super::SystemState;
use super::call::Call;
use crate::memory::AreaKind;

/// Result of a failed call of the host in `$v0`.
const FAILED: u32 = u32::MAX;
/// Maximum length of the line from which SPIM reads a number.
const LONGEST_NUMBER: usize = 255;
/// Descriptors of SPIM's input and output.
const INPUT: usize = 0;
const OUTPUT: usize = 1;

/// Function that makes a call.
type CallFunction = fn(&mut SystemState, &mut Call<'_>) -> CallResult;

/// All calls: number, purpose, arguments from `$a0` or `$f12` on, description and function.
#[rustfmt::skip]
static CALLS: &[(u32, CallPurpose, &str, &str, CallFunction)] = &[
    (1,  Print, "number", "prints it as a signed decimal",
        |system, call| print(system, call, (call.argument(0) as i32).to_string().as_bytes())),
    (2,  Print, "single", "prints it",
        |system, call| print(system, call, numbers::fixed(call.cpu.single_argument(0).into(), 8).as_bytes())),
    (3,  Print, "double", "prints it",
        |system, call| print(system, call, numbers::general(call.cpu.double_argument(0), 18).as_bytes())),
    (4,  Print, "address of text", "prints the bytes up to a NUL", print_string),
    (5,  Read, "", "reads a line and returns it as an integer", read_int),
    (6,  Read, "", "reads a line and returns it as a single", read_float),
    (7,  Read, "", "reads a line and returns it as a double", read_float),
    (8,  Read, "address, size", "reads a line into a buffer and adds a NUL", read_string),
    (9,  Heap, "bytes", "returns the address of new memory", sbrk),
    (10, Other, "", "ends the program with status 0", |_, _| Err(CallAnswer::Exit(0))),
    (11, Print, "character", "prints the low byte",
        |system, call| print(system, call, &[call.argument(0) as u8])),
    (12, Read, "", "returns the next character of the input", read_char),
    (13, Other, "address of name, flags, mode", "opens a file and returns a descriptor, or -1", open),
    (14, Read, "descriptor, address, size", "reads from a file and returns the number of bytes, 0 at the end", read),
    (15, Print, "descriptor, address, size", "writes to a file and returns the number of bytes", write),
    (16, Other, "descriptor", "closes a file", close),
    (17, Other, "status", "ends the program with this status", |_, call| Err(CallAnswer::Exit(call.argument(0) as i32))),
];

/// Numbers of the calls for a purpose.
pub(super) fn numbers_of(purpose: CallPurpose) -> Vec<u64> {
    let calls = CALLS.iter().filter(|(_, of, ..)| *of == purpose);
    calls.map(|&(number, ..)| number.into()).collect()
}

/// All calls: number, arguments and description.
pub(super) fn services() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    CALLS.iter().map(|&(number, _, takes, does, _)| (number, takes, does))
}

/// Makes the call with the number in `$v0`.
pub(super) fn call(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    match CALLS.iter().find(|(number, ..)| *number == call.number) {
        Some((.., run)) => run(system, call),
        None => Err(call.unknown().into()),
    }
}

fn close(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let closed = system.descriptors.close(call.argument(0) as usize);
    call.set_result(if closed { 0 } else { FAILED });
    Ok(())
}

/// Prints to descriptor 1, or nothing if the program has closed it.
fn print(system: &mut SystemState, call: &mut Call<'_>, bytes: &[u8]) -> CallResult {
    if !system.descriptors.can_write(OUTPUT) {
        call.note(Cause::BadArgument { call: call.number.into(), value: OUTPUT as u64 });
        return Ok(());
    }
    write_all(system, call, OUTPUT, bytes)
}

fn write_all(
    system: &mut SystemState,
    call: &mut Call<'_>,
    descriptor: usize,
    bytes: &[u8],
) -> CallResult {
    match system.descriptors.write(call.host, descriptor, bytes) {
        WriteResult::All => Ok(()),
        WriteResult::Full(limit) => Err(CallAnswer::Limit(limit)),
    }
}

fn print_string(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let (bytes, end) = call.string(call.argument(0));
    print(system, call, &bytes)?;
    end
}

/// Reads a line of at most `limit` bytes from descriptor 0; `None`, with a note, at the end of the
/// input.
fn line(
    system: &mut SystemState,
    call: &mut Call<'_>,
    limit: usize,
) -> Result<Option<Vec<u8>>, CallAnswer> {
    match system.descriptors.line(call.host, INPUT, limit) {
        InputRead::Bytes(line) => Ok(Some(line)),
        InputRead::End => {
            call.note(call.end_of_input());
            Ok(None)
        }
        InputRead::Wait => Err(CallAnswer::Input),
    }
}

/// Reads a number from a line up to a NUL, with a note if the line holds anything else.
///
/// The end of the input reads as an empty line.
fn number<T>(
    system: &mut SystemState,
    call: &mut Call<'_>,
    read: impl Fn(&[u8]) -> (T, Option<&[u8]>),
    fits: impl Fn(&T) -> bool,
) -> Result<T, CallAnswer> {
    let line = line(system, call, LONGEST_NUMBER)?;
    let whole = line.as_deref().unwrap_or_default();
    let text = whole.split(|&byte| byte == 0).next().unwrap_or_default();
    let (value, rest) = read(text);
    let good = text.len() == whole.len() && is_blank(rest) && fits(&value);
    if line.is_some() && !good {
        let cause = call.bad_input();
        call.note(cause);
    }
    Ok(value)
}

fn read_int(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let fits = |&value: &i64| i32::try_from(value).is_ok();
    let value = number(system, call, numbers::c_integer, fits)?;
    call.set_result(value as u32);
    Ok(())
}

fn read_float(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let value = number(system, call, numbers::c_double, |_| true)?;
    match call.number {
        6 => call.cpu.set_float(0, (value as f32).to_bits()),
        _ => call.cpu.set_double(0, value.to_bits()),
    }
    Ok(())
}

/// Whether only white space follows a number; false without a number.
fn is_blank(rest: Option<&[u8]>) -> bool {
    rest.is_some_and(|rest| rest.iter().all(|&byte| numbers::is_c_space(byte)))
}

/// Reads a line like `fgets`: the bytes that do not fit stay in the input.
fn read_string(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let (address, size) = (call.argument(0), call.argument(1) as i32);
    check_address(system, call, address)?;
    if size <= 0 {
        return Ok(());
    }
    let mut bytes = match size {
        1 => Vec::new(),
        _ => line(system, call, size as usize - 1)?.unwrap_or_default(),
    };
    bytes.push(0);
    Ok(call.store(address, &bytes)?)
}

fn sbrk(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let asked = call.argument(0);
    let piece = system.heap.take_words(asked);
    call.set_result(piece.ok_or_else(|| match asked as i32 {
        ..0 => call.bad_argument(0),
        _ => Cause::OutOfMemory { asked: asked.into() },
    })?);
    // The data segment ends with the heap.
    call.cpu.memory.map.set_data_end(system.heap.next);
    Ok(())
}

/// Reads a character; the end of the input and a NUL read as a newline.
fn read_char(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let line = line(system, call, 1)?.unwrap_or_default();
    let byte = line.first().copied().filter(|&byte| byte != 0).unwrap_or(b'\n');
    call.set_result(byte as i8 as u32);
    Ok(())
}

/// Opens a file, with the flags of Linux on x86-64, the host of the recorded reference results.
fn open(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    check_address(system, call, call.argument(0))?;
    let name = call.file_name(call.argument(0))?;
    let bits = call.argument(1);
    let flags = Flags {
        read: matches!(bits & 3, 0 | 2),
        write: matches!(bits & 3, 1 | 2),
        create: bits & 0o100 != 0,
        exclusive: bits & 0o200 != 0,
        truncate: bits & 0o1000 != 0,
        append: bits & 0o2000 != 0,
    };
    let opened = name.map(|name| system.descriptors.open(&mut call.host.files, &name, flags));
    call.set_result(match opened {
        Some(Ok(descriptor)) => descriptor as u32,
        Some(Err(Refusal::Wait)) => return Err(CallAnswer::Input),
        Some(Err(Refusal::Full)) => return Err(CallAnswer::Limit(Limit::Files)),
        _ => FAILED,
    });
    Ok(())
}

fn read(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let Some((address, count)) = buffer(system, call)? else { return Ok(()) };
    match system.descriptors.read(call.host, call.argument(0) as usize, count as usize) {
        FileTook::Bytes(bytes) => {
            call.set_result(bytes.len() as u32);
            call.store(address, &bytes)?;
        }
        FileTook::Wait => return Err(CallAnswer::Input),
        FileTook::Refused => call.set_result(FAILED),
    }
    Ok(())
}

fn write(system: &mut SystemState, call: &mut Call<'_>) -> CallResult {
    let Some((address, count)) = buffer(system, call)? else { return Ok(()) };
    let descriptor = call.argument(0) as usize;
    if !system.descriptors.can_write(descriptor) {
        call.set_result(FAILED);
        return Ok(());
    }
    let bytes = call.bytes(address, count)?;
    call.set_result(count);
    write_all(system, call, descriptor, &bytes)
}

/// Buffer of a read or write; SPIM first checks that both its ends are memory.
///
/// `None` for a negative size, which the host's call rejects.
fn buffer(system: &SystemState, call: &mut Call<'_>) -> Result<Option<(u32, u32)>, CallAnswer> {
    let (address, count) = (call.argument(1), call.argument(2));
    check_address(system, call, address.wrapping_add(count).wrapping_sub(1))?;
    check_address(system, call, address)?;
    if (count as i32) < 0 {
        call.set_result(FAILED);
        return Ok(None);
    }
    Ok(Some((address, count)))
}

/// Checks an address; SPIM stops on one outside its segments before anything else.
fn check_address(system: &SystemState, call: &Call<'_>, address: u32) -> CallResult {
    let kind = call.cpu.memory.map.area(address).map(|area| area.kind);
    match kind {
        None | Some(AreaKind::Device) => {}
        Some(AreaKind::Data) if address >= system.heap.next => {}
        Some(_) => return Ok(()),
    }
    Err(Cause::Unmapped { access: Access::Load, address: address.into() }.into())
}
