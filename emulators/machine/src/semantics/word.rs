//! Numbers of any width up to 64 bits as values of simple machines.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use super::Value;

/// A value of `BITS` bits, from 1 to 64; arithmetic wraps.
///
/// ```
/// use machine::semantics::{Value, Word};
/// assert_eq!((Word::<12>::new(0o7777) + Word::new(2)).get(), 1);
/// assert_eq!(Word::<16>::new(0x1f).sign_extend(5).get(), 0xffff);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Word<const BITS: u32>(u64);

impl<const BITS: u32> Word<BITS> {
    const MASK: u64 = u64::MAX >> (64 - BITS);

    /// The low bits of a number.
    #[inline(always)]
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Word(number & Self::MASK)
    }

    /// The value as an unsigned number.
    #[inline(always)]
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The value as a signed number.
    #[inline(always)]
    #[must_use]
    pub const fn signed(self) -> i64 {
        (self.0 << (64 - BITS)) as i64 >> (64 - BITS)
    }

    /// High word of a product, and the low words.
    const fn high(product: i128) -> Self {
        Self::new((product >> BITS) as u64)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        impl<const BITS: u32> $trait for Word<BITS> {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                Word::new($result)
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
    Shl shl |a, b| a.wrapping_shl(b as u32);
    Shr shr |a, b| a.wrapping_shr(b as u32);
}

macro_rules! methods {
    ($($method:ident |$a:ident, $b:ident| $result:expr;)*) => { $(
        #[inline(always)]
        fn $method(self, other: Self) -> Self {
            let ($a, $b) = (self, other);
            Word::new($result)
        }
    )* };
}

impl<const BITS: u32> Value for Word<BITS> {
    methods! {
        sar |a, b| (a.signed() >> (b.0 & 63)) as u64;
        equals |a, b| u64::from(a.0 == b.0);
        differs |a, b| u64::from(a.0 != b.0);
        less |a, b| u64::from(a.signed() < b.signed());
        below |a, b| u64::from(a.0 < b.0);
        divide |a, b| a.signed().wrapping_div(b.signed()) as u64;
        divide_unsigned |a, b| a.0 / b.0;
        remainder |a, b| a.signed().wrapping_rem(b.signed()) as u64;
        remainder_unsigned |a, b| a.0 % b.0;
        multiply_high |a, b| Self::high(i128::from(a.signed()) * i128::from(b.signed())).0;
        multiply_high_unsigned |a, b| ((u128::from(a.0) * u128::from(b.0)) >> BITS) as u64;
    }

    #[inline(always)]
    fn sign_extend(self, bits: u32) -> Self {
        Word::new(((self.0 << (64 - bits)) as i64 >> (64 - bits)) as u64)
    }

    #[inline(always)]
    fn leading_zeros(self) -> Self {
        Word::new(u64::from(self.0.leading_zeros() + BITS - 64))
    }

    #[inline(always)]
    fn not(self) -> Self {
        Word::new(!self.0)
    }

    #[inline(always)]
    fn pick(self, yes: Self, no: Self) -> Self {
        if self.0 == 0 { no } else { yes }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::semantics::Word32;

    type Operation<V> = fn(V, V) -> V;

    /// Each operation for two types of words.
    macro_rules! both {
        ($($operation:expr),*) => {
            [$(($operation as Operation<Word<32>>, $operation as Operation<Word32>)),*]
        };
    }

    proptest! {
        #[test]
        fn words_of_32_bits_agree(a in any::<u32>(), b in any::<u32>(), small in 0..32u32) {
            let [c, d] = [small, b | 1];
            let agree = |(one, other): (Operation<Word<32>>, Operation<Word32>), a: u32, b: u32| {
                one(Word::new(a.into()), Word::new(b.into())).get()
                    == u64::from(other(Word32(a), Word32(b)).0)
            };
            for pair in both!(|a, b| a + b, |a, b| a - b, |a, b| a * b, |a, b| a & b, |a, b| a | b,
                |a, b| a ^ b, Value::equals, Value::differs, Value::less, Value::below,
                Value::multiply_high, Value::multiply_high_unsigned, |a, _| a.not(),
                |a, _| a.leading_zeros(), |a, _| a.sign_extend(8), |a, b| a.pick(b, a)) {
                prop_assert!(agree(pair, a, b));
            }
            for pair in both!(|a, b| a << b, |a, b| a >> b, Value::sar) {
                prop_assert!(agree(pair, a, c));
            }
            for pair in both!(Value::divide, Value::divide_unsigned, Value::remainder,
                Value::remainder_unsigned) {
                prop_assert!(agree(pair, a, d));
            }
        }
    }

    #[test]
    fn narrow_words_wrap_and_have_a_sign() {
        let minus_one = Word::<5>::new(0) - Word::new(1);
        assert_eq!((minus_one.get(), minus_one.signed()), (31, -1));
        assert_eq!(Word::<5>::new(1).leading_zeros().get(), 4);
        assert_eq!(minus_one.multiply_high(minus_one).get(), 0);
        assert_eq!(minus_one.less(Word::new(0)).get(), 1);
    }
}
