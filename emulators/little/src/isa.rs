//! What an instruction is: a row of the table, and the words that match it.

pub(crate) mod table;

use machine::Flow;
use machine::bits::{Pattern, assert_disjoint};

use crate::processor::{Done, Step};
use table::OPS;

/// Bytes of an instruction, and of everything that `ld` and `st` move.
pub(crate) const WORD_BYTES: u32 = 4;

/// The registers; none is special to the processor.
pub(crate) const REGISTERS: [&str; 8] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

/// An instruction: a row of the table.
#[derive(Debug)]
pub(crate) struct Op {
    /// As a source spells it.
    pub(crate) name: &'static str,
    /// The operands as a source has them: a letter is one of a [`Kind`], all else stands as it is.
    pub(crate) operands: &'static str,
    /// Its bits, with the letters of its operands.
    pub(crate) pattern: Pattern,
    /// What it costs, and whether it calls or returns.
    pub(crate) class: Class,
    /// What it does, in words.
    pub(crate) meaning: &'static str,
    /// What it does. Whatever can fail comes before the first change.
    pub(crate) act: fn(&mut Step<'_>, Operands) -> Done,
}

/// A row.
const fn op(
    name: &'static str,
    operands: &'static str,
    bits: &'static str,
    class: Class,
    meaning: &'static str,
    act: fn(&mut Step<'_>, Operands) -> Done,
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

/// What instructions cost alike.
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
    /// As profiles print it.
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

    /// Cycles under the one model there is: a word of data takes one more.
    pub(crate) fn cycles(self) -> u64 {
        if self == Class::Memory { 2 } else { 1 }
    }

    /// What it does to the chain of calls.
    pub(crate) fn flow(self) -> Flow {
        match self {
            Class::Call => Flow::Call,
            Class::Return => Flow::Return,
            _ => Flow::Other,
        }
    }
}

/// What a letter of the operands stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Register,
    /// A number with a sign, or a label.
    Number,
    /// The address of an instruction, kept without its two lowest bits; a number or a label.
    Target,
}

impl Kind {
    /// The kind of a letter; `None` where the character stands for itself.
    pub(crate) fn of(letter: char) -> Option<Kind> {
        match letter {
            'a' | 'b' | 'd' => Some(Kind::Register),
            'n' => Some(Kind::Number),
            't' => Some(Kind::Target),
            _ => None,
        }
    }

    /// The lowest and the highest number that a field of so many bits can hold.
    pub(crate) fn range(self, bits: u32) -> (i64, i64) {
        match self {
            Kind::Register => (0, (1 << bits) - 1),
            Kind::Number => (-1 << (bits - 1), (1 << (bits - 1)) - 1),
            Kind::Target => (0, i64::from(WORD_BYTES) * ((1 << bits) - 1)),
        }
    }

    /// The bits of a field for a number in its range.
    pub(crate) fn bits(self, number: i64) -> u64 {
        match self {
            Kind::Register | Kind::Number => number.cast_unsigned(),
            Kind::Target => number.cast_unsigned() / u64::from(WORD_BYTES),
        }
    }

    /// The number that the bits of a field stand for, as a register would hold it.
    fn number(self, bits: u64, width: u32) -> u32 {
        let bits = bits as u32;
        match self {
            Kind::Register => bits,
            Kind::Number => (bits.cast_signed() << (32 - width) >> (32 - width)).cast_unsigned(),
            Kind::Target => bits * WORD_BYTES,
        }
    }

    /// As a source spells it.
    fn show(self, number: u32) -> String {
        match self {
            Kind::Register => REGISTERS[number as usize].to_owned(),
            Kind::Number => number.cast_signed().to_string(),
            Kind::Target => format!("{number:#x}"),
        }
    }
}

/// The operands of an instruction by their letters; 0 where it has no such letter.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Operands {
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) d: u32,
    pub(crate) n: u32,
    pub(crate) t: u32,
}

impl Op {
    /// The row of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Op> {
        OPS.iter().find(|op| op.name == name)
    }

    /// The row of a word.
    fn of(word: u32) -> Option<&'static Op> {
        OPS.iter().find(|op| op.pattern.matches(word.into()))
    }

    /// What a letter stands for in a word of this row; 0 where it has no such letter.
    fn operand(&self, word: u32, letter: char) -> u32 {
        let bits = self.pattern.field(word.into(), letter);
        let kind = Kind::of(letter).zip(bits);
        kind.map_or(0, |(kind, bits)| kind.number(bits, self.pattern.field_width(letter)))
    }
}

/// A word as the processor wants it: its row and its operands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decoded {
    pub(crate) op: &'static Op,
    pub(crate) operands: Operands,
}

/// The instruction that a word is; `None` where it is none.
pub(crate) fn decode(word: u32) -> Option<Decoded> {
    let op = Op::of(word)?;
    let [a, b, d, n, t] = ['a', 'b', 'd', 'n', 't'].map(|letter| op.operand(word, letter));
    Some(Decoded { op, operands: Operands { a, b, d, n, t } })
}

/// The instruction that a word is, as a source spells it; `None` where it is none.
pub(crate) fn disassemble(word: u32) -> Option<String> {
    let op = Op::of(word)?;
    let operand = |letter| match Kind::of(letter) {
        Some(kind) => kind.show(op.operand(word, letter)),
        None => String::from(letter),
    };
    let operands: String = op.operands.chars().map(operand).collect();
    Some(format!("{} {operands}", op.name))
}
