//! Environment calls of Venus: number in `a0`, arguments from `a1`.
//!
//! Venus prints UTF-16 characters and treats a byte of memory as Latin-1. If Venus silently
//! continues after an error, so does this implementation, and leaves a note. If Venus stops or
//! crashes, the call ends in a fault.

mod blocks;
mod files;

use machine::calls::CallPurpose::{self, Other, Print};
use machine::calls::{CallResult, Heap};
use machine::{Cause, FileLookup, FilesFull, Limit, mars};

use super::CallAnswer;
use super::call::{Call, register};
use crate::memory::layout::venus_map;
use blocks::Blocks;
use files::{Files, OpenMode};

/// Result of a failing call in `a0`.
const FAILED: u32 = u32::MAX;

/// State of Venus between calls.
#[derive(Debug, Clone, Default)]
pub(super) struct Venus {
    files: Files,
    blocks: Blocks,
}

/// Registers that a call requires: its number and arguments.
pub(super) fn reads(number: u32) -> &'static [u8] {
    match number {
        1 | 4 | 9 | 11 | 16..=20 | 34 => &[10, 11],
        13 => &[10, 11, 12],
        14 | 15 => &[10, 11, 12, 13],
        _ => &[10],
    }
}

/// Implementation of a call.
type Run = fn(&mut Venus, &mut Call<'_>, &mut Heap) -> CallResult;

/// All calls: number, purpose, arguments from `a1`, description, implementation.
#[rustfmt::skip]
static CALLS: &[(u32, CallPurpose, &str, &str, Run)] = &[
    (1,  Print, "number", "prints the number as signed decimal",
        |_, call, _| call.print((call.argument(1) as i32).to_string().as_bytes())),
    (4,  Print, "address of text", "prints the bytes up to a NUL byte", |_, call, _| print_string(call)),
    (5,  Other, "address of text", "returns the number in the text", |_, call, _| atoi(call)),
    (9,  CallPurpose::Heap, "bytes", "allocates heap memory; returns its address", |_, call, heap| sbrk(call, heap)),
    (10, Other, "", "ends the program with status 0", |_, _, _| Err(CallAnswer::Exit(0))),
    (11, Print, "character", "prints the character", |_, call, _| {
        let letter = char::from_u32(call.argument(1) & 0xffff).unwrap_or('?');
        call.print(letter.to_string().as_bytes())
    }),
    (13, Other, "address of name, mode", "opens a file; returns a descriptor, or -1", |venus, call, _| venus.open(call)),
    (14, Other, "descriptor, address, size", "reads from a file; returns the number of bytes read, -1 at the end", |venus, call, _| venus.read(call)),
    (15, Other, "descriptor, address, count, size", "writes `count` items of `size` bytes; returns the number written", |venus, call, _| venus.write(call)),
    (16, Other, "descriptor", "closes a file; returns 0, or -1", |venus, call, _| venus.close(call)),
    (17, Other, "status", "ends the program with this status", |_, call, _| Err(CallAnswer::Exit(call.argument(1) as i32))),
    (18, Other, "descriptor", "flushes a file; returns 0, or -1", |venus, call, _| venus.flush(call)),
    (19, Other, "descriptor", "tests for the end of a file; always false", |venus, call, _| venus.is_open(call)),
    (20, Other, "descriptor", "tests for a file error; always false", |venus, call, _| venus.is_open(call)),
    (34, Print, "number", "prints the number as eight hexadecimal digits",
        |_, call, _| call.print(format!("0x{:08X}", call.argument(1)).as_bytes())),
    (0x3cc, CallPurpose::Heap, "which, arguments", "malloc, calloc, realloc, free and the number of blocks in use", |venus, call, heap| venus.blocks.call(call, heap)),
];

/// Numbers of the calls with this purpose.
pub(super) fn numbers_of(purpose: CallPurpose) -> Vec<u64> {
    let calls = CALLS.iter().filter(|(_, of, ..)| *of == purpose);
    calls.map(|&(number, ..)| number.into()).collect()
}

/// Number, arguments and description of each call.
pub(super) fn services() -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    CALLS.iter().map(|&(number, _, takes, does, _)| (number, takes, does))
}

impl Venus {
    /// Executes the call in `a0`.
    pub(super) fn call(&mut self, call: &mut Call<'_>, heap: &mut Heap) -> CallResult {
        match CALLS.iter().find(|(number, ..)| *number == call.number) {
            Some((.., run)) => run(self, call, heap),
            None => Err(call.unknown().into()),
        }
    }

    fn close(&mut self, call: &mut Call<'_>) -> CallResult {
        let closed = self.files.close(call.argument(1), &mut call.host.files).map_err(full)?;
        answer(call, if closed { 0 } else { FAILED })
    }

    fn flush(&mut self, call: &mut Call<'_>) -> CallResult {
        let flushed = self.files.flush(call.argument(1), &mut call.host.files).map_err(full)?;
        answer(call, if flushed { 0 } else { FAILED })
    }

    /// Venus never reports the end of a file or a file error.
    fn is_open(&mut self, call: &mut Call<'_>) -> CallResult {
        answer(call, if self.files.is_open(call.argument(1)) { 0 } else { FAILED })
    }

    fn open(&mut self, call: &mut Call<'_>) -> CallResult {
        let name = call.file_name(call.argument(1))?;
        let mode = OpenMode::of(call.argument(2));
        let opened = match name.zip(mode) {
            Some((name, _)) if call.host.files.seek(&name) == FileLookup::Wait => {
                return Err(CallAnswer::Input);
            }
            Some((name, mode)) => {
                self.files.open(&mut call.host.files, name, mode).map_err(full)?
            }
            None => None,
        };
        answer(call, opened.unwrap_or(FAILED))
    }

    /// Returns -1 at the end, as for an error.
    fn read(&mut self, call: &mut Call<'_>) -> CallResult {
        let (file, address, count) = (call.argument(1), call.argument(2), call.argument(3));
        let count = i32::try_from(count).map_or(0, |count| count.unsigned_abs() as usize);
        match self.files.read(file, count) {
            Some(bytes) if !bytes.is_empty() => {
                call.store(address, &bytes)?;
                answer(call, bytes.len() as u32)
            }
            _ => answer(call, FAILED),
        }
    }

    /// Writes items of a given size; returns the number of items.
    fn write(&mut self, call: &mut Call<'_>) -> CallResult {
        let (file, address) = (call.argument(1), call.argument(2));
        let (count, size) = (call.argument(3), call.argument(4));
        if size == 0 {
            return Err(call.bad_argument(4).into());
        }
        let total = (count as i32).wrapping_mul(size as i32);
        if total < 0 {
            return answer(call, FAILED);
        }
        let bytes = call.bytes(address, total as u32)?;
        if self.files.write(file, &bytes, &mut call.host.files).map_err(full)? {
            answer(call, (total / size as i32) as u32)
        } else {
            answer(call, FAILED)
        }
    }
}

fn full(_: FilesFull) -> CallAnswer {
    CallAnswer::Limit(Limit::Files)
}

fn answer(call: &mut Call<'_>, value: u32) -> CallResult {
    call.set_result(value);
    Ok(())
}

/// Prints bytes as Latin-1 characters, in UTF-8.
fn print_string(call: &mut Call<'_>) -> CallResult {
    let (bytes, end) = call.string(call.argument(1));
    call.print(bytes.iter().copied().map(char::from).collect::<String>().as_bytes())?;
    end
}

/// Number in a string; zero, with a note, if the string holds anything else.
fn atoi(call: &mut Call<'_>) -> CallResult {
    let text = call.whole_string(call.argument(1))?;
    let number = str::from_utf8(&text).ok().and_then(mars::parse_int);
    if number.is_none() {
        call.note(Cause::BadText { call: call.number.into() });
    }
    answer(call, number.unwrap_or(0) as u32)
}

/// A negative size changes nothing, not even `a0`.
fn sbrk(call: &mut Call<'_>, heap: &mut Heap) -> CallResult {
    let asked = call.argument(1);
    if (asked as i32) < 0 {
        call.note(call.bad_argument(1));
        return Ok(());
    }
    match grow(call, heap, asked) {
        Some(piece) => {
            heap.give(piece..heap.next);
            answer(call, piece)
        }
        None => Err(Cause::OutOfMemory { asked: asked.into() }.into()),
    }
}

/// Raises the end of the heap, but not into the stack.
fn grow(call: &mut Call<'_>, heap: &mut Heap, size: u32) -> Option<u32> {
    let stack = call.cpu.reg(register::SP);
    let piece = heap.take(size)?;
    if heap.next >= stack {
        heap.next = piece;
        return None;
    }
    call.cpu.memory.set_end(venus_map::STATIC, heap.next - 1);
    Some(piece)
}
