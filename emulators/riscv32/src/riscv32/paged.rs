//! Instructions at virtual addresses.

use machine::{Access, Cause};

use super::Riscv32;
use crate::engine::code::DecodeResult;
use crate::engine::pages::Pages;
use crate::isa::decode::{decode, is_long};

impl Riscv32 {
    /// Finds the instruction at the program counter by the page tables.
    ///
    /// # Errors
    /// A page fault or an access fault.
    pub(super) fn find_paged(&mut self, pages: Pages, pc: u32) -> Result<DecodeResult, Cause> {
        let (low, physical) = self.fetch_half(pages, pc)?;
        let word = if is_long(low) {
            low | self.fetch_half(pages, pc.wrapping_add(2))?.0 << 16
        } else {
            low
        };
        self.physical_pc = Some(physical);
        Ok(match decode(word, pc, self.options.profile.extensions) {
            Some(decoded) => DecodeResult::Instruction(decoded),
            None => DecodeResult::Nothing(word),
        })
    }

    /// Half of an instruction, and its physical address; marks the page as accessed.
    fn fetch_half(&mut self, pages: Pages, address: u32) -> Result<(u32, u32), Cause> {
        let found = pages.translate(&self.cpu.memory, address, Access::Fetch)?;
        let unmapped = Cause::Unmapped { access: Access::Fetch, address: address.into() };
        let memory = &mut self.cpu.memory;
        memory.check(found.physical, 2, Access::Fetch).map_err(|_| unmapped)?;
        let half = memory.read(found.physical, 2).map_err(|_| unmapped)?;
        if let Some((entry_at, entry)) = found.update
            && memory.write(entry_at, 4, entry)?
        {
            self.rewrite_code(entry_at, entry_at.saturating_add(4));
        }
        Ok((half, found.physical))
    }

    /// Bits of the instruction at an address in the current mode.
    ///
    /// # Errors
    /// Address of the half that cannot be fetched.
    pub(super) fn bits_at(&self, address: u32) -> Result<u32, u32> {
        let memory = &self.cpu.memory;
        let Some(pages) = self.paging.fetch else { return memory.fetch(address) };
        let half = |at: u32| {
            let found = pages.translate(memory, at, Access::Fetch).map_err(|_| at)?;
            memory.read(found.physical, 2).map_err(|_| at)
        };
        let low = half(address)?;
        Ok(if is_long(low) { low | half(address.wrapping_add(2))? << 16 } else { low })
    }
}
