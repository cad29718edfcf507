//! Two solvers of one algorithm side by side, from each event of the search to the next.
//!
//! Both take the same decisions, so what each executes between two of them is what that decision costs there.
//! Up to the events that are shown a run goes at full speed, and instruction by instruction from there.

mod runner;
mod summary;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use machine::Spec;
use machines::trace::Step;
use reference::Size;
use reference::twin::{Event, TwinOutcome};

use crate::decisions::{self, Seen};
use crate::golden::SetPuzzle;
use crate::lane::{Algorithm, Lane, TWIN_BUDGET_NODES};
use crate::root::Root;
use crate::verify::Broken;
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
    /// Lines of its sources that several instructions are made of, by file and line.
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
    /// They do not take the same decisions, or one does not go on: which event, and what each does.
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
            Refused::Wanted(why) => f.write_str(why),
            Refused::Broken(lane, broken) => {
                write!(f, "{lane} {}: {}", broken.verdict(), broken.why())
            }
            Refused::Parted { event, sides: [(one, does), (other, too)] } => {
                write!(f, "the decisions part at event {event}: {one} {does}, {other} {too}")
            }
        }
    }
}

impl From<String> for Refused {
    fn from(why: String) -> Self {
        Refused::Wanted(why)
    }
}

/// Events that are passed over together.
const CHUNK: u64 = 1 << 14;

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
    let side = |at: usize| Side {
        name: lanes[at].name.clone(),
        spec: lanes[at].target.spec(),
        written_in: lanes[at].written_in(),
        lines_of_several: runners[at].lines_of_several(),
    };
    let sides = [side(0), side(1)];
    let mut pair = Pair { runners, size: lanes[0].size, steps_left: MOST_STEPS };
    let mut beside = Beside { lanes: sides, counted: Vec::new(), behind: None, events: Vec::new() };
    let mut number = 0;
    while number < counted.max(shown.end - 1) {
        let next = number + 1;
        if next > counted && next < shown.start {
            let chunk = (shown.start - next).min(CHUNK);
            number += pair.pass(number, chunk)?;
            if number < next - 1 + chunk {
                break;
            }
            continue;
        }
        let is_shown = shown.contains(&next);
        let Some((event, sides)) = pair.next(next, is_shown)? else { break };
        number = next;
        if number <= counted {
            let instructions = [sides[0].instructions, sides[1].instructions];
            beside.counted.push(Counted { event, instructions });
        }
        if is_shown {
            let words = decisions::told(event, lanes[0].size, NODE);
            beside.events.push(Told { number, event, words, sides });
        }
    }
    if number < shown.end - 1 {
        let last = machines::escape::grouped(number);
        return Err(format!("the search of this puzzle ends with event {last}").into());
    }
    if number <= counted {
        beside.behind = pair.behind();
    }
    Ok(beside)
}

/// What a solver does at a node.
const NODE: &str = "enters a node";

/// That two lanes take the same decisions over a puzzle, if they are right.
fn fit([one, other]: [&Lane; 2], at: &SetPuzzle) -> Result<(), String> {
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

/// Instructions that are told at most: some tens of megabytes.
const MOST_STEPS: u64 = 100_000;

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

/// Two runs that go on together.
struct Pair {
    runners: [Runner; 2],
    size: Size,
    /// Instructions that may still be told.
    steps_left: u64,
}

impl Pair {
    /// The next event, if there is one, with the number it has; every step is told where that is wanted.
    fn next(
        &mut self,
        number: u64,
        is_shown: bool,
    ) -> Result<Option<(Event, [Between; 2])>, Refused> {
        let mut seen = [None; 2];
        let mut sides = [Between::default(), Between::default()];
        for (at, runner) in self.runners.iter_mut().enumerate() {
            let most = is_shown.then_some(self.steps_left);
            let (it, between) = runner.next(most)?;
            self.steps_left -= between.steps.len() as u64;
            (seen[at], sides[at]) = (it, between);
        }
        match seen {
            [None, None] if !self.is_broken() => Ok(None),
            [Some(Seen::Event(event)), other] if other == seen[0] => Ok(Some((event, sides))),
            _ => Err(self.parted(number, seen)),
        }
    }

    /// Passes over so many events behind those with smaller numbers; says how many there were.
    fn pass(&mut self, number: u64, events: u64) -> Result<u64, Refused> {
        let one = self.runners[0].pass(events)?;
        let other = self.runners[1].pass(events)?;
        for at in 0..events as usize {
            let seen = [one.get(at), other.get(at)].map(Option::<&Seen>::copied);
            match seen {
                [None, None] if !self.is_broken() => break,
                [Some(Seen::Event(_)), other] if other == seen[0] => {}
                _ => return Err(self.parted(number + 1 + at as u64, seen)),
            }
        }
        Ok(one.len() as u64)
    }

    /// Instructions of each behind the last event, where both have come to their end.
    fn behind(&self) -> Option<[u64; 2]> {
        Some([self.runners[0].behind()?, self.runners[1].behind()?])
    }

    fn is_broken(&self) -> bool {
        self.runners.iter().any(|runner| runner.failure().is_some())
    }

    fn parted(&self, event: u64, seen: [Option<Seen>; 2]) -> Refused {
        let side = |at: usize| {
            let runner = &self.runners[at];
            let does = match (seen[at], runner.failure()) {
                (None, Some(why)) => format!("stops, {why}"),
                (seen, _) => decisions::told_or_ended(seen, self.size, runner.radix(), NODE),
            };
            (runner.name.clone(), does)
        };
        Refused::Parted { event, sides: [side(0), side(1)] }
    }
}
