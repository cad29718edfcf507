//! The vocabulary instruction semantics are written in, once, and the readings of it.
//!
//! A row of an instruction table says what the instruction does as a function generic over
//! [`Semantics`]. What the function means depends on who reads it: an evaluator, for whom values
//! are numbers, or the flow analyser [`Flow`], for whom they are known or unknown. Nothing can be
//! written that only one of them can read.

mod flow;
mod word32;

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

pub use flow::{Flow, Known};
pub use word32::Word32;

/// Why what stands behind an instruction is not done.
///
/// The instruction could not do its work, and has changed nothing. One that skips is the exception:
/// it is done when a plain engine says [`Condition`](Trap::Condition) of it. Details, such as an
/// address, are kept by the reading that raised the trap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trap {
    /// A system call.
    Call,
    /// A breakpoint.
    Break,
    /// The condition of a trap instruction held, or that of one that skips.
    Condition,
    /// A signed result does not fit.
    Overflow,
    /// A load, store or fetch that memory refused.
    Memory,
    /// No such instruction, or not with these registers.
    Illegal,
    /// A floating point exception that is enabled.
    Float,
    /// The machine must do this instruction itself: it reaches beyond registers and memory.
    Special,
}

/// A value while an instruction runs, as wide as the machine's registers.
///
/// Shifts by the width or more are a broken rule of the row: it masks the distance first. Words of 36 bits
/// take distances below 64, and nothing is left of them from 36 on.
pub trait Value:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Shl<Output = Self>
    + Shr<Output = Self>
{
    /// Shift right with copies of the sign.
    fn sar(self, distance: Self) -> Self;
    /// 1 when equal, else 0.
    fn equals(self, other: Self) -> Self;
    /// 1 when less as signed numbers, else 0.
    fn less(self, other: Self) -> Self;
    /// 1 when less as unsigned numbers, else 0.
    fn below(self, other: Self) -> Self;
    /// Signed quotient rounded toward zero; the divisor is not zero, the lowest number by -1 wraps.
    fn divide(self, divisor: Self) -> Self;
    /// Unsigned quotient; the divisor is not zero.
    fn divide_unsigned(self, divisor: Self) -> Self;
    /// Signed remainder with the sign of the dividend; the divisor is not zero.
    fn remainder(self, divisor: Self) -> Self;
    /// Unsigned remainder; the divisor is not zero.
    fn remainder_unsigned(self, divisor: Self) -> Self;
    /// High word of the signed product.
    fn multiply_high(self, other: Self) -> Self;
    /// High word of the unsigned product.
    fn multiply_high_unsigned(self, other: Self) -> Self;
    /// The low `bits` bits as a signed number.
    fn sign_extend(self, bits: u32) -> Self;
    /// Zero bits above the highest one; the width when there is none.
    fn leading_zeros(self) -> Self;
    /// `yes` when this is not zero, else `no`.
    fn pick(self, yes: Self, no: Self) -> Self;
    /// The same where it is nearly always `no`, which need not wait for `yes` then.
    #[inline(always)]
    fn pick_seldom(self, yes: Self, no: Self) -> Self {
        self.pick(yes, no)
    }
    /// 1 when different, else 0.
    fn differs(self, other: Self) -> Self;
    /// All bits turned over.
    fn not(self) -> Self;
}

/// What an instruction may do, whoever reads it.
///
/// A slot is a register of the machine's own numbering. Nothing fails behind the first `set` or
/// `store` of a row: one that has more to store has asked before whether it may.
pub trait Semantics: Copy {
    /// What values are to this reading.
    type V: Value;

    /// A number known when the instruction is decoded.
    fn k(self, number: u64) -> Self::V;
    /// A register's value before the instruction.
    fn get(self, slot: u8) -> Self::V;
    /// Gives a register its value after the instruction.
    fn set(self, slot: u8, value: Self::V);

    /// Gives a register a value that comes from memory, so late on a machine with delayed loads.
    fn set_loaded(self, slot: u8, value: Self::V) {
        self.set(slot, value);
    }

    /// Units of memory as an unsigned number.
    ///
    /// # Errors
    /// [`Trap::Memory`] when there is no memory or the address is not aligned to the units.
    fn load(self, address: Self::V, units: u8) -> Result<Self::V, Trap>;

    /// Writes the low units of a value.
    ///
    /// # Errors
    /// [`Trap::Memory`] when there is no memory or the address is not aligned to the units.
    fn store(self, address: Self::V, value: Self::V, units: u8) -> Result<(), Trap>;

    /// The next instruction is the one at `to`.
    fn jump(self, to: Self::V);

    /// The next instruction is the one at `to` when `condition` is not zero.
    fn branch(self, condition: Self::V, to: Self::V);

    /// Leaves the instruction undone when `condition` is not zero.
    ///
    /// # Errors
    /// The trap given.
    fn trap_if(self, condition: Self::V, trap: Trap) -> Result<(), Trap>;

    /// Leaves the instruction undone.
    ///
    /// # Errors
    /// Always the trap given.
    fn trap(self, trap: Trap) -> Result<(), Trap>;
}
