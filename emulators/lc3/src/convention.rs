//! The calling convention of the LC-3: each subroutine documents its registers.

use architecture::{Back, Convention};

/// `JSR` and `RET` with the return address in R7, and a stack in R6.
///
/// The textbook leaves all other registers to each program: a subroutine saves those that it does
/// not use for results, or its caller does.
pub(crate) static CONVENTION: Convention = Convention {
    name: "JSR",
    source: "Patt, Patel, \"Introduction to Computing Systems\", third edition, chapter 8",
    is_free: true,
    preserved: &["R0", "R1", "R2", "R3", "R4", "R5"],
    stack: "R6",
    back: Back::Register("R7"),
    ..Convention::EMPTY
};
