//! Candidates: the digits each cell may still hold.

use crate::{BadCells, Puzzle, Size};

/// A mask of digits for every cell, bit 0 for digit 1.
///
/// Has more information than a [`Puzzle`] if digits have been ruled out: Sukaku, pencil marks,
/// deleted candidates. A cell may have no candidates; then there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Candidates {
    size: Size,
    masks: Vec<u32>,
}

impl Candidates {
    /// Creates candidates from masks, row by row.
    ///
    /// # Errors
    ///
    /// If the number of masks is not the number of cells, or a mask has a digit beyond the side.
    pub fn new(size: Size, masks: Vec<u32>) -> Result<Self, BadCells> {
        if masks.len() != size.cells() {
            return Err(BadCells::Count(masks.len()));
        }
        match masks.iter().position(|mask| mask & !size.all_digits() != 0) {
            Some(cell) => {
                let value = (u32::BITS - masks[cell].leading_zeros()) as u8;
                Err(BadCells::TooLarge { cell, value, size })
            }
            None => Ok(Self { size, masks }),
        }
    }

    /// Creates candidates from masks that are known to be valid.
    pub(crate) fn of_checked(size: Size, masks: Vec<u32>) -> Self {
        debug_assert_eq!(masks.len(), size.cells());
        Self { size, masks }
    }

    /// Candidates of a puzzle: one digit for a given, every digit for an empty cell.
    ///
    /// Givens do not rule out digits of other cells: solvers do that.
    pub fn of(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let mask = |&given: &u8| match given {
            0 => size.all_digits(),
            digit => 1 << (digit - 1),
        };
        Self { size, masks: puzzle.cells().iter().map(mask).collect() }
    }

    /// Size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Masks row by row, bit 0 for digit 1.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// Puzzle with the single candidates as givens and all other cells empty.
    pub fn singles(&self) -> Puzzle {
        let digit = |mask: &u32| match mask.count_ones() {
            1 => mask.trailing_zeros() as u8 + 1,
            _ => 0,
        };
        let mut givens = crate::Grid::empty(self.size);
        for (cell, digit) in self.masks.iter().map(digit).enumerate() {
            givens.set(cell, digit);
        }
        givens.into()
    }
}

impl From<&Puzzle> for Candidates {
    fn from(puzzle: &Puzzle) -> Self {
        Self::of(puzzle)
    }
}

impl From<&Self> for Candidates {
    fn from(candidates: &Self) -> Self {
        candidates.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_and_its_candidates() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        let candidates = Candidates::of(&puzzle);
        assert_eq!(candidates.masks()[..4], [0b1111, 0b1111, 0b1111, 0b0100]);
        assert_eq!(candidates.singles(), puzzle);
    }

    #[test]
    fn invalid_masks_are_rejected() {
        assert_eq!(Candidates::new(Size::Four, vec![1; 15]), Err(BadCells::Count(15)));
        let mut masks = vec![0; 16];
        masks[3] = 0b10001;
        let too_large = BadCells::TooLarge { cell: 3, value: 5, size: Size::Four };
        assert_eq!(Candidates::new(Size::Four, masks), Err(too_large));
    }
}
