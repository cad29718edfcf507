//! Result of a comparison: groups of lanes that took the same decisions.

use reference::{Puzzle, Size};

use super::measure::{Measure, StaticSize};
use crate::golden::PuzzleId;
use crate::lane::{Algorithm, Decisions, Lane};
use crate::root::Root;
use crate::verify::{DecisionCheck, GridCheck, LaneError, Run};

/// Result of a comparison.
#[derive(Debug)]
pub struct Comparison {
    /// Root of the lanes.
    pub root: Root,
    /// Groups of lanes with the same algorithm and size, in the order of the table.
    pub groups: Vec<ComparisonGroup>,
    /// Lanes that could not be measured.
    pub left_out: Vec<UnmeasuredLane>,
    /// Problems of the golden puzzles and solutions.
    pub problems: Vec<String>,
}

/// Lanes with the same algorithm, size and puzzles.
#[derive(Debug)]
pub struct ComparisonGroup {
    /// Algorithm.
    pub algorithm: Algorithm,
    /// Size of the puzzles.
    pub size: Size,
    /// Puzzles, in the order of their sets.
    pub puzzles: Vec<At>,
    /// Number of puzzles of these sets with more nodes than a lane or the choice allows.
    pub passed_over: usize,
    /// Number of puzzles from which `puzzles` was evenly selected by their nodes.
    pub spread_over: usize,
    /// Lanes that took the decisions of the reference model on every puzzle.
    pub rows: Vec<ComparisonRow>,
    /// Lanes that did not.
    pub apart: Vec<ExcludedLane>,
    /// Index of the baseline; none if the requested baseline is excluded.
    pub baseline: Option<usize>,
}

/// Puzzle, and the decisions of the reference model.
#[derive(Debug, Clone)]
pub struct At {
    /// Set and number.
    pub id: PuzzleId,
    /// Puzzle.
    pub puzzle: Puzzle,
    /// Decisions of all rows.
    pub decisions: Decisions,
}

/// Lane with its runs on the puzzles of its group.
#[derive(Debug)]
pub struct ComparisonRow {
    /// Lane.
    pub lane: Lane,
    /// Size of its program.
    pub size: StaticSize,
    /// Runs, in the order of the puzzles.
    pub runs: Vec<Measure>,
}

/// Lane that is shown, but excluded from averages.
#[derive(Debug)]
pub struct ExcludedLane {
    /// Its runs.
    pub row: ComparisonRow,
    /// First failed puzzle, with the reason.
    pub why: String,
    /// Number of failed runs.
    pub wrong: usize,
}

/// Lane that could not be measured.
#[derive(Debug)]
pub struct UnmeasuredLane {
    /// Name.
    pub lane: String,
    /// Reason, as a message.
    pub why: String,
    /// Defect of the lane; none if it was only not comparable.
    pub broken: Option<LaneError>,
}

impl ComparisonGroup {
    /// Baseline of the ratios.
    #[must_use]
    pub fn baseline(&self) -> Option<&ComparisonRow> {
        self.baseline.map(|at| &self.rows[at])
    }

    /// Nodes of all puzzles.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.puzzles.iter().map(|at| at.decisions.digest.nodes).sum()
    }
}

/// Description of what is wrong with a run, if anything is.
pub(super) fn wrong(run: &Run) -> Option<String> {
    let grid = match &run.grid {
        GridCheck::Right | GridCheck::NotChecked => None,
        GridCheck::Wrong(_) => Some("its grid is wrong".to_owned()),
        GridCheck::Unreadable(_) => Some("its output is not a grid".to_owned()),
        GridCheck::Missing => Some("it printed no grid".to_owned()),
    };
    let decisions = match &run.decisions {
        DecisionCheck::Same | DecisionCheck::NotChecked => None,
        DecisionCheck::Different(parted) => Some(parted.to_string()),
    };
    let all: Vec<String> = run.stopped.iter().cloned().chain(decisions).chain(grid).collect();
    (!all.is_empty()).then(|| format!("puzzle {}: {}", run.id, all.join("; ")))
}
