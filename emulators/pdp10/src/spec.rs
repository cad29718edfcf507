//! The PDP-10's names and sizes, and how its programs are written.

use machine::{Flow, Radix, Spec, Stack, Syntax};

use crate::Word36;
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

/// How its programs are written.
const SYNTAX: Syntax = Syntax {
    comment: ';',
    registers: accumulators,
    symbolic,
    data,
    flow,
    returns: 2,
    register_words: 0o20,
    stack: Some(Stack { pointer: "AC17", grows_up: true }),
    ..Syntax::PLAIN
};

/// The accumulators of `MOVE 2,@700000(3)`: the number before the comma, and the one that indexes.
///
/// A monitor call has a channel in that place, and a JRST or JFCL what it is to do.
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

fn flow(text: &str) -> Flow {
    let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
    match name {
        "PUSHJ" | "JSR" | "JSP" | "JSA" => Flow::Call,
        "POPJ" | "JRA" => Flow::Return,
        // Subroutines that were not called by PUSHJ come back so.
        "JRST" if operands.contains(['@', '(']) => Flow::Return,
        _ => Flow::Other,
    }
}
