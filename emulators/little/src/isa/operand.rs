//! Operands: their letters in the table, and how they are written and encoded.

/// Size of an instruction, and of a word that `ld` and `st` move, in bytes.
pub(crate) const WORD_BYTES: u32 = 4;

/// Register names; no register is special.
pub(crate) const REGISTERS: [&str; 8] = ["r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7"];

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
    pub(crate) fn number(self, bits: u64, width: u32) -> u32 {
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
    pub(crate) fn show(self, number: u32) -> String {
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
