//! Floating point of extensions F and D on bit patterns: results, exception flags and all rounding
//! modes.
//!
//! An operation unpacks its operands, computes the exact result, and rounds it once, so all flags
//! are exact. [`host`] does the usual cases faster, with the same results. A single is a 32-bit pattern here; the caller removes NaN boxing.
//!
//! Source: RISC-V Unprivileged ISA, chapters "F" and "D"; IEEE 754-2008.

pub(crate) mod call;
mod exact;
mod host;
#[cfg(test)]
mod tests;

use exact::Exact;

/// Invalid operation.
pub(crate) const NV: u8 = 16;
/// Division of a finite number by zero.
pub(crate) const DZ: u8 = 8;
/// Overflow.
pub(crate) const OF: u8 = 4;
/// Underflow: tiny after rounding, and inexact.
pub(crate) const UF: u8 = 2;
/// Inexact.
pub(crate) const NX: u8 = 1;

/// Format of an operation's operands, or of its result if the operands are words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// binary32
    Single,
    /// binary64
    Double,
}

/// Operation on up to three operands `a`, `b` and `c`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Float {
    Add,
    Subtract,
    Multiply,
    Divide,
    SquareRoot,
    /// `fmadd`: (a × b) + c
    FusedMultiplyAdd,
    /// `fmsub`: (a × b) - c
    FusedMultiplySubtract,
    /// `fnmsub`: -(a × b) + c
    FusedNegativeMultiplySubtract,
    /// `fnmadd`: -(a × b) - c
    FusedNegativeMultiplyAdd,
    Minimum,
    Maximum,
    Equal,
    Less,
    LessOrEqual,
    /// `fclass`: one bit of ten
    Class,
    ToWord,
    ToWordUnsigned,
    FromWord,
    FromWordUnsigned,
    /// `fcvt.s.d`
    ToSingle,
    /// `fcvt.d.s`
    ToDouble,
}

/// Rounding mode, in the order of the field `rm`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    NearestEven,
    Zero,
    Down,
    Up,
    NearestAway,
}

impl Rounding {
    /// Number of modes.
    pub(crate) const COUNT: u64 = 5;

    /// Mode of a field `rm` or `frm`; 5 and 6 are reserved, and 7 selects the dynamic mode.
    pub(crate) fn from_bits(bits: u8) -> Option<Rounding> {
        use Rounding::{Down, NearestAway, NearestEven, Up, Zero};
        [NearestEven, Zero, Down, Up, NearestAway].get(usize::from(bits)).copied()
    }
}

/// Result of an operation: a number or word in the low bits, and the flags raised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FloatOutcome {
    pub(crate) bits: u64,
    pub(crate) flags: u8,
}

/// Applies an operation; ignores superfluous operands.
pub(crate) fn apply(
    format: Format,
    op: Float,
    rounding: Rounding,
    a: u64,
    b: u64,
    c: u64,
) -> FloatOutcome {
    host::apply(format, op, rounding, a, b, c)
        .unwrap_or_else(|| apply_exactly(format, op, rounding, a, b, c))
}

/// Applies an operation to unpacked operands.
fn apply_exactly(
    format: Format,
    op: Float,
    rounding: Rounding,
    a: u64,
    b: u64,
    c: u64,
) -> FloatOutcome {
    let [x, y, z] = [a, b, c].map(|bits| Number::unpack(format, bits));
    let raw = match op {
        Float::Add => add(x, y, rounding),
        Float::Subtract => add(x, -y, rounding),
        Float::Multiply => multiply(x, y),
        Float::Divide => divide(x, y),
        Float::SquareRoot => square_root(x),
        Float::FusedMultiplyAdd => fused(x, y, z, rounding),
        Float::FusedMultiplySubtract => fused(x, y, -z, rounding),
        Float::FusedNegativeMultiplySubtract => fused(-x, y, z, rounding),
        Float::FusedNegativeMultiplyAdd => fused(-x, y, -z, rounding),
        Float::Minimum | Float::Maximum => return choose(format, op == Float::Maximum, a, b),
        Float::Equal | Float::Less | Float::LessOrEqual => return compare(format, op, a, b),
        Float::Class => return FloatOutcome { bits: class(format, a), flags: 0 },
        Float::ToWord => return to_word(x, rounding, i32::MIN.into(), i32::MAX.into()),
        Float::ToWordUnsigned => return to_word(x, rounding, 0, u32::MAX.into()),
        Float::FromWord => from_word((a as u32 as i32).into()),
        Float::FromWordUnsigned => from_word((a as u32).into()),
        Float::ToSingle => return convert(Format::Double, Format::Single, rounding, a),
        Float::ToDouble => return convert(Format::Single, Format::Double, rounding, a),
    };
    pack(format, rounding, raw)
}

impl Format {
    /// Number of fraction bits in the pattern.
    const fn fraction_bits(self) -> u32 {
        match self {
            Format::Single => 23,
            Format::Double => 52,
        }
    }

    /// Exponent of the last bit of a subnormal number.
    const fn lowest_exponent(self) -> i32 {
        match self {
            Format::Single => -149,
            Format::Double => -1074,
        }
    }

    const fn sign(self) -> u64 {
        match self {
            Format::Single => 1 << 31,
            Format::Double => 1 << 63,
        }
    }

    /// Pattern of positive infinity: all ones in the exponent field.
    const fn infinity(self) -> u64 {
        self.sign() - (1 << self.fraction_bits())
    }

    /// Highest bit of the fraction, clear in a signalling NaN.
    const fn quiet(self) -> u64 {
        1 << (self.fraction_bits() - 1)
    }

    const fn canonical_nan(self) -> u64 {
        self.infinity() | self.quiet()
    }

    fn is_nan(self, bits: u64) -> bool {
        bits & (self.sign() - 1) > self.infinity()
    }

    fn is_signalling(self, bits: u64) -> bool {
        self.is_nan(bits) && bits & self.quiet() == 0
    }

    /// Value of the number; every single is also a double.
    fn value(self, bits: u64) -> f64 {
        match self {
            Format::Single => f32::from_bits(bits as u32).into(),
            Format::Double => f64::from_bits(bits),
        }
    }
}

/// Unpacked pattern, or unrounded result.
#[derive(Debug, Clone, Copy)]
enum Number {
    Nan { signalling: bool },
    Infinity { negative: bool },
    Finite(Exact),
}

/// Result, and the flags raised before rounding.
type Raw = (Number, u8);

const NAN: Number = Number::Nan { signalling: false };
const INVALID: Raw = (NAN, NV);

impl std::ops::Neg for Number {
    type Output = Number;

    fn neg(self) -> Number {
        match self {
            Number::Nan { .. } => self,
            Number::Infinity { negative } => Number::Infinity { negative: !negative },
            Number::Finite(exact) => Number::Finite(Exact { negative: !exact.negative, ..exact }),
        }
    }
}

impl Number {
    fn unpack(format: Format, bits: u64) -> Number {
        let negative = bits & format.sign() != 0;
        let magnitude = bits & (format.sign() - 1);
        if magnitude > format.infinity() {
            return Number::Nan { signalling: magnitude & format.quiet() == 0 };
        }
        if magnitude == format.infinity() {
            return Number::Infinity { negative };
        }
        let hidden = 1 << format.fraction_bits();
        let fraction = magnitude & (hidden - 1);
        let lowest = format.lowest_exponent();
        Number::Finite(match (magnitude >> format.fraction_bits()) as i32 {
            0 => Exact { negative, exponent: lowest, significand: fraction.into() },
            biased => {
                let significand = (hidden | fraction).into();
                Exact { negative, exponent: lowest + biased - 1, significand }
            }
        })
    }

    fn signals(self) -> bool {
        matches!(self, Number::Nan { signalling: true })
    }
}

/// Rounds a result; every NaN becomes the canonical one.
fn pack(format: Format, rounding: Rounding, (number, flags): Raw) -> FloatOutcome {
    match number {
        Number::Nan { .. } => FloatOutcome { bits: format.canonical_nan(), flags },
        Number::Infinity { negative } => {
            let sign = if negative { format.sign() } else { 0 };
            FloatOutcome { bits: sign | format.infinity(), flags }
        }
        Number::Finite(exact) => {
            let rounded = exact.round(format, rounding);
            FloatOutcome { flags: flags | rounded.flags, ..rounded }
        }
    }
}

/// Result if an operand is a NaN.
fn nan_of(x: Number, y: Number) -> Raw {
    (NAN, if x.signals() || y.signals() { NV } else { 0 })
}

fn add(x: Number, y: Number, rounding: Rounding) -> Raw {
    use Number::{Finite, Infinity, Nan};
    match (x, y) {
        (Nan { .. }, _) | (_, Nan { .. }) => nan_of(x, y),
        (Infinity { negative: x }, Infinity { negative: y }) if x != y => INVALID,
        (Infinity { .. }, _) => (x, 0),
        (_, Infinity { .. }) => (y, 0),
        (Finite(x), Finite(y)) => (Finite(x.add(y, rounding)), 0),
    }
}

fn multiply(x: Number, y: Number) -> Raw {
    use Number::{Finite, Infinity, Nan};
    match (x, y) {
        (Nan { .. }, _) | (_, Nan { .. }) => nan_of(x, y),
        (Infinity { negative: x }, Infinity { negative: y }) => (Infinity { negative: x != y }, 0),
        (Infinity { .. }, Finite(zero)) | (Finite(zero), Infinity { .. }) if zero.is_zero() => {
            INVALID
        }
        (Infinity { negative }, Finite(finite)) | (Finite(finite), Infinity { negative }) => {
            (Infinity { negative: negative != finite.negative }, 0)
        }
        (Finite(x), Finite(y)) => (Finite(x.multiply(y)), 0),
    }
}

fn divide(x: Number, y: Number) -> Raw {
    use Number::{Finite, Infinity, Nan};
    match (x, y) {
        (Nan { .. }, _) | (_, Nan { .. }) => nan_of(x, y),
        (Infinity { .. }, Infinity { .. }) => INVALID,
        (Infinity { negative }, Finite(y)) => (Infinity { negative: negative != y.negative }, 0),
        (Finite(x), Infinity { negative }) => (Finite(Exact::zero(x.negative != negative)), 0),
        (Finite(x), Finite(y)) if y.is_zero() && x.is_zero() => INVALID,
        (Finite(x), Finite(y)) if y.is_zero() => {
            (Infinity { negative: x.negative != y.negative }, DZ)
        }
        (Finite(x), Finite(y)) => (Finite(x.divide(y)), 0),
    }
}

fn square_root(x: Number) -> Raw {
    match x {
        Number::Nan { .. } => nan_of(x, x),
        Number::Finite(x) if !x.negative || x.is_zero() => (Number::Finite(x.square_root()), 0),
        Number::Infinity { negative: false } => (x, 0),
        _ => INVALID,
    }
}

/// (x × y) + z, rounded once; infinity times zero is invalid even if `z` is a NaN.
fn fused(x: Number, y: Number, z: Number, rounding: Rounding) -> Raw {
    let (product, first) = multiply(x, y);
    let (sum, second) = add(product, z, rounding);
    (sum, first | second)
}

fn from_word(value: i64) -> Raw {
    (Number::Finite(Exact::integer(value)), 0)
}

/// Converts a number to another format.
fn convert(from: Format, to: Format, rounding: Rounding, bits: u64) -> FloatOutcome {
    let x = Number::unpack(from, bits);
    pack(to, rounding, (x, if x.signals() { NV } else { 0 }))
}

/// Converts to a word between two bounds; outside, the nearer bound, and the upper one for a NaN.
fn to_word(x: Number, rounding: Rounding, lower: i64, upper: i64) -> FloatOutcome {
    let invalid = |bound: i64| FloatOutcome { bits: bound as u32 as u64, flags: NV };
    match x {
        Number::Finite(exact) => match exact.to_integer(rounding) {
            Some((integer, inexact)) if (lower..=upper).contains(&integer) => {
                FloatOutcome { bits: integer as u32 as u64, flags: if inexact { NX } else { 0 } }
            }
            _ => invalid(if exact.negative { lower } else { upper }),
        },
        Number::Infinity { negative: true } => invalid(lower),
        _ => invalid(upper),
    }
}

/// `fmin` and `fmax`: a number takes precedence over a NaN, and -0 is less than +0.
fn choose(format: Format, maximum: bool, a: u64, b: u64) -> FloatOutcome {
    let flags = if format.is_signalling(a) || format.is_signalling(b) { NV } else { 0 };
    let bits = match (format.is_nan(a), format.is_nan(b)) {
        (true, true) => format.canonical_nan(),
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            let less = format.value(a).total_cmp(&format.value(b)).is_lt();
            if less != maximum { a } else { b }
        }
    };
    FloatOutcome { bits, flags }
}

/// `feq` is invalid only for signalling NaNs, `flt` and `fle` for all NaNs.
fn compare(format: Format, op: Float, a: u64, b: u64) -> FloatOutcome {
    let (x, y) = (format.value(a), format.value(b));
    let (holds, invalid) = match op {
        Float::Equal => (x == y, format.is_signalling(a) || format.is_signalling(b)),
        Float::Less => (x < y, x.is_nan() || y.is_nan()),
        _ => (x <= y, x.is_nan() || y.is_nan()),
    };
    FloatOutcome { bits: holds.into(), flags: if invalid { NV } else { 0 } }
}

/// Bit in the table of `fclass`: from negative infinity, 0, to quiet NaN, 9.
fn class(format: Format, bits: u64) -> u64 {
    let magnitude = bits & (format.sign() - 1);
    if format.is_nan(bits) {
        return if format.is_signalling(bits) { 1 << 8 } else { 1 << 9 };
    }
    let from_zero = match magnitude {
        0 => 0,
        subnormal if subnormal < 1 << format.fraction_bits() => 1,
        normal if normal < format.infinity() => 2,
        _ => 3,
    };
    if bits & format.sign() != 0 { 1 << (3 - from_zero) } else { 1 << (4 + from_zero) }
}
