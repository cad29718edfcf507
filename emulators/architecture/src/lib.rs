//! What the house knows of a machine besides running it: its dialects and how they are told, its
//! switches, its files, and what debuggers must know.
//!
//! An [`Architecture`] is a machine as a row of a table; set up with a dialect and switches it is a
//! [`Setup`], which assembles programs and makes machines for them. Both are behind pointers: who
//! uses them names no machine.

pub mod family;

mod convention;
mod dialect;
mod file;
mod gdb;
mod given;
mod languages;
mod messages;
mod samples;
mod setup;
mod signs;
mod statement;
mod switch;

pub use convention::{Back, Convention, Floats};
pub use dialect::{Dialect, Processor};
pub use file::{Finished, Format, Made, Page, far_apart};
pub use gdb::{FrameEffect, Gdb, Register, Value};
pub use given::Given;
pub use languages::Languages;
pub use messages::messages;
pub use samples::Samples;
pub use setup::{Instruction, Setup, World};
pub use signs::{FAIR, Found, Look, STRONG, SURE, Sign, WEAK, firsts};
pub use statement::{Source, Statement, statements, text};
pub use switch::{Row, Switch, Takes, apply, note, noted};

use asmkit::words::Word;
use asmkit::{Diagnostic, Sources, elf};
use machine::calls::Purpose;
use machine::{Fault, Image, Spec};

/// A machine as the house knows it: a row of the table of machines.
///
/// What has a default is for machines that have more than most.
pub trait Architecture: Sync {
    /// Names and sizes; the name is that of the instruction set, as images and lanes spell it.
    fn spec(&self) -> &'static Spec;

    /// What people call it, such as `MIPS`.
    fn title(&self) -> &'static str;

    /// Its source languages, and what gives them away.
    fn languages(&self) -> &'static Languages;

    /// Its source languages, the one first that is tried first.
    fn dialects(&self) -> &'static [Dialect] {
        self.languages().dialects
    }

    /// What lanes can name: the processor as it is, and its boards.
    fn processors(&self) -> &'static [Processor];

    /// What a user can choose.
    fn switches(&self) -> Vec<&'static Switch>;

    /// The words that one of its dialects gives a meaning, out of the tables that the assembler reads.
    ///
    /// Those of one kind are in the order of their table.
    fn words(&self, dialect: &Dialect) -> Vec<Word> {
        let _ = dialect;
        Vec::new()
    }

    /// The machine set up for a dialect, with the switches that were given.
    ///
    /// # Errors
    /// A sentence about a switch that cannot be had so.
    fn set_up(&self, dialect: &Dialect, given: &Given) -> Result<Box<dyn Setup>, String>;

    /// The number that ELF files have for it; `None` where there are no such files of its words.
    fn elf_machine(&self) -> Option<u16> {
        None
    }

    /// A program from an ELF file for [`elf_machine`](Self::elf_machine), ours or another compiler's.
    ///
    /// # Errors
    /// A sentence when it cannot run here.
    fn open_elf(&self, read: elf::Program, given: &Given) -> Result<Finished, String> {
        let _ = (read, given);
        Err(format!("{} programs are not kept in ELF files", self.title()))
    }

    /// A program from a file of another kind that is this machine's; `None` where the bytes are none.
    fn open(&self, bytes: &[u8], given: &Given) -> Option<Result<Finished, String>> {
        let _ = (bytes, given);
        None
    }

    /// What [`open`](Self::open) reads, in words; empty where it reads nothing.
    fn kinds(&self) -> &'static str {
        ""
    }

    /// What its programs can be written as, besides ELF.
    fn formats(&self) -> &'static [Format] {
        &[]
    }

    /// How words can lie in the bytes of such files, where there are several ways.
    fn packings(&self) -> &'static [Format] {
        &[]
    }

    /// Pages about its instructions and functions.
    fn pages(&self) -> &'static [Page];

    /// Random instructions of every row, so many of each, for other tools to judge.
    fn samples(&self, count: u32) -> Option<String> {
        let _ = count;
        None
    }

    /// What gdb must know to debug its programs, whose registers have these names.
    fn gdb(&self, names: &[&'static str]) -> Option<Gdb> {
        let _ = names;
        None
    }

    /// How its procedures call each other, where that is known.
    fn convention(&self) -> Option<&'static Convention> {
        None
    }

    /// Numbers of the system calls of a dialect that a program makes for a purpose, as a machine that
    /// follows a run tells them.
    fn calls(&self, dialect: &Dialect, purpose: Purpose) -> Vec<u64> {
        let _ = (dialect, purpose);
        Vec::new()
    }

    /// A loop of arithmetic, loads, stores and a branch, and the dialect it is written in.
    fn benchmark(&self) -> (&'static Dialect, &'static str);

    /// Address, name and text of each place of a program whose instructions are no words in memory,
    /// in the order of the source.
    fn places(&self, image: &Image) -> Vec<(u64, String, String)> {
        let _ = image;
        Vec::new()
    }

    /// A fault as a message about the source, where that is found in another way than by lines.
    fn told(&self, fault: &Fault, image: &Image, sources: &Sources) -> Option<Diagnostic> {
        let _ = (fault, image, sources);
        None
    }
}
