//! The search: propagate, choose, try; untried alternatives are on a stack.

use super::SearchResult;
use super::lanes::Box16;
use super::state::{ALL_NEWS, News, State};

/// A search that returns one solution after the other.
#[derive(Debug, Clone)]
pub(super) struct Walk<L: Box16> {
    now: Option<(State<L>, News)>,
    waiting: Vec<(State<L>, News)>,
    /// Trials so far, and their limit.
    trials: u64,
    most_trials: u64,
}

impl<L: Box16> Walk<L> {
    /// Creates a search without a puzzle.
    pub(super) fn new() -> Self {
        Walk { now: None, waiting: Vec::new(), trials: 0, most_trials: 0 }
    }

    /// Starts on a puzzle.
    #[inline(always)]
    pub(super) fn start(&mut self, givens: &[u8; 81], most_trials: u64) {
        self.restart(State::new(givens), most_trials);
    }

    /// Starts on candidates of each cell, one bit per digit.
    #[inline(always)]
    pub(super) fn start_with(&mut self, masks: &[u32; 81], most_trials: u64) {
        self.restart(State::of_masks(masks), most_trials);
    }

    #[inline(always)]
    fn restart(&mut self, state: State<L>, most_trials: u64) {
        self.now = Some((state, ALL_NEWS));
        self.waiting.clear();
        (self.trials, self.most_trials) = (0, most_trials);
    }

    /// Number of trials so far.
    pub(super) fn trials(&self) -> u64 {
        self.trials
    }

    /// Sets the limit of trials, counted from the start.
    pub(super) fn set_most_trials(&mut self, most_trials: u64) {
        self.most_trials = most_trials;
    }

    /// Continues to the next solution.
    #[inline(always)]
    pub(super) fn next(&mut self) -> SearchResult<State<L>> {
        while let Some((mut state, mut news)) = self.now.take().or_else(|| self.waiting.pop()) {
            while state.propagate(news) {
                let Some(choice) = state.choice() else { return SearchResult::Solution(state) };
                if self.trials >= self.most_trials {
                    self.now = Some((state, 0));
                    return SearchResult::Budget;
                }
                self.trials += 1;
                let mut contrary = state;
                let then = contrary.drop(choice);
                self.waiting.push((contrary, then));
                news = state.keep(choice);
            }
        }
        SearchResult::End
    }

    /// Counts solutions up to a limit; false if the trials were used up.
    #[inline(always)]
    pub(super) fn count(&mut self, limit: u64) -> (u64, bool) {
        let mut found = 0;
        while found < limit {
            match self.next() {
                SearchResult::Solution(_) => found += 1,
                SearchResult::End => break,
                SearchResult::Budget => return (found, false),
            }
        }
        (found, true)
    }

    /// The next solution as digits.
    #[inline(always)]
    pub(super) fn next_digits(&mut self) -> SearchResult<[u8; 81]> {
        match self.next() {
            SearchResult::Solution(state) => SearchResult::Solution(state.digits()),
            SearchResult::End => SearchResult::End,
            SearchResult::Budget => SearchResult::Budget,
        }
    }
}
