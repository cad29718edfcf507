//! Memory management unit: the pages of the flash chip that the two windows show.
//!
//! Both windows use the same entries, so a page is at the same offset in both. A page that is not
//! valid any more stays visible.
//!
//! Source: TRM, chapter "System and Memory", external memory; ESP-IDF, `soc/ext_mem_defs.h`.

use super::flash::{Flash, SECTOR_BYTES};
use super::map::{self, PAGE_BYTES};

/// Number of entries; each is for a page of the windows.
pub(super) const ENTRIES: u32 = map::FLASH_BYTES / PAGE_BYTES;
/// Entry of a page of the windows that shows nothing; otherwise, the number of a page of the chip.
const INVALID: u32 = 1 << 8;
/// Number of entries that the ROM sets for direct boot: 4 MiB.
const DIRECT_BOOT_ENTRIES: u32 = 64;

/// Bytes of a window that have changed: home address and content.
pub(crate) type ShownBytes = (u32, Vec<u8>);

/// Page of the windows and page of the chip, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Mapping {
    pub(crate) entry: u32,
    pub(crate) page: u32,
}

/// All entries.
#[derive(Debug, Clone)]
pub(super) struct Mmu {
    entries: [u32; ENTRIES as usize],
    /// Entries whose pages are not yet in the windows' memory.
    pending: Vec<u32>,
}

impl Default for Mmu {
    fn default() -> Self {
        let entry = |page| if page < DIRECT_BOOT_ENTRIES { page } else { INVALID };
        Mmu { entries: std::array::from_fn(|page| entry(page as u32)), pending: Vec::new() }
    }
}

impl Mmu {
    /// The unit as the boot loader leaves it, or the ROM, if it maps nothing.
    pub(super) fn booted(mappings: &[Mapping]) -> Self {
        if mappings.is_empty() {
            return Mmu::default();
        }
        let mut mmu = Mmu { entries: [INVALID; ENTRIES as usize], pending: Vec::new() };
        mappings.iter().for_each(|to| mmu.set(to.entry, to.page));
        mmu
    }

    pub(super) fn load(&self, offset: u32) -> u32 {
        self.entries.get((offset / 4) as usize).copied().unwrap_or(0)
    }

    pub(super) fn store(&mut self, offset: u32, value: u32) {
        if offset / 4 < ENTRIES {
            self.set(offset / 4, value);
        }
    }

    /// Makes all pages invalid.
    pub(super) fn clear(&mut self) {
        self.entries = [INVALID; ENTRIES as usize];
    }

    /// Maps pages of the chip from one on, given the number of the first page of a window; the page
    /// advances by `step`.
    pub(super) fn map(&mut self, window_page: u32, page: u32, count: u32, step: u32) {
        let first = window_page % ENTRIES;
        for (at, entry) in (0..).zip(first..ENTRIES.min(first.saturating_add(count))) {
            self.set(entry, page.wrapping_add(at * step));
        }
    }

    /// Sets an entry.
    fn set(&mut self, entry: u32, value: u32) {
        let old = std::mem::replace(&mut self.entries[entry as usize], value & 0x1ff);
        if old != value && value & INVALID == 0 {
            self.pending.push(entry);
        }
    }

    /// Takes what the windows show since the last call, because of new entries or new content.
    pub(super) fn take_shown(&mut self, flash: &mut Flash) -> Vec<ShownBytes> {
        let pending = std::mem::take(&mut self.pending);
        let mut shown: Vec<ShownBytes> =
            pending.into_iter().map(|entry| self.page_of(entry, flash)).collect();
        let Some((first, last)) = flash.take_changed() else { return shown };
        let per_page = PAGE_BYTES / SECTOR_BYTES;
        for (entry, &page) in (0..).zip(&self.entries) {
            let (from, to) = (page * per_page, (page + 1) * per_page - 1);
            if page & INVALID == 0 {
                let sectors = first.max(from)..=last.min(to);
                shown.extend(sectors.map(|number| {
                    let at = home(entry) + (number - from) * SECTOR_BYTES;
                    (at, flash.sector(number).to_vec())
                }));
            }
        }
        shown
    }

    /// Whole page that an entry shows.
    fn page_of(&self, entry: u32, flash: &Flash) -> ShownBytes {
        let first = self.entries[entry as usize] * (PAGE_BYTES / SECTOR_BYTES);
        let sectors = first..first + PAGE_BYTES / SECTOR_BYTES;
        let wrapped = sectors.map(|number| number % (flash.size() / SECTOR_BYTES));
        (home(entry), wrapped.flat_map(|number| *flash.sector(number)).collect())
    }
}

/// Home address of an entry's page.
fn home(entry: u32) -> u32 {
    map::DROM + entry * PAGE_BYTES
}
