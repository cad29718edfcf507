//! The table of machines: the one place that knows which there are.

use architecture::{Architecture, Dialect, Format};

/// The machines, a row each; the first one is taken where nothing tells, then by how likely it is.
pub static MACHINES: &[&dyn Architecture] =
    &[mips32::ARCHITECTURE, riscv32::ARCHITECTURE, pdp10::ARCHITECTURE, esproc::ARCHITECTURE];

/// The machine of an instruction set's name.
#[must_use]
pub fn machine(isa: &str) -> Option<&'static dyn Architecture> {
    MACHINES.iter().copied().find(|machine| machine.spec().name == isa)
}

/// The machine that has a dialect of this name, and the dialect.
#[must_use]
pub fn dialect(name: &str) -> Option<(&'static dyn Architecture, &'static Dialect)> {
    dialects().find(|(_, dialect)| dialect.name == name)
}

/// All dialects with their machines, of each machine the one first that is tried first.
pub fn dialects() -> impl Iterator<Item = (&'static dyn Architecture, &'static Dialect)> {
    MACHINES
        .iter()
        .flat_map(|&machine| machine.dialects().iter().map(move |dialect| (machine, dialect)))
}

/// What programs can be written as, of all machines, besides ELF.
pub fn formats() -> impl Iterator<Item = (&'static dyn Architecture, &'static Format)> {
    MACHINES
        .iter()
        .flat_map(|&machine| machine.formats().iter().map(move |format| (machine, format)))
}

/// Several names in a sentence: `a, b or c`.
#[must_use]
pub fn or(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
