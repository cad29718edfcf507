//! The LC-3, the computer of "Introduction to Computing Systems" by Patt and Patel.
//!
//! `isa` has the instructions, `processor` traps, devices, exceptions and interrupts, `convention`
//! the registers of calls, `files` object files and tables of symbols, and this file the language and
//! the machine's row in the table of machines.

mod convention;
mod files;
mod isa;
mod processor;

use std::path::Path;

use architecture::{
    Architecture, Choices, Convention, Dialect, Executable, FAIR, Finding, Format, Fragment,
    Languages, Origin, Page, Processor, Row, STRONG, SURE, Setup, Sign, SignPattern, Statement,
    Switch, apply, note,
};
use asmkit::words::Word;
use kit::{Action, Design, Directive, Language, Notation, SimpleSetup, randomize};
use machine::Spec;

use processor::Lc3;

/// The machine's row.
pub const ARCHITECTURE: &dyn Architecture = &Lc3Architecture;

/// The only dialect: what lc3tools and lc3as accept.
static DIALECT: Dialect = Dialect::new("lc3", "lc3tools and lc3as (LC-3)", is_in_names)
    .with_comments(&[";", "//"])
    .with_bare_labels(|word| kit::is_operation(&isa::NAMES, &LANGUAGE, word))
    .with_fragment(Fragment {
        label: ".ORIG {value}\n{name}\n.END\n",
        constant: "",
        kept: "",
        origin: Origin::Address(".ORIG {value}\n"),
        end: "\n.END\n",
    });

/// Its language. Sources: the documentation of lc3tools and the manual page of lc3as.
static LANGUAGE: Language = Language {
    comments: &[";", "//"],
    letters: is_in_labels,
    numbers: &[
        Notation::prefixed("#", 10).or_negative(),
        Notation::prefixed("x", 16).or_negative(),
        Notation::prefixed("0x", 16).or_negative(),
        Notation::prefixed("b", 2).or_negative(),
        Notation::prefixed("", 10).or_negative(),
    ],
    any_case: true,
    labels_any_case: true,
    bare_labels: true,
    commas_are_blanks: true,
    directives: &[
        Directive::new(".ORIG", "n", "the following statements are at address n", Action::Origin),
        Directive::new(".FILL", "n", "a word with this value", Action::Number(1)),
        Directive::new(".BLKW", "count", "`count` words of zero", Action::Space(1)),
        Directive::new(
            ".STRINGZ",
            "\"text\"",
            "a word for each character of the text, and a zero",
            Action::Text(true),
        ),
        Directive::new(".END", "", "end of what follows `.ORIG`", Action::End),
    ],
    ..Language::PLAIN
};

fn is_in_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.$?!@&".contains(c)
}

/// Whether a label may have a character: in lc3tools it may have any that does not separate words.
fn is_in_labels(c: char) -> bool {
    is_in_names(c) || "#-+*[]<>%^~|".contains(c)
}

/// Data for detecting sources.
pub static LANGUAGES: Languages = Languages {
    machine: "lc3",
    dialects: std::slice::from_ref(&DIALECT),
    signs: SIGNS,
    // The other names are also names of the PDP-10 or, in lower case, of MIPS and RISC-V.
    has_instruction: |word| OWN.iter().any(|name| name.eq_ignore_ascii_case(word)),
    is_guessed: false,
};

/// Names of instructions that only the LC-3 has.
const OWN: &[&str] = &[
    "LDI", "LDR", "STI", "STR", "BRn", "BRz", "BRp", "BRnz", "BRnp", "BRzp", "BRnzp", "JSRR",
    "GETC", "PUTS", "PUTSP",
];

#[rustfmt::skip]
static SIGNS: &[Sign] = &[
    Sign::of_machine(STRONG, SignPattern::Named(&["lc3"]), "the file name ends in .{}, as for LC-3 sources"),
    Sign::of_machine(SURE, SignPattern::First(&[".ORIG", ".orig", ".FILL", ".fill", ".BLKW", ".blkw", ".STRINGZ", ".stringz"]), "has {}, a directive of the LC-3"),
    Sign::of_machine(SURE, SignPattern::Habit(dotless_origin), "has {}, a directive of the LC-3 without its dot"),
    Sign::of_machine(FAIR, SignPattern::Own(|_| true), "has {}, an LC-3 instruction").twice(),
];

/// `.ORIG` without its dot and with an address as in the LC-3's language: `ORIG x3000`.
fn dotless_origin(statements: &[Statement<'_>]) -> Vec<Finding> {
    let is_hexadecimal = |word: &&str| {
        let digits = word.trim_start_matches('0').strip_prefix(['x', 'X']).unwrap_or("");
        !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit())
    };
    let is_one = |statement: &&Statement<'_>| {
        let is_origin = statement.first().eq_ignore_ascii_case("orig");
        is_origin && statement.operands().first().is_some_and(is_hexadecimal)
    };
    let found = statements.iter().filter(is_one);
    found.map(|statement| Finding::at(statement, statement.first())).collect()
}

/// The switches.
static SWITCHES: [Row<Lc3>; 2] = [
    Row::on(
        "second-edition",
        "Behave as in the textbook's second edition: no privileges, and TRAP saves the return \
         address in R7 (LC-3)",
        |machine, is_on| machine.is_second_edition = is_on,
    ),
    randomize(|machine, seed| machine.random = seed.parse().ok()),
];

fn set_up(given: &Choices) -> Box<dyn Setup> {
    let mut design = Lc3::default();
    apply(&SWITCHES, &mut design, given);
    Box::new(SimpleSetup {
        architecture: ARCHITECTURE,
        dialect: &DIALECT,
        language: &LANGUAGE,
        note: note(&SWITCHES, &design, DIALECT.name),
        design,
        elf_machine: None,
        polls_input: true,
        how_to_end: "HALT",
        write: files::write,
    })
}

const HEAD: &str = "\
# The LC-3

Eight registers of 16 bits, `R0` to `R7`; memory has 65536 words of 16 bits. In the table, `d` is the destination register,
`s`, `a` and `b` are source registers, `i` and `o` are signed numbers, `t` is an address or a label, stored as its distance
from the following instruction, `v` is a trap vector, and `u` is a bit that is ignored.

User programs are at x3000 to xFDFF. They start in user mode with R6 = xFE00 and may not use other memory; in supervisor mode, or
with `--second-edition`, these are devices: KBSR xFE00, KBDR xFE02, DSR xFE04, DDR xFE06, PSR xFFFC, MCR xFFFE. Service
routines of a program whose addresses are at trap vectors x0000 to x00FF, or at x0100 (privilege violation), x0101 (illegal
opcode), x0102 (access violation) and x0180 (keyboard interrupt), replace those of the system. A TRAP to a routine of the
system counts as one instruction, and HALT writes nothing.

Numbers are `#-10`, `10`, `x3000`, `0x3000` or `b1010`. Case does not matter. Blanks or commas separate operands. A label
may have a colon. `BR` is `BRnzp`, and `PUTC` is `OUT`. A text has a word for each byte of its UTF-8.
";

/// A loop that adds up a table, about ten million instructions long.
const BENCHMARK: &str = "\
        .ORIG x3000
        LD R5, OUTER
AGAIN   LEA R1, TABLE
        AND R2, R2, #0
        LD R3, COUNT
NEXT    LDR R4, R1, #0
        ADD R4, R4, R2
        STR R4, R1, #0
        ADD R1, R1, #1
        ADD R2, R2, #1
        ADD R3, R3, #-1
        BRp NEXT
        ADD R5, R5, #-1
        BRp AGAIN
        HALT
OUTER   .FILL #22000
COUNT   .FILL #64
TABLE   .BLKW #64
        .END
";

#[derive(Debug)]
struct Lc3Architecture;

impl Architecture for Lc3Architecture {
    fn spec(&self) -> &'static Spec {
        Lc3::SPEC
    }

    fn title(&self) -> &'static str {
        "LC-3"
    }

    fn languages(&self) -> &'static Languages {
        &LANGUAGES
    }

    fn processors(&self) -> &'static [Processor] {
        &[Processor { name: "lc3", dialects: &["lc3"], switches: &[] }]
    }

    fn switches(&self) -> Vec<&'static Switch> {
        SWITCHES.iter().map(|row| &row.switch).collect()
    }

    fn words(&self, _: &Dialect) -> Vec<Word> {
        kit::words::<Lc3>("lc3", &LANGUAGE)
    }

    fn convention(&self) -> Option<&'static Convention> {
        Some(&convention::CONVENTION)
    }

    fn set_up(&self, _: &Dialect, given: &Choices) -> Result<Box<dyn Setup>, String> {
        Ok(set_up(given))
    }

    fn open(
        &self,
        name: &Path,
        bytes: &[u8],
        given: &Choices,
    ) -> Option<Result<Executable, String>> {
        let image = files::read(name, bytes)?;
        Some(image.map(|image| Executable { setup: set_up(given), made: image.into() }))
    }

    fn kinds(&self) -> &'static str {
        "OBJ files of the LC-3, and its .bin and .hex files of digits"
    }

    fn formats(&self) -> &'static [Format] {
        files::FORMATS
    }

    fn pages(&self) -> &'static [Page] {
        &[Page { name: "lc3", text: || kit::page::<Lc3>(HEAD, &LANGUAGE) }]
    }

    fn benchmark(&self) -> (&'static Dialect, &'static str) {
        (&DIALECT, BENCHMARK)
    }
}
