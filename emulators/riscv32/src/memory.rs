//! Memory: areas of the address space, and the words allocated so far.
//!
//! All words are in one arena. The upper half of an address selects a window into it, so a load by
//! the plain engine is one look-up and two bounds checks. The slow path handles everything that a
//! window does not show: untouched memory, devices, decoded instructions, watched or misaligned
//! addresses. An area may be an alias of another area's words; the addresses of that area are then
//! its home addresses.

use std::cell::Cell;
use std::fmt;

use machine::native::{Run, Runs, Versioned};
use machine::{Access, Cause, Image};

use crate::options::Options;

mod areas;
pub(crate) mod layout;
pub(crate) mod maps;
mod plain;
mod views;
mod words;

pub(crate) use areas::{Area, Rights};
pub(crate) use maps::BARE;
pub(crate) use words::LIMIT_BYTES;

use areas::Areas;
use plain::PlainMemory;
use views::{Hole, PackedView, View};
use words::Words;

/// Bits of an address below its window number.
const WINDOW_BITS: u32 = 16;
const WINDOW_BYTES: u32 = 1 << WINDOW_BITS;
const WINDOWS: usize = 1 << (32 - WINDOW_BITS);

/// Distance below the stack up to which an address counts as the stack's.
const STACK_REACH_BYTES: u32 = 1 << 20;

/// Maximum number of windows that the stores of one instruction touch.
const WINDOWS_PER_INSTRUCTION: usize = 4;

/// Ranges of decoded instructions, and their words.
#[derive(PartialEq)]
pub(crate) struct CodeSnapshot(Vec<(Hole, Vec<u32>)>);

/// Whole memory of the machine.
#[derive(Clone)]
pub(crate) struct Memory {
    plain: Versioned<PlainMemory>,
    areas: Areas,
    /// Ranges of home addresses that an observer or the system watches.
    watched: Hole,
    listened: Hole,
    /// Whether a write failed because the program uses all the memory that it may have.
    exhausted: bool,
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("areas", &self.areas).finish_non_exhaustive()
    }
}

impl Memory {
    pub(crate) fn new(areas: Vec<Area>) -> Self {
        let views = vec![PackedView::default(); WINDOWS].into_boxed_slice();
        Memory {
            plain: Versioned::new(PlainMemory {
                views: views.try_into().expect("a view for each window"),
                words: Words::new(),
            }),
            areas: Areas::new(areas),
            watched: (0, 0),
            listened: (0, 0),
            exhausted: false,
        }
    }

    /// Resets the memory for a program with this map.
    pub(crate) fn renew(&mut self, areas: Vec<Area>) {
        let windows = self.plain.words.windows();
        self.plain.words.clear();
        for window in windows {
            self.refresh_views(window);
        }
        self.areas = Areas::new(areas);
        (self.watched, self.listened, self.exhausted) = ((0, 0), (0, 0), false);
    }

    /// Bits of the decoded instructions.
    pub(crate) fn code(&self) -> CodeSnapshot {
        let words = |words: &[Cell<u32>]| words.iter().map(Cell::get).collect();
        CodeSnapshot(self.plain.words.code().map(|(hull, held)| (hull, words(held))).collect())
    }

    /// Marks these decoded instructions again; false if memory has other bits now.
    pub(crate) fn hold_again(&mut self, code: &CodeSnapshot) -> bool {
        for &((start, end), _) in &code.0 {
            if self.plain.words.at(start).is_none() || self.plain.words.at(end - 1).is_none() {
                return false;
            }
            self.hold_code(start, end);
        }
        self.code() == *code
    }

    /// Area that contains an address.
    pub(crate) fn area(&self, address: u32) -> Option<&Area> {
        self.areas.find(address)
    }

    /// Sets the end (last byte) of the area that begins at `start`, or creates a data area there.
    ///
    /// No other area may be in between.
    pub(crate) fn set_end(&mut self, start: u32, end: u32) {
        let old = self.area(start).filter(|area| area.start == start).map_or(start, |old| old.end);
        self.areas.set_end(start, end);
        let changed = old.min(end) as usize >> WINDOW_BITS..=old.max(end) as usize >> WINDOW_BITS;
        for window in
            self.plain.words.windows().into_iter().filter(|window| changed.contains(window))
        {
            self.refresh(window);
        }
    }

    /// Word at an aligned address, if the plain engine may load it.
    ///
    /// A misaligned address rotates into a number beyond every window.
    #[inline(always)]
    pub(crate) fn word(&self, address: u32) -> Option<&Cell<u32>> {
        let view = View::of(&self.plain.views[(address >> WINDOW_BITS) as usize]);
        let word = address.rotate_right(2);
        if word.wrapping_sub(view.from) < u32::from(view.words) {
            self.plain.words.arena.get(word.wrapping_add(view.bias) as usize)
        } else {
            None
        }
    }

    /// Word at an aligned address, if a plain store may change it.
    #[inline(always)]
    pub(crate) fn writable_word(&self, address: u32) -> Option<&Cell<u32>> {
        let view = View::of(&self.plain.views[(address >> WINDOW_BITS) as usize]);
        let word = address.rotate_right(2);
        let is_plain = word.wrapping_sub(view.writable_from) < u32::from(view.writable_words)
            || word.wrapping_sub(view.more_from) < u32::from(view.more_words);
        if is_plain {
            self.plain.words.arena.get(word.wrapping_add(view.bias) as usize)
        } else {
            None
        }
    }

    /// The words that plain loads and stores may access.
    pub(crate) fn runs(&self) -> &Versioned<dyn Runs + '_> {
        &self.plain
    }

    /// First watched byte, number of watched bytes, and the words around them, if only the watching
    /// prevents plain stores.
    pub(crate) fn watched_run(&self) -> Option<(u32, u32, Run<'_>)> {
        let (start, end) = self.watched;
        let area = self.area(start).filter(|area| area.rights.store && !area.rights.device)?;
        let window = (start >> WINDOW_BITS) as usize;
        let region = self.plain.words.region(window)?;
        let alone = |hole: Hole| end <= hole.0 || hole.1 <= start;
        let fits =
            start < end && end - 1 <= area.end && ((end - 1) >> WINDOW_BITS) as usize == window;
        if !fits || area.is_alias() || !alone(region.code) || !alone(self.listened) {
            return None;
        }
        let run = self.plain.run(start, false)?;
        Some((start, end - start, run))
    }

    /// Home address of the byte at an address.
    fn home(&self, address: u32) -> Option<u32> {
        let area = self.area(address).filter(|area| !area.rights.device)?;
        Some(area.home_of(address))
    }

    /// Word that contains the byte at an address, if it was touched.
    pub(crate) fn held(&self, address: u32) -> Option<&Cell<u32>> {
        self.plain.words.at(self.home(address)?)
    }

    /// Byte at an address, without allocating memory; untouched memory is zero.
    pub(crate) fn peek(&self, address: u32) -> Option<u8> {
        let word = self.plain.words.at(self.home(address)?).map_or(0, Cell::get);
        Some((word >> (address % 4 * 8)) as u8)
    }

    /// Instruction bits at an address: two bytes, and two more if the first two require them.
    ///
    /// # Errors
    /// Address of the half that cannot be fetched.
    pub(crate) fn fetch(&self, address: u32) -> Result<u32, u32> {
        let area = self.area(address).filter(|area| area.rights.fetch).ok_or(address)?;
        let word = self.plain.words.at(area.home_of(address)).map_or(0, Cell::get);
        let low = word >> (address % 4 * 8) & 0xffff;
        if low & 3 != 3 {
            return Ok(low);
        }
        if address.is_multiple_of(4) && area.end - address >= 3 {
            return Ok(word);
        }
        Ok(low | self.fetch_half(address.wrapping_add(2))? << 16)
    }

    /// Whether [`fetch`](Self::fetch) still returns these bits, which it has returned before.
    pub(crate) fn still_has(&self, address: u32, bits: u32) -> bool {
        if address.is_multiple_of(4)
            && bits & 3 == 3
            && let Some(word) = self.word(address)
        {
            return word.get() == bits;
        }
        let half = |at: u32| Some(self.word(at & !3)?.get() >> (at % 4 * 8) & 0xffff);
        let found = half(address).and_then(|low| match low & 3 {
            3 => Some(low | half(address.wrapping_add(2))? << 16),
            _ => Some(low),
        });
        found.map_or_else(|| self.fetch(address) == Ok(bits), |found| found == bits)
    }

    fn fetch_half(&self, address: u32) -> Result<u32, u32> {
        match self.area(address) {
            Some(area) if area.rights.fetch => {
                let word = self.plain.words.at(area.home_of(address)).map_or(0, Cell::get);
                Ok(word >> (address % 4 * 8) & 0xffff)
            }
            _ => Err(address),
        }
    }

    /// Checks an access of up to 8 units at an address.
    ///
    /// # Errors
    /// Cause of the fault.
    pub(crate) fn check(&self, address: u32, units: u8, access: Access) -> Result<&Area, Cause> {
        let area = self.one(address, access)?;
        if area.end - address >= u32::from(units) - 1 {
            return Ok(area);
        }
        for unit in 1..u32::from(units) {
            self.one(address.wrapping_add(unit), access)?;
        }
        Ok(area)
    }

    fn one(&self, address: u32, access: Access) -> Result<&Area, Cause> {
        let at = u64::from(address);
        match self.area(address) {
            Some(area) if area.rights.has(access) => Ok(area),
            Some(_) if access == Access::Store => Err(Cause::ReadOnly { address: at }),
            _ if access != Access::Fetch && self.is_below_stack(address) => {
                Err(Cause::StackOverflow { address: at })
            }
            _ => Err(Cause::Unmapped { access, address: at }),
        }
    }

    /// Checks that there is memory for the stores of an instruction at an address.
    ///
    /// # Errors
    /// If the program uses all the memory that it may have.
    pub(crate) fn check_room(&self, address: u32) -> Result<(), Cause> {
        if self.held(address).is_some() || self.plain.words.has_room(WINDOWS_PER_INSTRUCTION) {
            Ok(())
        } else {
            Err(no_room())
        }
    }

    /// Fault of the last write, if it failed for lack of memory.
    pub(crate) fn exhausted(&self) -> Option<Cause> {
        self.exhausted.then(no_room)
    }

    /// Whether no other area begins between an address and a last one.
    pub(crate) fn is_free(&self, start: u32, last: u64) -> bool {
        self.areas.is_free(start, last)
    }

    /// Whether an address is close enough below the stack to be meant as part of it.
    fn is_below_stack(&self, address: u32) -> bool {
        let stack = self.area(maps::STACK_END).filter(|area| area.end == maps::STACK_END);
        stack.is_some_and(|stack| (stack.start - STACK_REACH_BYTES..stack.start).contains(&address))
    }

    /// Reads 1 to 4 units at any address, without access checks.
    ///
    /// # Errors
    /// If there is no memory.
    pub(crate) fn read(&self, address: u32, units: u8) -> Result<u32, Cause> {
        if let Some(home) = self.home_of_part(address, units) {
            let word = self.plain.words.at(home).map_or(0, Cell::get);
            return Ok((word & part_mask(address, units)) >> (address % 4 * 8));
        }
        let mut value = 0;
        for unit in 0..u32::from(units) {
            let at = address.wrapping_add(unit);
            let unmapped = Cause::Unmapped { access: Access::Load, address: at.into() };
            value |= u32::from(self.peek(at).ok_or(unmapped)?) << (unit * 8);
        }
        Ok(value)
    }

    /// Home address of 1 to 4 units that are within one word and one area of memory.
    fn home_of_part(&self, address: u32, units: u8) -> Option<u32> {
        let area = self.area(address).filter(|area| !area.rights.device)?;
        let is_part = address % 4 + u32::from(units) <= 4;
        (is_part && area.end - address >= u32::from(units) - 1).then(|| area.home_of(address))
    }

    /// Writes the low 1 to 4 units of a value at any address, without access checks.
    ///
    /// Returns whether that changes memory.
    ///
    /// # Errors
    /// If there is no memory, or no more can be allocated.
    pub(crate) fn write(&mut self, address: u32, units: u8, value: u32) -> Result<bool, Cause> {
        if let Some(home) = self.home_of_part(address, units) {
            return self.write_part(address, home, units, value);
        }
        let mut changes = false;
        for unit in 0..u32::from(units) {
            changes |= self.write_byte(address.wrapping_add(unit), (value >> (unit * 8)) as u8)?;
        }
        Ok(changes)
    }

    fn write_byte(&mut self, address: u32, byte: u8) -> Result<bool, Cause> {
        let unmapped = Cause::Unmapped { access: Access::Store, address: address.into() };
        let home = self.home(address).ok_or(unmapped)?;
        self.write_part(address, home, 1, byte.into())
    }

    /// Writes units that are within one word.
    fn write_part(
        &mut self,
        address: u32,
        home: u32,
        units: u8,
        value: u32,
    ) -> Result<bool, Cause> {
        let unmapped = Cause::Unmapped { access: Access::Store, address: address.into() };
        if !self.make(home) {
            self.exhausted = true;
            return Err(no_room());
        }
        let word = self.plain.words.at(home).ok_or(unmapped)?;
        let (old, mask) = (word.get(), part_mask(address, units));
        let new = old & !mask | value << (address % 4 * 8) & mask;
        word.set(new);
        Ok(new != old)
    }

    /// Stores bytes like a loader.
    ///
    /// # Errors
    /// If some have no memory, or no more can be allocated.
    pub(crate) fn place(&mut self, address: u32, bytes: &[u8]) -> Result<(), Cause> {
        let (mut address, mut rest) = (address, bytes);
        while let Some(&first) = rest.first() {
            self.write_byte(address, first)?;
            // The rest of the window is allocated now, as far as the area extends.
            let window = WINDOW_BYTES - address % WINDOW_BYTES;
            let area = self.area(address).map_or(address, |area| area.end) - address;
            let count = (window.min(area.saturating_add(1)) as usize).min(rest.len());
            let (part, after) = rest.split_at(count);
            let home = self.home(address).unwrap_or(address);
            self.plain.words.place(home, part);
            (address, rest) = (address.wrapping_add(count as u32), after);
        }
        Ok(())
    }

    /// Clears bytes that the program releases.
    pub(crate) fn clear(&mut self, start: u32, end: u32) {
        for (from, to) in self.touched_parts(start, end) {
            let Some(home) = self.home(from) else { continue };
            let window = (home >> WINDOW_BITS) as usize;
            let Some(region) = self.plain.words.region(window) else { continue };
            if to - from == WINDOW_BYTES && region.code == (0, 0) {
                self.plain.words.release(window);
                self.refresh_views(window);
                continue;
            }
            for at in from..to {
                if self.held(at).is_some() {
                    // The memory exists, as checked above.
                    let _ = self.write_byte(at, 0);
                }
            }
        }
    }

    /// All addresses that alias this one, including itself.
    pub(crate) fn aliases(&self, address: u32) -> Vec<u32> {
        let Some(home) = self.home(address) else { return Vec::new() };
        let own = self.areas.find(home).filter(|area| !area.is_alias() && !area.rights.device);
        let shown = self.areas.aliases(home, home);
        own.into_iter().chain(shown).map(|area| home - area.home + area.start).collect()
    }

    /// Sends stores to `start..end` to the slow path, which reports them to the observer.
    pub(crate) fn watch(&mut self, start: u32, end: u32) {
        self.watched = self.homes(start, end);
        self.refresh_all();
    }

    /// Sends stores to `start..end` to the slow path, which reports them to the system.
    pub(crate) fn watch_for_system(&mut self, start: u32, end: u32) {
        self.listened = self.homes(start, end);
        self.refresh_all();
    }

    fn homes(&self, start: u32, end: u32) -> Hole {
        let home = self.home(start).unwrap_or(start);
        (home, home.saturating_add(end.saturating_sub(start)))
    }

    fn refresh_all(&mut self) {
        for window in self.plain.words.windows() {
            self.refresh_views(window);
        }
    }

    /// Whether a store at this address must be reported to the observer.
    pub(crate) fn is_watched(&self, address: u32, units: u8) -> bool {
        let home = self.home(address).unwrap_or(address);
        home < self.watched.1 && home.saturating_add(units.into()) > self.watched.0
    }

    /// Whether a store at this address must be reported to the system.
    pub(crate) fn is_watched_by_system(&self, address: u32) -> bool {
        let home = self.home(address).unwrap_or(address);
        (self.listened.0..self.listened.1).contains(&home)
    }

    /// Sends stores to these bytes to the slow path, because they hold decoded instructions.
    pub(crate) fn hold_code(&mut self, start: u32, end: u32) {
        for (from, to) in windows_of(start, end) {
            let Some(home) = self.home(from) else { continue };
            let (first, end) = (home, home.saturating_add(to - from));
            let window = (home >> WINDOW_BITS) as usize;
            let Some(region) = self.plain.words.region(window) else { continue };
            let code = region.code;
            if code.0 <= first && end <= code.1 {
                continue;
            }
            let code =
                if code.0 == code.1 { (first, end) } else { (code.0.min(first), code.1.max(end)) };
            self.plain.words.set_code(window, code);
            self.refresh_views(window);
        }
    }

    /// Parts of `start..end` that may hold decoded instructions.
    pub(crate) fn code_within(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        self.parts_within(start, end, |window| {
            self.plain.words.region(window).map(|region| region.code)
        })
    }

    /// Parts of `start..end` whose stores must be reported.
    pub(crate) fn watched_within(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        self.parts_within(start, end, |_| Some(self.watched))
    }

    /// Parts of a range whose home addresses are in the hole of their window.
    fn parts_within(
        &self,
        start: u32,
        end: u32,
        hole: impl Fn(usize) -> Option<Hole>,
    ) -> Vec<(u32, u32)> {
        let part = |(from, to): (u32, u32)| {
            let home = self.home(from)?;
            let hole = hole((home >> WINDOW_BITS) as usize)?;
            let first = home.max(hole.0);
            let end = home.saturating_add(to - from).min(hole.1);
            (first < end).then(|| (from + (first - home), from + (end - home)))
        };
        self.touched_parts(start, end).into_iter().filter_map(part).collect()
    }

    /// Parts of a range by window, at least those that have words.
    fn touched_parts(&self, start: u32, end: u32) -> Vec<(u32, u32)> {
        if ((end.saturating_sub(start) >> WINDOW_BITS) as usize) <= self.plain.words.count() {
            return windows_of(start, end).collect();
        }
        let touched = self.plain.words.bases();
        let shown = touched.into_iter().flat_map(|base| self.aliases(base));
        let parts = shown.map(|address| {
            let first = address >> WINDOW_BITS << WINDOW_BITS;
            (first.max(start), first.saturating_add(WINDOW_BYTES).min(end))
        });
        parts.filter(|&(from, to)| from < to).collect()
    }

    /// Allocates words where the map has memory, up to the limit.
    pub(crate) fn touch(&mut self, address: u32) {
        if let Some(home) = self.home(address) {
            self.make(home);
        }
    }

    fn make(&mut self, home: u32) -> bool {
        if self.plain.words.at(home).is_some() {
            return true;
        }
        let made = self.plain.words.make(home, &self.areas);
        self.refresh_views((home >> WINDOW_BITS) as usize);
        made
    }

    /// Updates all windows that show words of this one.
    fn refresh_views(&mut self, window: usize) {
        let start = (window as u32) << WINDOW_BITS;
        let last = start | (WINDOW_BYTES - 1);
        let shown = self.areas.aliases(start, last).map(|area| {
            let home = area.home.max(start);
            ((home - area.home + area.start) >> WINDOW_BITS) as usize
        });
        for view in shown.collect::<Vec<usize>>() {
            self.refresh(view);
        }
        self.refresh(window);
    }

    fn refresh(&mut self, window: usize) {
        let holes = [self.watched, self.listened];
        self.plain.views[window] =
            views::of(window, &self.areas, &self.plain.words, holes).packed();
    }
}

/// Bits of a word that hold units at an address.
fn part_mask(address: u32, units: u8) -> u32 {
    (u32::MAX >> (32 - 8 * u32::from(units))) << (address % 4 * 8)
}

/// Cause of a fault for lack of memory.
fn no_room() -> Cause {
    Cause::OutOfMemory { asked: WINDOW_BYTES.into() }
}

/// Parts of `start..end` by window.
fn windows_of(start: u32, end: u32) -> impl Iterator<Item = (u32, u32)> {
    let windows = start >> WINDOW_BITS..=end.saturating_sub(1) >> WINDOW_BITS;
    windows.filter(move |_| start < end).map(move |window| {
        let first = window << WINDOW_BITS;
        let end = first.checked_add(WINDOW_BYTES).map_or(end, |last| last.min(end));
        (first.max(start), end)
    })
}

/// Memory map of the system for these options and this program.
pub(crate) fn map(options: &Options, image: &Image) -> Vec<Area> {
    maps::of(options, image)
}

#[cfg(test)]
mod tests;
