//! Speed of the reference solvers: puzzles and solutions per CPU second.

use reference::fast::{self, Path};
use reference::{Candidates, Puzzle, dupree, general};

use super::Clock;

/// Solver that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// Engine for 9x9 on one path.
    Fast(Path),
    /// Engine for every size.
    General,
    /// Bill DuPree's solver 1.20, for 9x9.
    DuPree,
}

impl Solver {
    /// Name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Solver::Fast(path) => path.name(),
            Solver::General => "general",
            Solver::DuPree => "DuPree 1.20",
        }
    }
}

/// Limits of the search of each puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Most solutions.
    pub solutions: u64,
    /// Most trials, after which the puzzle is abandoned.
    pub trials: u64,
}

/// Result of a solver on some puzzles, the same in every run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverSpeed {
    /// Puzzles per run.
    pub puzzles: u64,
    /// Puzzles abandoned at the limit of trials.
    pub given_up: u64,
    /// Solutions found, up to the limit per puzzle.
    pub solutions: u64,
    /// Digits tried, if the solver counts them.
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

    /// Mean trials per puzzle.
    #[must_use]
    pub fn trials_per_puzzle(&self) -> Option<f64> {
        self.trials.map(|trials| trials as f64 / self.puzzles as f64)
    }
}

/// Solves all puzzles several times and returns the fastest run; `None` if the solver does not support a size.
///
/// Reading the puzzles is not timed. Uses one thread.
#[must_use]
pub fn measure_solver(
    solver: Solver,
    puzzles: &[Puzzle],
    bounds: Bounds,
    runs: u32,
) -> Option<SolverSpeed> {
    match solver {
        Solver::Fast(path) => {
            let mut search = fast::Search::new(path);
            fastest(&nine(puzzles)?, runs, |puzzle| {
                search.start(puzzle, bounds.trials);
                let (solutions, complete) = search.count(bounds.solutions);
                SolverRun { solutions, complete, trials: Some(search.trials()) }
            })
        }
        Solver::General => {
            let candidates: Vec<Candidates> = puzzles.iter().map(Candidates::of).collect();
            fastest(&candidates, runs, |candidates| {
                let mut search = general::GeneralSearch::new(candidates, bounds.trials);
                let (solutions, complete) = search.count(bounds.solutions);
                SolverRun { solutions, complete, trials: Some(search.trials()) }
            })
        }
        Solver::DuPree => {
            let Bounds { solutions: limit, trials } = bounds;
            let options = dupree::Options { first_only: limit == 1, limit, trials };
            fastest(&nine(puzzles)?, runs, |puzzle| {
                let report = dupree::solve(puzzle, &options, &mut ());
                let solutions = report.solutions.len() as u64;
                SolverRun {
                    solutions,
                    complete: report.complete || solutions >= limit,
                    trials: None,
                }
            })
        }
    }
}

fn nine(puzzles: &[Puzzle]) -> Option<Vec<[u8; 81]>> {
    puzzles.iter().map(|puzzle| puzzle.cells().try_into().ok()).collect()
}

/// Result of one puzzle.
struct SolverRun {
    solutions: u64,
    complete: bool,
    trials: Option<u64>,
}

fn fastest<P>(
    puzzles: &[P],
    runs: u32,
    mut solve: impl FnMut(&P) -> SolverRun,
) -> Option<SolverSpeed> {
    let mut run = || {
        let mut speed = SolverSpeed {
            puzzles: puzzles.len() as u64,
            given_up: 0,
            solutions: 0,
            trials: Some(0),
            seconds: 0.0,
        };
        let clock = Clock::start();
        for found in puzzles.iter().map(&mut solve) {
            speed.given_up += u64::from(!found.complete);
            speed.solutions += found.solutions;
            speed.trials = speed.trials.zip(found.trials).map(|(sum, trials)| sum + trials);
        }
        speed.seconds = clock.seconds();
        speed
    };
    (0..runs).map(|_| run()).min_by(|a, b| a.seconds.total_cmp(&b.seconds))
}
