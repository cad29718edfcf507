//! A row of the instruction table.

use machine::CallFlow;
use machine::bits::Pattern;

use super::operand::{OperandKind, Operands};
use super::state::{Step, StepResult};

/// An instruction: a row of the table.
#[derive(Debug)]
pub(crate) struct Op {
    /// Name.
    pub(crate) name: &'static str,
    /// Operands as in a source: a letter is an operand of an [`OperandKind`], other characters are
    /// literal.
    pub(crate) operands: &'static str,
    /// Bits, with the letters of the operands.
    pub(crate) pattern: Pattern,
    /// Cost class, which also tells calls and returns.
    pub(crate) class: Class,
    /// Meaning, in words.
    pub(crate) meaning: &'static str,
    /// Semantics. Everything that can fail comes before the first change.
    pub(crate) act: fn(&mut Step<'_>, Operands) -> StepResult,
}

impl Op {
    /// Value of an operand in a word of this row; 0 for letters it does not have.
    pub(crate) fn operand(&self, word: u32, letter: char) -> u32 {
        let bits = self.pattern.field(word.into(), letter);
        let kind = OperandKind::of(letter).zip(bits);
        kind.map_or(0, |(kind, bits)| kind.number(bits, self.pattern.field_width(letter)))
    }
}

/// Builds a row.
pub(crate) const fn op(
    name: &'static str,
    operands: &'static str,
    bits: &'static str,
    class: Class,
    meaning: &'static str,
    act: fn(&mut Step<'_>, Operands) -> StepResult,
) -> Op {
    Op { name, operands, pattern: Pattern::new(bits), class, meaning, act }
}

/// Cost class of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Plain,
    Memory,
    Jump,
    Call,
    Return,
    World,
}

impl Class {
    /// Name in profiles.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Plain => "plain",
            Class::Memory => "memory",
            Class::Jump => "jump",
            Class::Call => "call",
            Class::Return => "return",
            Class::World => "world",
        }
    }

    /// Cycles in the only model: an access to data takes one more.
    pub(crate) fn cycles(self) -> u64 {
        if self == Class::Memory { 2 } else { 1 }
    }

    /// Effect on the call chain.
    pub(crate) fn flow(self) -> CallFlow {
        match self {
            Class::Call => CallFlow::Call,
            Class::Return => CallFlow::Return,
            _ => CallFlow::Other,
        }
    }
}
