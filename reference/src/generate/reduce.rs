//! Taking givens away while the puzzle stays what it should be.

use std::ops::RangeInclusive;

use crate::fast::{Path, Search};
use crate::{Candidates, Grid, Puzzle, Size, count_within, solutions_of};

/// Counts solutions up to a limit, and what that took.
pub(super) struct Counter {
    nine: Search,
    budget_nodes: u64,
    /// Solutions looked for so far: a measure of work that no solver changes.
    pub(super) spent: u64,
}

impl Counter {
    pub(super) fn new(size: Size) -> Self {
        let budget_nodes = match size {
            Size::Four | Size::Nine => u64::MAX,
            // Enough, as far as was seen, to leave no given to spare; of 25x25 nothing quick is.
            Size::Sixteen => 5_000,
            Size::TwentyFive => 50,
        };
        Self { nine: Search::new(Path::best()), budget_nodes, spent: 0 }
    }

    /// How many solutions there are, at most `limit`; `None` when that took too long to find out.
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

    /// Whether some solution has another digit than this in an empty cell, if that is found out.
    ///
    /// Where other digits lead nowhere this takes much less than counting solutions.
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

    /// Whether the digits of these cells, left out, are found again: no solution has others.
    fn finds_again(&mut self, cells: &[usize], before: &Grid, fewer: &Grid) -> bool {
        let nodes = self.budget_nodes;
        cells
            .iter()
            .all(|&cell| self.has_other(cell, before.cells()[cell], fewer, nodes) == Some(false))
    }

    /// Whether it is found out that no given can be left out without another solution coming up.
    pub(super) fn is_minimal(&mut self, givens: &Grid) -> bool {
        let nodes = self.budget_nodes.saturating_mul(100);
        givens.cells().iter().enumerate().filter(|(_, digit)| **digit != 0).all(|(cell, &digit)| {
            let mut fewer = givens.clone();
            fewer.set(cell, 0);
            self.has_other(cell, digit, &fewer, nodes) == Some(true)
        })
    }
}

/// When enough givens are taken away.
pub(super) struct Until {
    /// No fewer givens than this are left.
    pub(super) least: usize,
    /// No more solutions than this come up; `None` for any number.
    pub(super) most_solutions: Option<u64>,
    /// That many are enough when no more givens than this are left.
    pub(super) enough: Option<(RangeInclusive<u64>, usize)>,
}

impl Until {
    /// One solution, and no fewer givens.
    pub(super) fn givens(least: usize) -> Self {
        Self { least, most_solutions: Some(1), enough: None }
    }
}

/// What is left of a complete grid.
#[derive(Clone)]
pub(super) struct Kept {
    pub(super) givens: Grid,
    /// How many cells are given.
    pub(super) left: usize,
    /// How many solutions there are, when they were counted.
    pub(super) solutions: u64,
}

impl Kept {
    pub(super) fn all_of(solution: &Grid) -> Self {
        Self { givens: solution.clone(), left: solution.size().cells(), solutions: 1 }
    }

    /// Takes away what can be, each orbit whole or not at all, in their order.
    pub(super) fn reduce(&mut self, orbits: &[Vec<usize>], counter: &mut Counter, until: &Until) {
        for orbit in orbits {
            if self.is_enough(until) {
                return;
            }
            if self.left >= until.least + orbit.len() {
                self.try_without(orbit, counter, until.most_solutions);
            }
        }
    }

    fn is_enough(&self, until: &Until) -> bool {
        self.left <= until.least
            || until.enough.as_ref().is_some_and(|(solutions, givens)| {
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

    /// Gives the cells of an orbit again, as the solution has them.
    pub(super) fn put_back(&mut self, orbit: &[usize], solution: &Grid) {
        for &cell in orbit {
            if self.givens.cells()[cell] == 0 {
                self.givens.set(cell, solution.cells()[cell]);
                self.left += 1;
            }
        }
    }
}
