//! Slots of symbols in MIDAS's table, which determine the order in its files.
//!
//! Source: MIDAS 458, `ES` and `DEFCH1`.

use std::collections::HashSet;

use super::super::name::Name;
use crate::Word36;

/// A hash table of symbol numbers.
#[derive(Debug)]
pub(super) struct Slots {
    places: Vec<Option<usize>>,
    /// Slots that were in use and were freed.
    left: HashSet<usize>,
}

impl Slots {
    /// A table of free slots.
    pub(super) fn new(count: usize) -> Self {
        Slots { places: vec![None; count], left: HashSet::new() }
    }

    pub(super) fn count(&self) -> usize {
        self.places.len()
    }

    /// Start of the search for a name: its halves exclusive-ored, in both halves, without a sign,
    /// modulo the size.
    fn start(&self, name: Name) -> usize {
        let name = Word36::new(name.bits());
        let half = name.left() ^ name.right();
        let mixed = Word36::halves(half, half).signed().unsigned_abs();
        (mixed % self.places.len() as u64) as usize
    }

    /// Every slot once, from the start of the search for a name.
    fn search(&self, name: Name) -> impl Iterator<Item = usize> + use<> {
        let (start, count) = (self.start(name), self.places.len());
        (0..count).map(move |step| (start + step) % count)
    }

    /// Puts a symbol in the first free slot, possibly a reused one; false if there is none.
    pub(super) fn put(&mut self, name: Name, number: usize) -> bool {
        let free = self.search(name).find(|&place| self.places[place].is_none());
        free.is_some_and(|place| self.places[place].replace(number).is_none())
    }

    /// Slot of a symbol.
    pub(super) fn of(&self, name: Name, number: usize) -> Option<usize> {
        self.search(name).find(|&place| self.places[place] == Some(number))
    }

    /// Slot that a new symbol would get, unless that is its first slot and was never in use.
    pub(super) fn after_others(&self, name: Name) -> Option<usize> {
        let start = self.start(name);
        let free = self.search(name).find(|&place| self.places[place].is_none())?;
        (free != start || self.left.contains(&start)).then_some(free)
    }

    /// Frees the slot of a symbol.
    pub(super) fn free(&mut self, name: Name, number: usize) {
        if let Some(place) = self.of(name, number) {
            self.places[place] = None;
            self.left.insert(place);
        }
    }

    /// Symbols in the order of their slots.
    pub(super) fn in_order(&self) -> Vec<usize> {
        self.places.iter().flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_was_left_is_taken_by_the_next_that_passes_it() {
        let mut places = Slots::new(1);
        places.places.resize(4, None);
        let names = ["A", "B", "C", "D", "E"].map(Name::new);
        for (number, &name) in names[..4].iter().enumerate() {
            assert!(places.put(name, number));
        }
        assert!(!places.put(names[4], 4));
        let before = places.in_order();
        places.free(names[1], 1);
        assert!(places.put(names[4], 4));
        let after: Vec<usize> = before.iter().map(|&n| if n == 1 { 4 } else { n }).collect();
        assert_eq!(places.in_order(), after);
    }
}
