//! Digest of events: counts and a hash that distinguish runs.

use std::fmt;

use super::Event;
use crate::counted::counted;

/// Counts of a run's events and a hash of their order.
///
/// Two runs with equal digests have, for all practical purposes, the same events in the same order,
/// so events need not be stored. The hash starts at 0; an event is a word,
///
/// - Node: `1`,
/// - Place: `2 + 4 * digit + 256 * cell`,
/// - Undo: `3 + 256 * cell`,
/// - RuleOut: `4 * digit + 256 * cell`,
///
/// and changes the hash `h` to `(rotate_left(h, 23) ^ word) * 0x9e3779b97f4a7c15` modulo 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digest {
    /// Number of [`Event::Node`].
    pub nodes: u64,
    /// Number of [`Event::Place`].
    pub places: u64,
    /// Number of [`Event::Undo`].
    pub undos: u64,
    /// Number of [`Event::RuleOut`].
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
        self.push_words([event.word()]);
    }

    /// Adds the next events, as [words](Event::word); returns their number.
    #[inline]
    pub fn push_words(&mut self, words: impl IntoIterator<Item = u64>) -> usize {
        // Indexed by the two lowest bits: the next event is hard to predict, so there is no branch.
        let mut counts = [0; 4];
        let mut hash = self.hash;
        for word in words {
            counts[(word & 3) as usize] += 1;
            hash = (hash.rotate_left(23) ^ word).wrapping_mul(0x9e3779b97f4a7c15);
        }
        self.hash = hash;
        let [ruled_out, nodes, places, undos] = counts;
        self.ruled_out += ruled_out;
        self.nodes += nodes;
        self.places += places;
        self.undos += undos;
        counts.iter().sum::<u64>() as usize
    }
}

impl Event {
    /// The event as a word of [`Digest`].
    #[inline]
    #[must_use]
    pub const fn word(self) -> u64 {
        match self {
            Event::RuleOut { cell, digit } => 4 * digit as u64 + 256 * cell as u64,
            Event::Node => 1,
            Event::Place { cell, digit } => 2 + 4 * digit as u64 + 256 * cell as u64,
            Event::Undo { cell } => 3 + 256 * cell as u64,
        }
    }

    /// Changes the word of an [`Undo`](Event::Undo) to that of a [`Place`](Event::Place) of a digit
    /// in the same cell. With digit 0 any word stays the same.
    #[inline(always)]
    #[must_use]
    pub const fn word_with(word: u64, digit: u64) -> u64 {
        word + 4 * digit - (digit != 0) as u64
    }

    /// The event of a word returned by [`word`](Self::word).
    #[inline]
    #[must_use]
    pub const fn of_word(word: u64) -> Event {
        let (cell, digit) = ((word >> 8) as u16, (word >> 2) as u8 & 63);
        match word & 3 {
            0 => Event::RuleOut { cell, digit },
            1 => Event::Node,
            2 => Event::Place { cell, digit },
            _ => Event::Undo { cell },
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_events() {
        let (cell, digit) = (1295, 36);
        let events = [
            Event::Node,
            Event::Place { cell, digit },
            Event::Undo { cell },
            Event::RuleOut { cell, digit },
            Event::Place { cell: 0, digit: 1 },
        ];
        for event in events {
            assert_eq!(Event::of_word(event.word()), event);
            assert_eq!(Event::word_with(event.word(), 0), event.word());
        }
        let undo = Event::Undo { cell }.word();
        assert_eq!(Event::word_with(undo, digit.into()), Event::Place { cell, digit }.word());
        let mut digest = Digest::new();
        assert_eq!(digest.push_words(events.map(Event::word)), 5);
        let Digest { nodes, places, undos, ruled_out, .. } = digest;
        assert_eq!([nodes, places, undos, ruled_out], [1, 2, 1, 1]);
    }
}
