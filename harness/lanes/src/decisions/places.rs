//! Where the events of a lane come from in its program.

use std::sync::Arc;

use machine::{DeferredEvent, Image, Store};
use reference::Size;
use reference::models::Event;

use super::Observation;
use crate::lane::{GridPlace, Lane};

/// Units of a grid whose cells are looked up; more than any of ours has.
const MOST_FOUND_UNITS: u64 = 1 << 14;

/// Where the events of a lane come from in its program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// Addresses of the node labels.
    pub nodes: Vec<u64>,
    /// Address of the first cell.
    pub base: u64,
    row_stride: u64,
    cell: u64,
    pub(super) size: Size,
    /// What is known of nodes, then of each of the first units, so that nothing is divided for each store.
    units: Arc<[Unit]>,
    pub(super) overwrites: bool,
    /// Where cells are strings of candidates: the bits of a unit of memory.
    pub(super) strings: Option<u32>,
}

/// What is known of a unit of memory near the first cell's, or of all nodes; small, for it is looked at
/// once for each event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Unit {
    /// Number of units that one event reports; 0 for a node.
    units: u32,
    /// The event's word if the reported value is zero; where there is never an event, the cell above 16 bits
    /// that say which of its units it is.
    word: u32,
}

impl Unit {
    /// For units, that there is never an event; for a word, that it is of no cell.
    const NONE: u32 = u32::MAX;
    const NODE: Unit = Unit { units: 0, word: Event::Node.word() as u32 };

    /// Whether a cell has this number of units, as 1 or 0.
    fn of(place: Option<(u16, u64)>, units: u64) -> Unit {
        match (place, u32::try_from(units)) {
            (Some((cell, 0)), Ok(units)) => {
                Unit { units, word: Event::Undo { cell }.word() as u32 }
            }
            (Some((cell, part)), _) => {
                Unit { units: Unit::NONE, word: u32::from(cell) << 16 | part as u32 }
            }
            (None, _) => Unit { units: Unit::NONE, word: Unit::NONE },
        }
    }

    /// The cell that it belongs to, and which of its units it is.
    #[inline(always)]
    fn place(self) -> Option<(u16, u64)> {
        if self.units == Unit::NONE {
            let place = ((self.word >> 16) as u16, u64::from(self.word & 0xffff));
            return (self.word != Unit::NONE).then_some(place);
        }
        match Event::of_word(self.word.into()) {
            Event::Undo { cell } => Some((cell, 0)),
            _ => None,
        }
    }
}

impl Places {
    /// The places of a lane in its assembled program.
    ///
    /// # Errors
    /// When the program has not the labels the lane names.
    pub fn of(lane: &Lane, image: &Image) -> Result<Self, String> {
        let grid = lane.grid.as_ref().ok_or("nobody knows the decisions of the algorithm `any`")?;
        let unit_bits = lane.target.spec().unit_bits;
        let places = Places::at(&lane.nodes, grid, lane.size, image, unit_bits);
        let places = places
            .map_err(|label| format!("the program has no label `{label}`, which the lane names"))?;
        Ok(Places { overwrites: lane.overwrites, ..places })
    }

    /// The places of any program: labels of nodes, and where its grid is, which was
    /// [checked](GridPlace::check), in units of memory with this number of bits.
    ///
    /// # Errors
    /// The label that the program does not have.
    pub fn at(
        nodes: &[String],
        grid: &GridPlace,
        size: Size,
        image: &Image,
        unit_bits: u32,
    ) -> Result<Self, String> {
        let address = |label: &String| image.symbol(label).ok_or_else(|| label.clone());
        let places = Places {
            nodes: nodes.iter().map(address).collect::<Result<_, _>>()?,
            base: address(&grid.symbol)?,
            row_stride: grid.row_stride,
            cell: grid.cell,
            size,
            units: Arc::default(),
            overwrites: false,
            strings: grid.strings.then_some(unit_bits),
        };
        Ok(Places { units: places.units(), ..places })
    }

    fn units(&self) -> Arc<[Unit]> {
        let count = (self.end() - self.base).min(MOST_FOUND_UNITS);
        let units = (0..count).map(|at| Unit::of(self.find(at), self.cell));
        [Unit::NODE].into_iter().chain(units).collect()
    }

    /// Address after the last cell.
    #[must_use]
    pub fn end(&self) -> u64 {
        let side = self.size.side() as u64;
        self.base + (side - 1) * self.row_stride + side * self.cell
    }

    /// The cell that a store is to, and which of its units; `None` when it is to none.
    #[inline(always)]
    pub(super) fn cell(&self, store: Store) -> Option<Result<(u16, u64), Observation>> {
        let at = store.address.checked_sub(self.base);
        if let Some(unit) = at.and_then(|at| self.units.get(at as usize + 1)) {
            return unit.place().map(Ok);
        }
        let end = store.address + u64::from(store.size);
        if end <= self.base || store.address >= self.end() {
            return None;
        }
        let Some(at) = at else { return Some(Err(Observation::Strange(store))) };
        self.find(at).map(Ok)
    }

    /// The cell that a unit belongs to, counted from the first cell's, and which of its units it is.
    fn find(&self, at: u64) -> Option<(u16, u64)> {
        let (row, within) = (at / self.row_stride, at % self.row_stride);
        let (column, part) = (within / self.cell, within % self.cell);
        let side = self.size.side() as u64;
        (column < side).then_some(((row * side + column) as u16, part))
    }

    /// Arrivals, and stores of digits that are all of a cell near the first, as [words](Event::word) of
    /// events; up to whatever else there may be.
    #[inline(always)]
    pub(super) fn words(&self, all: &[DeferredEvent]) -> impl Iterator<Item = u64> {
        let (before, side) = ((self.base as u32).wrapping_sub(1), self.size.side() as u64);
        let units = &*self.units;
        // The next of these is hard to predict, so there are no branches for it.
        (0..all.len()).map_while(move |number| {
            let message = &all[number];
            let at = message.address.wrapping_sub(before) as usize;
            let unit = *units.get(if message.units == 0 { 0 } else { at })?;
            let is_event = unit.units == message.units && message.value <= side;
            is_event.then(|| Event::word_with(unit.word.into(), message.value))
        })
    }

    /// What a store of a digit means; `None` when it is not one to a cell.
    #[inline(always)]
    pub(super) fn seen(&self, store: Store) -> Option<Observation> {
        let (cell, part) = match self.cell(store)? {
            Ok(place) => place,
            Err(strange) => return Some(strange),
        };
        let side = self.size.side() as u64;
        let digit = u8::try_from(store.value).ok().filter(|&digit| u64::from(digit) <= side);
        Some(match digit {
            _ if part != 0 || u64::from(store.size) != self.cell => Observation::Strange(store),
            None => Observation::Strange(store),
            Some(0) => Observation::Event(Event::Undo { cell }),
            Some(digit) => Observation::Event(Event::Place { cell, digit }),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::decisions) fn places() -> Places {
        Places {
            nodes: vec![0x400000],
            base: 0x1000,
            units: Arc::default(),
            row_stride: 32,
            cell: 4,
            size: Size::Four,
            overwrites: false,
            strings: None,
        }
    }

    /// The same, with what is known of the first units.
    pub(in crate::decisions) fn known(places: Places) -> Places {
        Places { units: places.units(), ..places }
    }

    pub(in crate::decisions) fn store(address: u64, size: u8, value: u64) -> Store {
        Store { address, size, value }
    }

    #[test]
    fn stores_to_the_grid_are_events() {
        let seen = |address, size, value| places().seen(store(address, size, value));
        assert_eq!(
            seen(0x1024, 4, 3),
            Some(Observation::Event(Event::Place { cell: 5, digit: 3 }))
        );
        assert_eq!(seen(0x106c, 4, 0), Some(Observation::Event(Event::Undo { cell: 15 })));
        assert_eq!(seen(0x1010, 4, 1), None, "padding after a row");
        assert_eq!(seen(0x1070, 4, 1), None, "after the grid");
        assert_eq!(seen(0xffc, 4, 1), None, "before the grid");
        assert!(matches!(seen(0x1024, 1, 3), Some(Observation::Strange(_))));
        assert!(matches!(seen(0x1025, 4, 3), Some(Observation::Strange(_))));
        assert!(matches!(seen(0xffe, 4, 3), Some(Observation::Strange(_))));
        assert!(matches!(seen(0x1024, 4, 5), Some(Observation::Strange(_))));
    }

    #[test]
    fn a_unit_knows_its_place() {
        for place in [None, Some((0, 0)), Some((0, 3)), Some((1295, 0)), Some((1295, 8191))] {
            assert_eq!(Unit::of(place, 8192).place(), place);
        }
        assert_eq!(Unit::NODE.place(), None);
    }
}
