//! The machines there are, each with the switches a lane or a user chooses.

use std::path::{Path, PathBuf};

use asmkit::{Assembly, Diagnostic, FileId, Library, Sources, elf};
use machine::{
    Counts, Data, Executed, Fault, Host, Image, LoadError, Machine, Observer, Spec, Stop,
};

use crate::dialect::Dialect;
use crate::files::Folder;
use crate::its_disk::ItsLibrary;
use crate::spl;

/// An instruction set and its switches: what assembles a program and what runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// MIPS32 as SPIM and MARS have it.
    Mips32(mips32::Options),
    /// RISC-V as RARS, Venus, Linux or the ESP32-C3 have it.
    Riscv32(riscv32::Options),
    /// The PDP-10 (KA10) as a program under ITS has it.
    Pdp10(pdp10::Options),
    /// SPL, the cell grids of esProc.
    Esproc,
}

/// What a lane can name as its machine, and the dialects it has.
const MACHINES: &[(&str, &[Dialect])] = &[
    ("mips32", &[Dialect::Mars, Dialect::Spim]),
    ("riscv32", &[Dialect::Rars, Dialect::Venus, Dialect::Gnu]),
    ("esp32c3", &[Dialect::Gnu]),
    ("pdp10", &[Dialect::Midas]),
    ("esproc", &[Dialect::Spl]),
];

impl From<Dialect> for Target {
    /// The machine of a dialect without any switch.
    fn from(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Mars => Target::Mips32(mips32::Options::of(mips32::Dialect::Mars)),
            Dialect::Spim => Target::Mips32(mips32::Options::of(mips32::Dialect::Spim)),
            Dialect::Gnu => Target::Riscv32(riscv32::Options::of(riscv32::Dialect::Gnu)),
            Dialect::Rars => Target::Riscv32(riscv32::Options::of(riscv32::Dialect::Rars)),
            Dialect::Venus => Target::Riscv32(riscv32::Options::of(riscv32::Dialect::Venus)),
            Dialect::Midas => Target::Pdp10(pdp10::Options::default()),
            Dialect::Spl => Target::Esproc,
        }
    }
}

impl Target {
    /// The target a lane names, without any switch.
    ///
    /// # Errors
    /// The names there are, where there is no such machine, or no such dialect of it.
    pub fn named(machine: &str, dialect: &str) -> Result<Self, UnknownTarget> {
        let found = MACHINES.iter().find(|(name, _)| *name == machine);
        let Some((_, dialects)) = found else {
            let known = MACHINES.iter().map(|(name, _)| *name).collect();
            return Err(UnknownTarget::Machine { known });
        };
        let found = dialects.iter().find(|known| known.name() == dialect);
        let Some(&dialect) = found else {
            let known = dialects.iter().map(|dialect| dialect.name()).collect();
            return Err(UnknownTarget::Dialect { known });
        };
        Ok(match machine {
            "esp32c3" => Target::Riscv32(riscv32::Options::esp32c3()),
            _ => Target::from(dialect),
        })
    }

    /// The instruction set, as images spell it.
    #[must_use]
    pub fn isa(&self) -> &'static str {
        match self {
            Target::Mips32(_) => "mips32",
            Target::Riscv32(_) => "riscv32",
            Target::Pdp10(_) => "pdp10",
            Target::Esproc => spl::ISA,
        }
    }

    /// What its counts of instructions count.
    #[must_use]
    pub fn instructions(&self) -> &'static str {
        match self {
            Target::Esproc => "cells",
            _ => "instructions",
        }
    }

    /// The dialect.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match self {
            Target::Mips32(options) => match options.dialect {
                mips32::Dialect::Mars => Dialect::Mars,
                mips32::Dialect::Spim => Dialect::Spim,
            },
            Target::Riscv32(options) => match options.dialect {
                riscv32::Dialect::Gnu => Dialect::Gnu,
                riscv32::Dialect::Rars => Dialect::Rars,
                riscv32::Dialect::Venus => Dialect::Venus,
            },
            Target::Pdp10(_) => Dialect::Midas,
            Target::Esproc => Dialect::Spl,
        }
    }

    /// Assembles files together, the first one first.
    ///
    /// # Errors
    /// What the assembler has to say, errors among it.
    pub fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<Assembly, Vec<Diagnostic>> {
        match self {
            Target::Mips32(options) => {
                mips32::assembler::assemble(sources, files, options, library)
            }
            Target::Riscv32(options) => {
                riscv32::assembler::assemble(sources, files, options, library)
            }
            Target::Pdp10(options) => {
                let assembled = pdp10::assembler::assemble(sources, files, options, library);
                assembled.map(|assembled| assembled.assembly)
            }
            Target::Esproc => spl::assemble(sources, files),
        }
    }

    /// The files a source may include: those of its folder, of others the user names, and of the
    /// disk of ITS there may be.
    #[must_use]
    pub fn library(
        &self,
        source: &Path,
        more: &[PathBuf],
        its_disk: Option<&Path>,
    ) -> Box<dyn Library> {
        match self {
            Target::Pdp10(_) => Box::new(ItsLibrary::new(source, more, its_disk)),
            _ => Box::new(Folder::with(source, more)),
        }
    }

    /// A new machine with nothing in it.
    #[must_use]
    pub fn machine(&self) -> AnyMachine {
        match self {
            Target::Mips32(options) => AnyMachine::Mips32(Box::new(mips32::Mips32::new(*options))),
            Target::Riscv32(options) => {
                AnyMachine::Riscv32(Box::new(riscv32::Riscv32::new(*options)))
            }
            Target::Pdp10(options) => AnyMachine::Pdp10(Box::new(pdp10::Pdp10::new(*options))),
            Target::Esproc => {
                AnyMachine::Esproc(Box::new(esproc::Esproc::new(esproc::Options::default())))
            }
        }
    }

    /// Whether a program from a file is of a size that makes sense here.
    ///
    /// Machines decode all between the first and the last instruction when they load, a program's
    /// own and the kernel's apart, so a file must not claim gigabytes of it.
    ///
    /// # Errors
    /// A sentence when instructions lie more than [`TEXT_LIMIT_BYTES`] apart.
    pub fn check_size(&self, image: &Image) -> Result<(), String> {
        let kernel_from = 0x8000_0000;
        for kernel in [false, true] {
            let texts = image.segments.iter().filter(|segment| segment.executable);
            let texts = texts.filter(|segment| (segment.base >= kernel_from) == kernel);
            let first = texts.clone().map(|segment| segment.base).min();
            let end = texts.map(|segment| segment.base.saturating_add(segment.size)).max();
            let (Some(first), Some(end)) = (first, end) else { continue };
            if end - first > TEXT_LIMIT_BYTES {
                return Err(format!(
                    "the instructions lie between {first:#x} and {end:#x}: {TEXT_LIMIT_BYTES} bytes \
                     from the first to the last are the limit"
                ));
            }
        }
        Ok(())
    }

    /// What an ELF file says of this machine; `None` where there are no such files of its words.
    ///
    /// Source: System V ABI, MIPS supplement: `EM_MIPS` is 8; flags O32, MIPS32, no reordering.
    /// RISC-V ELF psABI: `EM_RISCV` is 243; flag 1 says that instructions may be compressed.
    #[must_use]
    pub fn elf(&self) -> Option<elf::Target> {
        let (machine, flags, big_endian) = match self {
            Target::Mips32(options) => (8, 0x5000_1001, options.big_endian),
            Target::Riscv32(options) => {
                (243, options.profile.has(riscv32::isa::Extension::C).into(), false)
            }
            Target::Pdp10(_) | Target::Esproc => return None,
        };
        Some(elf::Target { isa: self.isa().to_owned(), machine, flags, big_endian })
    }

    /// Whether the bytes of a word lie from the highest down.
    #[must_use]
    pub fn is_big_endian(&self) -> bool {
        matches!(self, Target::Mips32(options) if options.big_endian)
    }

    /// The instruction at an address of an image: its word, and the units of memory it takes.
    ///
    /// Cells of a script are no words.
    #[must_use]
    pub fn instruction(&self, image: &Image, address: u64) -> Option<Instruction> {
        let segment = image
            .segments
            .iter()
            .find(|segment| address >= segment.base && address < segment.base + segment.size)?;
        if *self == Target::Esproc {
            return None;
        }
        let at = usize::try_from(address - segment.base).ok()?;
        let bytes = match &segment.data {
            Data::Bytes(bytes) => bytes.get(at..)?,
            Data::Words(words) => return Some(Instruction { word: *words.get(at)?, units: 1 }),
        };
        let short = |bytes: &[u8]| Some(u16::from_le_bytes(bytes.get(..2)?.try_into().ok()?));
        let long = |bytes: &[u8]| -> Option<[u8; 4]> { bytes.get(..4)?.try_into().ok() };
        match self {
            Target::Mips32(options) if options.big_endian => {
                Some(Instruction { word: u32::from_be_bytes(long(bytes)?).into(), units: 4 })
            }
            Target::Riscv32(_) if short(bytes)? & 3 != 3 => {
                Some(Instruction { word: short(bytes)?.into(), units: 2 })
            }
            _ => Some(Instruction { word: u32::from_le_bytes(long(bytes)?).into(), units: 4 }),
        }
    }

    /// Whether programs look for input at a device, so that nobody is told when they wait for it.
    #[must_use]
    pub fn polls_input(&self) -> bool {
        match self {
            Target::Mips32(options) => options.mapped_io,
            Target::Riscv32(options) => options.board.is_some(),
            Target::Pdp10(_) | Target::Esproc => false,
        }
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

/// Why there is no target of a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnknownTarget {
    /// There is no such machine.
    Machine {
        /// The machines there are.
        known: Vec<&'static str>,
    },
    /// The machine has no such dialect.
    Dialect {
        /// The dialects it has.
        known: Vec<&'static str>,
    },
}

/// How far apart the instructions of a program from a file may lie: 8 MiB.
pub const TEXT_LIMIT_BYTES: u64 = 8 << 20;

/// Any of the machines there are.
#[derive(Debug, Clone)]
pub enum AnyMachine {
    /// MIPS32.
    Mips32(Box<mips32::Mips32>),
    /// RISC-V.
    Riscv32(Box<riscv32::Riscv32>),
    /// PDP-10.
    Pdp10(Box<pdp10::Pdp10>),
    /// SPL.
    Esproc(Box<esproc::Esproc>),
}

/// The same expression for whichever machine it is.
macro_rules! each {
    ($any:expr, $machine:ident => $result:expr) => {
        match $any {
            AnyMachine::Mips32($machine) => $result,
            AnyMachine::Riscv32($machine) => $result,
            AnyMachine::Pdp10($machine) => $result,
            AnyMachine::Esproc($machine) => $result,
        }
    };
}

impl AnyMachine {
    /// Chooses the stores an observer sees: those from `start` to before `end`, until `load`.
    pub fn watch(&mut self, start: u64, end: u64) {
        match self {
            AnyMachine::Mips32(machine) => machine.watch(start, end),
            AnyMachine::Riscv32(machine) => machine.watch(start, end),
            AnyMachine::Pdp10(machine) => machine.watch(start, end),
            // It tells all of its stores, which are few.
            AnyMachine::Esproc(_) => {}
        }
    }

    /// What to look at after a mistake, where the machine knows more than its cause tells.
    #[must_use]
    pub fn advice(&self, fault: &Fault) -> Option<String> {
        match self {
            AnyMachine::Mips32(machine) => machine.advice(fault),
            _ => None,
        }
    }

    /// What the user should know of a run that is over, or that a limit cut short.
    #[must_use]
    pub fn remarks(&self, still_running: bool) -> Vec<String> {
        match self {
            AnyMachine::Mips32(machine) => machine.remarks(still_running),
            _ => Vec::new(),
        }
    }

    /// The value of a cell of a script as the language prints it; `None` where there is none.
    #[must_use]
    pub fn cell(&self, name: &str) -> Option<String> {
        match self {
            AnyMachine::Esproc(machine) => machine.cell(name),
            _ => None,
        }
    }
}

impl Machine for AnyMachine {
    fn spec(&self) -> &'static Spec {
        each!(self, machine => machine.spec())
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        each!(self, machine => machine.load(image))
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        each!(self, machine => machine.run(host, budget_instrs, observer))
    }

    fn counts(&self) -> Counts {
        each!(self, machine => machine.counts())
    }

    fn executed(&self) -> Vec<Executed> {
        each!(self, machine => machine.executed())
    }

    fn pc(&self) -> u64 {
        each!(self, machine => machine.pc())
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        each!(self, machine => machine.registers())
    }

    fn peek(&self, address: u64) -> Option<u64> {
        each!(self, machine => machine.peek(address))
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        each!(self, machine => machine.disassemble(address))
    }

    fn set_pc(&mut self, address: u64) {
        each!(self, machine => machine.set_pc(address));
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        each!(self, machine => machine.set_register(name, value))
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        each!(self, machine => machine.poke(address, unit))
    }
}
