//! Areas of the address space and their access rights.

use std::cell::Cell;

use machine::Access;

/// Access rights in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rights {
    pub(crate) load: bool,
    pub(crate) store: bool,
    pub(crate) fetch: bool,
    /// Whether the addresses are device registers and not memory.
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
    /// Instructions that a program may not even read.
    pub(crate) const HIDDEN: Rights = Rights { fetch: true, ..Rights::NONE };
    /// All rights.
    pub(crate) const RAM: Rights = Rights { fetch: true, ..Rights::DATA };
    /// Registers of devices.
    pub(crate) const DEVICE: Rights = Rights { device: true, ..Rights::DATA };

    pub(super) fn has(self, access: Access) -> bool {
        match access {
            Access::Load => self.load,
            Access::Store => self.store,
            Access::Fetch => self.fetch,
        }
    }
}

/// Range of addresses with the same rights; `end` is the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) rights: Rights,
    /// Home address of its first byte: `start`, or the aliased address.
    pub(crate) home: u32,
}

impl Area {
    /// Area with its own words.
    pub(crate) const fn new(rights: Rights, start: u32, end: u32) -> Area {
        Area { start, end, rights, home: start }
    }

    /// Alias of the words at `home`.
    ///
    /// Window boundaries must coincide in both.
    pub(crate) const fn alias(rights: Rights, start: u32, end: u32, home: u32) -> Area {
        Area { start, end, rights, home }
    }

    pub(super) fn is_alias(&self) -> bool {
        self.home != self.start
    }

    pub(super) fn home_of(&self, address: u32) -> u32 {
        address - self.start + self.home
    }

    pub(super) fn last_home(&self) -> u32 {
        self.home_of(self.end)
    }
}

/// Non-overlapping areas, in ascending order of address.
#[derive(Debug, Clone)]
pub(super) struct Areas {
    sorted: Vec<Area>,
    aliases: Vec<Area>,
    /// Index of the area found last in each sixteenth of the addresses.
    found: [Cell<u8>; 16],
}

impl Areas {
    pub(super) fn new(mut sorted: Vec<Area>) -> Self {
        sorted.sort_by_key(|area| area.start);
        let aliases = sorted.iter().copied().filter(Area::is_alias).collect();
        Areas { sorted, aliases, found: Default::default() }
    }

    /// Area that contains an address.
    pub(super) fn find(&self, address: u32) -> Option<&Area> {
        let found = &self.found[(address >> 28) as usize];
        let contains = |area: &&Area| area.start <= address && address <= area.end;
        if let Some(area) = self.sorted.get(usize::from(found.get())).filter(contains) {
            return Some(area);
        }
        let after = self.sorted.partition_point(|area| area.start <= address);
        let at = after.checked_sub(1)?;
        found.set(u8::try_from(at).unwrap_or(0));
        Some(&self.sorted[at]).filter(contains)
    }

    /// Areas that have an address in `start..=last`.
    pub(super) fn within(&self, start: u32, last: u32) -> &[Area] {
        let from = self.sorted.partition_point(|area| area.end < start);
        let after = self.sorted.partition_point(|area| area.start <= last);
        &self.sorted[from..after.max(from)]
    }

    /// Alias areas that have a home address in `start..=last`.
    pub(super) fn aliases(&self, start: u32, last: u32) -> impl Iterator<Item = &Area> {
        self.aliases.iter().filter(move |area| area.home <= last && area.last_home() >= start)
    }

    /// Whether no area begins after `start` and up to `last`.
    pub(super) fn is_free(&self, start: u32, last: u64) -> bool {
        let after = self.sorted.partition_point(|area| area.start <= start);
        self.sorted.get(after).is_none_or(|area| u64::from(area.start) > last)
    }

    /// Sets the end of the area that begins at an address, or creates a data area there.
    pub(super) fn set_end(&mut self, start: u32, end: u32) {
        let at = self.sorted.partition_point(|area| area.start < start);
        match self.sorted.get_mut(at).filter(|area| area.start == start) {
            Some(area) => area.end = end,
            None => self.sorted.insert(at, Area::new(Rights::DATA, start, end)),
        }
    }
}
