//! The names of all directives, and what stands behind those without effect.

use asmkit::words::{Kind, Word};

/// What a directive takes that does nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ignored {
    Int,
    /// A register, whichever.
    Register,
    /// A register that the program may use.
    OwnRegister,
    Name,
    OptionalName,
    Text,
}

/// Directives that have no effect, and what stands behind them.
#[rustfmt::skip]
pub(super) const IGNORED: &[(&str, &[Ignored])] = &[
    (".alias",    &[Ignored::Register, Ignored::Register]),
    (".noalias",  &[Ignored::Register, Ignored::Register]),
    (".asm0",     &[]),
    (".bgnb",     &[Ignored::Int]),
    (".end",      &[Ignored::OptionalName]),
    (".endb",     &[Ignored::Int]),
    (".endr",     &[]),
    (".file",     &[Ignored::Int, Ignored::Text]),
    (".fmask",    &[Ignored::Int, Ignored::Int]),
    (".frame",    &[Ignored::OwnRegister, Ignored::Int, Ignored::OwnRegister]),
    (".livereg",  &[Ignored::Int, Ignored::Int]),
    (".loc",      &[Ignored::Int, Ignored::Int]),
    (".mask",     &[Ignored::Int, Ignored::Int]),
    (".option",   &[Ignored::Name]),
    (".verstamp", &[Ignored::Int, Ignored::Int]),
    (".vreg",     &[Ignored::OwnRegister, Ignored::Int, Ignored::Int]),
];

/// Directives that have an effect, or that SPIM refuses, with what they do.
#[rustfmt::skip]
const EFFECTIVE: &[(&str, &str)] = &[
    (".align",  "goes on at a multiple of a power of two; 0 keeps numbers from being aligned"),
    (".ascii",  "text"),
    (".asciiz", "text and a zero byte"),
    (".byte",   "integers of one byte"),
    (".comm",   "reserves bytes for a name, among the data"),
    (".data",   "data follow"),
    (".double", "double precision numbers"),
    (".ent",    "is read and has no effect"),
    (".err",    "is refused"),
    (".extern", "reserves bytes for a name, near the global pointer where they are few"),
    (".float",  "single precision numbers"),
    (".globl",  "makes a label known to all files"),
    (".half",   "integers of two bytes"),
    (".kdata",  "data of the kernel follow"),
    (".ktext",  "instructions of the kernel follow"),
    (".lab",    "is a label"),
    (".lcomm",  "reserves bytes for a name of this file"),
    (".rdata",  "data follow"),
    (".repeat", "is refused"),
    (".sdata",  "data follow"),
    (".set",    "`noat` lets the program use $at, `at` does not; all else has no effect"),
    (".space",  "reserves bytes"),
    (".struct", "is refused"),
    (".text",   "instructions follow"),
    (".word",   "integers of four bytes"),
];

/// Names of all directives.
pub(super) fn directives() -> impl Iterator<Item = &'static str> {
    IGNORED.iter().map(|(name, _)| *name).chain(EFFECTIVE.iter().map(|(name, _)| *name))
}

/// All directives as words.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let ignored = IGNORED.iter().map(|(name, _)| (*name, "is read and has no effect"));
    let all = EFFECTIVE.iter().copied().chain(ignored);
    all.map(|(name, meaning)| Word::new(Kind::Directive, name).doing(meaning))
}
