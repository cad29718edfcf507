//! Two solvers of one algorithm side by side, from event to event of the search.
//!
//! Both take the same decisions, so the instructions between two events are the cost of a decision on each
//! machine. A run is at full speed up to the events that are shown, then instruction by instruction.

mod pair;
mod runner;
mod summary;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use machine::Spec;
use reference::models::{Event, ModelOutcome};
use targets::trace::Step;

use crate::golden::SetPuzzle;
use crate::lane::{Algorithm, Lane, TWIN_BUDGET_NODES};
use crate::root::Root;
use crate::verify::LaneError;
use pair::Pair;
use runner::Runner;

pub use summary::{EventKind, Spread, SummaryRow};

/// Two solvers side by side.
#[derive(Debug)]
pub struct SideBySide {
    /// Both solvers.
    pub lanes: [Side; 2],
    /// The first events, as many as requested or available.
    pub counted: Vec<CountedEvent>,
    /// Instructions after the last event, if all events were counted.
    pub after_last: Option<[u64; 2]>,
    /// Events that are shown.
    pub events: Vec<ShownEvent>,
}

/// One of the two solvers.
#[derive(Debug, Clone)]
pub struct Side {
    /// Name of the lane.
    pub name: String,
    /// Specification of its machine.
    pub spec: &'static Spec,
    /// Dialect of its sources, or the tool that built it.
    pub written_in: String,
    /// Source lines of which several instructions ran, by file and line.
    lines_of_several: BTreeSet<(String, u32)>,
}

impl Side {
    /// Whether the source line of an instruction, if it has one, expands to several instructions.
    #[must_use]
    pub fn is_one_of_several(&self, step: &Step) -> bool {
        let line = step.source.as_ref().map(|source| (source.file.clone(), source.line));
        line.is_some_and(|line| self.lines_of_several.contains(&line))
    }
}

/// Event, and the instructions of each solver since the event before.
///
/// The instruction that stores a digit belongs to its event; the instruction at a node's label belongs to the
/// next event. The first event includes everything before the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountedEvent {
    /// Event.
    pub event: Event,
    /// Instructions of each solver.
    pub instructions: [u64; 2],
}

/// Event with the instructions that led to it.
#[derive(Debug, Clone)]
pub struct ShownEvent {
    /// Number, from 1.
    pub number: u64,
    /// Event.
    pub event: Event,
    /// Description: `places 4 at row 1, column 2`.
    pub words: String,
    /// Instructions of each solver since the event before.
    pub sides: [Between; 2],
}

/// Instructions of a solver between two events.
#[derive(Debug, Clone, Default)]
pub struct Between {
    /// Number of instructions.
    pub instructions: u64,
    /// Each instruction.
    pub steps: Vec<Step>,
}

/// Events to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventSelection {
    /// Events with these numbers, from 1.
    Events(Range<u64>),
    /// Events of a node, by its number from 1.
    Node(u64),
}

/// Reason why two solvers cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SideBySideError {
    /// Invalid request, with a message.
    Wanted(String),
    /// A program does not assemble, or lacks a label: the lane and the reason.
    Broken(String, LaneError),
    /// A solver runs on without an event, with a message.
    Endless(String),
    /// The decisions differ, or one solver has ended.
    Parted {
        /// Number of the event, from 1.
        event: u64,
        /// Name of each lane, and what it does.
        sides: [(String, String); 2],
    },
}

impl fmt::Display for SideBySideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SideBySideError::Wanted(why) | SideBySideError::Endless(why) => f.write_str(why),
            SideBySideError::Broken(lane, broken) => {
                write!(f, "{lane} {}: {}", broken.verdict(), broken.why())
            }
            SideBySideError::Parted { event, sides: [(one, does), (other, too)] } => {
                write!(f, "the decisions differ at event {event}: {one} {does}; {other} {too}")
            }
        }
    }
}

impl From<String> for SideBySideError {
    fn from(why: String) -> Self {
        SideBySideError::Wanted(why)
    }
}

/// Runs two lanes on a puzzle side by side: counts the first events and records those that are wanted.
///
/// # Errors
/// If the lanes cannot be compared, an event does not exist, a program does not assemble, or the decisions
/// differ.
pub fn side_by_side(
    root: &Root,
    lanes: [&Lane; 2],
    at: &SetPuzzle,
    wanted: &EventSelection,
    counted: u64,
) -> Result<SideBySide, SideBySideError> {
    fit(lanes, at)?;
    let shown = wanted.events(lanes[0].algorithm, at)?;
    let runner = |lane: &Lane| {
        Runner::new(root, lane, &at.puzzle)
            .map_err(|broken| SideBySideError::Broken(lane.name.clone(), broken))
    };
    let runners = [runner(lanes[0])?, runner(lanes[1])?];
    let mut pair = Pair::new(runners, lanes[0].size);
    let sides = lanes.map(|lane| Side {
        name: lane.name.clone(),
        spec: lane.target.spec(),
        written_in: lane.written_in(),
        lines_of_several: BTreeSet::new(),
    });
    let mut found =
        SideBySide { lanes: sides, counted: Vec::new(), after_last: None, events: Vec::new() };
    let number = pair.run(&shown, counted, &mut found)?;
    if number < shown.end - 1 {
        let last = targets::escape::grouped(number);
        return Err(format!("the search of this puzzle ends with event {last}").into());
    }
    if number <= counted {
        found.after_last = pair.after_last();
    }
    for (side, runner) in found.lanes.iter_mut().zip(pair.runners()) {
        side.lines_of_several = runner.lines_of_several();
    }
    Ok(found)
}

/// Checks that two correct lanes would take the same decisions on a puzzle.
fn fit([one, other]: [&Lane; 2], at: &SetPuzzle) -> Result<(), String> {
    if let Some(any) = [one, other].into_iter().find(|lane| lane.algorithm == Algorithm::Any) {
        let name = &any.name;
        return Err(format!("{name} has the algorithm `any`, whose decisions are unknown"));
    }
    if one.algorithm != other.algorithm {
        let (is, other_is) = (one.algorithm.name(), other.algorithm.name());
        let (one, other) = (&one.name, &other.name);
        return Err(format!(
            "{one} has the algorithm {is} and {other} has {other_is}; their decisions cannot be compared"
        ));
    }
    if one.size != other.size {
        let (side, other_side) = (one.size.side(), other.size.side());
        let (one, other) = (&one.name, &other.name);
        return Err(format!(
            "{one} solves {side}x{side} puzzles and {other} {other_side}x{other_side} ones"
        ));
    }
    if at.puzzle.size() != one.size {
        let (side, has) = (one.size.side(), at.puzzle.size().side());
        return Err(format!("the puzzle is {has}x{has}, and the two solve {side}x{side} puzzles"));
    }
    let of_cells = [one, other].into_iter().find(|lane| lane.target.spec().syntax.place.is_some());
    of_cells.map_or(Ok(()), |lane| {
        let name = &lane.name;
        Err(format!("{name} runs cells of a script, which cannot be compared with instructions"))
    })
}

impl EventSelection {
    /// Numbers of the events.
    fn events(&self, algorithm: Algorithm, at: &SetPuzzle) -> Result<Range<u64>, String> {
        let wanted = match *self {
            EventSelection::Events(ref events) if events.start == 0 || events.is_empty() => {
                return Err("events are numbered from 1".to_owned());
            }
            EventSelection::Events(ref events) => return Ok(events.clone()),
            EventSelection::Node(0) => return Err("nodes are numbered from 1".to_owned()),
            EventSelection::Node(node) => node,
        };
        // A lane that differs from its reference model is reported when the decisions differ.
        let (mut nodes, mut number) = (0, 0);
        let mut events = 0..0;
        let outcome = algorithm.run(&at.puzzle, TWIN_BUDGET_NODES.min(wanted), &mut |event| {
            number += 1;
            nodes += u64::from(event == Event::Node);
            if nodes == wanted {
                events =
                    if events.is_empty() { number..number + 1 } else { events.start..number + 1 };
            }
        });
        match outcome {
            _ if !events.is_empty() => Ok(events),
            ModelOutcome::Budget => Err(format!("nodes up to {TWIN_BUDGET_NODES} can be shown")),
            _ => {
                let nodes = targets::escape::counted(nodes, "node");
                Err(format!("the search of this puzzle has {nodes}"))
            }
        }
    }
}
