//! What the onlooker is told, each thing once.

use std::collections::{HashMap, HashSet};

use super::{Doubt, Event, Use};

/// Events that are kept until somebody takes them.
const MOST_EVENTS: usize = 64;

/// Kinds of events beside the four uses.
const CALLED: u8 = 4;
const STORED: u8 = 5;
const LOADED: u8 = 6;
const BELOW: u8 = 7;

/// Events, and what has been told of before.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    waiting: Vec<Event>,
    told: HashSet<(u64, u8, u64)>,
    read_at: HashMap<u32, u64>,
    /// The reason noted last, since the next one is often the same.
    last_read: Option<u32>,
}

impl Events {
    pub(super) fn clear(&mut self) {
        self.waiting.clear();
        self.told.clear();
        self.read_at.clear();
        self.last_read = None;
    }

    pub(super) fn take(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.waiting)
    }

    /// Keeps an event if there is room and nothing of the kind was told of the instruction before.
    fn tell(&mut self, key: (u64, u8, u64), event: Event) {
        if self.waiting.len() < MOST_EVENTS && self.told.insert(key) {
            self.waiting.push(event);
        }
    }

    /// An instruction computed with a doubtful value.
    pub(super) fn read(&mut self, pc: u64, origin: u32) {
        if self.last_read != Some(origin) {
            self.read_at.entry(origin).or_insert(pc);
            self.last_read = Some(origin);
        }
    }

    /// The instruction that first computed with a value its reason stands for.
    pub(super) fn read_at(&self, origin: u32) -> Option<u64> {
        self.read_at.get(&origin).copied()
    }

    pub(super) fn used(&mut self, pc: u64, how: Use, doubt: Doubt) {
        let read_at = self.read_at(doubt.origin);
        let event = Event::Used { pc, how, doubt, read_at };
        self.tell((pc, how as u8, doubt.origin.into()), event);
    }

    pub(super) fn called(&mut self, pc: u64, number: u64) {
        self.tell((pc, CALLED, number), Event::Called { pc, number });
    }

    pub(super) fn stored(&mut self, pc: u64, address: u64, units: u64) {
        self.tell((pc, STORED, 0), Event::Stored { pc, address, units });
    }

    pub(super) fn loaded(&mut self, pc: u64, address: u64, units: u64) {
        self.tell((pc, LOADED, 0), Event::Loaded { pc, address, units });
    }

    pub(super) fn below(&mut self, pc: u64, address: u64, stored_by: Option<u64>) {
        self.tell((pc, BELOW, 0), Event::Below { pc, address, stored_by });
    }
}
