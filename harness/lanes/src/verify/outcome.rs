//! What a verification came to: lane by lane, run by run.

use std::fmt;

use machine::Model;
use machine::numbers::counted;
use reference::{Grid, Puzzle};
use serde::{Deserialize, Serialize};

use super::checks::Choice;
use super::stored::StoredBy;
use crate::exchange::Unreadable;
use crate::golden::{Cost, PuzzleId};
use crate::lane::Lane;
use crate::root::Root;

/// What the verification of some lanes came to.
#[derive(Debug)]
pub struct Verified {
    /// Where the lanes lie.
    pub root: Root,
    /// What is wrong with the golden puzzles and solutions themselves.
    pub problems: Vec<String>,
    /// The lanes in the order of the table.
    pub lanes: Vec<LaneOutcome>,
    /// Why lanes that passed could not be kept.
    pub not_kept: Vec<String>,
    /// What was asked for.
    pub choice: Choice,
}

/// What one lane came to.
#[derive(Debug)]
pub struct LaneOutcome {
    /// The lane.
    pub lane: Lane,
    /// Why it could not run at all.
    pub broken: Option<Broken>,
    /// Its runs in the order of its sets and puzzles.
    pub runs: Vec<Run>,
    /// Puzzles of its sets that take more nodes than the lane takes up.
    pub left_out: usize,
    /// Puzzles that were passed over, because it had to be quick.
    pub passed_over: usize,
    /// Puzzles that were left when others had failed.
    pub not_run: Option<NotRun>,
    /// Whether these runs are those of an earlier time, since when nothing has changed.
    pub from_cache: bool,
    /// The models its cycles are counted by.
    pub models: &'static [Model],
}

/// Puzzles of a lane that were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRun {
    /// How many.
    pub count: usize,
    /// Why.
    pub why: Stopped,
}

/// Why puzzles were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// So many runs of the lane ended at a limit.
    AtLimit(usize),
    /// So many runs of the lane failed.
    Failures(usize),
    /// A run of some lane failed.
    First,
}

impl fmt::Display for NotRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} not run after ", counted(self.count, "puzzle"))?;
        match self.why {
            Stopped::AtLimit(1) => f.write_str("1 run that hit a limit"),
            Stopped::AtLimit(most) => write!(f, "{most} runs that hit a limit"),
            Stopped::Failures(1) => f.write_str("1 failed run"),
            Stopped::Failures(most) => write!(f, "{most} failed runs"),
            Stopped::First => f.write_str("the first failed run"),
        }
    }
}

/// Why a lane could not run at all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Broken {
    /// Its program does not assemble, for these messages, the first of which is at a file and line.
    NotAssembled(String, Option<(String, u32)>),
    /// Its program is finished, and does not load or does not come to the search.
    NotLoaded(String),
    /// Its row asks for what is not there: a file that cannot be read, a label the program does not have.
    NotSetUp(String),
}

impl Broken {
    /// In words of a table.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        match self {
            Broken::NotAssembled(..) => "does not assemble",
            Broken::NotLoaded(_) => "does not load",
            Broken::NotSetUp(_) => "cannot run",
        }
    }

    /// The messages.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            Broken::NotAssembled(why, _) | Broken::NotLoaded(why) | Broken::NotSetUp(why) => why,
        }
    }

    /// The one of several that weighs most: a wrong table comes before a wrong program.
    #[must_use]
    pub fn worst<'b>(all: impl Iterator<Item = &'b Broken>) -> Option<&'b Broken> {
        all.max_by_key(|broken| broken.is_of_table())
    }

    /// Whether the table of lanes is wrong, and not the program.
    #[must_use]
    pub fn is_of_table(&self) -> bool {
        matches!(self, Broken::NotSetUp(_))
    }
}

/// What one puzzle on one lane came to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// Which puzzle.
    #[serde(with = "super::as_text")]
    pub id: PuzzleId,
    /// The puzzle.
    #[serde(with = "super::as_text")]
    pub puzzle: Puzzle,
    /// Its solution.
    #[serde(with = "super::as_text")]
    pub solution: Grid,
    /// Nodes of the twin.
    pub nodes: u64,
    /// What kept the solver from ending well.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<String>,
    /// Whether that is a limit of instructions, of output or of work.
    pub is_at_limit: bool,
    /// Whether it printed the solution.
    pub grid: GridCheck,
    /// Whether it took the twin's decisions.
    pub decisions: DecisionCheck,
    /// What it cost.
    pub cost: Cost,
    /// How that compares with golden.
    pub change: Change,
}

/// Whether a run gave the right grid.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GridCheck {
    /// It did.
    Right,
    /// It gave another.
    Wrong(#[serde(with = "super::as_text")] Grid),
    /// What it printed is no grid.
    Unreadable(Unreadable),
    /// It did not get that far.
    Missing,
    /// Nobody looked.
    NotChecked,
}

/// Whether a run took the right decisions.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecisionCheck {
    /// It did.
    Same,
    /// From some event on it did not.
    Different(Box<Parted>),
    /// Nobody looked.
    NotChecked,
}

/// Where a run and the twin part.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parted {
    /// What each does there, in words.
    pub difference: String,
    /// The instruction that did what the twin does not, where that is a store.
    pub stored_by: Option<StoredBy>,
}

impl fmt::Display for Parted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.difference)?;
        let stored_by = self.stored_by.as_ref();
        stored_by.map_or(Ok(()), |by| write!(f, ", stored by {}", by.words))
    }
}

/// How a cost compares with the golden one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It is the same.
    Same,
    /// There is no golden one.
    New,
    /// These numbers are others.
    Changed(Vec<Changed>),
    /// These numbers are others, and none is above the golden one by more than was allowed.
    Within(Vec<Changed>),
    /// Nobody looked.
    NotChecked,
}

/// A number that is not the golden one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    /// What it counts: `instructions`, or `cycles` and a model.
    pub what: String,
    /// The golden number, if there is one.
    pub old: Option<u64>,
    /// The number now.
    pub new: Option<u64>,
}

impl Run {
    /// Whether everything but the counts is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.stopped.is_none()
            && matches!(self.grid, GridCheck::Right | GridCheck::NotChecked)
            && matches!(self.decisions, DecisionCheck::Same | DecisionCheck::NotChecked)
    }

    /// Whether everything is right, the counts too.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.is_right() && self.change.is_well()
    }
}

impl Change {
    /// Whether the cost is as it may be.
    #[must_use]
    pub fn is_well(&self) -> bool {
        matches!(self, Change::Same | Change::Within(_) | Change::NotChecked)
    }
}

impl LaneOutcome {
    /// Whether the lane ran all it had to, and everything but the counts is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.broken.is_none() && self.not_run.is_none() && self.runs.iter().all(Run::is_right)
    }

    /// Whether everything is right, the counts too.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.is_right() && self.runs.iter().all(Run::is_golden)
    }
}
