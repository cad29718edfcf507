//! One step towards the solution, and its description.

use std::fmt;

use super::board::{Board, digits_of};
use super::{Technique, words};
use crate::place::{Place, Unit};
use crate::symbol;

/// A pattern that a technique found, and its consequences.
///
/// Shown as a sentence: `7 can go nowhere else in row 3: place 7 at row 3, column 5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatingStep {
    /// The technique.
    pub technique: Technique,
    /// Its rating here, in tenths: 15 is 1.5.
    ///
    /// More than [`Technique::tenths`] for a unique loop of eight cells (0.1) or of ten and more
    /// (0.4), and for type 3 by 0.1 for each cell of its naked set, or of its hidden set from the
    /// second one on.
    pub tenths: u16,
    /// Digits of the pattern.
    pub digits: Vec<u8>,
    /// Cells of the pattern.
    pub cells: Vec<Place>,
    /// Rows, columns and boxes of the pattern; none if it has only cells.
    pub units: Vec<Unit>,
    /// The cell that is filled and its digit.
    pub placed: Option<(Place, u8)>,
    /// The candidates that are ruled out: cells and digits.
    pub removed: Vec<(Place, u8)>,
    reason: String,
}

impl RatingStep {
    /// Creates a step without consequences, for these cells and the digits of a mask.
    pub(crate) fn new(
        board: &Board,
        technique: Technique,
        digits: u32,
        cells: &[usize],
        units: &[usize],
    ) -> Self {
        Self {
            technique,
            tenths: technique.tenths(),
            digits: digits_of(digits).map(|digit| digit as u8).collect(),
            cells: cells.iter().map(|&cell| board.size.place(cell)).collect(),
            units: units.iter().map(|&unit| words::unit(board.size, unit)).collect(),
            placed: None,
            removed: Vec::new(),
            reason: String::new(),
        }
    }

    /// Raises the rating by a number of tenths.
    pub(crate) fn more(self, tenths: u16) -> Self {
        Self { tenths: self.tenths + tenths, ..self }
    }

    pub(crate) fn places(self, board: &Board, cell: usize, digit: usize) -> Self {
        Self { placed: Some((board.size.place(cell), digit as u8)), ..self }
    }

    /// Adds consequences: rules out the digits of a mask in these cells, if they have them.
    pub(crate) fn removes(
        mut self,
        board: &Board,
        cells: impl IntoIterator<Item = usize>,
        digits: u32,
    ) -> Self {
        for cell in cells {
            let place = board.size.place(cell);
            let gone = digits_of(board.candidates(cell) & digits);
            self.removed.extend(gone.map(|digit| (place, digit as u8)));
        }
        self
    }

    /// Adds the reason, a clause before the colon; `None` if the step has no consequences.
    pub(crate) fn because(self, reason: impl FnOnce() -> String) -> Option<Self> {
        let is_worth = self.placed.is_some() || !self.removed.is_empty();
        is_worth.then(|| Self { reason: reason(), ..self })
    }
}

impl fmt::Display for RatingStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        if let Some((place, digit)) = self.placed {
            return write!(f, ": place {} at {place}", symbol(digit));
        }
        let mut link = ": remove";
        for (digits, places) in words::by_digits(&self.removed) {
            write!(f, "{link} {} from {}", words::listed(&digits, "and"), words::cells(&places))?;
            link = ";";
        }
        Ok(())
    }
}
