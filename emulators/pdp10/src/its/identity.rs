//! Which ITS this is.

/// The name of the machine: the one whose behaviour was measured.
pub(super) const MACHINE: &str = "DB";
/// The version of the system on it.
pub(super) const VERSION: &str = "1648";
