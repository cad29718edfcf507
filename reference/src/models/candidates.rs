//! `candidates`: the single tactic of "Sudoku Solver, CSEE 3827", and no search.
//!
//! ```text
//! solve_board:    count the cells with one candidate
//!         while they are not all
//!             for each cell, row by row, that has one candidate by now
//!                 event Node
//!                 rule its digit out of the other cells of its row, its column and its box, each
//!                 from the top left: event RuleOut for each that had it as a candidate
//!             count them again; as many as before: return not solved
//!         return solved
//! ```
//!
//! A pass without a newly solved cell has applied the tactic to all solved cells, so nothing can
//! change any more. Contradictory givens end the same way: they rule each other out.

use super::{Event, ModelOutcome};
use crate::{Candidates, Grid, Puzzle, Size};

/// Runs the algorithm and passes every event to `on_event`, in order.
///
/// Enters at most `budget_nodes` nodes; an exactly sufficient budget still ends.
pub fn run(puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> ModelOutcome {
    let size = puzzle.size();
    let mut masks = Candidates::of(puzzle).masks().to_vec();
    let mut left = budget_nodes;
    let mut solved = count_solved(&masks);
    while solved < size.cells() {
        for cell in 0..size.cells() {
            if masks[cell].count_ones() != 1 {
                continue;
            }
            let Some(fewer) = left.checked_sub(1) else { return ModelOutcome::Budget };
            left = fewer;
            on_event(Event::Node);
            rule_out(size, &mut masks, cell, on_event);
        }
        let now = count_solved(&masks);
        if now == solved {
            return ModelOutcome::Stuck(grid(size, masks));
        }
        solved = now;
    }
    ModelOutcome::Solved(grid(size, masks))
}

fn count_solved(masks: &[u32]) -> usize {
    masks.iter().filter(|mask| mask.count_ones() == 1).count()
}

fn grid(size: Size, masks: Vec<u32>) -> Grid {
    Candidates::of_checked(size, masks).singles().givens().clone()
}

/// Rules the digit of a solved cell out of its units, one after the other.
fn rule_out(size: Size, masks: &mut [u32], solved: usize, on_event: &mut impl FnMut(Event)) {
    let bit = masks[solved];
    let digit = bit.trailing_zeros() as u8 + 1;
    let same = |unit: fn(Size, usize) -> usize| {
        (0..size.cells())
            .filter(move |&cell| cell != solved && unit(size, cell) == unit(size, solved))
    };
    let peers = same(Size::row).chain(same(Size::column)).chain(same(Size::box_of));
    for cell in peers {
        if masks[cell] & bit != 0 {
            masks[cell] ^= bit;
            on_event(Event::RuleOut { cell: cell as u16, digit });
        }
    }
}
