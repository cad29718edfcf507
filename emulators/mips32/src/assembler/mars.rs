//! The dialect of MARS 4.6.

mod forms;
mod pseudo;
mod words;

use asmkit::mars::{
    Action, Area, Dialect, Directive, Registers, Settings, Strings, TokenKind, number,
};
use asmkit::words::Word;

use super::sections::bases;
use super::{foreign, messages};
use crate::isa::REGISTERS;
use crate::memory::{self, AreaKind, Map};
use crate::options::{Layout, Options};

/// Settings for the assembler of the MARS family.
pub(super) fn settings(options: &Options) -> Settings {
    let text = |kind| matches!(kind, AreaKind::Text | AreaKind::KernelText);
    let map = Map::new(options);
    let area =
        |area: &memory::Area| Area { first: area.start, last: area.end, text: text(area.kind) };
    Settings {
        dialect: &MARS,
        isa: "mips32",
        big_endian: options.big_endian,
        pseudo: options.pseudo,
        compact: options.layout != Layout::Default,
        delay_slot: options.delayed_branches.then_some(NOP),
        start_at_main: options.start_at_main,
        bases: bases(options),
        areas: map.areas().iter().map(area).collect(),
    }
}

/// Vocabulary of MARS.
pub(super) fn vocabulary() -> impl Iterator<Item = Word> {
    let registers = (MARS.registers.names)().into_iter();
    let registers = registers.map(|name| Word::new(asmkit::words::WordKind::Register, name));
    forms::words().chain(MARS.directive_words()).chain(registers)
}

/// `sll $zero, $zero, 0`
const NOP: u32 = 0;

static MARS: Dialect = Dialect {
    simulator: "MARS",
    directives: DIRECTIVES,
    registers: Registers {
        names: || {
            let floats = (0..32).map(|number| format!("$f{number}"));
            REGISTERS.iter().map(|register| format!("${register}")).chain(floats).collect()
        },
        label: messages::REGISTERS,
        intended: words::is_register_number,
        alias: |name| (name == "$s8").then_some("$fp"),
        general: &["$t0", "$t1", "$t2", "$t3"],
        float: &["$f0", "$f2", "$f4", "$f6"],
    },
    word: words::register,
    integer: |word| number::integer(word).map(TokenKind::Integer),
    real: number::real,
    forms: || &forms::FORMS,
    alias: |_| None,
    habit: foreign::help,
    strings: Strings::LowBytes,
    unsigned_values: false,
    align_in_text: false,
    address: "4($t1)",
    hint: words::hint,
};

#[rustfmt::skip]
static DIRECTIVES: &[Directive] = &[
    Directive::new(Action::Data,       ".data",      ".data"),
    Directive::new(Action::Text,       ".text",      ".text"),
    Directive::new(Action::KernelData, ".kdata",     ".kdata"),
    Directive::new(Action::KernelText, ".ktext",     ".ktext 0x80000180"),
    Directive::new(Action::Word,       ".word",      ".word 1, -2, label"),
    Directive::new(Action::Half,       ".half",      ".half 1, -2"),
    Directive::new(Action::Byte,       ".byte",      ".byte 1, 'a'"),
    Directive::new(Action::Float,      ".float",     ".float 1.5, 2"),
    Directive::new(Action::Double,     ".double",    ".double 1.5, 2"),
    Directive::new(Action::Ascii,      ".ascii",     ".ascii \"text\""),
    Directive::new(Action::Asciiz,     ".asciiz",    ".asciiz \"text\""),
    Directive::new(Action::Align,      ".align",     ".align 2"),
    Directive::new(Action::Space,      ".space",     ".space 64"),
    Directive::new(Action::Extern,     ".extern",    ".extern label 4"),
    Directive::new(Action::Global,     ".globl",     ".globl main"),
    Directive::new(Action::Set,        ".set",       ".set noreorder"),
    Directive::new(Action::Eqv,        ".eqv",       ".eqv NAME 5"),
    Directive::new(Action::Macro,      ".macro",     ".macro name (%first, %second)"),
    Directive::new(Action::EndMacro,   ".end_macro", ".end_macro"),
    Directive::new(Action::Include,    ".include",   ".include \"file.s\""),
];
