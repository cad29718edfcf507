//! The algorithms whose twins the reference has.

use reference::Puzzle;
use reference::twin::{self, Digest, Event, TwinOutcome};
use serde::Deserialize;

/// An algorithm that the reference can run event by event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// First empty cell in reading order, digits ascending, until there is a solution.
    Backtrack,
    /// The same, on and on until every digit was tried.
    BacktrackAll,
}

impl Algorithm {
    /// As the table spells it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Backtrack => "backtrack",
            Algorithm::BacktrackAll => "backtrack-all",
        }
    }

    /// Runs its twin, and says whether that came to an end within so many nodes.
    pub fn run(self, puzzle: &Puzzle, budget_nodes: u64, on_event: &mut impl FnMut(Event)) -> bool {
        match self {
            Algorithm::Backtrack => {
                twin::run(puzzle, budget_nodes, on_event) != TwinOutcome::Budget
            }
            Algorithm::BacktrackAll => twin::run_all(puzzle, budget_nodes, on_event).complete,
        }
    }

    /// The digest of its twin's events; `None` when that needs more nodes.
    #[must_use]
    pub fn digest(self, puzzle: &Puzzle, budget_nodes: u64) -> Option<Digest> {
        let mut digest = Digest::new();
        let complete = self.run(puzzle, budget_nodes, &mut |event| digest.push(event));
        complete.then_some(digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_needs_all_its_nodes() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        for algorithm in [Algorithm::Backtrack, Algorithm::BacktrackAll] {
            let digest = algorithm.digest(&puzzle, 1000).unwrap();
            assert_eq!(algorithm.digest(&puzzle, digest.nodes), Some(digest));
            assert_eq!(algorithm.digest(&puzzle, digest.nodes - 1), None);
        }
    }
}
