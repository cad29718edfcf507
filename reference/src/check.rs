//! Errors in a grid, cell by cell.

use std::fmt;

use crate::{Grid, Place, Puzzle, Size, Unit, geometry, symbol};

/// Two cells of one unit that hold the same digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conflict {
    /// The digit in both cells.
    pub digit: u8,
    /// Unit of both cells; two cells that share a row and a box are two conflicts.
    pub unit: Unit,
    /// The first cell that holds the digit.
    pub first: Place,
    /// A later one.
    pub second: Place,
}

/// One reason why a grid is not a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Violation {
    /// The sizes of grid and puzzle differ.
    Size {
        /// The size of the puzzle.
        expected: Size,
        /// The size of the grid.
        found: Size,
    },
    /// A given was changed.
    Given {
        /// The cell.
        at: Place,
        /// The digit in the puzzle.
        expected: u8,
        /// The digit in the grid, 0 for none.
        found: u8,
    },
    /// A cell is empty.
    Blank(Place),
    /// A digit is twice in a row, column or box.
    Conflict(Conflict),
}

/// Conflicts of a grid: rows, then columns, then boxes.
pub(crate) fn conflicts(grid: &Grid) -> Vec<Conflict> {
    let size = grid.size();
    let mut found = Vec::new();
    for (index, cells) in geometry::of(size).units.iter().enumerate() {
        let unit = unit(size, index);
        let mut first_of = [None; 26];
        for &cell in cells {
            let (place, digit) = (size.place(cell.into()), grid.cells()[usize::from(cell)]);
            match first_of[usize::from(digit)] {
                _ if digit == 0 => {}
                None => first_of[usize::from(digit)] = Some(place),
                Some(first) => found.push(Conflict { digit, unit, first, second: place }),
            }
        }
    }
    found
}

/// Givens of a puzzle that a grid changes.
pub(crate) fn changed_givens(grid: &Grid, puzzle: &Puzzle) -> Vec<Violation> {
    let (expected, found) = (puzzle.size(), grid.size());
    if expected != found {
        return vec![Violation::Size { expected, found }];
    }
    let pairs = puzzle.cells().iter().zip(grid.cells()).enumerate();
    pairs
        .filter(|(_, (given, cell))| **given != 0 && given != cell)
        .map(|(cell, (&expected, &found))| Violation::Given {
            at: grid.size().place(cell),
            expected,
            found,
        })
        .collect()
}

fn unit(size: Size, index: usize) -> Unit {
    let number = (index % size.side()) as u8;
    match index / size.side() {
        0 => Unit::Row(number),
        1 => Unit::Column(number),
        _ => Unit::Box(number),
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { digit, unit, first, second } = self;
        write!(f, "{} occurs twice in {unit}: at {first} and at {second}", symbol(*digit))
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { expected, found } => {
                write!(f, "the grid is {found}: the puzzle is {expected}")
            }
            Self::Given { at, expected, found: 0 } => {
                write!(f, "the given {} at {at} is missing", symbol(*expected))
            }
            Self::Given { at, expected, found } => {
                write!(
                    f,
                    "the given {} at {at} was changed to {}",
                    symbol(*expected),
                    symbol(*found)
                )
            }
            Self::Blank(at) => write!(f, "the cell at {at} is empty"),
            Self::Conflict(conflict) => conflict.fmt(f),
        }
    }
}
