//! The names of all directives, and what stands behind those without effect.

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

/// Directives that have an effect, or that SPIM refuses.
#[rustfmt::skip]
const EFFECTIVE: &[&str] = &[
    ".align", ".ascii", ".asciiz", ".byte", ".comm", ".data", ".double", ".ent", ".err", ".extern",
    ".float", ".globl", ".half", ".kdata", ".ktext", ".lab", ".lcomm", ".rdata", ".repeat",
    ".sdata", ".set", ".space", ".struct", ".text", ".word",
];

/// Names of all directives.
pub(super) fn directives() -> impl Iterator<Item = &'static str> {
    IGNORED.iter().map(|(name, _)| *name).chain(EFFECTIVE.iter().copied())
}
