//! Calling conventions of 32-bit RISC-V, with and without floating-point registers.

use architecture::{Back, Convention, Floats};

use crate::Options;
use crate::isa::Extension;

const SOURCE: &str = "RISC-V ELF psABI, calling conventions";

#[rustfmt::skip]
const INTEGER_VOLATILE: [&str; 15] = [
    "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", "t6",
];

#[rustfmt::skip]
const INTEGER_PRESERVED: [&str; 12] = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
];

/// ILP32, the integer calling convention.
const ILP32: Convention = Convention {
    name: "ilp32",
    source: SOURCE,
    is_free: false,
    arguments: &["a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7"],
    results: &["a0", "a1"],
    pairs_are_even: false,
    floats: None,
    stack_arguments_from: 0,
    volatile: &INTEGER_VOLATILE,
    preserved: &INTEGER_PRESERVED,
    reserved: &["gp", "tp"],
    stack: "sp",
    back: Back::Register("ra"),
    home_units: 0,
    alignment_units: 16,
    loose_alignment_units: 4,
};

#[rustfmt::skip]
static VOLATILE: [&str; 35] = [
    "t0", "t1", "t2", "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "t3", "t4", "t5", "t6",
    "ft0", "ft1", "ft2", "ft3", "ft4", "ft5", "ft6", "ft7", "ft8", "ft9", "ft10", "ft11",
    "fa0", "fa1", "fa2", "fa3", "fa4", "fa5", "fa6", "fa7",
];

#[rustfmt::skip]
static PRESERVED: [&str; 24] = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11",
    "fs0", "fs1", "fs2", "fs3", "fs4", "fs5", "fs6", "fs7", "fs8", "fs9", "fs10", "fs11",
];

/// Registers of floating-point arguments and results.
const FLOATS: Option<Floats> = Some(Floats {
    arguments: &[&["fa0"], &["fa1"], &["fa2"], &["fa3"], &["fa4"], &["fa5"], &["fa6"], &["fa7"]],
    results: &["fa0"],
    only_leading: false,
});

/// ILP32F, the hardware floating-point convention for single precision.
static ILP32F: Convention = Convention {
    name: "ilp32f",
    floats: FLOATS,
    volatile: &VOLATILE,
    preserved: &PRESERVED,
    ..ILP32
};

/// ILP32D, the same for double precision.
pub(super) static ILP32D: Convention = Convention {
    name: "ilp32d",
    floats: FLOATS,
    volatile: &VOLATILE,
    preserved: &PRESERVED,
    ..ILP32
};

/// Returns the convention for the floating-point registers of a processor.
pub(super) fn of(options: &Options) -> &'static Convention {
    match [Extension::D, Extension::F].map(|extension| options.profile.has(extension)) {
        [true, _] => &ILP32D,
        [false, true] => &ILP32F,
        [false, false] => const { &ILP32 },
    }
}
