//! The directives of MARS.

/// A directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Directive {
    Data,
    Text,
    KernelData,
    KernelText,
    Word,
    Half,
    Byte,
    Float,
    Double,
    Ascii,
    Asciiz,
    Align,
    Space,
    Extern,
    Global,
    Set,
    Eqv,
    Macro,
    EndMacro,
    Include,
}

use Directive::*;

/// Each directive, its name, and how it is written.
#[rustfmt::skip]
static ALL: &[(Directive, &str, &str)] = &[
    (Data,       ".data",      ".data"),
    (Text,       ".text",      ".text"),
    (KernelData, ".kdata",     ".kdata"),
    (KernelText, ".ktext",     ".ktext 0x80000180"),
    (Word,       ".word",      ".word 1, -2, label"),
    (Half,       ".half",      ".half 1, -2"),
    (Byte,       ".byte",      ".byte 1, 'a'"),
    (Float,      ".float",     ".float 1.5, 2"),
    (Double,     ".double",    ".double 1.5, 2"),
    (Ascii,      ".ascii",     ".ascii \"text\""),
    (Asciiz,     ".asciiz",    ".asciiz \"text\""),
    (Align,      ".align",     ".align 2"),
    (Space,      ".space",     ".space 64"),
    (Extern,     ".extern",    ".extern label 4"),
    (Global,     ".globl",     ".globl main"),
    (Set,        ".set",       ".set noreorder"),
    (Eqv,        ".eqv",       ".eqv NAME 5"),
    (Macro,      ".macro",     ".macro name (%first, %second)"),
    (EndMacro,   ".end_macro", ".end_macro"),
    (Include,    ".include",   ".include \"file.s\""),
];

impl Directive {
    /// The directive of this name; case does not count.
    pub(super) fn named(word: &str) -> Option<Directive> {
        if !word.starts_with('.') {
            return None;
        }
        let row = ALL.iter().find(|(_, name, _)| name.eq_ignore_ascii_case(word))?;
        Some(row.0)
    }

    /// The names of all.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|&(_, name, _)| name)
    }

    /// Name and an example of its use.
    pub(super) fn usage(self) -> (&'static str, &'static str) {
        let row = ALL.iter().find(|(directive, ..)| *directive == self);
        row.map_or(("", ""), |&(_, name, usage)| (name, usage))
    }

    /// Bytes of one value, and whether values are real; `None` unless it stores numbers.
    pub(super) fn number(self) -> Option<(u32, bool)> {
        Some(match self {
            Word => (4, false),
            Half => (2, false),
            Byte => (1, false),
            Float => (4, true),
            Double => (8, true),
            _ => return None,
        })
    }
}
