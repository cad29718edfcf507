//! The table of machines: the only place that names them.
//!
//! A program has all machines and can add more. A WebAssembly module of the web page stays small:
//! it first declares the machines it has ([`only`]), and knows only the [languages] of the others.

use std::sync::OnceLock;

use architecture::{Architecture, Dialect, Format, Languages};

/// Isagrid's own machines.
pub const MACHINES: [&dyn Architecture; 6] = [MIPS32, RISCV32, PDP10, LC3, MOS6502, ESPROC];

/// MIPS32.
pub const MIPS32: &dyn Architecture = mips32::ARCHITECTURE;
/// RISC-V, 32 bits.
pub const RISCV32: &dyn Architecture = riscv32::ARCHITECTURE;
/// PDP-10.
pub const PDP10: &dyn Architecture = pdp10::ARCHITECTURE;
/// LC-3.
pub const LC3: &dyn Architecture = lc3::ARCHITECTURE;
/// The 6502 and the 65C02.
pub const MOS6502: &dyn Architecture = mos6502::ARCHITECTURE;
/// SPL of esProc.
pub const ESPROC: &dyn Architecture = esproc::ARCHITECTURE;

/// Languages of these machines, in the same order.
static LANGUAGES: [&Languages; 6] = [
    &mips32::LANGUAGES,
    &riscv32::LANGUAGES,
    &pdp10::LANGUAGES,
    &lc3::LANGUAGES,
    &mos6502::LANGUAGES,
    &esproc::LANGUAGES,
];

/// Default table: all machines.
///
/// Naming a machine links its code, so a WebAssembly module starts empty and names its own.
const DEFAULT: &[&dyn Architecture] = if cfg!(target_family = "wasm") { &[] } else { &MACHINES };

/// Machines set by [`only`] or [`add`].
static TABLE: OnceLock<Vec<&'static dyn Architecture>> = OnceLock::new();

/// All machines; the first is the default.
#[must_use]
pub fn machines() -> &'static [&'static dyn Architecture] {
    TABLE.get_or_init(|| DEFAULT.to_vec())
}

/// Sets the table to these machines; false if the table is already in use.
pub fn only(machines: &[&'static dyn Architecture]) -> bool {
    TABLE.set(machines.to_vec()).is_ok()
}

/// Languages of all of Isagrid's machines, even those not in the table, and of added machines.
pub fn languages() -> impl Iterator<Item = &'static Languages> {
    let is_added = |of: &&Languages| !LANGUAGES.iter().any(|own| own.machine == of.machine);
    let added = machines().iter().map(|machine| machine.languages()).filter(is_added);
    LANGUAGES.into_iter().chain(added)
}

/// The dialect with this name, and the languages it belongs to.
#[must_use]
pub fn language(dialect: &str) -> Option<(&'static Languages, &'static Dialect)> {
    languages().find_map(|of| {
        let found = of.dialects.iter().find(|known| known.name == dialect)?;
        Some((of, found))
    })
}

/// Adds machines from other crates; false if the table is already in use.
pub fn add(more: &[&'static dyn Architecture]) -> bool {
    only(&DEFAULT.iter().chain(more).copied().collect::<Vec<_>>())
}

/// The machine with this instruction set name.
#[must_use]
pub fn machine(isa: &str) -> Option<&'static dyn Architecture> {
    machines().iter().copied().find(|machine| machine.spec().name == isa)
}

/// The dialect with this name, and its machine.
#[must_use]
pub fn dialect(name: &str) -> Option<(&'static dyn Architecture, &'static Dialect)> {
    dialects().find(|(_, dialect)| dialect.name == name)
}

/// All dialects with their machines, in the order in which they are tried.
pub fn dialects() -> impl Iterator<Item = (&'static dyn Architecture, &'static Dialect)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.dialects().iter().map(move |dialect| (machine, dialect)))
}

/// Output formats of all machines besides ELF.
pub fn formats() -> impl Iterator<Item = (&'static dyn Architecture, &'static Format)> {
    machines()
        .iter()
        .flat_map(|&machine| machine.formats().iter().map(move |format| (machine, format)))
}

/// Joins names for a sentence: `a, b or c`.
#[must_use]
pub fn or(names: &[String]) -> String {
    listed(names, "or")
}

/// Joins names for a sentence: `a, b and c`.
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
