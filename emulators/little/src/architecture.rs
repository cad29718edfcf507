//! The machine's row in the table of machines, and detection of its sources.

use architecture::{
    Architecture, Choices, Dialect, Executable, Languages, Page, Processor, ProgramFile, SURE,
    Setup, Sign, SignPattern, Switch, apply, note, noted,
};
use asmkit::words::Word;
use asmkit::{Diagnostic, FileId, Library, Rules, Sources, elf};
use machine::{AnyMachine, Spec};

use crate::assembler::reader;
use crate::isa::Op;
use crate::options::{Options, SWITCHES};
use crate::processor::{Little, SPEC};
use crate::{assembler, page};

/// The machine's row.
pub const ARCHITECTURE: &dyn Architecture = &LittleArchitecture;

/// The only dialect.
static DIALECT: Dialect =
    Dialect::new("little", "the assembler of this example machine", reader::is_in_names);

/// Signs of a source; not the instructions, since other machines have some of the same names.
static SIGNS: [Sign; 1] =
    [Sign::of_machine(SURE, SignPattern::Named(&["little"]), "files of this machine end in `.{}`")];

/// `e_machine` of its ELF files: an unregistered number.
const ELF_MACHINE: u16 = 0x4c54;

/// A loop that adds up a table, about 30 million instructions long.
const BENCHMARK: &str = "\
        li r1, 1
        li r2, 64
        li r7, 65536            # iterations
again:  li r3, 0
        li r4, table
next:   ld r5, 0(r4)
        add r5, r5, r3
        st r5, 0(r4)
        li r6, 4
        add r4, r4, r6
        add r3, r3, r1
        blt r3, r2, next
        sub r7, r7, r1
        blt r0, r7, again
        halt r0
        .data
table:  .space 64
";

/// Data for detecting sources.
static LANGUAGES: Languages = Languages {
    machine: SPEC.name,
    dialects: std::slice::from_ref(&DIALECT),
    signs: &SIGNS,
    has_instruction: |word| Op::named(word).is_some(),
    is_guessed: false,
};

#[derive(Debug)]
struct LittleArchitecture;

impl Architecture for LittleArchitecture {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn title(&self) -> &'static str {
        "Little"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        &[Processor { name: "little", dialects: &["little"], switches: &[] }]
    }

    fn switches(&self) -> Vec<&'static Switch> {
        SWITCHES.iter().map(|row| &row.switch).collect()
    }

    fn words(&self, _: &Dialect) -> Vec<Word> {
        page::words()
    }

    fn set_up(&self, _: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        let mut options = Options::default();
        apply(&SWITCHES, &mut options, given);
        Ok(Box::new(LittleSetup(options)))
    }

    fn elf_machine(&self) -> Option<u16> {
        Some(ELF_MACHINE)
    }

    fn open_elf(&self, read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let note = read.note.unwrap_or_default();
        let mut options = noted(&SWITCHES, &note, |_| Options::default());
        apply(&SWITCHES, &mut options, given);
        Ok(Executable { setup: Box::new(LittleSetup(options)), made: read.image.into() })
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: "little", text: page::page }]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECT, BENCHMARK)
    }
}

/// The machine with its switches.
#[derive(Debug)]
struct LittleSetup(Options);

impl Setup for LittleSetup {
    fn architecture(&self) -> &'static dyn Architecture {
        ARCHITECTURE
    }

    fn dialect(&self) -> &'static Dialect {
        &DIALECT
    }

    fn assemble(
        &self,
        sources: &mut Sources,
        files: &[FileId],
        _: &dyn Library,
    ) -> Result<ProgramFile, Vec<Diagnostic>> {
        let rules = Rules { warnings_are_errors: false, keeps_bytes: false };
        let memory = self.0.memory_bytes();
        asmkit::checked(sources, files, rules, |sources| {
            assembler::assemble(sources, files, memory)
        })
        .map(ProgramFile::from)
    }

    fn machine(&self) -> AnyMachine {
        AnyMachine::new(Little::new(self.0))
    }

    fn note(&self) -> String {
        note(&SWITCHES, &self.0, DIALECT.name)
    }

    fn elf(&self) -> Option<elf::Target> {
        let isa = SPEC.name.to_owned();
        Some(elf::Target { isa, machine: ELF_MACHINE, flags: 0, big_endian: false })
    }

    fn takes_arguments(&self) -> bool {
        false
    }
}
