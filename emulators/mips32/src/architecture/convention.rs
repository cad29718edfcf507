//! The MIPS calling convention as taught in courses.

use architecture::{Back, Convention, Floats};

/// O32.
#[rustfmt::skip]
pub(super) static CONVENTION: Convention = Convention {
    name: "o32",
    source: "System V ABI, MIPS RISC processor supplement, 3rd edition, chapter 3",
    is_free: false,
    arguments: &["a0", "a1", "a2", "a3"],
    results: &["v0", "v1"],
    pairs_are_even: true,
    floats: Some(Floats {
        arguments: &[&["f12", "f13"], &["f14", "f15"]],
        results: &["f0", "f1"],
        only_leading: true,
    }),
    stack_arguments_from: 16,
    volatile: &[
        "at", "v0", "v1", "a0", "a1", "a2", "a3", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "hi", "lo",
        "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10", "f11", "f12", "f13", "f14", "f15", "f16",
        "f17", "f18", "f19",
    ],
    preserved: &[
        "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "fp", "f20", "f21", "f22", "f23", "f24", "f25", "f26",
        "f27", "f28", "f29", "f30", "f31",
    ],
    reserved: &["k0", "k1", "gp"],
    stack: "sp",
    back: Back::Register("ra"),
    home_units: 16,
    alignment_units: 8,
    loose_alignment_units: 4,
};
