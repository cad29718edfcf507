//! Names, sizes and syntax of the PDP-10.

use machine::{CallFlow, FlagRegister, Radix, Spec, StackConvention, Syntax};

use crate::Word36;
use crate::cpu::flag;
use crate::engine::timing::MODELS;
use crate::symbolic::symbolic;

/// Names and sizes.
pub(crate) static SPEC: Spec = Spec {
    name: "pdp10",
    unit_bits: 36,
    word_bits: 36,
    address_bits: 18,
    radix: Radix::Octal,
    models: MODELS,
    syntax: SYNTAX,
};

/// Assembly syntax.
const SYNTAX: Syntax = Syntax {
    comment: ';',
    registers: accumulators,
    symbolic,
    data,
    flow,
    returns: 2,
    register_words: 0o20,
    stack: Some(StackConvention { pointer: "AC17", base: 0, grows_up: true }),
    flags: Some(FLAGS),
    ..Syntax::PLAIN
};

/// The flags by their names in the manual; the register holds the left half of a PC word.
///
/// Source: PDP-10 System Reference Manual, "Program Control", the PC word.
const FLAGS: FlagRegister = FlagRegister {
    register: "FLAGS",
    flags: &[
        (flag::OV as u64, "OV"),
        (flag::CRY0 as u64, "CRY0"),
        (flag::CRY1 as u64, "CRY1"),
        (flag::FOV as u64, "FOV"),
        (flag::BIS as u64, "BIS"),
        (flag::USER as u64, "USER"),
        (flag::FXU as u64, "FXU"),
        (flag::NODIV as u64, "NODIV"),
    ],
};

/// Accumulators in `MOVE 2,@700000(3)`: the number before the comma, and the index.
///
/// In that place a monitor call has a channel, and JRST and JFCL a function.
fn accumulators(text: &str) -> Vec<String> {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    let is_number = name.starts_with('.') || ["JRST", "JFCL"].contains(&name);
    let first = operands.split_once(',').map(|(first, _)| first).filter(|_| !is_number);
    let index = operands.rsplit_once('(').map(|(_, index)| index.trim_end_matches(')'));
    first.into_iter().chain(index).map(|number| format!("AC{number}")).collect()
}

/// A word as its halves.
fn data(word: u64) -> String {
    let word = Word36::new(word);
    format!("{:o},,{:o}", word.left(), word.right())
}

fn flow(text: &str) -> CallFlow {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        "PUSHJ" | "JSR" | "JSP" | "JSA" => CallFlow::Call,
        "POPJ" | "JRA" => CallFlow::Return,
        // Subroutines not called by PUSHJ return this way.
        "JRST" if operands.contains(['@', '(']) => CallFlow::Return,
        _ => CallFlow::Other,
    }
}
