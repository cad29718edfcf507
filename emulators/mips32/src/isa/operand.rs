//! What the letters of operands stand for, and where decoding puts each.
//!
//! | letters | operand |
//! | --- | --- |
//! | `s`, `t` | general registers that are read |
//! | `w` | general register that is written |
//! | `x` | general register that is read and written |
//! | `S`, `T`, `W`, `X` | the same of floating point registers |
//! | `k` | register of coprocessor 0, written `$12` |
//! | `v` | control register of a coprocessor |
//! | `y` | hardware register |
//! | `q` | floating point condition flag |
//! | `h` | shift distance |
//! | `p` | lowest bit of a bit field |
//! | `z`, `m` | size of that field, held as the size less one, or as the place of its highest bit |
//! | `i`, `u` | signed and unsigned immediate |
//! | `b`, `j` | target of a branch and of a jump |
//! | `c` | code |
//! | `o`, `e` | hint, and selection of a register: no part of the semantics |

use super::Row;
use crate::cpu::slot;

/// What a letter stands for.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) letter: char,
    pub(crate) kind: Kind,
    pub(crate) place: Place,
}

/// What the bits of a field mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The number of a general register.
    General,
    /// The number of a floating point register.
    Float,
    /// The number of a register of coprocessor 0.
    System,
    /// The number of a register that has no other name.
    Numbered,
    /// A number.
    Number,
    /// A number whose bits matter, shown in hexadecimal.
    Bits,
    /// A signed number.
    Signed,
    /// Words from behind the instruction to a target.
    Branch,
    /// The words' part of a target's address, in the 256 MiB of the instruction behind.
    Jump,
    /// The size of a bit field, less one.
    Size,
    /// The place of the highest bit of a bit field, which is written as its size.
    Top,
}

/// Where decoding puts an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    S,
    T,
    W,
    H,
    Imm,
    /// A register that is both read and written: in `w`, and its old value's slot in `t`, or in `h`
    /// where `t` is taken.
    Both,
    /// The register besides a general one: in `t` where that one is written, else in `w`.
    Other,
    /// Nowhere.
    Nowhere,
}

const fn operand(letter: char, kind: Kind, place: Place) -> Operand {
    Operand { letter, kind, place }
}

/// Every letter.
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
    /// What a letter of an operand stands for; a letter that stands for nothing is a number's.
    pub(crate) fn of(letter: char) -> Kind {
        let known = OPERANDS.iter().find(|operand| operand.letter == letter);
        known.map_or(Kind::Number, |operand| operand.kind)
    }

    /// What semantics take for a field of a row's word at `pc`: a slot, a number or an address.
    ///
    /// `None` for a bit field that ends below its beginning, which no instruction has.
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

    /// A field as source text.
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
            // Of a word that is no instruction the size is shown as it comes out.
            Kind::Top => ((field + 1).wrapping_sub(lowest(row, word)) as i32).to_string(),
        }
    }
}

/// The lowest bit of a word's bit field.
fn lowest(row: &Row, word: u32) -> u32 {
    row.pattern.field(word.into(), 'p').unwrap_or(0) as u32
}
