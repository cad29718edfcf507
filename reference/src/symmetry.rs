//! Transforms between equivalent puzzles, and symmetric patterns of givens.

mod canonical;
mod pattern;

use std::fmt;

use crate::{Candidates, Grid, Puzzle, Random, Size, symbol};

pub use canonical::canonical;
pub use pattern::Symmetry;

/// The part of the group from which a random [`Transform`] is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Only digits are exchanged: blank cells stay blank.
    Relabel,
    /// Also rows within bands, columns within stacks, bands, stacks, and rows with columns.
    Full,
}

/// A transform that turns every grid that follows the rules into another one that does.
///
/// First it transposes the grid, if it does so, then it reorders rows and columns, then it renames
/// digits. Properties that follow only from the rules stay the same: the number of solutions (each
/// solution becomes one of the new ones), whether a given is redundant, whether a technique
/// applies. Properties that depend on the order in which a solver visits cells and digits change:
/// the nodes of backtracking and DuPree's score.
///
/// ```
/// use reference::symmetry::{Kind, Transform};
/// use reference::{Puzzle, Size, solve};
///
/// let puzzle = Puzzle::parse("...3..4114..3...")?;
/// let change = Transform::random(Size::Four, 1, Kind::Full);
/// let other = change.apply_to_puzzle(&puzzle);
/// let (here, there) = (solve(&puzzle, 2), solve(&other, 2));
/// assert_eq!(change.apply(&here.grids()[0]), there.grids()[0]);
/// assert_eq!(change.inverse().apply_to_puzzle(&other), puzzle);
/// # Ok::<(), reference::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Transform {
    size: Size,
    /// For each new row the old one, which is a column when `transposed`.
    rows: Vec<u8>,
    /// For each new column the old one, which is a row when `transposed`.
    columns: Vec<u8>,
    transposed: bool,
    /// For each old digit the new one; 0 stays 0.
    digits: Vec<u8>,
}

impl Transform {
    /// The transform that changes nothing.
    pub fn identity(size: Size) -> Self {
        let lines: Vec<u8> = (0..size.side() as u8).collect();
        let digits = (0..=size.side() as u8).collect();
        Self { size, rows: lines.clone(), columns: lines, transposed: false, digits }
    }

    /// The transform of a seed, the same in every version; it may be the identity.
    pub fn random(size: Size, seed: u64, kind: Kind) -> Self {
        let random = &mut Random::new(seed);
        let mut change = Self::identity(size);
        random.shuffle(&mut change.digits[1..]);
        if kind == Kind::Full {
            change.rows = shuffled_lines(size, random);
            change.columns = shuffled_lines(size, random);
            change.transposed = random.below(2) == 1;
        }
        change
    }

    /// Size of the grids it applies to.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Transforms a grid.
    ///
    /// # Panics
    ///
    /// If the grid has another size, like the other `apply` functions.
    pub fn apply(&self, grid: &Grid) -> Grid {
        assert_eq!(grid.size(), self.size, "a transform applies to grids of one size");
        let mut changed = Grid::empty(self.size);
        for cell in 0..self.size.cells() {
            let digit = grid.cells()[self.source(cell)];
            changed.set(cell, self.digits[usize::from(digit)]);
        }
        changed
    }

    /// Transforms a puzzle.
    ///
    /// # Panics
    ///
    /// If the puzzle has another size.
    pub fn apply_to_puzzle(&self, puzzle: &Puzzle) -> Puzzle {
        self.apply(puzzle.givens()).into()
    }

    /// Transforms candidates.
    ///
    /// # Panics
    ///
    /// If the candidates have another size.
    pub fn apply_to_candidates(&self, candidates: &Candidates) -> Candidates {
        assert_eq!(candidates.size(), self.size, "a transform applies to grids of one size");
        let renamed = |mask: u32| -> u32 {
            let digits = (1..=self.size.side() as u8).filter(|digit| mask >> (digit - 1) & 1 == 1);
            digits.fold(0, |sum, digit| sum | 1 << (self.digit(digit) - 1))
        };
        let cells = 0..self.size.cells();
        let masks = cells.map(|cell| renamed(candidates.masks()[self.source(cell)])).collect();
        Candidates::new(self.size, masks).expect("other names of digits are digits")
    }

    /// The original cell of a cell of the transformed grid.
    pub fn source(&self, cell: usize) -> usize {
        let row = usize::from(self.rows[self.size.row(cell)]);
        let column = usize::from(self.columns[self.size.column(cell)]);
        let side = self.size.side();
        if self.transposed { column * side + row } else { row * side + column }
    }

    /// The new digit of a digit; 0 stays 0.
    ///
    /// # Panics
    ///
    /// If the size has no such digit.
    pub fn digit(&self, digit: u8) -> u8 {
        self.digits[usize::from(digit)]
    }

    /// The inverse transform.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (inverted(&self.rows), inverted(&self.columns));
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Self { rows, columns, digits: inverted(&self.digits), ..*self }
    }

    /// This transform followed by another.
    ///
    /// # Panics
    ///
    /// If their sizes differ.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        assert_eq!(self.size, next.size, "transforms of one size can be combined");
        let (rows, columns) =
            if next.transposed { (&self.columns, &self.rows) } else { (&self.rows, &self.columns) };
        Self {
            size: self.size,
            rows: picked(rows, &next.rows),
            columns: picked(columns, &next.columns),
            transposed: self.transposed != next.transposed,
            digits: picked(&next.digits, &self.digits),
        }
    }
}

/// The elements of `numbers` at `places`.
fn picked(numbers: &[u8], places: &[u8]) -> Vec<u8> {
    places.iter().map(|&place| numbers[usize::from(place)]).collect()
}

fn inverted(numbers: &[u8]) -> Vec<u8> {
    let mut inverse = vec![0; numbers.len()];
    for (place, &number) in (0..).zip(numbers) {
        inverse[usize::from(number)] = place;
    }
    inverse
}

/// Random order of rows (or columns) that keeps bands (or stacks) together.
fn shuffled_lines(size: Size, random: &mut Random) -> Vec<u8> {
    let order = size.order() as u8;
    let mut bands: Vec<u8> = (0..order).collect();
    random.shuffle(&mut bands);
    let mut lines = Vec::with_capacity(size.side());
    for band in bands {
        let mut within: Vec<u8> = (0..order).collect();
        random.shuffle(&mut within);
        lines.extend(within.into_iter().map(|line| band * order + line));
    }
    lines
}

/// New digits, and the origin of rows and columns, all numbered from 1.
///
/// `digits to 647951382` means that 1 becomes 6; `rows from columns 312645978` that the first row
/// was the third column. Numbers above 9 are written with the symbols of digits.
impl fmt::Display for Transform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.digits[1..].iter().map(|&digit| symbol(digit)).collect();
        write!(f, "digits to {digits}")?;
        let same = Self::identity(self.size);
        let lines =
            |lines: &[u8]| -> String { lines.iter().map(|line| symbol(line + 1)).collect() };
        let (row, column) = if self.transposed { ("columns ", "rows ") } else { ("", "") };
        if self.transposed || self.rows != same.rows {
            write!(f, ", rows from {row}{}", lines(&self.rows))?;
        }
        if self.transposed || self.columns != same.columns {
            write!(f, ", columns from {column}{}", lines(&self.columns))?;
        }
        Ok(())
    }
}
