//! Decoded instructions and their counts, by address.

use std::sync::Arc;

use machine::InstructionCount;
use machine::semantics::Trap;

use crate::decode::{Decoded, RowIndex};
use crate::design::Design;
use crate::row::{Operands, Row};
use crate::state::Evaluator;

/// Number of entries that are made at once.
const PAGE_UNITS: u64 = 256;

/// An instruction of the program.
pub(crate) struct Entry<D: Design> {
    /// The plain interpretation of its row.
    pub(crate) plain: fn(Evaluator<'_, D>, &Operands) -> Result<(), Trap>,
    pub(crate) operands: Operands,
    pub(crate) units: u8,
    pub(crate) cycles: u8,
    pub(crate) ready: Ready,
    pub(crate) times: u64,
    /// Number of times that control did not continue at the next instruction.
    pub(crate) turned: u64,
    /// The row decoded last.
    row: Option<&'static Row<D>>,
}

/// Whether an instruction can run without being decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ready {
    No,
    Once,
    Yes,
}

impl<D: Design> Clone for Entry<D> {
    fn clone(&self) -> Self {
        Entry { ..*self }
    }
}

impl<D: Design> Entry<D> {
    const EMPTY: Entry<D> = Entry {
        plain: |_, _| Err(Trap::Illegal),
        operands: [0; 3],
        units: 0,
        cycles: 0,
        ready: Ready::No,
        times: 0,
        turned: 0,
        row: None,
    };

    /// Sets the instruction.
    pub(crate) fn decode(&mut self, decoded: &Decoded<D>, ready: Ready) {
        let row = decoded.row;
        (self.plain, self.operands, self.row) = (row.run.plain, decoded.operands, Some(row));
        (self.units, self.cycles, self.ready) = (decoded.units, row.class.cycles, ready);
    }

    /// Its row, if it was decoded.
    pub(crate) fn row(&self) -> Option<&'static Row<D>> {
        self.row
    }

    /// Counts that it ran.
    #[inline(always)]
    pub(crate) fn count(&mut self, has_turned: bool) {
        self.times += 1;
        if has_turned {
            self.turned += 1;
        }
        if self.ready == Ready::Once {
            self.ready = Ready::No;
        }
    }
}

/// Place of an entry.
#[derive(Clone, Copy)]
pub(crate) struct Place(usize);

impl Place {
    /// Place of the entry `units` units after that of an address; `None` if it is in another page.
    #[inline(always)]
    pub(crate) fn after(self, address: u64, units: u8) -> Option<Place> {
        let is_in_page = address % PAGE_UNITS + u64::from(units) < PAGE_UNITS;
        is_in_page.then_some(Place(self.0 + usize::from(units)))
    }
}

/// Entries of pages in which instructions ran.
#[derive(Clone)]
pub(crate) struct Code<D: Design> {
    /// Place in `entries` of each page; all that have none share the first, which stays empty.
    pages: Vec<u32>,
    entries: Vec<Entry<D>>,
    /// Longest instruction in units.
    longest: u64,
    /// All rows; copies of the machine share them.
    pub(crate) rows: Arc<RowIndex<D>>,
}

impl<D: Design> std::fmt::Debug for Code<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Code").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl<D: Design> Code<D> {
    pub(crate) fn new(memory_units: u64, rows: Arc<RowIndex<D>>) -> Self {
        let pages = memory_units.div_ceil(PAGE_UNITS) as usize;
        let longest = D::rows().iter().map(Row::units).max().unwrap_or(1);
        Code {
            pages: vec![0; pages],
            entries: vec![Entry::EMPTY; PAGE_UNITS as usize],
            longest,
            rows,
        }
    }

    /// Place of the entry of an address; of one that is not ready if there is none.
    #[inline(always)]
    pub(crate) fn place(&self, address: u64) -> Place {
        let page = self.pages.get((address / PAGE_UNITS) as usize);
        let start = page.map_or(usize::MAX - PAGE_UNITS as usize, |&page| page as usize);
        Place(start + (address % PAGE_UNITS) as usize)
    }

    /// Entry at a place; `None` outside of memory.
    #[inline(always)]
    pub(crate) fn at(&mut self, place: Place) -> Option<&mut Entry<D>> {
        self.entries.get_mut(place.0)
    }

    /// Entry of an address; one that is not ready if there is none.
    #[inline(always)]
    pub(crate) fn get(&mut self, address: u64) -> Option<&mut Entry<D>> {
        self.at(self.place(address))
    }

    /// Entry of an address, to be changed; `None` outside of memory.
    pub(crate) fn entry(&mut self, address: u64) -> Option<&mut Entry<D>> {
        let page = self.pages.get_mut((address / PAGE_UNITS) as usize)?;
        if *page == 0 {
            *page = self.entries.len() as u32;
            self.entries.resize(self.entries.len() + PAGE_UNITS as usize, Entry::EMPTY);
        }
        self.get(address)
    }

    /// Notes that memory at an address has changed.
    pub(crate) fn forget(&mut self, address: u64) {
        for distance in 0..self.longest {
            let start = address.checked_sub(distance);
            if let Some(entry) = start.and_then(|start| self.get(start)) {
                entry.ready = Ready::No;
            }
        }
    }

    /// Counts of all instructions that ran.
    pub(crate) fn executed(&self) -> Vec<InstructionCount> {
        let pages = self.pages.iter().zip(0..).filter(|(place, _)| **place != 0);
        let entries = pages.flat_map(|(&place, number)| {
            let entries = &self.entries[place as usize..];
            entries.iter().take(PAGE_UNITS as usize).zip(number * PAGE_UNITS..)
        });
        let count = |(entry, address): (&Entry<D>, u64)| InstructionCount {
            address,
            times: entry.times,
            turned: entry.turned,
            class: entry.row.map_or("", |row| row.class.name),
        };
        entries.filter(|(entry, _)| entry.times > 0).map(count).collect()
    }
}
