//! Numbers of register slots: 0 to 31 are the general registers.

/// Receives writes to `zero`.
pub(crate) const SINK: u8 = 32;
/// Accrued floating-point exceptions.
pub(crate) const FFLAGS: u8 = 33;
/// Dynamic rounding mode.
pub(crate) const FRM: u8 = 34;
/// Zero while floating point is off.
pub(crate) const FS: u8 = 35;
/// 1 while there is a reservation.
pub(crate) const RESERVED: u8 = 36;
/// Reserved address.
pub(crate) const RESERVED_AT: u8 = 37;
/// `mstatus`.
pub(crate) const MSTATUS: u8 = 38;
/// Not zero if only the careful engine may access `mstatus`.
pub(crate) const STATUS_CLOSED: u8 = 39;
/// Bits of `mstatus` that only the careful engine may change.
pub(crate) const STATUS_FIXED: u8 = 40;
/// First low word of the 32 floating-point registers.
pub(crate) const FLOAT: u8 = 64;
/// Distance from a low word to its high word; all ones in the high word mark a single in the low
/// word.
pub(crate) const HIGH: u8 = 32;
