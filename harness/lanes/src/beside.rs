//! Two solvers of one algorithm side by side, from each event of the search to the next.
//!
//! Both take the same decisions, so what each executes between two of them is what that decision costs there.
//! Up to the events that are shown a run goes at full speed, and instruction by instruction from there.

mod pair;
mod runner;
mod summary;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use machine::Spec;
use machines::trace::Step;
use reference::twin::{Event, TwinOutcome};

use crate::golden::SetPuzzle;
use crate::lane::{Algorithm, Lane, TWIN_BUDGET_NODES};
use crate::root::Root;
use crate::verify::Broken;
use pair::Pair;
use runner::Runner;

pub use summary::{Kind, Row, Spread};

/// Two solvers beside each other.
#[derive(Debug)]
pub struct Beside {
    /// The two.
    pub lanes: [Side; 2],
    /// The first events, as many as were to be counted or as there are.
    pub counted: Vec<Counted>,
    /// Instructions behind the last event, where the events that were counted are all.
    pub behind: Option<[u64; 2]>,
    /// The events that are shown.
    pub events: Vec<Told>,
}

/// One of two solvers.
#[derive(Debug, Clone)]
pub struct Side {
    /// The lane's name.
    pub name: String,
    /// Names and sizes of its machine.
    pub spec: &'static Spec,
    /// What it is written in, or was made by.
    pub written_in: String,
    /// Lines of its sources of which several instructions have run, by file and line.
    lines_of_several: BTreeSet<(String, u32)>,
}

impl Side {
    /// Whether the source line of an instruction, if it has one, is that of others too, so that it alone does
    /// not say what was done.
    #[must_use]
    pub fn is_one_of_several(&self, step: &Step) -> bool {
        let line = step.source.as_ref().map(|source| (source.file.clone(), source.line));
        line.is_some_and(|line| self.lines_of_several.contains(&line))
    }
}

/// An event, and how many instructions each solver took from the one before up to it.
///
/// The instruction that stores a digit belongs to the event that it makes, and that at a node's label to the
/// next one. Up to the first event goes all that comes before the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The event.
    pub event: Event,
    /// Instructions of each.
    pub instructions: [u64; 2],
}

/// An event with all that led to it.
#[derive(Debug, Clone)]
pub struct Told {
    /// Its number, from 1.
    pub number: u64,
    /// The event.
    pub event: Event,
    /// The event as words: `places 4 at row 1, column 2`.
    pub words: String,
    /// What each solver did since the event before.
    pub sides: [Between; 2],
}

/// What a solver did from one event to the next.
#[derive(Debug, Clone, Default)]
pub struct Between {
    /// Its instructions.
    pub instructions: u64,
    /// Each of them.
    pub steps: Vec<Step>,
}

/// Which events are shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// Those with these numbers, from 1.
    Events(Range<u64>),
    /// A node by its number, from 1, and all that is done in it up to the next.
    Node(u64),
}

/// Why two solvers cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// What was asked for cannot be had, in a sentence.
    Wanted(String),
    /// A program does not assemble, or lacks what its row names: the lane, and why.
    Broken(String, Broken),
    /// One goes on and on without an event, in a sentence.
    Endless(String),
    /// They do not take the same decisions, or one comes to its end: which event, and what each does.
    Parted {
        /// The number of the event, from 1.
        event: u64,
        /// Each lane's name, and what it does.
        sides: [(String, String); 2],
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Wanted(why) | Refused::Endless(why) => f.write_str(why),
            Refused::Broken(lane, broken) => {
                write!(f, "{lane} {}: {}", broken.verdict(), broken.why())
            }
            Refused::Parted { event, sides: [(one, does), (other, too)] } => {
                write!(f, "the decisions part at event {event}: {one} {does}; {other} {too}")
            }
        }
    }
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Refused::Wanted(why)
    }
}

/// Runs two lanes over a puzzle, beside each other: counts the first so many events, and tells all of those
/// that are wanted.
///
/// # Errors
/// Where the two do not fit together or the events are not there, a program does not assemble, or the decisions
/// part.
pub fn beside(
    root: &Root,
    lanes: [&Lane; 2],
    at: &SetPuzzle,
    wanted: &Wanted,
    counted: u64,
) -> Result<Beside, Refused> {
    fit(lanes, at)?;
    let shown = wanted.events(lanes[0].algorithm, at)?;
    let runner = |lane: &Lane| {
        Runner::new(root, lane, &at.puzzle)
            .map_err(|broken| Refused::Broken(lane.name.clone(), broken))
    };
    let runners = [runner(lanes[0])?, runner(lanes[1])?];
    let mut pair = Pair::new(runners, lanes[0].size);
    let sides = lanes.map(|lane| Side {
        name: lane.name.clone(),
        spec: lane.target.spec(),
        written_in: lane.written_in(),
        lines_of_several: BTreeSet::new(),
    });
    let mut beside = Beside { lanes: sides, counted: Vec::new(), behind: None, events: Vec::new() };
    let number = pair.run(&shown, counted, &mut beside)?;
    if number < shown.end - 1 {
        let last = machines::escape::grouped(number);
        return Err(format!("the search of this puzzle ends with event {last}").into());
    }
    if number <= counted {
        beside.behind = pair.behind();
    }
    for (side, runner) in beside.lanes.iter_mut().zip(pair.runners()) {
        side.lines_of_several = runner.lines_of_several();
    }
    Ok(beside)
}

/// That two lanes take the same decisions over a puzzle, if they are right.
fn fit([one, other]: [&Lane; 2], at: &SetPuzzle) -> Result<(), String> {
    if let Some(any) = [one, other].into_iter().find(|lane| lane.algorithm == Algorithm::Any) {
        let name = &any.name;
        return Err(format!("{name} is of the algorithm any, whose decisions nobody knows"));
    }
    if one.algorithm != other.algorithm {
        let (is, other_is) = (one.algorithm.name(), other.algorithm.name());
        let (one, other) = (&one.name, &other.name);
        return Err(format!(
            "{one} is of the algorithm {is} and {other} of {other_is}: their decisions have nothing in common"
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
        Err(format!(
            "{name} runs cells of a script, which are no instructions to be set beside others"
        ))
    })
}

impl Wanted {
    /// The numbers of the events.
    fn events(&self, algorithm: Algorithm, at: &SetPuzzle) -> Result<Range<u64>, String> {
        let wanted = match *self {
            Wanted::Events(ref events) if events.start == 0 || events.is_empty() => {
                return Err("events have numbers from 1 on".to_owned());
            }
            Wanted::Events(ref events) => return Ok(events.clone()),
            Wanted::Node(0) => return Err("nodes have numbers from 1 on".to_owned()),
            Wanted::Node(node) => node,
        };
        // Where a lane does not do as its algorithm's twin, that is told when the two part.
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
            TwinOutcome::Budget => Err(format!("nodes up to {TWIN_BUDGET_NODES} can be shown")),
            _ => {
                let nodes = machines::escape::counted(nodes, "node");
                Err(format!("the search of this puzzle has {nodes}"))
            }
        }
    }
}
