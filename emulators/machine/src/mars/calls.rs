//! Call numbers of both simulators.

use super::{Action, Simulator};
use crate::calls::CallPurpose;

/// A simulator does not have the call.
const NONE: i64 = -1;

/// Every call, with its number in MARS 4.6 and in RARS 1.6.
#[rustfmt::skip]
const CALLS: &[(i64, i64, Action)] = &[
    (1,    1,    Action::PrintInt),
    (2,    2,    Action::PrintSingle),
    (3,    3,    Action::PrintDouble),
    (4,    4,    Action::PrintString),
    (5,    5,    Action::ReadInt),
    (6,    6,    Action::ReadSingle),
    (7,    7,    Action::ReadDouble),
    (8,    8,    Action::ReadString),
    (9,    9,    Action::Sbrk),
    (10,   10,   Action::Exit),
    (11,   11,   Action::PrintChar),
    (12,   12,   Action::ReadChar),
    (13,   1024, Action::Open),
    (14,   63,   Action::Read),
    (15,   64,   Action::Write),
    (16,   57,   Action::Close),
    (NONE, 62,   Action::Seek),
    (NONE, 17,   Action::Folder),
    (17,   93,   Action::ExitStatus),
    (30,   30,   Action::Time),
    (31,   31,   Action::Tone),
    (32,   32,   Action::Sleep),
    (33,   33,   Action::ToneToEnd),
    (34,   34,   Action::PrintHexadecimal),
    (35,   35,   Action::PrintBinary),
    (36,   36,   Action::PrintUnsigned),
    (40,   40,   Action::Seed),
    (41,   41,   Action::RandomInt),
    (42,   42,   Action::RandomBelow),
    (43,   43,   Action::RandomSingle),
    (44,   44,   Action::RandomDouble),
    (50,   50,   Action::Confirm),
    (51,   51,   Action::AskInt),
    (52,   52,   Action::AskSingle),
    (53,   53,   Action::AskDouble),
    (54,   54,   Action::AskString),
    (55,   55,   Action::Tell),
    (56,   56,   Action::TellInt),
    (57,   60,   Action::TellSingle),
    (58,   58,   Action::TellDouble),
    (59,   59,   Action::TellString),
    (60,   NONE, Action::Nothing),
];

/// All calls: number, arguments, and description.
pub(super) fn services(fork: Simulator) -> impl Iterator<Item = (u32, &'static str, &'static str)> {
    CALLS.iter().filter_map(move |&(mars, rars, action)| {
        let number = if fork == Simulator::Mars { mars } else { rars };
        let (takes, does) = action.about();
        Some((u32::try_from(number).ok()?, takes, does))
    })
}

impl Action {
    /// Purpose of the call; files and dialogs are neither input nor output.
    fn purpose(self) -> CallPurpose {
        match self {
            Action::PrintInt
            | Action::PrintSingle
            | Action::PrintDouble
            | Action::PrintString
            | Action::PrintChar
            | Action::PrintHexadecimal
            | Action::PrintBinary
            | Action::PrintUnsigned
            | Action::Write => CallPurpose::Print,
            Action::ReadInt
            | Action::ReadSingle
            | Action::ReadDouble
            | Action::ReadString
            | Action::ReadChar
            | Action::Read => CallPurpose::Read,
            Action::Sbrk => CallPurpose::Heap,
            _ => CallPurpose::Other,
        }
    }

    /// Arguments, starting in the first argument register, and description.
    #[rustfmt::skip]
    fn about(self) -> (&'static str, &'static str) {
        match self {
            Action::PrintInt => ("number", "prints it as a signed decimal"),
            Action::PrintSingle => ("single", "prints it"),
            Action::PrintDouble => ("double", "prints it"),
            Action::PrintString => ("address of text", "prints the bytes up to a NUL"),
            Action::PrintChar => ("character", "prints the character of the low byte"),
            Action::PrintHexadecimal => ("number", "prints eight hexadecimal digits"),
            Action::PrintBinary => ("number", "prints 32 binary digits"),
            Action::PrintUnsigned => ("number", "prints it as an unsigned decimal"),
            Action::ReadInt => ("", "reads a line; returns it as a number"),
            Action::ReadSingle => ("", "reads a line; returns it as a single"),
            Action::ReadDouble => ("", "reads a line; returns it as a double"),
            Action::ReadString => ("address, size", "reads a line into a buffer, followed by a NUL"),
            Action::ReadChar => ("", "reads a line; returns its first character"),
            Action::Sbrk => ("bytes", "allocates heap memory; returns its address"),
            Action::Exit => ("", "ends the program with status 0"),
            Action::ExitStatus => ("status", "ends the program with the status"),
            Action::Open => ("address of name, flags, mode", "opens a file; returns a descriptor, or -1"),
            Action::Read => ("descriptor, address, size", "reads from a file; returns the number of bytes, 0 at its end"),
            Action::Write => ("descriptor, address, size", "writes to a file; returns the number of bytes"),
            Action::Close => ("descriptor", "closes a file"),
            Action::Seek => ("descriptor, offset, base", "sets the position in a file; returns it"),
            Action::Folder => ("address, size", "writes the working folder into a buffer"),
            Action::Time => ("", "returns the milliseconds since 1970 as two words in the first two argument registers"),
            Action::Sleep => ("milliseconds", "sleeps"),
            Action::Tone => ("pitch, milliseconds, instrument, volume", "plays a tone without waiting for its end"),
            Action::ToneToEnd => ("pitch, milliseconds, instrument, volume", "plays a tone and waits for its end"),
            Action::Nothing => ("", "does nothing"),
            Action::Seed => ("stream, seed", "seeds a stream of random numbers"),
            Action::RandomInt => ("stream", "returns 32 random bits from a stream"),
            Action::RandomBelow => ("stream, bound", "returns a random number below the bound from a stream"),
            Action::RandomSingle => ("stream", "returns a random single from 0 to 1 from a stream"),
            Action::RandomDouble => ("stream", "returns a random double from 0 to 1 from a stream"),
            Action::Confirm => ("address of text", "asks a question; returns 0 for yes, 1 for no, 2 for neither"),
            Action::AskInt => ("address of text", "asks for a number"),
            Action::AskSingle => ("address of text", "asks for a single"),
            Action::AskDouble => ("address of text", "asks for a double"),
            Action::AskString => ("address of text, address, size", "asks for text and writes it into a buffer"),
            Action::Tell => ("address of text, kind", "shows a message"),
            Action::TellInt => ("address of text, number", "shows a message with the number"),
            Action::TellSingle => ("address of text, single", "shows a message with the single"),
            Action::TellDouble => ("address of text, double", "shows a message with the double"),
            Action::TellString => ("address of text, address of text", "shows a message with the second text"),
        }
    }
}

/// Numbers of the calls with a purpose.
pub(super) fn numbers(fork: Simulator, purpose: CallPurpose) -> Vec<u64> {
    let calls = CALLS.iter().filter(|(.., action)| action.purpose() == purpose);
    let numbers = calls.map(|&(mars, rars, _)| if fork == Simulator::Mars { mars } else { rars });
    numbers.filter_map(|number| u64::try_from(number).ok()).collect()
}

/// Words of a call's floating-point result: 2 for a double, 0 for no such result.
pub(super) fn float_result_words(fork: Simulator, number: u32) -> u8 {
    match named(fork, number) {
        Some(Action::ReadSingle | Action::RandomSingle | Action::AskSingle) => 1,
        Some(Action::ReadDouble | Action::RandomDouble | Action::AskDouble) => 2,
        _ => 0,
    }
}

/// Action of the call with a number; `None` if there is no such call.
pub(super) fn named(fork: Simulator, number: u32) -> Option<Action> {
    let found = CALLS.iter().find(|&&(mars, rars, _)| {
        let own = if fork == Simulator::Mars { mars } else { rars };
        own == i64::from(number)
    });
    found.map(|&(_, _, action)| action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_numbers_are_unique() {
        for column in [|call: &(i64, i64, Action)| call.0, |call: &(i64, i64, Action)| call.1] {
            let mut numbers: Vec<i64> = CALLS.iter().map(column).collect();
            numbers.retain(|&number| number != NONE);
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
        }
    }

    #[test]
    fn a_call_of_one_simulator_has_no_number_in_the_other() {
        assert_eq!(named(Simulator::Mars, 60), Some(Action::Nothing));
        assert_eq!(named(Simulator::Rars, 60), Some(Action::TellSingle));
        assert_eq!(named(Simulator::Mars, u32::MAX), None);
        assert_eq!([5, 6, 7].map(|call| float_result_words(Simulator::Rars, call)), [0, 1, 2]);
    }
}
