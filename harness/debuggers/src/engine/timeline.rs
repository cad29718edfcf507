//! A run that can go back: snapshots of machine and host, and replay from them.
//!
//! A run follows from its image, its host and its input alone, so any earlier moment is had again
//! by running from the snapshot before it. A moment's **position** is the number of instructions
//! that were tried until then.

mod parts;

pub(crate) use parts::{PART_INSTRS, SweepResult};

use machine::{Host, Machine as _, Stop};

use super::stops::{Hit, HitCounter, NoStops, StopObserver, Stops};
use super::store_log::{StoreLog, Stored};
use machines::calls::Chain;
use machines::past::{Given, Past};
use machines::target::AnyMachine;
use parts::PartialWork;

/// Snapshots that are kept spread over a run; twice as many for a while.
const SPREAD: u64 = 8;

/// Instructions between snapshots at first.
const FIRST_SPACING_INSTRS: u64 = 1_000_000;

/// Instructions that are looked at again for what they stored: so many at first, and at most.
const LOOKED_AT_INSTRS: (u64, u64) = (1 << 13, 1 << 18);

/// Instructions that are looked at again to tell how a mistake came about, where there were as many.
const TOLD_INSTRS: u64 = 20_000_000;

/// Before a moment gone back to by more than this, a snapshot is left for the next step back.
const NEAR_INSTRS: u64 = 50_000;

/// A machine and its world between two instructions.
#[derive(Debug, Clone)]
struct RunState {
    machine: AnyMachine,
    host: Host,
    position: u64,
    /// How many of [`Streams::feeds`] the input got.
    fed: usize,
    /// Bytes written to standard output and standard error until now.
    written: [u64; 2],
    /// Whether the user changed something here, so that replay cannot come past this moment.
    edited: bool,
    /// The stores the machine was asked to tell of; asking costs more than an instruction.
    watched: (u64, u64),
    /// The calls that led here, where somebody asked.
    chain: Option<Chain>,
}

/// What lies outside the time of the program.
#[derive(Debug, Default)]
struct Streams {
    /// What a program that waited for input was given, in this order.
    feeds: Vec<Vec<u8>>,
    /// How much of each output was seen already, and what was not yet.
    seen: [u64; 2],
    fresh: [Vec<u8>; 2],
    /// Whether an instruction may cost more of a budget than one, so that only counts tell the position.
    pays_for_work: bool,
}

impl RunState {
    /// Runs to a position unless something else happens first.
    fn run(&mut self, to: u64, counter: &mut impl StopObserver, streams: &mut Streams) -> Stop {
        let watched = counter.watched();
        if watched != self.watched {
            self.machine.watch(watched.0, watched.1);
            self.watched = watched;
        }
        self.chain = None;
        loop {
            let stop = self.machine.run(&mut self.host, to.saturating_sub(self.position), counter);
            let is_there = stop == Stop::Budget && !streams.pays_for_work;
            self.position = if is_there { to } else { position(&self.machine) };
            self.tell(streams);
            match stop {
                Stop::Budget if self.position < to => continue,
                Stop::Input => {}
                stop => return stop,
            }
            let Some(feed) = streams.feeds.get(self.fed) else { return stop };
            self.host.input.feed(feed);
            self.fed += 1;
        }
    }

    /// Runs again to a position, past the mistakes that were gone on from.
    fn run_again(&mut self, to: u64, counter: &mut impl StopObserver, streams: &mut Streams) {
        loop {
            let before = self.position;
            let stop = self.run(to, counter, streams);
            let is_passed = matches!(stop, Stop::Fault(_)) && self.position > before;
            if !is_passed || self.position >= to {
                return;
            }
        }
    }

    /// Moves what the program wrote to the world, which passes over what it has seen before.
    fn tell(&mut self, streams: &mut Streams) {
        for (stream, output) in
            [&mut self.host.output, &mut self.host.errors].into_iter().enumerate()
        {
            let bytes = output.take();
            self.written[stream] += bytes.len() as u64;
            let new = self.written[stream].saturating_sub(streams.seen[stream]);
            let old = bytes.len() - (new as usize).min(bytes.len());
            streams.fresh[stream].extend_from_slice(&bytes[old..]);
            streams.seen[stream] += new;
        }
    }
}

/// Instructions that were tried until now: those retired, and those an exception left undone.
fn position(machine: &AnyMachine) -> u64 {
    machine.tried()
}

/// A run with its past.
#[derive(Debug)]
pub(crate) struct Timeline {
    now: RunState,
    streams: Streams,
    /// In rising order of position; the first one begins the recorded window.
    snapshots: Vec<RunState>,
    farthest: u64,
    parts: PartialWork,
}

impl Timeline {
    /// The run of a loaded machine, from its first instruction on.
    ///
    /// `pays_for_work`: whether one may cost more of a budget than an instruction.
    pub(crate) fn new(machine: AnyMachine, host: Host, pays_for_work: bool) -> Self {
        let (position, fed, written, edited, chain) = (0, 0, [0; 2], false, None);
        let watched = (0, 0);
        let mut now = RunState { machine, host, position, fed, written, edited, watched, chain };
        let mut streams = Streams { pays_for_work, ..Streams::default() };
        // The system's start-up, which no instruction does.
        now.run(0, &mut NoStops, &mut streams);
        let (snapshots, parts) = (vec![now.clone()], PartialWork::default());
        Timeline { snapshots, now, streams, farthest: 0, parts }
    }

    pub(crate) fn machine(&self) -> &AnyMachine {
        &self.now.machine
    }

    pub(crate) fn host(&self) -> &Host {
        &self.now.host
    }

    /// Instructions until now, to the end of what was recorded, and before what is still recorded.
    pub(crate) fn window(&self) -> (u64, u64, u64) {
        (self.now.position, self.farthest, self.start())
    }

    pub(crate) fn is_at_start(&self) -> bool {
        self.now.position == self.start()
    }

    /// The last position before another one that cannot be gone back past without undoing a change; or
    /// the beginning.
    pub(crate) fn floor(&self, before: u64) -> u64 {
        let edited = self.snapshots.iter().rev().filter(|snapshot| snapshot.edited);
        let mut edited = edited.map(|snapshot| snapshot.position);
        edited.find(|&position| position < before).unwrap_or(self.start())
    }

    fn start(&self) -> u64 {
        self.snapshots.first().map_or(0, |first| first.position)
    }

    /// Bytes written to standard output and standard error until now.
    pub(crate) fn written(&self) -> [u64; 2] {
        self.now.written
    }

    /// What the program wrote to standard output and standard error and nobody saw yet.
    pub(crate) fn take_output(&mut self) -> [Vec<u8>; 2] {
        std::mem::take(&mut self.streams.fresh)
    }

    /// Gives the program what it waits for; nothing at all ends its input.
    pub(crate) fn feed(&mut self, bytes: Vec<u8>) {
        self.streams.feeds.push(bytes);
    }

    /// Gives a program input that never asks for it, and changes so what is to come.
    pub(crate) fn give(&mut self, bytes: &[u8]) {
        self.edit(|_| {});
        self.now.host.input.feed(bytes);
    }

    /// Changes the machine as no instruction does; what was recorded behind this moment is void.
    pub(crate) fn edit<T>(&mut self, change: impl FnOnce(&mut AnyMachine) -> T) -> T {
        let position = self.now.position;
        self.snapshots.retain(|snapshot| snapshot.position <= position);
        self.farthest = position;
        self.parts = PartialWork::default();
        self.streams.seen = self.now.written;
        self.now.edited = true;
        change(&mut self.now.machine)
    }

    /// Runs on for at most so many instructions.
    pub(crate) fn forward(&mut self, instrs: u64, counter: &mut impl StopObserver) -> Stop {
        let since = self.now.position - self.snapshots[self.before(self.now.position)].position;
        if self.now.edited || since >= self.spacing() {
            self.remember();
        }
        self.now.edited = false;
        let to = self.now.position.saturating_add(instrs);
        let stop = self.now.run(to, counter, &mut self.streams);
        self.farthest = self.farthest.max(self.now.position);
        stop
    }

    /// Goes back to a position in the recorded window; changes made behind it are undone.
    pub(crate) fn back_to(&mut self, to: u64) {
        if let Some(kept) = self.snapshots.iter().position(|s| s.edited && s.position > to) {
            self.snapshots.truncate(kept);
            self.parts = PartialWork::default();
        }
        self.now = self.snapshots[self.before(to)].clone();
        if to - self.now.position > 2 * NEAR_INSTRS {
            self.now.edited = false;
            self.now.run_again(to - NEAR_INSTRS, &mut NoStops, &mut self.streams);
            self.remember();
        }
        self.now.edited = false;
        self.now.run_again(to, &mut NoStops, &mut self.streams);
    }

    /// Goes forward to a position that was come to before, past the mistakes that were gone on from.
    pub(crate) fn forward_again(&mut self, to: u64) {
        let to = to.min(self.farthest);
        let nearest = self.before(to);
        if self.snapshots[nearest].position > self.now.position {
            self.now = self.snapshots[nearest].clone();
        }
        self.now.edited = false;
        self.now.run_again(to, &mut NoStops, &mut self.streams);
    }

    /// Looks for the last hit between a position and the snapshot before it.
    ///
    /// Gives the hit with the position it was noticed at, or else the snapshot's position.
    pub(crate) fn last_hit(&mut self, end: u64, stops: &Stops) -> Result<(Hit, u64), u64> {
        let snapshot = &self.snapshots[self.before(end.saturating_sub(1))];
        let mut count = HitCounter::counting(stops);
        snapshot.clone().run_again(end, &mut count, &mut self.streams);
        let mut last = HitCounter::for_hit(stops, count.hits());
        let mut state = snapshot.clone();
        if count.hits() > 0 {
            state.run_again(end, &mut last, &mut self.streams);
        }
        last.hit().map(|hit| (hit, state.position)).ok_or(snapshot.position)
    }

    /// The last stores before this moment, at most so many, the last one last; fewer where they lie far
    /// back.
    pub(crate) fn last_stores(&mut self, most: usize) -> Vec<Stored> {
        let (now, floor) = (self.now.position, self.floor(self.now.position));
        let (mut looked_at, limit) = LOOKED_AT_INSTRS;
        loop {
            let from = now.saturating_sub(looked_at).max(floor);
            let mut stored = self.stores_since(from);
            if stored.len() >= most || from == floor || looked_at >= limit {
                return stored.split_off(stored.len().saturating_sub(most));
            }
            looked_at *= 4;
        }
    }

    fn stores_since(&mut self, from: u64) -> Vec<Stored> {
        let now = self.now.position;
        let mut state = self.snapshots[self.before(from)].clone();
        state.run_again(from, &mut NoStops, &mut self.streams);
        let mut log = StoreLog::new(state.machine.clone());
        while state.position < now {
            let (before, by) = (state.position, state.machine.pc());
            let mut kept = log.next();
            state.run(before + 1, &mut kept, &mut self.streams);
            log.add(kept, by, state.position, &state.machine);
            if state.position == before {
                break;
            }
        }
        log.stored
    }

    /// The last part of the run, to be looked at again.
    pub(crate) fn past(&self) -> Past {
        let now = self.now.position;
        let nearest = self.before(now.saturating_sub(TOLD_INSTRS));
        let edited = self.snapshots.iter().rposition(|s| s.edited && s.position <= now);
        let from = &self.snapshots[edited.map_or(nearest, |edited| edited.max(nearest))];
        let given = self.streams.feeds[from.fed..self.now.fed.max(from.fed)].iter();
        let given = given.map(|bytes| Given::Input(bytes.clone())).collect();
        Past::from(&from.machine, &from.host, given)
    }

    /// The snapshot at a position or, if there is none, the nearest before it.
    fn before(&self, position: u64) -> usize {
        self.snapshots.partition_point(|s| s.position <= position).saturating_sub(1)
    }

    fn spacing(&self) -> u64 {
        FIRST_SPACING_INSTRS.max(self.farthest / SPREAD)
    }

    /// Keeps this moment as a snapshot.
    fn remember(&mut self) {
        self.keep(self.now.clone());
    }

    /// Keeps a snapshot, and fewer of the others when they are too many.
    fn keep(&mut self, state: RunState) {
        let at = self.snapshots.partition_point(|s| s.position < state.position);
        let same = self.snapshots.get(at).is_some_and(|s| s.position == state.position);
        if same {
            self.snapshots[at] = state
        } else {
            self.snapshots.insert(at, state)
        }
        if self.snapshots.len() as u64 <= 2 * SPREAD {
            return;
        }
        let (spacing, mut last) = (self.spacing(), None);
        self.snapshots.retain(|snapshot| {
            let far = last.is_none_or(|last| snapshot.position - last >= spacing);
            if far || snapshot.edited {
                last = Some(snapshot.position);
            }
            far || snapshot.edited
        });
        let surplus = self.snapshots.len().saturating_sub(2 * SPREAD as usize);
        self.snapshots.drain(..surplus);
    }
}
