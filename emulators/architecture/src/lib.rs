//! Everything about a machine besides running it: dialects and how they are detected, switches,
//! file formats, calling convention, and data for debuggers.
//!
//! An [`Architecture`] is a machine as a row of the table of machines. With a dialect and switches
//! it becomes a [`Setup`], which assembles programs and creates machines. Both are trait objects,
//! so their users do not name a machine.

pub mod family;

mod convention;
mod dialect;
mod file;
mod gdb;
mod given;
mod languages;
mod messages;
mod pipeline;
mod samples;
mod setup;
mod signs;
mod statement;
mod switch;

pub use convention::{Back, Convention, Floats};
pub use dialect::{Dialect, Fragment, Origin, Processor};
pub use file::{Executable, Format, Page, ProgramFile, far_apart, too_much_text};
pub use gdb::{FrameEffect, Gdb, Register, Value};
pub use given::Choices;
pub use languages::Languages;
pub use messages::messages;
pub use pipeline::{Delays, Pipeline};
pub use samples::Samples;
pub use setup::{BoardPins, Instruction, Setup, World};
pub use signs::{FAIR, Finding, STRONG, SURE, Sign, SignPattern, WEAK, firsts};
pub use statement::{Source, Statement, statements, text};
pub use switch::{Row, Switch, Takes, apply, note, noted};

use std::path::Path;

use asmkit::words::Word;
use asmkit::{Diagnostic, Sources, elf};
use machine::calls::CallPurpose;
use machine::{Fault, Image, Spec};

/// A machine as a row of the table of machines.
///
/// Methods with a default are optional features.
pub trait Architecture: Sync {
    /// Fixed properties; the name is that of the instruction set in images and lanes.
    fn spec(&self) -> &'static Spec;

    /// Common name, such as `MIPS`.
    fn title(&self) -> &'static str;

    /// Source languages, and how they are detected.
    fn languages(&self) -> &'static Languages;

    /// Source languages, in the order in which they are tried.
    fn dialects(&self) -> &'static [Dialect] {
        self.languages().dialects
    }

    /// Processors that lanes can name: the plain processor, and its boards.
    fn processors(&self) -> &'static [Processor];

    /// Options that a user can choose.
    fn switches(&self) -> Vec<&'static Switch> {
        Vec::new()
    }

    /// Words with a meaning in a dialect, from the assembler's tables.
    ///
    /// Words of one kind are in the order of their table.
    fn words(&self, dialect: &Dialect) -> Vec<Word> {
        let _ = dialect;
        Vec::new()
    }

    /// Sets up the machine for a dialect and switches.
    ///
    /// # Errors
    /// An error message about an invalid switch.
    fn set_up(&self, dialect: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String>;

    /// ELF machine number; `None` if ELF does not support its words.
    fn elf_machine(&self) -> Option<u16> {
        None
    }

    /// Opens a program from an ELF file for [`elf_machine`](Self::elf_machine), from any compiler.
    ///
    /// # Errors
    /// An error message if it cannot run on this machine.
    fn open_elf(&self, read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let _ = (read, given);
        Err(format!("{} programs are not stored in ELF files", self.title()))
    }

    /// Opens a program in another format of this machine; `None` if the file is not in one.
    ///
    /// Some formats are recognised only by the extension of the file's name.
    fn open(
        &self,
        name: &Path,
        bytes: &[u8],
        given: &Choices,
    ) -> Option<Result<Executable, String>> {
        let _ = (name, bytes, given);
        None
    }

    /// Description of the formats that [`open`](Self::open) reads; empty if there are none.
    fn kinds(&self) -> &'static str {
        ""
    }

    /// Output formats besides ELF.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// Packings of words into bytes in such files, if there are several.
    fn packings(&self) -> &'static [Format] {
        &[]
    }

    /// Pages about its instructions and functions.
    fn pages(&self) -> &'static [Page];

    /// Random instructions, `count` per row, to compare with other tools.
    fn samples(&self, count: u32) -> Option<String> {
        let _ = count;
        None
    }

    /// Cycle model that is a pipeline of five stages, if there is one.
    fn pipeline(&self) -> Option<&'static Pipeline> {
        None
    }

    /// Data for gdb; `names` are the machine's register names.
    fn gdb(&self, names: &[&'static str]) -> Option<Gdb> {
        let _ = names;
        None
    }

    /// Calling convention, if known.
    fn convention(&self) -> Option<&'static Convention> {
        None
    }

    /// Numbers of a dialect's system calls with a purpose, as
    /// [`Event::Called`](machine::follow::Event) reports them.
    fn calls(&self, dialect: &Dialect, purpose: CallPurpose) -> Vec<u64> {
        let _ = (dialect, purpose);
        Vec::new()
    }

    /// Register with the number of a dialect's system calls, and the numbers of those that end the
    /// program.
    fn exits(&self, dialect: &Dialect) -> (&'static str, &'static [u64]) {
        let _ = dialect;
        ("", &[])
    }

    /// Benchmark: a loop of arithmetic, loads, stores and a branch, with its dialect.
    fn benchmark(&self) -> (&'static Dialect, &'static str);

    /// Address, name and text of each cell, for programs that are grids, in source order.
    fn places(&self, image: &Image) -> Vec<(u64, String, String)> {
        let _ = image;
        Vec::new()
    }

    /// A fault as a message about the source, if the source location is not found by lines.
    fn describe_fault(
        &self,
        fault: &Fault,
        image: &Image,
        sources: &Sources,
    ) -> Option<Diagnostic> {
        let _ = (fault, image, sources);
        None
    }
}
