//! Interface between devices and the engines.

use machine::{Cause, Host};

/// Time of an access to a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AccessTime {
    /// Address of the instruction; in 64 bits, because a host copies equal fields faster.
    pub(crate) pc: u64,
    /// Instructions retired before it.
    pub(crate) instructions: u64,
    /// Cycles of these instructions under the `esp32c3` model.
    pub(crate) cycles: u64,
}

/// Devices whose registers are at addresses without memory.
pub(crate) trait Devices {
    /// Reads a device register, or part of one.
    ///
    /// # Errors
    /// If the address is misaligned, or the register is unknown and `strict_mmio` is set.
    fn load(
        &mut self,
        address: u32,
        units: u8,
        now: &AccessTime,
        host: &mut Host,
    ) -> Result<u32, Cause>;
}
