//! Grids as solvers return them: complete, incomplete or wrong.

use std::fmt;
use std::str::FromStr;

use crate::check::{self, Conflict, Violation};
use crate::counted::counted;
use crate::parse::{self, ParseError};
use crate::show::{Layout, ShownGrid};
use crate::{Puzzle, Size};

/// Cells with digits, which may be incomplete or wrong.
///
/// A cell holds a digit from 1 to the side of its size, or 0 if it is empty. As text a grid is one
/// line with empty cells as `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    size: Size,
    cells: Vec<u8>,
}

/// Error for numbers that are not the cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCells {
    /// No size has that many cells.
    Count(usize),
    /// A cell holds more than the largest digit.
    TooLarge {
        /// The cell, row by row from 0.
        cell: usize,
        /// The number in it.
        value: u8,
        /// The size that has this number of cells.
        size: Size,
    },
}

impl Grid {
    /// Creates a grid of empty cells.
    pub fn empty(size: Size) -> Self {
        Self { size, cells: vec![0; size.cells()] }
    }

    /// Creates a grid from cells, row by row; their number determines the size.
    ///
    /// # Errors
    ///
    /// If no size has this number of cells, or a cell holds more than the largest digit.
    pub fn from_cells(cells: Vec<u8>) -> Result<Self, BadCells> {
        let size = Size::from_cells(cells.len()).ok_or(BadCells::Count(cells.len()))?;
        match cells.iter().position(|&value| usize::from(value) > size.side()) {
            Some(cell) => Err(BadCells::TooLarge { cell, value: cells[cell], size }),
            None => Ok(Self { size, cells }),
        }
    }

    /// Reads the only grid of a text, in any format that [`puzzles`](crate::puzzles) reads.
    ///
    /// # Errors
    ///
    /// If the text has no grid, a broken one, or more than one.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::one(text)
    }

    /// As [`Grid::parse`], for bytes that may not be text.
    ///
    /// # Errors
    ///
    /// As [`Grid::parse`], and if the bytes are not UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        parse::one(parse::text(bytes)?)
    }

    /// Size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Digits row by row, 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks_exact(self.size.side())
    }

    /// Puts a digit, or 0 for none, in a cell.
    ///
    /// # Panics
    ///
    /// If the size has no such cell or no such digit.
    pub fn set(&mut self, cell: usize, digit: u8) {
        assert!(usize::from(digit) <= self.size.side(), "{digit} is no digit of {}", self.size);
        self.cells[cell] = digit;
    }

    /// Number of cells that hold a digit.
    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// Pairs of cells with the same digit in a row, column or box.
    pub fn conflicts(&self) -> Vec<Conflict> {
        check::conflicts(self)
    }

    /// Reasons why this is not a correct complete grid; empty if it is one.
    pub fn violations(&self) -> Vec<Violation> {
        let blank = |(cell, _)| Violation::Blank(self.size.place(cell));
        let blanks = self.cells.iter().enumerate().filter(|&(_, &digit)| digit == 0).map(blank);
        blanks.chain(self.conflicts().into_iter().map(Violation::Conflict)).collect()
    }

    /// Reasons why this does not solve a puzzle; empty if it does.
    ///
    /// A grid of another size has only that violation.
    pub fn violations_of(&self, puzzle: &Puzzle) -> Vec<Violation> {
        let mut found = check::changed_givens(self, puzzle);
        if self.size == puzzle.size() {
            found.extend(self.violations());
        }
        found
    }

    /// Whether this is complete and correct and keeps every given of a puzzle.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.violations_of(puzzle).is_empty()
    }

    /// Draws the grid in a layout; [`ShownGrid::blank`] sets another symbol for empty cells.
    pub fn show(&self, layout: Layout) -> ShownGrid<'_> {
        ShownGrid::new(self, layout)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(Layout::Line).fmt(f)
    }
}

impl FromStr for Grid {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

impl fmt::Display for BadCells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => {
                write!(f, "{}: a grid has 16, 81, 256 or 625", counted(count, "cell"))
            }
            Self::TooLarge { cell, value, size } => {
                let place = size.place(*cell);
                write!(f, "{value} at {place}: {size} goes up to {}", size.side())
            }
        }
    }
}

impl std::error::Error for BadCells {}
