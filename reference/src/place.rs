//! Cells and units, numbered as people write them.

use std::fmt;

/// Row and column of a cell, both from 0; shown from 1 as `row 1, column 3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The row, from 0 at the top.
    pub row: u8,
    /// The column, from 0 at the left.
    pub column: u8,
}

/// A row, column or box, from 0; shown from 1 as `row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// A row, from 0 at the top.
    Row(u8),
    /// A column, from 0 at the left.
    Column(u8),
    /// A box, numbered row by row from 0 at the top left.
    Box(u8),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.column + 1)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(number) => write!(f, "row {}", number + 1),
            Self::Column(number) => write!(f, "column {}", number + 1),
            Self::Box(number) => write!(f, "box {}", number + 1),
        }
    }
}
