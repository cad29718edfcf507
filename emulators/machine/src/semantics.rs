//! The traits that instruction semantics are written in, and the interpretations of them.
//!
//! A row of an instruction table gives the semantics of an instruction as a function generic over
//! [`Semantics`]. Each implementation of the trait is an interpretation of all rows, so nothing can
//! be written that only one of them can run:
//!
//! - the plain engine ([`Plain`](crate::threads::Plain)): values are numbers;
//! - the careful engine: the same numbers, with effects pending in a [`ledger`](crate::ledger);
//! - the followed one ([`FollowedSemantics`](crate::follow::FollowedSemantics)): careful, with undefined bits
//!   tracked;
//! - the flow analyser ([`Flow`]): values are known or unknown;
//! - the recorder ([`Recorder`](crate::native::RuleRecorder)): values are nodes of a program.

mod flow;
mod word;
mod word32;

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

pub use flow::{Flow, Known};
pub use word::Word;
pub use word32::Word32;

/// Reason why the instructions after this one are not run.
///
/// The instruction failed and has changed nothing. Except for a skip: in the plain engine,
/// [`Condition`](Trap::Condition) means that it is done. Details, such as an address, are kept by
/// the interpretation that raised the trap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trap {
    /// A system call.
    Call,
    /// A breakpoint.
    Break,
    /// The condition of a trap instruction or of a skip is true.
    Condition,
    /// A signed result does not fit.
    Overflow,
    /// A failed load, store or fetch.
    Memory,
    /// Invalid instruction, or invalid registers for it.
    Illegal,
    /// An enabled floating point exception.
    Float,
    /// The machine must run this instruction itself, because it affects more than registers and
    /// memory.
    Special,
}

/// A value in an instruction, as wide as the machine's registers.
///
/// Rows must mask the distance of a shift: a distance of the width or more is not allowed. Words of
/// 36 bits accept distances below 64; the result is 0 from 36 on.
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
    /// Arithmetic shift right.
    fn sar(self, distance: Self) -> Self;
    /// 1 if equal, else 0.
    fn equals(self, other: Self) -> Self;
    /// 1 if less as signed numbers, else 0.
    fn less(self, other: Self) -> Self;
    /// 1 if less as unsigned numbers, else 0.
    fn below(self, other: Self) -> Self;
    /// Signed quotient rounded toward zero; the divisor is not zero, the minimum by -1 wraps.
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
    /// Number of leading zeros; the width for zero.
    fn leading_zeros(self) -> Self;
    /// `yes` if this is not zero, else `no`.
    fn pick(self, yes: Self, no: Self) -> Self;
    /// The same if it is nearly always `no`, which then need not wait for `yes`.
    #[inline(always)]
    fn pick_seldom(self, yes: Self, no: Self) -> Self {
        self.pick(yes, no)
    }
    /// 1 if different, else 0.
    fn differs(self, other: Self) -> Self;
    /// Bitwise complement.
    fn not(self) -> Self;
}

/// Operations of an instruction, for any interpretation.
///
/// A slot is a register in the machine's own numbering. Nothing after the first `set` or `store` of
/// a row may fail: a row with several stores first checks whether they are allowed.
pub trait Semantics: Copy {
    /// Type of values in this interpretation.
    type V: Value;

    /// A constant, known when the instruction is decoded.
    fn k(self, number: u64) -> Self::V;
    /// Value of a register before the instruction.
    fn get(self, slot: u8) -> Self::V;
    /// Sets the value of a register after the instruction.
    fn set(self, slot: u8, value: Self::V);

    /// Sets a register to a loaded value, which takes effect later on a machine with delayed loads.
    fn set_loaded(self, slot: u8, value: Self::V) {
        self.set(slot, value);
    }

    /// Loads units of memory as an unsigned number.
    ///
    /// # Errors
    /// [`Trap::Memory`] if there is no memory or the address is not aligned to the units.
    fn load(self, address: Self::V, units: u8) -> Result<Self::V, Trap>;

    /// Stores the low units of a value.
    ///
    /// # Errors
    /// [`Trap::Memory`] if there is no memory or the address is not aligned to the units.
    fn store(self, address: Self::V, value: Self::V, units: u8) -> Result<(), Trap>;

    /// Continues at `to`.
    fn jump(self, to: Self::V);

    /// Continues at `to` if `condition` is not zero.
    fn branch(self, condition: Self::V, to: Self::V);

    /// Cancels the instruction if `condition` is not zero.
    ///
    /// # Errors
    /// The given trap.
    fn trap_if(self, condition: Self::V, trap: Trap) -> Result<(), Trap>;

    /// Cancels the instruction.
    ///
    /// # Errors
    /// Always the given trap.
    fn trap(self, trap: Trap) -> Result<(), Trap>;
}
