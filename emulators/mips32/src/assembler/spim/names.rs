//! Names of all directives, and operands of those without effect.

use asmkit::words::{Word, WordKind};

/// An operand of a directive without effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IgnoredOperand {
    Int,
    /// Any register.
    Register,
    /// A register that the program may use.
    OwnRegister,
    Name,
    OptionalName,
    Text,
}

/// Directives without effect, with their operands.
#[rustfmt::skip]
pub(super) const IGNORED: &[(&str, &[IgnoredOperand])] = &[
    (".alias",    &[IgnoredOperand::Register, IgnoredOperand::Register]),
    (".noalias",  &[IgnoredOperand::Register, IgnoredOperand::Register]),
    (".asm0",     &[]),
    (".bgnb",     &[IgnoredOperand::Int]),
    (".end",      &[IgnoredOperand::OptionalName]),
    (".endb",     &[IgnoredOperand::Int]),
    (".endr",     &[]),
    (".file",     &[IgnoredOperand::Int, IgnoredOperand::Text]),
    (".fmask",    &[IgnoredOperand::Int, IgnoredOperand::Int]),
    (".frame",    &[IgnoredOperand::OwnRegister, IgnoredOperand::Int, IgnoredOperand::OwnRegister]),
    (".livereg",  &[IgnoredOperand::Int, IgnoredOperand::Int]),
    (".loc",      &[IgnoredOperand::Int, IgnoredOperand::Int]),
    (".mask",     &[IgnoredOperand::Int, IgnoredOperand::Int]),
    (".option",   &[IgnoredOperand::Name]),
    (".verstamp", &[IgnoredOperand::Int, IgnoredOperand::Int]),
    (".vreg",     &[IgnoredOperand::OwnRegister, IgnoredOperand::Int, IgnoredOperand::Int]),
];

/// Directives that have an effect or that SPIM rejects, each with its meaning.
#[rustfmt::skip]
const EFFECTIVE: &[(&str, &str)] = &[
    (".align",  "aligns to a power of two; 0 turns off the alignment of numbers"),
    (".ascii",  "stores text"),
    (".asciiz", "stores text and a zero byte"),
    (".byte",   "stores 1-byte integers"),
    (".comm",   "reserves bytes for a label in the data segment"),
    (".data",   "data follows"),
    (".double", "stores double precision numbers"),
    (".ent",    "is ignored"),
    (".err",    "is rejected"),
    (".extern", "reserves bytes for a global label, within reach of $gp if they are few"),
    (".float",  "stores single precision numbers"),
    (".globl",  "makes a label global"),
    (".half",   "stores 2-byte integers"),
    (".kdata",  "kernel data follows"),
    (".ktext",  "kernel instructions follow"),
    (".lab",    "is a label"),
    (".lcomm",  "reserves bytes for a label of this file"),
    (".rdata",  "data follows"),
    (".repeat", "is rejected"),
    (".sdata",  "data follows"),
    (".set",    "`noat` lets the program use $at, `at` forbids it; other operands have no effect"),
    (".space",  "reserves bytes"),
    (".struct", "is rejected"),
    (".text",   "instructions follow"),
    (".word",   "stores 4-byte integers"),
];

/// Names of all directives.
pub(super) fn directives() -> impl Iterator<Item = &'static str> {
    IGNORED.iter().map(|(name, _)| *name).chain(EFFECTIVE.iter().map(|(name, _)| *name))
}

/// All directives as words.
pub(super) fn words() -> impl Iterator<Item = Word> {
    let ignored = IGNORED.iter().map(|(name, _)| (*name, "is ignored"));
    let all = EFFECTIVE.iter().copied().chain(ignored);
    all.map(|(name, meaning)| Word::new(WordKind::Directive, name).doing(meaning))
}
