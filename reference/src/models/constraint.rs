//! `constraint`: the empty cell with the fewest candidates first, digits ascending.
//!
//! ```text
//! solve:  event Node
//!         of the empty cells take the one with the fewest candidates, the first of equals in
//!         reading order; no empty cell: return solved
//!         for each candidate of it, ascending
//!             put the digit in the cell; event Place
//!             solve; if solved return solved
//!             empty the cell; event Undo
//!         return not solved
//! ```
//!
//! A candidate is a digit that is in neither the row, nor the column, nor the box of the cell.

use super::units::Units;
use super::{Event, ModelOutcome};
use crate::{Grid, Puzzle};

/// A cell at some depth of the search.
struct CellLevel {
    cell: usize,
    /// Candidates still to be tried.
    untried: u32,
    /// The bit of the digit in the cell.
    placed: u32,
}

/// Runs the algorithm and passes every event to `on_event`, in order.
///
/// Enters at most `budget_nodes` nodes; an exactly sufficient budget still solves.
pub fn run(puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> ModelOutcome {
    let mut units = Units::of(puzzle);
    let mut grid: Grid = puzzle.givens().clone();
    let mut levels: Vec<CellLevel> = Vec::new();
    for _ in 0..budget_nodes {
        on_event(Event::Node);
        let Some(cell) = fewest(&grid, &units) else { return ModelOutcome::Solved(grid) };
        levels.push(CellLevel { cell, untried: units.candidates(cell), placed: 0 });
        loop {
            let Some(level) = levels.last_mut() else { return ModelOutcome::NoSolution };
            if level.untried != 0 {
                level.placed = level.untried & level.untried.wrapping_neg();
                level.untried ^= level.placed;
                let digit = level.placed.trailing_zeros() as u8 + 1;
                units.flip(level.cell, level.placed);
                grid.set(level.cell, digit);
                on_event(Event::Place { cell: level.cell as u16, digit });
                break;
            }
            levels.pop();
            if let Some(level) = levels.last() {
                units.flip(level.cell, level.placed);
                grid.set(level.cell, 0);
                on_event(Event::Undo { cell: level.cell as u16 });
            }
        }
    }
    ModelOutcome::Budget
}

/// The empty cell with the fewest candidates.
fn fewest(grid: &Grid, units: &Units) -> Option<usize> {
    let cells = grid.cells().iter().enumerate();
    let empty = cells.filter(|(_, digit)| **digit == 0).map(|(cell, _)| cell);
    empty.min_by_key(|&cell| units.candidates(cell).count_ones())
}
