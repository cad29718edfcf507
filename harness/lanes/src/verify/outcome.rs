//! Results of a verification, by lane and run.

use std::fmt;

use machine::Model;
use machine::numbers::counted;
use reference::{Grid, Puzzle};

use super::checks::Choice;
use super::stored::StoredBy;
use crate::exchange::Unreadable;
use crate::golden::{Cost, PuzzleId};
use crate::lane::Lane;
use crate::root::Root;

/// Results of a verification.
#[derive(Debug)]
pub struct Verification {
    /// Root of the lanes.
    pub root: Root,
    /// Problems of the golden puzzles and solutions.
    pub problems: Vec<String>,
    /// Lanes in the order of the table.
    pub lanes: Vec<LaneOutcome>,
    /// Reasons why lanes that passed could not be cached.
    pub not_kept: Vec<String>,
    /// Choice of the user.
    pub choice: Choice,
}

/// Results of one lane.
#[derive(Debug)]
pub struct LaneOutcome {
    /// Lane.
    pub lane: Lane,
    /// Reason why it could not run at all.
    pub broken: Option<LaneError>,
    /// Runs in the order of its sets and puzzles.
    pub runs: Vec<Run>,
    /// Number of puzzles left out because they need too many nodes.
    pub left_out: usize,
    /// Number of puzzles skipped by `--quick`.
    pub passed_over: usize,
    /// Puzzles not run after failures.
    pub not_run: Option<NotRun>,
    /// Whether the runs come from the cache.
    pub from_cache: bool,
    /// Models of its cycles.
    pub models: &'static [Model],
}

/// Puzzles of a lane that were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRun {
    /// Number of puzzles.
    pub count: usize,
    /// Reason.
    pub why: SkipReason,
}

/// Reason why puzzles were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkipReason {
    /// This many runs of the lane hit a limit.
    AtLimit(usize),
    /// This many runs of the lane failed.
    Failures(usize),
    /// A run of any lane failed.
    First,
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} not run after ", counted(self.count, "puzzle"))?;
        match self.why {
            SkipReason::AtLimit(1) => f.write_str("1 run that hit a limit"),
            SkipReason::AtLimit(most) => write!(f, "{most} runs that hit a limit"),
            SkipReason::Failures(1) => f.write_str("1 failed run"),
            SkipReason::Failures(most) => write!(f, "{most} failed runs"),
            SkipReason::First => f.write_str("the first failed run"),
        }
    }
}

/// Reason why a lane could not run at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaneError {
    /// Its program does not assemble: messages, and the file and line of the first.
    NotAssembled(String, Option<(String, u32)>),
    /// Its compiled program does not load or does not reach the search.
    NotLoaded(String),
    /// Its row names an unreadable file or a missing label.
    NotSetUp(String),
}

impl LaneError {
    /// Short description for tables.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self {
            LaneError::NotAssembled(..) => "does not assemble",
            LaneError::NotLoaded(_) => "does not load",
            LaneError::NotSetUp(_) => "cannot run",
        }
    }

    /// Messages.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            LaneError::NotAssembled(why, _)
            | LaneError::NotLoaded(why)
            | LaneError::NotSetUp(why) => why,
        }
    }

    /// Most important of several: a wrong table comes before a wrong program.
    #[must_use]
    pub fn worst<'b>(all: impl Iterator<Item = &'b LaneError>) -> Option<&'b LaneError> {
        all.max_by_key(|broken| broken.is_of_table())
    }

    /// Whether the table of lanes is wrong, not the program.
    #[must_use]
    pub fn is_of_table(&self) -> bool {
        matches!(self, LaneError::NotSetUp(_))
    }
}

/// Result of one puzzle on one lane.
#[derive(Debug, PartialEq, Eq)]
pub struct Run {
    /// Identifier of the puzzle.
    pub id: PuzzleId,
    /// Puzzle.
    pub puzzle: Puzzle,
    /// Solution.
    pub solution: Grid,
    /// Nodes of the reference model.
    pub nodes: u64,
    /// Reason why the solver did not end normally.
    pub stopped: Option<String>,
    /// Whether that is a limit of instructions, output or work.
    pub is_at_limit: bool,
    /// Check of the printed grid.
    pub grid: GridCheck,
    /// Check of the decisions.
    pub decisions: DecisionCheck,
    /// Cost.
    pub cost: Cost,
    /// Comparison with the golden cost.
    pub change: Change,
}

/// Check of the printed grid.
#[derive(Debug, PartialEq, Eq)]
pub enum GridCheck {
    /// Correct grid.
    Right,
    /// Another grid.
    Wrong(Grid),
    /// Output that is not a grid.
    Unreadable(Unreadable),
    /// No grid, because the run ended early.
    Missing,
    /// Not checked.
    NotChecked,
}

/// Check of the decisions.
#[derive(Debug, PartialEq, Eq)]
pub enum DecisionCheck {
    /// Decisions of the reference model.
    Same,
    /// Different from some event on.
    Different(Box<FirstDifference>),
    /// Not checked.
    NotChecked,
}

/// First difference between a run and the reference model.
#[derive(Debug, PartialEq, Eq)]
pub struct FirstDifference {
    /// Description of what each does.
    pub difference: String,
    /// Instruction of the difference, if that is a store.
    pub stored_by: Option<StoredBy>,
}

impl fmt::Display for FirstDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.difference)?;
        let stored_by = self.stored_by.as_ref();
        stored_by.map_or(Ok(()), |by| write!(f, ", stored by {}", by.words))
    }
}

/// Comparison of a cost with the golden one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Equal.
    Same,
    /// No golden cost.
    New,
    /// Changed numbers.
    Changed(Vec<NumberChange>),
    /// Changed numbers, all within the allowed percentage.
    Within(Vec<NumberChange>),
    /// Not checked.
    NotChecked,
}

/// Changed number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberChange {
    /// Quantity: `instructions`, or `cycles` and a model.
    pub what: String,
    /// Golden number, if any.
    pub old: Option<u64>,
    /// Current number.
    pub new: Option<u64>,
}

impl Run {
    /// Whether everything except the counts is correct.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.stopped.is_none()
            && matches!(self.grid, GridCheck::Right | GridCheck::NotChecked)
            && matches!(self.decisions, DecisionCheck::Same | DecisionCheck::NotChecked)
    }

    /// Whether everything including the counts is correct.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.is_right() && self.change.is_well()
    }
}

impl Change {
    /// Whether the cost is acceptable.
    #[must_use]
    pub fn is_well(&self) -> bool {
        matches!(self, Change::Same | Change::Within(_) | Change::NotChecked)
    }
}

impl LaneOutcome {
    /// Whether all puzzles were run, and everything except the counts is correct.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.broken.is_none() && self.not_run.is_none() && self.runs.iter().all(Run::is_right)
    }

    /// Whether everything including the counts is correct.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.is_right() && self.runs.iter().all(Run::is_golden)
    }
}
