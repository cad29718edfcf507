//! Events boiled down to four numbers that tell two runs apart.

use std::fmt;

use super::Event;
use crate::counted::counted;

/// Counts of a run's events and a hash of their order.
///
/// Two runs with equal digests made, for all practical purposes, the same events in the same order:
/// nothing needs to be stored. The hash starts at 0; an event is a word,
///
/// - Node: `1`,
/// - Place: `2 + 4 * digit + 256 * cell`,
/// - Undo: `3 + 256 * cell`,
/// - RuleOut: `4 * digit + 256 * cell`,
///
/// and takes the hash `h` to `(rotate_left(h, 23) ^ word) * 0x9e3779b97f4a7c15` modulo 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digest {
    /// How many [`Event::Node`].
    pub nodes: u64,
    /// How many [`Event::Place`].
    pub places: u64,
    /// How many [`Event::Undo`].
    pub undos: u64,
    /// How many [`Event::RuleOut`].
    pub ruled_out: u64,
    /// The rolling hash of all events.
    pub hash: u64,
}

impl Digest {
    /// The digest of no events.
    pub const fn new() -> Self {
        Self { nodes: 0, places: 0, undos: 0, ruled_out: 0, hash: 0 }
    }

    /// Adds the next event.
    #[inline]
    pub fn push(&mut self, event: Event) {
        // Which one comes next is hard to foresee, so there is no branch for it.
        let (kind, cell, digit) = match event {
            Event::RuleOut { cell, digit } => (0, cell, digit),
            Event::Node => (1, 0, 0),
            Event::Place { cell, digit } => (2, cell, digit),
            Event::Undo { cell } => (3, cell, 0),
        };
        self.ruled_out += u64::from(kind == 0);
        self.nodes += u64::from(kind == 1);
        self.places += u64::from(kind == 2);
        self.undos += u64::from(kind == 3);
        let word = kind + 4 * u64::from(digit) + 256 * u64::from(cell);
        self.hash = (self.hash.rotate_left(23) ^ word).wrapping_mul(0x9e3779b97f4a7c15);
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = counted(self.nodes, "node");
        let (places, undos) = (counted(self.places, "place"), counted(self.undos, "undo"));
        match self.ruled_out {
            0 => write!(f, "{nodes}, {places}, {undos}, hash {:016x}", self.hash),
            out => write!(
                f,
                "{nodes}, {} ruled out, hash {:016x}",
                counted(out, "candidate"),
                self.hash
            ),
        }
    }
}
