//! The table of machines: the one place that knows which there are.
//!
//! A program has all of them, and can add more; a module of a page, which is small, says before anything
//! else which ones it has, and of the others it knows the [languages] only.

use std::sync::OnceLock;

use architecture::{Architecture, Dialect, Format, Languages};

/// The machines of this house, a row each.
pub const MACHINES: [&dyn Architecture; 4] = [MIPS32, RISCV32, PDP10, ESPROC];

/// The MIPS.
pub const MIPS32: &dyn Architecture = mips32::ARCHITECTURE;
/// The RISC-V.
pub const RISCV32: &dyn Architecture = riscv32::ARCHITECTURE;
/// The PDP-10.
pub const PDP10: &dyn Architecture = pdp10::ARCHITECTURE;
/// SPL.
pub const ESPROC: &dyn Architecture = esproc::ARCHITECTURE;

/// Their languages, in the same order.
static LANGUAGES: [&Languages; 4] =
    [&mips32::LANGUAGES, &riscv32::LANGUAGES, &pdp10::LANGUAGES, &esproc::LANGUAGES];

/// Who says nothing has all machines; but what names a machine has its code, and a module of a page
/// names its own.
const UNSAID: &[&dyn Architecture] = if cfg!(target_family = "wasm") { &[] } else { &MACHINES };

/// The machines that were said, or these and what was added to them.
static TABLE: OnceLock<Vec<&'static dyn Architecture>> = OnceLock::new();

/// All machines; the first one is taken where nothing tells.
#[must_use]
pub fn machines() -> &'static [&'static dyn Architecture] {
    TABLE.get_or_init(|| UNSAID.to_vec())
}

/// Has these machines only, if nobody has asked for the table yet; false when it is too late.
pub fn only(machines: &[&'static dyn Architecture]) -> bool {
    TABLE.set(machines.to_vec()).is_ok()
}

/// The languages of all machines of this house, whether they are in the table or not, and of those that
/// were added.
pub fn languages() -> impl Iterator<Item = &'static Languages> {
    let is_added = |of: &&Languages| !LANGUAGES.iter().any(|own| own.machine == of.machine);
    let added = machines().iter().map(|machine| machine.languages()).filter(is_added);
    LANGUAGES.into_iter().chain(added)
}

/// The languages among which is a dialect of this name, and the dialect.
#[must_use]
pub fn language(dialect: &str) -> Option<(&'static Languages, &'static Dialect)> {
    languages().find_map(|of| {
        let found = of.dialects.iter().find(|known| known.name == dialect)?;
        Some((of, found))
    })
}

/// Adds machines of another house, before anybody has asked for the table; false when it is too late.
pub fn add(more: &[&'static dyn Architecture]) -> bool {
    only(&UNSAID.iter().chain(more).copied().collect::<Vec<_>>())
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
