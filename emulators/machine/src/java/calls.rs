//! The numbers of the calls in both programs.

use super::{Action, Fork};

/// Stands for a number where there is no such call.
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

/// What the call with a number does; nothing when there is none.
pub(super) fn named(fork: Fork, number: u32) -> Option<Action> {
    let found = CALLS.iter().find(|&&(mars, rars, _)| {
        let own = if fork == Fork::Mars { mars } else { rars };
        own == i64::from(number)
    });
    found.map(|&(_, _, action)| action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_stands_for_two_calls() {
        for column in [|call: &(i64, i64, Action)| call.0, |call: &(i64, i64, Action)| call.1] {
            let mut numbers: Vec<i64> = CALLS.iter().map(column).collect();
            numbers.retain(|&number| number != NONE);
            numbers.sort_unstable();
            assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
        }
    }

    #[test]
    fn a_call_of_one_program_alone_has_no_number_in_the_other() {
        assert_eq!(named(Fork::Mars, 60), Some(Action::Nothing));
        assert_eq!(named(Fork::Rars, 60), Some(Action::TellSingle));
        assert_eq!(named(Fork::Mars, u32::MAX), None);
    }
}
