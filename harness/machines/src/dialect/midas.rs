//! What gives a source of MIDAS away, and ITS around it.

use std::collections::HashSet;

use super::signs::{Found, firsts};
use super::statement::Statement;

/// First words of a statement that are MIDAS's or ITS's alone.
const OURS: &[&str] = &[
    "title", ".iot", ".open", ".close", ".call", ".value", ".logout", ".break", ".suset", ".insrt",
    "termin", "sixbit", "squoze", "asciz", ".iopush", ".iopop", ".begin", "loc", "block", ".uset",
];

/// Instructions of the PDP-10 that are in nobody else's table.
pub(super) fn instructions(statements: &[Statement<'_>]) -> Vec<Found> {
    let names: HashSet<&str> = pdp10::isa::opcodes().map(|(name, _)| name).collect();
    code(statements, |word| {
        let (large, small) = (word.to_ascii_uppercase(), word.to_ascii_lowercase());
        let is_elsewhere = mips32::isa::named(&small).next().is_some()
            || riscv32::isa::named(&small).next().is_some();
        names.contains(large.as_str()) && !is_elsewhere
    })
}

/// Statements to MIDAS and calls of ITS.
pub(super) fn statements(statements: &[Statement<'_>]) -> Vec<Found> {
    code(statements, |word| OURS.contains(&word.to_ascii_lowercase().as_str()))
}

/// First words of this kind that are not behind a semicolon.
fn code(all: &[Statement<'_>], is_like: impl Fn(&str) -> bool) -> Vec<Found> {
    firsts(all.iter().filter(|statement| !statement.behind_semicolon), is_like)
}
