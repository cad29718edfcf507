//! Sudoku puzzles, grids, solvers and reference models.
//!
//! This package is independent of any machine. It reads puzzles in the usual formats, draws,
//! solves and generates them. It also runs a [reference model](models) of each algorithm event by
//! event, so that an observed assembly solver can be compared with it.
//!
//! ```
//! use reference::{Outcome, Puzzle, solve};
//!
//! let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
//! let Outcome::One(grid) = solve(&puzzle, 2) else { panic!("one solution was expected") };
//! assert_eq!(grid.to_string(), "4123234114323214");
//! assert!(grid.solves(&puzzle));
//! ```
//!
//! The folder `examples` has small programs; README.md shows more.

/// Runs the code of README.md as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod alphabet;
mod candidates;
mod check;
mod counted;
pub mod dupree;
pub mod fast;
mod generate;
mod geometry;
mod grid;
pub mod models;
mod parse;
mod place;
mod puzzle;
mod random;
pub mod rating;
mod show;
mod size;
mod solver;
pub mod symmetry;

pub use alphabet::{is_blank, symbol, value};
pub use candidates::Candidates;
pub use check::{Conflict, Violation};
pub use generate::{
    Answers, GenerateError, Generated, GeneratedPuzzle, ImpossibleRequest, PuzzleRequest, generate,
    generate_requested, generate_with_givens,
};
pub use grid::{BadCells, Grid};
pub use parse::{
    Format, ParseError, ParseErrorKind, ParsedPuzzle, Puzzles, ReadError, Reader, UnknownFormat,
    foreign, puzzles, puzzles_bytes,
};
pub use place::{Place, Unit};
pub use puzzle::Puzzle;
pub use random::Random;
pub use show::{Layout, Record, ShownGrid, WriteError, Writer};
pub use size::Size;
pub use solver::{
    Count, DEFAULT_BUDGET_NODES, Outcome, Solutions, count, count_within, general, solutions,
    solutions_of, solve, solve_within,
};
