//! Numbers of register slots: 0 to 31 are the general registers.

/// Takes what is written to `zero`.
pub(crate) const SINK: u8 = 32;
/// The accrued floating point exceptions.
pub(crate) const FFLAGS: u8 = 33;
/// The dynamic rounding mode.
pub(crate) const FRM: u8 = 34;
/// Zero while floating point is switched off.
pub(crate) const FS: u8 = 35;
/// 1 while a reservation holds.
pub(crate) const RESERVED: u8 = 36;
/// The reserved address.
pub(crate) const RESERVED_AT: u8 = 37;
/// First of the low words of the 32 floating point registers.
pub(crate) const FLOAT: u8 = 64;
/// From a low word to its high word; all ones there is a single in the low word.
pub(crate) const HIGH: u8 = 32;
