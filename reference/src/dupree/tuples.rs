//! Naked tuples: as many cells of a unit as they have digits between them keep those digits.

use super::search::Search;
use super::state::{DeadEnd, State};
use super::step::{Deed, Teller};
use super::units::{self, UNITS};

/// The sets of two to eight digits, smaller sets first, then ascending.
static SETS: [u16; 501] = sets();

/// Stands for a solved cell: not inside any set.
const NO_CELL: u16 = u16::MAX;

impl<T: Teller> Search<'_, T> {
    /// Applies the rule to every unit once, and goes on with the next unit behind a dead end.
    pub(super) fn tuples(&mut self, state: &mut State) -> Result<bool, DeadEnd> {
        state.moves = 0;
        let mut outcome = Ok(());
        for unit in 0..27 {
            outcome = self.tuples_of(state, unit).and(outcome);
        }
        if state.moves > 0 {
            state.score += 20_u64.saturating_sub(5 * state.moves);
            self.show(state);
        }
        outcome.map(|()| state.moves > 0)
    }

    /// Tries every set of digits that leaves some for other cells; a tuple's digits are done with.
    fn tuples_of(&mut self, state: &mut State, unit: usize) -> Result<(), DeadEnd> {
        let mut open = UNITS[unit].map(|cell| open(state, cell.into()));
        let mut needed =
            open.iter().filter(|&&cell| cell != NO_CELL).fold(0, |sum, cell| sum | cell);
        let mut paid = 0;
        for &set in &SETS {
            let size = set.count_ones();
            if size >= needed.count_ones() {
                break;
            }
            if set & !needed != 0 {
                continue;
            }
            let inside = open.iter().filter(|&&cell| cell & !set == 0).count();
            if inside > size as usize {
                state.score += 10;
                self.tell(|| Deed::TooMany { cells: inside, tuple: set, unit: units::name(unit) });
                return Err(DeadEnd);
            }
            if inside == size as usize {
                needed &= !set;
                if self.keep_tuple(state, unit, &mut open, set) && paid < size {
                    // The bonus, highest for five cells, is paid once a size.
                    paid = size;
                    state.score += 10 + 2 * (5 - u64::from(size.abs_diff(5)));
                }
            }
        }
        Ok(())
    }

    /// Removes the digits of a tuple from the other cells; whether there was anything to remove.
    fn keep_tuple(
        &mut self,
        state: &mut State,
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
            self.tell(|| Deed::Outside { cell, lost, tuple: set, unit: units::name(unit) });
            if left.is_power_of_two() {
                self.solve(state, cell);
                *left = NO_CELL;
            }
        }
        state.moves > before
    }
}

fn open(state: &State, cell: usize) -> u16 {
    if state.is_solved(cell) { NO_CELL } else { state.candidates[cell] }
}

const fn sets() -> [u16; 501] {
    let mut sets = [0; 501];
    let (mut count, mut size) = (0, 2);
    while size < 9 {
        let mut set: u16 = 1;
        while set < 0o777 {
            if set.count_ones() == size {
                sets[count] = set;
                count += 1;
            }
            set += 1;
        }
        size += 1;
    }
    assert!(count == sets.len());
    sets
}
