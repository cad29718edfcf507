//! The flow analyser: derives control flow and registers of an instruction from its row.

use std::cell::Cell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use super::{Semantics, Trap, Value};

/// Control flow and registers of one instruction, found by running its row on unknown values.
///
/// Slots are below 128.
#[derive(Debug, Default)]
pub struct Flow {
    ends: Cell<bool>,
    falls: Cell<bool>,
    skips: Cell<bool>,
    target: Cell<Option<u64>>,
    reads: Cell<u128>,
    writes: Cell<u128>,
    loads: Cell<bool>,
    stores: Cell<bool>,
}

impl Flow {
    /// Analyser for one instruction.
    #[must_use]
    pub fn new() -> Self {
        let flow = Flow::default();
        flow.falls.set(true);
        flow
    }

    /// Whether it may transfer control.
    #[must_use]
    pub fn ends_block(&self) -> bool {
        self.ends.get()
    }

    /// Whether control can continue at the next instruction in memory.
    #[must_use]
    pub fn falls_through(&self) -> bool {
        self.falls.get()
    }

    /// Notes that it may skip the next instruction, which does not end a block.
    pub fn may_skip(&self) {
        self.skips.set(true);
    }

    /// Whether it may skip the next instruction.
    #[must_use]
    pub fn skips(&self) -> bool {
        self.skips.get()
    }

    /// Target of a jump or branch, if the instruction encodes it.
    #[must_use]
    pub fn target(&self) -> Option<u64> {
        self.target.get()
    }

    /// One bit per slot that is read.
    #[must_use]
    pub fn reads(&self) -> u128 {
        self.reads.get()
    }

    /// One bit per slot that is written.
    #[must_use]
    pub fn writes(&self) -> u128 {
        self.writes.get()
    }

    /// Whether it reads memory.
    #[must_use]
    pub fn loads(&self) -> bool {
        self.loads.get()
    }

    /// Whether it writes memory.
    #[must_use]
    pub fn stores(&self) -> bool {
        self.stores.get()
    }
}

/// A value of the analyser: a known number, or unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known(pub Option<u64>);

impl Known {
    /// An unknown value.
    pub const ANY: Known = Known(None);
}

impl Add for Known {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Known(self.0.zip(other.0).map(|(a, b)| a.wrapping_add(b)))
    }
}

impl BitAnd for Known {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Known(self.0.zip(other.0).map(|(a, b)| a & b))
    }
}

/// Operations with an unknown result.
macro_rules! unknown {
    ($($trait:ident $method:ident;)*) => { $(
        impl $trait for Known {
            type Output = Self;

            fn $method(self, _: Self) -> Self {
                Known::ANY
            }
        }
    )* };
}

unknown! { Sub sub; Mul mul; BitOr bitor; BitXor bitxor; Shl shl; Shr shr; }

macro_rules! unknown_methods {
    ($($method:ident)*) => { $(
        fn $method(self, _: Self) -> Self {
            Known::ANY
        }
    )* };
}

impl Value for Known {
    unknown_methods! {
        sar equals differs less below divide divide_unsigned remainder remainder_unsigned
        multiply_high multiply_high_unsigned
    }

    fn sign_extend(self, _: u32) -> Self {
        Known::ANY
    }

    fn leading_zeros(self) -> Self {
        Known::ANY
    }

    fn not(self) -> Self {
        Known(self.0.map(|a| !a))
    }

    fn pick(self, _: Self, _: Self) -> Self {
        Known::ANY
    }
}

impl Semantics for &Flow {
    type V = Known;

    fn k(self, number: u64) -> Known {
        Known(Some(number))
    }

    fn get(self, slot: u8) -> Known {
        self.reads.set(self.reads.get() | 1 << slot);
        Known::ANY
    }

    fn set(self, slot: u8, _: Known) {
        self.writes.set(self.writes.get() | 1 << slot);
    }

    fn load(self, _: Known, _: u8) -> Result<Known, Trap> {
        self.loads.set(true);
        Ok(Known::ANY)
    }

    fn store(self, _: Known, _: Known, _: u8) -> Result<(), Trap> {
        self.stores.set(true);
        Ok(())
    }

    fn jump(self, to: Known) {
        self.ends.set(true);
        self.falls.set(false);
        self.target.set(to.0);
    }

    fn branch(self, _: Known, to: Known) {
        self.ends.set(true);
        self.target.set(to.0);
    }

    fn trap_if(self, _: Known, _: Trap) -> Result<(), Trap> {
        Ok(())
    }

    fn trap(self, _: Trap) -> Result<(), Trap> {
        self.ends.set(true);
        Ok(())
    }
}
