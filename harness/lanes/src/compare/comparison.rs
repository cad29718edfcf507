//! What a comparison came to: groups of lanes that took the same decisions.

use reference::{Puzzle, Size};

use super::measure::{Measure, StaticSize};
use crate::golden::PuzzleId;
use crate::lane::{Algorithm, Decisions, Lane};
use crate::root::Root;
use crate::verify::{Broken, DecisionCheck, GridCheck, Run};

/// What a comparison of some lanes came to.
#[derive(Debug)]
pub struct Comparison {
    /// Where the lanes lie.
    pub root: Root,
    /// Lanes of one algorithm and size each, in the order of the table.
    pub groups: Vec<Group>,
    /// Lanes that could not be measured at all.
    pub left_out: Vec<LeftOut>,
    /// What is wrong with the golden puzzles and solutions themselves.
    pub problems: Vec<String>,
}

/// Lanes of one algorithm and size, over the same puzzles.
#[derive(Debug)]
pub struct Group {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The size of its puzzles.
    pub size: Size,
    /// The puzzles, in the order of their sets.
    pub puzzles: Vec<At>,
    /// Puzzles of these sets that not all of the lanes take up, or that take more nodes than was asked for.
    pub passed_over: usize,
    /// How many puzzles there are that could be compared by; where more than those here, these are evenly spread over them.
    pub spread_over: usize,
    /// The lanes that solved each puzzle, by exactly the twin's decisions.
    pub rows: Vec<Row>,
    /// The lanes that did not.
    pub apart: Vec<Apart>,
    /// The row that ratios are to; none when the one that was asked for is apart.
    pub baseline: Option<usize>,
}

/// A puzzle, and what its twin does with it.
#[derive(Debug, Clone)]
pub struct At {
    /// Which it is.
    pub id: PuzzleId,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The decisions all rows took.
    pub decisions: Decisions,
}

/// A lane over the puzzles of its group.
#[derive(Debug)]
pub struct Row {
    /// The lane.
    pub lane: Lane,
    /// What its program is as it lies in memory.
    pub size: StaticSize,
    /// Its runs, in the order of the puzzles.
    pub runs: Vec<Measure>,
}

/// A lane that is shown, and never averaged with the others.
#[derive(Debug)]
pub struct Apart {
    /// What it did.
    pub row: Row,
    /// The first puzzle that was wrong, and what was.
    pub why: String,
    /// How many of its runs were wrong.
    pub wrong: usize,
}

/// A lane that could not be measured.
#[derive(Debug)]
pub struct LeftOut {
    /// Its name.
    pub lane: String,
    /// Why, in a sentence.
    pub why: String,
    /// What is wrong with it; none where it is only not among those compared.
    pub broken: Option<Broken>,
}

impl Group {
    /// The row that ratios are to.
    #[must_use]
    pub fn baseline(&self) -> Option<&Row> {
        self.baseline.map(|at| &self.rows[at])
    }

    /// Nodes of all puzzles together.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.puzzles.iter().map(|at| at.decisions.digest.nodes).sum()
    }
}

/// What is wrong with a run, in words; `None` when nothing is.
pub(super) fn wrong(run: &Run) -> Option<String> {
    let grid = match &run.grid {
        GridCheck::Right | GridCheck::NotChecked => None,
        GridCheck::Wrong(_) => Some("its grid is wrong".to_owned()),
        GridCheck::Unreadable(_) => Some("its output is no grid".to_owned()),
        GridCheck::Missing => Some("there is no grid".to_owned()),
    };
    let decisions = match &run.decisions {
        DecisionCheck::Same | DecisionCheck::NotChecked => None,
        DecisionCheck::Different(parted) => Some(parted.to_string()),
    };
    let all: Vec<String> = run.stopped.iter().cloned().chain(decisions).chain(grid).collect();
    (!all.is_empty()).then(|| format!("puzzle {}: {}", run.id, all.join("; ")))
}
