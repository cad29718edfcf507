//! Values: small copies, of which text, sequences and records lie on the [`Heap`].
//!
//! A sequence is shared: whoever holds it sees what is assigned to its members. A table is a
//! sequence of records with the names of their fields; a record is kept as a sequence of its
//! fields' values.

mod bag;
mod compare;
mod heap;
mod parse;
mod show;

pub(crate) use bag::Bag;
pub(crate) use compare::{compare, equal};
pub(crate) use heap::Heap;
pub(crate) use parse::{number, parse, quoted};
pub(crate) use show::{line, show, table};

use machine::Limit;
use machine::cells::{CellTrouble, Kind};

/// A value of a cell, a variable, a member.
///
/// Whole numbers have 64 bits; esProc's of 32 bits turn into these where it adds and multiplies.
#[derive(Debug, Clone, Copy, Default)]
#[repr(u64)]
pub(crate) enum Value {
    /// `null`.
    #[default]
    Null,
    /// An argument that was left out; never stored.
    Absent,
    /// `true` or `false`.
    Truth(bool),
    /// A whole number.
    Int(i64),
    /// A number with a fraction.
    Real(f64),
    /// Text on the heap.
    Text(usize),
    /// A sequence on the heap.
    Sequence(usize),
    /// A record: the sequence of its values.
    Record(usize),
    /// A file: the text of its name.
    File(usize),
    /// The two ends of `a:b`; never stored.
    Range(usize),
}

impl Value {
    /// What it is, for messages.
    pub(crate) fn kind(self) -> Kind {
        match self {
            Value::Null | Value::Absent => Kind::Null,
            Value::Truth(_) => Kind::Truth,
            Value::Int(_) | Value::Real(_) => Kind::Number,
            Value::Text(_) => Kind::Text,
            Value::Sequence(_) => Kind::Sequence,
            Value::Record(_) => Kind::Record,
            Value::File(_) => Kind::File,
            Value::Range(_) => Kind::Range,
        }
    }

    /// Everything is true but `null` and `false`, zero included.
    ///
    /// Source: SPLWare/esProc, `Variant.isTrue`.
    #[inline]
    pub(crate) fn is_true(&self) -> bool {
        !matches!(self, Value::Null | Value::Absent | Value::Truth(false))
    }

    /// A number without its fraction, as Java's `intValue` cuts it.
    pub(crate) fn whole(self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(number),
            Value::Real(number) => Some(number as i64),
            _ => None,
        }
    }

    /// A number as a real one.
    #[inline]
    pub(crate) fn real(&self) -> Option<f64> {
        match *self {
            Value::Int(number) => Some(number as f64),
            Value::Real(number) => Some(number),
            _ => None,
        }
    }
}

/// Why an operation has no value; the machine adds the cell and the operation's name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Wrong {
    /// A value of the wrong kind as this argument; 0 is what stands before the point.
    Kind(u8, Kind),
    /// Two operands that do not go together.
    Pair(Kind, Kind),
    /// A number that does not fit as this argument.
    Value(u8, i64),
    /// No member of this number among so many.
    NoMember(i64, usize),
    /// The values take more than they may.
    Memory,
    /// The host gives no more.
    Limit(Limit),
    /// Anything else.
    Cell(CellTrouble),
}

impl Wrong {
    /// A sentence of its own.
    pub(crate) fn other(why: &'static str) -> Self {
        Wrong::Cell(CellTrouble::Other { why })
    }
}
