//! New puzzles from a seed, the same in every version.
//!
//! The puzzle of a seed for 4x4 and 9x9 depends on [`Random`], on the order of the steps below, and
//! on the number of solutions of puzzles, never on how the solver searches. Tests pin some seeds.
//!
//! Givens are removed from a complete grid, and small changes lead from puzzle to puzzle until one
//! fits the request. Effort is measured in solutions, never in time.

mod complete;
mod generated;
mod reduce;
mod request;
mod search;

use crate::symmetry::Symmetry;
use crate::{Grid, Puzzle, Random, Size};

pub use generated::{GenerateError, GeneratedPuzzle};
pub use request::{Answers, ImpossibleRequest, PuzzleRequest};
pub use search::generate_requested;

/// A puzzle generated from a seed, and its only solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The givens.
    pub puzzle: Puzzle,
    /// The only solution.
    pub solution: Grid,
}

/// Generates the minimal puzzle of a seed: it has one solution, and more if any given is removed.
///
/// Takes less than a millisecond for 4x4 and 9x9. 16x16 and 25x25 are best effort: a given stays if
/// a limited search cannot show that it is redundant. So they have one solution, but those of 25x25
/// have many redundant givens, and they change when the solver does.
///
/// ```
/// use reference::{Size, generate, solve};
///
/// let made = generate(Size::Nine, 1);
/// assert_eq!(solve(&made.puzzle, 2).unique(), Some(&made.solution));
/// assert_eq!(made, generate(Size::Nine, 1));
/// ```
pub fn generate(size: Size, seed: u64) -> Generated {
    generate_with_givens(size, seed, 0)
}

/// As [`generate`], but stops removing givens when only `givens` are left.
///
/// More are left if the puzzle is minimal before that; most 9x9 puzzles are at 23 to 26.
pub fn generate_with_givens(size: Size, seed: u64, givens: usize) -> Generated {
    let mut random = Random::new(seed);
    let solution = complete::grid(size, &mut random);
    let mut orbits = Symmetry::None.orbits(size);
    random.shuffle(&mut orbits);
    let mut counter = reduce::Counter::new(size);
    let mut kept = reduce::RemainingGivens::all_of(&solution);
    kept.reduce(&orbits, &mut counter, &reduce::RemovalLimits::givens(givens));
    Generated { puzzle: kept.givens.into(), solution }
}
