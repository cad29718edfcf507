//! Functions of every debugger: running a program, stopping, stepping, and going back.
//!
//! A [`Run`] is a program on its machine with its past, for debuggers that drive it slice by slice,
//! like gdb and DDT. A [`Drive`] has numbered breakpoints with conditions, and steps by
//! instructions, source lines and calls. Both are independent of the user interface: a [`Frontend`]
//! shows output, and says when the user interrupts.

mod ahead;
mod describe;
mod drive;
mod execute;
mod expression;
mod places;
mod points;
mod reverse;
mod stepping;
mod stops;
mod store_log;
mod timeline;
mod typed;

use std::collections::BTreeSet;
use std::sync::Arc;

use machine::{Fault, Host, LoadError, Machine as _, Stop};

use ahead::Ahead;
pub use ahead::{Check, MakeCheck};
pub(crate) use describe::source;
pub use drive::Halt;
pub(crate) use drive::{Drive, Frontend, Input};
pub(crate) use execute::Executed;
pub(crate) use expression::{Scope, Value, ValueKind};
pub(crate) use places::NO_SOURCES;
pub use points::{Point, Trigger};
pub use stepping::Movement;
pub(crate) use stops::Hit;
pub use store_log::StoreRecord;
pub(crate) use store_log::WatchedObserver;
pub(crate) use timeline::{Execution, PART_INSTRS};
pub(crate) use typed::Typed;

use crate::Program;
use crate::pipeline::{self, PipelineDiagram};
use stops::{HitCounter, NoStops, Stops, WatchObserver};
use targets::calls::Map;
pub(crate) use targets::calls::{Chain, Frame, Rules};
use targets::target::AnyMachine;
use timeline::Timeline;

/// A program on its machine, with its past and its stops.
pub(crate) struct Run<'p> {
    pub(crate) program: Program<'p>,
    pub(crate) timeline: Timeline,
    pub(crate) stops: Stops,
    pub(crate) rules: Rules,
    map: Option<Arc<Map>>,
    notes_reported: usize,
    ahead: Option<Ahead<'p>>,
}

/// Result of a search in the past.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PastHit {
    /// Last hit, and the position where it was noticed: after a store.
    Hit(Hit, u64),
    /// No hit from this position on, as far as was searched.
    NoneSince(u64),
    /// No hit, and nothing earlier.
    Nothing,
}

impl<'p> Run<'p> {
    /// Loads a program; it is at its first instruction.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub(crate) fn new(program: Program<'p>, host: Host) -> Result<Self, LoadError> {
        let mut machine = program.target.machine();
        machine.load(program.image)?;
        Ok(Run::prepared(program, machine, host))
    }

    /// A program on a prepared machine, at its current state.
    pub(crate) fn prepared(program: Program<'p>, machine: AnyMachine, host: Host) -> Self {
        let rules = Rules::of(program.target, &machine);
        let timeline = Timeline::new(machine, host, rules.is_script);
        let (stops, map) = (Stops::default(), None);
        Run { program, timeline, stops, rules, map, notes_reported: 0, ahead: None }
    }

    pub(crate) fn machine(&self) -> &AnyMachine {
        self.timeline.machine()
    }

    pub(crate) fn pc(&self) -> u64 {
        self.machine().pc()
    }

    /// Instructions so far.
    pub(crate) fn position(&self) -> u64 {
        self.timeline.window().0
    }

    /// Stops where a check finds something, from here on; false if it is not possible.
    pub(crate) fn check(&mut self, make: &MakeCheck<'p>) -> bool {
        let (machine, host) = (self.timeline.machine(), self.timeline.host());
        self.ahead = make(machine).map(|check| Ahead::new(check, machine, host));
        self.ahead.is_some()
    }

    /// Number of instructions up to the next finding, at most `instrs`.
    fn until_finding(&mut self, instrs: u64) -> u64 {
        if self.timeline.is_edited() {
            self.ahead = None;
        }
        let Some(ahead) = &mut self.ahead else { return instrs };
        let from = self.timeline.window().0;
        ahead.limit(from, from.saturating_add(instrs), self.timeline.feeds()) - from
    }

    /// What a check has found at this position.
    pub(crate) fn finding(&self) -> Option<String> {
        self.ahead.as_ref()?.at(self.position())
    }

    /// Runs at most this many instructions.
    pub(crate) fn on(&mut self, instrs: u64) -> (Stop, Option<Hit>) {
        let instrs = self.until_finding(instrs);
        let mut counter = HitCounter::for_hit(&self.stops, 1);
        let stop = self.timeline.forward(instrs, &mut counter);
        (stop, counter.hit())
    }

    /// The same, following calls; fewer open calls than `floor` are a hit.
    pub(crate) fn on_following(
        &mut self,
        instrs: u64,
        chain: &mut Chain,
        floor: usize,
    ) -> (Stop, Option<Hit>) {
        let instrs = self.until_finding(instrs);
        let mut counter = HitCounter::for_hit(&self.stops, 1).following(chain, floor);
        let stop = self.timeline.forward(instrs, &mut counter);
        (stop, counter.hit())
    }

    /// Runs one instruction, ignoring breakpoints.
    pub(crate) fn one(&mut self) -> (Stop, Option<Hit>) {
        self.until_finding(1);
        if self.stops.watches.is_empty() {
            return (self.timeline.forward(1, &mut NoStops), None);
        }
        let mut stores = WatchObserver::new(&self.stops);
        let stop = self.timeline.forward(1, &mut stores);
        (stop, stores.hit)
    }

    /// Goes back one instruction; false at the beginning.
    pub(crate) fn back_one(&mut self) -> bool {
        let is_possible = !self.timeline.is_at_start();
        if is_possible {
            self.timeline.back_to(self.position() - 1);
        }
        is_possible
    }

    /// Searches one more part of the past for the last hit before a position; to continue, call it
    /// with the position of [`PastHit::NoneSince`], which may be the same.
    pub(crate) fn earlier(&mut self, end: u64) -> PastHit {
        let (_, _, start) = self.timeline.window();
        let end = self.timeline.before_execution(end);
        if end <= start {
            return PastHit::Nothing;
        }
        match self.timeline.sweep(end, &self.stops) {
            Some(position) => PastHit::NoneSince(position),
            None => match self.timeline.last_hit(end, &self.stops) {
                Ok((hit, at)) => PastHit::Hit(hit, at),
                Err(snapshot) => PastHit::NoneSince(snapshot),
            },
        }
    }

    /// Chain of calls; takes as long as the run did, once.
    pub(crate) fn chain(&mut self) -> Chain {
        loop {
            if let Some(chain) = self.chain_on() {
                return chain;
            }
        }
    }

    /// The same in parts; `None` if there is more to follow.
    pub(crate) fn chain_on(&mut self) -> Option<Chain> {
        let nothing = Chain::new(self.map());
        let pc = self.pc();
        self.timeline.chain(&nothing).map(|chain| chain.standing(pc))
    }

    /// A chain that starts here.
    pub(crate) fn chain_from_here(&mut self) -> Chain {
        let pc = self.pc();
        Chain::new(self.map()).standing(pc)
    }

    /// The call at an address.
    pub(crate) fn call(&mut self, address: u64) -> Option<Frame> {
        self.map().call(address)
    }

    /// Addresses of the program's system call instructions.
    pub(crate) fn system_calls(&self) -> BTreeSet<u64> {
        let machine = self.machine();
        let is_call = |address: &u64| machine.role(*address).is_some_and(|role| role.is_open());
        let of_system = machine.executed().into_iter().filter(|executed| executed.class == SYSTEM);
        of_system.map(|executed| executed.address).filter(is_call).collect()
    }

    /// The last instructions in the pipeline of the machine's cycle model, at most `most`; `None` if
    /// no model is one.
    pub(crate) fn pipeline(&mut self, most: u64) -> Option<PipelineDiagram> {
        let target = self.program.target;
        let pipeline = target.architecture().pipeline()?;
        let steps = self.timeline.last_steps(most + pipeline::BEFORE, pipeline, &self.program);
        let turn_cycles = u64::from(target.delay_slots() == 0);
        let rows = pipeline::rows(&steps, most as usize, pipeline, turn_cycles);
        let cycles = steps.last().map_or(0, |last| last.after);
        Some(PipelineDiagram { model: pipeline.model, cycles, rows })
    }

    pub(crate) fn map(&mut self) -> Arc<Map> {
        let Run { program, timeline, map, .. } = self;
        let made = || Arc::new(Map::new(program.target, program.image, timeline.machine()));
        Arc::clone(map.get_or_insert_with(made))
    }

    /// Faults that the system let pass since the last call.
    pub(crate) fn new_faults(&mut self) -> Vec<Fault> {
        let notes = &self.timeline.host().notes;
        let message = self.notes_reported.min(notes.len());
        self.notes_reported = notes.len();
        notes[message..].iter().take(SHOWN_NOTES).map(|note| note.fault).collect()
    }
}

/// Cost class of system call instructions in all instruction tables.
const SYSTEM: &str = "system";

/// Maximum nonstopping faults reported after one slice.
const SHOWN_NOTES: usize = 10;
