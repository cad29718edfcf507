//! The grid of a script: its cells, what each is at a glance, and how they make blocks.

mod blocks;
mod cell;
mod error;
mod reader;

pub(crate) use blocks::{Blocks, Next, Otherwise};
pub(crate) use cell::{Command, Form, NOTE, keywords};
pub use error::ScriptError;
pub(crate) use error::Trouble;
pub(crate) use reader::{places, read, write};

use machine::cells::CellName;

/// Cells by rows, all rows equally long.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Grid {
    /// Cells of a row.
    pub(crate) width: usize,
    /// Row by row.
    pub(crate) cells: Vec<Cell>,
}

/// The text of a cell and where it stands.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Line of its first character, from 1.
    pub(crate) line: u32,
    /// Place of its first character in the line, from 1.
    pub(crate) column: u32,
    /// Whether each character of it is one of the source.
    pub(crate) plain: bool,
}

/// The letters of a column, from 0.
pub(crate) fn column_name(column: usize) -> String {
    let name = CellName::new(u16::try_from(column).unwrap_or(u16::MAX), 0).to_string();
    name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

impl Grid {
    /// Cells a grid may have.
    pub(crate) const MOST_CELLS: usize = 65_535;
    /// Columns a grid may have: as far as two letters go.
    pub(crate) const MOST_COLUMNS: usize = 702;

    /// Number of rows.
    pub(crate) fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    /// The cell of a row and a column, both from 0.
    pub(crate) fn index(&self, row: usize, column: usize) -> usize {
        row * self.width + column
    }

    /// The name of a cell.
    pub(crate) fn name(&self, index: usize) -> CellName {
        CellName::new((index % self.width) as u16, (index / self.width) as u16)
    }
}
