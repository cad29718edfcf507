//! Memory: 256K words in pages that may be absent; the first sixteen words are the accumulators.
//!
//! Tags above the 36 bits of a word mark what the plain engine must not do with it, so one test
//! suffices: such words are decoded, watched, absent, or read-only. An accumulator used as memory
//! needs no special treatment.

use std::cell::{Cell, RefCell};

use machine::{Access, Cause};

use crate::Word36;
use crate::word::{MASK, WIDTH};

/// Words of the address space.
pub(crate) const WORDS: usize = 1 << 18;
/// Words per page.
pub const PAGE_WORDS: u32 = 1 << 10;
/// Maximum number of pages.
pub(crate) const PAGES: u32 = 256;
/// Words that are accumulators: always present and never tagged.
pub(crate) const ACCUMULATORS: u32 = 16;

/// The word is on an absent page.
const ABSENT: u64 = 1 << 63;
/// The word is on a read-only page.
const READ_ONLY: u64 = 1 << 62;
/// The word is part of a decoded block.
const CODE: u64 = 1 << 61;
/// An observer watches stores to the word.
pub(crate) const WATCHED: u64 = 1 << 60;

/// The word's page is mapped in several places: a store goes to all of them.
const SHARED: u64 = 1 << 59;

/// Access of a program to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    /// The page does not exist.
    Absent,
    /// Reads and fetches.
    ReadOnly,
    /// Everything.
    Writable,
}

/// The words of a program's address space.
#[derive(Debug)]
pub(crate) struct Memory {
    words: Box<[Cell<u64>; WORDS]>,
    /// Decoded words written since the last query.
    rewritten: RefCell<Vec<u32>>,
    /// Watched words written since the last query.
    stored: RefCell<Vec<u32>>,
    /// For each page the next place where the same page is mapped, as a ring.
    places: Box<[Cell<u8>]>,
    /// Watched words: the first, and the one after the last.
    watched: Cell<(u32, u32)>,
}

impl Memory {
    /// Memory without pages; the accumulators are zero.
    pub(crate) fn new() -> Self {
        let accumulators = ACCUMULATORS as usize;
        Self::of((0..WORDS).map(|at| if at < accumulators { 0 } else { ABSENT }))
    }

    /// Memory from words with their tags; an array of them is too large for the stack.
    fn of(words: impl Iterator<Item = u64>) -> Self {
        let words: Box<[Cell<u64>]> = words.map(Cell::new).collect();
        let Ok(words) = words.try_into() else { unreachable!("as many words as addresses") };
        let places = (0..=u8::MAX).map(Cell::new).collect();
        let (rewritten, stored) = (RefCell::default(), RefCell::default());
        Memory { words, rewritten, stored, places, watched: Cell::default() }
    }

    /// Resets memory: all pages absent, nothing decoded or watched, accumulators zero.
    pub(crate) fn renew(&self) {
        self.watch(0, 0);
        for address in self.take_rewritten() {
            self.mark_code(address, false);
        }
        self.take_stored();
        (0..ACCUMULATORS as u8).for_each(|ac| self.set_ac(ac, Word36::default()));
        for page in (0..PAGES).filter(|&page| self.page(page) != Page::Absent) {
            let first = page * PAGE_WORDS;
            for address in first.max(ACCUMULATORS)..first + PAGE_WORDS {
                self.cell(address).set(ABSENT);
            }
        }
        (0..=u8::MAX).zip(&self.places).for_each(|(page, place)| place.set(page));
    }

    #[inline(always)]
    fn cell(&self, address: u32) -> &Cell<u64> {
        &self.words[address as usize % WORDS]
    }

    /// All words with their tags, for native code.
    pub(crate) fn lend(&self) -> &[Cell<u64>; WORDS] {
        &self.words
    }

    /// Returns a word if the plain engine may read it.
    #[inline(always)]
    pub(crate) fn get(&self, address: u32) -> Option<Word36> {
        let word = self.cell(address).get();
        (word & ABSENT == 0).then(|| Word36::new(word))
    }

    /// Writes a word if the plain engine may: it has no tags.
    #[inline(always)]
    #[must_use]
    pub(crate) fn set(&self, address: u32, word: Word36) -> bool {
        let cell = self.cell(address);
        let plain = cell.get() >> WIDTH == 0;
        if plain {
            cell.set(word.bits());
        }
        plain
    }

    /// Whether [`set`](Self::set) would write a word.
    #[inline(always)]
    pub(crate) fn may_set(&self, address: u32) -> bool {
        self.cell(address).get() >> WIDTH == 0
    }

    /// An accumulator.
    #[inline(always)]
    pub(crate) fn ac(&self, number: u8) -> Word36 {
        // Accumulators have no tags.
        Word36::known(self.words[(number & 15) as usize].get())
    }

    /// Sets an accumulator.
    #[inline(always)]
    pub(crate) fn set_ac(&self, number: u8, word: Word36) {
        self.words[(number & 15) as usize].set(word.bits());
    }

    /// Reads a word for the program.
    ///
    /// # Errors
    /// If its page is absent.
    pub(crate) fn read(&self, address: u32, access: Access) -> Result<Word36, Cause> {
        self.get(address).ok_or(Cause::Unmapped { access, address: address.into() })
    }

    /// Checks that the program may write a word.
    ///
    /// # Errors
    /// If its page is absent or read-only.
    pub(crate) fn check_write(&self, address: u32) -> Result<(), Cause> {
        let (tags, at) = (self.cell(address).get(), u64::from(address));
        if tags & ABSENT != 0 {
            return Err(Cause::Unmapped { access: Access::Store, address: at });
        }
        if tags & READ_ONLY != 0 { Err(Cause::ReadOnly { address: at }) } else { Ok(()) }
    }

    /// Writes a word for the program, or for the system on its behalf.
    ///
    /// Records decoded and watched words, see [`take_rewritten`](Self::take_rewritten) and
    /// [`take_stored`](Self::take_stored).
    ///
    /// # Errors
    /// If its page is absent or read-only.
    pub(crate) fn write(&self, address: u32, word: Word36) -> Result<(), Cause> {
        self.check_write(address)?;
        self.replace(address, word);
        Ok(())
    }

    /// Writes a word of a present page as the system does: as [`write`](Self::write), ignoring access
    /// rights.
    pub(crate) fn replace(&self, address: u32, word: Word36) {
        self.note(address);
        self.force(address, word);
    }

    /// Records a changed word if it is watched.
    fn note(&self, address: u32) {
        if self.cell(address).get() & WATCHED != 0 {
            self.stored.borrow_mut().push(address);
        }
    }

    /// Writes a word of a present page in all its places, ignoring access rights and without a
    /// record of watched words.
    pub(crate) fn force(&self, address: u32, word: Word36) {
        if self.cell(address).get() & SHARED != 0 {
            let others = self.places(address / PAGE_WORDS).skip(1);
            let same = others.map(|page| page * PAGE_WORDS + address % PAGE_WORDS);
            same.filter(|&at| at >= ACCUMULATORS).for_each(|at| self.put(at, word));
        }
        self.put(address, word);
    }

    fn put(&self, address: u32, word: Word36) {
        let cell = self.cell(address);
        let tags = cell.get() & !MASK;
        if tags & CODE != 0 {
            self.rewritten.borrow_mut().push(address);
        }
        cell.set(tags | word.bits());
    }

    /// Records whether a word is part of a decoded block.
    pub(crate) fn mark_code(&self, address: u32, is_code: bool) {
        if address >= ACCUMULATORS {
            let cell = self.cell(address);
            cell.set(if is_code { cell.get() | CODE } else { cell.get() & !CODE });
        }
    }

    /// Decoded words written since the last call; the caller discards their blocks.
    pub(crate) fn take_rewritten(&self) -> Vec<u32> {
        std::mem::take(&mut self.rewritten.borrow_mut())
    }

    /// All decoded words, which are no longer marked.
    pub(crate) fn release_code(&self) -> Vec<u32> {
        let is_code = |&at: &u32| self.cell(at).get() & CODE != 0;
        let all: Vec<u32> = (ACCUMULATORS..WORDS as u32).filter(is_code).collect();
        all.iter().for_each(|&address| self.mark_code(address, false));
        all
    }

    /// Records words as rewritten: decoded blocks are of other words.
    pub(crate) fn note_rewritten(&self, addresses: Vec<u32>) {
        self.rewritten.borrow_mut().extend(addresses);
    }

    /// Watched words written since the last call, in order.
    pub(crate) fn take_stored(&self) -> Vec<u32> {
        std::mem::take(&mut self.stored.borrow_mut())
    }

    /// Selects the stores to record: those in `start..end`, except accumulators.
    pub(crate) fn watch(&self, start: u32, end: u32) {
        let (old_start, old_end) = self.watched.replace((start, end));
        let cells = |start: u32, end: u32| (start.max(ACCUMULATORS)..end).map(|at| self.cell(at));
        cells(old_start, old_end).for_each(|cell| cell.set(cell.get() & !WATCHED));
        cells(start, end).for_each(|cell| cell.set(cell.get() | WATCHED));
    }

    /// Access of the program to a page.
    pub(crate) fn page(&self, page: u32) -> Page {
        // Word 0 of page 0 is an accumulator, so use the last word.
        let tags = self.cell(page * PAGE_WORDS + PAGE_WORDS - 1).get();
        match tags {
            _ if tags & ABSENT != 0 => Page::Absent,
            _ if tags & READ_ONLY != 0 => Page::ReadOnly,
            _ => Page::Writable,
        }
    }

    /// Whether each page exists.
    pub(crate) fn present(&self) -> Vec<bool> {
        (0..PAGES).map(|page| self.page(page) != Page::Absent).collect()
    }

    /// Places where a page is mapped, this one first.
    pub(crate) fn places(&self, page: u32) -> impl Iterator<Item = u32> {
        let first = page as u8;
        let next = move |&place: &u8| {
            Some(self.places[usize::from(place)].get()).filter(|&next| next != first)
        };
        std::iter::successors(Some(first), next).map(u32::from)
    }

    /// Maps a page in another place, replacing any page there; both places then share it, except
    /// accumulators.
    pub(crate) fn share(&self, page: u32, place: u32, access: Page) {
        self.set_page(place, Page::Absent);
        self.set_page(place, access);
        let (here, there) = (&self.places[page as usize], &self.places[place as usize]);
        there.set(here.replace(place as u8));
        for offset in 0..PAGE_WORDS {
            let [from, to] = [page, place].map(|page| page * PAGE_WORDS + offset);
            if from.min(to) >= ACCUMULATORS {
                self.note(to);
                self.put(to, Word36::new(self.cell(from).get()));
                for cell in [from, to].map(|at| self.cell(at)) {
                    cell.set(cell.get() | SHARED);
                }
            }
        }
    }

    /// Removes one place of a page; with one place left, nothing is shared.
    fn leave(&self, place: u32) {
        let last = self.places(place).last().unwrap_or(place);
        let next = self.places[place as usize].replace(place as u8);
        self.places[last as usize].set(next);
        if last == u32::from(next) {
            let first = last * PAGE_WORDS;
            for cell in &self.words[first as usize..(first + PAGE_WORDS) as usize] {
                cell.set(cell.get() & !SHARED);
            }
        }
    }

    /// Changes the access to a page; words of a page that was absent become zero.
    ///
    /// Decoded words of a removed page are recorded as rewritten.
    pub(crate) fn set_page(&self, page: u32, access: Page) {
        let first = page * PAGE_WORDS;
        if access == Page::Absent {
            self.leave(page);
        }
        for address in first.max(ACCUMULATORS)..first + PAGE_WORDS {
            let cell = self.cell(address);
            let old = cell.get();
            if access == Page::Absent && old & CODE != 0 {
                self.rewritten.borrow_mut().push(address);
            }
            if access == Page::Absent && old & ABSENT == 0 && old & MASK != 0 {
                self.note(address);
            }
            let word = if old & ABSENT != 0 { 0 } else { old & MASK };
            let kept =
                old & if access == Page::Absent { CODE | WATCHED } else { CODE | WATCHED | SHARED };
            cell.set(match access {
                Page::Absent => kept | ABSENT,
                Page::ReadOnly => kept | READ_ONLY | word,
                Page::Writable => kept | word,
            });
        }
    }
}

impl Clone for Memory {
    fn clone(&self) -> Self {
        Memory {
            rewritten: self.rewritten.clone(),
            stored: self.stored.clone(),
            places: self.places.clone(),
            watched: self.watched.clone(),
            ..Self::of(self.words.iter().map(Cell::get))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_come_zeroed_and_keep_their_words_when_their_rights_change() {
        let memory = Memory::new();
        assert_eq!(memory.page(0), Page::Absent);
        memory.set_ac(5, Word36::new(7));
        assert_eq!((memory.get(5), memory.get(0o20)), (Some(Word36::new(7)), None));
        memory.set_page(0, Page::Writable);
        assert!(memory.set(0o20, Word36::new(9)));
        memory.set_page(0, Page::ReadOnly);
        assert!(!memory.set(0o20, Word36::new(1)));
        assert_eq!(memory.write(0o20, Word36::new(1)), Err(Cause::ReadOnly { address: 0o20 }));
        assert_eq!(memory.get(0o20), Some(Word36::new(9)));
        memory.set_page(0, Page::Absent);
        memory.set_page(0, Page::Writable);
        assert_eq!((memory.get(0o20), memory.ac(5)), (Some(Word36::default()), Word36::new(7)));
    }

    #[test]
    fn a_page_in_several_places_is_one_page() {
        let memory = Memory::new();
        memory.set_page(3, Page::Writable);
        memory.force(0o6005, Word36::new(1));
        memory.share(3, 7, Page::ReadOnly);
        memory.share(7, 0, Page::Writable);
        assert_eq!(memory.places(0).collect::<Vec<_>>(), [0, 3, 7]);
        assert_eq!(memory.get(0o16005), Some(Word36::new(1)));
        // The accumulators are not part of page 0.
        memory.set_ac(5, Word36::new(9));
        assert!(!memory.set(0o6030, Word36::new(2)));
        memory.mark_code(0o30, true);
        memory.write(0o6030, Word36::new(2)).unwrap();
        assert_eq!([0o30, 0o16030].map(|at| memory.get(at)), [Some(Word36::new(2)); 2]);
        assert_eq!(memory.take_rewritten(), [0o30]);
        memory.write(0o6005, Word36::new(3)).unwrap();
        assert_eq!((memory.get(0o16005), memory.ac(5)), (Some(Word36::new(3)), Word36::new(9)));
        assert!(memory.write(0o16005, Word36::new(4)).is_err());
        // Removing a page leaves the others unchanged.
        memory.set_page(7, Page::Absent);
        memory.set_page(0, Page::Absent);
        assert_eq!(memory.places(3).collect::<Vec<_>>(), [3]);
        assert!(memory.set(0o6030, Word36::new(5)));
        memory.set_page(7, Page::Writable);
        assert_eq!(memory.get(0o16030), Some(Word36::default()));
    }

    #[test]
    fn decoded_and_watched_words_are_noted_when_written() {
        let memory = Memory::new();
        memory.set_page(0, Page::Writable);
        memory.mark_code(0o100, true);
        memory.watch(0o200, 0o201);
        assert!(!memory.set(0o100, Word36::new(1)) && !memory.set(0o200, Word36::new(1)));
        memory.write(0o100, Word36::new(1)).unwrap();
        memory.write(0o200, Word36::new(2)).unwrap();
        assert_eq!((memory.take_rewritten(), memory.take_stored()), (vec![0o100], vec![0o200]));
        memory.mark_code(0o100, false);
        assert!(memory.set(0o100, Word36::new(3)));
        // The system's own writes and removed pages count; new pages and the debugger's writes do not.
        memory.replace(0o200, Word36::new(3));
        memory.force(0o200, Word36::new(4));
        assert_eq!(memory.take_stored(), [0o200]);
        memory.set_page(0, Page::Absent);
        assert_eq!(memory.take_stored(), [0o200]);
        memory.set_page(0, Page::Writable);
        assert!(memory.take_stored().is_empty());
        memory.set_page(1, Page::Writable);
        memory.share(1, 0, Page::Writable);
        assert!(memory.take_stored().contains(&0o200));
    }
}
