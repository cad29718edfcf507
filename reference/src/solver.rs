//! The solver: number of solutions of a puzzle, and the solutions.
//!
//! The engine of [`fast`] solves 9x9, the engine of [`general`] the other sizes. Both limit their
//! trials, and report if the limit ended a search.
//!
//! [`general`] also solves 9x9; tests compare the two engines, which were written independently.

pub mod general;

use crate::fast::{self, Path, SearchResult};
use crate::{Candidates, Grid, Puzzle, Size};

/// Number of nodes that [`solve`] may enter before it gives up.
///
/// They take about a second for 9x9, where hard puzzles need some hundreds, and half a minute for
/// 25x25, where they need some thousands.
pub const DEFAULT_BUDGET_NODES: u64 = 1_000_000;

/// Solutions of a puzzle, up to the limit of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is no solution.
    None,
    /// There is exactly one.
    One(Grid),
    /// There are several: if fewer than the limit are listed, these are all.
    Several(Vec<Grid>),
    /// The budget ran out; these were found, and there may be more.
    GaveUp(Vec<Grid>),
}

impl Outcome {
    /// Solutions in the order in which they were found.
    pub fn grids(&self) -> &[Grid] {
        match self {
            Self::None => &[],
            Self::One(grid) => std::slice::from_ref(grid),
            Self::Several(grids) | Self::GaveUp(grids) => grids,
        }
    }

    /// The solution, if it is known to be the only one.
    pub fn unique(&self) -> Option<&Grid> {
        match self {
            Self::One(grid) => Some(grid),
            Self::None | Self::Several(_) | Self::GaveUp(_) => None,
        }
    }
}

/// Finds up to `limit` solutions within [`DEFAULT_BUDGET_NODES`].
///
/// A limit below 2 counts as 2: only the search for a second shows that a solution is unique.
pub fn solve(puzzle: &Puzzle, limit: usize) -> Outcome {
    solve_within(puzzle, limit, DEFAULT_BUDGET_NODES)
}

/// As [`solve`], within a budget of nodes: one for each trial of a digit, and one at the start.
///
/// Trials that fail at once count as well, so the budget bounds the time for any puzzle.
pub fn solve_within(puzzle: &Puzzle, limit: usize, budget_nodes: u64) -> Outcome {
    let mut solutions = solutions(puzzle).with_budget(budget_nodes);
    let mut found: Vec<Grid> = solutions.by_ref().take(limit.max(2)).collect();
    match (solutions.ran_out(), found.len()) {
        (true, _) => Outcome::GaveUp(found),
        (false, 0) => Outcome::None,
        (false, 1) => Outcome::One(found.remove(0)),
        (false, _) => Outcome::Several(found),
    }
}

/// A number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// Number of solutions found, at most the limit.
    pub found: u64,
    /// Whether the budget sufficed, so that there are no others up to the limit.
    pub complete: bool,
}

/// Counts solutions up to a limit, within [`DEFAULT_BUDGET_NODES`].
///
/// ```
/// use reference::{Count, Puzzle, count};
///
/// let empty = Puzzle::parse("................")?;
/// assert_eq!(count(&empty, u64::MAX), Count { found: 288, complete: true });
/// assert_eq!(count(&empty, 100), Count { found: 100, complete: true });
/// # Ok::<(), reference::ParseError>(())
/// ```
pub fn count(puzzle: &Puzzle, limit: u64) -> Count {
    count_within(puzzle, limit, DEFAULT_BUDGET_NODES)
}

/// As [`count`], within a budget of nodes as [`solve_within`] counts them.
///
/// ```
/// # use reference::{Puzzle, count_within};
/// let empty = Puzzle::parse("................")?;
/// assert!(!count_within(&empty, u64::MAX, 10).complete);
/// # Ok::<(), reference::ParseError>(())
/// ```
pub fn count_within(puzzle: &Puzzle, limit: u64, budget_nodes: u64) -> Count {
    solutions(puzzle).with_budget(budget_nodes).count_up_to(limit)
}

/// Returns all solutions of a puzzle, one after the other.
///
/// Their order is the same on every computer, and memory does not grow with their number.
///
/// ```
/// use reference::{Puzzle, solutions};
///
/// let empty = Puzzle::parse("................").unwrap();
/// assert_eq!(solutions(&empty).count(), 288);
/// assert!(solutions(&empty).take(3).all(|grid| grid.solves(&empty)));
/// ```
pub fn solutions(puzzle: &Puzzle) -> Solutions {
    match <&[u8; 81]>::try_from(puzzle.cells()) {
        Ok(givens) => Solutions::of_nine(|search| search.start(givens, u64::MAX)),
        Err(_) => solutions_of(&Candidates::of(puzzle)),
    }
}

/// As [`solutions`], for puzzles given as candidates.
pub fn solutions_of(candidates: &Candidates) -> Solutions {
    match <&[u32; 81]>::try_from(candidates.masks()) {
        Ok(masks) => Solutions::of_nine(|search| search.start_with(masks, u64::MAX)),
        Err(_) => {
            let search = AnySolver::Other(general::GeneralSearch::new(candidates, u64::MAX));
            Solutions { search, ran_out: false }
        }
    }
}

/// Iterator over the solutions of a puzzle, returned by [`solutions`].
///
/// Without [`Solutions::with_budget`] the next one may take arbitrarily long: the work that a 25x25
/// puzzle may need has no useful bound.
#[derive(Debug, Clone)]
pub struct Solutions {
    search: AnySolver,
    ran_out: bool,
}

#[derive(Debug, Clone)]
enum AnySolver {
    Nine(fast::Search),
    Other(general::GeneralSearch),
}

impl Solutions {
    fn of_nine(start: impl FnOnce(&mut fast::Search)) -> Self {
        let mut search = fast::Search::new(Path::best());
        start(&mut search);
        Self { search: AnySolver::Nine(search), ran_out: false }
    }

    /// Sets a budget of nodes for all solutions together, counted as in [`solve_within`].
    #[must_use]
    pub fn with_budget(mut self, budget_nodes: u64) -> Self {
        self.ran_out = budget_nodes == 0;
        let trials = budget_nodes.saturating_sub(1);
        match &mut self.search {
            AnySolver::Nine(search) => search.set_most_trials(trials),
            AnySolver::Other(search) => search.set_most_trials(trials),
        }
        self
    }

    /// Whether the budget ran out, so that there may be more solutions.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.ran_out
    }

    /// Counts the remaining solutions up to a limit.
    #[must_use]
    pub fn count_up_to(mut self, limit: u64) -> Count {
        let (found, complete) = match &mut self.search {
            _ if self.ran_out => (0, false),
            AnySolver::Nine(search) => search.count(limit),
            AnySolver::Other(search) => search.count(limit),
        };
        Count { found, complete }
    }
}

impl Iterator for Solutions {
    type Item = Grid;

    fn next(&mut self) -> Option<Grid> {
        if self.ran_out {
            return None;
        }
        let result = match &mut self.search {
            AnySolver::Nine(search) => search.next_result().map(grid),
            AnySolver::Other(search) => search.next_result(),
        };
        self.ran_out = result == SearchResult::Budget;
        match result {
            SearchResult::Solution(grid) => Some(grid),
            SearchResult::End | SearchResult::Budget => None,
        }
    }
}

fn grid(digits: [u8; 81]) -> Grid {
    let mut grid = Grid::empty(Size::Nine);
    digits.into_iter().enumerate().for_each(|(cell, digit)| grid.set(cell, digit));
    grid
}
