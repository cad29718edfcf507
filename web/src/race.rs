//! A solver and its puzzle, compared event by event with the reference model of its algorithm.

use debuggers::Halt;
use debuggers::headless::{LoadedProgram, MoveResult};
use lanes::decisions::{
    Difference, EventPauser, ModelRun, Observation, Places, Sink as _, StepSink,
};
use lanes::exchange::NOT_SOLVED;
use lanes::lane::{Algorithm, Lane, TWIN_BUDGET_NODES, read_table};
use lanes::root::Root;
use reference::models::Event;
use reference::{Candidates, Grid, Puzzle, Size};
use serde::Serialize;
use ts_rs::TS;

use crate::call_error::CallError;
use crate::place::Spot;
use crate::simulator::{Held, Simulator, Status, StopReason};
use crate::work::Work;

/// A race before its first event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Race {
    /// Lane whose input and output it uses.
    pub lane: String,
    /// Side length in cells.
    pub side: u32,
    /// Puzzle, row by row, with a dot for each empty cell.
    pub given: String,
    /// Its only solution; null if there is none, or more than one.
    pub solution: Option<String>,
    /// Algorithm of the reference model; `any` if there is no reference model.
    pub algorithm: String,
    /// Nodes of the whole search; null if unknown, or too many to count in advance.
    pub nodes_total: Option<u64>,
    /// Status of the solver, before its first instruction.
    pub status: Status,
}

/// Kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// A step of the search begins.
    Node,
    /// A digit is put in a cell.
    Place,
    /// A cell is emptied again.
    Undo,
    /// A digit is ruled out as a candidate of a cell.
    RuleOut,
    /// A value is stored in the grid that the algorithm never stores there.
    Strange,
}

/// An event of a solver.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RaceEvent {
    /// Its kind.
    pub kind: EventKind,
    /// Row of the cell, from 1; null for a node.
    pub row: Option<u32>,
    /// Its column, from 1.
    pub column: Option<u32>,
    /// Digit that is placed or ruled out.
    pub digit: Option<u32>,
    /// Instructions up to the event; null if the race ran too fast to count them for each event.
    pub instructions: Option<u64>,
}

/// First difference between a solver and the reference model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RaceDifference {
    /// Event number, from 1.
    pub number: u64,
    /// Event of the solver; null if it has ended.
    pub solver: Option<RaceEvent>,
    /// Event of the reference model; null if it has ended.
    pub expected: Option<RaceEvent>,
    /// Instruction that causes the event.
    pub spot: Spot,
    /// The difference in a sentence.
    pub message: String,
}

/// State of a race.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RaceState {
    /// It continues.
    Going,
    /// The solver has ended, and everything is correct.
    Done,
    /// The solver differs from the reference model, or its output is wrong.
    Differs,
    /// The solver made a mistake, or waits for input that never comes.
    Halted,
}

/// Events and state after a part of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct RaceUpdate {
    /// The last events, at most 1,000.
    pub events: Vec<RaceEvent>,
    /// Number of events so far.
    pub number: u64,
    /// Number of nodes so far.
    pub nodes: u64,
    /// Grid after the events, row by row, with a dot for each empty cell.
    pub grid: String,
    /// Instructions so far.
    pub instructions: u64,
    /// State of the race.
    pub state: RaceState,
    /// Reason for the stop, if the solver has stopped.
    pub halt: Option<StopReason>,
    /// First difference from the reference model.
    pub difference: Option<RaceDifference>,
    /// Mistake in its output, if any.
    pub mistake: Option<String>,
}

/// Maximum number of listed events.
const LISTED: u64 = 1_000;

/// Maximum number of nodes counted before a race.
const COUNTED_NODES: u64 = 2_000_000;

/// A race in progress.
#[derive(Debug)]
pub(crate) struct RaceRun {
    lane: Lane,
    solution: Option<Grid>,
    /// Whether the algorithm finds the solution; some only rule out candidates.
    solves: bool,
    /// Comparison with the reference model; `None` if the algorithm is not known.
    step: Option<StepSink>,
    looker: Option<EventPauser>,
    watched: (u64, u64),
    /// The position in the run.
    position: u64,
    board: Board,
    number: u64,
    nodes: u64,
    output: Vec<u8>,
    halt: Option<StopReason>,
    difference: Option<RaceDifference>,
    mistake: Option<String>,
}

impl Simulator {
    /// Loads a lane's solver with a puzzle.
    pub(crate) fn solve(&mut self, lane: &str, puzzle: &str) -> Result<Status, CallError> {
        self.clear();
        let (lane, whole) = self.solver(lane)?;
        let puzzle: Puzzle = puzzle.parse().map_err(|error| format!("{error}"))?;
        if puzzle.size() != lane.size {
            return Err(format!("`{}` solves puzzles of another size", lane.name).into());
        }
        Ok(self.put(whole, lane.host(&puzzle))?)
    }

    /// Finds a lane and assembles its program.
    pub(crate) fn solver(&self, lane: &str) -> Result<(Lane, LoadedProgram), CallError> {
        let root = self.root()?;
        let none = || format!("no lane is called `{}`", asmkit::plain_name(lane));
        let found = lanes(root)?.into_iter().find(|known| known.name == lane);
        let lane = found.ok_or_else(none)?;
        let program = lane.program_with_sources(root);
        let (target, image, sources) = program.map_err(|_| format!("`{}` is broken", lane.name))?;
        let (image, sources) = (image.into(), sources.into());
        Ok((lane, LoadedProgram { target, image, sources, title: None }))
    }

    /// Loads a lane's solver for a race.
    pub(crate) fn race_lane(&mut self, lane: &str, puzzle: &str) -> Result<Race, CallError> {
        let (lane, whole) = self.solver(lane)?;
        Ok(self.race_whole(lane, whole, puzzle)?)
    }

    /// Loads a solver for a race. Input and output follow a lane; without one, the first lane of its
    /// algorithm, dialect and size.
    pub(crate) fn race(
        &mut self,
        work: &Work,
        algorithm: &str,
        puzzle: &str,
        lane: Option<&str>,
    ) -> Result<Race, CallError> {
        let size = read(puzzle)?.size();
        let whole = work.program()?;
        let dialect = whole.target.dialect().name;
        let of_algorithm = |lane: &Lane| algorithm == ANY || lane.algorithm.name() == algorithm;
        let is_like = |known: &Lane| match lane {
            Some(name) => known.name == name,
            None => {
                known.target.dialect().name == dialect
                    && known.size == size
                    && known.made_by.is_none()
                    && of_algorithm(known)
            }
        };
        let found = lanes(self.root()?)?.into_iter().find(is_like);
        let none = || match lane {
            Some(name) => format!("no lane is called `{}`", asmkit::plain_name(name)),
            None => format!(
                "no lane has the algorithm `{}`, the dialect {dialect} and this puzzle size",
                asmkit::plain_name(algorithm)
            ),
        };
        let mut lane = found.ok_or_else(none)?;
        if algorithm == ANY {
            (lane.algorithm, lane.grid) = (Algorithm::Any, None);
        } else if lane.algorithm.name() != algorithm {
            let (name, is) = (&lane.name, lane.algorithm.name());
            return Err(format!("`{name}` has the algorithm `{is}`").into());
        }
        lane.target = whole.target.clone();
        Ok(self.race_whole(lane, whole, puzzle)?)
    }

    fn race_whole(
        &mut self,
        lane: Lane,
        whole: LoadedProgram,
        puzzle: &str,
    ) -> Result<Race, String> {
        let puzzle = read(puzzle)?;
        if puzzle.size() != lane.size {
            let side = lane.size.side();
            return Err(format!("this solver solves puzzles of {side} by {side} cells"));
        }
        let places = match lane.algorithm {
            Algorithm::Any => None,
            _ => Some(Places::of(&lane, &whole.image)?),
        };
        let radix = whole.target.spec().radix;
        let solution = reference::solve(&puzzle, 2).unique().cloned();
        let decisions = places.as_ref().zip(solution.as_ref()).and_then(|(_, solution)| {
            lane.algorithm.decisions(&puzzle, solution, COUNTED_NODES).ok().flatten()
        });
        let nodes_total = decisions.map(|decisions| decisions.digest.nodes);
        let model = ModelRun::new(lane.algorithm, &puzzle, TWIN_BUDGET_NODES);
        let racing = RaceRun {
            solves: decisions.is_none_or(|decisions| decisions.solves),
            solution,
            step: places.is_some().then(|| StepSink::new(model, puzzle.size(), radix)),
            watched: places.as_ref().map_or((0, 0), |places| (places.base, places.end())),
            looker: places.map(|places| EventPauser::new(places, &puzzle)),
            position: 0,
            board: Board::of(&puzzle),
            number: 0,
            nodes: 0,
            output: Vec::new(),
            halt: None,
            difference: None,
            mistake: None,
            lane,
        };
        let host = racing.lane.host(&puzzle);
        let race = Race {
            lane: racing.lane.name.clone(),
            side: racing.lane.size.side() as u32,
            given: puzzle.to_string(),
            solution: racing.solution.as_ref().map(Grid::to_string),
            algorithm: racing.lane.algorithm.name().to_owned(),
            nodes_total,
            status: self.put(whole, host)?,
        };
        self.held()?.race = Some(Box::new(racing));
        Ok(race)
    }
}

/// Reads the table of lanes.
fn lanes(root: &Root) -> Result<Vec<Lane>, String> {
    read_table(root).map_err(|error| error.to_string())
}

/// Name of an unknown algorithm.
const ANY: &str = "any";

fn read(puzzle: &str) -> Result<Puzzle, String> {
    puzzle.parse().map_err(|error| format!("{error}"))
}

impl Held {
    /// Continues the race for at most `events` events and `slice` instructions.
    pub(crate) fn pace(&mut self, events: u64, slice: u64) -> Result<RaceUpdate, String> {
        let none = "there is no race: it has not started, or the program has changed since";
        let race = self.race.take().and_then(|race| race.downcast::<RaceRun>().ok());
        let mut race = race.ok_or(none)?;
        if self.session.window().now != race.position
            && self.session.go_to(race.position) != race.position
        {
            return Err(none.to_owned());
        }
        let paced = race.pace(self, events, slice);
        self.race = Some(race);
        Ok(paced)
    }
}

impl RaceRun {
    fn pace(&mut self, held: &mut Held, events: u64, slice: u64) -> RaceUpdate {
        let end = self.position.saturating_add(slice);
        let mut happened: Vec<RaceEvent> = Vec::new();
        let mut left = events;
        while left > 0 && self.is_going() && (self.position < end || self.has_event()) {
            let was_right = self.difference.is_none();
            let wanted = if events <= LISTED { 1 } else { left };
            let seen = self.run(held, wanted, end);
            left -= (seen.len() as u64).min(left);
            happened.extend(seen);
            let listed = happened.len().saturating_sub(LISTED as usize);
            happened.drain(..listed);
            if was_right && self.difference.is_some() {
                break;
            }
        }
        self.summary(held, happened)
    }

    fn is_going(&self) -> bool {
        self.halt.is_none() || self.has_event()
    }

    fn has_event(&self) -> bool {
        self.looker.as_ref().is_some_and(|looker| looker.waiting() > 0)
    }

    /// Runs for up to `wanted` events and returns them; stops at the first event that the reference model does
    /// not make, or before the position `end`.
    fn run(&mut self, held: &mut Held, wanted: u64, end: u64) -> Vec<RaceEvent> {
        let (from, before) = (self.position, self.looker.clone());
        if !self.has_event() {
            self.go(held, wanted, end);
        }
        let seen = self.take(wanted);
        let mut happened = Vec::with_capacity(seen.len());
        for (at, &seen_here) in (1..).zip(&seen) {
            happened.push(race_event(seen_here, self.lane.size));
            let is_last = at == seen.len();
            let Some(difference) = self.judge(seen_here) else { continue };
            if !is_last {
                // Later events are undone, so that the solver stops where it went wrong.
                held.session.go_to(from);
                (self.position, self.looker, self.halt) = (from, before, None);
                self.go(held, at as u64, end);
                self.take(at as u64);
            }
            self.part(held, &difference);
            break;
        }
        if let [only] = &mut happened[..] {
            only.instructions = Some(held.session.counts().instructions);
        }
        if self.halt.is_some() && !self.has_event() {
            self.end(held);
        }
        happened
    }

    /// Takes recorded events.
    fn take(&mut self, most: u64) -> Vec<Observation> {
        let Some(looker) = &mut self.looker else { return Vec::new() };
        looker.take(usize::try_from(most).unwrap_or(usize::MAX))
    }

    /// Runs the solver.
    fn go(&mut self, held: &mut Held, wanted: u64, end: u64) {
        let slice = end.saturating_sub(self.position);
        let MoveResult { halt, output, notes } = match &mut self.looker {
            Some(looker) => {
                // An instruction makes at most two events.
                let may_pause = wanted < slice.saturating_mul(2);
                looker.pause_at(usize::try_from(wanted).unwrap_or(usize::MAX), may_pause);
                held.session.go_watched(slice, self.watched, looker)
            }
            None => held.session.go_watched(slice, self.watched, &mut ()),
        };
        self.position = held.session.window().now;
        self.output.extend_from_slice(&output[0]);
        let is_over = !matches!(halt, Halt::Done | Halt::Spent);
        let status = held.came(MoveResult { halt, output, notes });
        self.halt = is_over.then_some(status.why);
    }

    /// Counts an event; returns the first difference from the reference model.
    fn judge(&mut self, seen: Observation) -> Option<Difference> {
        self.number += 1;
        self.nodes += u64::from(seen == Observation::Event(Event::Node));
        self.board.see(seen);
        let step = self.step.as_mut()?;
        if step.difference.is_some() {
            return None;
        }
        step.see(seen);
        step.difference
    }

    /// Records the difference; the solver is after the instruction that caused it, or before a node.
    fn part(&mut self, held: &mut Held, difference: &Difference) {
        let now = self.position;
        if difference.is_store() {
            held.session.go_to(now.saturating_sub(1));
        }
        let pc = held.session.machine(machine::Machine::pc);
        let spot = held.spot(pc);
        self.position = held.session.go_to(now);
        let size = self.lane.size;
        self.difference = Some(RaceDifference {
            number: difference.number,
            solver: difference.found.map(|seen| race_event(seen, size)),
            expected: difference.expected.map(|event| race_event(Observation::Event(event), size)),
            spot,
            message: difference.to_string(),
        });
    }

    /// Checks missing events and the output after the solver has ended.
    fn end(&mut self, held: &mut Held) {
        if !matches!(self.halt, Some(StopReason::Ended { .. })) {
            return;
        }
        if let Some(step) = self.step.as_mut().filter(|step| step.difference.is_none()) {
            step.end();
            let difference = step.difference;
            if let Some(difference) = difference {
                let pc = held.session.machine(machine::Machine::pc);
                let spot = held.spot(pc);
                self.difference = Some(RaceDifference {
                    number: difference.number,
                    solver: None,
                    expected: difference
                        .expected
                        .map(|e| race_event(Observation::Event(e), self.lane.size)),
                    spot,
                    message: difference.to_string(),
                });
            }
        }
        let Some(solution) = &self.solution else { return };
        if !self.solves {
            let is_right = self.output == NOT_SOLVED;
            let why = "this algorithm cannot solve the puzzle, but the solver does not report that";
            self.mistake = (!is_right).then(|| why.to_owned());
            return;
        }
        self.mistake = match self.lane.read.read(&self.output, self.lane.size) {
            Ok(grid) if grid == *solution => None,
            Ok(_) => Some("the printed grid is not the solution".to_owned()),
            Err(unreadable) => Some(format!("its output is not a grid: {}", unreadable.why)),
        };
        if self.step.is_none()
            && let Ok(grid) = self.lane.read.read(&self.output, self.lane.size)
        {
            self.board.grid = grid;
        }
    }

    fn summary(&self, held: &Held, events: Vec<RaceEvent>) -> RaceUpdate {
        let state = match &self.halt {
            _ if self.difference.is_some() || self.mistake.is_some() => RaceState::Differs,
            _ if self.has_event() => RaceState::Going,
            None => RaceState::Going,
            Some(StopReason::Ended { .. }) => RaceState::Done,
            Some(_) => RaceState::Halted,
        };
        RaceUpdate {
            events,
            number: self.number,
            nodes: self.nodes,
            grid: self.board.grid.to_string(),
            instructions: held.session.counts().instructions,
            state,
            halt: self.halt.clone(),
            difference: self.difference.clone(),
            mistake: self.mistake.clone(),
        }
    }
}

/// Event in the form for the page.
fn race_event(seen: Observation, size: Size) -> RaceEvent {
    let side = size.side() as u16;
    let (kind, cell, digit) = match seen {
        Observation::Event(Event::Node) => (EventKind::Node, None, None),
        Observation::Event(Event::Place { cell, digit }) => {
            (EventKind::Place, Some(cell), Some(digit))
        }
        Observation::Event(Event::Undo { cell }) => (EventKind::Undo, Some(cell), None),
        Observation::Event(Event::RuleOut { cell, digit }) => {
            (EventKind::RuleOut, Some(cell), Some(digit))
        }
        Observation::Strange(_) => (EventKind::Strange, None, None),
    };
    RaceEvent {
        kind,
        row: cell.map(|cell| u32::from(cell / side) + 1),
        column: cell.map(|cell| u32::from(cell % side) + 1),
        digit: digit.map(u32::from),
        instructions: None,
    }
}

/// Grid after the events.
#[derive(Debug)]
struct Board {
    grid: Grid,
    /// Candidates of each cell, for algorithms that rule them out.
    masks: Vec<u32>,
}

impl Board {
    fn of(puzzle: &Puzzle) -> Self {
        let masks = Candidates::of(puzzle).masks().to_vec();
        Board { grid: puzzle.givens().clone(), masks }
    }

    fn see(&mut self, seen: Observation) {
        match seen {
            Observation::Event(Event::Place { cell, digit }) => self.grid.set(cell.into(), digit),
            Observation::Event(Event::Undo { cell }) => self.grid.set(cell.into(), 0),
            Observation::Event(Event::RuleOut { cell, digit }) => {
                let mask = &mut self.masks[usize::from(cell)];
                *mask &= !(1 << (digit - 1));
                if mask.count_ones() == 1 {
                    self.grid.set(cell.into(), mask.trailing_zeros() as u8 + 1);
                }
            }
            Observation::Event(Event::Node) | Observation::Strange(_) => {}
        }
    }
}
