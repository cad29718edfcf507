//! Identity of this ITS.

/// Name of the machine whose behaviour was measured.
pub(super) const MACHINE: &str = "DB";
/// Version of its system.
pub(super) const VERSION: &str = "1648";
