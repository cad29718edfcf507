//! The machine word: 36 bits, two halves, two's complement numbers.

use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use machine::semantics::Value;

/// Bits of a word.
pub(crate) const WIDTH: u32 = 36;
/// All bits of a word.
pub(crate) const MASK: u64 = (1 << WIDTH) - 1;
/// All bits of a half.
pub(crate) const HALF: u64 = 0o777777;
/// The sign, bit 0 of the manual.
pub(crate) const SIGN: u64 = 1 << (WIDTH - 1);

/// A 36-bit word; arithmetic wraps.
///
/// ```
/// use pdp10::Word36;
/// let word = Word36::halves(0o254000, 0o000100);
/// assert_eq!(word.to_string(), "254000000100");
/// assert_eq!((word.left(), word.right()), (0o254000, 0o100));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Word36(u64);

impl Word36 {
    /// Takes the low 36 bits of a number.
    #[must_use]
    pub const fn new(bits: u64) -> Self {
        Word36(bits & MASK)
    }

    /// Takes a number known to fit in 36 bits.
    #[inline(always)]
    pub(crate) const fn known(bits: u64) -> Self {
        Word36(bits)
    }

    /// Builds a word from two halves, each the low 18 bits of a number.
    #[must_use]
    pub const fn halves(left: u32, right: u32) -> Self {
        Word36((left as u64 & HALF) << 18 | right as u64 & HALF)
    }

    /// The bits, in the low 36.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Bits 0 to 17.
    #[must_use]
    pub const fn left(self) -> u32 {
        (self.0 >> 18) as u32
    }

    /// Bits 18 to 35.
    #[must_use]
    pub const fn right(self) -> u32 {
        (self.0 & HALF) as u32
    }

    /// The word as a signed number.
    #[must_use]
    pub const fn signed(self) -> i64 {
        ((self.0 << (64 - WIDTH)) as i64) >> (64 - WIDTH)
    }

    /// Takes the low 36 bits of a signed number.
    #[must_use]
    pub const fn from_signed(number: i64) -> Self {
        Self::new(number as u64)
    }

    /// Exchanges the halves.
    #[must_use]
    pub const fn swapped(self) -> Self {
        Self::halves(self.right(), self.left())
    }
}

impl From<u32> for Word36 {
    fn from(number: u32) -> Self {
        Word36(number.into())
    }
}

impl fmt::Display for Word36 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:012o}", self.0)
    }
}

impl fmt::Debug for Word36 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:06o},,{:06o}", self.left(), self.right())
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        impl $trait for Word36 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                $result
            }
        }
    )* };
}

operators! {
    Add add |a, b| Word36::new(a.wrapping_add(b));
    Sub sub |a, b| Word36::new(a.wrapping_sub(b));
    Mul mul |a, b| Word36::new(a.wrapping_mul(b));
    BitAnd bitand |a, b| Word36(a & b);
    BitOr bitor |a, b| Word36(a | b);
    BitXor bitxor |a, b| Word36(a ^ b);
    Shl shl |a, b| Word36::new(a << (b & 63));
    Shr shr |a, b| Word36(a >> (b & 63));
}

impl Value for Word36 {
    #[inline(always)]
    fn sar(self, distance: Self) -> Self {
        Self::from_signed(self.signed() >> (distance.0 & 63))
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Word36(u64::from(self.0 == other.0))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> Self {
        Word36(u64::from(self.0 != other.0))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Word36(u64::from(self.signed() < other.signed()))
    }

    #[inline(always)]
    fn below(self, other: Self) -> Self {
        Word36(u64::from(self.0 < other.0))
    }

    #[inline(always)]
    fn divide(self, divisor: Self) -> Self {
        Self::from_signed(self.signed().wrapping_div(divisor.signed()))
    }

    #[inline(always)]
    fn divide_unsigned(self, divisor: Self) -> Self {
        Word36(self.0 / divisor.0)
    }

    #[inline(always)]
    fn remainder(self, divisor: Self) -> Self {
        Self::from_signed(self.signed().wrapping_rem(divisor.signed()))
    }

    #[inline(always)]
    fn remainder_unsigned(self, divisor: Self) -> Self {
        Word36(self.0 % divisor.0)
    }

    #[inline(always)]
    fn multiply_high(self, other: Self) -> Self {
        let product = i128::from(self.signed()) * i128::from(other.signed());
        Self::from_signed((product >> WIDTH) as i64)
    }

    #[inline(always)]
    fn multiply_high_unsigned(self, other: Self) -> Self {
        Word36(((u128::from(self.0) * u128::from(other.0)) >> WIDTH) as u64)
    }

    #[inline(always)]
    fn sign_extend(self, bits: u32) -> Self {
        Self::from_signed(((self.0 << (64 - bits)) as i64) >> (64 - bits))
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Word36(u64::from(self.0.leading_zeros() - (64 - WIDTH)))
    }

    #[inline(always)]
    fn pick(self, yes: Self, no: Self) -> Self {
        if self.0 != 0 { yes } else { no }
    }

    #[inline(always)]
    fn not(self) -> Self {
        Word36(self.0 ^ MASK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_have_signs() {
        let ones = Word36::new(u64::MAX);
        assert_eq!(ones.signed(), -1);
        assert_eq!(ones + Word36::new(1), Word36::default());
        assert_eq!(Word36::from_signed(-2).to_string(), "777777777776");
        assert_eq!(Word36::halves(1, 2).swapped(), Word36::halves(2, 1));
        assert_eq!(Word36::new(0).leading_zeros(), Word36::new(36));
        assert_eq!(Word36::new(SIGN).sar(Word36::new(1)), Word36::new(0o600000_000000));
        assert_eq!(ones.multiply_high(ones), Word36::default());
        // As unsigned numbers: (2^36 - 1)^2 is (2^36 - 2) * 2^36 + 1.
        assert_eq!(ones.multiply_high_unsigned(ones), ones - Word36::new(1));
        assert_eq!(ones.divide_unsigned(Word36::new(2)), Word36::new(0o377777_777777));
    }
}
