//! The calling convention of RISC-V for 32 bits without floating point registers.

use architecture::{Back, Convention, Floats};

/// ILP32.
#[rustfmt::skip]
pub(super) static CONVENTION: Convention = Convention {
    name: "ilp32",
    source: "RISC-V ELF psABI, calling conventions",
    arguments: &["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"],
    results: &["a0", "a1"],
    pairs_are_even: false,
    floats: Some(Floats {
        arguments: &[&["fa0"], &["fa1"], &["fa2"], &["fa3"], &["fa4"], &["fa5"], &["fa6"], &["fa7"]],
        results: &["fa0"],
        only_leading: false,
    }),
    stack_arguments_from: 0,
    volatile: &[
        "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", "t6",
    ],
    preserved: &["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11"],
    reserved: &["gp", "tp"],
    stack: "sp",
    back: Back::Register("ra"),
    home_units: 0,
    alignment_units: 16,
    loose_alignment_units: 4,
};
