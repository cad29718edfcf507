//! The simple part: what solved cells take from their peers, and digits with one place left.

use super::search::Search;
use super::state::{ALL, DeadEnd, State, digit, each};
use super::step::{Deed, Teller};
use super::units::{self, PEERS, UNITS};

impl<T: Teller> Search<'_, T> {
    /// Marks and looks for single places in turn until there is none.
    ///
    /// A pass that solves fewer than four cells costs extra, the more so the fewer are known.
    pub(super) fn simple(&mut self, state: &mut State) -> Result<(), DeadEnd> {
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

    /// Takes the digits of newly solved cells from their peers, and of those that this solves.
    fn mark(&mut self, state: &mut State) -> Result<(), DeadEnd> {
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
        state: &mut State,
        cell: usize,
        known: u16,
        cause: usize,
    ) -> Result<(), DeadEnd> {
        let left = state.candidates[cell] & !known;
        state.candidates[cell] = left;
        state.score += state.wage;
        let digit = digit(known);
        if left == 0 {
            self.tell(|| Deed::Emptied { cell, digit, cause });
            self.show(state);
            return Err(DeadEnd);
        }
        self.tell(|| Deed::Removed { cell, digit, cause });
        if left.is_power_of_two() {
            self.solve(state, cell);
            state.moves += 1;
        }
        Ok(())
    }

    /// Solves the unsolved cells that alone in their unit can hold some digit.
    fn single_places(&mut self, state: &mut State) -> bool {
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
                // One that was solved for another digit just now has lost this one.
                let at =
                    cells.iter().find(|&&cell| state.candidates[usize::from(cell)] & single != 0);
                if let Some(&cell) = at {
                    state.settle(cell.into(), single);
                    state.moves += 1;
                    let (cell, digit) = (cell.into(), digit(single));
                    self.tell(|| Deed::OnlyPlace { cell, digit, unit: units::name(unit) });
                }
            }
        }
        if state.known > before {
            self.show(state);
        }
        state.known > before
    }
}

/// Adds what a pass with few moves costs.
fn charge(state: &mut State) {
    if state.moves < 4 {
        let open = state.unknown().saturating_sub(state.moves);
        state.score += 1 + 20 * open / (state.known.max(1) as u64 * (state.moves + 1));
    }
}
