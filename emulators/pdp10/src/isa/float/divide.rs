//! Floating point division.
//!
//! Quotients are computed as magnitudes, truncated after 27 bits (or rounded there), then negated.

use super::{BELOW, FRACTION, Form, HALF, ONE, SoftFloatResult, Unpacked};
use crate::Word36;
use crate::cpu::flag::{FOV, NODIV, OV};
use crate::word::SIGN;

/// Result of a division whose quotient would be two or more.
#[inline(always)]
fn none() -> SoftFloatResult {
    SoftFloatResult { flags: OV | FOV | NODIV, ..SoftFloatResult::default() }
}

/// Quotient of two words, truncated or rounded.
///
/// A dividend of `400000,,0`, which is not a number, counts as `376400,,0`; others with a zero
/// fraction give zero.
#[inline(always)]
pub(super) fn single(dividend: Word36, divisor: Word36, form: Form) -> SoftFloatResult {
    let minimum = dividend.bits() == SIGN;
    let a = if minimum { Word36::new(0o376400_000000) } else { dividend };
    let (a, mut b) = (Unpacked::of(a), Unpacked::of(divisor));
    if b.fraction == -ONE {
        b = Unpacked { fraction: -HALF, exponent: b.exponent + 1 };
    }
    let (dividend, divisor) = (a.fraction.abs(), b.fraction.abs());
    if dividend & (ONE - 1) == 0 {
        return SoftFloatResult::default();
    }
    if dividend >= 2 * divisor {
        return none();
    }
    let mut quotient = (dividend << BELOW) / divisor;
    let mut exponent = a.exponent - b.exponent + 0o200;
    if quotient >= 1 << BELOW {
        (quotient, exponent) = (quotient >> 1, exponent + 1);
    }
    let mut fraction = (quotient + i64::from(form == Form::Rounded)) >> (BELOW - FRACTION);
    if fraction == ONE {
        (fraction, exponent) = (HALF, exponent + 1);
    }
    // An exponent of -200 is already one below the register's range.
    let before = if exponent & 0o777 == 0o600 { 0o400 } else { exponent };
    let negative = (a.fraction < 0) != (b.fraction < 0);
    signed(Unpacked { fraction, exponent }, Some(before), negative)
}

/// Normalises a positive quotient to a half or more, and applies its sign.
///
/// The long form examines the exponent register only then, the others `before`.
#[inline(always)]
fn signed(quotient: Unpacked, before: Option<i32>, negative: bool) -> SoftFloatResult {
    let Unpacked { mut fraction, mut exponent } = quotient;
    if fraction == 0 {
        return SoftFloatResult::default();
    }
    let places = fraction.leading_zeros().saturating_sub(HALF.leading_zeros());
    (fraction, exponent) = (fraction << places, exponent - places as i32);
    let result = Unpacked { fraction: if negative { -fraction } else { fraction }, exponent };
    SoftFloatResult {
        high: result.word(),
        low: Word36::default(),
        flags: result.flags(before.unwrap_or(exponent)),
    }
}

/// Quotient of a double number and a word; `low` is the remainder with the dividend's sign.
pub(super) fn long(high: Word36, low: Word36, divisor: Word36) -> SoftFloatResult {
    let (a, b) = (Unpacked::of(high), Unpacked::of(divisor));
    let dividend = (a.fraction << FRACTION) + (low.bits() as i64 & (ONE - 1));
    // -1 is the one fraction whose magnitude has no bits: nothing is divided.
    let (magnitude, mut by) = (dividend.abs() & ((ONE << FRACTION) - 1), b.fraction.abs());
    if by & (ONE - 1) == 0 || magnitude >> FRACTION >= 2 * by {
        return none();
    }
    let carry = magnitude >= by << FRACTION;
    by <<= u32::from(carry);
    let exponent = a.exponent - b.exponent + 0o200 + i32::from(carry);
    let quotient = Unpacked { fraction: magnitude / by, exponent };
    let rest = (magnitude % by) >> u32::from(carry);
    let rest_exponent = match quotient.fraction {
        0 => 0,
        _ => a.exponent - FRACTION as i32 + i32::from(carry),
    };
    let fraction = if a.fraction < 0 { -rest } else { rest };
    let rest = Unpacked { fraction, exponent: rest_exponent };
    let low = if fraction == 0 || rest_exponent < 0 { Word36::default() } else { rest.word() };
    let negative = (a.fraction < 0) != (b.fraction < 0);
    SoftFloatResult { low, ..signed(quotient, None, negative) }
}
