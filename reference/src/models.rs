//! Reference models of the assembly solvers: the required events of each algorithm.
//!
//! An algorithm is a procedure whose steps are visible to an observer as [`Event`]s. On any
//! machine, every solver of an algorithm has the same events in the same order as its reference
//! model here.
//!
//! - [`backtrack`]: the first empty cell, digits ascending; its functions are also here.
//! - [`constraint`]: the empty cell with the fewest candidates, digits ascending.
//! - [`links`]: an exact cover, the column with the fewest rows first.
//! - [`candidates`]: no search; digits of solved cells are ruled out elsewhere.
//!
//! Givens are not checked. If they contradict each other, a reference model still does what its
//! algorithm does, and its grid may keep the conflict; [`Grid::violations`] finds it.

pub mod backtrack;
pub mod candidates;
pub mod constraint;
mod digest;
pub mod links;
mod units;

pub use backtrack::{Exhausted, digest, digest_all, run, run_all};
pub use digest::Digest;

use crate::Grid;

/// One step of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The procedure was called.
    Node,
    /// A digit was put in an empty cell.
    Place {
        /// The cell, row by row from 0.
        cell: u16,
        /// The digit, from 1.
        digit: u8,
    },
    /// A cell was emptied again.
    Undo {
        /// The cell, row by row from 0.
        cell: u16,
    },
    /// A candidate of a cell was ruled out.
    RuleOut {
        /// The cell, row by row from 0.
        cell: u16,
        /// The digit, from 1.
        digit: u8,
    },
}

/// Result of a run of a reference model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelOutcome {
    /// No cell is empty any more.
    Solved(Grid),
    /// Every digit of every cell was tried.
    NoSolution,
    /// The algorithm can do no more, and some cells are unsolved; the grid has the solved cells.
    Stuck(Grid),
    /// The next node would have exceeded the budget.
    Budget,
}
