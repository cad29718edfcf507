//! KA10 floating point: result and flags of each instruction.
//!
//! A number has its sign in bit 0, an excess-200 exponent in bits 1-8 and a fraction in bits 9-35;
//! a negative number is the two's complement of the whole word. The second word of a long result
//! has the exponent minus 33 and the lower half of the fraction, with a clear sign bit.
//!
//! Operand fetch and store are up to the instruction: `B`, `M` and basic forms are the same here,
//! and an immediate operand arrives as `E,,0`.
//!
//! Sources: PDP-10 System Reference Manual, "Floating Point Arithmetic"; for numbers that are not
//! normalised, a KA10 simulator and a schematics-level KA10.

mod divide;
mod functions;
#[cfg(test)]
mod tests;

pub(crate) use functions::function;

use crate::Word36;
use crate::cpu::flag::{FOV, FXU, OV};
use crate::word::SIGN;

/// Floating-point operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float {
    /// Sum of AC and operand.
    Fad(Form),
    /// AC minus operand.
    Fsb(Form),
    /// Product.
    Fmp(Form),
    /// AC divided by operand; the long form divides AC and AC+1.
    Fdv(Form),
    /// AC with the number in the operand's right half (sign and eight bits) added to its exponent.
    Fsc,
    /// Sum without normalisation; the result goes to AC+1, nothing to AC.
    Ufa,
    /// Negation of the double number in AC and operand: `high` goes to AC, `low` to memory.
    Dfn,
}

/// Treatment of the fraction's lower half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// Dropped.
    Plain,
    /// Stored in AC+1 (for a division, the remainder is).
    Long,
    /// Rounds the upper half.
    Rounded,
}

/// Result of a floating-point operation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SoftFloatResult {
    /// The result.
    pub(crate) high: Word36,
    /// Second word, of long forms and `DFN` only.
    pub(crate) low: Word36,
    /// Flags to set, as in the left half of a PC word; with `NODIV` nothing is stored.
    pub(crate) flags: u32,
}

/// Computes one operation on AC, AC+1 (only for the long division) and an operand.
pub(crate) fn apply(op: Float, ac: [Word36; 2], operand: Word36) -> SoftFloatResult {
    compute(op, ac, operand)
}

#[inline(always)]
fn compute(op: Float, ac: [Word36; 2], operand: Word36) -> SoftFloatResult {
    let [high, low] = ac;
    match op {
        Float::Fad(form) => normalise(add(high, operand), form, false),
        Float::Fsb(form) => normalise(add(high, Word36::default() - operand), form, false),
        Float::Fmp(form) => multiply(high, operand, form),
        Float::Fdv(Form::Long) => divide::long(high, low, operand),
        Float::Fdv(form) => divide::single(high, operand, form),
        Float::Fsc => scale(high, operand),
        Float::Ufa => add_unnormalised(high, operand),
        Float::Dfn => negate(high, operand),
    }
}

/// Bits of a fraction.
const FRACTION: u32 = 27;
/// A fraction of one, which no positive number has.
const ONE: i64 = 1 << FRACTION;
/// Smallest fraction of a normalised number.
const HALF: i64 = ONE / 2;
/// Bits kept below the fraction: one more than the second word holds.
const BELOW: u32 = 28;

/// An unpacked number.
#[derive(Debug, Clone, Copy)]
struct Unpacked {
    /// From -[`ONE`] to less than [`ONE`]; during computation with [`BELOW`] more bits.
    fraction: i64,
    /// Excess 200; only the low eight bits are stored.
    exponent: i32,
}

impl Unpacked {
    #[inline(always)]
    fn of(word: Word36) -> Self {
        let magnitude = if word.bits() & SIGN == 0 { word } else { word ^ Word36::new(u64::MAX) };
        let bits = (word.bits() & (ONE as u64 - 1)) as i64;
        Unpacked {
            fraction: if word.bits() & SIGN == 0 { bits } else { bits - ONE },
            exponent: (magnitude.bits() >> FRACTION) as i32,
        }
    }

    #[inline(always)]
    fn word(self) -> Word36 {
        let complement = if self.fraction < 0 { 0o777 } else { 0 };
        let exponent = (self.exponent as u64 & 0o377) ^ complement;
        Word36::new(exponent << FRACTION | self.fraction as u64 & (ONE as u64 - 1))
    }

    /// Flags of a result whose exponent was `before` until normalisation.
    ///
    /// The exponent is a nine-bit register: its first bit signals overflow, and the first two bits
    /// of `before` say which kind.
    #[inline(always)]
    fn flags(self, before: i32) -> u32 {
        match (self.exponent & 0o400 != 0, before & 0o600) {
            (false, _) => 0,
            (true, 0o200 | 0o400) => OV | FOV,
            (true, _) => OV | FOV | FXU,
        }
    }
}

/// Sum with [`BELOW`] bits below the fraction, at the greater exponent.
///
/// A number whose exponent is less by more than 100 is ignored; up to there, a bit below the last
/// still counts if the number is negative.
#[inline(always)]
fn add(a: Word36, b: Word36) -> Unpacked {
    let (a, b) = (Unpacked::of(a), Unpacked::of(b));
    let (greater, less) = if a.exponent < b.exponent { (b, a) } else { (a, b) };
    let distance = greater.exponent - less.exponent;
    let shifted = (less.fraction << BELOW) >> distance.min(63);
    let counted = if distance > 64 { 0 } else { shifted };
    Unpacked { fraction: (greater.fraction << BELOW) + counted, exponent: greater.exponent }
}

/// Brings the fraction between a half and one, then drops, splits or rounds it.
///
/// For sums only the upper half is examined, so -1/2 stays with anything below it; an `exact`
/// product is then shifted further, unless the upper half would become -1.
#[inline(always)]
fn normalise(long: Unpacked, form: Form, exact: bool) -> SoftFloatResult {
    if long.fraction == 0 {
        return SoftFloatResult::default();
    }
    let Unpacked { mut fraction, mut exponent } = long;
    let upper = |fraction: i64| fraction >> BELOW;
    while upper(fraction) >= ONE || upper(fraction) <= -ONE {
        (fraction, exponent) = (fraction >> 1, exponent + 1);
    }
    let more = |fraction| match upper(fraction) + HALF {
        0 => exact && upper(fraction << 1) > -ONE,
        above => (1..ONE).contains(&above),
    };
    while more(fraction) {
        (fraction, exponent) = (fraction << 1, exponent - 1);
    }
    let before = if exact { long.exponent } else { exponent };
    let lower = fraction & ((1 << BELOW) - 1);
    let high = Unpacked { fraction: upper(fraction), exponent };
    let high = if form == Form::Rounded { round(high, lower) } else { high };
    let low = if form == Form::Long { second(lower >> (BELOW - FRACTION), exponent) } else { 0 };
    SoftFloatResult { high: high.word(), low: Word36::new(low), flags: high.flags(before) }
}

/// Rounds the magnitude by the bits below the fraction, up from the middle.
#[inline(always)]
fn round(number: Unpacked, lower: i64) -> Unpacked {
    let middle = 1 << (BELOW - 1);
    let up = lower > middle || lower == middle && number.fraction >= 0;
    let Unpacked { fraction, exponent } = number;
    match fraction + i64::from(up) {
        ONE => Unpacked { fraction: HALF, exponent: exponent + 1 },
        fraction if fraction < 0 && fraction > -HALF => {
            Unpacked { fraction: fraction << 1, exponent: exponent - 1 }
        }
        fraction => Unpacked { fraction, exponent },
    }
}

/// Second word of a long result; zero if its exponent does not fit.
fn second(fraction: i64, exponent: i32) -> u64 {
    match exponent - FRACTION as i32 {
        exponent @ 0..=0o377 if fraction != 0 => (exponent as u64) << FRACTION | fraction as u64,
        _ => 0,
    }
}

#[inline(always)]
fn multiply(a: Word36, b: Word36, form: Form) -> SoftFloatResult {
    let (a, b) = (Unpacked::of(a), Unpacked::of(b));
    let fraction = (a.fraction * b.fraction) << (BELOW - FRACTION);
    normalise(Unpacked { fraction, exponent: a.exponent + b.exponent - 0o200 }, form, true)
}

fn scale(ac: Word36, operand: Word36) -> SoftFloatResult {
    let right = operand.right() as i32;
    let by = (right & 0o377) - if right & 0o400000 == 0 { 0 } else { 0o400 };
    let Unpacked { fraction, exponent } = Unpacked::of(ac);
    let scaled = Unpacked { fraction: fraction << BELOW, exponent: exponent + by };
    normalise(scaled, Form::Plain, false)
}

fn add_unnormalised(a: Word36, b: Word36) -> SoftFloatResult {
    let sum = add(a, b);
    let fraction = sum.fraction >> BELOW;
    let result = match fraction {
        0 => return SoftFloatResult::default(),
        _ if fraction >= ONE || fraction <= -ONE => {
            Unpacked { fraction: fraction >> 1, exponent: sum.exponent + 1 }
        }
        _ => Unpacked { fraction, ..sum },
    };
    SoftFloatResult {
        high: result.word(),
        low: Word36::default(),
        flags: result.flags(result.exponent),
    }
}

/// Two's complement of a double number; of its second word only the fraction counts.
fn negate(high: Word36, low: Word36) -> SoftFloatResult {
    let mask = ONE as u64 - 1;
    let fraction = low.bits().wrapping_neg() & mask;
    let borrow = Word36::new(u64::from(fraction != 0));
    SoftFloatResult {
        high: Word36::default() - high - borrow,
        low: Word36::new(low.bits() & !mask | fraction),
        flags: 0,
    }
}
