//! The fast engine for 9x9: boxes and bands as vectors, on whatever the processor has.
//!
//! What each processor can do is behind the traits of `lanes`; everything else is written once and
//! compiled for each. The portable lanes are the definition the others are tested against. All of
//! them try the same digits in the same order, so they find the same solutions in the same order.

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

use dispatch::Any;

/// What a search came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met<T> {
    /// A solution.
    Solution(T),
    /// There is no other.
    End,
    /// No trial is left.
    Budget,
}

impl<T> Met<T> {
    pub(crate) fn map<U>(self, of: impl FnOnce(T) -> U) -> Met<U> {
        match self {
            Met::Solution(solution) => Met::Solution(of(solution)),
            Met::End => Met::End,
            Met::Budget => Met::Budget,
        }
    }
}

/// A search for solutions of 9x9 puzzles, to be used for one after the other.
///
/// Memory is asked for when a puzzle needs more trials one inside the other than any before.
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
pub struct Search(Any);

impl Search {
    /// A search that uses these instructions, or the portable ones where the processor lacks them.
    #[must_use]
    pub fn new(path: Path) -> Self {
        Search(Any::new(path))
    }

    /// Starts on a puzzle: digits from 1, 0 for an empty cell.
    ///
    /// # Panics
    ///
    /// When a digit is above 9.
    pub fn start(&mut self, givens: &[u8; 81], most_trials: u64) {
        assert!(givens.iter().all(|&digit| digit <= 9), "a digit of 9x9 is at most 9");
        self.0.start(givens, most_trials);
    }

    /// Starts on what each cell may hold: bit 0 for digit 1; bits above the ninth mean nothing.
    pub fn start_with(&mut self, masks: &[u32; 81], most_trials: u64) {
        self.0.start_with(masks, most_trials);
    }

    /// The next solution; `None` at the end, or when the trials are used up.
    pub fn next_solution(&mut self) -> Option<[u8; 81]> {
        match self.next_met() {
            Met::Solution(digits) => Some(digits),
            Met::End | Met::Budget => None,
        }
    }

    pub(crate) fn next_met(&mut self) -> Met<[u8; 81]> {
        self.0.next_digits()
    }

    /// Counts the solutions from here on up to a limit; false when the trials did not suffice.
    pub fn count(&mut self, limit: u64) -> (u64, bool) {
        self.0.count(limit)
    }

    /// Trials since the start: how often a digit was put to the test.
    #[must_use]
    pub fn trials(&self) -> u64 {
        self.0.trials()
    }

    pub(crate) fn set_most_trials(&mut self, most_trials: u64) {
        self.0.set_most_trials(most_trials);
    }
}
