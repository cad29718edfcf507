//! Values with doubts, and the effect of operations on them.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Shl, Shr, Sub};

use super::{Doubt, Source, StoredDoubt};
use crate::semantics::{Value, Word, Word32};

/// A value whose bits can be inspected.
pub trait Bits: Value {
    /// Number of bits.
    const WIDTH: u32;

    /// The bits as a number.
    fn bits(self) -> u64;
}

impl Bits for Word32 {
    const WIDTH: u32 = 32;

    fn bits(self) -> u64 {
        self.0.into()
    }
}

impl<const BITS: u32> Bits for Word<BITS> {
    const WIDTH: u32 = BITS;

    fn bits(self) -> u64 {
        self.get()
    }
}

/// Set in the number of a value whose bits are those of another one, inverted.
const INVERTED: u32 = 1 << 31;

/// A value of the careful engine, with its doubt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FollowedValue<V> {
    /// The value.
    pub value: V,
    /// The doubt.
    pub doubt: Doubt,
    /// Identity: values with the same number are equal; 0 if unknown.
    pub(super) same: u32,
    /// What it was made from.
    pub(super) source: Source,
}

impl<V: Bits> FollowedValue<V> {
    const ALL: u64 = u64::MAX >> (64 - V::WIDTH);

    /// A sound value.
    pub fn sound(value: V) -> Self {
        FollowedValue::with(value, Doubt::NONE)
    }

    /// A value with a doubt.
    pub fn with(value: V, doubt: Doubt) -> Self {
        FollowedValue { value, doubt, same: 0, source: Source::Number }
    }

    /// A value with its stored doubt.
    #[inline]
    pub(super) fn of(value: V, kept: StoredDoubt) -> Self {
        if kept.doubt.is_none() {
            return Self::sound(value);
        }
        FollowedValue { same: kept.same, ..FollowedValue::with(value, kept.doubt) }
    }

    /// The same value, made from something else.
    #[inline]
    pub(super) fn with_source(mut self, source: Source) -> Self {
        self.source = source;
        self
    }

    /// The doubt to store.
    #[inline]
    pub(super) fn kept(&self) -> StoredDoubt {
        // Copying the parts of a doubt is slow directly after they were written.
        if self.doubt.is_none() {
            return StoredDoubt::NONE;
        }
        StoredDoubt { doubt: self.doubt, same: self.same, place: 0 }
    }

    /// Result of a computation with these doubtful bits; the reason is that of `a`, or of `b`.
    #[inline]
    fn made(value: V, bits: u64, a: Doubt, b: Doubt) -> Self {
        match bits & Self::ALL {
            0 => Self::sound(value),
            bits => Self::doubtful(value, bits, if a.is_none() { b.origin } else { a.origin }),
        }
    }

    #[cold]
    fn doubtful(value: V, bits: u64, origin: u32) -> Self {
        FollowedValue::with(value, Doubt { bits, origin, is_copy: false })
    }

    /// Result that is completely doubtful if either operand is doubtful.
    #[must_use]
    pub fn all(value: V, a: Self, b: Self) -> Self {
        let is_sound = a.doubt.is_none() && b.doubt.is_none();
        Self::made(value, if is_sound { 0 } else { u64::MAX }, a.doubt, b.doubt)
    }

    /// Truth value in the lowest bit, doubtful if either operand is.
    fn truth(value: V, a: Self, b: Self) -> Self {
        let is_sound = a.doubt.is_none() && b.doubt.is_none();
        Self::made(value, u64::from(!is_sound), a.doubt, b.doubt)
    }

    /// Result with carries: all bits from the lowest doubtful bit up are doubtful.
    fn carried(value: V, a: Self, b: Self) -> Self {
        let bits = a.doubt.bits | b.doubt.bits;
        Self::made(value, bits | bits.wrapping_neg(), a.doubt, b.doubt)
    }

    /// The source with the value, for sums.
    fn sourced(self) -> (Source, u64) {
        (self.source, self.value.bits())
    }

    #[inline]
    fn is_sound_zero(self) -> bool {
        self.doubt.is_none() && self.value.bits() == 0
    }

    /// Whether both are known to be equal.
    fn is_same(self, other: Self) -> bool {
        self.same != 0 && self.same == other.same
    }

    /// Whether one value has the inverted bits of the other.
    fn is_inverse(self, other: Self) -> bool {
        self.same != 0 && self.same == other.same ^ INVERTED
    }

    /// Bits that differ, or are doubtful in either.
    fn apart(self, other: Self) -> u64 {
        self.doubt.bits | other.doubt.bits | (self.value.bits() ^ other.value.bits())
    }

    fn shifted(self, distance: Self, value: V, bits: impl Fn(u64, u32) -> u64) -> Self {
        if !distance.doubt.is_none() {
            return Self::all(value, self, distance);
        }
        match distance.value.bits() {
            0 => self,
            places => Self::made(
                value,
                bits(self.doubt.bits, places.min(63) as u32),
                self.doubt,
                Doubt::NONE,
            ),
        }
    }

    /// Arithmetic shift right of doubtful bits.
    fn sign_down(bits: u64, places: u32) -> u64 {
        let away = 64 - V::WIDTH;
        ((bits << away) as i64 >> places.min(V::WIDTH - 1)) as u64 >> away
    }
}

impl<V: Bits> Add for FollowedValue<V> {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let value = self.value + other.value;
        let source = Source::sum(self.sourced(), other.sourced());
        let sum = match (self.is_sound_zero(), other.is_sound_zero()) {
            _ if self.doubt.is_none() && other.doubt.is_none() => Self::sound(value),
            (_, true) => self,
            (true, _) => other,
            _ => Self::carried(value, self, other),
        };
        sum.with_source(source)
    }
}

impl<V: Bits> Sub for FollowedValue<V> {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        let value = self.value - other.value;
        if other.is_sound_zero() {
            return self;
        }
        let difference = if self.is_same(other) {
            Self::sound(value)
        } else {
            Self::carried(value, self, other)
        };
        let source = Source::difference(self.sourced(), other.sourced());
        difference.with_source(source)
    }
}

impl<V: Bits> Mul for FollowedValue<V> {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let value = self.value * other.value;
        if self.is_sound_zero() || other.is_sound_zero() {
            return Self::sound(value);
        }
        Self::carried(value, self, other)
    }
}

impl<V: Bits> BitAnd for FollowedValue<V> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        let (a, b) = (self.doubt, other.doubt);
        if a.is_none() && b.is_none() && self.source == Source::Number {
            return Self::sound(self.value & other.value).with_source(match self.value.bits() {
                bits if bits == Self::ALL => other.source,
                _ => Source::Number,
            });
        }
        let all_ones = |one: Self| one.doubt.is_none() && one.value.bits() == Self::ALL;
        if all_ones(other) || self.is_same(other) {
            return self;
        }
        if all_ones(self) {
            return other;
        }
        if self.is_inverse(other) {
            return Self::sound(self.value & other.value);
        }
        // A defined zero gives a defined zero.
        let may_be_one = |one: Self| one.doubt.bits | one.value.bits();
        let bits = (a.bits | b.bits) & may_be_one(self) & may_be_one(other);
        let source = self.source.rounded(other.sourced());
        Self::made(self.value & other.value, bits, a, b).with_source(source)
    }
}

impl<V: Bits> BitOr for FollowedValue<V> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        let (a, b) = (self.doubt, other.doubt);
        if other.is_sound_zero() || self.is_same(other) {
            let source = match (self.source, other.source) {
                (Source::Upper, Source::Constant) => Source::Address,
                (source, _) => source,
            };
            return FollowedValue { source, ..self };
        }
        if self.is_sound_zero() {
            return other;
        }
        if self.is_inverse(other) {
            return Self::sound(self.value | other.value);
        }
        let sure_one = |one: Self| one.value.bits() & !one.doubt.bits;
        let bits = (a.bits | b.bits) & !sure_one(self) & !sure_one(other);
        let source = Source::union(self.source, other.source);
        Self::made(self.value | other.value, bits, a, b).with_source(source)
    }
}

impl<V: Bits> BitXor for FollowedValue<V> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        let value = self.value ^ other.value;
        if self.is_same(other) || self.is_inverse(other) {
            return Self::sound(value);
        }
        match (self.is_sound_zero(), other.is_sound_zero()) {
            (_, true) => self,
            (true, _) => other,
            _ => Self::made(value, self.doubt.bits | other.doubt.bits, self.doubt, other.doubt),
        }
    }
}

impl<V: Bits> Shl for FollowedValue<V> {
    type Output = Self;

    fn shl(self, distance: Self) -> Self {
        self.shifted(distance, self.value << distance.value, |bits, places| bits << places)
    }
}

impl<V: Bits> Shr for FollowedValue<V> {
    type Output = Self;

    fn shr(self, distance: Self) -> Self {
        self.shifted(distance, self.value >> distance.value, |bits, places| bits >> places)
    }
}

impl<V: Bits> Value for FollowedValue<V> {
    fn sar(self, distance: Self) -> Self {
        self.shifted(distance, self.value.sar(distance.value), Self::sign_down)
    }

    fn equals(self, other: Self) -> Self {
        let value = self.value.equals(other.value);
        let doubtful = self.doubt.bits | other.doubt.bits;
        let differs = (self.value.bits() ^ other.value.bits()) & !doubtful != 0;
        if differs || self.is_same(other) {
            return Self::sound(value);
        }
        Self::truth(value, self, other)
    }

    fn differs(self, other: Self) -> Self {
        FollowedValue::with(self.value.differs(other.value), self.equals(other).doubt)
    }

    fn less(self, other: Self) -> Self {
        let zero = other.is_sound_zero();
        let value = self.value.less(other.value);
        // Only the sign matters.
        if zero && self.doubt.bits >> (V::WIDTH - 1) & 1 == 0 {
            return Self::sound(value);
        }
        Self::truth(value, self, other)
    }

    fn below(self, other: Self) -> Self {
        let value = self.value.below(other.value);
        if other.is_sound_zero() {
            return Self::sound(value);
        }
        Self::truth(value, self, other)
    }

    fn divide(self, divisor: Self) -> Self {
        Self::all(self.value.divide(divisor.value), self, divisor)
    }

    fn divide_unsigned(self, divisor: Self) -> Self {
        Self::all(self.value.divide_unsigned(divisor.value), self, divisor)
    }

    fn remainder(self, divisor: Self) -> Self {
        Self::all(self.value.remainder(divisor.value), self, divisor)
    }

    fn remainder_unsigned(self, divisor: Self) -> Self {
        Self::all(self.value.remainder_unsigned(divisor.value), self, divisor)
    }

    fn multiply_high(self, other: Self) -> Self {
        Self::all(self.value.multiply_high(other.value), self, other)
    }

    fn multiply_high_unsigned(self, other: Self) -> Self {
        Self::all(self.value.multiply_high_unsigned(other.value), self, other)
    }

    fn sign_extend(self, bits: u32) -> Self {
        let value = self.value.sign_extend(bits);
        let away = V::WIDTH - bits;
        let doubtful = Self::sign_down(self.doubt.bits << away & Self::ALL, away);
        Self::made(value, doubtful, self.doubt, Doubt::NONE)
    }

    fn leading_zeros(self) -> Self {
        let value = self.value.leading_zeros();
        // A defined one above all doubtful bits is the highest in any case.
        let sure = self.value.bits() & !self.doubt.bits;
        if sure > self.doubt.bits {
            return Self::sound(value);
        }
        Self::all(value, self, self)
    }

    fn pick(self, yes: Self, no: Self) -> Self {
        let value = self.value.pick(yes.value, no.value);
        let sure_one = self.value.bits() & !self.doubt.bits != 0;
        let chosen = if self.value.bits() != 0 { yes } else { no };
        if self.doubt.is_none() || sure_one {
            return chosen;
        }
        Self::made(value, yes.apart(no), self.doubt, Doubt::NONE)
    }

    fn not(self) -> Self {
        let made = Self::made(self.value.not(), self.doubt.bits, self.doubt, Doubt::NONE);
        let same = if self.same == 0 { 0 } else { self.same ^ INVERTED };
        FollowedValue { same, ..made }
    }
}

#[cfg(test)]
mod tests;
