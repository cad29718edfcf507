//! The MIPS32 as an `Architecture`: dialects, switches, ELF files and gdb.

mod convention;
#[cfg(not(target_family = "wasm"))]
mod gdb;
mod pipeline;
mod signs;
mod switches;

use std::ops::Range;

use architecture::{
    Architecture, Choices, Convention, Dialect, Executable, Fragment, Languages, Origin, Page,
    Pipeline, Processor, ProgramFile, Setup, Switch, far_apart, noted,
};
#[cfg(not(target_family = "wasm"))]
use architecture::{Gdb, Samples};
use asmkit::words::Word;
use asmkit::{Diagnostic, FileId, Library, Sources, elf};
use machine::calls::CallPurpose;
use machine::{AnyMachine, Image, Spec};

use crate::isa;
use crate::spec::SPEC;
use crate::{Calls, Handler, Mips32, Options, assembler};
use switches::SWITCHES;

/// Entry of the MIPS32 in the table of machines.
pub const ARCHITECTURE: &dyn Architecture = &Mips;

/// Dialects; MARS is tried first because more programs are written for it.
static DIALECTS: &[Dialect] = &[
    Dialect::new("mars", "MARS 4.6 (MIPS)", asmkit::mars::is_in_words)
        .first()
        .with_fragment(Fragment { kept: ".eqv", ..FRAGMENT }),
    // The start-up code calls `main`, which is therefore named.
    Dialect::new("spim", "SPIM 9.1 (MIPS)", assembler::is_in_names_of_spim)
        .with_fragment(Fragment { end: "\n# main\n", ..FRAGMENT }),
];

const FRAGMENT: Fragment = Fragment {
    label: ".text {value}\n{name}:\n",
    constant: "{name} = {value}\n",
    kept: "",
    origin: Origin::Address(".text {value}\n"),
    end: "\n",
};

/// Dialects, and how they are detected.
pub static LANGUAGES: Languages = Languages {
    machine: SPEC.name,
    dialects: DIALECTS,
    signs: signs::SIGNS,
    has_instruction: |word| isa::NAMES.contains(&word),
    is_guessed: false,
};

static PROCESSORS: &[Processor] =
    &[Processor { name: "mips32", dialects: &["mars", "spim"], switches: &[] }];

/// `e_machine` of MIPS, `EM_MIPS`.
const ELF_MACHINE: u16 = 8;

/// O32, MIPS32, no reordering.
///
/// Source: System V ABI, MIPS supplement, `e_flags`.
const ELF_FLAGS: u32 = 0x5000_1001;

struct Mips;

impl Architecture for Mips {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "MIPS"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        PROCESSORS
    }

    fn switches(&self) -> Vec<&'static Switch> {
        SWITCHES.iter().map(|row| &row.switch).collect()
    }

    fn words(&self, dialect: &Dialect) -> Vec<Word> {
        let dialect = options_of(dialect.name);
        let words = assembler::words(dialect).into_iter();
        let words = words.map(|word| convention::CONVENTION.with_role(word));
        words.chain(crate::system::services(dialect)).collect()
    }

    fn set_up(&self, dialect: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        Ok(set_up(Options::of(options_of(dialect.name)), given))
    }

    fn elf_machine(&self) -> Option<u16> {
        Some(ELF_MACHINE)
    }

    fn open_elf(&self, read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let mut options = match &read.note {
            Some(note) => {
                noted(SWITCHES, note, |name| Options::of(options_of(name.unwrap_or_default())))
            }
            None => foreign(given),
        };
        architecture::apply(SWITCHES, &mut options, given);
        options.big_endian = read.target.big_endian;
        options.self_modifying |= read.writable_text;
        match far_apart(&read.image) {
            Some(why) => Err(why),
            None => Ok(Executable { setup: Box::new(options), made: read.image.into() }),
        }
    }

    // A page of the web has no pages about instructions, no gdb and no other tools, and each byte of its
    // module is loaded first.
    fn pages(&self) -> &'static [Page] {
        let is_web = cfg!(target_family = "wasm");
        if is_web { &[] } else { &[Page { name: isa::page::NAME, text: isa::page }] }
    }

    #[cfg(not(target_family = "wasm"))]
    fn samples(&self, count: u32) -> Option<String> {
        let mut samples = Samples::default();
        for row in isa::ROWS {
            samples.add(&row.pattern, row.operands, count, |word, pc| row.disassemble(word, pc));
        }
        Some(samples.into_text())
    }

    fn pipeline(&self) -> Option<&'static Pipeline> {
        Some(&pipeline::R3000)
    }

    #[cfg(not(target_family = "wasm"))]
    fn gdb(&self, names: &[&'static str]) -> Option<Gdb> {
        Some(gdb::gdb(names))
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(&convention::CONVENTION)
    }

    fn calls(&self, dialect: &Dialect, purpose: CallPurpose) -> Vec<u64> {
        crate::system::numbers_of(options_of(dialect.name), purpose)
    }

    fn exits(&self, _: &Dialect) -> (&'static str, &'static [u64]) {
        // Of the dialects, and of Linux.
        ("v0", &[10, 17, 4001, 4246])
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECTS[0], include_str!("architecture/loop.s"))
    }
}

/// Dialect with this name; MARS for an unknown name.
fn options_of(name: &str) -> crate::Dialect {
    if name == "spim" { crate::Dialect::Spim } else { crate::Dialect::Mars }
}

fn set_up(mut options: Options, given: &Choices) -> Box<dyn Setup> {
    architecture::apply(SWITCHES, &mut options, given);
    Box::new(options)
}

/// Options for another compiler's program: delay slots, and Linux unless a dialect is given.
fn foreign(given: &Choices) -> Options {
    let (dialect, calls) = match given.dialect {
        Some(name) => (options_of(name), Calls::Dialect),
        None => (crate::Dialect::Spim, Calls::Linux),
    };
    let handler = Handler::None;
    Options { delayed_branches: true, handler, calls, ..Options::of(dialect) }
}

impl Setup for Options {
    fn architecture(&self) -> &'static dyn Architecture {
        ARCHITECTURE
    }

    fn dialect(&self) -> &'static Dialect {
        match self.dialect {
            crate::Dialect::Mars => &DIALECTS[0],
            crate::Dialect::Spim => &DIALECTS[1],
        }
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        library: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        assembler::assemble(sources, files, self, library).map(ProgramFile::from)
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Mips32::new(*self))
    }

    fn note(&self) -> String {
        architecture::note(SWITCHES, self, self.dialect().name)
    }

    fn heap(&self, image: &Image) -> Option<Range<u64>> {
        let (first, last) = crate::system::heap(self, image);
        (last > first).then(|| first.into()..u64::from(last) + 1)
    }

    fn elf(&self) -> Option<elf::Target> {
        Some(elf::Target {
            isa: ARCHITECTURE.spec().name.to_owned(),
            machine: ELF_MACHINE,
            flags: ELF_FLAGS,
            big_endian: self.big_endian,
        })
    }

    fn is_big_endian(&self) -> bool {
        self.big_endian
    }

    fn delay_slots(&self) -> u64 {
        self.delayed_branches.into()
    }

    fn polls_input(&self) -> bool {
        self.mapped_io
    }

    fn how_to_end(&self) -> &'static str {
        Options::how_to_end(self)
    }
}
