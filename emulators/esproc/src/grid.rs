//! Grid of a script: its cells, their forms, and their blocks.

mod blocks;
mod cell;
mod error;
mod reader;

pub(crate) use blocks::{Blocks, FalseBranch, FlowTarget};
pub(crate) use cell::{Command, Form, NOTE, keywords};
pub(crate) use error::CellError;
pub use error::ScriptError;
pub(crate) use reader::{places, read, write};

use machine::cells::CellName;

/// Cells by rows; all rows have the same length.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Grid {
    /// Number of cells in a row.
    pub(crate) width: usize,
    /// Cells, row by row.
    pub(crate) cells: Vec<Cell>,
}

/// Text of a cell, and its source position.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Line of its first character, from 1.
    pub(crate) line: u32,
    /// Column of its first character, from 1.
    pub(crate) column: u32,
    /// Whether each of its characters is one character of the source.
    pub(crate) plain: bool,
}

/// Letters of a column, from 0.
pub(crate) fn column_name(column: usize) -> String {
    let name = CellName::new(u16::try_from(column).unwrap_or(u16::MAX), 0).to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

impl Grid {
    /// Maximum number of cells.
    pub(crate) const MOST_CELLS: usize = 65_535;
    /// Maximum number of columns: all names of up to two letters.
    pub(crate) const MOST_COLUMNS: usize = 702;

    /// Number of rows.
    pub(crate) fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    /// Index of the cell at a row and a column, both from 0.
    pub(crate) fn index(&self, row: usize, column: usize) -> usize {
        row * self.width + column
    }

    /// Name of a cell.
    pub(crate) fn name(&self, index: usize) -> CellName {
        CellName::new((index % self.width) as u16, (index / self.width) as u16)
    }
}
