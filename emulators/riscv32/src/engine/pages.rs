//! Sv32: translation of virtual addresses by the program's page tables.
//!
//! The tables are read at each access, so a change takes effect immediately; `sfence.vma` has
//! nothing to do. The accessed and dirty bits are set as by a processor that updates them itself.
//!
//! Source: RISC-V Privileged ISA 1.12, sections 4.3.1 and 4.3.2.

use machine::{Access, Cause};

use crate::memory::Memory;

/// Bytes of a page, and the bits of an address in it.
const PAGE_BITS: u32 = 12;
/// Bits of a table's index.
const INDEX_BITS: u32 = 10;

/// Bits of an entry.
const VALID: u32 = 1 << 0;
const READ: u32 = 1 << 1;
const WRITE: u32 = 1 << 2;
const EXECUTE: u32 = 1 << 3;
const USER: u32 = 1 << 4;
const ACCESSED: u32 = 1 << 6;
const DIRTY: u32 = 1 << 7;

/// Root table and the rights of the accessing mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pages {
    /// Number of the root table's page.
    pub(crate) root: u32,
    /// Whether user mode accesses.
    pub(crate) user: bool,
    /// `mstatus.SUM`: the supervisor may access pages of the user.
    pub(crate) sum: bool,
    /// `mstatus.MXR`: pages to execute can be read.
    pub(crate) mxr: bool,
}

/// Result of a translation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Translated {
    /// Physical address.
    pub(crate) physical: u32,
    /// Address and new value of the entry, if its accessed or dirty bit changes.
    pub(crate) update: Option<(u32, u32)>,
}

impl Pages {
    /// Translates the address of an access within a page.
    ///
    /// # Errors
    /// A page fault, or an access fault if an entry or the page is not in memory.
    pub(crate) fn translate(
        self,
        memory: &Memory,
        address: u32,
        access: Access,
    ) -> Result<Translated, Cause> {
        let fault = Cause::PageFault { access, address: address.into() };
        let unmapped = Cause::Unmapped { access, address: address.into() };
        let mut table = self.root;
        for level in [1, 0] {
            let shift = PAGE_BITS + level * INDEX_BITS;
            let index = address >> shift & ((1 << INDEX_BITS) - 1);
            let entry_at = physical(table, index * 4).ok_or(unmapped)?;
            let is_memory =
                memory.check(entry_at, 4, Access::Load).is_ok_and(|area| !area.rights.device);
            let entry = memory.read(entry_at, 4).ok().filter(|_| is_memory).ok_or(unmapped)?;
            if entry & VALID == 0 || entry & (READ | WRITE) == WRITE {
                return Err(fault);
            }
            let page = entry >> 10;
            if entry & (READ | EXECUTE) == 0 {
                if entry & (USER | ACCESSED | DIRTY) != 0 {
                    return Err(fault);
                }
                table = page;
                continue;
            }
            let low = (1 << shift) - 1;
            if !self.allows(entry, access) || (page << PAGE_BITS) & low != 0 {
                return Err(fault);
            }
            let used = ACCESSED | if access == Access::Store { DIRTY } else { 0 };
            let update = (entry & used != used).then_some((entry_at, entry | used));
            let physical = physical(page, address & low).ok_or(unmapped)?;
            return Ok(Translated { physical, update });
        }
        Err(fault)
    }

    /// Whether a page with this entry can be accessed.
    fn allows(self, entry: u32, access: Access) -> bool {
        let is_user = entry & USER != 0;
        let right = match access {
            Access::Load if self.mxr => READ | EXECUTE,
            Access::Load => READ,
            Access::Store => WRITE,
            Access::Fetch => EXECUTE,
        };
        let is_open = match access {
            _ if self.user => is_user,
            Access::Fetch => !is_user,
            Access::Load | Access::Store => !is_user || self.sum,
        };
        is_open && entry & right != 0
    }
}

/// Whether an access is in one page.
pub(crate) fn is_in_one_page(address: u32, units: u8) -> bool {
    (address % (1 << PAGE_BITS)) + u32::from(units) <= 1 << PAGE_BITS
}

/// Physical address at an offset from a page; the board has nothing above 32 bits.
fn physical(page: u32, offset: u32) -> Option<u32> {
    page.checked_mul(1 << PAGE_BITS).map(|base| base | offset)
}
