//! Signs of MIDAS and ITS sources.

use architecture::{FAIR, Finding, STRONG, Sign, SignPattern, Statement, firsts};

#[rustfmt::skip]
pub(super) static SIGNS: &[Sign] = &[
    Sign::of_machine(STRONG, SignPattern::Named(&["mid", "midas"]), "the file name ends in .{}, as for MIDAS sources"),
    Sign::of_machine(FAIR,   SignPattern::Own(|_| true),             "has {}, a PDP-10 instruction").twice(),
    Sign::of_machine(FAIR,   SignPattern::Habit(ours),              "has {}, as in MIDAS").twice(),
];

/// First words of statements that only MIDAS or ITS has.
const OURS: &[&str] = &[
    "title", ".iot", ".open", ".close", ".call", ".value", ".logout", ".break", ".suset", ".insrt",
    "termin", "sixbit", "squoze", "asciz", ".iopush", ".iopop", ".begin", "loc", "block", ".uset",
];

/// MIDAS statements and ITS calls.
fn ours(statements: &[Statement<'_>]) -> Vec<Finding> {
    firsts(statements, |word| OURS.contains(&word.to_ascii_lowercase().as_str()))
}
