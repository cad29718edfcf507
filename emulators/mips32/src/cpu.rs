//! Processor state: registers in numbered slots, and memory.

use std::cell::Cell;

use machine::{Access, Cause};

use crate::isa::float::Rules;
use crate::memory::Memory;
use crate::options::{Calls, Dialect, Options};

/// Slot numbers; 0 to 31 are the general registers.
pub(crate) mod slot {
    /// Target of writes to `$zero`.
    pub(crate) const SINK: u8 = 32;
    /// High word of a product, or remainder of a division.
    pub(crate) const HI: u8 = 33;
    /// Low word of a product, or quotient of a division.
    pub(crate) const LO: u8 = 34;
    /// Eight floating point condition flags; flag 0 is the lowest bit.
    pub(crate) const FLAGS: u8 = 35;
    /// FCSR without its condition flags.
    pub(crate) const FCSR: u8 = 36;
    /// Hardware register 29, UserLocal: the thread pointer, which only Linux sets.
    pub(crate) const THREAD: u8 = 37;
    /// First of the 32 floating point registers.
    pub(crate) const FLOAT: u8 = 64;
    /// First of the 32 registers of coprocessor 0.
    pub(crate) const SYSTEM: u8 = 96;
    /// First of the 32 control registers of coprocessor 0, which only SPIM has; they store any
    /// value.
    pub(crate) const SYSTEM_CONTROL: u8 = 128;
    /// First of the control registers of coprocessor 1, except those with a function.
    pub(crate) const FLOAT_CONTROL: u8 = 160;
}

/// Registers of coprocessor 0 with a function.
pub(crate) mod cp0 {
    pub(crate) const BAD_VADDR: u8 = 8;
    pub(crate) const COUNT: u8 = 9;
    pub(crate) const COMPARE: u8 = 11;
    pub(crate) const STATUS: u8 = 12;
    pub(crate) const CAUSE: u8 = 13;
    pub(crate) const EPC: u8 = 14;
    pub(crate) const CONFIG: u8 = 16;
}

/// Registers and memory.
#[derive(Debug, Clone)]
pub(crate) struct Cpu {
    pub(crate) slots: [Cell<u32>; 256],
    pub(crate) pc: Cell<u32>,
    pub(crate) memory: Memory,
    /// Whether the plain engine stopped after a likely branch that was not taken.
    pub(crate) annulled: Cell<bool>,
    /// Distance from a call to its return address, after its delay slot if there is one.
    pub(crate) link_bytes: u32,
    pub(crate) float_rules: Rules,
}

impl Cpu {
    pub(crate) fn new(options: &Options) -> Self {
        Cpu {
            slots: std::array::from_fn(|_| Cell::new(0)),
            pc: Cell::new(0),
            memory: Memory::new(options),
            annulled: Cell::new(false),
            link_bytes: if options.delayed_branches { 8 } else { 4 },
            float_rules: match (options.calls, options.dialect) {
                (Calls::Linux, _) => Rules::Mips,
                (Calls::Dialect, Dialect::Mars) => Rules::Mars,
                (Calls::Dialect, Dialect::Spim) => Rules::Spim,
            },
        }
    }

    /// Whether this is SPIM's processor, which differs from the architecture in some points.
    pub(crate) fn is_spim(&self) -> bool {
        self.float_rules == Rules::Spim
    }

    /// Value of a general register.
    pub(crate) fn reg(&self, number: u8) -> u32 {
        self.slots[number as usize].get()
    }

    /// Sets a general register; `$zero` stays zero.
    pub(crate) fn set_reg(&self, number: u8, value: u32) {
        if number != 0 {
            self.slots[number as usize].set(value);
        }
    }

    /// Bits of a single precision register.
    pub(crate) fn float(&self, number: u8) -> u32 {
        self.slots[(slot::FLOAT + number) as usize].get()
    }

    /// Sets the bits of a single precision register.
    pub(crate) fn set_float(&self, number: u8, bits: u32) {
        self.slots[(slot::FLOAT + number) as usize].set(bits);
    }

    /// Bits of a double in an even register (low word) and the next (high word).
    pub(crate) fn double(&self, number: u8) -> u64 {
        u64::from(self.float(number)) | u64::from(self.float(number + 1)) << 32
    }

    /// Sets the bits of a double.
    pub(crate) fn set_double(&self, number: u8, bits: u64) {
        self.set_float(number, bits as u32);
        self.set_float(number + 1, (bits >> 32) as u32);
    }

    /// Value of a register of coprocessor 0.
    pub(crate) fn system(&self, number: u8) -> u32 {
        self.slots[(slot::SYSTEM + number) as usize].get()
    }

    /// Sets a register of coprocessor 0.
    pub(crate) fn set_system(&self, number: u8, value: u32) {
        self.slots[(slot::SYSTEM + number) as usize].set(value);
    }

    /// Reads a byte for a system call, checked like a load of the program.
    pub(crate) fn read_byte(&mut self, address: u32) -> Result<u8, Cause> {
        self.check(address, Access::Load)?;
        Ok(self.memory.read(address, 1)? as u8)
    }

    /// Writes a byte for a system call, checked like a store of the program.
    pub(crate) fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause> {
        self.check(address, Access::Store)?;
        self.memory.write(address, 1, byte.into())
    }

    fn check(&self, address: u32, access: Access) -> Result<(), Cause> {
        let kind = self.memory.map.area(address).map(|area| area.kind);
        match kind {
            Some(kind) if self.memory.map.may(kind, access) => Ok(()),
            Some(_) if access == Access::Store => Err(Cause::ReadOnly { address: address.into() }),
            _ => Err(Cause::Unmapped { access, address: address.into() }),
        }
    }
}

/// Names and slots of the other registers to show.
#[rustfmt::skip]
pub(crate) const OTHER_REGISTERS: &[(&str, u8)] = &[
    ("hi", slot::HI), ("lo", slot::LO), ("fcc", slot::FLAGS), ("fcsr", slot::FCSR),
    ("badvaddr", slot::SYSTEM + cp0::BAD_VADDR), ("status", slot::SYSTEM + cp0::STATUS),
    ("cause", slot::SYSTEM + cp0::CAUSE), ("epc", slot::SYSTEM + cp0::EPC),
    ("f0", 64), ("f1", 65), ("f2", 66), ("f3", 67), ("f4", 68), ("f5", 69), ("f6", 70), ("f7", 71),
    ("f8", 72), ("f9", 73), ("f10", 74), ("f11", 75), ("f12", 76), ("f13", 77), ("f14", 78),
    ("f15", 79), ("f16", 80), ("f17", 81), ("f18", 82), ("f19", 83), ("f20", 84), ("f21", 85),
    ("f22", 86), ("f23", 87), ("f24", 88), ("f25", 89), ("f26", 90), ("f27", 91), ("f28", 92),
    ("f29", 93), ("f30", 94), ("f31", 95),
];
