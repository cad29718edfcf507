//! Encodes operands as machine words, and disassembles words.

use super::Row;
use super::operand::FieldKind;

/// Reason that operands do not fit a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EncodeError {
    /// The operand with this index is outside `low..=high`.
    OutOfRange { operand: usize, low: i64, high: i64 },
    /// The target is not a multiple of 4.
    Misaligned { operand: usize },
    /// The jump target is in another 256 MiB region than the jump.
    OtherRegion { operand: usize },
}

impl Row {
    /// Letters of the operands, in source order.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.operands.chars().filter(|c| c.is_ascii_alphabetic())
    }

    /// Encodes operands in source order: register numbers, immediates, and addresses of branch and
    /// jump targets. Offsets are relative to the word after `pc`.
    ///
    /// # Errors
    /// If a value does not fit in its field.
    pub(crate) fn encode(&self, values: &[i64], pc: u32) -> Result<u32, EncodeError> {
        let mut word = self.pattern.value();
        for (operand, (letter, &value)) in self.letters().zip(values).enumerate() {
            let bits = self.field_bits(operand, letter, value, values, pc)?;
            word = self.pattern.with_field(word, letter, bits);
        }
        Ok(word as u32)
    }

    fn field_bits(
        &self,
        operand: usize,
        letter: char,
        value: i64,
        values: &[i64],
        pc: u32,
    ) -> Result<u64, EncodeError> {
        let within = |value: i64, low: i64, high: i64| {
            let fits = (low..=high).contains(&value);
            if fits {
                Ok(value as u64)
            } else {
                Err(EncodeError::OutOfRange { operand, low, high })
            }
        };
        // The operand before the size of a bit field is its lowest bit.
        let lowest = || values.get(operand.wrapping_sub(1)).copied().unwrap_or(0);
        let size = || within(value, 1, 32 - lowest().clamp(0, 31));
        let top = (1i64 << self.pattern.field_width(letter)) - 1;
        match FieldKind::of(letter) {
            FieldKind::Signed => within(value, -0x8000, 0x7fff).map(|bits| bits & 0xffff),
            FieldKind::Branch => {
                if value % 4 != 0 {
                    return Err(EncodeError::Misaligned { operand });
                }
                let words = (value - (i64::from(pc) + 4)) / 4;
                within(words, -0x8000, 0x7fff).map(|bits| bits & 0xffff)
            }
            FieldKind::Jump => {
                if value % 4 != 0 {
                    return Err(EncodeError::Misaligned { operand });
                }
                if (value as u32 ^ pc.wrapping_add(4)) >> 28 != 0 {
                    return Err(EncodeError::OtherRegion { operand });
                }
                Ok(u64::from(value as u32 >> 2 & 0x03ff_ffff))
            }
            FieldKind::Size => size().map(|size| size - 1),
            FieldKind::Top => size().map(|size| lowest() as u64 + size - 1),
            _ => within(value, 0, top),
        }
    }

    /// Disassembles a word in the manual's syntax, with addresses as targets.
    #[must_use]
    pub fn disassemble(&self, word: u32, pc: u32) -> String {
        let mut text = String::from(self.name);
        let mut operands = String::new();
        for c in self.operands.chars() {
            match c {
                c if c.is_ascii_alphabetic() => operands.push_str(&self.show_operand(c, word, pc)),
                c => operands.push(c),
            }
        }
        if matches!(self.name, "syscall" | "break") && operands == "0" {
            operands.clear();
        }
        if !operands.is_empty() {
            text.push(' ');
            text.push_str(&operands);
        }
        text
    }

    fn show_operand(&self, letter: char, word: u32, pc: u32) -> String {
        let field = self.pattern.field(word.into(), letter).unwrap_or(0) as u32;
        FieldKind::of(letter).show(field, self, word, pc)
    }
}

/// Names of the general registers by number, without `$`.
pub const REGISTERS: [&str; 32] = [
    "zero", "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6",
    "t7", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "t8", "t9", "k0", "k1", "gp", "sp", "fp",
    "ra",
];
