//! Puzzles with what the reference knows of them, checked against the golden solutions.

use rayon::prelude::*;
use reference::twin::{self, Digest, TwinOutcome};
use reference::{Grid, Outcome};

use crate::golden::{self, SetPuzzle};
use crate::lane::{Algorithm, Lane, TWIN_BUDGET_NODES};
use crate::root::Root;

/// A puzzle with all that is known of it.
#[derive(Debug, Clone)]
pub struct Known {
    /// The puzzle and its place in the set.
    pub at: SetPuzzle,
    /// Its only solution.
    pub solution: Grid,
    /// The decisions of the twin.
    pub digest: Digest,
    /// The decisions of the twin that goes on after the solution, where a lane asks for them and
    /// they are not too many.
    pub all: Option<Digest>,
}

impl Known {
    /// The decisions a lane must take; `None` where they are more than it takes up.
    pub(super) fn decisions(&self, lane: &Lane) -> Option<Digest> {
        let digest = match lane.algorithm {
            Algorithm::Backtrack => Some(self.digest),
            Algorithm::BacktrackAll => self.all,
        };
        digest.filter(|digest| lane.most_nodes.is_none_or(|most| digest.nodes <= most))
    }
}

/// The most nodes that lanes over a set ask of the twin that goes on after the solution; 0 where
/// none does.
fn nodes_of_all(lanes: &[Lane], set: &String) -> u64 {
    let lanes = lanes.iter().filter(|lane| lane.sets.contains(set));
    let all = lanes.filter(|lane| lane.algorithm == Algorithm::BacktrackAll);
    all.map(|lane| lane.most_nodes.unwrap_or(TWIN_BUDGET_NODES)).max().unwrap_or(0)
}

/// The puzzles of a set with their solutions and twins, checked against the golden solutions.
pub(super) fn read_set(
    root: &Root,
    name: &String,
    only: Option<usize>,
    lanes: &[Lane],
    problems: &mut Vec<String>,
) -> Result<Vec<Known>, String> {
    let mut puzzles = golden::read_puzzles(root, name)?;
    let count = puzzles.len();
    if let Some(only) = only {
        puzzles.retain(|puzzle| puzzle.number == only);
        if puzzles.is_empty() {
            return Err(format!("set `{name}` has the puzzles 1 to {count}, so no number {only}"));
        }
    }
    let nodes_of_all = nodes_of_all(lanes, name);
    let file = root.shown(&golden::puzzles_file(name));
    let known: Result<Vec<Known>, String> = puzzles
        .into_par_iter()
        .map(|at| {
            let line = at.line;
            know(at, nodes_of_all).map_err(|why| format!("{file}:{line}: {why}"))
        })
        .collect();
    let known = known?;
    let file = root.shown(&golden::solutions_file(name));
    let Some(golden) = golden::read_solutions(root, name)? else {
        problems.push(format!("{file} is missing: `{}` makes it", root.bless()));
        return Ok(known);
    };
    if golden.len() != count {
        let found = golden.len();
        problems.push(format!("{file} has {found} grids where the set has {count} puzzles"));
    }
    for known in &known {
        let number = known.at.number;
        if golden.get(number - 1).is_some_and(|grid| *grid != known.solution) {
            problems.push(format!("{file}: grid {number} is not what the reference finds"));
        }
    }
    Ok(known)
}

/// What the reference has to say of a puzzle: its solution, found twice, and the twins' decisions.
fn know(at: SetPuzzle, nodes_of_all: u64) -> Result<Known, String> {
    let solution = match reference::solve(&at.puzzle, 2) {
        Outcome::One(grid) => grid,
        Outcome::None => return Err("this puzzle has no solution".to_owned()),
        Outcome::Several(_) => return Err("this puzzle has several solutions".to_owned()),
        Outcome::GaveUp(_) => return Err("this puzzle is too hard for the reference".to_owned()),
    };
    let digest = match twin::digest(&at.puzzle, TWIN_BUDGET_NODES) {
        (TwinOutcome::Solved(grid), digest) if grid == solution => digest,
        (TwinOutcome::Budget, _) => return Err(too_many_nodes()),
        _ => return Err("the reference's two solvers disagree about this puzzle".to_owned()),
    };
    let (ended, all) = twin::digest_all(&at.puzzle, nodes_of_all);
    match (ended.complete, ended.solutions) {
        (false, _) if nodes_of_all == TWIN_BUDGET_NODES => Err(too_many_nodes()),
        (true, solutions) if solutions != 1 || ended.first.as_ref() != Some(&solution) => {
            Err("the reference's two solvers disagree about this puzzle".to_owned())
        }
        (complete, _) => Ok(Known { at, solution, digest, all: complete.then_some(all) }),
    }
}

fn too_many_nodes() -> String {
    format!("the twin needs more than {TWIN_BUDGET_NODES} nodes for this puzzle")
}
