//! Floating point of the KA10: what an instruction makes of its words, and the flags it raises.
//!
//! A number has its sign in bit 0, an excess-200 exponent in bits 1-8 and a fraction in bits 9-35;
//! a negative one is the two's complement of the whole word. The second word of a long result has
//! the exponent less 33 and the lower half of the fraction, its sign bit clear.
//!
//! Where the words come from and go to is the instruction's affair: `B`, `M` and basic forms are the
//! same here, and an immediate operand comes as `E,,0`.
//!
//! Sources: PDP-10 System Reference Manual, "Floating Point Arithmetic"; for numbers that are not
//! normalised, a KA10 simulator and a KA10 at the level of its schematics.

mod divide;
#[cfg(test)]
mod tests;

use crate::Word36;
use crate::cpu::flag::{FOV, FXU, OV};
use crate::word::SIGN;

/// What an instruction computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float {
    /// Sum of AC and operand.
    Fad(Form),
    /// AC less operand.
    Fsb(Form),
    /// Product.
    Fmp(Form),
    /// AC by operand; the long form divides AC and AC+1.
    Fdv(Form),
    /// AC with the number in the operand's right half (sign and eight bits) added to its exponent.
    Fsc,
    /// Sum without normalisation; the result goes to AC+1, nothing to AC.
    Ufa,
    /// The double number of AC and operand negated: `high` goes to AC, `low` to memory.
    Dfn,
}

/// What is done with the fraction's lower half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// It is dropped.
    Plain,
    /// It goes to AC+1 (of a division, the remainder does).
    Long,
    /// The upper half is rounded by it.
    Rounded,
}

/// What a floating point instruction comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SoftFloatResult {
    /// The result.
    pub(crate) high: Word36,
    /// The second word, of long forms and `DFN` only.
    pub(crate) low: Word36,
    /// Flags to raise, as in the left half of a PC word; with `NODIV` among them nothing is stored.
    pub(crate) flags: u32,
}

/// Does one instruction on AC and AC+1 (which only the long division looks at) and an operand.
pub(crate) fn apply(op: Float, ac: [Word36; 2], operand: Word36) -> SoftFloatResult {
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
/// A fraction of one, which a positive number cannot have.
const ONE: i64 = 1 << FRACTION;
/// The least fraction of a normalised number.
const HALF: i64 = ONE / 2;
/// Bits kept below a fraction: one more than the second word holds.
const BELOW: u32 = 28;

/// A number taken apart.
#[derive(Debug, Clone, Copy)]
struct Number {
    /// From -[`ONE`] to less than [`ONE`]; with [`BELOW`] bits more in the making.
    fraction: i64,
    /// Excess 200; what is stored of it is its low eight bits.
    exponent: i32,
}

impl Number {
    fn of(word: Word36) -> Self {
        let magnitude = if word.bits() & SIGN == 0 { word } else { word ^ Word36::new(u64::MAX) };
        let bits = (word.bits() & (ONE as u64 - 1)) as i64;
        Number {
            fraction: if word.bits() & SIGN == 0 { bits } else { bits - ONE },
            exponent: (magnitude.bits() >> FRACTION) as i32,
        }
    }

    fn word(self) -> Word36 {
        let complement = if self.fraction < 0 { 0o777 } else { 0 };
        let exponent = (self.exponent as u64 & 0o377) ^ complement;
        Word36::new(exponent << FRACTION | self.fraction as u64 & (ONE as u64 - 1))
    }

    /// The flags of a result whose exponent was `before` until it was normalised.
    ///
    /// The exponent is a register of nine bits: its first says overflow, and the first two of what
    /// it was before say which one.
    fn flags(self, before: i32) -> u32 {
        match (self.exponent & 0o400 != 0, before & 0o600) {
            (false, _) => 0,
            (true, 0o200 | 0o400) => OV | FOV,
            (true, _) => OV | FOV | FXU,
        }
    }
}

/// The sum, with [`BELOW`] bits below its fraction, at the greater exponent.
///
/// A number whose exponent is less by more than 100 is left out of account; up to there, one below
/// the last bit still counts when it is negative.
fn add(a: Word36, b: Word36) -> Number {
    let (a, b) = (Number::of(a), Number::of(b));
    let (greater, less) = if a.exponent < b.exponent { (b, a) } else { (a, b) };
    let distance = greater.exponent - less.exponent;
    let shifted = (less.fraction << BELOW) >> distance.min(63);
    let counted = if distance > 64 { 0 } else { shifted };
    Number { fraction: (greater.fraction << BELOW) + counted, exponent: greater.exponent }
}

/// Brings the fraction between a half and one, then drops, splits or rounds it.
///
/// Of sums only the upper half is looked at, so -1/2 stays with anything below it; a product that
/// is `exact` is shifted on then, unless the upper half would become -1.
fn normalise(long: Number, form: Form, exact: bool) -> SoftFloatResult {
    if long.fraction == 0 {
        return SoftFloatResult::default();
    }
    let Number { mut fraction, mut exponent } = long;
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
    let high = Number { fraction: upper(fraction), exponent };
    let high = if form == Form::Rounded { round(high, lower) } else { high };
    let low = if form == Form::Long { second(lower >> (BELOW - FRACTION), exponent) } else { 0 };
    SoftFloatResult { high: high.word(), low: Word36::new(low), flags: high.flags(before) }
}

/// Rounds the magnitude by what is below the fraction, up from the middle.
fn round(number: Number, lower: i64) -> Number {
    let middle = 1 << (BELOW - 1);
    let up = lower > middle || lower == middle && number.fraction >= 0;
    let Number { fraction, exponent } = number;
    match fraction + i64::from(up) {
        ONE => Number { fraction: HALF, exponent: exponent + 1 },
        fraction if fraction < 0 && fraction > -HALF => {
            Number { fraction: fraction << 1, exponent: exponent - 1 }
        }
        fraction => Number { fraction, exponent },
    }
}

/// The second word of a long result; zero when its exponent does not fit.
fn second(fraction: i64, exponent: i32) -> u64 {
    match exponent - FRACTION as i32 {
        exponent @ 0..=0o377 if fraction != 0 => (exponent as u64) << FRACTION | fraction as u64,
        _ => 0,
    }
}

fn multiply(a: Word36, b: Word36, form: Form) -> SoftFloatResult {
    let (a, b) = (Number::of(a), Number::of(b));
    let fraction = (a.fraction * b.fraction) << (BELOW - FRACTION);
    normalise(Number { fraction, exponent: a.exponent + b.exponent - 0o200 }, form, true)
}

fn scale(ac: Word36, operand: Word36) -> SoftFloatResult {
    let right = operand.right() as i32;
    let by = (right & 0o377) - if right & 0o400000 == 0 { 0 } else { 0o400 };
    let Number { fraction, exponent } = Number::of(ac);
    let scaled = Number { fraction: fraction << BELOW, exponent: exponent + by };
    normalise(scaled, Form::Plain, false)
}

fn add_unnormalised(a: Word36, b: Word36) -> SoftFloatResult {
    let sum = add(a, b);
    let fraction = sum.fraction >> BELOW;
    let result = match fraction {
        0 => return SoftFloatResult::default(),
        _ if fraction >= ONE || fraction <= -ONE => {
            Number { fraction: fraction >> 1, exponent: sum.exponent + 1 }
        }
        _ => Number { fraction, ..sum },
    };
    SoftFloatResult {
        high: result.word(),
        low: Word36::default(),
        flags: result.flags(result.exponent),
    }
}

/// The two's complement of a double number, of whose second word only the fraction counts.
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
