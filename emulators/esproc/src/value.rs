//! Values: small copies; text, sequences and records are on the [`Heap`].
//!
//! A sequence is shared: every holder sees assignments to its members. A table is a sequence of
//! records with the names of their fields; a record is stored as a sequence of its fields' values.

mod bag;
mod compare;
mod heap;
mod parse;
mod show;

pub(crate) use bag::Multiset;
pub(crate) use compare::{compare, equal};
pub(crate) use heap::Heap;
pub(crate) use parse::{number, parse, quoted};
pub(crate) use show::{line, show, table};

use machine::Limit;
use machine::cells::{CellTrouble, ValueKind};

/// Value of a cell, a variable or a member.
///
/// Integers have 64 bits; in esProc, 32-bit integers become 64-bit ones in addition and
/// multiplication.
#[derive(Debug, Clone, Copy, Default)]
#[repr(u64)]
pub(crate) enum Value {
    /// `null`.
    #[default]
    Null,
    /// Omitted argument; never stored.
    Absent,
    /// `true` or `false`.
    Truth(bool),
    /// Integer.
    Int(i64),
    /// Real number.
    Real(f64),
    /// Text on the heap.
    Text(usize),
    /// Sequence on the heap.
    Sequence(usize),
    /// Record: the sequence of its values.
    Record(usize),
    /// File: the text of its name.
    File(usize),
    /// Both ends of `a:b`; never stored.
    Range(usize),
}

impl Value {
    /// Kind, for messages.
    pub(crate) fn kind(self) -> ValueKind {
        match self {
            Value::Null | Value::Absent => ValueKind::Null,
            Value::Truth(_) => ValueKind::Truth,
            Value::Int(_) | Value::Real(_) => ValueKind::Number,
            Value::Text(_) => ValueKind::Text,
            Value::Sequence(_) => ValueKind::Sequence,
            Value::Record(_) => ValueKind::Record,
            Value::File(_) => ValueKind::File,
            Value::Range(_) => ValueKind::Range,
        }
    }

    /// Whether it is true: every value except `null` and `false` is, even zero.
    ///
    /// Source: SPLWare/esProc, `Variant.isTrue`.
    #[inline]
    pub(crate) fn is_true(&self) -> bool {
        !matches!(self, Value::Null | Value::Absent | Value::Truth(false))
    }

    /// Number without its fraction, truncated like Java's `intValue`.
    pub(crate) fn whole(self) -> Option<i64> {
        match self {
            Value::Int(number) => Some(number),
            Value::Real(number) => Some(number as i64),
            _ => None,
        }
    }

    /// Number as a real.
    #[inline]
    pub(crate) fn real(&self) -> Option<f64> {
        match *self {
            Value::Int(number) => Some(number as f64),
            Value::Real(number) => Some(number),
            _ => None,
        }
    }
}

/// Reason why an operation has no value; the machine adds the cell and the operation's name.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ValueError {
    /// Wrong kind of value in this argument; 0 is the receiver.
    Kind(u8, ValueKind),
    /// Two incompatible operands.
    Pair(ValueKind, ValueKind),
    /// Number that is invalid in this argument.
    Value(u8, i64),
    /// No member with this number; the second number is the count of members.
    NoMember(i64, usize),
    /// The values exceed their memory limit.
    Memory,
    /// A limit of the host was reached.
    Limit(Limit),
    /// Any other error.
    Cell(CellTrouble),
}

impl ValueError {
    /// Error with its own message.
    pub(crate) fn other(why: &'static str) -> Self {
        ValueError::Cell(CellTrouble::Other { why })
    }
}
