//! Puzzles: the givens a solver starts from.

use std::fmt;
use std::str::FromStr;

use crate::check::Conflict;
use crate::parse::{self, ParseError};
use crate::show::{Layout, ShownGrid};
use crate::{BadCells, Grid, Size};

/// The givens of a puzzle, with any number of solutions; see [`solve`](crate::solve).
///
/// Givens may contradict each other: see [`Puzzle::conflicts`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Puzzle {
    givens: Grid,
}

impl Puzzle {
    /// Creates a puzzle from givens row by row, 0 for an empty cell.
    ///
    /// # Errors
    ///
    /// If no size has this number of cells, or a cell holds more than the largest digit.
    pub fn from_cells(cells: Vec<u8>) -> Result<Self, BadCells> {
        Grid::from_cells(cells).map(Self::from)
    }

    /// Reads the only puzzle of a text, in any format that [`puzzles`](crate::puzzles) reads.
    ///
    /// ```
    /// # use reference::Puzzle;
    /// let rows = Puzzle::parse("12.4\n3..1\n....\n..1.")?;
    /// let drawn = Puzzle::parse("1 2 | . 4\n3 . | . 1\n----+----\n. . | . .\n. . | 1 .")?;
    /// assert_eq!(rows, drawn);
    /// assert_eq!(rows.to_string(), "12.43..1......1.");
    /// # Ok::<(), reference::ParseError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text has no puzzle, a broken one, or more than one.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        parse::one(text).map(Self::from)
    }

    /// As [`Puzzle::parse`], for bytes that may not be text.
    ///
    /// # Errors
    ///
    /// As [`Puzzle::parse`], and if the bytes are not UTF-8.
    pub fn parse_bytes(bytes: &[u8]) -> Result<Self, ParseError> {
        parse::one(parse::text(bytes)?).map(Self::from)
    }

    /// Size of the puzzle.
    pub fn size(&self) -> Size {
        self.givens.size()
    }

    /// Givens row by row, 0 for an empty cell.
    pub fn cells(&self) -> &[u8] {
        self.givens.cells()
    }

    /// Givens as a grid whose other cells are empty.
    pub fn givens(&self) -> &Grid {
        &self.givens
    }

    /// Pairs of givens that contradict each other; a puzzle with such a pair has no solution.
    pub fn conflicts(&self) -> Vec<Conflict> {
        self.givens.conflicts()
    }

    /// Draws the puzzle in a layout; [`ShownGrid::blank`] sets another symbol for empty cells.
    pub fn show(&self, layout: Layout) -> ShownGrid<'_> {
        self.givens.show(layout)
    }
}

impl From<Grid> for Puzzle {
    fn from(givens: Grid) -> Self {
        Self { givens }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.givens.fmt(f)
    }
}

impl FromStr for Puzzle {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
