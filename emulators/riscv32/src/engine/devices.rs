//! What devices around the processor are to the engines.

use machine::{Cause, Host};

/// The moment at which the program asks something of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// Instructions retired before it.
    pub(crate) instructions: u64,
    /// Cycles that these took under the `esp32c3` model.
    pub(crate) cycles: u64,
}

/// Devices whose registers lie where memory has none.
pub(crate) trait Devices {
    /// Reads a device register, or a part of it.
    ///
    /// # Errors
    /// When the address is not aligned, or strictness wants no unknown registers.
    fn load(&mut self, address: u32, units: u8, now: Moment, host: &mut Host)
    -> Result<u32, Cause>;
}
