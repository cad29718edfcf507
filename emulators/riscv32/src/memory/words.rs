//! The allocated words, all in one arena.
//!
//! A window is allocated when its first byte is touched, as far as there are areas in it. Their
//! total size is limited.

use std::cell::Cell;

use super::areas::Areas;
use super::views::Hole;
use super::{WINDOW_BITS, WINDOW_BYTES, WINDOWS};

/// Allocation unit of windows.
const PAGE_BYTES: u32 = 4 << 10;
const PAGES_PER_WINDOW: usize = (WINDOW_BYTES / PAGE_BYTES) as usize;

/// Maximum memory that a program may touch, counted in allocated windows.
pub(crate) const LIMIT_BYTES: usize = 160 << 20;

/// Words of the arena that stay allocated when memory is reset.
const MOST_KEPT_WORDS: usize = 1 << 18;

/// Words of a window of home addresses.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Region {
    /// Home address of the first word, its index in the arena, and the number of words.
    pub(super) base: u32,
    pub(super) first: u32,
    pub(super) words: u32,
    /// Hull of the instructions decoded here: first home address, and the one after the last.
    pub(super) code: (u32, u32),
}

impl Region {
    fn has(&self, home: u32) -> bool {
        home.wrapping_sub(self.base) / 4 < self.words
    }
}

/// The arena, and each window's part of it.
#[derive(Clone)]
pub(super) struct Words {
    pub(super) arena: Vec<Cell<u32>>,
    /// Number of each window's region plus one; 0 if it has none.
    numbers: Box<[u32]>,
    regions: Vec<Region>,
    /// Unused parts of the arena, by their number of pages.
    free: [Vec<u32>; PAGES_PER_WINDOW + 1],
}

impl Words {
    pub(super) fn new() -> Self {
        Words {
            arena: Vec::new(),
            numbers: vec![0; WINDOWS].into_boxed_slice(),
            regions: Vec::new(),
            free: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Releases all words, as if none had been touched.
    pub(super) fn clear(&mut self) {
        for region in self.regions.drain(..) {
            self.numbers[(region.base >> WINDOW_BITS) as usize] = 0;
        }
        self.arena.clear();
        self.arena.shrink_to(MOST_KEPT_WORDS);
        self.free.iter_mut().for_each(Vec::clear);
    }

    /// Each range of decoded instructions with its words and the following word, on which the last
    /// instruction's cost depends.
    pub(super) fn code(&self) -> impl Iterator<Item = (Hole, &[Cell<u32>])> {
        let held = self.regions.iter().filter(|region| region.code.0 < region.code.1);
        held.map(|region| {
            let (start, end) = region.code;
            let word = |home: u32| (home - region.base) / 4;
            let words = word(start)..(word(end + 3) + 1).min(region.words);
            let [from, to] = [words.start, words.end].map(|word| (region.first + word) as usize);
            (region.code, &self.arena[from..to])
        })
    }

    /// Region of a window, if it has one.
    pub(super) fn region(&self, window: usize) -> Option<&Region> {
        self.regions.get((self.numbers[window] as usize).checked_sub(1)?)
    }

    /// Mutable region of a window, if it has one.
    fn region_mut(&mut self, window: usize) -> Option<&mut Region> {
        self.regions.get_mut((self.numbers[window] as usize).checked_sub(1)?)
    }

    /// Sets the hull of the instructions decoded in a window, if it has a region.
    pub(super) fn set_code(&mut self, window: usize, code: Hole) {
        if let Some(region) = self.region_mut(window) {
            region.code = code;
        }
    }

    /// Windows that have regions.
    pub(super) fn windows(&self) -> Vec<usize> {
        self.regions.iter().map(|region| (region.base >> WINDOW_BITS) as usize).collect()
    }

    /// Number of windows that have regions.
    pub(super) fn count(&self) -> usize {
        self.regions.len()
    }

    /// First home address of each region.
    pub(super) fn bases(&self) -> Vec<u32> {
        self.regions.iter().map(|region| region.base).collect()
    }

    /// Stores bytes from a home address on, where words were touched; whole words at once.
    pub(super) fn place(&self, home: u32, bytes: &[u8]) {
        let to_word = (home.wrapping_neg() % 4) as usize;
        let (first, rest) = bytes.split_at(to_word.min(bytes.len()));
        let (whole, last) = rest.as_chunks::<4>();
        let store = |offset: usize, bytes: &[u8]| {
            for (index, &byte) in bytes.iter().enumerate() {
                let home = home.wrapping_add((offset + index) as u32);
                if let Some(word) = self.at(home) {
                    let shift = home % 4 * 8;
                    word.set(word.get() & !(0xff << shift) | u32::from(byte) << shift);
                }
            }
        };
        store(0, first);
        for (index, bytes) in whole.iter().enumerate() {
            let offset = first.len() + 4 * index;
            if let Some(word) = self.at(home.wrapping_add(offset as u32)) {
                word.set(u32::from_le_bytes(*bytes));
            }
        }
        store(bytes.len() - last.len(), last);
    }

    /// Word at a home address, if it was touched.
    pub(super) fn at(&self, home: u32) -> Option<&Cell<u32>> {
        let region = self.region((home >> WINDOW_BITS) as usize)?;
        let index = region.first + (home.wrapping_sub(region.base)) / 4;
        if region.has(home) { self.arena.get(index as usize) } else { None }
    }

    /// Whether `windows` more windows can certainly be allocated.
    pub(super) fn has_room(&self, windows: usize) -> bool {
        let left = LIMIT_BYTES.saturating_sub(self.arena.len() * 4) / WINDOW_BYTES as usize;
        left + self.free[PAGES_PER_WINDOW].len() >= windows
    }

    /// Allocates the window of a home address, as far as there are areas in it; false if the limit
    /// is reached.
    pub(super) fn make(&mut self, home: u32, areas: &Areas) -> bool {
        if self.at(home).is_some() {
            return true;
        }
        let window = (home >> WINDOW_BITS) as usize;
        let old = self.region(window).copied().unwrap_or_default();
        let (low, last) = extent(home, areas);
        let words = (last - low) / 4 + 1;
        let Some(first) = self.take(words) else { return false };
        let shift = old.base.wrapping_sub(low) / 4;
        for word in 0..old.words {
            let value = self.arena[(old.first + word) as usize].get();
            self.arena[(first + shift + word) as usize].set(value);
        }
        self.give_back(&old);
        let new = Region { base: low, first, words, ..old };
        match self.region_mut(window) {
            Some(region) => *region = new,
            None => {
                self.regions.push(new);
                self.numbers[window] = self.regions.len() as u32;
            }
        }
        true
    }

    /// Releases the words of a window, as if they had never been touched.
    pub(super) fn release(&mut self, window: usize) {
        let Some(number) = (self.numbers[window] as usize).checked_sub(1) else { return };
        let region = self.regions.swap_remove(number);
        self.give_back(&region);
        if let Some(moved) = self.regions.get(number) {
            self.numbers[(moved.base >> WINDOW_BITS) as usize] = number as u32 + 1;
        }
        self.numbers[window] = 0;
    }

    fn give_back(&mut self, region: &Region) {
        if region.words > 0 {
            self.free[pages(region.words)].push(region.first);
        }
    }

    /// Allocates `words` zero words of the arena, in whole pages.
    fn take(&mut self, words: u32) -> Option<u32> {
        let pages = pages(words);
        if let Some(first) = self.free[pages].pop() {
            let len = pages * PAGE_BYTES as usize / 4;
            self.arena[first as usize..first as usize + len].fill(Cell::new(0));
            return Some(first);
        }
        let first = self.arena.len();
        let len = first + pages * PAGE_BYTES as usize / 4;
        if len * 4 > LIMIT_BYTES {
            return None;
        }
        if len > self.arena.capacity() {
            // Grow by a quarter, so that little memory is reserved without need.
            self.arena.reserve_exact((len - first).max(first / 4));
        }
        self.arena.resize(len, Cell::new(0));
        Some(first as u32)
    }
}

fn pages(words: u32) -> usize {
    (words * 4).div_ceil(PAGE_BYTES) as usize
}

/// Hull of the areas in the window of a home address: first and last home address.
fn extent(home: u32, areas: &Areas) -> (u32, u32) {
    let start = home >> WINDOW_BITS << WINDOW_BITS;
    let end = start | (WINDOW_BYTES - 1);
    let own = areas.within(start, end).iter().filter(|area| !area.is_alias());
    let own = own.filter(|area| !area.rights.device).map(|area| (area.start, area.end));
    let shown = areas.aliases(start, end).map(|area| (area.home, area.last_home()));
    let hull = own.chain(shown).fold((home, home), |hull, (low, high)| {
        (hull.0.min(low.max(start)), hull.1.max(high.min(end)))
    });
    (hull.0 & !3, hull.1 | 3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::areas::{Area, Rights};

    #[test]
    fn an_area_that_grows_step_by_step_takes_no_more_than_it_needs() {
        let mut words = Words::new();
        for pages in 1..=256 {
            let areas = Areas::new(vec![Area::new(Rights::DATA, 0, pages * PAGE_BYTES - 1)]);
            let last = pages * PAGE_BYTES - 4;
            assert!(words.make(last, &areas));
            words.at(last).expect("memory").set(pages);
        }
        let kept = |page: &u32| words.at(page * PAGE_BYTES - 4).map(Cell::get) == Some(*page);
        assert!((1..=256).all(|page| kept(&page)));
        // 1 MiB, and one used part of every size below a window's.
        let most = (1 << 20) + (1..16).sum::<usize>() * 4096;
        assert!(words.arena.len() * 4 <= most, "{}", words.arena.len());
    }

    #[test]
    fn what_is_given_back_is_zero_when_it_comes_again() {
        let mut words = Words::new();
        let areas = Areas::new(vec![Area::new(Rights::DATA, 0, 0x4_ffff)]);
        for window in 0..4u32 {
            assert!(words.make(window << WINDOW_BITS, &areas));
            words.at(window << WINDOW_BITS).expect("memory").set(window + 1);
        }
        words.release(1);
        let held = |words: &Words| [0, 1, 2, 3].map(|w| words.at(w << WINDOW_BITS).map(Cell::get));
        assert_eq!(held(&words), [Some(1), None, Some(3), Some(4)]);
        assert!(words.make(4 << WINDOW_BITS, &areas));
        assert_eq!(words.at(4 << WINDOW_BITS).map(Cell::get), Some(0));
        assert_eq!(words.arena.len() * 4, 4 << WINDOW_BITS);
    }

    #[test]
    fn the_limit_holds_whatever_is_touched() {
        let mut words = Words::new();
        let areas = Areas::new(vec![Area::new(Rights::DATA, 0, u32::MAX)]);
        let made = (0..WINDOWS as u32).take_while(|w| words.make(w << WINDOW_BITS, &areas));
        assert_eq!(made.count(), LIMIT_BYTES / WINDOW_BYTES as usize);
        assert!(!words.has_room(1) && words.make(4, &areas));
        assert!(words.arena.capacity() * 4 <= LIMIT_BYTES * 5 / 4);
    }
}
