//! Calling convention of the PDP-10: minimal, so each subroutine documents its accumulators.

use architecture::{Back, Convention};

/// `PUSHJ P,` and `POPJ P,`, with P in 17; a subroutine's comment names the accumulators it
/// overwrites.
pub(super) static CONVENTION: Convention = Convention {
    name: "PUSHJ P",
    source: "doc/info/pdp-10 in the public ITS repository, and the comments of its programs",
    preserved: &[
        "AC0", "AC1", "AC2", "AC3", "AC4", "AC5", "AC6", "AC7", "AC10", "AC11", "AC12", "AC13",
        "AC14", "AC15", "AC16",
    ],
    stack: "AC17",
    back: Back::Pushed,
    ..Convention::EMPTY
};
