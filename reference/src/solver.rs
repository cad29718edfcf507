//! The solver that says what is right.
//!
//! Every cell keeps a mask of candidates. A cell with one candidate takes it from its peers (naked
//! single), a candidate with one cell in a unit takes the cell (hidden single); when neither helps,
//! the cell with the fewest candidates is tried, lowest digit first. What a trial changed is noted
//! on a trail and taken back, so nothing is copied.

use crate::geometry::{self, Geometry};
use crate::{Grid, Puzzle, Size};

/// The nodes [`solve`] may enter before it gives up.
///
/// About a second for 9x9, where hard puzzles need some hundreds, and five for 25x25.
pub const DEFAULT_BUDGET_NODES: u64 = 1_000_000;

/// How many solutions a puzzle has, as far as was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is no solution.
    None,
    /// There is exactly one.
    One(Grid),
    /// There are several: all of them when fewer than the limit are listed.
    Several(Vec<Grid>),
    /// The budget ran out first; these were found so far, and there may be more.
    GaveUp(Vec<Grid>),
}

impl Outcome {
    /// The solutions that were found, in the order they were found.
    pub fn grids(&self) -> &[Grid] {
        match self {
            Self::None => &[],
            Self::One(grid) => std::slice::from_ref(grid),
            Self::Several(grids) | Self::GaveUp(grids) => grids,
        }
    }

    /// The solution when it is known to be the only one.
    pub fn unique(&self) -> Option<&Grid> {
        match self {
            Self::One(grid) => Some(grid),
            Self::None | Self::Several(_) | Self::GaveUp(_) => None,
        }
    }
}

/// Finds up to `limit` solutions within [`DEFAULT_BUDGET_NODES`].
///
/// A limit below 2 counts as 2: one solution is known to be the only one by looking for a second.
pub fn solve(puzzle: &Puzzle, limit: usize) -> Outcome {
    solve_within(puzzle, limit, DEFAULT_BUDGET_NODES)
}

/// As [`solve`], within a budget of nodes: one for each trial of a digit, and one to start with.
///
/// Trials that fail at once count as well, so the budget bounds the time whatever the puzzle.
pub fn solve_within(puzzle: &Puzzle, limit: usize, budget_nodes: u64) -> Outcome {
    let mut search = Search::new(puzzle.size(), limit.max(2), budget_nodes);
    let ran_out = search.spend().and_then(|()| search.start(puzzle)).is_err_and(|stop| stop.budget);
    let mut found = search.found;
    match (ran_out, found.len()) {
        (true, _) => Outcome::GaveUp(found),
        (false, 0) => Outcome::None,
        (false, 1) => Outcome::One(found.remove(0)),
        (false, _) => Outcome::Several(found),
    }
}

struct Search {
    size: Size,
    geometry: &'static Geometry,
    /// One bit for every digit a cell may still hold.
    candidates: Vec<u32>,
    /// Cells and the candidates they had, to be put back in reverse order.
    trail: Vec<(u16, u32)>,
    /// Cells down to one candidate that their peers do not know of yet.
    pending: Vec<u16>,
    found: Vec<Grid>,
    limit: usize,
    budget_nodes: u64,
}

/// The search is over before every branch was seen.
struct Stop {
    /// Because the budget ran out, not because the limit was reached.
    budget: bool,
}

/// Some cell has no candidate, or some digit no cell, left.
struct Contradiction;

impl Search {
    fn new(size: Size, limit: usize, budget_nodes: u64) -> Self {
        let candidates = vec![size.all_digits(); size.cells()];
        let geometry = geometry::of(size);
        let (trail, pending, found) = (Vec::new(), Vec::new(), Vec::new());
        Self { size, geometry, candidates, trail, pending, found, limit, budget_nodes }
    }

    fn start(&mut self, puzzle: &Puzzle) -> Result<(), Stop> {
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit != 0 && self.keep(cell, 1 << (digit - 1)).is_err() {
                return Ok(());
            }
        }
        match self.propagate() {
            Ok(()) => self.branch(),
            Err(Contradiction) => Ok(()),
        }
    }

    fn spend(&mut self) -> Result<(), Stop> {
        self.budget_nodes = self.budget_nodes.checked_sub(1).ok_or(Stop { budget: true })?;
        Ok(())
    }

    /// Tries every candidate of the cell that has fewest.
    fn branch(&mut self) -> Result<(), Stop> {
        let Some(cell) = self.fewest_candidates() else { return self.record() };
        let mark = self.trail.len();
        let mut untried = self.candidates[cell];
        while untried != 0 {
            let bit = untried & untried.wrapping_neg();
            untried ^= bit;
            self.spend()?;
            if self.keep(cell, bit).and_then(|()| self.propagate()).is_ok() {
                self.branch()?;
            }
            self.take_back(mark);
        }
        Ok(())
    }

    fn fewest_candidates(&self) -> Option<usize> {
        let mut fewest = None;
        let mut count = u32::MAX;
        for (cell, mask) in self.candidates.iter().enumerate() {
            let ones = mask.count_ones();
            if ones > 1 && ones < count {
                (fewest, count) = (Some(cell), ones);
                if ones == 2 {
                    break;
                }
            }
        }
        fewest
    }

    fn record(&mut self) -> Result<(), Stop> {
        let mut grid = Grid::empty(self.size);
        for (cell, mask) in self.candidates.iter().enumerate() {
            grid.set(cell, mask.trailing_zeros() as u8 + 1);
        }
        self.found.push(grid);
        if self.found.len() < self.limit { Ok(()) } else { Err(Stop { budget: false }) }
    }

    /// Applies naked and hidden singles until neither changes anything.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        loop {
            self.naked_singles()?;
            self.hidden_singles()?;
            if self.pending.is_empty() {
                return Ok(());
            }
        }
    }

    fn naked_singles(&mut self) -> Result<(), Contradiction> {
        while let Some(cell) = self.pending.pop() {
            let digit = self.candidates[usize::from(cell)];
            for &peer in &self.geometry.peers[usize::from(cell)] {
                let kept = self.candidates[usize::from(peer)] & !digit;
                self.keep(peer.into(), kept)?;
            }
        }
        Ok(())
    }

    fn hidden_singles(&mut self) -> Result<(), Contradiction> {
        for unit in &self.geometry.units {
            let (mut once, mut twice, mut settled) = (0, 0, 0);
            for &cell in unit {
                let mask = self.candidates[usize::from(cell)];
                twice |= once & mask;
                once |= mask;
                settled |= if mask.is_power_of_two() { mask } else { 0 };
            }
            if once != self.size.all_digits() {
                return Err(Contradiction);
            }
            let hidden = once & !twice & !settled;
            if hidden != 0 {
                self.settle(unit, hidden)?;
            }
        }
        Ok(())
    }

    /// Gives each digit of a mask the only cell of the unit that can hold it.
    fn settle(&mut self, unit: &[u16], hidden: u32) -> Result<(), Contradiction> {
        for &cell in unit {
            let mask = self.candidates[usize::from(cell)] & hidden;
            match mask.count_ones() {
                0 => {}
                1 => self.keep(cell.into(), mask)?,
                _ => return Err(Contradiction),
            }
        }
        Ok(())
    }

    /// Leaves a cell only these of its candidates.
    fn keep(&mut self, cell: usize, kept: u32) -> Result<(), Contradiction> {
        let before = self.candidates[cell];
        if kept == before {
            return Ok(());
        }
        if kept & before == 0 {
            return Err(Contradiction);
        }
        self.trail.push((cell as u16, before));
        self.candidates[cell] = kept;
        if kept.is_power_of_two() {
            self.pending.push(cell as u16);
        }
        Ok(())
    }

    fn take_back(&mut self, mark: usize) {
        self.pending.clear();
        for (cell, before) in self.trail.drain(mark..).rev() {
            self.candidates[usize::from(cell)] = before;
        }
    }
}
