//! The dialects: ca65, and the plain syntax of MOS; and how sources of the 6502 are detected.

use architecture::{
    Dialect, Fragment, Languages, Origin, STRONG, SURE, Sign, SignPattern, Statement,
};
use kit::{Action, Directive, Language, Notation};

use crate::isa::NAMES;

/// ca65, for sim65.
const CA65: &str = "ca65";
/// The syntax of MOS's own assembler, for py65mon.
pub(crate) const MOS: &str = "mos";

/// The dialects, in the order in which they are tried.
pub(crate) static DIALECTS: [Dialect; 2] = [
    Dialect::new(CA65, "the assembler ca65 of cc65 (6502)", is_letter)
        .first()
        .with_comments(&[";"])
        .with_fragment(FRAGMENT),
    Dialect::new(MOS, "the syntax of MOS's assembler (6502)", is_letter)
        .with_comments(&[";"])
        .with_bare_labels(|word| kit::is_operation(NAMES, &MOS_LANGUAGE, word))
        .with_fragment(FRAGMENT),
];

const FRAGMENT: Fragment = Fragment {
    label: "{name} = {value}\n",
    constant: "{name} = {value}\n",
    kept: "",
    origin: Origin::Address("* = {value}\n"),
    end: "\n",
};

/// The language of a dialect.
pub(crate) fn language(dialect: &Dialect) -> &'static Language {
    if dialect.name == MOS { &MOS_LANGUAGE } else { &CA65_LANGUAGE }
}

fn is_name(word: &str) -> bool {
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

fn is_letter(c: char) -> bool {
    kit::is_plain_letter(c) || c == '@'
}

/// Address of the first statement, as in sim65's configuration of the linker.
const ORIGIN: u64 = 0x0200;

const COMMON: Language = Language {
    comments: &[";"],
    letters: is_letter,
    numbers: &[Notation::prefixed("$", 16), Notation::prefixed("%", 2), Notation::prefixed("", 10)],
    any_case: true,
    here: Some('*'),
    arithmetic: true,
    origin: Some(ORIGIN),
    ..Language::PLAIN
};

#[rustfmt::skip]
static CA65_LANGUAGE: Language = Language {
    local: Some('@'),
    directives: &[
        Directive::new(".org",     "address",    "the following statements are at this address",               Action::Origin),
        Directive::new(".byte",    "n, n, ...",  "bytes; a text stands for its characters",                    Action::Numbers(1)),
        Directive::new(".byt",     "n, n, ...",  "the same",                                                   Action::Numbers(1)),
        Directive::new(".word",    "n, n, ...",  "words of two bytes, the low one first",                      Action::Numbers(2)),
        Directive::new(".addr",    "n, n, ...",  "the same",                                                   Action::Numbers(2)),
        Directive::new(".dword",   "n, n, ...",  "words of four bytes, the low one first",                     Action::Numbers(4)),
        Directive::new(".res",     "count, n",   "`count` bytes of 0, or of n",                                Action::Space(1)),
        Directive::new(".asciiz",  "\"text\", ...", "the characters of the texts, and a byte of 0",             Action::Texts),
        Directive::new(".align",   "n",          "bytes of 0 up to a multiple of n",                           Action::Align),
        Directive::new(".include", "\"file\"",   "the statements of another file",                             Action::Include),
        Directive::new(".code",    "",           "ignored: there is one segment, in the order of the source",  Action::Ignore),
        Directive::new(".data",    "",           "ignored",                                                    Action::Ignore),
        Directive::new(".rodata",  "",           "ignored",                                                    Action::Ignore),
        Directive::new(".bss",     "",           "ignored",                                                    Action::Ignore),
        Directive::new(".segment", "\"name\"",   "ignored",                                                    Action::Ignore),
        Directive::new(".export",  "name, ...",  "ignored: all labels are known everywhere",                   Action::Ignore),
        Directive::new(".global",  "name, ...",  "ignored",                                                    Action::Ignore),
        Directive::new(".setcpu",  "\"name\"",   "ignored: the option `--cpu` chooses the processor",          Action::Ignore),
    ],
    ..COMMON
};

#[rustfmt::skip]
static MOS_LANGUAGE: Language = Language {
    bare_labels: true,
    labels_any_case: true,
    directives: &[
        Directive::new(".ORG",     "address",    "the same as `* = address`",                                  Action::Origin),
        Directive::new("ORG",      "address",    "the same",                                                   Action::Origin),
        Directive::new(".BYTE",    "n, n, ...",  "bytes; a text stands for its characters",                    Action::Numbers(1)),
        Directive::new(".WORD",    "n, n, ...",  "words of two bytes, the low one first",                      Action::Numbers(2)),
        Directive::new(".DS",      "count",      "`count` bytes of 0",                                         Action::Space(1)),
        Directive::new(".TEXT",    "\"text\"",   "the characters of a text",                                   Action::Text(false)),
        Directive::new("EQU",      "n",          "gives the label before it a value",                          Action::Equate),
        Directive::new(".END",     "",           "ends the program",                                           Action::Ignore),
    ],
    ..COMMON
};

/// Data for detecting sources.
pub static LANGUAGES: Languages = Languages {
    machine: "mos6502",
    dialects: &DIALECTS,
    signs: SIGNS,
    has_instruction: is_name,
    is_guessed: false,
};

const OF_CA65: &[&str] = &[".res", ".byt", ".addr", ".setcpu", ".zeropage", ".importzp", ".export"];

/// Instructions whose names are pseudo-instructions of MIPS or RISC-V, or instructions of other processors.
const SHARED: &[&str] = &["nop", "and", "rol", "ror", "beq", "bne", "jmp", "dec", "inc", "bit"];

fn is_only_here(statement: &Statement<'_>) -> bool {
    !SHARED.iter().any(|name| name.eq_ignore_ascii_case(statement.first()))
}

#[rustfmt::skip]
static SIGNS: &[Sign] = &[
    Sign::of_machine(SURE,   SignPattern::Named(&["a65", "s65", "asm65"]), "files of the 6502 end in `.{}`"),
    Sign::of_machine(STRONG, SignPattern::Own(is_only_here),               "has {}, a 6502 instruction").twice(),
    Sign::of(&[CA65], STRONG, SignPattern::First(OF_CA65),                 "has {}, as in ca65"),
    Sign::of(&[MOS],  STRONG, SignPattern::First(&["*", ".BYTE", ".WORD", ".ORG", "ORG"]), "has {}, as in MOS's assembler"),
];
