//! The signs a dialect is told by: one row is what is looked for, what it speaks for, how much it
//! weighs, and the words in which the user is told.
//!
//! What an assembler alone refuses is no sign: the assemblers are asked
//! ([`choose`](super::choose())). Signs say which one is asked first, and tell apart what assembles in several.

use std::collections::HashSet;

use super::statement::{Source, Statement};
use super::{Dialect, Machine, midas, mips, riscv, spl};
use Dialect::{Gnu, Mars, Rars, Spim, Venus};

/// A word, habit or name that speaks for somebody.
pub(super) struct Sign<F: 'static> {
    /// What is looked for.
    pub(super) look: Look,
    /// Whom it speaks for.
    pub(super) says: &'static [F],
    /// What one finding weighs.
    pub(super) weight: u32,
    /// So many different findings count.
    pub(super) most: usize,
    /// What is told of it; `{}` is what was found.
    pub(super) reason: &'static str,
}

/// What is looked for.
pub(super) enum Look {
    /// A statement that begins with one of these words.
    First(&'static [&'static str]),
    /// A file whose name ends like this.
    Named(&'static [&'static str]),
    /// Whatever this finds.
    Habit(fn(&[Statement<'_>]) -> Vec<Found>),
}

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    /// Which of the sources it is in.
    pub(super) file: usize,
    /// Its line, from 1; 0 where it is the name of the file.
    pub(super) line: usize,
    /// What it is.
    pub(super) what: String,
}

impl Found {
    /// Something in a statement.
    pub(super) fn at(statement: &Statement<'_>, what: &str) -> Self {
        Found { file: statement.file, line: statement.line, what: what.to_owned() }
    }
}

/// By itself not enough to leave MARS or RARS.
const WEAK: u32 = 1;
/// Enough where nothing speaks against it.
const FAIR: u32 = 3;
/// A program that has it means nothing in the others, or does not work there.
pub(super) const STRONG: u32 = 5;
/// The system calls of another system: nothing else outweighs them.
const SURE: u32 = 30;

#[rustfmt::skip]
pub(super) static MACHINES: &[Sign<Machine>] = &[
    row(Look::Habit(mips::registers),              &[Machine::Mips],   STRONG, 1, "has the register {}, as on a MIPS"),
    row(Look::Habit(mips::instructions),           &[Machine::Mips],   FAIR,   2, "has {}, an instruction of the MIPS"),
    row(Look::Habit(riscv::registers),             &[Machine::RiscV],  STRONG, 1, "has the register {}, as on a RISC-V"),
    row(Look::Habit(riscv::instructions),          &[Machine::RiscV],  FAIR,   2, "has {}, an instruction of the RISC-V"),
    row(Look::First(&["ecall"]),                   &[Machine::RiscV],  STRONG, 1, "has {}, which calls the system on a RISC-V"),
    row(Look::First(&[".import"]),                 &[Machine::RiscV],  FAIR,   1, "has {}, which only Venus knows"),
    row(Look::First(riscv::OF_GNU),                &[Machine::RiscV],  FAIR,   1, "has {}, which the GNU assembler knows"),
    row(Look::Named(&["mid", "midas"]),            &[Machine::Pdp10],  STRONG, 1, "the name ends in .{}, as of a source of MIDAS"),
    row(Look::Habit(midas::instructions),          &[Machine::Pdp10],  FAIR,   2, "has {}, an instruction of the PDP-10"),
    row(Look::Habit(midas::statements),            &[Machine::Pdp10],  FAIR,   2, "has {}, as in MIDAS"),
    row(Look::Named(&["spl", "splx", "dfx"]),      &[Machine::Esproc], STRONG, 1, "the name ends in .{}, as of a script of SPL"),
    row(Look::Habit(spl::first_cell),              &[Machine::Esproc], STRONG,  1, "begins with {}, as a cell of SPL"),
];

#[rustfmt::skip]
pub(super) static DIALECTS: &[Sign<Dialect>] = &[
    row(Look::First(&[".eqv", ".macro", ".end_macro", ".include"]), &[Mars], STRONG, 2, "has {}, which only MARS knows"),
    row(Look::Habit(mips::calls_of_mars),          &[Mars],   SURE,   1, "makes system call {}, which only MARS has"),
    row(Look::Habit(mips::no_main),                &[Mars],   STRONG, 1, "no label is called {}, and SPIM starts nowhere else"),
    row(Look::Habit(mips::goes_to_main),           &[Mars],   STRONG, 1, "begins with `{}`, which SPIM's start-up code does itself"),
    row(Look::Habit(mips::runs_off),               &[Mars],   FAIR,   1, "has the last instruction, {}, behind which MARS ends"),
    row(Look::Habit(mips::definitions),            &[Spim],   STRONG, 1, "has `{} =`, which only SPIM knows"),
    row(Look::Habit(mips::local_main_behind),      &[Spim],   STRONG, 1, "has `{}`, which is neither first nor .globl, so MARS would not start there"),
    row(Look::Habit(mips::global_main_behind),     &[Spim],   FAIR,   1, "has `{}`, which is not the first instruction, so MARS would not start there"),
    row(Look::Habit(mips::main_returns),           &[Spim],   STRONG, 1, "ends `main` by `{}`, which leads nowhere in MARS"),
    row(Look::Habit(mips::own_start),              &[Spim],   STRONG,  1, "has {}, where SPIM starts without its start-up code"),
    row(Look::First(&[".ent", ".end", ".frame", ".mask", ".fmask"]), &[Spim], FAIR, 1, "has {}, which MARS does not know"),

    row(Look::First(&[".eqv", ".end_macro"]),      &[Rars],   STRONG, 2, "has {}, which only RARS knows"),
    row(Look::Habit(riscv::macros_of_rars),        &[Rars],   STRONG, 1, "has a macro with {}, as in RARS"),
    row(Look::Habit(riscv::sized_externals),       &[Rars],   FAIR,   1, "has {} with a size, as in RARS"),
    row(Look::Habit(riscv::calls_of_rars),         &[Rars],   SURE,   1, "makes system call {}, as in RARS"),
    row(Look::First(&[".import"]),                 &[Venus],  SURE,   1, "has {}, which only Venus knows"),
    row(Look::Habit(riscv::calls_of_venus),        &[Venus],  SURE,   1, "has an {} whose number is in a0, not a7, as in Venus"),
    row(Look::Habit(riscv::runs_off),              &[Venus],  WEAK,   1, "has the last instruction, {}, behind which Venus ends"),
    row(Look::Habit(riscv::calls_of_linux),        &[Gnu],    SURE,   1, "makes system call {}, as under Linux"),
    row(Look::First(riscv::OF_GNU),                &[Gnu],    FAIR,   2, "has {}, which the GNU assembler knows"),
    row(Look::Habit(riscv::numbered_labels),       &[Gnu],    FAIR,   1, "has the numbered label {}, as in the GNU assembler"),
    row(Look::Habit(riscv::starts),                &[Gnu],    FAIR,   1, "has {}, where the GNU linker lets programs start"),
    row(Look::First(&[".section", ".rodata", ".extern"]), &[Gnu], FAIR, 1, "has {}, which the GNU assembler knows"),
];

const fn row<F>(
    look: Look,
    says: &'static [F],
    weight: u32,
    most: usize,
    reason: &'static str,
) -> Sign<F> {
    Sign { look, says, weight, most, reason }
}

impl Look {
    /// The first findings that differ, `most` of them.
    pub(super) fn find(
        &self,
        sources: &[Source<'_>],
        statements: &[Statement<'_>],
        most: usize,
    ) -> Vec<Found> {
        let found = match self {
            Look::First(words) => firsts(statements, |word| words.contains(&word)),
            Look::Named(ends) => named(sources, ends),
            Look::Habit(find) => find(statements),
        };
        let mut different: Vec<Found> = Vec::new();
        for one in found {
            if different.len() < most && different.iter().all(|other| other.what != one.what) {
                different.push(one);
            }
        }
        different
    }
}

/// The first statement with each first word of this kind.
pub(super) fn firsts<'a, 's: 'a>(
    statements: impl IntoIterator<Item = &'a Statement<'s>>,
    is_like: impl Fn(&str) -> bool,
) -> Vec<Found> {
    let mut seen = HashSet::new();
    let new = statements.into_iter().filter(|statement| seen.insert(statement.first()));
    let like = new.filter(|statement| is_like(statement.first()));
    like.map(|statement| Found::at(statement, statement.first())).collect()
}

/// Sources whose name ends in a dot and one of these, in large or small letters.
fn named(sources: &[Source<'_>], ends: &[&str]) -> Vec<Found> {
    let end = |source: &Source<'_>| {
        let extension = source.name.extension()?.to_str()?.to_ascii_lowercase();
        ends.contains(&extension.as_str()).then_some(extension)
    };
    let found = sources.iter().enumerate().filter_map(|(file, source)| Some((file, end(source)?)));
    found.map(|(file, what)| Found { file, line: 0, what }).collect()
}
