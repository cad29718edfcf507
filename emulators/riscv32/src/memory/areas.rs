//! Areas: what lies where, and what a program may do there.

use machine::Access;

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

    pub(super) fn has(self, access: Access) -> bool {
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
    /// Where a window of the memory begins, in either, one begins in the other too.
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

/// Areas in rising order of address, none in another.
#[derive(Debug, Clone)]
pub(super) struct Areas {
    sorted: Vec<Area>,
    aliases: Vec<Area>,
}

impl Areas {
    pub(super) fn new(mut sorted: Vec<Area>) -> Self {
        sorted.sort_by_key(|area| area.start);
        let aliases = sorted.iter().copied().filter(Area::is_alias).collect();
        Areas { sorted, aliases }
    }

    /// The area an address lies in.
    pub(super) fn find(&self, address: u32) -> Option<&Area> {
        let behind = self.sorted.partition_point(|area| area.start <= address);
        self.sorted[..behind].last().filter(|area| area.end >= address)
    }

    /// Those that have an address in a range; its last one counts.
    pub(super) fn within(&self, start: u32, last: u32) -> &[Area] {
        let from = self.sorted.partition_point(|area| area.end < start);
        let behind = self.sorted.partition_point(|area| area.start <= last);
        &self.sorted[from..behind.max(from)]
    }

    /// Those that show the memory of others and have a home in a range; its last one counts.
    pub(super) fn aliases(&self, start: u32, last: u32) -> impl Iterator<Item = &Area> {
        self.aliases.iter().filter(move |area| area.home <= last && area.last_home() >= start)
    }

    /// Whether no area begins behind an address and up to a last one.
    pub(super) fn is_free(&self, start: u32, last: u64) -> bool {
        let behind = self.sorted.partition_point(|area| area.start <= start);
        self.sorted.get(behind).is_none_or(|area| u64::from(area.start) > last)
    }

    /// Gives the area that begins at an address another end, or makes one of data there.
    pub(super) fn set_end(&mut self, start: u32, end: u32) {
        let at = self.sorted.partition_point(|area| area.start < start);
        match self.sorted.get_mut(at).filter(|area| area.start == start) {
            Some(area) => area.end = end,
            None => self.sorted.insert(at, Area::new(Rights::DATA, start, end)),
        }
    }
}
