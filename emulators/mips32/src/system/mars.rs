//! The system calls of MARS 4.6.
//!
//! MARS is a Java program, and its habits are Java's: it reads whole lines, prints numbers as
//! `toString` does, and takes a byte for the character of Latin-1 with that code, which it prints
//! as UTF-8. Where it ends the program with a message or with a Java exception, the call ends in
//! a fault.

use std::collections::BTreeMap;

use machine::{Cause, Input, Took};

use super::call::{Call, Outcome};
use super::descriptors::{Flags, Took as FileTook, Wrote};
use super::java_random::JavaRandom;
use super::{Answer, System, dialogs, java_numbers as java};

/// What a failing call leaves in `$v0`.
const FAILED: u32 = u32::MAX;
/// Files and streams a program can have open at a time.
const MOST_DESCRIPTORS: usize = 32;
const NANOS_PER_MILLISECOND: u64 = 1_000_000;
/// How long a tone sounds when its length is below zero.
const DEFAULT_TONE_MILLISECONDS: u32 = 1000;

/// What MARS keeps between calls.
#[derive(Debug, Default)]
pub(super) struct Mars {
    streams: BTreeMap<u32, JavaRandom>,
    /// The last line ended in a carriage return: a newline now belongs to it.
    skip_newline: bool,
    /// The reader of lines has taken all there is; reads by descriptor 0 see nothing of it.
    read_ahead: bool,
    /// The message of a dialog was written, and its answer is still to come.
    pub(super) prompted: bool,
}

/// Makes the call that `$v0` names.
pub(super) fn call(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let argument = call.argument(0);
    match call.number {
        1 => print(call, &(argument as i32).to_string()),
        2 => print(call, &java::show_single(call.single())),
        3 => print(call, &java::show_double(call.double())),
        4 => print_string(call),
        5 => read_int(system, call),
        6 | 7 => read_float(system, call),
        8 => read_string(system, call),
        9 => sbrk(system, call),
        10 => Err(Answer::Exit(0)),
        11 => call.print(&utf8(&[argument as u8])),
        12 => read_char(system, call),
        13 => open(system, call),
        14 => read(system, call),
        15 => write(system, call),
        16 => {
            close(system, argument);
            Ok(())
        }
        17 => Err(Answer::Exit(argument as i32)),
        30 => time(call),
        31 | 60 => Ok(()),
        32 => sleep(call),
        33 => tone(call),
        34 => print(call, &format!("0x{argument:08x}")),
        35 => print(call, &format!("{argument:032b}")),
        36 => print(call, &argument.to_string()),
        40..=44 => random(system, call),
        50..=59 => dialogs::call(system, call),
        // The number is a signed one to whoever reads of it.
        number => Err(Cause::UnknownCall { number: i64::from(number as i32) as u64 }.into()),
    }
}

fn print(call: &mut Call<'_>, text: &str) -> Outcome {
    call.print(text.as_bytes())
}

/// Bytes as characters of Latin-1, in UTF-8.
pub(super) fn utf8(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().copied().map(char::from).collect::<String>().into_bytes()
}

fn print_string(call: &mut Call<'_>) -> Outcome {
    let (bytes, end) = call.string(call.argument(0));
    call.print(&utf8(&bytes))?;
    end
}

/// A line without its end, as Java decodes it.
///
/// # Errors
/// A fault at the end of the input, where MARS dies.
fn line(system: &mut System, call: &mut Call<'_>) -> Result<String, Answer> {
    match system.mars.line(&mut call.host.input) {
        Took::Bytes(line) => Ok(decode(&line)),
        Took::End => Err(call.end_of_input().into()),
        Took::Wait => Err(Answer::Input),
    }
}

/// UTF-8 with a replacement character for what is not; a surrogate's bytes together are one.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut well_formed = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&first, tail)) = rest.split_first() {
        let surrogate = first == 0xed && matches!(tail.first(), Some(0xa0..=0xbf));
        let length = match tail.get(1) {
            Some(0x80..=0xbf) if surrogate => 3,
            _ if surrogate => 2,
            _ => 1,
        };
        match length {
            1 => well_formed.push(first),
            _ => well_formed.extend("\u{fffd}".as_bytes()),
        }
        rest = &rest[length..];
    }
    String::from_utf8_lossy(&well_formed).into_owned()
}

impl Mars {
    /// A line as `BufferedReader.readLine` takes it: it ends in a newline, a carriage return, or both.
    pub(super) fn line(&mut self, input: &mut Input) -> Took {
        if self.skip_newline && !input.rest().is_empty() {
            self.skip_newline = false;
            if input.rest().starts_with(b"\n") {
                input.byte();
            }
        }
        let end = input.rest().iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let mut took = match end {
            Some(end) => input.some(end + 1),
            None => input.line(usize::MAX),
        };
        if let (Took::Bytes(line), Some(_)) = (&mut took, end) {
            self.skip_newline = line.pop() == Some(b'\r');
        }
        self.read_ahead = !input.rest().is_empty();
        took
    }
}

fn read_int(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let line = line(system, call)?;
    let value = java::parse_int(java::trimmed(&line)).ok_or_else(|| call.bad_input())?;
    call.set_result(value as u32);
    Ok(())
}

fn read_float(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let line = line(system, call)?;
    if call.number == 6 {
        let value = java::parse_single(&line).ok_or_else(|| call.bad_input())?;
        call.cpu.set_float(0, value.to_bits());
    } else {
        let value = java::parse_double(&line).ok_or_else(|| call.bad_input())?;
        call.cpu.set_double(0, value.to_bits());
    }
    Ok(())
}

/// The line is taken whole; what does not fit is lost, a newline is added where there is room.
fn read_string(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let (address, size) = (call.argument(0), call.argument(1) as i32);
    let line = line(system, call)?;
    let Some(room) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
        return Ok(());
    };
    // A character keeps its low byte only.
    let mut bytes: Vec<u8> = line.encode_utf16().map(|unit| unit as u8).take(room).collect();
    if bytes.len() < room {
        bytes.push(b'\n');
    }
    bytes.push(0);
    Ok(call.store(address, &bytes)?)
}

fn sbrk(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let asked = call.argument(0);
    let piece = system.heap.take(asked).ok_or_else(|| match asked as i32 {
        ..0 => call.bad_argument(0),
        _ => Cause::OutOfMemory { asked: asked.into() },
    })?;
    call.set_result(piece);
    Ok(())
}

/// The first character of a line.
fn read_char(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let line = line(system, call)?;
    let unit = line.encode_utf16().next().ok_or_else(|| call.bad_input())?;
    call.set_result(unit.into());
    Ok(())
}

/// Flags are 0 to read, 1 to write, 9 to append; a file that is open cannot be opened again.
///
/// A file that could not be opened keeps its descriptor, and its name counts as open.
fn open(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let name = call.file_name(call.argument(0))?;
    let flags = match call.argument(1) {
        0 => Flags { read: true, ..Flags::default() },
        1 => Flags { write: true, create: true, truncate: true, ..Flags::default() },
        9 => Flags { write: true, create: true, append: true, ..Flags::default() },
        _ => Flags::default(),
    };
    let stream = |name: &Vec<u8>| matches!(&**name, b"STDIN" | b"STDOUT" | b"STDERR");
    let name = name.filter(|name| !stream(name) && !system.descriptors.has_name(name));
    let Some(name) = name.filter(|_| flags != Flags::default()) else {
        call.set_result(FAILED);
        return Ok(());
    };
    if system.descriptors.count() >= MOST_DESCRIPTORS {
        return Err(call.bad_argument(0).into());
    }
    let opened = system.descriptors.open(&mut call.host.files, &name, flags);
    if opened.is_err() {
        system.descriptors.put_dead(&name);
    }
    call.set_result(opened.map_or(FAILED, |descriptor| descriptor as u32));
    Ok(())
}

fn close(system: &mut System, descriptor: u32) {
    if descriptor > 2 {
        system.descriptors.close(descriptor as usize);
    }
}

fn read(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let (descriptor, count) = (call.argument(0) as usize, call.argument(2));
    if (count as i32) < 0 {
        return Err(call.bad_argument(2).into());
    }
    if system.descriptors.is_dead(descriptor) {
        return Err(call.bad_argument(0).into());
    }
    if count > 0 && system.descriptors.is_input(descriptor) && system.mars.read_ahead {
        return nothing_left(call);
    }
    match system.descriptors.read(call.host, descriptor, count as usize) {
        FileTook::Bytes(bytes) => {
            call.set_result(bytes.len() as u32);
            call.store(call.argument(1), &bytes)?;
        }
        FileTook::Wait => return Err(Answer::Input),
        FileTook::Refused => call.set_result(FAILED),
    }
    Ok(())
}

/// A read from descriptor 0 after a line was read: the reader of lines has the rest.
///
/// MARS's reader takes 8192 bytes at a time; here it takes all, which differs for longer input.
fn nothing_left(call: &mut Call<'_>) -> Outcome {
    let mut rest = call.host.input.clone();
    rest.some(usize::MAX);
    if rest.byte() == Took::Wait {
        return Err(Answer::Input);
    }
    call.note(call.end_of_input());
    call.set_result(0);
    Ok(())
}

/// Reads the byte behind the last one too, as MARS does: it must be memory.
fn write(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let (descriptor, address, count) =
        (call.argument(0) as usize, call.argument(1), call.argument(2));
    if (count as i32) < 0 {
        return Err(call.bad_argument(2).into());
    }
    if !system.descriptors.can_write(descriptor) {
        call.bytes(address, 1)?;
        call.bytes(address.wrapping_add(count), 1)?;
        call.set_result(FAILED);
        return Ok(());
    }
    let bytes = call.bytes(address, count + 1)?;
    call.set_result(count);
    match system.descriptors.write(call.host, descriptor, &bytes[..count as usize]) {
        Wrote::All => Ok(()),
        Wrote::Full => Err(Answer::OutputLimit),
    }
}

fn time(call: &mut Call<'_>) -> Outcome {
    let milliseconds = call.host.clock_nanos / NANOS_PER_MILLISECOND;
    call.set_argument(0, milliseconds as u32);
    call.set_argument(1, (milliseconds >> 32) as u32);
    Ok(())
}

fn sleep(call: &mut Call<'_>) -> Outcome {
    match i32::try_from(call.argument(0)) {
        Ok(_) => pass(call, call.argument(0)),
        Err(_) => return Err(call.bad_argument(0).into()),
    }
    Ok(())
}

/// No sound, but the time it takes.
fn tone(call: &mut Call<'_>) -> Outcome {
    let length = call.argument(1);
    pass(call, if (length as i32) < 0 { DEFAULT_TONE_MILLISECONDS } else { length });
    Ok(())
}

fn pass(call: &mut Call<'_>, milliseconds: u32) {
    let nanos = u64::from(milliseconds) * NANOS_PER_MILLISECOND;
    call.host.clock_nanos = call.host.clock_nanos.saturating_add(nanos);
}

/// Seeds a stream, or draws from it; a stream nobody seeded is seeded by the host.
fn random(system: &mut System, call: &mut Call<'_>) -> Outcome {
    let streams = &mut system.mars.streams;
    let (name, argument) = (call.argument(0), call.argument(1));
    if call.number == 40 {
        streams.insert(name, JavaRandom::seeded((argument as i32).into()));
        return Ok(());
    }
    let fresh = || JavaRandom::seeded(call.host.random.next_u64() as i64);
    let stream = streams.entry(name).or_insert_with(fresh);
    match call.number {
        41 => call.set_argument(0, stream.int()),
        42 if (argument as i32) <= 0 => return Err(call.bad_argument(1).into()),
        42 => call.set_argument(0, stream.below(argument)),
        43 => call.cpu.set_float(0, stream.single().to_bits()),
        _ => call.cpu.set_double(0, stream.double().to_bits()),
    }
    Ok(())
}
