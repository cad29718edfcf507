//! Algorithms that have a reference model.

use reference::models::{self, Digest, Event, ModelOutcome};
use reference::{Grid, Puzzle};
use serde::Deserialize;

/// Algorithm that the reference can run event by event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Unknown algorithm: only grids and counts can be checked. Its nodes are those of `backtrack`, as a measure
    /// of difficulty.
    #[serde(skip)]
    Any,
    /// First empty cell in reading order, digits ascending, until there is a solution.
    Backtrack,
    /// The same, until every digit has been tried.
    BacktrackAll,
    /// No search: digits of solved cells are ruled out elsewhere until nothing changes.
    Candidates,
    /// The empty cell with the fewest candidates first, digits ascending.
    Constraint,
    /// An exact cover: the column with the fewest rows first.
    Links,
}

/// Result of a reference model on a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decisions {
    /// Digest of its events.
    pub digest: Digest,
    /// Whether it finds the solution; if not, the algorithm cannot.
    pub solves: bool,
}

impl Algorithm {
    /// All algorithms with a reference model.
    pub const ALL: [Algorithm; 5] = [
        Algorithm::Backtrack,
        Algorithm::BacktrackAll,
        Algorithm::Candidates,
        Algorithm::Constraint,
        Algorithm::Links,
    ];

    /// Name in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Algorithm::Any => "any",
            Algorithm::Backtrack => "backtrack",
            Algorithm::BacktrackAll => "backtrack-all",
            Algorithm::Candidates => "candidates",
            Algorithm::Constraint => "constraint",
            Algorithm::Links => "links",
        }
    }

    /// Runs its reference model; `Budget` if that needs more nodes.
    pub fn run(
        self,
        puzzle: &Puzzle,
        budget_nodes: u64,
        on_event: &mut impl FnMut(Event),
    ) -> ModelOutcome {
        match self {
            Algorithm::Any | Algorithm::Backtrack => models::run(puzzle, budget_nodes, on_event),
            Algorithm::BacktrackAll => {
                let ended = models::run_all(puzzle, budget_nodes, on_event);
                match ended.first {
                    _ if !ended.complete => ModelOutcome::Budget,
                    Some(first) => ModelOutcome::Solved(first),
                    None => ModelOutcome::NoSolution,
                }
            }
            Algorithm::Candidates => models::candidates::run(puzzle, budget_nodes, on_event),
            Algorithm::Constraint => models::constraint::run(puzzle, budget_nodes, on_event),
            Algorithm::Links => models::links::run(puzzle, budget_nodes, on_event),
        }
    }

    /// Digest of its events; `None` if it needs more nodes.
    #[must_use]
    pub fn digest(self, puzzle: &Puzzle, budget_nodes: u64) -> Option<Digest> {
        let mut digest = Digest::new();
        let outcome = self.run(puzzle, budget_nodes, &mut |event| digest.push(event));
        (outcome != ModelOutcome::Budget).then_some(digest)
    }

    /// Decisions on a puzzle with this only solution; `None` if it needs more nodes.
    ///
    /// # Errors
    /// An error message if its reference model finds another solution.
    pub fn decisions(
        self,
        puzzle: &Puzzle,
        solution: &Grid,
        budget_nodes: u64,
    ) -> Result<Option<Decisions>, String> {
        if self == Algorithm::Any {
            let most = budget_nodes.min(MOST_ANY_NODES);
            let nodes = self.digest(puzzle, most).map_or(most, |digest| digest.nodes);
            return Ok(Some(Decisions { digest: Digest { nodes, ..Digest::new() }, solves: true }));
        }
        let mut digest = Digest::new();
        let solves = match self.run(puzzle, budget_nodes, &mut |event| digest.push(event)) {
            ModelOutcome::Budget => return Ok(None),
            ModelOutcome::Solved(grid) if grid == *solution => true,
            ModelOutcome::Stuck(grid) if is_part(&grid, solution) => false,
            _ => {
                let name = self.name();
                return Err(format!(
                    "the reference solver and the reference model of {name} disagree about this puzzle"
                ));
            }
        };
        Ok(Some(Decisions { digest, solves }))
    }
}

/// Most nodes counted as a measure of difficulty.
const MOST_ANY_NODES: u64 = 500_000;

/// Whether every digit of a grid is also in another.
fn is_part(grid: &Grid, of: &Grid) -> bool {
    let mut cells = grid.cells().iter().zip(of.cells());
    cells.all(|(&digit, right)| digit == 0 || digit == *right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_needs_all_its_nodes() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        for algorithm in Algorithm::ALL {
            let digest = algorithm.digest(&puzzle, 1000).unwrap();
            assert_eq!(algorithm.digest(&puzzle, digest.nodes), Some(digest));
            assert_eq!(algorithm.digest(&puzzle, digest.nodes - 1), None);
        }
    }

    #[test]
    fn nobody_says_what_any_does_but_how_hard_a_puzzle_is() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        let solution: Grid = "4123234114323214".parse().unwrap();
        let of = |algorithm: Algorithm, most| algorithm.decisions(&puzzle, &solution, most);
        let nodes = of(Algorithm::Backtrack, 1000).unwrap().unwrap().digest.nodes;
        let any = Digest { nodes, ..Digest::new() };
        assert_eq!(of(Algorithm::Any, 1000), Ok(Some(Decisions { digest: any, solves: true })));
        assert_eq!(of(Algorithm::Any, 3).unwrap().unwrap().digest.nodes, 3, "counted up to 3");
        assert!(!Algorithm::ALL.contains(&Algorithm::Any));
    }

    #[test]
    fn a_reference_model_with_another_result_is_reported() {
        let puzzle: Puzzle = "...3..4114..3...".parse().unwrap();
        let solution: Grid = "4123234114323214".parse().unwrap();
        let other: Grid = "1234341221434321".parse().unwrap();
        for algorithm in Algorithm::ALL {
            let decisions = algorithm.decisions(&puzzle, &solution, 1000).unwrap().unwrap();
            assert!(decisions.solves);
            assert!(algorithm.decisions(&puzzle, &other, 1000).is_err());
        }
    }
}
