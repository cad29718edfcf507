//! Board of a puzzle: placed digits, candidates, and positions of each digit.

use std::ops::Range;

use super::RatingStep;
use crate::geometry::{self, Geometry};
use crate::{Puzzle, Size};

/// The three kinds of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum UnitKind {
    Box,
    Row,
    Column,
}

impl UnitKind {
    /// In the order in which most techniques look at them.
    pub(crate) const ALL: [Self; 3] = [Self::Box, Self::Column, Self::Row];

    /// Start of the units of this kind in [`Geometry::units`], as a multiple of the side.
    fn nth(self) -> usize {
        match self {
            Self::Row => 0,
            Self::Column => 1,
            Self::Box => 2,
        }
    }
}

/// A partly solved puzzle.
///
/// Units are numbered as in [`Geometry::units`], and a cell of a unit by its position there; masks
/// have one bit per digit (bit 0 is digit 1) or per position.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) size: Size,
    geometry: &'static Geometry,
    /// Candidates of each cell; 0 for a filled cell.
    candidates: Vec<u32>,
    /// For each unit and digit the positions that may hold it.
    places: Vec<u32>,
    /// Empty cells of each unit.
    blanks: Vec<u8>,
}

impl Board {
    /// Creates a board with the givens and every candidate that no given excludes.
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let size = puzzle.size();
        let (side, all) = (size.side(), size.all_digits());
        let mut board = Self {
            size,
            geometry: geometry::of(size),
            candidates: vec![all; size.cells()],
            places: vec![all; 3 * side * side],
            blanks: vec![side as u8; 3 * side],
        };
        for (cell, &digit) in puzzle.cells().iter().enumerate().filter(|(_, digit)| **digit != 0) {
            board.place(cell, digit.into());
        }
        board
    }

    pub(crate) fn side(&self) -> usize {
        self.size.side()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.blanks[..self.side()].iter().all(|&blanks| blanks == 0)
    }

    /// The digits an empty cell may hold, as a mask; 0 for a filled cell.
    pub(crate) fn candidates(&self, cell: usize) -> u32 {
        self.candidates[cell]
    }

    /// Whether a cell may hold a digit.
    pub(crate) fn allows(&self, cell: usize, digit: usize) -> bool {
        self.candidates[cell] & bit(digit) != 0
    }

    /// The positions of a unit that may hold a digit, as a mask; 0 for a digit that is placed.
    pub(crate) fn places(&self, unit: usize, digit: usize) -> u32 {
        self.places[unit * self.side() + digit - 1]
    }

    /// The cells of a unit that may hold a digit.
    pub(crate) fn cells_for(&self, unit: usize, digit: usize) -> Vec<usize> {
        self.cells_at(unit, self.places(unit, digit))
    }

    /// The cells at these positions of a unit.
    pub(crate) fn cells_at(&self, unit: usize, positions: u32) -> Vec<usize> {
        bits(positions).map(|position| self.cell(unit, position)).collect()
    }

    pub(crate) fn blanks(&self, unit: usize) -> usize {
        self.blanks[unit].into()
    }

    pub(crate) fn units(&self, kind: UnitKind) -> Range<usize> {
        let first = kind.nth() * self.side();
        first..first + self.side()
    }

    /// The units of a kind whose numbers are in a mask.
    pub(crate) fn units_in(&self, kind: UnitKind, numbers: u32) -> Vec<usize> {
        bits(numbers).map(|number| self.units(kind).start + number).collect()
    }

    /// Every unit: boxes, then columns, then rows.
    pub(crate) fn all_units(&self) -> impl Iterator<Item = usize> {
        UnitKind::ALL.into_iter().flat_map(|kind| self.units(kind))
    }

    pub(crate) fn unit_of(&self, kind: UnitKind, cell: usize) -> usize {
        let number = match kind {
            UnitKind::Row => self.size.row(cell),
            UnitKind::Column => self.size.column(cell),
            UnitKind::Box => self.size.box_of(cell),
        };
        kind.nth() * self.side() + number
    }

    /// The units a cell is in: box, column, row.
    pub(crate) fn units_of(&self, cell: usize) -> [usize; 3] {
        UnitKind::ALL.map(|kind| self.unit_of(kind, cell))
    }

    pub(crate) fn cell(&self, unit: usize, position: usize) -> usize {
        self.geometry.units[unit][position].into()
    }

    pub(crate) fn cells(&self, unit: usize) -> impl Iterator<Item = usize> {
        self.geometry.units[unit].iter().map(|&cell| cell.into())
    }

    /// The position of a cell in a unit it is in.
    pub(crate) fn position(&self, unit: usize, cell: usize) -> usize {
        let order = self.size.order();
        match unit / self.side() {
            0 => self.size.column(cell),
            1 => self.size.row(cell),
            _ => self.size.row(cell) % order * order + self.size.column(cell) % order,
        }
    }

    pub(crate) fn is_in(&self, unit: usize, cell: usize) -> bool {
        self.units_of(cell).contains(&unit)
    }

    /// The positions of a unit that are cells of another one.
    pub(crate) fn shared(&self, unit: usize, other: usize) -> u32 {
        let is_shared = |&(_, cell): &(usize, usize)| self.is_in(other, cell);
        self.cells(unit).enumerate().filter(is_shared).fold(0, |mask, (at, _)| mask | 1 << at)
    }

    /// The cells that share a unit with a cell, ascending.
    pub(crate) fn peers(&self, cell: usize) -> impl Iterator<Item = usize> {
        self.geometry.peers[cell].iter().map(|&peer| peer.into())
    }

    /// Whether two cells are different and share a unit.
    pub(crate) fn sees(&self, cell: usize, other: usize) -> bool {
        cell != other
            && UnitKind::ALL.iter().any(|&k| self.unit_of(k, cell) == self.unit_of(k, other))
    }

    /// The cells that may hold a digit and see every one of these cells.
    pub(crate) fn that_see_all(&self, cells: &[usize], digit: usize) -> Vec<usize> {
        let (first, rest) = cells.split_first().unwrap_or((&0, &[]));
        let sees_all = |&cell: &usize| rest.iter().all(|&other| self.sees(cell, other));
        self.peers(*first).filter(|&cell| self.allows(cell, digit)).filter(sees_all).collect()
    }

    /// Applies a step.
    pub(crate) fn apply(&mut self, step: &RatingStep) {
        let side = self.side();
        for &(place, digit) in &step.removed {
            self.remove(place.row as usize * side + place.column as usize, digit.into());
        }
        if let Some((place, digit)) = step.placed {
            self.place(place.row as usize * side + place.column as usize, digit.into());
        }
    }

    fn place(&mut self, cell: usize, digit: usize) {
        for other in bits(self.candidates[cell]) {
            self.remove(cell, other + 1);
        }
        let geometry = self.geometry;
        for &peer in &geometry.peers[cell] {
            self.remove(peer.into(), digit);
        }
        for unit in self.units_of(cell) {
            self.blanks[unit] -= 1;
            self.places[unit * self.size.side() + digit - 1] = 0;
        }
    }

    fn remove(&mut self, cell: usize, digit: usize) {
        if self.allows(cell, digit) {
            self.candidates[cell] &= !bit(digit);
            for unit in self.units_of(cell) {
                let position = self.position(unit, cell);
                self.places[unit * self.size.side() + digit - 1] &= !(1 << position);
            }
        }
    }
}

/// The mask of a digit.
pub(crate) fn bit(digit: usize) -> u32 {
    1 << (digit - 1)
}

/// The numbers of the bits of a mask, lowest first.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// The digits of a mask, lowest first.
pub(crate) fn digits_of(mask: u32) -> impl Iterator<Item = usize> {
    bits(mask).map(|bit| bit + 1)
}
