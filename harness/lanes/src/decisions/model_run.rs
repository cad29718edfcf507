//! The events of a reference model, one after the other.

use reference::Puzzle;
use reference::models::{Event, ModelOutcome};

use crate::lane::Algorithm;

/// Events that are kept at once: the first number, then twice as many each time, and the maximum.
const FIRST_EVENTS: u64 = 1 << 14;
const MOST_EVENTS: u64 = 1 << 22;

/// The reference model of an algorithm on a puzzle; it runs until the next event that is requested.
///
/// A reference model that has begun runs to its end. So it is run again for more and more events, which takes
/// some times as long as one run, and little memory.
#[derive(Debug, Clone)]
pub struct ModelRun {
    algorithm: Algorithm,
    puzzle: Puzzle,
    budget_nodes: u64,
    /// Events that are known and were not asked for yet.
    known: std::vec::IntoIter<Event>,
    /// Events from the beginning to the last one that is known.
    to: u64,
    is_whole: bool,
}

impl ModelRun {
    /// A reference model that has not begun, and enters at most N nodes.
    #[must_use]
    pub fn new(algorithm: Algorithm, puzzle: &Puzzle, budget_nodes: u64) -> Self {
        let known = Vec::new().into_iter();
        ModelRun { algorithm, puzzle: puzzle.clone(), budget_nodes, known, to: 0, is_whole: false }
    }

    /// Makes more events known.
    fn know_more(&mut self) {
        let (from, to) = (self.to, self.to + self.to.clamp(FIRST_EVENTS, MOST_EVENTS));
        // Each node is an event, so N nodes have at least N events.
        let budget_nodes = self.budget_nodes.min(to);
        let (mut number, mut known) = (0, Vec::new());
        let outcome = self.algorithm.run(&self.puzzle, budget_nodes, &mut |event| {
            if (from..to).contains(&number) {
                known.push(event);
            }
            number += 1;
        });
        let is_cut = outcome == ModelOutcome::Budget && budget_nodes < self.budget_nodes;
        self.is_whole = number <= to && !is_cut;
        (self.known, self.to) = (known.into_iter(), to);
    }
}

impl Iterator for ModelRun {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        if self.known.len() == 0 && !self.is_whole {
            self.know_more();
        }
        self.known.next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inkala's of 2012, whose search is longer than what is kept at first.
    const LONG: &str =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

    #[test]
    fn events_come_as_the_twin_makes_them() {
        let puzzle: Puzzle = LONG.parse().unwrap();
        for algorithm in Algorithm::ALL {
            for budget in [1, 100, FIRST_EVENTS, 2 * FIRST_EVENTS, 50_000_000] {
                let mut events = Vec::new();
                algorithm.run(&puzzle, budget, &mut |event| events.push(event));
                assert!(
                    ModelRun::new(algorithm, &puzzle, budget).eq(events),
                    "{algorithm:?} {budget}"
                );
            }
        }
    }
}
