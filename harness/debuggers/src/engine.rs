//! What every debugger does: a loaded program that runs on, is stopped, stepped, and goes back.
//!
//! A [`Run`] is a program on its machine with its past, for one whose debugger drives it slice by
//! slice, as gdb does. A [`Drive`] has breakpoints with numbers and conditions, and steps by
//! instructions, source lines and calls. Nothing here knows a face: [`Frontend`] shows what is to be
//! shown, and says when somebody wants the program to stop.

mod describe;
mod drive;
mod expression;
mod places;
mod points;
mod reverse;
mod stepping;
mod stops;
mod store_log;
mod timeline;

use std::collections::BTreeSet;
use std::sync::Arc;

use machine::{Fault, Host, LoadError, Machine as _, Stop};

pub(crate) use describe::source;
pub use drive::Halt;
pub(crate) use drive::{Drive, Frontend, Input};
pub(crate) use expression::{Scope, Value, ValueKind};
pub use points::{Kind, Point};
pub use stepping::Going;
pub(crate) use stops::{Hit, HitCounter, Stops, WatchObserver};
pub use store_log::Stored;
pub(crate) use store_log::WatchedObserver;
pub(crate) use timeline::PART_INSTRS;

use crate::Program;
use machines::calls::Map;
pub(crate) use machines::calls::{Chain, Frame, Rules};
use machines::target::AnyMachine;
use stops::NoStops;
use timeline::{SweepResult, Timeline};

/// A program on its machine, with its past and the places where it stops.
pub(crate) struct Run<'p> {
    pub(crate) program: Program<'p>,
    pub(crate) timeline: Timeline,
    pub(crate) stops: Stops,
    pub(crate) rules: Rules,
    map: Option<Arc<Map>>,
    notes_told: usize,
}

/// What a look into the past found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PastHit {
    /// The last hit, and the position where it was noticed: behind a store.
    Hit(Hit, u64),
    /// None from this position on; what is before it was not looked at.
    NoneSince(u64),
    /// None, and there is nothing before.
    Nothing,
}

impl<'p> Run<'p> {
    /// Loads a program; it stands before its first instruction.
    ///
    /// # Errors
    /// When the machine cannot hold it.
    pub(crate) fn new(program: Program<'p>, host: Host) -> Result<Self, LoadError> {
        let mut machine = program.target.machine();
        machine.load(program.image)?;
        Ok(Run::standing(program, machine, host))
    }

    /// A program whose machine has been made ready, and stands where it begins.
    pub(crate) fn standing(program: Program<'p>, machine: AnyMachine, host: Host) -> Self {
        let rules = Rules::of(program.target, &machine);
        let timeline = Timeline::new(machine, host, rules.is_script);
        let (stops, map) = (Stops::default(), None);
        Run { program, timeline, stops, rules, map, notes_told: 0 }
    }

    pub(crate) fn machine(&self) -> &AnyMachine {
        self.timeline.machine()
    }

    pub(crate) fn pc(&self) -> u64 {
        self.machine().pc()
    }

    /// Instructions until now.
    pub(crate) fn position(&self) -> u64 {
        self.timeline.window().0
    }

    /// Runs on for at most so many instructions.
    pub(crate) fn on(&mut self, instrs: u64) -> (Stop, Option<Hit>) {
        let mut counter = HitCounter::for_hit(&self.stops, 1);
        let stop = self.timeline.forward(instrs, &mut counter);
        (stop, counter.hit())
    }

    /// The same, following calls; fewer of them than `floor` are a hit.
    pub(crate) fn on_following(
        &mut self,
        instrs: u64,
        chain: &mut Chain,
        floor: usize,
    ) -> (Stop, Option<Hit>) {
        let mut counter = HitCounter::for_hit(&self.stops, 1).following(chain, floor);
        let stop = self.timeline.forward(instrs, &mut counter);
        (stop, counter.hit())
    }

    /// Runs one instruction, whatever breakpoint is on it.
    pub(crate) fn one(&mut self) -> (Stop, Option<Hit>) {
        if self.stops.watches.is_empty() {
            return (self.timeline.forward(1, &mut NoStops), None);
        }
        let mut stores = WatchObserver::new(&self.stops);
        let stop = self.timeline.forward(1, &mut stores);
        (stop, stores.hit)
    }

    /// Goes back by one instruction; false at the beginning.
    pub(crate) fn back_one(&mut self) -> bool {
        let is_possible = !self.timeline.is_at_start();
        if is_possible {
            self.timeline.back_to(self.position() - 1);
        }
        is_possible
    }

    /// Looks for the last hit before a position, in one more stretch of the past.
    pub(crate) fn earlier(&mut self, end: u64) -> PastHit {
        let (_, _, start) = self.timeline.window();
        if end <= start {
            return PastHit::Nothing;
        }
        match self.timeline.last_hit(end, &self.stops) {
            Ok((hit, at)) => PastHit::Hit(hit, at),
            Err(snapshot) => PastHit::NoneSince(snapshot),
        }
    }

    /// The calls that led here; takes as long as the run did, once.
    pub(crate) fn chain(&mut self) -> Chain {
        loop {
            if let Some(chain) = self.chain_on() {
                return chain;
            }
        }
    }

    /// The same in parts: nothing when there is more to follow.
    pub(crate) fn chain_on(&mut self) -> Option<Chain> {
        let nothing = Chain::new(self.map());
        let pc = self.pc();
        self.timeline.chain(&nothing).map(|chain| chain.standing(pc))
    }

    /// One part of a look for stops before a position.
    pub(crate) fn sweep(&mut self, end: u64) -> Option<SweepResult> {
        self.timeline.sweep(end, &self.stops)
    }

    /// A chain that begins here.
    pub(crate) fn chain_from_here(&mut self) -> Chain {
        let pc = self.pc();
        Chain::new(self.map()).standing(pc)
    }

    /// The call at an address.
    pub(crate) fn call(&mut self, address: u64) -> Option<Frame> {
        self.map().call(address)
    }

    /// Addresses of the program's instructions that ask its system for something.
    pub(crate) fn system_calls(&self) -> BTreeSet<u64> {
        let machine = self.machine();
        let is_call = |address: &u64| machine.role(*address).is_some_and(|role| role.is_open());
        let of_system = machine.executed().into_iter().filter(|executed| executed.class == SYSTEM);
        of_system.map(|executed| executed.address).filter(is_call).collect()
    }

    pub(crate) fn map(&mut self) -> Arc<Map> {
        let Run { program, timeline, map, .. } = self;
        let made = || Arc::new(Map::new(program.target, program.image, timeline.machine()));
        Arc::clone(map.get_or_insert_with(made))
    }

    /// Faults that the program's system let pass since they were last asked for.
    pub(crate) fn new_faults(&mut self) -> Vec<Fault> {
        let notes = &self.timeline.host().notes;
        let told = self.notes_told.min(notes.len());
        self.notes_told = notes.len();
        notes[told..].iter().take(SHOWN_NOTES).map(|note| note.fault).collect()
    }
}

/// The cost class of instructions that ask the system for something, as all instruction tables name it.
const SYSTEM: &str = "system";

/// Faults without a stop that are told after one slice.
const SHOWN_NOTES: usize = 10;
