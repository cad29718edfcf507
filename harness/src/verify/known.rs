//! Puzzles with what the reference knows of them, checked against the golden solutions.

use std::path::Path;

use rayon::prelude::*;
use reference::twin::{self, Digest, TwinOutcome};
use reference::{Grid, Outcome};

use crate::golden::{self, SetPuzzle};

/// Nodes after which the twin gives up; no puzzle of a set comes near it.
pub(super) const TWIN_BUDGET_NODES: u64 = 50_000_000;

/// A puzzle with all that is known of it.
#[derive(Debug, Clone)]
pub struct Known {
    /// The puzzle and its place in the set.
    pub at: SetPuzzle,
    /// Its only solution.
    pub solution: Grid,
    /// The decisions of the twin.
    pub digest: Digest,
}

/// The puzzles of a set with their solutions and twins, checked against the golden solutions.
pub(super) fn read_set(
    root: &Path,
    name: &str,
    only: Option<usize>,
    problems: &mut Vec<String>,
) -> Result<Vec<Known>, String> {
    let path = golden::puzzles_path(root, name);
    let mut puzzles = golden::read_puzzles(&path)?;
    let count = puzzles.len();
    if let Some(only) = only {
        puzzles.retain(|puzzle| puzzle.number == only);
        if puzzles.is_empty() {
            return Err(format!("set `{name}` has the puzzles 1 to {count}, so no number {only}"));
        }
    }
    let known: Result<Vec<Known>, String> = puzzles
        .into_par_iter()
        .map(|at| {
            let line = at.line;
            know(at).map_err(|why| format!("golden/puzzles/{name}.txt:{line}: {why}"))
        })
        .collect();
    let known = known?;
    let path = golden::solutions_path(root, name);
    if !path.exists() {
        problems.push(format!("golden/solutions/{name}.txt is missing: run `cargo xtask bless`"));
        return Ok(known);
    }
    let golden = golden::read_solutions(&path)?;
    if golden.len() != count {
        let found = golden.len();
        problems.push(format!(
            "golden/solutions/{name}.txt has {found} grids where the set has {count} puzzles"
        ));
    }
    for known in &known {
        let number = known.at.number;
        if golden.get(number - 1).is_some_and(|grid| *grid != known.solution) {
            problems.push(format!(
                "golden/solutions/{name}.txt: grid {number} is not what the reference finds"
            ));
        }
    }
    Ok(known)
}

/// What the reference has to say of a puzzle: its solution, found twice, and the twin's decisions.
fn know(at: SetPuzzle) -> Result<Known, String> {
    let solution = match reference::solve(&at.puzzle, 2) {
        Outcome::One(grid) => grid,
        Outcome::None => return Err("this puzzle has no solution".to_owned()),
        Outcome::Several(_) => return Err("this puzzle has several solutions".to_owned()),
        Outcome::GaveUp(_) => return Err("this puzzle is too hard for the reference".to_owned()),
    };
    match twin::digest(&at.puzzle, TWIN_BUDGET_NODES) {
        (TwinOutcome::Solved(grid), digest) if grid == solution => {
            Ok(Known { at, solution, digest })
        }
        (TwinOutcome::Budget, _) => {
            Err(format!("the twin needs more than {TWIN_BUDGET_NODES} nodes for this puzzle"))
        }
        _ => Err("the reference's two solvers disagree about this puzzle".to_owned()),
    }
}
