//! The assembler of RARS 1.6: its differences from MARS, from which it descends.

mod forms;
mod pseudo;
mod words;

use asmkit::mars::{Action, Area, Dialect, Directive, Registers, Settings, Strings};
use asmkit::program::Bases;
use asmkit::words::Word;
use machine::Image;

use super::foreign;
use crate::isa::operand;
use crate::memory::map;
use crate::options::{Layout, Options, System};

/// Settings of the MARS family's assembler for this machine.
pub(super) fn settings(options: &Options) -> Settings {
    let bases = bases(options.layout);
    // RARS determines the permissions of a source, whatever system the program is to run on.
    let map = map(&Options { system: System::Rars, ..*options }, &Image::default());
    let area = |area: &crate::memory::Area| Area {
        first: area.start,
        last: area.end,
        text: (area.start..=area.end).contains(&bases.text),
    };
    Settings {
        dialect: &RARS,
        isa: "riscv32",
        big_endian: false,
        pseudo: options.pseudo,
        compact: false,
        delay_slot: None,
        start_at_main: options.start_at_main,
        bases,
        areas: map.iter().map(area).collect(),
    }
}

/// First addresses of the sections; RARS has no kernel sections.
///
/// Source: RARS 1.6, memory configurations.
fn bases(layout: Layout) -> Bases {
    let (text, data, external) = match layout {
        Layout::Default => (0x0040_0000, 0x1001_0000, 0x1000_0000),
        Layout::CompactDataAtZero => (0x3000, 0, 0x1000),
        Layout::CompactTextAtZero => (0, 0x2000, 0x1000),
    };
    Bases { text, data, external, kernel_text: text, kernel_data: data }
}

/// Vocabulary of RARS.
pub(super) fn vocabulary() -> Vec<Word> {
    let mut all = forms::words();
    all.extend(RARS.directive_words());
    all.extend(super::register_words());
    all.extend(words::csrs().map(|(name, number)| super::csr_word(name.to_owned(), number)));
    all
}

static RARS: Dialect = Dialect {
    simulator: "RARS",
    directives: DIRECTIVES,
    registers: Registers {
        names: || operand::names().map(|(name, _)| name).collect(),
        label: "zero, ra, sp, gp, tp, t0-t6, s0-s11, a0-a7, and ft0-ft11, fs0-fs11, fa0-fa7",
        intended: words::is_like_a_register,
        alias: |_| None,
        general: &["t0", "t1", "t2", "t3"],
        float: &["ft0", "ft1", "ft2", "ft3"],
    },
    word: words::word,
    integer: words::integer,
    real: words::real,
    forms: || &forms::FORMS,
    alias: words::alias,
    habit: foreign::instead,
    strings: Strings::Utf8,
    unsigned_values: true,
    align_in_text: true,
    address: "4(t1)",
    hint: words::hint,
};

/// Source: RARS 1.6, list of directives.
#[rustfmt::skip]
static DIRECTIVES: &[Directive] = &[
    Directive::new(Action::Data,     ".data",      ".data"),
    Directive::new(Action::Text,     ".text",      ".text"),
    Directive::new(Action::Word,     ".word",      ".word 1, -2, label"),
    Directive::new(Action::Dword,    ".dword",     ".dword 1, -2"),
    Directive::new(Action::Ascii,    ".ascii",     ".ascii \"text\""),
    Directive::new(Action::Asciiz,   ".asciz",     ".asciz \"text\""),
    Directive::new(Action::Asciiz,   ".string",    ".string \"text\""),
    Directive::new(Action::Byte,     ".byte",      ".byte 1, 'a'"),
    Directive::new(Action::Align,    ".align",     ".align 2"),
    Directive::new(Action::Half,     ".half",      ".half 1, -2"),
    Directive::new(Action::Space,    ".space",     ".space 64"),
    Directive::new(Action::Double,   ".double",    ".double 1.5, 2"),
    Directive::new(Action::Float,    ".float",     ".float 1.5, 2"),
    Directive::new(Action::Extern,   ".extern",    ".extern label 4"),
    Directive::new(Action::Global,   ".globl",     ".globl main"),
    Directive::new(Action::Global,   ".global",    ".global main"),
    Directive::new(Action::Eqv,      ".eqv",       ".eqv NAME 5"),
    Directive::new(Action::Macro,    ".macro",     ".macro name (%first, %second)"),
    Directive::new(Action::EndMacro, ".end_macro", ".end_macro"),
    Directive::new(Action::Include,  ".include",   ".include \"file.s\""),
    Directive::new(Action::Section,  ".section",   ".section .rodata"),
];
