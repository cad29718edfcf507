//! The fast engine for 9x9: boxes and bands as vectors of the processor.
//!
//! The traits of `lanes` hide the differences between processors; all other code is written once
//! and compiled for each. Tests compare the other lanes with the portable ones. All of them try the
//! same digits in the same order, so they find the same solutions in the same order.

#[cfg_attr(
    any(target_arch = "aarch64", target_arch = "x86_64"),
    expect(
        unsafe_code,
        reason = "calls of functions compiled for what the processor was found to have"
    )
)]
mod dispatch;
mod lanes;
#[cfg(target_arch = "aarch64")]
#[expect(unsafe_code, reason = "vector instructions, called only where the processor has them")]
mod neon;
mod portable;
#[cfg(any(target_arch = "aarch64", target_arch = "x86_64"))]
mod shuffles;
mod state;
mod tables;
mod walk;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "vector instructions, called only where the processor has them")]
mod x86;

pub use dispatch::Path;

use dispatch::AnyPath;

/// Result of the search for one more solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SearchResult<T> {
    /// A solution.
    Solution(T),
    /// There is no other solution.
    End,
    /// The trials are used up.
    Budget,
}

impl<T> SearchResult<T> {
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> SearchResult<U> {
        match self {
            SearchResult::Solution(solution) => SearchResult::Solution(of(solution)),
            SearchResult::End => SearchResult::End,
            SearchResult::Budget => SearchResult::Budget,
        }
    }
}

/// A search for solutions of 9x9 puzzles, reusable for one puzzle after the other.
///
/// It allocates memory only if a puzzle needs deeper trials than any puzzle before.
///
/// ```
/// use reference::fast::{Path, Search};
///
/// let mut search = Search::new(Path::best());
/// search.start(&[0; 81], u64::MAX);
/// assert!(search.next_solution().is_some());
/// assert_eq!(search.count(1_000), (1_000, true));
/// ```
#[derive(Debug, Clone)]
pub struct Search(AnyPath);

impl Search {
    /// Creates a search with these instructions, or portable ones if the processor lacks them.
    #[must_use]
    pub fn new(path: Path) -> Self {
        Search(AnyPath::new(path))
    }

    /// Starts on a puzzle: digits from 1, 0 for an empty cell.
    ///
    /// # Panics
    ///
    /// If a digit is above 9.
    pub fn start(&mut self, givens: &[u8; 81], most_trials: u64) {
        assert!(givens.iter().all(|&digit| digit <= 9), "a digit of 9x9 is at most 9");
        self.0.start(givens, most_trials);
    }

    /// Starts on the candidates of each cell: bit 0 for digit 1; bits above the ninth are ignored.
    pub fn start_with(&mut self, masks: &[u32; 81], most_trials: u64) {
        self.0.start_with(masks, most_trials);
    }

    /// Returns the next solution; `None` at the end, or when the trials are used up.
    pub fn next_solution(&mut self) -> Option<[u8; 81]> {
        match self.next_result() {
            SearchResult::Solution(digits) => Some(digits),
            SearchResult::End | SearchResult::Budget => None,
        }
    }

    pub(crate) fn next_result(&mut self) -> SearchResult<[u8; 81]> {
        self.0.next_digits()
    }

    /// Counts the remaining solutions up to a limit; false if the trials were used up.
    pub fn count(&mut self, limit: u64) -> (u64, bool) {
        self.0.count(limit)
    }

    /// Number of trials since the start: digits tried in a cell.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.0.trials()
    }

    pub(crate) fn set_most_trials(&mut self, most_trials: u64) {
        self.0.set_most_trials(most_trials);
    }
}
