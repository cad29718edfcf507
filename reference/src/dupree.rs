//! Bill DuPree's solver 1.20: deductions in the same order, so the same scores, depths and bands.
//!
//! It is not the fastest solver, but people compare its scores. The cost of a deduction depends on
//! the deductions before it, so the order is exactly the same, including its peculiarities. Source:
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
pub use drawing::{GridDrawing, Markup};
pub use step::{Step, StepKind, StepObserver};

use search::DupreeSearch;
use state::TrialState;

/// Cells of a puzzle or grid row by row: 1 to 9, or 0 for a blank cell.
pub type Cells = [u8; 81];

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Stop at the first solution.
    pub first_only: bool,
    /// Stop after this many solutions; 0 counts as 1.
    pub limit: u64,
    /// Stop before exceeding this number of trials.
    pub trials: u64,
}

impl Default for Options {
    /// Up to a million solutions within ten million trials, which take a few minutes.
    fn default() -> Self {
        Self { first_only: false, limit: 1_000_000, trials: 10_000_000 }
    }
}

/// One solution, and its cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Digits row by row, 1 to 9.
    pub digits: Cells,
    /// Score of everything up to this solution, including branches that failed.
    pub score: u64,
    /// Deepest level up to this solution: 1 without trials.
    pub depth: u32,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Number of givens.
    pub givens: usize,
    /// Solutions in the order in which they were found; 1.20 lists the last one first.
    pub solutions: Vec<Solution>,
    /// Score of the puzzle in 1.20: of its last solution, or of the whole search if there is none.
    ///
    /// With `first_only`, and for every solution it lists after one, 1.20 prints 0.
    pub score: u64,
    /// Depth, in the same sense.
    pub depth: u32,
    /// Whether the search is complete, so that there are no other solutions.
    ///
    /// It is not if the options ended it: at the first solution, or at a limit.
    pub complete: bool,
    /// Reason why there is no solution, if that is certain.
    pub diagnosis: Option<Diagnosis>,
}

/// Solves a puzzle as 1.20 does and reports every step.
///
/// Digits above 9 count as blank. Givens may contradict each other, and there may be fewer than
/// the 17 that 1.20 requires.
pub fn solve<T: StepObserver>(givens: &Cells, options: &Options, observer: &mut T) -> Report {
    let mut search = DupreeSearch::new(options, observer);
    let mut state = TrialState::new(givens);
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

/// Number of givens that 1.20 requires: with fewer, no puzzle has only one solution.
pub const FEWEST_GIVENS: usize = 17;

/// Reads a line as 1.20 does: its first 81 bytes, all except `1` to `9` blank.
///
/// Returns `None` if there are fewer bytes. The number of givens is not checked.
pub fn cells(line: &[u8]) -> Option<Cells> {
    let digit = |byte: u8| if matches!(byte, b'1'..=b'9') { byte - b'0' } else { 0 };
    line.first_chunk::<81>().map(|cells| cells.map(digit))
}

/// Mask of given cells: 27 octal digits of three cells each, the first cell in the highest bit.
pub fn octal_mask(givens: &Cells) -> String {
    let octal = |three: &[u8]| three.iter().fold(0, |sum, &d| 2 * sum + u32::from(is_digit(d)));
    givens.chunks(3).filter_map(|three| char::from_digit(octal(three), 8)).collect()
}

fn is_digit(cell: u8) -> bool {
    (1..=9).contains(&cell)
}
