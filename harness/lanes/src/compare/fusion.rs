//! Pairs of instructions that a core could execute as one.

use std::collections::BTreeMap;

use machine::{AnyMachine, Executed};

/// A pair, or more, of adjacent instructions that a core could execute as one.
#[derive(Debug)]
pub struct Idiom {
    /// Its name.
    pub name: &'static str,
    /// Which instructions, in a sentence.
    pub meaning: &'static str,
    /// Instructions it makes fewer: 1 for a pair, 2 where three are fused.
    pub saves: u8,
    /// Whether Celio et al. count it.
    pub is_of_paper: bool,
}

/// Every idiom.
pub static IDIOMS: &[Idiom] = &[];

/// How often each idiom ran; empty on a machine that is no RISC-V.
#[must_use]
pub fn fused(_: &AnyMachine, _: &[Executed]) -> BTreeMap<&'static str, u64> {
    BTreeMap::new()
}
