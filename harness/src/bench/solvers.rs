//! How fast the solvers of the reference are: puzzles and solutions per CPU second.

use reference::dupree;
use reference::fast::{Path, Search};

use super::Clock;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// The fast engine on one path.
    Fast(Path),
    /// Bill DuPree's solver 1.20.
    DuPree,
}

impl Solver {
    /// The name reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Solver::Fast(path) => path.name(),
            Solver::DuPree => "DuPree 1.20",
        }
    }
}

/// What a solver came to with some puzzles, each run the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverSpeed {
    /// Puzzles of one run.
    pub puzzles: u64,
    /// Solutions that were found, up to the limit of each puzzle.
    pub solutions: u64,
    /// How often a digit was tried, where the solver counts it.
    pub trials: Option<u64>,
    /// Seconds of the fastest run.
    pub seconds: f64,
}

impl SolverSpeed {
    /// Puzzles per second.
    #[must_use]
    pub fn puzzles_per_second(&self) -> f64 {
        self.puzzles as f64 / self.seconds
    }

    /// Solutions per second.
    #[must_use]
    pub fn solutions_per_second(&self) -> f64 {
        self.solutions as f64 / self.seconds
    }

    /// Trials of one puzzle on average.
    #[must_use]
    pub fn trials_per_puzzle(&self) -> Option<f64> {
        self.trials.map(|trials| trials as f64 / self.puzzles as f64)
    }
}

/// Solves all puzzles, each up to a limit of solutions, several times over and keeps the fastest.
///
/// The puzzles lie in memory as digits: reading them is not timed. One thread.
#[must_use]
pub fn measure_solver(
    solver: Solver,
    puzzles: &[[u8; 81]],
    limit: u64,
    runs: u32,
) -> Option<SolverSpeed> {
    let mut best: Option<SolverSpeed> = None;
    for _ in 0..runs {
        let clock = Clock::start();
        let (solutions, trials) = match solver {
            Solver::Fast(path) => by_search(path, puzzles, limit),
            Solver::DuPree => by_dupree(puzzles, limit),
        };
        let seconds = clock.seconds();
        let speed = SolverSpeed { puzzles: puzzles.len() as u64, solutions, trials, seconds };
        if best.is_none_or(|best| seconds < best.seconds) {
            best = Some(speed);
        }
    }
    best
}

fn by_search(path: Path, puzzles: &[[u8; 81]], limit: u64) -> (u64, Option<u64>) {
    let mut search = Search::new(path);
    let (mut solutions, mut trials) = (0, 0);
    for puzzle in puzzles {
        search.start(puzzle, u64::MAX);
        solutions += search.count(limit).0;
        trials += search.trials();
    }
    (solutions, Some(trials))
}

fn by_dupree(puzzles: &[[u8; 81]], limit: u64) -> (u64, Option<u64>) {
    let options = dupree::Options { first_only: limit == 1, limit, trials: u64::MAX };
    let solve = |puzzle| dupree::solve(puzzle, &options, &mut ()).solutions.len() as u64;
    (puzzles.iter().map(solve).sum(), None)
}
