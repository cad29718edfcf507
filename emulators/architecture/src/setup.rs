//! A machine set up: with its dialect and switches chosen.

use std::fmt;
use std::ops::Range;

use asmkit::{Diagnostic, FileId, Library, Sources, elf};
use machine::{AnyMachine, Data, Image, Spec};

use crate::Convention;
use crate::{Architecture, Dialect, Made};

/// A machine with its dialect and switches: what assembles programs, and makes machines for them.
pub trait Setup: fmt::Debug + Send + Sync {
    /// The machine.
    fn architecture(&self) -> &'static dyn Architecture;

    /// The dialect.
    fn dialect(&self) -> &'static Dialect;

    /// Assembles files together, the first one first.
    ///
    /// # Errors
    /// What the assembler has to say, errors among it.
    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<Made, Vec<Diagnostic>>;

    /// A new machine with nothing in it.
    fn machine(&self) -> AnyMachine;

    /// Returns how procedures call each other on this machine, where that is known.
    fn convention(&self) -> Option<&'static Convention> {
        self.architecture().convention()
    }

    /// What a program's ELF file keeps of all this, so that it runs from there as from its source.
    fn note(&self) -> String {
        String::new()
    }

    /// What an ELF file says of this machine; `None` where there are no such files of its words.
    fn elf(&self) -> Option<elf::Target> {
        None
    }

    /// The program as a file of one of the machine's formats, by name, or as the source wants it;
    /// its words packed in one of the machine's ways.
    ///
    /// # Errors
    /// A sentence when it cannot be written so.
    fn write(
        &self,
        made: &Made,
        format: Option<&str>,
        packing: Option<&str>,
    ) -> Result<Vec<u8>, String> {
        let _ = (made, format, packing);
        Err(format!("{} programs are written as elf", self.architecture().title()))
    }

    /// Whether the bytes of a word lie from the highest down.
    fn is_big_endian(&self) -> bool {
        false
    }

    /// Units of memory that the instruction takes whose first two bytes these are; none where
    /// instructions are no words.
    fn instruction_units(&self, first: u16) -> u64 {
        let _ = first;
        4
    }

    /// Instructions behind a jump that are done before it takes effect.
    fn delay_slots(&self) -> u64 {
        0
    }

    /// Whether programs look for input at a device, so that nobody is told when they wait for it.
    fn polls_input(&self) -> bool {
        false
    }

    /// How a program ends, as a sentence that tells its writer what to do; empty where it ends
    /// behind its last instruction.
    fn how_to_end(&self) -> &'static str {
        ""
    }

    /// What lies around a program.
    fn world(&self) -> World {
        World::Asked
    }

    /// Whether a program has a system that it can ask for files.
    fn has_files(&self) -> bool {
        true
    }

    /// Where what a program asks its system for at run time can lie; none where it cannot ask.
    fn heap(&self, image: &Image) -> Option<Range<u64>> {
        let _ = image;
        None
    }

    /// Whether a program can be given arguments.
    fn takes_arguments(&self) -> bool {
        true
    }
}

impl dyn Setup {
    /// The instruction set, as images spell it.
    #[must_use]
    pub fn isa(&self) -> &'static str {
        self.spec().name
    }

    /// Names and sizes.
    #[must_use]
    pub fn spec(&self) -> &'static Spec {
        self.architecture().spec()
    }

    /// The instruction at an address of an image.
    #[must_use]
    pub fn instruction(&self, image: &Image, address: u64) -> Option<Instruction> {
        let is_in = |base: u64, size: u64| address >= base && address < base + size;
        let segment = image.segments.iter().find(|segment| is_in(segment.base, segment.size))?;
        let at = usize::try_from(address - segment.base).ok()?;
        let bytes = match &segment.data {
            Data::Bytes(bytes) => bytes.get(at..)?,
            Data::Words(words) => return Some(Instruction { word: *words.get(at)?, units: 1 }),
        };
        let first = u16::from_le_bytes(bytes.get(..2)?.try_into().ok()?);
        let units = self.instruction_units(first);
        let bytes = bytes.get(..usize::try_from(units).ok().filter(|&units| units > 0)?)?;
        let add = |word: u64, &byte: &u8| word << 8 | u64::from(byte);
        let word = if self.is_big_endian() {
            bytes.iter().fold(0, add)
        } else {
            bytes.iter().rev().fold(0, add)
        };
        Some(Instruction { word, units })
    }
}

/// An instruction as memory holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Its bits.
    pub word: u64,
    /// Units of memory it takes.
    pub units: u64,
}

impl Instruction {
    /// The bits as the manual prints them, as many digits as it is long.
    #[must_use]
    pub fn show(&self, spec: &Spec) -> String {
        spec.radix.show(self.word, self.units as u32 * spec.unit_bits)
    }
}

/// What lies around a program: how it comes to the user's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// It asks for files by name, and those beside it are found then.
    Asked,
    /// All small files beside it are there from the beginning.
    Beside,
    /// A folder is the disk of its system, with names of the system's own, and a command line is
    /// one line.
    Disk,
}
