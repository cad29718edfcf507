//! Meaning of operand letters, and where decoding stores each.
//!
//! | letters | operand |
//! | --- | --- |
//! | `s`, `t` | general registers, read |
//! | `w` | general register, written |
//! | `x` | general register, read and written |
//! | `S`, `T`, `W`, `X` | floating point registers, likewise |
//! | `k` | register of coprocessor 0, written `$12` |
//! | `v` | control register of a coprocessor |
//! | `y` | hardware register |
//! | `q` | floating point condition flag |
//! | `h` | shift amount |
//! | `p` | lowest bit of a bit field |
//! | `z`, `m` | size of that field, encoded as the size minus one, or as the position of its highest bit |
//! | `i`, `u` | signed and unsigned immediate |
//! | `b`, `j` | target of a branch and of a jump |
//! | `c` | code |
//! | `o`, `e` | hint, and register selection; not part of the semantics |

use super::Row;
use crate::cpu::slot;

/// An operand letter.
#[derive(Debug)]
pub(crate) struct OperandLetter {
    pub(crate) letter: char,
    pub(crate) kind: FieldKind,
    pub(crate) place: OpMember,
}

/// Meaning of the bits of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldKind {
    /// Number of a general register.
    General,
    /// Number of a floating point register.
    Float,
    /// Number of a register of coprocessor 0.
    System,
    /// Number of a register without another name.
    Numbered,
    /// A number.
    Number,
    /// A number whose bits matter, shown in hexadecimal.
    Bits,
    /// A signed number.
    Signed,
    /// Distance in words from the next instruction to a target.
    Branch,
    /// The 26-bit index field of a jump target, relative to the 256 MiB region of the delay slot.
    Jump,
    /// Size of a bit field minus one.
    Size,
    /// Position of the highest bit of a bit field; the source has its size.
    Top,
}

/// Member of `Op` that holds an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpMember {
    S,
    T,
    W,
    H,
    Imm,
    /// A register that is both read and written: in `w`, and for reading in `t`, or in `h` if `t`
    /// is in use.
    Both,
    /// The register besides a general one: in `t` if the general one is written, else in `w`.
    Other,
    /// Not stored.
    Nowhere,
}

const fn operand(letter: char, kind: FieldKind, place: OpMember) -> OperandLetter {
    OperandLetter { letter, kind, place }
}

/// All operand letters.
#[rustfmt::skip]
pub(crate) const OPERANDS: &[OperandLetter] = &[
    operand('s', FieldKind::General,  OpMember::S),
    operand('t', FieldKind::General,  OpMember::T),
    operand('w', FieldKind::General,  OpMember::W),
    operand('x', FieldKind::General,  OpMember::Both),
    operand('S', FieldKind::Float,    OpMember::S),
    operand('T', FieldKind::Float,    OpMember::T),
    operand('W', FieldKind::Float,    OpMember::W),
    operand('X', FieldKind::Float,    OpMember::Both),
    operand('k', FieldKind::System,   OpMember::Other),
    operand('v', FieldKind::Numbered, OpMember::H),
    operand('y', FieldKind::Numbered, OpMember::H),
    operand('q', FieldKind::Number,   OpMember::H),
    operand('h', FieldKind::Number,   OpMember::H),
    operand('p', FieldKind::Number,   OpMember::H),
    operand('z', FieldKind::Size,     OpMember::Imm),
    operand('m', FieldKind::Top,      OpMember::Imm),
    operand('i', FieldKind::Signed,   OpMember::Imm),
    operand('u', FieldKind::Bits,     OpMember::Imm),
    operand('b', FieldKind::Branch,   OpMember::Imm),
    operand('j', FieldKind::Jump,     OpMember::Imm),
    operand('c', FieldKind::Number,   OpMember::Imm),
    operand('o', FieldKind::Number,   OpMember::Nowhere),
    operand('e', FieldKind::Number,   OpMember::Nowhere),
];

impl FieldKind {
    /// FieldKind of an operand letter; unknown letters are numbers.
    pub(crate) fn of(letter: char) -> FieldKind {
        let known = OPERANDS.iter().find(|operand| operand.letter == letter);
        known.map_or(FieldKind::Number, |operand| operand.kind)
    }

    /// Decoded value of a field of a word at `pc`: a slot, a number or an address.
    ///
    /// `None` for an invalid bit field, which ends below its start.
    pub(crate) fn value(self, field: u32, row: &Row, word: u32, pc: u32) -> Option<u32> {
        Some(match self {
            FieldKind::General | FieldKind::Numbered | FieldKind::Number | FieldKind::Bits => field,
            FieldKind::Float => u32::from(slot::FLOAT) + field,
            FieldKind::System => u32::from(slot::SYSTEM) + field,
            FieldKind::Signed => field as u16 as i16 as u32,
            FieldKind::Branch => {
                let words = field as u16 as i16 as i32 as u32;
                pc.wrapping_add(4).wrapping_add(words << 2)
            }
            FieldKind::Jump => pc.wrapping_add(4) & 0xf000_0000 | field << 2,
            FieldKind::Size => field + 1,
            FieldKind::Top => {
                (field + 1).checked_sub(lowest(row, word)).filter(|&size| size > 0)?
            }
        })
    }

    /// Formats a field as source text.
    pub(crate) fn show(self, field: u32, row: &Row, word: u32, pc: u32) -> String {
        let value = || self.value(field, row, word, pc).unwrap_or(0);
        match self {
            FieldKind::General => format!("${}", super::REGISTERS[field as usize]),
            FieldKind::Float => format!("$f{field}"),
            FieldKind::System | FieldKind::Numbered => format!("${field}"),
            FieldKind::Number => field.to_string(),
            FieldKind::Bits => format!("{field:#x}"),
            FieldKind::Signed => (value() as i32).to_string(),
            FieldKind::Branch | FieldKind::Jump => format!("{:#010x}", value()),
            FieldKind::Size => value().to_string(),
            // The size may be invalid if the word is not an instruction.
            FieldKind::Top => ((field + 1).wrapping_sub(lowest(row, word)) as i32).to_string(),
        }
    }
}

/// Lowest bit of the bit field of a word.
fn lowest(row: &Row, word: u32) -> u32 {
    row.pattern.field(word.into(), 'p').unwrap_or(0) as u32
}
