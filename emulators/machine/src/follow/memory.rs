//! Doubts about memory, in pages: most of them are sound, or doubtful as a whole.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use super::Kept;

/// Units of memory whose doubts lie together.
const PAGE_UNITS: u64 = 256;

/// Pages that are found at once when they are looked for again.
const RECENT: usize = 16;

/// A page that nobody can look for: addresses are not that high.
const NO_PAGE: u64 = u64::MAX;

/// Where a page lies that is not there.
const NOWHERE: usize = usize::MAX;

#[derive(Debug, Clone)]
struct Page {
    number: u64,
    /// The doubt about each of its units, unless they differ.
    whole: Kept,
    is_split: bool,
    units: Vec<Kept>,
}

impl Page {
    fn unit(&self, address: u64) -> Kept {
        if self.is_split { self.units[(address % PAGE_UNITS) as usize] } else { self.whole }
    }

    fn set_whole(&mut self, kept: Kept) {
        (self.whole, self.is_split) = (kept, false);
    }

    fn set_unit(&mut self, address: u64, kept: Kept) {
        if !self.is_split {
            if self.whole == kept {
                return;
            }
            self.units.clear();
            self.units.resize(PAGE_UNITS as usize, self.whole);
            self.is_split = true;
        }
        self.units[(address % PAGE_UNITS) as usize] = kept;
    }
}

/// The doubts about all units of memory.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    pages: Vec<Page>,
    places: HashMap<u64, usize>,
    recent: [Cell<(u64, usize)>; RECENT],
}

impl Default for Pages {
    fn default() -> Self {
        Pages {
            pages: Vec::new(),
            places: HashMap::new(),
            recent: std::array::from_fn(|_| Cell::new((NO_PAGE, NOWHERE))),
        }
    }
}

impl Pages {
    /// Makes everything sound, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.pages.iter_mut().for_each(|page| page.set_whole(Kept::NONE));
    }

    /// Where the page of this number lies.
    #[inline]
    fn place(&self, number: u64) -> usize {
        let recent = &self.recent[number as usize % RECENT];
        let (of, place) = recent.get();
        if of == number {
            return place;
        }
        let place = self.places.get(&number).copied().unwrap_or(NOWHERE);
        recent.set((number, place));
        place
    }

    fn make(&mut self, number: u64) -> &mut Page {
        let mut place = self.place(number);
        if place == NOWHERE {
            place = self.pages.len();
            let units = Vec::new();
            self.pages.push(Page { number, whole: Kept::NONE, is_split: false, units });
            self.places.insert(number, place);
            self.recent[number as usize % RECENT].set((number, place));
        }
        &mut self.pages[place]
    }

    /// Whether no unit of those can be doubtful, found quickly; if not, some may yet be sound.
    #[inline]
    pub(super) fn is_sound(&self, address: u64, units: u64) -> bool {
        let first = address / PAGE_UNITS;
        let last = address.wrapping_add(units.saturating_sub(1)) / PAGE_UNITS;
        let is_sound = |number| match self.pages.get(self.place(number)) {
            None => true,
            Some(page) => !page.is_split && page.whole == Kept::NONE,
        };
        is_sound(first) && (first == last || is_sound(last))
    }

    pub(super) fn unit(&self, address: u64) -> Kept {
        let place = self.place(address / PAGE_UNITS);
        self.pages.get(place).map_or(Kept::NONE, |page| page.unit(address))
    }

    pub(super) fn set_unit(&mut self, address: u64, kept: Kept) {
        let number = address / PAGE_UNITS;
        if kept == Kept::NONE && self.place(number) == NOWHERE {
            return;
        }
        self.make(number).set_unit(address, kept);
    }

    /// Gives units in a row the same doubt.
    pub(super) fn set_units(&mut self, range: Range<u64>, kept: Kept) {
        let mut address = range.start;
        while address < range.end {
            let is_whole = address.is_multiple_of(PAGE_UNITS) && range.end - address >= PAGE_UNITS;
            if is_whole {
                let number = address / PAGE_UNITS;
                if kept != Kept::NONE || self.place(number) != NOWHERE {
                    self.make(number).set_whole(kept);
                }
                address += PAGE_UNITS;
            } else {
                self.set_unit(address, kept);
                address += 1;
            }
        }
    }

    /// The addresses of all units that are doubtful.
    pub(super) fn doubtful(&self) -> Vec<u64> {
        let units = |page: &Page| page.number * PAGE_UNITS..(page.number + 1) * PAGE_UNITS;
        let all = self.pages.iter().flat_map(units);
        all.filter(|&address| !self.unit(address).doubt.is_none()).collect()
    }
}
