//! Removes givens while the puzzle still fits the request.

use std::ops::RangeInclusive;

use crate::fast::{Path, Search};
use crate::{Candidates, Grid, Puzzle, Size, count_within, solutions_of};

/// Counts solutions up to a limit, and the work for it.
pub(super) struct Counter {
    nine: Search,
    budget_nodes: u64,
    /// Solutions searched for so far: a measure of work that is independent of the solver.
    pub(super) spent: u64,
}

impl Counter {
    pub(super) fn new(size: Size) -> Self {
        let budget_nodes = match size {
            Size::Four | Size::Nine => u64::MAX,
            // In practice enough to leave no redundant given, except for 25x25, where no small
            // budget is.
            Size::Sixteen => 5_000,
            Size::TwentyFive => 50,
        };
        Self { nine: Search::new(Path::best()), budget_nodes, spent: 0 }
    }

    /// Number of solutions, at most `limit`; `None` if the budget ran out.
    pub(super) fn up_to(&mut self, limit: u64, givens: &Grid) -> Option<u64> {
        let found = match <&[u8; 81]>::try_from(givens.cells()) {
            Ok(cells) => {
                self.nine.start(cells, u64::MAX);
                Some(self.nine.count(limit).0)
            }
            Err(_) => {
                let count = count_within(&Puzzle::from(givens.clone()), limit, self.budget_nodes);
                count.complete.then_some(count.found)
            }
        };
        self.spent += 1 + found.unwrap_or(limit);
        found
    }

    /// Whether some solution has another digit than this in an empty cell, if the budget suffices.
    ///
    /// If no other digit leads to a solution, this is much faster than counting solutions.
    fn has_other(&mut self, cell: usize, digit: u8, givens: &Grid, nodes: u64) -> Option<bool> {
        let candidates = Candidates::of(&givens.clone().into());
        let mut masks = candidates.masks().to_vec();
        masks[cell] &= !(1 << (digit - 1));
        let (found, is_complete) = match <&[u32; 81]>::try_from(&masks[..]) {
            Ok(masks) => {
                self.nine.start_with(masks, u64::MAX);
                self.nine.count(1)
            }
            Err(_) => {
                let others = Candidates::new(givens.size(), masks).expect("digits of the size");
                let count = solutions_of(&others).with_budget(nodes).count_up_to(1);
                (count.found, count.complete)
            }
        };
        self.spent += 1 + found;
        is_complete.then_some(found == 1)
    }

    /// Whether the digits of these cells are determined by the other givens.
    fn finds_again(&mut self, cells: &[usize], before: &Grid, fewer: &Grid) -> bool {
        let nodes = self.budget_nodes;
        cells
            .iter()
            .all(|&cell| self.has_other(cell, before.cells()[cell], fewer, nodes) == Some(false))
    }

    /// Whether no given can be removed without another solution, if the budget suffices.
    pub(super) fn is_minimal(&mut self, givens: &Grid) -> bool {
        let nodes = self.budget_nodes.saturating_mul(100);
        givens.cells().iter().enumerate().filter(|(_, digit)| **digit != 0).all(|(cell, &digit)| {
            let mut fewer = givens.clone();
            fewer.set(cell, 0);
            self.has_other(cell, digit, &fewer, nodes) == Some(true)
        })
    }
}

/// Limits for the removal of givens.
pub(super) struct RemovalLimits {
    /// Smallest number of givens left.
    pub(super) least: usize,
    /// Largest number of solutions; `None` for any number.
    pub(super) most_solutions: Option<u64>,
    /// Stops at a number of solutions in the range if at most that number of givens is left.
    pub(super) enough: Option<(RangeInclusive<u64>, usize)>,
}

impl RemovalLimits {
    /// One solution, and no fewer givens.
    pub(super) fn givens(least: usize) -> Self {
        Self { least, most_solutions: Some(1), enough: None }
    }
}

/// Remaining givens of a complete grid.
#[derive(Clone)]
pub(super) struct RemainingGivens {
    pub(super) givens: Grid,
    /// Number of givens.
    pub(super) left: usize,
    /// Number of solutions, if they were counted.
    pub(super) solutions: u64,
}

impl RemainingGivens {
    pub(super) fn all_of(solution: &Grid) -> Self {
        Self { givens: solution.clone(), left: solution.size().cells(), solutions: 1 }
    }

    /// Removes givens in the order of the orbits, each orbit whole or not at all.
    pub(super) fn reduce(
        &mut self,
        orbits: &[Vec<usize>],
        counter: &mut Counter,
        limits: &RemovalLimits,
    ) {
        for orbit in orbits {
            if self.is_enough(limits) {
                return;
            }
            if self.left >= limits.least + orbit.len() {
                self.try_without(orbit, counter, limits.most_solutions);
            }
        }
    }

    fn is_enough(&self, limits: &RemovalLimits) -> bool {
        self.left <= limits.least
            || limits.enough.as_ref().is_some_and(|(solutions, givens)| {
                solutions.contains(&self.solutions) && self.left <= *givens
            })
    }

    fn try_without(&mut self, orbit: &[usize], counter: &mut Counter, most: Option<u64>) {
        let mut fewer = self.givens.clone();
        orbit.iter().for_each(|&cell| fewer.set(cell, 0));
        let found = match most {
            Some(1) => counter.finds_again(orbit, &self.givens, &fewer).then_some(1),
            Some(most) => counter.up_to(most + 1, &fewer).filter(|found| *found <= most),
            None => Some(0),
        };
        if let Some(found) = found {
            (self.givens, self.solutions) = (fewer, found);
            self.left -= orbit.len();
        }
    }

    /// Restores the cells of an orbit from the solution.
    pub(super) fn put_back(&mut self, orbit: &[usize], solution: &Grid) {
        for &cell in orbit {
            if self.givens.cells()[cell] == 0 {
                self.givens.set(cell, solution.cells()[cell]);
                self.left += 1;
            }
        }
    }
}
