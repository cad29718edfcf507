//! Events for the caller, without duplicates.

use std::collections::{HashMap, HashSet};

use super::{Doubt, Event, Use};

/// Maximum number of pending events.
const MOST_EVENTS: usize = 64;

/// Kinds of events in addition to the four uses.
const CALLED: u8 = 4;
const STORED: u8 = 5;
const LOADED: u8 = 6;
const BELOW: u8 = 7;

/// Pending events, and keys of all events so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    pending: Vec<Event>,
    reported: HashSet<(u64, u8, u64)>,
    read_at: HashMap<u32, u64>,
    /// The reason noted last; the next one is often the same.
    last_read: Option<u32>,
}

impl Events {
    pub(super) fn clear(&mut self) {
        self.pending.clear();
        self.reported.clear();
        self.read_at.clear();
        self.last_read = None;
    }

    pub(super) fn is_new(&self) -> bool {
        !self.pending.is_empty()
    }

    pub(super) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.pending)
    }

    /// Adds an event if there is room and the instruction has not caused the same before.
    fn add(&mut self, key: (u64, u8, u64), event: Event) {
        if self.pending.len() < MOST_EVENTS && self.reported.insert(key) {
            self.pending.push(event);
        }
    }

    /// Notes that an instruction computed with a doubtful value.
    pub(super) fn read(&mut self, pc: u64, origin: u32) {
        if self.last_read != Some(origin) {
            self.read_at.entry(origin).or_insert(pc);
            self.last_read = Some(origin);
        }
    }

    /// Address of the instruction that first computed with a value of this reason.
    pub(super) fn read_at(&self, origin: u32) -> Option<u64> {
        self.read_at.get(&origin).copied()
    }

    pub(super) fn used(&mut self, pc: u64, how: Use, doubt: Doubt) {
        let read_at = self.read_at(doubt.origin);
        let event = Event::Used { pc, how, doubt, read_at };
        self.add((pc, how as u8, doubt.origin.into()), event);
    }

    pub(super) fn called(&mut self, pc: u64, number: u64) {
        self.add((pc, CALLED, number), Event::Called { pc, number });
    }

    pub(super) fn stored(&mut self, pc: u64, address: u64, units: u64) {
        self.add((pc, STORED, 0), Event::Stored { pc, address, units });
    }

    pub(super) fn loaded(&mut self, pc: u64, address: u64, units: u64) {
        self.add((pc, LOADED, 0), Event::Loaded { pc, address, units });
    }

    pub(super) fn below(&mut self, pc: u64, address: u64, stored_by: Option<u64>) {
        self.add((pc, BELOW, 0), Event::Below { pc, address, stored_by });
    }
}
