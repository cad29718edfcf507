//! `backtrack`: the first empty cell, digits ascending.
//!
//! The algorithm is one recursive procedure:
//!
//! ```text
//! solve:  event Node
//!         find the first empty cell, row by row; none: return solved
//!         for digit = 1 to side
//!             if digit is in neither the row, nor the column, nor the box of the cell
//!                 put digit in cell; event Place
//!                 solve; if solved return solved
//!                 empty the cell; event Undo
//!         return not solved
//! ```
//!
//! A **node** is one call, including the first one and the one that finds no empty cell. So there
//! is always one more node than there are places. Published counts of "calls" of naive row-by-row
//! backtracking "per empty cell" (2,991 for the puzzle of the esProc page, 49,559 for Inkala's of
//! 2012) are these nodes. A solver that also calls itself to skip a given makes more calls; those
//! are not nodes.
//!
//! [`run`] ends with the first solution. [`run_all`] is the same algorithm with a `solve` that
//! never returns "solved", so it tries everything. Its nodes are published as those of an
//! "exhaustive" search: 5,794 and 2,068,781 for the two puzzles above.
//!
//! Givens are not checked. If they contradict each other, the reference model still does what the
//! algorithm does, and its grid may keep the conflict; [`Grid::violations`] finds it.

use std::ops::ControlFlow;

use super::{Digest, Event, ModelOutcome};
use crate::{Grid, Puzzle, Size};

/// Result of an exhaustive run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhausted {
    /// The first solution, in the order of the cells' digits.
    pub first: Option<Grid>,
    /// Number of solutions found.
    pub solutions: u64,
    /// Whether these are all, because the budget sufficed.
    pub complete: bool,
}

/// Runs the algorithm and passes every event to `on_event`, in order.
///
/// Enters at most `budget_nodes` nodes; an exactly sufficient budget still solves. It runs tens of
/// millions of nodes per second and does not allocate memory during the search.
pub fn run(puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> ModelOutcome {
    let mut solution = None;
    let complete = walk(puzzle, budget_nodes, on_event, |search| {
        solution = Some(search.grid(puzzle));
        ControlFlow::Break(())
    });
    match solution {
        Some(grid) => ModelOutcome::Solved(grid),
        None if complete => ModelOutcome::NoSolution,
        None => ModelOutcome::Budget,
    }
}

/// Runs the algorithm past each solution until every digit of every cell was tried.
///
/// A solution is an [`Event::Node`] in a grid without an empty cell; the [`Event::Undo`] of its
/// last digit follows. Solutions are in ascending order of their cells. Budget and speed are those
/// of [`run`].
pub fn run_all(puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> Exhausted {
    let (mut first, mut solutions) = (None, 0);
    let complete = walk(puzzle, budget_nodes, on_event, |search| {
        first.get_or_insert_with(|| search.grid(puzzle));
        solutions += 1;
        ControlFlow::Continue(())
    });
    Exhausted { first, solutions, complete }
}

/// Runs the algorithm and keeps only the digest of its events.
pub fn digest(puzzle: &Puzzle, budget_nodes: u64) -> (ModelOutcome, Digest) {
    let mut digest = Digest::new();
    let outcome = run(puzzle, budget_nodes, &mut |event| digest.push(event));
    (outcome, digest)
}

/// Runs the algorithm exhaustively and keeps only the digest of its events.
pub fn digest_all(puzzle: &Puzzle, budget_nodes: u64) -> (Exhausted, Digest) {
    let mut digest = Digest::new();
    let outcome = run_all(puzzle, budget_nodes, &mut |event| digest.push(event));
    (outcome, digest)
}

/// The search; returns whether it ended within its budget.
fn walk(
    puzzle: &Puzzle,
    budget_nodes: u64,
    on_event: &mut impl FnMut(Event),
    mut at_solution: impl FnMut(&Backtracking) -> ControlFlow<()>,
) -> bool {
    let mut search = Backtracking::new(puzzle);
    let mut depth = 0;
    for _ in 0..budget_nodes {
        on_event(Event::Node);
        if depth < search.empty {
            search.enter(depth);
        } else if at_solution(&search).is_break() {
            return true;
        }
        while search.untried[depth] == 0 {
            if depth == 0 {
                return true;
            }
            depth -= 1;
            on_event(search.undo(depth));
        }
        on_event(search.place(depth));
        depth += 1;
    }
    false
}

/// Empty cells, the digits to try in each, and the digits of each row, column and box.
struct Backtracking {
    /// Number of empty cells at the start, which is the largest depth.
    empty: usize,
    cells: [EmptyCell; Size::MAX_CELLS],
    /// By depth: candidates still to be tried; always none at the largest depth.
    untried: [u32; Size::MAX_CELLS + 1],
    /// By depth: the bit of the digit in the cell.
    placed: [u32; Size::MAX_CELLS],
    /// Digits held, one bit each, by rows, then columns, then boxes.
    held: [u32; 3 * 25],
    all_digits: u32,
}

#[derive(Clone, Copy, Default)]
struct EmptyCell {
    cell: u16,
    units: [u8; 3],
}

impl Backtracking {
    fn new(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let mut search = Self {
            empty: 0,
            cells: [EmptyCell::default(); Size::MAX_CELLS],
            untried: [0; Size::MAX_CELLS + 1],
            placed: [0; Size::MAX_CELLS],
            held: [0; 3 * 25],
            all_digits: size.all_digits(),
        };
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            let units = [size.row(cell), 25 + size.column(cell), 50 + size.box_of(cell)];
            if digit == 0 {
                let units = units.map(|unit| unit as u8);
                search.cells[search.empty] = EmptyCell { cell: cell as u16, units };
                search.empty += 1;
            } else {
                for unit in units {
                    search.held[unit] |= 1 << (digit - 1);
                }
            }
        }
        search
    }

    fn enter(&mut self, depth: usize) {
        let [row, column, box_] = self.cells[depth].units.map(usize::from);
        self.untried[depth] =
            self.all_digits & !(self.held[row] | self.held[column] | self.held[box_]);
    }

    fn place(&mut self, depth: usize) -> Event {
        let bit = self.untried[depth] & self.untried[depth].wrapping_neg();
        self.untried[depth] ^= bit;
        self.placed[depth] = bit;
        self.flip(depth, bit);
        Event::Place { cell: self.cells[depth].cell, digit: bit.trailing_zeros() as u8 + 1 }
    }

    fn undo(&mut self, depth: usize) -> Event {
        self.flip(depth, self.placed[depth]);
        Event::Undo { cell: self.cells[depth].cell }
    }

    fn flip(&mut self, depth: usize, bit: u32) {
        let [row, column, box_] = self.cells[depth].units.map(usize::from);
        self.held[row] ^= bit;
        self.held[column] ^= bit;
        self.held[box_] ^= bit;
    }

    fn grid(&self, puzzle: &Puzzle) -> Grid {
        let mut grid = puzzle.givens().clone();
        for depth in 0..self.empty {
            let digit = self.placed[depth].trailing_zeros() as u8 + 1;
            grid.set(self.cells[depth].cell.into(), digit);
        }
        grid
    }
}
