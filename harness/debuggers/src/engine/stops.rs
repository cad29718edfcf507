//! Stops of a run: breakpoints, watchpoints, and the end of a subroutine.

use std::collections::BTreeSet;
use std::ops::Range;

use machine::{Observer, Store};

use targets::calls::Chain;

/// Stops set by the debugger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Stops {
    /// Addresses of software and hardware breakpoints.
    pub(crate) software: BTreeSet<u64>,
    pub(crate) hardware: BTreeSet<u64>,
    /// Watched memory.
    pub(crate) watches: Vec<Range<u64>>,
}

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hit {
    /// Before the instruction at a software breakpoint.
    Software,
    /// Before the instruction at a hardware breakpoint.
    Hardware,
    /// After an instruction that wrote to the watched memory starting here.
    Watch(u64),
    /// Before the instruction to which a subroutine returned.
    Returned,
}

/// Maximum number of breakpoints and watchpoints.
const MOST_STOPS: usize = 10_000;

impl Stops {
    /// Whether another one may be set.
    pub(crate) fn has_room(&self) -> bool {
        self.software.len() + self.hardware.len() + self.watches.len() < MOST_STOPS
    }

    /// Breakpoint at an address.
    pub(crate) fn breakpoint(&self, address: u64) -> Option<Hit> {
        match (self.software.contains(&address), self.hardware.contains(&address)) {
            (true, _) => Some(Hit::Software),
            (false, true) => Some(Hit::Hardware),
            (false, false) => None,
        }
    }

    /// Watch hit by a store.
    fn watch(&self, store: Store) -> Option<Hit> {
        let end = store.address + u64::from(store.size);
        let hits = |watch: &&Range<u64>| store.address < watch.end && end > watch.start;
        self.watches.iter().find(hits).map(|watch| Hit::Watch(watch.start))
    }

    /// Range of all watched addresses, end exclusive.
    fn watched(&self) -> (u64, u64) {
        let start = self.watches.iter().map(|watch| watch.start).min().unwrap_or(0);
        (start, self.watches.iter().map(|watch| watch.end).max().unwrap_or(0))
    }
}

/// An observer that selects the stores it wants reported.
pub(crate) trait StopObserver: Observer {
    /// Range of all watched addresses, end exclusive.
    fn watched(&self) -> (u64, u64);

    /// The machine has stopped at this position, and may continue.
    fn stopped(&mut self, position: u64) {
        let _ = position;
    }
}

/// Observes nothing.
pub(crate) struct NoStops;

impl Observer for NoStops {}

impl StopObserver for NoStops {
    fn watched(&self) -> (u64, u64) {
        (0, 0)
    }
}

/// Observes only stores, for runs of one instruction.
pub(crate) struct WatchObserver<'s> {
    stops: &'s Stops,
    pub(crate) hit: Option<Hit>,
}

impl<'s> WatchObserver<'s> {
    pub(crate) fn new(stops: &'s Stops) -> Self {
        WatchObserver { stops, hit: None }
    }
}

impl StopObserver for WatchObserver<'_> {
    fn watched(&self) -> (u64, u64) {
        self.stops.watched()
    }
}

impl Observer for WatchObserver<'_> {
    const STORES: bool = true;

    fn stored(&mut self, store: Store) {
        self.hit = self.hit.or_else(|| self.stops.watch(store));
    }

    fn pauses(&self) -> bool {
        self.hit.is_some()
    }
}

/// Counts hits during a run, and pauses at one of them.
pub(crate) struct HitCounter<'s> {
    stops: &'s Stops,
    hits: u64,
    wanted: u64,
    last: Option<Hit>,
    /// Calls being followed, and the number below which a hit is counted.
    chain: Option<&'s mut Chain>,
    floor: usize,
}

impl<'s> HitCounter<'s> {
    /// Pauses at the hit with this number, from 1.
    pub(crate) fn for_hit(stops: &'s Stops, wanted: u64) -> Self {
        HitCounter { stops, hits: 0, wanted, last: None, chain: None, floor: 0 }
    }

    /// Counts hits without pausing.
    pub(crate) fn counting(stops: &'s Stops) -> Self {
        HitCounter::for_hit(stops, u64::MAX)
    }

    /// Follows calls too, and pauses if fewer than `floor` are open.
    pub(crate) fn following(self, chain: &'s mut Chain, floor: usize) -> Self {
        HitCounter { chain: Some(chain), floor, ..self }
    }

    pub(crate) fn hits(&self) -> u64 {
        self.hits
    }

    /// The last hit.
    pub(crate) fn hit(&self) -> Option<Hit> {
        self.last
    }

    fn count(&mut self, hit: Hit) {
        self.hits += 1;
        self.last = Some(hit);
    }
}

impl StopObserver for HitCounter<'_> {
    fn watched(&self) -> (u64, u64) {
        self.stops.watched()
    }
}

impl Observer for HitCounter<'_> {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.stops.breakpoint(address).is_some()
            || self.chain.as_ref().is_some_and(|chain| chain.is_mark(address))
    }

    fn arrived(&mut self, address: u64) {
        if let Some(hit) = self.stops.breakpoint(address) {
            self.count(hit);
        }
        // Of two hits, report the end of a subroutine: its run checks breakpoints itself.
        if let Some(chain) = &mut self.chain
            && chain.is_mark(address)
        {
            chain.arrived(address);
            if chain.depth() < self.floor {
                self.count(Hit::Returned);
            }
        }
    }

    fn stored(&mut self, store: Store) {
        if let Some(hit) = self.stops.watch(store) {
            self.count(hit);
        }
    }

    fn pauses(&self) -> bool {
        self.hits >= self.wanted
    }
}
