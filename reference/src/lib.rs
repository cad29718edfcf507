//! Puzzles, grids and the solvers that say what is right.
//!
//! This package knows no machine: it reads puzzles in the usual formats, draws them, solves them,
//! makes new ones, and runs the [twin] of the `backtrack` algorithm, event by event, so that an
//! assembly solver watched from outside can be compared with it.
//!
//! ```
//! use reference::{Outcome, Puzzle, solve};
//!
//! let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
//! let Outcome::One(grid) = solve(&puzzle, 2) else { panic!("one solution was expected") };
//! assert_eq!(grid.to_string(), "4123234114323214");
//! assert!(grid.solves(&puzzle));
//! ```

mod alphabet;
mod check;
mod generate;
mod geometry;
mod grid;
mod parse;
mod puzzle;
mod random;
mod show;
mod size;
mod solver;
pub mod twin;

pub use alphabet::{is_blank, symbol, value};
pub use check::{Conflict, Place, Unit, Violation};
pub use generate::{Generated, generate, generate_with_givens};
pub use grid::{BadCells, Grid};
pub use parse::{ParseError, ParseErrorKind, Puzzles, puzzles, puzzles_bytes};
pub use puzzle::Puzzle;
pub use random::Random;
pub use show::{Layout, Shown};
pub use size::Size;
pub use solver::{DEFAULT_BUDGET_NODES, Outcome, solve, solve_within};
