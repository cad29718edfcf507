//! Memory: areas that say what lies where, and the words that are there right now.
//!
//! All words are in one arena. The upper eight bits of an address choose a window into it, so a
//! load of the plain engine is one look-up and two bounds checks. What a window does not show
//! (memory not touched yet, devices, decoded instructions, watched or misaligned addresses) is the
//! business of the slow path. An area may be a second view of another's words: it then has that
//! one's addresses as its home.

use std::cell::Cell;

use machine::{Access, Cause, Image};

mod maps;

pub(crate) use maps::BARE;

/// What a program may do in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rights {
    pub(crate) load: bool,
    pub(crate) store: bool,
    pub(crate) fetch: bool,
    /// The addresses are registers of devices, and no memory at all.
    pub(crate) device: bool,
}

impl Rights {
    const NONE: Rights = Rights { load: false, store: false, fetch: false, device: false };
    /// Data: loads and stores.
    pub(crate) const DATA: Rights = Rights { load: true, store: true, ..Rights::NONE };
    /// Instructions and constants: loads and fetches.
    pub(crate) const TEXT: Rights = Rights { load: true, fetch: true, ..Rights::NONE };
    /// Constants: loads.
    pub(crate) const READ_ONLY: Rights = Rights { load: true, ..Rights::NONE };
    /// Instructions a program may not even read.
    pub(crate) const HIDDEN: Rights = Rights { fetch: true, ..Rights::NONE };
    /// Everything.
    pub(crate) const RAM: Rights = Rights { fetch: true, ..Rights::DATA };
    /// Registers of devices.
    pub(crate) const DEVICE: Rights = Rights { device: true, ..Rights::DATA };

    fn has(self, access: Access) -> bool {
        match access {
            Access::Load => self.load,
            Access::Store => self.store,
            Access::Fetch => self.fetch,
        }
    }
}

/// A run of addresses with the same rights; `end` is the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) rights: Rights,
    /// Where its first byte is kept: `start`, or an address that shows the same memory.
    pub(crate) home: u32,
}

impl Area {
    /// An area with words of its own.
    pub(crate) const fn new(rights: Rights, start: u32, end: u32) -> Area {
        Area { start, end, rights, home: start }
    }

    /// A second view of the words at `home`.
    ///
    /// Area and home each lie within 16 MiB that begin at a multiple of 16 MiB.
    pub(crate) const fn alias(rights: Rights, start: u32, end: u32, home: u32) -> Area {
        Area { start, end, rights, home }
    }

    fn holds(&self, address: u32) -> bool {
        (self.start..=self.end).contains(&address)
    }

    fn home_of(&self, address: u32) -> u32 {
        address - self.start + self.home
    }

    fn last_home(&self) -> u32 {
        self.home_of(self.end)
    }
}

/// Bits of an address below the number of its window.
const WINDOW_BITS: u32 = 24;
const WINDOWS: usize = 1 << (32 - WINDOW_BITS);

/// How far below the stack an address still looks like the stack's.
const STACK_REACH_BYTES: u32 = 1 << 20;

/// Bytes that come into being when the first of them is touched.
const PAGE_BYTES: u32 = 4 << 10;

/// The words of one window that the plain engine may load from, and in there those it may change.
///
/// Word numbers are addresses divided by 4.
#[derive(Debug, Clone, Copy, Default)]
struct Window {
    /// Number of the first word, and how many there are from there on.
    from: u32,
    words: u32,
    /// The same of those that may be changed.
    writable_from: u32,
    writable_words: u32,
    /// From a word's number to its index in the arena, modulo 2^32.
    bias: u32,
}

/// What the plain engine looks up, each at once: the fields of [`Window`], of every window.
#[derive(Debug, Clone)]
struct Windows {
    from: [u32; WINDOWS],
    words: [u32; WINDOWS],
    writable_from: [u32; WINDOWS],
    writable_words: [u32; WINDOWS],
    bias: [u32; WINDOWS],
}

impl Windows {
    const NONE: Windows = Windows {
        from: [0; WINDOWS],
        words: [0; WINDOWS],
        writable_from: [0; WINDOWS],
        writable_words: [0; WINDOWS],
        bias: [0; WINDOWS],
    };

    fn set(&mut self, index: usize, window: Window) {
        self.from[index] = window.from;
        self.words[index] = window.words;
        self.writable_from[index] = window.writable_from;
        self.writable_words[index] = window.writable_words;
        self.bias[index] = window.bias;
    }
}

/// The words of one window's worth of homes, from the lowest that was touched to the highest.
#[derive(Debug, Clone, Copy, Default)]
struct Region {
    base: u32,
    first: u32,
    words: u32,
    /// Hull of the instructions that were decoded here: first byte, and the one behind the last.
    code: (u32, u32),
}

/// All memory of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    windows: Windows,
    arena: Vec<Cell<u32>>,
    regions: Box<[Region; WINDOWS]>,
    areas: Vec<Area>,
    /// What an observer watches, and what the system listens to: first home, and the one behind the last.
    watched: (u32, u32),
    listened: (u32, u32),
}

impl Memory {
    pub(crate) fn new(areas: Vec<Area>) -> Self {
        Memory {
            windows: Windows::NONE,
            arena: Vec::new(),
            regions: Box::new([Region::default(); WINDOWS]),
            areas,
            watched: (0, 0),
            listened: (0, 0),
        }
    }

    /// The area an address lies in.
    pub(crate) fn area(&self, address: u32) -> Option<&Area> {
        self.areas.iter().find(|area| area.holds(address))
    }

    /// Makes the area that begins at `start` end at `end` (its last byte); a new one of data where
    /// none begins there. No other area may lie in between.
    pub(crate) fn set_end(&mut self, start: u32, end: u32) {
        match self.areas.iter_mut().find(|area| area.start == start) {
            Some(area) => area.end = end,
            None => self.areas.push(Area::new(Rights::DATA, start, end)),
        }
        self.refresh_all();
    }

    /// The word at an aligned address, if the plain engine may load it.
    ///
    /// An address that is not aligned rotates into a number beyond every window.
    #[inline(always)]
    pub(crate) fn word(&self, address: u32) -> Option<&Cell<u32>> {
        let (window, word) = ((address >> WINDOW_BITS) as usize, address.rotate_right(2));
        match word.wrapping_sub(self.windows.from[window]) < self.windows.words[window] {
            true => self.arena.get(word.wrapping_add(self.windows.bias[window]) as usize),
            false => None,
        }
    }

    /// The same, if a plain store may change it.
    #[inline(always)]
    pub(crate) fn writable_word(&self, address: u32) -> Option<&Cell<u32>> {
        let (window, word) = ((address >> WINDOW_BITS) as usize, address.rotate_right(2));
        let index = word.wrapping_sub(self.windows.writable_from[window]);
        match index < self.windows.writable_words[window] {
            true => self.arena.get(word.wrapping_add(self.windows.bias[window]) as usize),
            false => None,
        }
    }

    /// Where an address's byte is kept.
    fn home(&self, address: u32) -> Option<u32> {
        let area = self.area(address).filter(|area| !area.rights.device)?;
        Some(area.home_of(address))
    }

    /// The word that holds the byte at an address, if it has been touched.
    pub(crate) fn held(&self, address: u32) -> Option<&Cell<u32>> {
        let home = self.home(address)?;
        let region = &self.regions[(home >> WINDOW_BITS) as usize];
        let index = (home & !3).wrapping_sub(region.base) / 4;
        let touched = index < region.words;
        touched.then(|| self.arena.get((region.first + index) as usize)).flatten()
    }

    /// What lies at an address, without growing anything; untouched memory is zero.
    pub(crate) fn peek(&self, address: u32) -> Option<u8> {
        self.home(address)?;
        let word = self.held(address).map_or(0, Cell::get);
        Some((word >> (address % 4 * 8)) as u8)
    }

    /// The instruction bits at an address: two bytes, and two more when the first ask for them.
    ///
    /// # Errors
    /// Where a half cannot be fetched: its address.
    pub(crate) fn fetch(&self, address: u32) -> Result<u32, u32> {
        let low = self.fetch_half(address)?;
        if low & 3 != 3 {
            return Ok(low);
        }
        Ok(low | self.fetch_half(address.wrapping_add(2))? << 16)
    }

    fn fetch_half(&self, address: u32) -> Result<u32, u32> {
        match self.area(address) {
            Some(area) if area.rights.fetch => {
                let word = self.held(address).map_or(0, Cell::get);
                Ok(word >> (address % 4 * 8) & 0xffff)
            }
            _ => Err(address),
        }
    }

    /// Whether the program may access all units at an address; how far they reach is below 9.
    ///
    /// # Errors
    /// What the program did wrong.
    pub(crate) fn check(&self, address: u32, units: u8, access: Access) -> Result<&Area, Cause> {
        let area = self.one(address, access)?;
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

    /// Whether no other area begins between an address and a last one.
    pub(crate) fn is_free(&self, start: u32, last: u64) -> bool {
        let begins = |area: &Area| area.start > start && u64::from(area.start) <= last;
        !self.areas.iter().any(begins)
    }

    /// Whether an address lies so little below the stack that it was meant to be on it.
    fn is_below_stack(&self, address: u32) -> bool {
        let stack = self.areas.iter().find(|area| area.end == maps::STACK_END);
        stack.is_some_and(|stack| (stack.start - STACK_REACH_BYTES..stack.start).contains(&address))
    }

    /// Units of memory, 1 to 4 at any address, whatever a program may do there.
    ///
    /// # Errors
    /// When there is no memory.
    pub(crate) fn read(&mut self, address: u32, units: u8) -> Result<u32, Cause> {
        let mut value = 0;
        for unit in 0..u32::from(units) {
            let at = address.wrapping_add(unit);
            if !self.touch(at) {
                return Err(Cause::Unmapped { access: Access::Load, address: at.into() });
            }
            value |= u32::from(self.peek(at).unwrap_or(0)) << (unit * 8);
        }
        Ok(value)
    }

    /// Writes the low 1 to 4 units of a value at any address, whatever a program may do there.
    ///
    /// # Errors
    /// When there is no memory.
    pub(crate) fn write(&mut self, address: u32, units: u8, value: u32) -> Result<(), Cause> {
        for unit in 0..u32::from(units) {
            let at = address.wrapping_add(unit);
            let unmapped = Cause::Unmapped { access: Access::Store, address: at.into() };
            if !self.touch(at) {
                return Err(unmapped);
            }
            let word = self.held(at).ok_or(unmapped)?;
            let shift = at % 4 * 8;
            word.set(word.get() & !(0xff << shift) | (value >> (unit * 8) & 0xff) << shift);
        }
        Ok(())
    }

    /// Puts bytes in memory as a loader does; false when some have no place.
    pub(crate) fn place(&mut self, address: u32, bytes: &[u8]) -> bool {
        let mut places = (address..=u32::MAX).zip(bytes);
        places.all(|(at, &byte)| self.write(at, 1, byte.into()).is_ok())
    }

    /// Every address that shows the same byte as this one, itself among them.
    pub(crate) fn aliases(&self, address: u32) -> impl Iterator<Item = u32> + '_ {
        let home = self.home(address);
        let views = self.areas.iter().filter(|area| !area.rights.device);
        views.filter_map(move |area| {
            let home = home.filter(|home| (area.home..=area.last_home()).contains(home))?;
            Some(home - area.home + area.start)
        })
    }

    /// Stores into `start..end` take the slow path from now on, which tells of them.
    pub(crate) fn watch(&mut self, start: u32, end: u32) {
        self.watched = self.homes(start, end);
        self.refresh_all();
    }

    /// The same for the system, which wants to be told as well.
    pub(crate) fn listen(&mut self, start: u32, end: u32) {
        self.listened = self.homes(start, end);
        self.refresh_all();
    }

    fn homes(&self, start: u32, end: u32) -> (u32, u32) {
        let home = self.home(start).unwrap_or(start);
        (home, home.saturating_add(end.saturating_sub(start)))
    }

    fn refresh_all(&mut self) {
        for window in 0..WINDOWS {
            self.refresh(window);
        }
    }

    /// Whether a store of units at this address is to be told of.
    pub(crate) fn is_watched(&self, address: u32, units: u8) -> bool {
        let home = self.home(address).unwrap_or(address);
        home < self.watched.1 && home.saturating_add(units.into()) > self.watched.0
    }

    /// Whether a store at this address is for the system to hear of.
    pub(crate) fn is_listened(&self, address: u32) -> bool {
        let home = self.home(address).unwrap_or(address);
        (self.listened.0..self.listened.1).contains(&home)
    }

    /// Stores into these bytes take the slow path from now on, for they hold decoded instructions.
    pub(crate) fn hold_code(&mut self, start: u32, end: u32) {
        let Some(area) = self.area(start).copied() else { return };
        let (start, end) = (area.home_of(start), area.home_of(start) + (end - start));
        let region = (start >> WINDOW_BITS) as usize;
        let code = &mut self.regions[region].code;
        if code.0 <= start && end <= code.1 {
            return;
        }
        *code = if code.0 == code.1 { (start, end) } else { (code.0.min(start), code.1.max(end)) };
        self.refresh_views(region);
    }

    /// Whether a byte lies among decoded instructions.
    pub(crate) fn holds_code(&self, address: u32, units: u8) -> bool {
        let Some(home) = self.home(address) else { return false };
        let code = self.regions[(home >> WINDOW_BITS) as usize].code;
        home < code.1 && home.saturating_add(units.into()) > code.0
    }

    /// Makes sure that words exist where the map has memory; false where it has none.
    pub(crate) fn touch(&mut self, address: u32) -> bool {
        let Some(&area) = self.area(address).filter(|area| !area.rights.device) else {
            return false;
        };
        let home = area.home_of(address);
        let index = (home >> WINDOW_BITS) as usize;
        let Region { base, words, .. } = self.regions[index];
        if home.wrapping_sub(base) / 4 >= words {
            self.grow(index, home, area);
        }
        true
    }

    /// Grows a region so that it holds a home, by its own size at least where the area has room.
    fn grow(&mut self, index: usize, home: u32, area: Area) {
        let old = self.regions[index];
        let lowest = area.home.max((index as u32) << WINDOW_BITS) & !3;
        let highest = area.last_home().min(((index as u32) << WINDOW_BITS) | 0xff_ffff) | 3;
        let more = (old.words * 4).max(PAGE_BYTES);
        let (mut low, mut high) = (home & !(PAGE_BYTES - 1), home | (PAGE_BYTES - 1));
        if old.words > 0 {
            let old_high = old.base + (old.words * 4 - 1);
            if home < old.base {
                low = low.min(old.base.saturating_sub(more));
            } else {
                high = high.max(old_high.saturating_add(more));
            }
            (low, high) = (low.max(lowest).min(old.base), high.min(highest).max(old_high));
        } else {
            (low, high) = (low.max(lowest), high.min(highest));
        }
        let words = (high - low) / 4 + 1;
        self.rebuild(index, Region { base: low, words, ..old });
        self.refresh_views(index);
    }

    /// Gives a region a larger extent in the arena, in place when it is the last one there.
    fn rebuild(&mut self, index: usize, mut new: Region) {
        let old = self.regions[index];
        let is_last = old.words > 0 && (old.first + old.words) as usize == self.arena.len();
        if is_last && old.base == new.base {
            self.arena.resize((old.first + new.words) as usize, Cell::new(0));
        } else {
            new.first = self.arena.len() as u32;
            self.arena.resize((new.first + new.words) as usize, Cell::new(0));
            let shift = old.base.wrapping_sub(new.base) / 4;
            for word in 0..old.words {
                let value = self.arena[(old.first + word) as usize].get();
                self.arena[(new.first + shift + word) as usize].set(value);
            }
        }
        self.regions[index] = new;
    }

    /// Brings every window up to date that shows words of a region.
    fn refresh_views(&mut self, region: usize) {
        let is_here = |home: u32| (home >> WINDOW_BITS) as usize == region;
        let starts: Vec<u32> = self
            .areas
            .iter()
            .filter(|area| area.home != area.start && is_here(area.home))
            .map(|area| area.start)
            .collect();
        for start in starts {
            self.refresh((start >> WINDOW_BITS) as usize);
        }
        self.refresh(region);
    }

    /// Finds the longest run of a window that can be loaded from plainly, and stored to.
    fn refresh(&mut self, index: usize) {
        let mut best = Window::default();
        for (start, end, home) in self.runs(index, Access::Load) {
            let region = &self.regions[(home >> WINDOW_BITS) as usize];
            // What of the run has been touched, in homes, ends exclusive.
            let held = u64::from(region.base) + u64::from(region.words) * 4;
            let low = home.max(region.base);
            let high = held.min(u64::from(home) + (end - u64::from(start)));
            let words = high.saturating_sub(low.into()) / 4;
            if words > best.words.into() {
                let from = (start + (low - home)) / 4;
                let first = region.first + (low - region.base) / 4;
                let bias = first.wrapping_sub(from);
                best = Window { from, words: words as u32, bias, ..Window::default() };
            }
        }
        self.set_writable(index, &mut best);
        self.windows.set(index, best);
    }

    /// The runs of a window that programs may access so, neighbouring areas joined: start, end
    /// (exclusive), home of the start.
    fn runs(&self, index: usize, access: Access) -> Vec<(u32, u64, u32)> {
        let low = (index as u32) << WINDOW_BITS;
        let high = low | 0xff_ffff;
        let mut areas: Vec<&Area> = self.areas.iter().collect();
        areas.sort_by_key(|area| area.start);
        let mut runs: Vec<(u32, u64, u32)> = Vec::new();
        for area in areas {
            let (start, end) = (area.start.max(low), area.end.min(high));
            if start > end || !area.rights.has(access) || area.rights.device {
                continue;
            }
            let (end, home) = (u64::from(end) + 1, area.home_of(start));
            match runs.last_mut() {
                Some(run) if run.1 == u64::from(start) && run.2 + (start - run.0) == home => {
                    run.1 = end;
                }
                _ => runs.push((start, end, home)),
            }
        }
        // The plain engine's indices count words, so a run begins and ends with whole ones.
        runs.iter_mut().for_each(|run| run.1 &= !3);
        runs.retain(|run| run.0.is_multiple_of(4));
        runs
    }

    /// Finds the longest part of a window that holds plain data: no code, nothing watched.
    fn set_writable(&self, index: usize, window: &mut Window) {
        let low = u64::from(window.from) * 4;
        let high = low + u64::from(window.words) * 4;
        let mut longest = (low, low);
        for (start, end, home) in self.runs(index, Access::Store) {
            let region = &self.regions[(home >> WINDOW_BITS) as usize];
            let away = i64::from(start) - i64::from(home);
            let run = (low.max(start.into()), high.min(end));
            let moved = |(start, end): (u32, u32)| {
                let by = |home: u32| u64::try_from(i64::from(home) + away).unwrap_or(0);
                (by(start) & !3, (by(end) + 3) & !3)
            };
            let holes = [self.watched, self.listened, region.code].map(moved);
            for part in holes.into_iter().fold(vec![run], without) {
                if part.1.saturating_sub(part.0) > longest.1 - longest.0 {
                    longest = part;
                }
            }
        }
        let (from, to) = (longest.0.next_multiple_of(4), longest.1 & !3);
        window.writable_from = (from / 4) as u32;
        window.writable_words = (to.saturating_sub(from) / 4) as u32;
    }
}

/// The parts of ranges that lie outside a hole; an empty hole takes nothing away.
fn without(parts: Vec<(u64, u64)>, hole: (u64, u64)) -> Vec<(u64, u64)> {
    if hole.0 >= hole.1 {
        return parts;
    }
    let halves = |part: (u64, u64)| [(part.0, part.1.min(hole.0)), (part.0.max(hole.1), part.1)];
    parts.into_iter().flat_map(halves).filter(|part| part.0 < part.1).collect()
}

/// The map a machine with these options has for this program.
pub(crate) fn map(options: &crate::Options, image: &Image) -> Vec<Area> {
    maps::of(options, image)
}

#[cfg(test)]
mod tests;
