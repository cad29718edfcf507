//! Decoded instructions and their counts, by address.

use machine::InstructionCount;

use crate::design::Design;
use crate::row::{Operands, Row};
use crate::state::PAGE_UNITS;

/// An instruction of the program.
#[derive(Debug)]
pub(crate) struct Entry<D: Design> {
    /// Its row; `None` if it must be decoded again.
    pub(crate) row: Option<&'static Row<D>>,
    pub(crate) operands: Operands,
    pub(crate) units: u8,
    /// Class of the row that ran here last.
    class: &'static str,
    pub(crate) times: u64,
    /// Number of times that control did not continue at the next instruction.
    pub(crate) turned: u64,
}

impl<D: Design> Clone for Entry<D> {
    fn clone(&self) -> Self {
        Entry { ..*self }
    }
}

impl<D: Design> Entry<D> {
    const EMPTY: Entry<D> =
        Entry { row: None, operands: [0; 3], units: 0, class: "", times: 0, turned: 0 };
}

/// Entries of pages in which instructions ran.
#[derive(Debug, Clone)]
pub(crate) struct Code<D: Design> {
    pages: Vec<Option<Box<[Entry<D>]>>>,
    /// Longest instruction in units.
    longest: u64,
}

impl<D: Design> Code<D> {
    pub(crate) fn new(memory_units: u64) -> Self {
        let pages = memory_units.div_ceil(PAGE_UNITS) as usize;
        let longest = D::rows().iter().map(Row::units).max().unwrap_or(1);
        Code { pages: vec![None; pages], longest }
    }

    /// Entry of an address, if its page exists.
    #[inline(always)]
    pub(crate) fn get(&mut self, address: u64) -> Option<&mut Entry<D>> {
        let page = self.pages.get_mut((address / PAGE_UNITS) as usize)?.as_mut()?;
        page.get_mut((address % PAGE_UNITS) as usize)
    }

    /// Entry of an address; `None` outside of memory.
    pub(crate) fn entry(&mut self, address: u64) -> Option<&mut Entry<D>> {
        let page = self.pages.get_mut((address / PAGE_UNITS) as usize)?;
        let page = page.get_or_insert_with(|| vec![Entry::EMPTY; PAGE_UNITS as usize].into());
        page.get_mut((address % PAGE_UNITS) as usize)
    }

    /// Notes that memory at an address has changed.
    pub(crate) fn forget(&mut self, address: u64) {
        for distance in 0..self.longest {
            let start = address.checked_sub(distance);
            if let Some(entry) = start.and_then(|start| self.get(start)) {
                entry.row = None;
            }
        }
    }

    /// Counts an instruction that ran.
    #[inline(always)]
    pub(crate) fn count(entry: &mut Entry<D>, row: &Row<D>, has_turned: bool) {
        entry.times += 1;
        entry.turned += u64::from(has_turned);
        entry.class = row.class.name;
    }

    /// Counts of all instructions that ran.
    pub(crate) fn executed(&self) -> Vec<InstructionCount> {
        let pages = self.pages.iter().zip(0..).filter_map(|(page, number)| {
            page.as_ref().map(|page| page.iter().zip(number * PAGE_UNITS..))
        });
        let count = |(entry, address): (&Entry<D>, u64)| InstructionCount {
            address,
            times: entry.times,
            turned: entry.turned,
            class: entry.class,
        };
        pages.flatten().filter(|(entry, _)| entry.times > 0).map(count).collect()
    }
}
