//! Names and sizes of RISC-V, and the syntax of its programs.

use machine::{CallFlow, Radix, Spec, StackConvention, Syntax};

use crate::engine::timing::MODELS;

/// Names and sizes.
pub(crate) static SPEC: Spec = Spec {
    name: "riscv32",
    unit_bits: 8,
    word_bits: 32,
    address_bits: 32,
    radix: Radix::Hexadecimal,
    models: MODELS,
    syntax: SYNTAX,
};

/// Syntax of its programs.
const SYNTAX: Syntax = Syntax {
    flow,
    is_load: |text| matches!(mnemonic(text), "lb" | "lbu" | "lh" | "lhu" | "lw"),
    word_load: Some("lw"),
    compares_unsigned: |text| matches!(mnemonic(text), "sltu" | "bltu" | "bgeu"),
    stack: Some(StackConvention { pointer: "sp", base: 0, grows_up: false }),
    ..Syntax::PLAIN
};

fn mnemonic(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn flow(text: &str) -> CallFlow {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let operands: Vec<&str> =
        operands.split([',', '(', ')', ' ']).filter(|word| !word.is_empty()).collect();
    let links = |register: &&str| matches!(*register, "ra" | "t0");
    match (name, operands.as_slice()) {
        ("c.jal" | "c.jalr", _) => CallFlow::Call,
        ("jal" | "jalr", [link, ..]) if links(link) => CallFlow::Call,
        ("c.jr", [from]) if links(from) => CallFlow::Return,
        ("jalr", ["zero", rest @ ..]) if rest.iter().any(links) => CallFlow::Return,
        _ => CallFlow::Other,
    }
}
