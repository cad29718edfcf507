//! Puzzles with their reference solutions and decisions, checked against the golden solutions.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;
use reference::{Grid, Outcome};

use crate::golden::{self, Done, PreparationStep, Set, SetPuzzle};
use crate::lane::{Algorithm, Decisions, Lane, TWIN_BUDGET_NODES};
use crate::root::Root;

/// Puzzle with its solution and expected decisions.
#[derive(Debug, Clone)]
pub struct Known {
    /// Puzzle and its number in the set.
    pub at: SetPuzzle,
    /// Only solution.
    pub solution: Grid,
    /// Decisions of each algorithm that a lane has, if they are not too many.
    ///
    /// A list, because there are few algorithms and very many puzzles: a map would be larger than everything else.
    decisions: Vec<(Algorithm, Decisions)>,
}

impl Known {
    /// Expected decisions of a lane; `None` if the lane leaves the puzzle out.
    pub(crate) fn decisions(&self, lane: &Lane) -> Option<Decisions> {
        let mut known = self.decisions.iter();
        let decisions = known.find(|(algorithm, _)| *algorithm == lane.algorithm);
        decisions
            .map(|(_, decisions)| *decisions)
            .filter(|it| lane.most_nodes.is_none_or(|most| it.digest.nodes <= most))
    }

    /// Adds the decisions of an algorithm, once.
    pub(super) fn note(&mut self, algorithm: Algorithm, decisions: Decisions) {
        if self.decisions.iter().all(|(known, _)| *known != algorithm) {
            self.decisions.reserve_exact(1);
            self.decisions.push((algorithm, decisions));
        }
    }
}

/// Algorithms of the lanes on a set, each with the most nodes that a lane takes.
fn asked(lanes: &[Lane], set: &String) -> BTreeMap<Algorithm, u64> {
    let mut asked = BTreeMap::new();
    for lane in lanes.iter().filter(|lane| lane.sets.contains(set)) {
        let most = lane.most_nodes.unwrap_or(TWIN_BUDGET_NODES);
        let nodes: &mut u64 = asked.entry(lane.algorithm).or_default();
        *nodes = most.max(*nodes);
    }
    asked
}

/// Reads the puzzles of a set, or those with these numbers, and checks the golden solutions.
pub(crate) fn read_set(
    root: &Root,
    set: Set,
    only: &[RangeInclusive<usize>],
    lanes: &[Lane],
    problems: &mut Vec<String>,
    done: Done<'_>,
) -> Result<Vec<Known>, String> {
    let Set { name, mut puzzles, shown, count, is_golden } = set;
    if let Some(last) = only.iter().map(RangeInclusive::end).max() {
        let least = only.iter().map(RangeInclusive::start).find(|&&first| first > count);
        if *last > count {
            let missing = least.unwrap_or(last);
            return Err(format!("set `{name}` has puzzles 1 to {count}, and no puzzle {missing}"));
        }
        puzzles.retain(|puzzle| only.iter().any(|only| only.contains(&puzzle.number)));
    }
    let asked = asked(lanes, &name);
    let (all, ready) = (puzzles.len(), AtomicUsize::new(0));
    let known: Result<Vec<Known>, String> = puzzles
        .into_par_iter()
        .map(|at| {
            let line = at.line;
            let known = know(at, &asked).map_err(|why| format!("{shown}:{line}: {why}"));
            done(PreparationStep::Solved, ready.fetch_add(1, Ordering::Relaxed) + 1, all);
            known
        })
        .collect();
    let known = known?;
    if !is_golden {
        return Ok(known);
    }
    let file = root.shown(&golden::solutions_file(&name));
    let Some(golden) = golden::read_solutions(root, &name)? else {
        // Without a check of counts, the reference solutions are enough.
        if lanes.iter().any(|lane| lane.checks.counts && lane.sets.contains(&name)) {
            problems.push(format!("{file} is missing; `{}` creates it", root.bless()));
        }
        return Ok(known);
    };
    if golden.len() != count {
        let found = golden.len();
        problems.push(format!("{file} has {found} grids, but the set has {count} puzzles"));
    }
    for known in &known {
        let number = known.at.number;
        if golden.get(number - 1).is_some_and(|grid| *grid != known.solution) {
            problems.push(format!("{file}: grid {number} differs from the reference solution"));
        }
    }
    Ok(known)
}

/// Solves a puzzle and computes its decisions.
fn know(at: SetPuzzle, asked: &BTreeMap<Algorithm, u64>) -> Result<Known, String> {
    let solution = match reference::solve(&at.puzzle, 2) {
        Outcome::One(grid) => grid,
        Outcome::None => return Err("this puzzle has no solution".to_owned()),
        Outcome::Several(_) => return Err("this puzzle has several solutions".to_owned()),
        Outcome::GaveUp(_) => return Err("this puzzle is too hard for the reference".to_owned()),
    };
    let mut known = Known { at, solution, decisions: Vec::new() };
    for (&algorithm, &nodes) in asked {
        match algorithm.decisions(&known.at.puzzle, &known.solution, nodes)? {
            Some(decisions) => known.note(algorithm, decisions),
            None if nodes == TWIN_BUDGET_NODES => {
                return Err(format!(
                    "the reference model needs more than {nodes} nodes for this puzzle"
                ));
            }
            None => {}
        }
    }
    Ok(known)
}
