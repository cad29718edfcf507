//! Naked tuples: N cells of a unit that share N digits exclude them from the other cells.

use std::sync::LazyLock;

use super::search::DupreeSearch;
use super::state::{ALL, DeadEnd, TrialState};
use super::step::{StepKind, StepObserver};
use super::units::{self, UNITS};

/// The sets of two to eight of some digits, smaller sets first, then ascending.
static SETS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| (0..=ALL).map(sets_of).collect());

/// Represents a solved cell: not a subset of any set.
const NO_CELL: u16 = u16::MAX;

impl<T: StepObserver> DupreeSearch<'_, T> {
    /// Applies the rule to every unit once, and continues with the next unit after a dead end.
    pub(super) fn tuples(&mut self, state: &mut TrialState) -> Result<bool, DeadEnd> {
        state.moves = 0;
        let mut outcome = Ok(());
        for unit in 0..27 {
            outcome = self.tuples_of(state, unit).and(outcome);
        }
        if state.moves > 0 {
            state.score += 20_u64.saturating_sub(5 * state.moves);
        }
        outcome.map(|()| state.moves > 0)
    }

    /// Tries every set of digits that leaves some for other cells; the digits of a tuple are
    /// finished.
    fn tuples_of(&mut self, state: &mut TrialState, unit: usize) -> Result<(), DeadEnd> {
        let mut open = UNITS[unit].map(|cell| open(state, cell.into()));
        let mut needed =
            open.iter().filter(|&&cell| cell != NO_CELL).fold(0, |sum, cell| sum | cell);
        let mut narrow = narrow(&open);
        let mut paid = 0;
        for &set in &SETS[usize::from(needed)] {
            let size = set.count_ones();
            if size >= needed.count_ones() {
                break;
            }
            if set & !needed != 0 || narrow[size as usize] < size {
                continue;
            }
            let inside = open.iter().filter(|&&cell| cell & !set == 0).count();
            if inside > size as usize {
                state.score += 10;
                self.report(|| StepKind::TooMany {
                    cells: inside,
                    tuple: set,
                    unit: units::name(unit),
                });
                self.show(state);
                return Err(DeadEnd);
            }
            if inside == size as usize {
                needed &= !set;
                if self.keep_tuple(state, unit, &mut open, set) {
                    narrow = self::narrow(&open);
                    if paid < size {
                        // The bonus, highest for five cells, is added once per size.
                        paid = size;
                        state.score += 10 + 2 * (5 - u64::from(size.abs_diff(5)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Removes the digits of a tuple from the other cells; returns whether there were any.
    fn keep_tuple(
        &mut self,
        state: &mut TrialState,
        unit: usize,
        open: &mut [u16; 9],
        set: u16,
    ) -> bool {
        let before = state.moves;
        for (left, cell) in open.iter_mut().zip(UNITS[unit].map(usize::from)) {
            let lost = *left & set;
            if *left == NO_CELL || lost == 0 || *left == lost {
                continue;
            }
            *left &= !set;
            state.candidates[cell] = *left;
            state.score += u64::from(lost.count_ones());
            state.moves += 1;
            self.report(|| StepKind::Outside { cell, lost, tuple: set, unit: units::name(unit) });
            if left.is_power_of_two() {
                self.solve(state, cell);
                *left = NO_CELL;
            }
        }
        state.moves > before
    }
}

fn open(state: &TrialState, cell: usize) -> u16 {
    if state.is_solved(cell) { NO_CELL } else { state.candidates[cell] }
}

/// Numbers of cells with at most 0, 1, 2 ... digits, which limit the size of a tuple.
fn narrow(open: &[u16; 9]) -> [u32; 10] {
    let mut narrow = [0; 10];
    for cell in open.iter().filter(|&&cell| cell != NO_CELL) {
        narrow[cell.count_ones() as usize] += 1;
    }
    for count in 1..narrow.len() {
        narrow[count] += narrow[count - 1];
    }
    narrow
}

fn sets_of(digits: u16) -> Vec<u16> {
    let mut sets: Vec<u16> =
        (0..ALL).filter(|set| set & !digits == 0 && set.count_ones() >= 2).collect();
    sets.sort_by_key(|set| set.count_ones());
    sets
}
