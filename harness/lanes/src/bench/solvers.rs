//! How fast the solvers of the reference are: puzzles and solutions per CPU second.

use reference::fast::{self, Path};
use reference::{Candidates, Puzzle, dupree, general};

use super::Clock;

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Solver {
    /// The engine for 9x9 on one path.
    Fast(Path),
    /// The engine for every size.
    General,
    /// Bill DuPree's solver 1.20, for 9x9.
    DuPree,
}

impl Solver {
    /// The name reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Solver::Fast(path) => path.name(),
            Solver::General => "general",
            Solver::DuPree => "DuPree 1.20",
        }
    }
}

/// How far each puzzle is searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// No further than this many solutions.
    pub solutions: u64,
    /// With no more trials than this; what is not known then is given up.
    pub trials: u64,
}

/// What a solver came to with some puzzles, each run the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolverSpeed {
    /// Puzzles of one run.
    pub puzzles: u64,
    /// Those that were given up for want of trials.
    pub given_up: u64,
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

/// Solves all puzzles several times over and keeps the fastest; `None` when one is of a size the
/// solver is not for.
///
/// The puzzles lie in memory as the solver wants them: reading them is not timed. One thread.
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
                Found { solutions, complete, trials: Some(search.trials()) }
            })
        }
        Solver::General => {
            let candidates: Vec<Candidates> = puzzles.iter().map(Candidates::of).collect();
            fastest(&candidates, runs, |candidates| {
                let mut search = general::Search::new(candidates, bounds.trials);
                let (solutions, complete) = search.count(bounds.solutions);
                Found { solutions, complete, trials: Some(search.trials()) }
            })
        }
        Solver::DuPree => {
            let Bounds { solutions: limit, trials } = bounds;
            let options = dupree::Options { first_only: limit == 1, limit, trials };
            fastest(&nine(puzzles)?, runs, |puzzle| {
                let report = dupree::solve(puzzle, &options, &mut ());
                let solutions = report.solutions.len() as u64;
                Found { solutions, complete: report.complete || solutions >= limit, trials: None }
            })
        }
    }
}

fn nine(puzzles: &[Puzzle]) -> Option<Vec<[u8; 81]>> {
    puzzles.iter().map(|puzzle| puzzle.cells().try_into().ok()).collect()
}

/// What was found out about one puzzle.
struct Found {
    solutions: u64,
    complete: bool,
    trials: Option<u64>,
}

fn fastest<P>(puzzles: &[P], runs: u32, mut solve: impl FnMut(&P) -> Found) -> Option<SolverSpeed> {
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
