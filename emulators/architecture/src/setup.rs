//! A machine with its dialect and switches.

use std::fmt;
use std::ops::Range;

use asmkit::{Diagnostic, FileId, Library, Sources, elf};
use machine::{AnyMachine, Data, Image, Spec};

use crate::Convention;
use crate::{Architecture, Dialect, ProgramFile};

/// Pins of a board that can be driven from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardPins {
    /// Number of digital pins, which are numbered from 0.
    pub digital: u8,
    /// Number of analog inputs, which are numbered from 0.
    pub analog: u8,
    /// Largest value of an analog input.
    pub most_analog: u16,
}

/// A machine with its dialect and switches: assembles programs and creates machines.
pub trait Setup: Send + Sync {
    /// The machine.
    fn architecture(&self) -> &'static dyn Architecture;

    /// The dialect.
    fn dialect(&self) -> &'static Dialect;

    /// Assembles files into one program, in order.
    ///
    /// # Errors
    /// The messages of the assembler, including errors.
    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>>;

    /// Creates an empty machine.
    fn machine(&self) -> AnyMachine;

    /// Calling convention, if known.
    fn convention(&self) -> Option<&'static Convention> {
        self.architecture().convention()
    }

    /// Note for a program's ELF file, so that it runs there as it does from its source.
    fn note(&self) -> String {
        String::new()
    }

    /// ELF header fields for this machine; `None` if ELF does not support its words.
    fn elf(&self) -> Option<elf::Target> {
        None
    }

    /// Writes the program in one of the machine's formats, or in the source's own choice.
    ///
    /// `packing` is one of the machine's packings of words into bytes.
    ///
    /// # Errors
    /// An error message if it cannot be written in this format.
    fn write(
        &self,
        made: &ProgramFile,
        format: Option<&str>,
        packing: Option<&str>,
    ) -> Result<Vec<u8>, String> {
        let _ = (made, format, packing);
        Err(format!("{} programs are written as elf", self.architecture().title()))
    }

    /// Whether memory is big-endian.
    fn is_big_endian(&self) -> bool {
        false
    }

    /// Whether this machine, with its switches, has an instruction of its instruction set.
    fn has_instruction(&self, word: u64) -> bool {
        let _ = word;
        true
    }

    /// Length in units of the instruction with these first two bytes; 0 if instructions are not
    /// words.
    fn instruction_units(&self, first: u16) -> u64 {
        let _ = first;
        4
    }

    /// Number of delay slots after a jump.
    fn delay_slots(&self) -> u64 {
        0
    }

    /// Whether programs poll a device for input, so that waiting for input is not reported.
    fn polls_input(&self) -> bool {
        false
    }

    /// Whether the machine stops for input if a program polls in vain and more input may come.
    fn stops_at_polls(&self) -> bool {
        false
    }

    /// Pins of the board that can be driven from outside, if it has any.
    fn pins(&self) -> Option<BoardPins> {
        None
    }

    /// Gives the board's flash chip earlier content, where the program's file leaves it erased.
    ///
    /// Returns the addresses at which a machine with this program shows the chip; `None` without a
    /// chip.
    fn keep_flash(&self, image: &mut Image, earlier: &[u8]) -> Option<Range<u64>> {
        let _ = (image, earlier);
        None
    }

    /// Adds the functions and constants of the board's boot ROM from its ELF file to a program.
    ///
    /// Returns false if there is no such board.
    ///
    /// # Errors
    /// If the file is not a boot ROM for the board.
    fn add_rom(&self, image: &mut Image, file: &[u8]) -> Result<bool, String> {
        let _ = (image, file);
        Ok(false)
    }

    /// Advice on ending a program; empty if it may run past its last instruction.
    fn how_to_end(&self) -> &'static str {
        ""
    }

    /// Access of a program to the user's files.
    fn world(&self) -> World {
        World::Asked
    }

    /// Whether the program's system has files.
    fn has_files(&self) -> bool {
        true
    }

    /// Range of memory that a program can allocate at run time; `None` if it cannot allocate.
    fn heap(&self, image: &Image) -> Option<Range<u64>> {
        let _ = image;
        None
    }

    /// Whether programs take arguments.
    fn takes_arguments(&self) -> bool {
        true
    }
}

impl fmt::Debug for dyn Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(self.dialect().name).finish_non_exhaustive()
    }
}

impl dyn Setup {
    /// Name of the instruction set in images.
    #[must_use]
    pub fn isa(&self) -> &'static str {
        self.spec().name
    }

    /// Fixed properties.
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
        // An instruction of one byte may be the last byte of its segment.
        let first = u16::from_le_bytes([*bytes.first()?, bytes.get(1).copied().unwrap_or(0)]);
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

/// An instruction in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Instruction {
    /// Bits of the instruction.
    pub word: u64,
    /// Length in units.
    pub units: u64,
}

impl Instruction {
    /// The bits as the manual prints them, with all digits.
    #[must_use]
    pub fn show(&self, spec: &Spec) -> String {
        spec.radix.show(self.word, self.units as u32 * spec.unit_bits)
    }
}

/// Access of a program to the user's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum World {
    /// It opens files by name, which are searched in its folder on demand.
    Asked,
    /// All small files in its folder are available from the start.
    Siblings,
    /// A folder is the disk of its system, with that system's file names; a command line is one
    /// line.
    Disk,
}
