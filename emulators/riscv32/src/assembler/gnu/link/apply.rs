//! Insertion of values into instructions and data.

use machine::bits::Pattern;

use super::super::operands::{high, low};
use crate::isa::operand::Immediate;

/// Field of an instruction: its letter and the surrounding pattern.
pub(super) struct Field {
    letter: char,
    pattern: Pattern,
}

const fn field(letter: char, text: &'static str) -> Field {
    Field { letter, pattern: Pattern::new(text) }
}

// Source: RISC-V Unprivileged ISA, "Base Instruction Formats" and "Compressed Instruction Formats".
pub(super) const IMMEDIATE: Field = field('i', "iiiiiiiiiiii sssss fff ddddd ooooooo");
pub(super) const STORE: Field = field('i', "iiiiiii ttttt sssss fff iiiii ooooooo");
pub(super) const UPPER: Field = field('U', "UUUUUUUUUUUUUUUUUUUU ddddd ooooooo");
pub(super) const BRANCH: Field = field('b', "bbbbbbb ttttt sssss fff bbbbb ooooooo");
pub(super) const JUMP: Field = field('j', "jjjjjjjjjjjjjjjjjjjj ddddd ooooooo");
pub(super) const SHORT_BRANCH: Field = field('K', "fff KKK vvv KKKKK oo");
pub(super) const SHORT_JUMP: Field = field('J', "fff JJJJJJJJJJJ oo");
pub(super) const SHORT_UPPER: Field = field('G', "fff G ddddd GGGGG oo");

/// Register numbers in an instruction.
pub(super) const REGISTER_FIELDS: Pattern = Pattern::new("ttttttt ttttt sssss fff ddddd ooooooo");

impl Field {
    /// Minimum and maximum value.
    pub(super) fn range(&self) -> (i64, i64) {
        Immediate::of(self.letter).map_or((0, 0), Immediate::range)
    }

    pub(super) fn holds(&self, value: i64) -> bool {
        let (low, high) = self.range();
        (low..=high | 1).contains(&value)
    }

    /// Inserts the value into an instruction; bits outside the field are dropped.
    pub(super) fn put(&self, bytes: &mut [u8], value: i64) {
        let Some(immediate) = Immediate::of(self.letter) else { return };
        let word = little(bytes);
        let word = self.pattern.with_field(word, self.letter, immediate.field(value));
        put_little(bytes, word, (self.pattern.width() / 8) as usize);
    }
}

/// First bytes, up to eight, as a little-endian number.
pub(super) fn little(bytes: &[u8]) -> u64 {
    bytes.iter().take(8).rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// Stores the low bytes of a number, in little-endian order.
pub(super) fn put_little(bytes: &mut [u8], value: u64, size: usize) {
    for (byte, rank) in bytes.iter_mut().zip(0..size) {
        *byte = (value >> (8 * rank)) as u8;
    }
}

/// Inserts a distance or address into a pair of `auipc` and `jalr`.
pub(super) fn put_call(bytes: &mut [u8], distance: i64) {
    UPPER.put(bytes, high(distance));
    if let Some(second) = bytes.get_mut(4..) {
        IMMEDIATE.put(second, low(distance));
    }
}
