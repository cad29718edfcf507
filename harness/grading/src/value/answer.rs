//! Result of a function, to compare and to show.

use std::fmt;

use super::Structure;
use super::structure::is_near;

/// Result of a function.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A number with its sign.
    Number(i64),
    /// A floating-point number, and how far it may be from what is right.
    Real(f64, f64),
    /// Number of skipped instructions.
    Skips(u64),
    /// Target of a pointer.
    Structure(Structure),
}

impl Answer {
    /// Whether it is the same as another, or near enough.
    #[must_use]
    pub fn agrees(&self, other: &Answer) -> bool {
        match (self, other) {
            (Answer::Real(a, tolerance), Answer::Real(b, _)) => is_near(*a, *b, *tolerance),
            (Answer::Structure(a), Answer::Structure(b)) => a.agrees(b),
            _ => self == other,
        }
    }

    /// Whether all its pointers lead to where they should.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !matches!(self, Answer::Structure(structure) if !structure.is_sound())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Number(number) => write!(f, "{number}"),
            Answer::Real(number, _) => write!(f, "{number:?}"),
            Answer::Skips(skips) => write!(f, "{skips}"),
            Answer::Structure(structure) => write!(f, "{structure}"),
        }
    }
}
