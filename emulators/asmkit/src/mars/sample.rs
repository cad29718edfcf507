//! A dialect for tests: registers `$t0` to `$t9`, and one instruction.

use std::sync::LazyLock;

use super::{
    Action, Dialect, Directive, Forms, Meaning, Registers, Slot, Strings, TokenKind, number,
};

pub(super) static DIALECT: Dialect = Dialect {
    simulator: "SAMPLE",
    directives: &[
        Directive::new(Action::Word, ".word", ".word 1"),
        Directive::new(Action::Asciiz, ".asciiz", ".asciiz \"text\""),
    ],
    registers: Registers {
        names: || (0..10).map(|number| format!("$t{number}")).collect(),
        label: "$t0 to $t9",
        intended: |_| false,
        alias: |_| None,
        general: &["$t0", "$t1", "$t2"],
        float: &["$f0", "$f2"],
    },
    word: |word| word.strip_prefix("$t")?.parse().ok().map(TokenKind::Register),
    integer: |word| number::integer(word).map(TokenKind::Integer),
    real: number::real,
    forms: || &FORMS,
    alias: |_| None,
    habit: |_| None,
    strings: Strings::LowBytes,
    unsigned_values: false,
    align_in_text: false,
    address: "4($t1)",
    hint: |_, _, _| None,
};

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let mut forms = Forms::default();
    let slots = vec![Slot::Register, Slot::Number(0, 9), Slot::Open, Slot::Register, Slot::Close];
    forms.add("lw", slots, Meaning::Broken);
    forms
});
