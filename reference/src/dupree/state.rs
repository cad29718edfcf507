//! State of the search: candidates, solved cells and the score so far.

use super::units::UNITS;
use super::{Cells, is_digit};

/// A mask of candidates for each cell: bit 0 is digit 1.
pub(super) type Candidates = [u16; 81];

/// Every digit.
pub(super) const ALL: u16 = 0o777;

/// A dead end: a cell has no candidate, or several cells share too few candidates.
pub(super) struct DeadEnd;

/// State that a trial copies.
#[derive(Clone)]
pub(super) struct TrialState {
    pub(super) candidates: Candidates,
    solved: [bool; 81],
    /// Solved cells, in the order in which they were solved.
    queue: [u8; 81],
    /// Number of solved cells in the queue.
    pub(super) known: usize,
    /// Number of cells in the queue whose peers are updated.
    pub(super) marked: usize,
    pub(super) score: u64,
    /// Points for solving a cell.
    pub(super) reward: u64,
    /// Points for removing a candidate because of a solved cell: 0 in the first pass.
    pub(super) wage: u64,
    /// Deepest level of trials.
    pub(super) depth: u32,
    /// Moves of the current pass: few moves mean a hard pass, which costs extra.
    pub(super) moves: u64,
}

impl TrialState {
    pub(super) fn new(givens: &Cells) -> Self {
        let mut state = Self {
            candidates: [ALL; 81],
            solved: [false; 81],
            queue: [0; 81],
            known: 0,
            marked: 0,
            score: 0,
            reward: 0,
            wage: 0,
            depth: 1,
            moves: 0,
        };
        for (cell, &digit) in givens.iter().enumerate().filter(|&(_, &digit)| is_digit(digit)) {
            state.settle(cell, 1 << (digit - 1));
        }
        state.reward = 1;
        state
    }

    pub(super) fn is_solved(&self, cell: usize) -> bool {
        self.solved[cell]
    }

    /// Number of unsolved cells.
    pub(super) fn unknown(&self) -> u64 {
        81 - self.known as u64
    }

    /// Solves a cell and adds the points.
    pub(super) fn settle(&mut self, cell: usize, digit: u16) {
        self.score += self.reward;
        self.assume(cell, digit);
    }

    /// Solves a cell without points.
    pub(super) fn assume(&mut self, cell: usize, digit: u16) {
        self.candidates[cell] = digit;
        self.solved[cell] = true;
        self.queue[self.known] = cell as u8;
        self.known += 1;
    }

    /// Next solved cell whose peers are not updated.
    pub(super) fn next_to_mark(&mut self) -> Option<usize> {
        let cell = self.queue[..self.known].get(self.marked)?;
        self.marked += 1;
        Some(usize::from(*cell))
    }

    /// The unsolved cell with fewest candidates, and the number of candidates of the last cell
    /// examined.
    ///
    /// The search stops at the first cell with two.
    pub(super) fn fewest(&self) -> Option<(usize, u32)> {
        let (mut fewest, mut least, mut last) = (None, u32::MAX, 0);
        for cell in (0..81).filter(|&cell| !self.solved[cell]) {
            last = self.candidates[cell].count_ones();
            if last < least {
                (fewest, least) = (Some(cell), last);
            }
            if last == 2 {
                break;
            }
        }
        fewest.map(|cell| (cell, last))
    }

    /// Whether every digit is the only candidate of some cell in every unit.
    pub(super) fn is_solution(&self) -> bool {
        let known = |cell: u8| match self.candidates[usize::from(cell)] {
            mask if mask.is_power_of_two() => mask,
            _ => 0,
        };
        UNITS.iter().all(|cells| cells.iter().fold(0, |sum, &cell| sum | known(cell)) == ALL)
    }

    /// Digits row by row, 0 for an unsolved cell.
    pub(super) fn digits(&self) -> Cells {
        let mut digits = [0; 81];
        for cell in (0..81).filter(|&cell| self.solved[cell]) {
            digits[cell] = digit(self.candidates[cell]);
        }
        digits
    }
}

/// Lowest digit of a mask, 0 if it is empty.
pub(super) fn digit(mask: u16) -> u8 {
    if mask == 0 { 0 } else { mask.trailing_zeros() as u8 + 1 }
}

/// Digits of a mask as single bits, ascending.
pub(super) fn each(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = mask & mask.wrapping_neg();
        mask &= !bit;
        (bit != 0).then_some(bit)
    })
}
