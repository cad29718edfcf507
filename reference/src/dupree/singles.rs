//! Singles: candidates that solved cells remove from their peers, and digits with one cell left.

use super::search::DupreeSearch;
use super::state::{ALL, DeadEnd, TrialState, digit, each};
use super::step::{StepKind, StepObserver};
use super::units::{self, PEERS, UNITS};

impl<T: StepObserver> DupreeSearch<'_, T> {
    /// Updates peers and searches for hidden singles in turn until there are none.
    ///
    /// A pass that solves fewer than four cells costs extra, and more if fewer cells are known.
    pub(super) fn simple(&mut self, state: &mut TrialState) -> Result<(), DeadEnd> {
        let mut first = true;
        loop {
            state.moves = 0;
            self.mark(state)?;
            state.wage = 1;
            if !self.single_places(state) {
                break;
            }
            charge(state);
            first = false;
        }
        if first && state.known < 81 {
            charge(state);
        }
        Ok(())
    }

    /// Removes the digits of newly solved cells from their peers, and of those that this solves.
    fn mark(&mut self, state: &mut TrialState) -> Result<(), DeadEnd> {
        let mut any = false;
        while let Some(cause) = state.next_to_mark() {
            let known = state.candidates[cause];
            for cell in PEERS[cause].map(usize::from) {
                if state.candidates[cell] & known != 0 {
                    self.take(state, cell, known, cause)?;
                    any = true;
                }
            }
        }
        if any {
            self.show(state);
        }
        Ok(())
    }

    fn take(
        &mut self,
        state: &mut TrialState,
        cell: usize,
        known: u16,
        cause: usize,
    ) -> Result<(), DeadEnd> {
        let left = state.candidates[cell] & !known;
        state.candidates[cell] = left;
        state.score += state.wage;
        let digit = digit(known);
        if left == 0 {
            self.report(|| StepKind::Emptied { cell, digit, cause });
            self.show(state);
            return Err(DeadEnd);
        }
        self.report(|| StepKind::Removed { cell, digit, cause });
        if left.is_power_of_two() {
            self.solve(state, cell);
            state.moves += 1;
        }
        Ok(())
    }

    /// Solves each cell that is the only one in its unit for some digit.
    fn single_places(&mut self, state: &mut TrialState) -> bool {
        let before = state.known;
        for (unit, cells) in UNITS.iter().enumerate() {
            let (mut once, mut twice, mut solved) = (0, 0, 0);
            for cell in cells.map(usize::from) {
                let candidates = state.candidates[cell];
                twice |= once & candidates;
                once |= candidates;
                solved |= if state.is_solved(cell) { candidates } else { 0 };
            }
            for single in each(once & !twice & !solved & ALL) {
                // A cell that was just solved with another digit has lost this one.
                let at =
                    cells.iter().find(|&&cell| state.candidates[usize::from(cell)] & single != 0);
                if let Some(&cell) = at {
                    state.settle(cell.into(), single);
                    state.moves += 1;
                    let (cell, digit) = (cell.into(), digit(single));
                    self.report(|| StepKind::OnlyPlace { cell, digit, unit: units::name(unit) });
                }
            }
        }
        if state.known > before {
            self.show(state);
        }
        state.known > before
    }
}

/// Adds the cost of a pass with few moves.
fn charge(state: &mut TrialState) {
    if state.moves < 4 {
        let open = state.unknown().saturating_sub(state.moves);
        state.score += 1 + 20 * open / (state.known.max(1) as u64 * (state.moves + 1));
    }
}
