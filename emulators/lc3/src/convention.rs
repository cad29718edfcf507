//! Calling convention of the textbook's assembly programs: the callee saves what it changes.

use architecture::{Back, Convention};

/// R7 holds the return address, R6 the stack; a subroutine saves the other registers it uses,
/// except the one with its result.
pub(crate) static CONVENTION: Convention = Convention {
    name: "callee-save",
    source: "Patt, Patel, \"Introduction to Computing Systems\", third edition, chapter 8",
    arguments: &["R0", "R1", "R2", "R3", "R4"],
    results: &["R0"],
    pairs_are_even: false,
    floats: None,
    stack_arguments_from: 0,
    volatile: &["R0", "R7"],
    preserved: &["R1", "R2", "R3", "R4", "R5"],
    reserved: &[],
    stack: "R6",
    back: Back::Register("R7"),
    home_units: 0,
    alignment_units: 1,
    loose_alignment_units: 1,
};
