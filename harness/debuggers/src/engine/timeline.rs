//! A run that can go back, with snapshots of machine and host, and replay.
//!
//! A run depends only on its image, host and input, so every earlier state can be reproduced by
//! running from the snapshot before it. The **position** of a state is the number of instructions
//! tried so far.

mod caches;
mod execution;
mod parts;
mod pipeline;

pub(crate) use execution::Execution;
pub(crate) use parts::PART_INSTRS;

use machine::{Host, Input, Machine as _, Stop};

use super::stops::{Hit, HitCounter, NoStops, StopObserver, Stops};
use super::store_log::{StoreLog, StoreRecord};
use parts::PartialWork;
use targets::calls::Chain;
use targets::replay::{Replay, SuppliedInput};
use targets::target::AnyMachine;

/// Snapshots kept over a run; temporarily twice as many.
const SPREAD: u64 = 8;

/// Initial instructions between snapshots.
const FIRST_SPACING_INSTRS: u64 = 1_000_000;

/// Instructions replayed to find their stores: initially, and at most.
const LOOKED_AT_INSTRS: (u64, u64) = (1 << 13, 1 << 18);

/// Instructions replayed to explain a fault, if there are as many.
const EXPLAINED_INSTRS: u64 = 20_000_000;

/// When going back further than this, leave a snapshot for the next step back.
const NEAR_INSTRS: u64 = 50_000;

/// Machine and host between two instructions.
#[derive(Debug, Clone)]
struct RunState {
    machine: AnyMachine,
    host: Host,
    position: u64,
    /// Number of [`Streams::feeds`] consumed as input.
    fed: usize,
    /// Bytes written to standard output and standard error so far.
    written: [u64; 2],
    /// Whether the user changed something here, so that replay cannot pass this state.
    edited: bool,
    /// Instructions that the user executed just before this state, so that replay cannot reach it.
    executed: u64,
    /// Stores the machine reports; changing this costs more than an instruction.
    watched: (u64, u64),
    /// Chain of calls, if requested.
    chain: Option<Chain>,
}

/// Input and output, independent of the position in the run.
#[derive(Debug, Default)]
struct Streams {
    /// Input given to a program that waited, in order.
    feeds: Vec<Vec<u8>>,
    /// Output already shown, and output not shown yet.
    seen: [u64; 2],
    fresh: [Vec<u8>; 2],
    /// Whether an instruction may cost more than one of the budget, so that only counts give the
    /// position.
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
            let before = self.position;
            self.position = if is_there { to } else { position(&self.machine) };
            if self.position != before {
                self.executed = 0;
            }
            self.collect_output(streams);
            counter.stopped(self.position);
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

    /// Replays to a position, past faults after which the run continued.
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

    /// Moves the program's output to the streams, skipping what was shown before.
    fn collect_output(&mut self, streams: &mut Streams) {
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

/// Instructions tried so far: those retired and those abandoned by an exception.
fn position(machine: &AnyMachine) -> u64 {
    machine.attempted()
}

/// A run with its past.
#[derive(Debug)]
pub(crate) struct Timeline {
    now: RunState,
    streams: Streams,
    /// In rising order of position; the first one starts the recorded window.
    snapshots: Vec<RunState>,
    farthest: u64,
    parts: PartialWork,
}

impl Timeline {
    /// The run of a loaded machine, from its first instruction.
    ///
    /// `pays_for_work`: whether an instruction may cost more than one of the budget.
    pub(crate) fn new(machine: AnyMachine, host: Host, pays_for_work: bool) -> Self {
        let (position, fed, written, edited, executed) = (0, 0, [0; 2], false, 0);
        let (watched, chain) = ((0, 0), None);
        let mut now =
            RunState { machine, host, position, fed, written, edited, executed, watched, chain };
        let mut streams = Streams { pays_for_work, ..Streams::default() };
        // The system's start-up, which no instruction executes.
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

    /// Instructions so far, end of the recording, and start of the recording.
    pub(crate) fn window(&self) -> (u64, u64, u64) {
        (self.now.position, self.farthest, self.start())
    }

    pub(crate) fn is_at_start(&self) -> bool {
        self.now.position == self.start()
    }

    /// Last position before another one that cannot be passed backwards without undoing a change,
    /// or the beginning.
    pub(crate) fn floor(&self, before: u64) -> u64 {
        let edited = self.snapshots.iter().rev().filter(|snapshot| snapshot.edited);
        let mut edited = edited.map(|snapshot| snapshot.position);
        edited.find(|&position| position < before).unwrap_or(self.start())
    }

    fn start(&self) -> u64 {
        self.snapshots.first().map_or(0, |first| first.position)
    }

    /// Bytes written to standard output and standard error so far.
    pub(crate) fn written(&self) -> [u64; 2] {
        self.now.written
    }

    /// Output to standard output and standard error that was not shown yet.
    pub(crate) fn take_output(&mut self) -> [Vec<u8>; 2] {
        std::mem::take(&mut self.streams.fresh)
    }

    /// Gives the program input it waits for; an empty input ends it.
    pub(crate) fn feed(&mut self, bytes: Vec<u8>) {
        self.streams.feeds.push(bytes);
    }

    /// All inputs given to a program that waited, in order.
    pub(crate) fn feeds(&self) -> &[Vec<u8>] {
        &self.streams.feeds
    }

    /// Whether the user changed something in this run.
    pub(crate) fn is_edited(&self) -> bool {
        self.now.edited || self.snapshots.iter().any(|snapshot| snapshot.edited)
    }

    /// Gives input to a program that polls for it, which changes the future.
    pub(crate) fn give(&mut self, bytes: &[u8]) {
        self.edit(|_| {});
        self.now.host.input.feed(bytes);
    }

    /// Gives a waiting program input at once; an empty input ends it.
    pub(crate) fn answer(&mut self, bytes: &[u8]) {
        self.now.host.input.feed(bytes);
        self.now.fed += 1;
        self.feed(bytes.to_vec());
    }

    /// Discards input that the program has not read, which changes the future.
    pub(crate) fn discard_input(&mut self) {
        self.edit(|_| {});
        self.now.host.input = Input::open();
    }

    /// Shows standard error again from here on, after going back.
    pub(crate) fn repeat_errors(&mut self) {
        self.streams.seen[1] = self.now.written[1];
    }

    /// Changes the machine outside its instructions; discards the recording after this point.
    pub(crate) fn edit<T>(&mut self, change: impl FnOnce(&mut AnyMachine) -> T) -> T {
        let position = self.now.position;
        self.snapshots.retain(|snapshot| snapshot.position <= position);
        self.farthest = position;
        self.parts = PartialWork::default();
        self.streams.seen = self.now.written;
        self.now.edited = true;
        change(&mut self.now.machine)
    }

    /// Changes the host; discards the recording after this point.
    pub(crate) fn edit_host<T>(&mut self, change: impl FnOnce(&mut Host) -> T) -> T {
        self.edit(|_| {});
        change(&mut self.now.host)
    }

    /// Runs at most this many instructions.
    pub(crate) fn forward(&mut self, instrs: u64, counter: &mut impl StopObserver) -> Stop {
        self.remember_if_due();
        self.now.edited = false;
        let to = self.now.position.saturating_add(instrs);
        let stop = self.now.run(to, counter, &mut self.streams);
        self.farthest = self.farthest.max(self.now.position);
        stop
    }

    /// Goes back to a position in the recording; undoes later changes.
    pub(crate) fn back_to(&mut self, mut to: u64) {
        if let Some(kept) = self.snapshots.iter().position(|s| s.edited && s.position > to) {
            to = to.min(self.snapshots[kept].replayed_to());
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

    /// Goes forward to a position reached before, past faults after which the run continued.
    pub(crate) fn forward_again(&mut self, to: u64) {
        let to = to.min(self.farthest);
        let nearest = self.before(to);
        if self.snapshots[nearest].position > self.now.position {
            self.now = self.snapshots[nearest].clone();
        }
        self.now.edited = false;
        self.now.run_again(to, &mut NoStops, &mut self.streams);
    }

    /// Searches for the last hit between a position and the snapshot before it.
    ///
    /// Returns the hit with its position, or else the snapshot's position.
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

    /// The last stores before now, at most `most`, the last one last; fewer if they are far back.
    pub(crate) fn last_stores(&mut self, most: usize) -> Vec<StoreRecord> {
        let now = self.before_execution(self.now.position);
        let floor = self.floor(now);
        let (mut looked_at, limit) = LOOKED_AT_INSTRS;
        loop {
            let from = now.saturating_sub(looked_at).max(floor);
            let mut stored = self.stores(from, now);
            if stored.len() >= most || from == floor || looked_at >= limit {
                return stored.split_off(stored.len().saturating_sub(most));
            }
            looked_at *= 4;
        }
    }

    fn stores(&mut self, from: u64, now: u64) -> Vec<StoreRecord> {
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

    /// Last part of the run, for replay.
    pub(crate) fn past(&self) -> Replay {
        let now = self.now.position;
        let nearest = self.before(now.saturating_sub(EXPLAINED_INSTRS));
        let edited = self.snapshots.iter().rposition(|s| s.edited && s.position <= now);
        let from = &self.snapshots[edited.map_or(nearest, |edited| edited.max(nearest))];
        let given = self.streams.feeds[from.fed..self.now.fed.max(from.fed)].iter();
        let given = given.map(|bytes| SuppliedInput::Input(bytes.clone())).collect();
        Replay::from(&from.machine, &from.host, given)
    }

    /// Snapshot at a position, or the nearest one before it.
    fn before(&self, position: u64) -> usize {
        self.snapshots.partition_point(|s| s.position <= position).saturating_sub(1)
    }

    fn spacing(&self) -> u64 {
        FIRST_SPACING_INSTRS.max(self.farthest / SPREAD)
    }

    /// Keeps the current state if it was changed, or if the last snapshot is far back.
    fn remember_if_due(&mut self) {
        let since = self.now.position - self.snapshots[self.before(self.now.position)].position;
        if self.now.edited || since >= self.spacing() {
            self.remember();
        }
    }

    /// Keeps the current state as a snapshot.
    fn remember(&mut self) {
        self.keep(self.now.clone());
    }

    /// Keeps a snapshot, and thins out the others if there are too many.
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
