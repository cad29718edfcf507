//! The table of machines: the one place that knows which there are.

use std::sync::OnceLock;

use architecture::{Architecture, Dialect, Format};

/// The machines of this house, a row each.
const MACHINES: [&dyn Architecture; 4] =
    [mips32::ARCHITECTURE, riscv32::ARCHITECTURE, pdp10::ARCHITECTURE, esproc::ARCHITECTURE];

/// These, and what was added to them.
static TABLE: OnceLock<Vec<&'static dyn Architecture>> = OnceLock::new();

/// All machines; the first one is taken where nothing tells.
#[must_use]
pub fn machines() -> &'static [&'static dyn Architecture] {
    TABLE.get_or_init(|| MACHINES.to_vec())
}

/// Adds machines of another house, before anybody has asked for the table; false when it is too late.
pub fn add(more: &[&'static dyn Architecture]) -> bool {
    TABLE.set(MACHINES.iter().chain(more).copied().collect()).is_ok()
}

/// The machine of an instruction set's name.
#[must_use]
pub fn machine(isa: &str) -> Option<&'static dyn Architecture> {
    machines().iter().copied().find(|machine| machine.spec().name == isa)
}

/// The machine that has a dialect of this name, and the dialect.
#[must_use]
pub fn dialect(name: &str) -> Option<(&'static dyn Architecture, &'static Dialect)> {
    dialects().find(|(_, dialect)| dialect.name == name)
}

/// All dialects with their machines, of each machine the one first that is tried first.
pub fn dialects() -> impl Iterator<Item = (&'static dyn Architecture, &'static Dialect)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.dialects().iter().map(move |dialect| (machine, dialect)))
}

/// What programs can be written as, of all machines, besides ELF.
pub fn formats() -> impl Iterator<Item = (&'static dyn Architecture, &'static Format)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.formats().iter().map(move |format| (machine, format)))
}

/// Several names in a sentence: `a, b or c`.
#[must_use]
pub fn or(names: &[String]) -> String {
    listed(names, "or")
}

/// Several names in a sentence: `a, b and c`.
#[must_use]
pub fn and(names: &[String]) -> String {
    listed(names, "and")
}

fn listed(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
