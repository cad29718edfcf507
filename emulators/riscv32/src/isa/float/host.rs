//! The usual cases by the host's arithmetic, which rounds to nearest even.
//!
//! Operands and result are zero or normal, and the result is far from overflow and underflow. Then
//! the host's result is the rounded one, and the only flag that may be raised is NX. The exact
//! result is a multiple of a power of two that follows from the lowest bits of the operands; the
//! rounded one is exact if the lowest bit of the exact one is not below its own lowest place.

use super::{Float, FloatOutcome, Format, NX, Rounding};

/// Lowest bit of zero: above all others.
const NONE: i32 = i32::MAX;

/// Result of an operation; `None` if it is not one of the usual cases.
#[inline(always)]
pub(super) fn apply(
    format: Format,
    op: Float,
    rounding: Rounding,
    a: u64,
    b: u64,
    c: u64,
) -> Option<FloatOutcome> {
    if rounding != Rounding::NearestEven {
        return None;
    }
    match format {
        Format::Double => double::apply(op, a, b, c),
        Format::Single => single::apply(op, a as u32, b as u32, c as u32),
    }
}

/// Result of an operation: the host's, and the lowest bit of the exact one; [`INEXACT`] if it has no
/// lowest bit.
type Found<T> = Option<(T, i32)>;

/// Lowest bit of a number with endless bits.
const INEXACT: i32 = i32::MIN;

macro_rules! operations {
    ($name:ident, $float:ident, $bits:ident, $wide:ident, $fraction:literal, $exponents:literal) => {
        mod $name {
            use super::{Float, FloatOutcome, Found, INEXACT, NONE, NX};

            const FRACTION: u32 = $fraction;
            const TOP: i32 = $exponents;
            const SIGN: $bits = 1 << ($bits::BITS - 1);
            /// Positions are relative to that of a significand's lowest place with exponent 0.
            const BIAS: i32 = TOP / 2 + FRACTION as i32;

            /// The exponent field.
            fn exponent(bits: $bits) -> i32 {
                (bits >> FRACTION) as i32 & TOP
            }

            fn is_zero(bits: $bits) -> bool {
                bits << 1 == 0
            }

            fn is_negative(bits: $bits) -> bool {
                bits & SIGN != 0
            }

            /// Whether a number is zero or normal.
            fn is_usual(bits: $bits) -> bool {
                exponent(bits) != TOP && (exponent(bits) != 0 || is_zero(bits))
            }

            /// A normal number as an odd one, and the position of its lowest bit.
            fn parts(bits: $bits) -> ($wide, i32) {
                let significand = bits & ((1 << FRACTION) - 1) | 1 << FRACTION;
                let zeros = significand.trailing_zeros();
                ((significand >> zeros).into(), exponent(bits) + zeros as i32)
            }

            /// Position of the lowest bit of a number.
            fn lowest(bits: $bits) -> i32 {
                if is_zero(bits) { NONE } else { parts(bits).1 }
            }

            /// Position of the lowest bit of a sum of odd numbers at positions, with their signs.
            fn lowest_of_sum(a: ($wide, i32, bool), b: ($wide, i32, bool)) -> i32 {
                if a.1 != b.1 {
                    return a.1.min(b.1);
                }
                let sum = if a.2 == b.2 { a.0 + b.0 } else { a.0.abs_diff(b.0) };
                if sum == 0 { NONE } else { a.1 + sum.trailing_zeros() as i32 }
            }

            fn sum(a: $bits, b: $bits) -> Found<$float> {
                let lowest_bit = if is_zero(a) || is_zero(b) {
                    lowest(a).min(lowest(b))
                } else {
                    let ((x, at), (y, by)) = (parts(a), parts(b));
                    lowest_of_sum((x, at, is_negative(a)), (y, by, is_negative(b)))
                };
                Some(($float::from_bits(a) + $float::from_bits(b), lowest_bit))
            }

            fn product(a: $bits, b: $bits) -> Found<$float> {
                let is_nothing = is_zero(a) || is_zero(b);
                let lowest_bit = if is_nothing { NONE } else { parts(a).1 + parts(b).1 - BIAS };
                Some(($float::from_bits(a) * $float::from_bits(b), lowest_bit))
            }

            fn quotient(a: $bits, b: $bits) -> Found<$float> {
                if is_zero(b) {
                    return None;
                }
                let quotient = $float::from_bits(a) / $float::from_bits(b);
                let bits = quotient.to_bits();
                // Exact if quotient times divisor is the dividend.
                let is_exact = is_zero(a)
                    || is_usual(bits) && !is_zero(bits) && parts(bits).0 * parts(b).0 == parts(a).0;
                Some((quotient, if is_exact { NONE } else { INEXACT }))
            }

            fn square_root(a: $bits) -> Found<$float> {
                if is_negative(a) && !is_zero(a) {
                    return None;
                }
                let root = $float::from_bits(a).sqrt();
                let is_exact = is_zero(a) || {
                    let odd = parts(root.to_bits()).0;
                    odd * odd == parts(a).0
                };
                Some((root, if is_exact { NONE } else { INEXACT }))
            }

            /// (a * b) + c
            fn fused(a: $bits, b: $bits, c: $bits) -> Found<$float> {
                // This library's function does not always round correctly.
                if cfg!(all(windows, target_env = "gnu")) {
                    return None;
                }
                let [x, y, z] = [a, b, c].map($float::from_bits);
                let lowest_bit = match (is_zero(a) || is_zero(b), is_zero(c)) {
                    (true, _) => lowest(c),
                    (false, true) => parts(a).1 + parts(b).1 - BIAS,
                    (false, false) => {
                        let ((x, at), (y, by), (z, of)) = (parts(a), parts(b), parts(c));
                        let product = (x * y, at + by - BIAS, is_negative(a) != is_negative(b));
                        lowest_of_sum(product, (z, of, is_negative(c)))
                    }
                };
                Some((x.mul_add(y, z), lowest_bit))
            }

            pub(super) fn apply(op: Float, a: $bits, b: $bits, c: $bits) -> Option<FloatOutcome> {
                let found = match op {
                    _ if !is_usual(a) => None,
                    Float::SquareRoot => square_root(a),
                    _ if !is_usual(b) => None,
                    Float::Add => sum(a, b),
                    Float::Subtract => sum(a, b ^ SIGN),
                    Float::Multiply => product(a, b),
                    Float::Divide => quotient(a, b),
                    _ if !is_usual(c) => None,
                    Float::FusedMultiplyAdd => fused(a, b, c),
                    Float::FusedMultiplySubtract => fused(a, b, c ^ SIGN),
                    Float::FusedNegativeMultiplySubtract => fused(a ^ SIGN, b, c),
                    Float::FusedNegativeMultiplyAdd => fused(a ^ SIGN, b, c ^ SIGN),
                    _ => None,
                };
                let (result, lowest_bit) = found?;
                let bits = result.to_bits();
                // A result of zero is usual only if it is exact.
                let is_far = 1 < exponent(bits) && exponent(bits) < TOP - 1;
                if !is_far && !(is_zero(bits) && lowest_bit == NONE) {
                    return None;
                }
                let is_exact = is_zero(bits) || lowest_bit >= exponent(bits);
                Some(FloatOutcome { bits: bits.into(), flags: if is_exact { 0 } else { NX } })
            }
        }
    };
}

operations!(double, f64, u64, u128, 52, 0x7ff);
operations!(single, f32, u32, u64, 23, 0xff);
