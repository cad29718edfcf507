//! A watcher that keeps events until somebody takes them, and stops the solver when there are enough.

use std::collections::VecDeque;

use machine::{Observer, Store};
use reference::Puzzle;

use super::{Observation, Places, Sink, Watcher};

/// Events in their order.
#[derive(Debug, Clone, Default)]
struct Queue(VecDeque<Observation>);

impl Sink for Queue {
    fn see(&mut self, seen: Observation) {
        self.0.push_back(seen);
    }
}

/// Sees events, and pauses the run when there are enough.
#[derive(Debug, Clone)]
pub struct EventPauser {
    watcher: Watcher<Queue>,
    enough: usize,
    may_pause: bool,
    /// Whether the next arrival was reported, and the run paused at it.
    is_reported: bool,
}

impl EventPauser {
    /// One that pauses at each event.
    #[must_use]
    pub fn new(places: Places, puzzle: &Puzzle) -> Self {
        let watcher = Watcher::new(places, puzzle, Queue::default());
        EventPauser { watcher, enough: 1, may_pause: true, is_reported: false }
    }

    /// Pauses when N events are waiting, from now on.
    ///
    /// A shorter run may not pause, which is faster.
    pub fn pause_at(&mut self, events: usize, may_pause: bool) {
        (self.enough, self.may_pause) = (events, may_pause);
    }

    /// Events that wait.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.watcher.sink.0.len()
    }

    /// Whether enough events are waiting for a pause.
    #[must_use]
    pub fn has_enough(&self) -> bool {
        self.waiting() >= self.enough
    }

    /// Takes the first waiting events, at most N.
    pub fn take(&mut self, most: usize) -> Vec<Observation> {
        let count = self.waiting().min(most);
        self.watcher.sink.0.drain(..count).collect()
    }
}

impl Observer for EventPauser {
    const MARKS: bool = true;
    const STORES: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        self.watcher.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        if std::mem::take(&mut self.is_reported) {
            return;
        }
        self.watcher.arrived(address);
        self.is_reported = self.pauses();
    }

    fn stored(&mut self, store: Store) {
        self.watcher.stored(store);
    }

    fn pauses(&self) -> bool {
        self.may_pause && self.has_enough()
    }

    fn may_pause(&self) -> bool {
        self.may_pause
    }
}
