//! State of the processor: registers in numbered slots, and memory.

use std::cell::Cell;

use machine::{Access, Cause};

use crate::isa::extension::Extension;
use crate::isa::slot::{FLOAT, FS, HIGH};
use crate::memory::Memory;
use crate::options::Options;

/// Registers and memory.
#[derive(Debug, Clone)]
pub(crate) struct Cpu {
    pub(crate) slots: [Cell<u32>; 256],
    pub(crate) pc: Cell<u32>,
    pub(crate) memory: Memory,
    /// Bits that are zero in the address of an instruction.
    pub(crate) pc_mask: u32,
}

impl Cpu {
    pub(crate) fn new(options: &Options, memory: Memory) -> Self {
        let cpu = Cpu {
            slots: std::array::from_fn(|_| Cell::new(0)),
            pc: Cell::new(0),
            memory,
            pc_mask: if options.profile.has(Extension::C) { 1 } else { 3 },
        };
        cpu.renew(options);
        cpu
    }

    /// Resets all registers to their initial values.
    pub(crate) fn renew(&self, options: &Options) {
        self.pc.set(0);
        self.slots.iter().for_each(|slot| slot.set(0));
        self.slots[FS as usize].set(if options.profile.has(Extension::F) { 3 } else { 0 });
    }

    /// Value of a general register.
    pub(crate) fn reg(&self, number: u8) -> u32 {
        self.slots[number as usize].get()
    }

    /// Sets a general register; `zero` stays zero.
    pub(crate) fn set_reg(&self, number: u8, value: u32) {
        if number != 0 {
            self.slots[number as usize].set(value);
        }
    }

    /// Bits of a single in a floating-point register; the canonical NaN if the register does not
    /// hold one.
    ///
    /// Source: RISC-V Unprivileged ISA, chapter "D", NaN boxing of narrower values.
    pub(crate) fn float(&self, number: u8) -> u32 {
        let bits = self.double(number);
        if bits >> 32 == 0xffff_ffff { bits as u32 } else { 0x7fc0_0000 }
    }

    /// Sets a floating-point register to a NaN-boxed single.
    pub(crate) fn set_float(&self, number: u8, bits: u32) {
        self.set_double(number, 0xffff_ffff << 32 | u64::from(bits));
    }

    /// All 64 bits of a floating-point register.
    pub(crate) fn double(&self, number: u8) -> u64 {
        let low = (FLOAT + number) as usize;
        let high = low + HIGH as usize;
        u64::from(self.slots[low].get()) | u64::from(self.slots[high].get()) << 32
    }

    /// Sets all 64 bits of a floating-point register.
    pub(crate) fn set_double(&self, number: u8, bits: u64) {
        let low = (FLOAT + number) as usize;
        self.slots[low].set(bits as u32);
        self.slots[low + HIGH as usize].set((bits >> 32) as u32);
    }

    /// Reads a byte for an environment call, with the checks of a load.
    pub(crate) fn read_byte(&mut self, address: u32) -> Result<u8, Cause> {
        self.memory.check(address, 1, Access::Load)?;
        Ok(self.memory.read(address, 1)? as u8)
    }

    /// Writes a byte for an environment call, with the checks of a store.
    ///
    /// The caller must report the write through `System::take_stored`, because the byte may be part
    /// of an instruction.
    pub(crate) fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause> {
        self.memory.check(address, 1, Access::Store)?;
        self.memory.write(address, 1, byte.into()).map(drop)
    }
}
