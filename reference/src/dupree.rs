//! Bill DuPree's solver 1.20: deductions in its order, hence its scores, depths and bands.
//!
//! Not the fastest way to a grid, but the one whose scores people compare: what a deduction costs
//! depends on what was deduced before it, so the order is kept exactly, oddities included. Source:
//! "A Sudoku Solver in C", version 1.20 of 2008, described by its behaviour; its scores of 360
//! published puzzles are the tests.
//!
//! ```
//! use reference::dupree::{self, Band, Options};
//!
//! let puzzle = "..7.....884....6.....8953...1.4....3.......7.9..5...242.4..6....8.73..1.13.9.47..";
//! let report = dupree::solve(&dupree::cells(puzzle.as_bytes()).unwrap(), &Options::default(), &mut ());
//! assert_eq!((report.givens, report.score, report.depth), (29, 52, 1));
//! assert_eq!(Band::of(report.score), Band::Trivial);
//! ```

mod band;
mod chutes;
mod diagnosis;
mod drawing;
mod search;
mod singles;
mod state;
mod step;
mod tuples;
mod units;

#[cfg(test)]
mod tests;

pub use band::Band;
pub use diagnosis::Diagnosis;
pub use drawing::{Drawn, Markup};
pub use step::{Deed, Step, Teller};

use search::Search;
use state::State;

/// The cells of a puzzle or grid row by row: 1 to 9, or 0 for a blank cell.
pub type Cells = [u8; 81];

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Stop at the first solution.
    pub first_only: bool,
    /// Stop after this many solutions, or after one.
    pub limit: u64,
    /// Stop instead of making one trial more than this many.
    pub trials: u64,
}

impl Default for Options {
    /// All solutions up to a million, within ten million trials, which take some minutes.
    fn default() -> Self {
        Self { first_only: false, limit: 1_000_000, trials: 10_000_000 }
    }
}

/// One solution, and what it took to come to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The digits row by row, 1 to 9.
    pub digits: Cells,
    /// The score of everything up to this solution, branches that failed included.
    pub score: u64,
    /// The deepest level up to this solution: 1 without trials.
    pub depth: u32,
}

/// What became of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many cells were given.
    pub givens: usize,
    /// The solutions in the order they were found; 1.20 lists them from the last to the first.
    pub solutions: Vec<Solution>,
    /// The score 1.20 gives the puzzle: that of the last solution, or of all without one.
    ///
    /// With `first_only`, and for every solution it lists after one, 1.20 prints 0.
    pub score: u64,
    /// The depth in the same sense.
    pub depth: u32,
    /// Whether the search came to its end, so that there are no other solutions.
    ///
    /// It did not where the options ended it: at the first solution, at the limit, or for trials.
    pub complete: bool,
    /// Why there is no solution, when it is certain that there is none.
    pub diagnosis: Option<Diagnosis>,
}

/// Solves a puzzle as 1.20 does and tells every step.
///
/// Digits above 9 count as blank. Givens may contradict each other, and may be fewer than the 17
/// that 1.20 asks for.
pub fn solve<T: Teller>(givens: &Cells, options: &Options, teller: &mut T) -> Report {
    let mut search = Search::new(options, teller);
    let mut state = State::new(givens);
    search.run(givens, &mut state);
    let complete = !search.cut_short;
    let solutions = search.solutions;
    let last = solutions.last().map(|last| (last.score, last.depth));
    let (score, depth) = last.unwrap_or((state.score, state.depth));
    let unsolved = complete && solutions.is_empty();
    let diagnosis = unsolved.then(|| Diagnosis::of(&state.candidates));
    let givens = givens.iter().filter(|&&digit| is_digit(digit)).count();
    Report { givens, solutions, score, depth, complete, diagnosis }
}

/// Givens that 1.20 asks for: with fewer, no puzzle has only one solution.
pub const FEWEST_GIVENS: usize = 17;

/// The cells of a line as 1.20 reads it: its first 81 bytes, all but `1` to `9` blank.
///
/// `None` when there are fewer bytes; how many of them are givens is not looked at.
pub fn cells(line: &[u8]) -> Option<Cells> {
    let digit = |byte: u8| if matches!(byte, b'1'..=b'9') { byte - b'0' } else { 0 };
    line.first_chunk::<81>().map(|cells| cells.map(digit))
}

/// Which cells are given: 27 octal digits of three cells each, the first cell the highest bit.
pub fn octal_mask(givens: &Cells) -> String {
    let octal = |three: &[u8]| three.iter().fold(0, |sum, &d| 2 * sum + u32::from(is_digit(d)));
    givens.chunks(3).filter_map(|three| char::from_digit(octal(three), 8)).collect()
}

fn is_digit(cell: u8) -> bool {
    (1..=9).contains(&cell)
}
