//! Where a run stops: breakpoints and watchpoints.

use std::collections::BTreeSet;
use std::ops::Range;

use machine::{Observer, Store};

/// The places the debugger set.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// Addresses of instructions to stop before, and those set as hardware breakpoints.
    pub(super) software: BTreeSet<u64>,
    pub(super) hardware: BTreeSet<u64>,
    /// Memory whose writing stops the program.
    pub(super) watches: Vec<Range<u64>>,
}

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    /// Before the instruction at a software breakpoint.
    Software,
    /// Before the instruction at a hardware breakpoint.
    Hardware,
    /// Behind an instruction that wrote into the watched memory that begins here.
    Watch(u64),
}

/// Breakpoints and watchpoints a debugger may set; more are refused.
const MOST_STOPS: usize = 10_000;

impl Stops {
    /// Whether one more may be set.
    pub(super) fn has_room(&self) -> bool {
        self.software.len() + self.hardware.len() + self.watches.len() < MOST_STOPS
    }

    /// The breakpoint at an address.
    pub(super) fn breakpoint(&self, address: u64) -> Option<Hit> {
        match (self.software.contains(&address), self.hardware.contains(&address)) {
            (true, _) => Some(Hit::Software),
            (false, true) => Some(Hit::Hardware),
            (false, false) => None,
        }
    }
}

/// Looks out for hits during a run, and pauses it at one of them.
pub(super) struct Lookout<'s> {
    stops: &'s Stops,
    breakpoints: bool,
    watches: bool,
    hits: u64,
    wanted: u64,
    last: Option<Hit>,
}

impl<'s> Lookout<'s> {
    /// Pauses at the hit of this number, counted from 1.
    pub(super) fn for_hit(stops: &'s Stops, wanted: u64) -> Self {
        Lookout { stops, breakpoints: true, watches: true, hits: 0, wanted, last: None }
    }

    /// Counts the hits and pauses at none.
    pub(super) fn counting(stops: &'s Stops) -> Self {
        Lookout::for_hit(stops, u64::MAX)
    }

    /// Pauses at the next hit that is no breakpoint.
    pub(super) fn watches(stops: &'s Stops) -> Self {
        Lookout { breakpoints: false, ..Lookout::for_hit(stops, 1) }
    }

    /// Sees nothing.
    pub(super) fn nothing(stops: &'s Stops) -> Self {
        Lookout { breakpoints: false, watches: false, ..Lookout::for_hit(stops, 1) }
    }

    pub(super) fn hits(&self) -> u64 {
        self.hits
    }

    /// The last hit.
    pub(super) fn hit(&self) -> Option<Hit> {
        self.last
    }

    /// From the first watched address to behind the last.
    pub(super) fn watched(&self) -> (u64, u64) {
        let watches = || self.stops.watches.iter().filter(|_| self.watches);
        let start = watches().map(|watch| watch.start).min().unwrap_or(0);
        (start, watches().map(|watch| watch.end).max().unwrap_or(0))
    }

    fn count(&mut self, hit: Hit) {
        self.hits += 1;
        self.last = Some(hit);
    }
}

impl Observer for Lookout<'_> {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.breakpoints && self.stops.breakpoint(address).is_some()
    }

    fn arrived(&mut self, address: u64) {
        if let Some(hit) = self.stops.breakpoint(address).filter(|_| self.breakpoints) {
            self.count(hit);
        }
    }

    fn stored(&mut self, store: Store) {
        let end = store.address + u64::from(store.size);
        let hits = |watch: &&Range<u64>| store.address < watch.end && end > watch.start;
        if let Some(watch) = self.stops.watches.iter().find(hits).filter(|_| self.watches) {
            self.count(Hit::Watch(watch.start));
        }
    }

    fn pauses(&self) -> bool {
        self.hits >= self.wanted
    }
}
