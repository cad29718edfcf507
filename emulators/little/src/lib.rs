//! A machine of twelve instructions: the smallest complete example.
//!
//! To add a machine, read this crate with "Adding a machine" in CONTRIBUTING.md: `isa` has the
//! instructions, `processor` the rest of the machine, and this file its row in the table of machines.

mod isa;
mod processor;

use architecture::{
    Architecture, Choices, Dialect, Executable, Languages, Page, Processor, Row, SURE, Setup, Sign,
    SignPattern, Switch, apply, note, noted,
};
use asmkit::elf;
use asmkit::words::Word;
use kit::{Action, Design, Directive, Language, Notation, SimpleSetup};
use machine::Spec;

use processor::Little;

/// The machine's row.
pub const ARCHITECTURE: &dyn Architecture = &LittleArchitecture;

/// The only dialect.
static DIALECT: Dialect =
    Dialect::new("little", "the assembler of this example machine", kit::is_plain_letter);

/// Its language; jumps to address 0 and near it are faults, because programs start above.
static LANGUAGE: Language = Language {
    numbers: &[Notation::prefixed("0x", 16), Notation::prefixed("", 10)],
    directives: &[
        Directive::new(".word", "n, n, ...", "words with these values", Action::Numbers(4)),
        Directive::new(".space", "count", "`count` words of zero", Action::Space(4)),
    ],
    origin: Some(0x100),
    ..Language::PLAIN
};

/// Data for detecting sources: not the instructions, since other machines have some of the names.
static LANGUAGES: Languages = Languages {
    machine: "little",
    dialects: std::slice::from_ref(&DIALECT),
    signs: &[Sign::of_machine(
        SURE,
        SignPattern::Named(&["little"]),
        "files of this machine end in `.{}`",
    )],
    has_instruction: |word| Little::rows().iter().any(|row| row.name == word),
    is_guessed: false,
};

/// The switches.
static SWITCHES: [Row<Little>; 1] = [Row::on(
    "writable-text",
    "Allow the program to write its own text (little)",
    |machine: &mut Little, is_on| machine.writable_text = is_on,
)
.kept(|machine| machine.writable_text)];

/// `e_machine` of its ELF files: an unregistered number.
const ELF_MACHINE: u16 = 0x4c54;

fn set_up(design: Little) -> Box<dyn Setup> {
    Box::new(SimpleSetup {
        architecture: ARCHITECTURE,
        dialect: &DIALECT,
        language: &LANGUAGE,
        note: note(&SWITCHES, &design, DIALECT.name),
        design,
        elf_machine: Some(ELF_MACHINE),
        polls_input: false,
        how_to_end: "",
        write: kit::only_elf,
    })
}

const HEAD: &str = "\
# The little machine

The machine has eight 32-bit registers, `r0` to `r7`, which are initially zero; none of them is special. Memory starts at
address 0 and has 65536 words. Instructions access whole words at multiples of 4, little-endian.
A program cannot overwrite its instructions unless it runs with `--writable-text`. The first statement is at 0x100.

In the table, `d` is the destination register, `a` and `b` are source registers, `n` is a signed number, and `t` is the
address of an instruction, stored without its two lowest bits. `n` and `t` can be labels.
";

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
table:  .space 64
";

#[derive(Debug)]
struct LittleArchitecture;

impl Architecture for LittleArchitecture {
    fn spec(&self) -> &'static Spec {
        Little::SPEC
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
        kit::words::<Little>("little", &LANGUAGE)
    }

    fn set_up(&self, _: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        let mut options = Little::default();
        apply(&SWITCHES, &mut options, given);
        Ok(set_up(options))
    }

    fn elf_machine(&self) -> Option<u16> {
        Some(ELF_MACHINE)
    }

    fn open_elf(&self, read: elf::ElfProgram, given: &Choices) -> Result<Executable, String> {
        let mut options = noted(&SWITCHES, &read.note.unwrap_or_default(), |_| Little::default());
        apply(&SWITCHES, &mut options, given);
        Ok(Executable { setup: set_up(options), made: read.image.into() })
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: "little", text: || kit::page::<Little>(HEAD, &LANGUAGE) }]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECT, BENCHMARK)
    }
}
