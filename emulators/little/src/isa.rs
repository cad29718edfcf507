//! Instructions: rows of the table, and the words that match them.
//!
//! Each file uses only the ones above it: `operand`, `state`, `row`, `table`.

mod operand;
mod row;
mod state;
pub(crate) mod table;

pub(crate) use operand::{OperandKind, Operands, REGISTERS, WORD_BYTES};
pub(crate) use row::Op;
pub(crate) use state::{State, Step, StepResult};
use table::OPS;

impl Op {
    /// The row with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Op> {
        OPS.iter().find(|op| op.name == name)
    }

    /// The row that matches a word.
    fn of(word: u32) -> Option<&'static Op> {
        OPS.iter().find(|op| op.pattern.matches(word.into()))
    }
}

/// A decoded word: its row and operands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoded {
    pub(crate) op: &'static Op,
    pub(crate) operands: Operands,
}

/// Decodes a word; `None` if it is not an instruction.
pub(crate) fn decode(word: u32) -> Option<Decoded> {
    let op = Op::of(word)?;
    let [a, b, d, n, t] = ['a', 'b', 'd', 'n', 't'].map(|letter| op.operand(word, letter));
    Some(Decoded { op, operands: Operands { a, b, d, n, t } })
}

/// Disassembles a word; `None` if it is not an instruction.
pub(crate) fn disassemble(word: u32) -> Option<String> {
    let op = Op::of(word)?;
    let operand = |letter| match OperandKind::of(letter) {
        Some(kind) => kind.show(op.operand(word, letter)),
        None => String::from(letter),
    };
    let operands: String = op.operands.chars().map(operand).collect();
    Some(format!("{} {operands}", op.name))
}
