//! Instructions: rows of the table, and the words that match them.

pub(crate) mod table;

use machine::CallFlow;
use machine::bits::{Pattern, assert_disjoint};

use crate::processor::{Step, StepResult};
use table::OPS;

/// Size of an instruction, and of a word that `ld` and `st` move, in bytes.
pub(crate) const WORD_BYTES: u32 = 4;

/// Register names; no register is special.
pub(crate) const REGISTERS: [&str; 8] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

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

/// Builds a row.
const fn op(
    name: &'static str,
    operands: &'static str,
    bits: &'static str,
    class: Class,
    meaning: &'static str,
    act: fn(&mut Step<'_>, Operands) -> StepResult,
) -> Op {
    Op { name, operands, pattern: Pattern::new(bits), class, meaning, act }
}

const _: () = {
    let mut patterns = [OPS[0].pattern; OPS.len()];
    let mut at = 0;
    while at < OPS.len() {
        patterns[at] = OPS[at].pattern;
        at += 1;
    }
    assert_disjoint(&patterns, WORD_BYTES * 8);
};

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

/// Kind of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OperandKind {
    Register,
    /// A signed number, or a label.
    Number,
    /// The address of an instruction, stored without its two lowest bits; a number or a label.
    Target,
}

impl OperandKind {
    /// Kind of a letter; `None` for a literal character.
    pub(crate) fn of(letter: char) -> Option<OperandKind> {
        match letter {
            'a' | 'b' | 'd' => Some(OperandKind::Register),
            'n' => Some(OperandKind::Number),
            't' => Some(OperandKind::Target),
            _ => None,
        }
    }

    /// Range of numbers that fit in a field of this width.
    pub(crate) fn range(self, bits: u32) -> (i64, i64) {
        match self {
            OperandKind::Register => (0, (1 << bits) - 1),
            OperandKind::Number => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            OperandKind::Target => (0, i64::from(WORD_BYTES) * ((1 << bits) - 1)),
        }
    }

    /// Bits of a field for a number in its range.
    pub(crate) fn bits(self, number: i64) -> u64 {
        match self {
            OperandKind::Register | OperandKind::Number => number.cast_unsigned(),
            OperandKind::Target => number.cast_unsigned() / u64::from(WORD_BYTES),
        }
    }

    /// Value of a field's bits, as a 32-bit number.
    fn number(self, bits: u64, width: u32) -> u32 {
        let bits = bits as u32;
        match self {
            OperandKind::Register => bits,
            OperandKind::Number => {
                (bits.cast_signed() << (32 - width) >> (32 - width)).cast_unsigned()
            }
            OperandKind::Target => bits * WORD_BYTES,
        }
    }

    /// Formats the operand.
    fn show(self, number: u32) -> String {
        match self {
            OperandKind::Register => REGISTERS[number as usize].to_owned(),
            OperandKind::Number => number.cast_signed().to_string(),
            OperandKind::Target => format!("{number:#x}"),
        }
    }
}

/// Operands of an instruction by letter; 0 for letters it does not have.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Operands {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) d: u32,
    pub(crate) n: u32,
    pub(crate) t: u32,
}

impl Op {
    /// The row with this name.
    pub(crate) fn named(name: &str) -> Option<&'static Op> {
        OPS.iter().find(|op| op.name == name)
    }

    /// The row that matches a word.
    fn of(word: u32) -> Option<&'static Op> {
        OPS.iter().find(|op| op.pattern.matches(word.into()))
    }

    /// Value of an operand in a word of this row; 0 for letters it does not have.
    fn operand(&self, word: u32, letter: char) -> u32 {
        let bits = self.pattern.field(word.into(), letter);
        let kind = OperandKind::of(letter).zip(bits);
        kind.map_or(0, |(kind, bits)| kind.number(bits, self.pattern.field_width(letter)))
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
