//! The engine for every size: candidates, singles, and a trail of what was changed.
//!
//! Every cell keeps a mask of candidates. A cell with one candidate takes it from its peers (naked
//! single), a candidate with one cell in a unit takes the cell (hidden single); when neither helps,
//! the cell with the fewest candidates is tried, lowest digit first. What a trial changed is noted
//! on a trail and taken back, so nothing is copied.

use crate::Size;
use crate::fast::Met;
use crate::geometry::{self, Geometry};

/// A search that stands between two solutions.
#[derive(Debug, Clone)]
pub(super) struct General {
    size: Size,
    geometry: &'static Geometry,
    /// One bit for every digit a cell may still hold.
    candidates: Vec<u32>,
    /// Cells and the candidates they had, to be put back in reverse order.
    trail: Vec<(u16, u32)>,
    /// Cells down to one candidate that their peers do not know of yet.
    pending: Vec<u16>,
    /// What is being tried, outermost first.
    levels: Vec<Level>,
    /// Whether the grid as it is has yet to be looked at.
    is_open: bool,
    trials_left: u64,
}

/// A cell whose candidates are tried one after the other.
#[derive(Debug, Clone, Copy)]
struct Level {
    cell: usize,
    untried: u32,
    /// How long the trail was.
    mark: usize,
}

/// Some cell has no candidate, or some digit no cell, left.
struct Contradiction;

impl General {
    /// A search from these candidates, one mask a cell.
    pub(super) fn new(size: Size, masks: &[u32]) -> Self {
        let mut search = Self {
            size,
            geometry: geometry::of(size),
            candidates: vec![size.all_digits(); size.cells()],
            trail: Vec::new(),
            pending: Vec::new(),
            levels: Vec::new(),
            is_open: true,
            trials_left: u64::MAX,
        };
        search.is_open = search.start(masks).is_ok();
        search
    }

    fn start(&mut self, masks: &[u32]) -> Result<(), Contradiction> {
        for (cell, &mask) in masks.iter().enumerate() {
            self.keep(cell, self.candidates[cell] & mask)?;
        }
        self.propagate()?;
        self.trail.clear();
        Ok(())
    }

    /// How many trials there may be from here on.
    pub(super) fn set_most_trials(&mut self, trials: u64) {
        self.trials_left = trials;
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The digits of the solution that was just met.
    pub(super) fn digits(&self) -> impl Iterator<Item = u8> {
        self.candidates.iter().map(|mask| mask.trailing_zeros() as u8 + 1)
    }

    /// Counts solutions up to a limit; false when the trials did not suffice.
    pub(super) fn count(&mut self, limit: u64) -> (u64, bool) {
        let mut found = 0;
        while found < limit {
            match self.next_met() {
                Met::Solution(()) => found += 1,
                Met::End => break,
                Met::Budget => return (found, false),
            }
        }
        (found, true)
    }

    /// Goes on to the next solution.
    pub(super) fn next_met(&mut self) -> Met<()> {
        loop {
            if self.is_open {
                self.is_open = false;
                let Some(cell) = self.fewest_candidates() else { return Met::Solution(()) };
                let (untried, mark) = (self.candidates[cell], self.trail.len());
                self.levels.push(Level { cell, untried, mark });
            }
            let Some(&Level { cell, untried, mark }) = self.levels.last() else { return Met::End };
            self.take_back(mark);
            if untried == 0 {
                self.levels.pop();
                continue;
            }
            let Some(left) = self.trials_left.checked_sub(1) else { return Met::Budget };
            self.trials_left = left;
            let bit = untried & untried.wrapping_neg();
            if let Some(level) = self.levels.last_mut() {
                level.untried ^= bit;
            }
            self.is_open = self.keep(cell, bit).and_then(|()| self.propagate()).is_ok();
        }
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
