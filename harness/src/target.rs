//! The instruction sets there are, each with the switches a lane or a user chooses.

use asmkit::{Assembly, Diagnostic, FileId, Library, Sources, elf};
use machine::{Counts, Data, Executed, Host, Image, LoadError, Machine, Observer, Spec, Stop};

/// An instruction set and its switches: what assembles a program and what runs it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// MIPS32 as SPIM and MARS have it.
    Mips32(mips32::Options),
}

impl Target {
    /// The instruction sets and dialects a lane can name.
    pub const NAMES: [(&'static str, &'static [&'static str]); 1] = [("mips32", &["mars", "spim"])];

    /// The target a lane names, without any switch; `None` when there is none of that name.
    #[must_use]
    pub fn named(machine: &str, dialect: &str) -> Option<Self> {
        let dialect = match (machine, dialect) {
            ("mips32", "mars") => mips32::Dialect::Mars,
            ("mips32", "spim") => mips32::Dialect::Spim,
            _ => return None,
        };
        Some(Target::Mips32(mips32::Options::of(dialect)))
    }

    /// The instruction set, as lanes spell it.
    #[must_use]
    pub fn isa(&self) -> &'static str {
        match self {
            Target::Mips32(_) => "mips32",
        }
    }

    /// The dialect, as lanes spell it.
    #[must_use]
    pub fn dialect(&self) -> &'static str {
        match self {
            Target::Mips32(options) => match options.dialect {
                mips32::Dialect::Mars => "mars",
                mips32::Dialect::Spim => "spim",
            },
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
        }
    }

    /// A new machine with nothing in it.
    #[must_use]
    pub fn machine(&self) -> AnyMachine {
        match self {
            Target::Mips32(options) => AnyMachine::Mips32(Box::new(mips32::Mips32::new(*options))),
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

    /// What an ELF file says of this machine.
    ///
    /// Source: System V ABI, MIPS supplement: `EM_MIPS` is 8; flags O32, MIPS32, no reordering.
    #[must_use]
    pub fn elf(&self) -> elf::Target {
        match self {
            Target::Mips32(options) => elf::Target {
                isa: self.isa().to_owned(),
                machine: 8,
                flags: 0x5000_1001,
                big_endian: options.big_endian,
            },
        }
    }

    /// The word of the instruction at an address, as the manual prints it.
    #[must_use]
    pub fn word(&self, image: &Image, address: u64) -> Option<u64> {
        let Target::Mips32(options) = self;
        let segment = image
            .segments
            .iter()
            .find(|segment| address >= segment.base && address < segment.base + segment.size)?;
        let Data::Bytes(bytes) = &segment.data else { return None };
        let at = usize::try_from(address - segment.base).ok()?;
        let word: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        let word = match options.big_endian {
            true => u32::from_be_bytes(word),
            false => u32::from_le_bytes(word),
        };
        Some(word.into())
    }

    /// Units of memory one instruction takes.
    #[must_use]
    pub fn instruction_units(&self) -> u64 {
        match self {
            Target::Mips32(_) => 4,
        }
    }
}

/// How far apart the instructions of a program from a file may lie: 8 MiB.
pub const TEXT_LIMIT_BYTES: u64 = 8 << 20;

/// Any of the machines there are.
#[derive(Debug)]
pub enum AnyMachine {
    /// MIPS32.
    Mips32(Box<mips32::Mips32>),
}

impl AnyMachine {
    /// Chooses the stores an observer sees: those from `start` to before `end`, until `load`.
    pub fn watch(&mut self, start: u64, end: u64) {
        match self {
            AnyMachine::Mips32(machine) => machine.watch(start, end),
        }
    }
}

impl Machine for AnyMachine {
    fn spec(&self) -> &'static Spec {
        match self {
            AnyMachine::Mips32(machine) => machine.spec(),
        }
    }

    fn load(&mut self, image: &Image) -> Result<(), LoadError> {
        match self {
            AnyMachine::Mips32(machine) => machine.load(image),
        }
    }

    fn run<O: Observer>(&mut self, host: &mut Host, budget_instrs: u64, observer: &mut O) -> Stop {
        match self {
            AnyMachine::Mips32(machine) => machine.run(host, budget_instrs, observer),
        }
    }

    fn counts(&self) -> Counts {
        match self {
            AnyMachine::Mips32(machine) => machine.counts(),
        }
    }

    fn executed(&self) -> Vec<Executed> {
        match self {
            AnyMachine::Mips32(machine) => machine.executed(),
        }
    }

    fn pc(&self) -> u64 {
        match self {
            AnyMachine::Mips32(machine) => machine.pc(),
        }
    }

    fn registers(&self) -> Vec<(&'static str, u64)> {
        match self {
            AnyMachine::Mips32(machine) => machine.registers(),
        }
    }

    fn peek(&self, address: u64) -> Option<u64> {
        match self {
            AnyMachine::Mips32(machine) => machine.peek(address),
        }
    }

    fn disassemble(&self, address: u64) -> Option<String> {
        match self {
            AnyMachine::Mips32(machine) => machine.disassemble(address),
        }
    }

    fn set_pc(&mut self, address: u64) {
        match self {
            AnyMachine::Mips32(machine) => machine.set_pc(address),
        }
    }

    fn set_register(&mut self, name: &str, value: u64) -> bool {
        match self {
            AnyMachine::Mips32(machine) => machine.set_register(name, value),
        }
    }

    fn poke(&mut self, address: u64, unit: u64) -> bool {
        match self {
            AnyMachine::Mips32(machine) => machine.poke(address, unit),
        }
    }
}
