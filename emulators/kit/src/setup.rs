//! A simple machine with its dialect and switches.

use std::ops::Range;

use architecture::{Architecture, Dialect, ProgramFile, Row, Setup, Takes};
use asmkit::{Diagnostic, FileId, Library, Sources, elf};
use machine::{AnyMachine, Random};

use crate::assembler::{Language, assemble};
use crate::design::{Design, Register};
use crate::format::Format;
use crate::simple::Simple;
use crate::state::State;

/// Switch `--randomize` of machines that call [`State::randomize`](crate::State::randomize); `set`
/// gets the seed.
#[must_use]
pub const fn randomize<O>(set: fn(&mut O, &str)) -> Row<O> {
    let help = "Start with random registers and random memory around the program, from this seed \
                (6502, LC-3) [default: zeros]";
    Row::text("randomize", help, Takes::Text("SEED", refused_seed), set)
}

fn refused_seed(seed: &str) -> Option<String> {
    let is_number = seed.parse::<u64>().is_ok();
    (!is_number).then(|| format!("`{seed}` is not a number from 0 to 2^64 - 1"))
}

impl<F: Format> State<F> {
    /// Sets the registers, of which the first is in slot 0, and memory around the program to random
    /// numbers.
    pub fn randomize(&self, seed: u64, registers: &[Register], memory: Range<u64>) {
        let mut random = Random::seeded(seed);
        for (slot, register) in (0..).zip(registers) {
            self.set(slot, random.next_u64() & (u64::MAX >> (64 - register.bits)));
        }
        let is_free = |at: &u64| !self.is_in_program(*at);
        memory.filter(is_free).for_each(|at| _ = self.poke(at, random.next_u64()));
    }
}

/// A simple machine with its dialect and switches, which are in the design.
pub struct SimpleSetup<D: Design> {
    /// The machine's row.
    pub architecture: &'static dyn Architecture,
    /// The dialect.
    pub dialect: &'static Dialect,
    /// Its language.
    pub language: &'static Language,
    /// The machine as the switches make it.
    pub design: D,
    /// Note for a program's ELF file.
    pub note: String,
    /// ELF machine number, if there is one.
    pub elf_machine: Option<u16>,
    /// Whether programs poll a device for input.
    pub polls_input: bool,
    /// Advice on ending a program.
    pub how_to_end: &'static str,
    /// Writes a program in one of the machine's formats.
    pub write: fn(&ProgramFile, Option<&str>) -> Result<Vec<u8>, String>,
}

impl<D: Design> std::fmt::Debug for SimpleSetup<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct(self.dialect.name).field("design", &self.design).finish_non_exhaustive()
    }
}

impl<D: Design + Sync> Setup for SimpleSetup<D> {
    fn architecture(&self) -> &'static dyn Architecture {
        self.architecture
    }

    fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        let memory = self.design.memory_units();
        assemble::<D>(sources, files, library, self.language, memory).map(ProgramFile::from)
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Simple::new(self.design.clone()))
    }

    fn note(&self) -> String {
        self.note.clone()
    }

    fn elf(&self) -> Option<elf::Target> {
        let isa = D::SPEC.name.to_owned();
        let machine = self.elf_machine?;
        Some(elf::Target { isa, machine, flags: 0, big_endian: D::BIG_ENDIAN })
    }

    fn write(
        &self,
        made: &ProgramFile,
        format: Option<&str>,
        _: Option<&str>,
    ) -> Result<Vec<u8>, String> {
        (self.write)(made, format)
    }

    fn is_big_endian(&self) -> bool {
        D::BIG_ENDIAN
    }

    fn instruction_units(&self, first: u16) -> u64 {
        // The first unit of a longer instruction decides, except where all have the same length.
        let begins = |pattern: &machine::bits::Pattern| {
            let low = u64::MAX >> (64 - D::UNIT_BITS);
            let rest = if D::BIG_ENDIAN { pattern.width() - D::UNIT_BITS } else { 0 };
            let (mask, value) = (pattern.mask() >> rest & low, pattern.value() >> rest & low);
            u64::from(first) & mask == value
        };
        let row = D::rows().iter().find(|row| begins(&row.pattern));
        row.map_or(1, crate::row::Row::units)
    }

    fn polls_input(&self) -> bool {
        self.polls_input
    }

    fn how_to_end(&self) -> &'static str {
        self.how_to_end
    }

    fn has_files(&self) -> bool {
        false
    }

    fn takes_arguments(&self) -> bool {
        false
    }
}

/// [`SimpleSetup::write`] of a machine without formats except ELF.
///
/// # Errors
/// Always: the command writes ELF files itself.
pub fn only_elf(_: &ProgramFile, _: Option<&str>) -> Result<Vec<u8>, String> {
    Err("programs of this machine are written as elf".to_owned())
}
