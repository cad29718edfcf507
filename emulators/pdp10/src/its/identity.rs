//! Identity of this ITS.

/// Version of its system.
pub(super) const VERSION: &str = "1648";
