//! 32-bit numbers as values of the engines.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use super::Value;

/// A 32-bit register value; arithmetic wraps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Word32(pub u32);

macro_rules! operators {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        impl $trait for Word32 {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Word32($result)
            }
        }
    )* };
}

operators! {
    Add add |a, b| a.wrapping_add(b);
    Sub sub |a, b| a.wrapping_sub(b);
    Mul mul |a, b| a.wrapping_mul(b);
    BitAnd bitand |a, b| a & b;
    BitOr bitor |a, b| a | b;
    BitXor bitxor |a, b| a ^ b;
    Shl shl |a, b| a.wrapping_shl(b);
    Shr shr |a, b| a.wrapping_shr(b);
}

impl Word32 {
    fn signed(self) -> i32 {
        self.0 as i32
    }
}

impl Value for Word32 {
    #[inline(always)]
    fn sar(self, distance: Self) -> Self {
        Word32(self.signed().wrapping_shr(distance.0) as u32)
    }

    #[inline(always)]
    fn equals(self, other: Self) -> Self {
        Word32(u32::from(self.0 == other.0))
    }

    #[inline(always)]
    fn differs(self, other: Self) -> Self {
        Word32(u32::from(self.0 != other.0))
    }

    #[inline(always)]
    fn less(self, other: Self) -> Self {
        Word32(u32::from(self.signed() < other.signed()))
    }

    #[inline(always)]
    fn below(self, other: Self) -> Self {
        Word32(u32::from(self.0 < other.0))
    }

    #[inline(always)]
    fn divide(self, divisor: Self) -> Self {
        Word32(self.signed().wrapping_div(divisor.signed()) as u32)
    }

    #[inline(always)]
    fn divide_unsigned(self, divisor: Self) -> Self {
        Word32(self.0 / divisor.0)
    }

    #[inline(always)]
    fn remainder(self, divisor: Self) -> Self {
        Word32(self.signed().wrapping_rem(divisor.signed()) as u32)
    }

    #[inline(always)]
    fn remainder_unsigned(self, divisor: Self) -> Self {
        Word32(self.0 % divisor.0)
    }

    #[inline(always)]
    fn multiply_high(self, other: Self) -> Self {
        let product = i64::from(self.signed()) * i64::from(other.signed());
        Word32((product >> 32) as u32)
    }

    #[inline(always)]
    fn multiply_high_unsigned(self, other: Self) -> Self {
        Word32(((u64::from(self.0) * u64::from(other.0)) >> 32) as u32)
    }

    #[inline(always)]
    fn sign_extend(self, bits: u32) -> Self {
        let away = 32 - bits;
        Word32(((self.0 << away) as i32 >> away) as u32)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Word32(self.0.leading_zeros())
    }

    #[inline(always)]
    fn not(self) -> Self {
        Word32(!self.0)
    }

    #[inline(always)]
    fn pick(self, yes: Self, no: Self) -> Self {
        if self.0 != 0 { yes } else { no }
    }
}
