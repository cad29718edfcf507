//! Grids: cells that are filled, partly filled or wrong, as a solver hands them back.

use std::fmt;
use std::str::FromStr;

use crate::check::{self, Conflict, Violation};
use crate::counted::counted;
use crate::parse::{self, ParseError};
use crate::show::{Layout, Shown};
use crate::{Puzzle, Size};

/// Cells with digits; nothing says that it is complete or right until it is asked.
///
/// A cell holds 1 up to the side of its size, or 0 when it is empty. As text it is one line, empty
/// cells as `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grid {
    size: Size,
    cells: Vec<u8>,
}

/// Numbers that are no cells of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadCells {
    /// No size has that many cells.
    Count(usize),
    /// A cell holds more than the largest digit.
    TooLarge {
        /// The cell, row by row from 0.
        cell: usize,
        /// What it holds.
        value: u8,
        /// The size the count of cells gave.
        size: Size,
    },
}

impl Grid {
    /// A grid of empty cells.
    pub fn empty(size: Size) -> Self {
        Self { size, cells: vec![0; size.cells()] }
    }

    /// The grid with these cells, row by row; their count gives the size.
    ///
    /// # Errors
    ///
    /// When no size has that many cells, or a cell holds more than its largest digit.
    pub fn from_cells(cells: Vec<u8>) -> Result<Self, BadCells> {
        let size = Size::from_cells(cells.len()).ok_or(BadCells::Count(cells.len()))?;
        match cells.iter().position(|&value| usize::from(value) > size.side()) {
            Some(cell) => Err(BadCells::TooLarge { cell, value: cells[cell], size }),
            None => Ok(Self { size, cells }),
        }
    }

    /// Reads the one grid of a text, in any format [`puzzles`](crate::puzzles) knows.
    ///
    /// # Errors
    ///
    /// When the text holds no grid, a broken one, or more than one.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::one(text)
    }

    /// As [`Grid::parse`], for bytes that may not be text.
    ///
    /// # Errors
    ///
    /// As [`Grid::parse`], and when the bytes are not UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        parse::one(parse::text(bytes)?)
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The digits row by row, 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.cells.chunks_exact(self.size.side())
    }

    /// Puts a digit, or 0 for none, in a cell.
    ///
    /// # Panics
    ///
    /// When the size has no such cell or no such digit.
    pub fn set(&mut self, cell: usize, digit: u8) {
        assert!(usize::from(digit) <= self.size.side(), "{digit} is no digit of {}", self.size);
        self.cells[cell] = digit;
    }

    /// How many cells hold a digit.
    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|&&digit| digit != 0).count()
    }

    /// The pairs of cells that hold one digit within a row, column or box; empty cells never do.
    pub fn conflicts(&self) -> Vec<Conflict> {
        check::conflicts(self)
    }

    /// Everything that keeps this from being a complete grid; empty when it is one.
    pub fn violations(&self) -> Vec<Violation> {
        let blank = |(cell, _)| Violation::Blank(self.size.place(cell));
        let blanks = self.cells.iter().enumerate().filter(|&(_, &digit)| digit == 0).map(blank);
        blanks.chain(self.conflicts().into_iter().map(Violation::Conflict)).collect()
    }

    /// Everything that keeps this from solving a puzzle; empty when it does.
    ///
    /// A grid of another size has that one violation.
    pub fn violations_of(&self, puzzle: &Puzzle) -> Vec<Violation> {
        let mut found = check::changed_givens(self, puzzle);
        if self.size == puzzle.size() {
            found.extend(self.violations());
        }
        found
    }

    /// Whether this is complete, right and keeps every given of a puzzle.
    pub fn solves(&self, puzzle: &Puzzle) -> bool {
        self.violations_of(puzzle).is_empty()
    }

    /// The grid drawn in a layout, empty cells as `.` unless told otherwise.
    pub fn show(&self, layout: Layout) -> Shown<'_> {
        Shown::new(self, layout)
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
