//! Names, sizes and syntax of the MIPS32.

use machine::{CallFlow, Radix, Spec, StackConvention, Syntax};

use crate::engine::timing::MODELS;

/// Names and sizes.
pub(crate) static SPEC: Spec = Spec {
    name: "mips32",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: MODELS,
    syntax: SYNTAX,
};

/// Syntax of its programs.
const SYNTAX: Syntax = Syntax {
    registers: register_names,
    sigil: "$",
    flow,
    is_load: |text| matches!(mnemonic(text), "lb" | "lbu" | "lh" | "lhu" | "lw"),
    word_load: Some("lw"),
    compares_unsigned: |text| matches!(mnemonic(text), "sltu"),
    stack: Some(StackConvention { pointer: "sp", base: 0, grows_up: false }),
    ..Syntax::PLAIN
};

/// Registers in the text of an instruction, except `$zero`.
fn register_names(text: &str) -> Vec<String> {
    let mut names = (Syntax::PLAIN.registers)(text);
    names.retain(|name| !matches!(name.as_str(), "$zero" | "$0"));
    names
}

fn mnemonic(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn flow(text: &str) -> CallFlow {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        "jal" | "jalr" | "bgezal" | "bltzal" | "bgezall" | "bltzall" => CallFlow::Call,
        "jr" if operands.trim() == "$ra" => CallFlow::Return,
        _ => CallFlow::Other,
    }
}
