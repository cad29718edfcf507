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
pub(crate) struct Operand {
    pub(crate) letter: char,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

/// Meaning of the bits of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
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
pub(crate) enum Place {
    S,
    T,
    W,
    H,
    Imm,
    /// A register that is both read and written: in `w`, and for reading in `t`, or in `h` if `t` is
    /// in use.
    Both,
    /// The register besides a general one: in `t` if the general one is written, else in `w`.
    Other,
    /// Not stored.
    Nowhere,
}

const fn operand(letter: char, kind: Kind, place: Place) -> Operand {
    Operand { letter, kind, place }
}

/// All operand letters.
#[rustfmt::skip]
pub(crate) const OPERANDS: &[Operand] = &[
    operand('s', Kind::General,  Place::S),
    operand('t', Kind::General,  Place::T),
    operand('w', Kind::General,  Place::W),
    operand('x', Kind::General,  Place::Both),
    operand('S', Kind::Float,    Place::S),
    operand('T', Kind::Float,    Place::T),
    operand('W', Kind::Float,    Place::W),
    operand('X', Kind::Float,    Place::Both),
    operand('k', Kind::System,   Place::Other),
    operand('v', Kind::Numbered, Place::H),
    operand('y', Kind::Numbered, Place::H),
    operand('q', Kind::Number,   Place::H),
    operand('h', Kind::Number,   Place::H),
    operand('p', Kind::Number,   Place::H),
    operand('z', Kind::Size,     Place::Imm),
    operand('m', Kind::Top,      Place::Imm),
    operand('i', Kind::Signed,   Place::Imm),
    operand('u', Kind::Bits,     Place::Imm),
    operand('b', Kind::Branch,   Place::Imm),
    operand('j', Kind::Jump,     Place::Imm),
    operand('c', Kind::Number,   Place::Imm),
    operand('o', Kind::Number,   Place::Nowhere),
    operand('e', Kind::Number,   Place::Nowhere),
];

impl Kind {
    /// Kind of an operand letter; unknown letters are numbers.
    pub(crate) fn of(letter: char) -> Kind {
        let known = OPERANDS.iter().find(|operand| operand.letter == letter);
        known.map_or(Kind::Number, |operand| operand.kind)
    }

    /// Decoded value of a field of a word at `pc`: a slot, a number or an address.
    ///
    /// `None` for an invalid bit field, which ends below its start.
    pub(crate) fn value(self, field: u32, row: &Row, word: u32, pc: u32) -> Option<u32> {
        Some(match self {
            Kind::General | Kind::Numbered | Kind::Number | Kind::Bits => field,
            Kind::Float => u32::from(slot::FLOAT) + field,
            Kind::System => u32::from(slot::SYSTEM) + field,
            Kind::Signed => field as u16 as i16 as u32,
            Kind::Branch => {
                let words = field as u16 as i16 as i32 as u32;
                pc.wrapping_add(4).wrapping_add(words << 2)
            }
            Kind::Jump => pc.wrapping_add(4) & 0xf000_0000 | field << 2,
            Kind::Size => field + 1,
            Kind::Top => (field + 1).checked_sub(lowest(row, word)).filter(|&size| size > 0)?,
        })
    }

    /// Formats a field as source text.
    pub(crate) fn show(self, field: u32, row: &Row, word: u32, pc: u32) -> String {
        let value = || self.value(field, row, word, pc).unwrap_or(0);
        match self {
            Kind::General => format!("${}", super::REGISTERS[field as usize]),
            Kind::Float => format!("$f{field}"),
            Kind::System | Kind::Numbered => format!("${field}"),
            Kind::Number => field.to_string(),
            Kind::Bits => format!("{field:#x}"),
            Kind::Signed => (value() as i32).to_string(),
            Kind::Branch | Kind::Jump => format!("{:#010x}", value()),
            Kind::Size => value().to_string(),
            // The size may be invalid if the word is not an instruction.
            Kind::Top => ((field + 1).wrapping_sub(lowest(row, word)) as i32).to_string(),
        }
    }
}

/// Lowest bit of the bit field of a word.
fn lowest(row: &Row, word: u32) -> u32 {
    row.pattern.field(word.into(), 'p').unwrap_or(0) as u32
}
