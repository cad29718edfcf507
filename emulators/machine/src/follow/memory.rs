//! Doubts about memory in pages, most of which are uniformly sound or doubtful.

use std::cell::Cell;
use std::collections::HashMap;
use std::ops::Range;

use super::StoredDoubt;

/// Size of a page in units.
const PAGE_UNITS: u64 = 256;

/// Number of cached page lookups.
const RECENT: usize = 16;

/// Number of pages that stay allocated from one run to the next.
const MOST_KEPT: usize = 64;

/// A page number that does not occur.
const NO_PAGE: u64 = u64::MAX;

/// Index of a page that does not exist.
const NOWHERE: usize = usize::MAX;

#[derive(Debug, Clone)]
struct Page {
    number: u64,
    /// Doubt about every unit, unless they differ.
    whole: StoredDoubt,
    is_split: bool,
    units: Vec<StoredDoubt>,
}

impl Page {
    fn unit(&self, address: u64) -> StoredDoubt {
        if self.is_split { self.units[(address % PAGE_UNITS) as usize] } else { self.whole }
    }

    fn set_whole(&mut self, kept: StoredDoubt) {
        (self.whole, self.is_split) = (kept, false);
    }

    /// Whether units from an address on, up to the end of the page, are sound.
    #[inline]
    fn is_sound(&self, address: u64, units: u64) -> bool {
        if !self.is_split {
            return self.whole == StoredDoubt::NONE;
        }
        let first = (address % PAGE_UNITS) as usize;
        let end = (first + units as usize).min(PAGE_UNITS as usize);
        self.units[first..end].iter().all(|unit| unit.doubt.is_none())
    }

    /// Sets the doubt about units of this page.
    fn set_units(&mut self, range: Range<u64>, kept: StoredDoubt) {
        let first = (range.start % PAGE_UNITS) as usize;
        let end = first + (range.end - range.start) as usize;
        if self.is_split {
            self.units[first..end].fill(kept);
        } else if self.whole != kept {
            self.units.clear();
            self.units.resize(first, self.whole);
            self.units.resize(end, kept);
            self.units.resize(PAGE_UNITS as usize, self.whole);
            self.is_split = true;
        }
    }
}

/// Doubts about all units of memory.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    pages: Vec<Page>,
    /// Doubts of pages not allocated yet, by page number; the last matching entry counts.
    absent: Vec<(Range<u64>, StoredDoubt)>,
    places: HashMap<u64, usize>,
    recent: [Cell<(u64, usize)>; RECENT],
}

impl Default for Pages {
    fn default() -> Self {
        Pages {
            pages: Vec::new(),
            absent: Vec::new(),
            places: HashMap::new(),
            recent: std::array::from_fn(|_| Cell::new((NO_PAGE, NOWHERE))),
        }
    }
}

impl Pages {
    /// Makes everything sound, and keeps the pages allocated if they are few.
    pub(super) fn clear(&mut self) {
        if self.pages.len() > MOST_KEPT {
            *self = Pages::default();
        }
        self.absent.clear();
        self.pages.iter_mut().for_each(|page| page.set_whole(StoredDoubt::NONE));
    }

    /// Index of the page with a number.
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

    /// Doubt about each unit of a page not allocated yet.
    #[inline]
    fn absent(&self, number: u64) -> StoredDoubt {
        let found = self.absent.iter().rev().find(|(numbers, _)| numbers.contains(&number));
        found.map_or(StoredDoubt::NONE, |(_, kept)| *kept)
    }

    fn make(&mut self, number: u64) -> &mut Page {
        let mut place = self.place(number);
        if place == NOWHERE {
            place = self.pages.len();
            let (whole, units) = (self.absent(number), Vec::new());
            self.pages.push(Page { number, whole, is_split: false, units });
            self.places.insert(number, place);
            self.recent[number as usize % RECENT].set((number, place));
        }
        &mut self.pages[place]
    }

    /// Quick check that all of these units are sound; false if they may be doubtful.
    #[inline]
    pub(super) fn is_sound(&self, address: u64, units: u64) -> bool {
        let first = address / PAGE_UNITS;
        let last = address.wrapping_add(units.saturating_sub(1)) / PAGE_UNITS;
        let is_sound = |number, address, units| match self.pages.get(self.place(number)) {
            None => self.absent.is_empty() || self.absent(number) == StoredDoubt::NONE,
            Some(page) => page.is_sound(address, units),
        };
        if first == last {
            return is_sound(first, address, units);
        }
        let after = address.wrapping_add(units) % PAGE_UNITS;
        is_sound(first, address, units) && is_sound(last, last * PAGE_UNITS, after)
    }

    pub(super) fn unit(&self, address: u64) -> StoredDoubt {
        let number = address / PAGE_UNITS;
        let page = self.pages.get(self.place(number));
        page.map_or_else(|| self.absent(number), |page| page.unit(address))
    }

    pub(super) fn set_unit(&mut self, address: u64, kept: StoredDoubt) {
        self.set_in_page(address..address + 1, kept);
    }

    /// Sets the same doubt for a range within a page.
    fn set_in_page(&mut self, range: Range<u64>, kept: StoredDoubt) {
        let number = range.start / PAGE_UNITS;
        let is_same = |pages: &Self| pages.place(number) == NOWHERE && pages.absent(number) == kept;
        if !range.is_empty() && !is_same(self) {
            self.make(number).set_units(range, kept);
        }
    }

    /// Makes a few units sound, which may be in two pages.
    #[inline]
    pub(super) fn make_sound(&mut self, address: u64, units: u64) {
        let end = address.saturating_add(units);
        let middle = (end / PAGE_UNITS * PAGE_UNITS).max(address);
        self.set_in_page(address..middle, StoredDoubt::NONE);
        self.set_in_page(middle..end, StoredDoubt::NONE);
    }

    /// Sets the same doubt for a range of any size.
    pub(super) fn set_units(&mut self, range: Range<u64>, kept: StoredDoubt) {
        let whole = range.start.div_ceil(PAGE_UNITS)..range.end / PAGE_UNITS;
        // The end of the first page, and the start of the last.
        let first_end = (whole.start * PAGE_UNITS).min(range.end);
        let last_start = (whole.end * PAGE_UNITS).max(first_end);
        self.set_in_page(range.start..first_end, kept);
        self.set_in_page(last_start..range.end, kept);
        if whole.is_empty() {
            return;
        }
        for page in self.pages.iter_mut().filter(|page| whole.contains(&page.number)) {
            page.set_whole(kept);
        }
        let is_covered = |old: &Range<u64>| whole.start <= old.start && old.end <= whole.end;
        self.absent.retain(|(old, _)| !is_covered(old));
        if kept != StoredDoubt::NONE || !self.absent.is_empty() {
            self.absent.push((whole, kept));
        }
    }

    /// Addresses of all doubtful units.
    pub(super) fn doubtful(&self) -> Vec<u64> {
        let absent = self.absent.iter().flat_map(|(numbers, _)| numbers.clone());
        let absent = absent.filter(|&number| self.place(number) == NOWHERE);
        let numbers = self.pages.iter().map(|page| page.number).chain(absent);
        let all = numbers.flat_map(|number| number * PAGE_UNITS..(number + 1) * PAGE_UNITS);
        all.filter(|&address| !self.unit(address).doubt.is_none()).collect()
    }
}
