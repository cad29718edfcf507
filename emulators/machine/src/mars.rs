//! System calls of MARS and RARS, two forks of one Java program.
//!
//! They behave as Java does: they read whole lines, print numbers as `toString` does, and throw
//! exceptions. Where a simulator ends the program with a message or an exception, the call is a
//! fault. The forks differ in call numbers, text encoding, and the end of the input.

mod arguments;
mod calls;
mod console;
mod dialogs;
mod files;
mod numbers;
mod random;
mod text;

pub use arguments::put_arguments;
pub use numbers::{parse_double, parse_int, parse_single, show_double, show_single, trimmed};
pub use random::JavaRandom;

use std::collections::BTreeMap;

use crate::calls::{Call, CallAnswer, CallPurpose, CallResult, Caller, Heap};
use crate::descriptors::Descriptors;
use crate::{Cause, Host};
use console::Console;

/// One of the two simulators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Simulator {
    /// MARS 4.6: text is Latin-1; the end of the input ends the program.
    Mars,
    /// RARS 1.6: text is UTF-8; the end of the input is an empty line.
    Rars,
}

/// All calls: number, arguments, and description.
pub fn services(fork: Simulator) -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    calls::services(fork)
}

/// Numbers of the calls with a purpose.
#[must_use]
pub fn numbers_of(fork: Simulator, purpose: CallPurpose) -> Vec<u64> {
    calls::numbers(fork, purpose)
}

/// Words of a call's floating-point result: 2 for a double, 0 for no such result.
#[must_use]
pub fn float_result_words(fork: Simulator, number: u32) -> u8 {
    calls::float_result_words(fork, number)
}

/// Action of a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[rustfmt::skip]
enum Action {
    /// Prints a number as a signed decimal.
    PrintInt,
    /// Prints a single.
    PrintSingle,
    /// Prints a double.
    PrintDouble,
    /// Prints the bytes up to a NUL.
    PrintString,
    /// Prints the character of the low byte.
    PrintChar,
    /// Prints eight hexadecimal digits.
    PrintHexadecimal,
    /// Prints 32 binary digits.
    PrintBinary,
    /// Prints a number as an unsigned decimal.
    PrintUnsigned,
    /// Reads a line as a number.
    ReadInt,
    /// Reads a line as a single.
    ReadSingle,
    /// Reads a line as a double.
    ReadDouble,
    /// Reads a line into a buffer.
    ReadString,
    /// Reads a line for its first character.
    ReadChar,
    /// Allocates heap memory.
    Sbrk,
    /// Ends the program with 0.
    Exit,
    /// Ends the program with a status.
    ExitStatus,
    /// Opens a file.
    Open,
    /// Reads from a descriptor.
    Read,
    /// Writes to a descriptor.
    Write,
    /// Closes a descriptor.
    Close,
    /// Sets the position in a file.
    Seek,
    /// The working folder.
    Folder,
    /// Milliseconds since 1970, in two words.
    Time,
    /// Sleeps for a number of milliseconds.
    Sleep,
    /// Plays a tone without waiting for its end.
    Tone,
    /// Plays a tone and waits for its end.
    ToneToEnd,
    /// Does nothing.
    Nothing,
    /// Seeds a stream of random numbers.
    Seed,
    /// 32 random bits from a stream.
    RandomInt,
    /// A number below a bound from a stream.
    RandomBelow,
    /// A single from 0 to 1 from a stream.
    RandomSingle,
    /// A double from 0 to 1 from a stream.
    RandomDouble,
    /// A question: yes, no, or neither.
    Confirm,
    /// Asks for a number.
    AskInt,
    /// Asks for a single.
    AskSingle,
    /// Asks for a double.
    AskDouble,
    /// Asks for a string.
    AskString,
    /// Shows a message.
    Tell,
    /// Shows a message with a number.
    TellInt,
    /// Shows a message with a single.
    TellSingle,
    /// Shows a message with a double.
    TellDouble,
    /// Shows a message with a string.
    TellString,
}

/// Result of a failing call.
const FAILED: u32 = u32::MAX;
/// Length of a tone whose given length is negative.
const DEFAULT_TONE_MILLISECONDS: u32 = 1000;

/// Work of a new stream of random numbers, which is kept to the end of the run.
const NEW_STREAM_WORK: u64 = 4096;

/// State of the system: open files, line reader, random streams.
#[derive(Debug, Clone)]
pub struct MarsSystem {
    fork: Simulator,
    /// The open files.
    pub descriptors: Descriptors,
    console: Console,
    streams: BTreeMap<u32, JavaRandom>,
}

impl MarsSystem {
    /// Initial state.
    #[must_use]
    pub fn new(fork: Simulator) -> Self {
        MarsSystem {
            fork,
            descriptors: Descriptors::default(),
            console: Console::default(),
            streams: BTreeMap::new(),
        }
    }

    /// Runs a system call.
    ///
    /// # Errors
    /// The answer that ends the call: exit, waiting for input, full output, or a fault.
    pub fn call<C: Caller>(&mut self, call: &mut Call<'_, C>, heap: &mut Heap) -> CallResult {
        match calls::named(self.fork, call.number) {
            Some(action) => self.act(action, call, heap),
            None => Err(call.unknown().into()),
        }
    }

    fn act<C: Caller>(
        &mut self,
        action: Action,
        call: &mut Call<'_, C>,
        heap: &mut Heap,
    ) -> CallResult {
        let argument = call.argument(0);
        match action {
            Action::PrintInt => print(call, &(argument as i32).to_string()),
            Action::PrintSingle => print(call, &show_single(call.cpu.single_argument(0))),
            Action::PrintDouble => print(call, &show_double(call.cpu.double_argument(0))),
            Action::PrintString => self.print_string(call),
            Action::PrintChar => print(call, &char::from(argument as u8).to_string()),
            Action::PrintHexadecimal => print(call, &format!("0x{argument:08x}")),
            Action::PrintBinary => print(call, &format!("{argument:032b}")),
            Action::PrintUnsigned => print(call, &argument.to_string()),
            Action::ReadInt => self.read_int(call),
            Action::ReadSingle | Action::ReadDouble => self.read_float(action, call),
            Action::ReadString => self.read_string(call),
            Action::ReadChar => self.read_char(call),
            Action::Sbrk => sbrk(call, heap),
            Action::Exit => Err(CallAnswer::Exit(0)),
            Action::ExitStatus => Err(CallAnswer::Exit(argument as i32)),
            Action::Open => self.open(call),
            Action::Read => self.read(call),
            Action::Write => self.write(call),
            Action::Close => self.close(argument),
            Action::Seek => self.seek(call),
            Action::Folder => folder(call),
            Action::Time => time(call),
            Action::Sleep => sleep(call),
            Action::Tone | Action::Nothing => Ok(()),
            Action::ToneToEnd => tone(call),
            Action::Seed
            | Action::RandomInt
            | Action::RandomBelow
            | Action::RandomSingle
            | Action::RandomDouble => self.random(action, call),
            Action::Confirm
            | Action::AskInt
            | Action::AskSingle
            | Action::AskDouble
            | Action::AskString => self.ask(action, call),
            Action::Tell
            | Action::TellInt
            | Action::TellSingle
            | Action::TellDouble
            | Action::TellString => self.show_message(action, call),
        }
    }

    /// MARS prints the bytes before the end of memory.
    fn print_string<C: Caller>(&self, call: &mut Call<'_, C>) -> CallResult {
        let (bytes, end) = call.string(call.argument(0));
        if self.fork == Simulator::Mars || end.is_ok() {
            call.print(&self.fork.shown(&bytes))?;
        }
        end
    }

    /// A line decoded as in Java; `None` at the end of the input.
    fn line<C: Caller>(&mut self, call: &mut Call<'_, C>) -> Result<Option<String>, CallAnswer> {
        self.console.line(&mut call.host.input)
    }

    /// A line; a fault at the end of the input.
    fn needed_line<C: Caller>(&mut self, call: &mut Call<'_, C>) -> Result<String, CallAnswer> {
        self.line(call)?.ok_or_else(|| call.end_of_input().into())
    }

    fn read_int<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let line = self.needed_line(call)?;
        let value = parse_int(trimmed(&line)).ok_or_else(|| call.bad_input())?;
        call.set_result(value as u32);
        Ok(())
    }

    fn read_float<C: Caller>(&mut self, action: Action, call: &mut Call<'_, C>) -> CallResult {
        let line = self.needed_line(call)?;
        if action == Action::ReadSingle {
            let value = parse_single(&line).ok_or_else(|| call.bad_input())?;
            call.cpu.set_single_result(value);
        } else {
            let value = parse_double(&line).ok_or_else(|| call.bad_input())?;
            call.cpu.set_double_result(value);
        }
        Ok(())
    }

    /// Reads a whole line into a buffer; excess characters are lost, a newline is added if it fits.
    ///
    /// At the end of the input, RARS reads an empty line, which is noted.
    fn read_string<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let (address, size) = (call.argument(0), call.argument(1) as i32);
        let line = match self.fork {
            Simulator::Mars => self.needed_line(call)?,
            Simulator::Rars => self.line(call)?.unwrap_or_else(|| {
                call.note(call.end_of_input());
                String::new()
            }),
        };
        let Some(room) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
            return Ok(());
        };
        let (bytes, _) = self.fork.kept(&line, room);
        Ok(call.store(address, &bytes)?)
    }

    /// Reads a line and returns its first character.
    fn read_char<C: Caller>(&mut self, call: &mut Call<'_, C>) -> CallResult {
        let line = self.needed_line(call)?;
        let unit = line.encode_utf16().next().ok_or_else(|| call.bad_input())?;
        call.set_result(unit.into());
        Ok(())
    }

    /// Seeds a stream or draws from it; the host seeds a stream that the program did not.
    fn random<C: Caller>(&mut self, action: Action, call: &mut Call<'_, C>) -> CallResult {
        let (name, argument) = (call.argument(0), call.argument(1));
        if !self.streams.contains_key(&name) {
            call.host.work.charge(NEW_STREAM_WORK);
        }
        if action == Action::Seed {
            self.streams.insert(name, JavaRandom::seeded((argument as i32).into()));
            return Ok(());
        }
        let fresh = || JavaRandom::seeded(call.host.random.next_u64() as i64);
        let stream = self.streams.entry(name).or_insert_with(fresh);
        match action {
            Action::RandomInt => call.set_argument(0, stream.int()),
            Action::RandomBelow if (argument as i32) <= 0 => {
                return Err(call.bad_argument(1).into());
            }
            Action::RandomBelow => call.set_argument(0, stream.below(argument)),
            Action::RandomSingle => call.cpu.set_single_result(stream.single()),
            _ => call.cpu.set_double_result(stream.double()),
        }
        Ok(())
    }
}

fn print<C: Caller>(call: &mut Call<'_, C>, text: &str) -> CallResult {
    call.print(text.as_bytes())
}

fn sbrk<C: Caller>(call: &mut Call<'_, C>, heap: &mut Heap) -> CallResult {
    let asked = call.argument(0);
    let piece = heap.take_words(asked).ok_or_else(|| match asked as i32 {
        ..0 => call.bad_argument(0),
        _ => Cause::OutOfMemory { asked: asked.into() },
    })?;
    call.set_result(piece);
    Ok(())
}

/// The host's only folder is the root.
fn folder<C: Caller>(call: &mut Call<'_, C>) -> CallResult {
    const NAME: &[u8] = b"/\0";
    if (call.argument(1) as i32) < NAME.len() as i32 {
        call.set_result(FAILED);
        return Ok(());
    }
    Ok(call.store(call.argument(0), NAME)?)
}

fn time<C: Caller>(call: &mut Call<'_, C>) -> CallResult {
    let milliseconds = call.host.clock_nanos / Host::NANOS_PER_MILLISECOND;
    call.set_argument(0, milliseconds as u32);
    call.set_argument(1, (milliseconds >> 32) as u32);
    Ok(())
}

fn sleep<C: Caller>(call: &mut Call<'_, C>) -> CallResult {
    let milliseconds = call.argument(0);
    if (milliseconds as i32) < 0 {
        return Err(call.bad_argument(0).into());
    }
    call.host.pass_milliseconds(milliseconds);
    Ok(())
}

/// Makes no sound, but takes the tone's time.
fn tone<C: Caller>(call: &mut Call<'_, C>) -> CallResult {
    let length = call.argument(1);
    call.host.pass_milliseconds(match length as i32 {
        ..0 => DEFAULT_TONE_MILLISECONDS,
        _ => length,
    });
    Ok(())
}
