//! Unique rectangles and loops: cells whose two digits could be swapped, which is impossible in a
//! puzzle with one solution.

mod deadly;
mod kinds;

use std::ops::RangeInclusive;

use super::board::{Board, digits_of};
use super::{RatingStep, Technique};
use crate::Size;

/// Cells of a loop in order, which could be filled with two alternating digits.
struct Loop {
    cells: Vec<usize>,
    /// The two digits as a mask; every cell has them both.
    digits: u32,
}

impl Loop {
    /// The cells with more candidates, ascending.
    fn extra_cells(&self, board: &Board) -> Vec<usize> {
        let has_more = |&cell: &usize| board.candidates(cell) & !self.digits != 0;
        let mut cells: Vec<usize> = self.cells.iter().copied().filter(has_more).collect();
        cells.sort_unstable();
        cells
    }

    /// The two digits.
    fn both(&self) -> [usize; 2] {
        let mut digits = digits_of(self.digits);
        [(); 2].map(|()| digits.next().unwrap_or(1))
    }
}

/// Range of ratings of steps that depend on a unique solution.
///
/// A set of type 3 has at most half the cells of a unit.
pub(super) fn tenths(size: Size) -> RangeInclusive<u16> {
    let longest = Technique::UniqueLoop3.tenths() + kinds::more(size.cells());
    Technique::UniqueRectangle1.tenths()..=longest + size.side() as u16 / 2 - 1
}

/// Step of least rating, then of least type, that depends on a unique solution.
pub(crate) fn unique(board: &Board) -> Option<RatingStep> {
    let mut best: Option<((u16, u8), RatingStep)> = None;
    deadly::each_loop(board, &mut |found| {
        for (kind, step) in kinds::steps(board, found) {
            let key = (step.tenths, kind);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, step));
            }
        }
    });
    best.map(|(_, step)| step)
}
