//! The twins of the algorithms of assembly solvers: what each must do, event by event.
//!
//! An algorithm is a procedure whose steps are seen from outside as [`Event`]s. Every solver of one
//! algorithm makes the same events in the same order as its twin here, whatever machine it is for.
//!
//! - [`backtrack`]: the first empty cell, digits ascending; its functions are also here.
//! - [`constraint`]: the empty cell with the fewest candidates, digits ascending.
//! - [`links`]: an exact cover, the column with the fewest rows first.
//! - [`candidates`]: no search; digits of solved cells are ruled out elsewhere.
//!
//! The givens are never checked, only read: if they contradict each other a twin still answers as
//! its algorithm does, and its grid may keep the conflict. [`Grid::violations`] tells.

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
    /// A digit that was a candidate of a cell is none any more.
    RuleOut {
        /// The cell, row by row from 0.
        cell: u16,
        /// The digit, from 1.
        digit: u8,
    },
}

/// How a run of a twin ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TwinOutcome {
    /// No cell is empty any more.
    Solved(Grid),
    /// Every digit of every cell was tried.
    NoSolution,
    /// The algorithm can do no more, and some cells are still open; the grid has those that are not.
    Stuck(Grid),
    /// The next node would have been one more than allowed.
    Budget,
}
