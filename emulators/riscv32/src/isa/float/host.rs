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
        Format::Double => double(op, a, b, c),
        Format::Single => single(op, a as u32, b as u32, c as u32),
    }
}

macro_rules! operations {
    ($name:ident, $float:ty, $bits:ty, $wide:ty, $fraction:literal, $exponents:literal) => {
        #[inline(always)]
        fn $name(op: Float, a: $bits, b: $bits, c: $bits) -> Option<FloatOutcome> {
            const FRACTION: u32 = $fraction;
            const TOP: i32 = $exponents;
            /// A number's exponent field.
            fn exponent(bits: $bits) -> i32 {
                (bits >> FRACTION) as i32 & TOP
            }
            /// Whether a number is zero or normal.
            fn is_usual(bits: $bits) -> bool {
                let exponent = exponent(bits);
                exponent != TOP && (exponent != 0 || bits << 1 == 0)
            }
            /// Significand of a normal number, an odd number, and the position of its lowest bit.
            fn parts(bits: $bits) -> ($bits, i32) {
                let significand = bits & ((1 << FRACTION) - 1) | 1 << FRACTION;
                let zeros = significand.trailing_zeros();
                (significand >> zeros, exponent(bits) + zeros as i32)
            }
            /// Position of the lowest bit of a number.
            fn lowest(bits: $bits) -> i32 {
                if bits << 1 == 0 { NONE } else { parts(bits).1 }
            }
            /// Position of the lowest bit of a sum of two odd multiples, with their signs.
            fn lowest_of_sum(a: ($wide, i32, bool), b: ($wide, i32, bool)) -> i32 {
                if a.1 != b.1 {
                    return a.1.min(b.1);
                }
                let sum = if a.2 == b.2 { a.0 + b.0 } else { a.0.abs_diff(b.0) };
                if sum == 0 { NONE } else { a.1 + sum.trailing_zeros() as i32 }
            }
            let [x, y, z] = [a, b, c].map(<$float>::from_bits);
            let is_negative = |bits: $bits| bits >> (<$bits>::BITS - 1) != 0;
            // Positions are relative to that of a significand's lowest place with exponent 0.
            const BIAS: i32 = TOP / 2 + FRACTION as i32;
            let (result, lowest_bit) = match op {
                Float::Add | Float::Subtract => {
                    if !is_usual(a) || !is_usual(b) {
                        return None;
                    }
                    let b = if op == Float::Subtract { b ^ 1 << (<$bits>::BITS - 1) } else { b };
                    let result = x + <$float>::from_bits(b);
                    let lowest_bit = if a << 1 == 0 || b << 1 == 0 {
                        lowest(a).min(lowest(b))
                    } else {
                        let ((x, at), (y, by)) = (parts(a), parts(b));
                        let y = (<$wide>::from(y), by, is_negative(b));
                        lowest_of_sum((x.into(), at, is_negative(a)), y)
                    };
                    (result, lowest_bit)
                }
                Float::Multiply => {
                    if !is_usual(a) || !is_usual(b) {
                        return None;
                    }
                    let lowest_bit = if a << 1 == 0 || b << 1 == 0 {
                        NONE
                    } else {
                        parts(a).1 + parts(b).1 - BIAS
                    };
                    (x * y, lowest_bit)
                }
                Float::Divide => {
                    if !is_usual(a) || !is_usual(b) || b << 1 == 0 {
                        return None;
                    }
                    let result = x / y;
                    let bits = result.to_bits();
                    // Exact if quotient times divisor is the dividend.
                    let is_exact = a << 1 == 0
                        || is_usual(bits) && bits << 1 != 0 && {
                            let (product, dividend) = (parts(bits).0, parts(a).0);
                            <$wide>::from(product) * <$wide>::from(parts(b).0) == dividend.into()
                        };
                    (result, if is_exact { NONE } else { i32::MIN })
                }
                Float::SquareRoot => {
                    if !is_usual(a) || is_negative(a) && a << 1 != 0 {
                        return None;
                    }
                    let result = x.sqrt();
                    let is_exact = a << 1 == 0 || {
                        let root = <$wide>::from(parts(result.to_bits()).0);
                        root * root == parts(a).0.into()
                    };
                    (result, if is_exact { NONE } else { i32::MIN })
                }
                Float::FusedMultiplyAdd
                | Float::FusedMultiplySubtract
                | Float::FusedNegativeMultiplySubtract
                | Float::FusedNegativeMultiplyAdd => {
                    // This library's function does not always round correctly.
                    let is_wrong = cfg!(all(windows, target_env = "gnu"));
                    if is_wrong || !is_usual(a) || !is_usual(b) || !is_usual(c) {
                        return None;
                    }
                    let flips = matches!(
                        op,
                        Float::FusedNegativeMultiplySubtract | Float::FusedNegativeMultiplyAdd
                    );
                    let minus = matches!(
                        op,
                        Float::FusedMultiplySubtract | Float::FusedNegativeMultiplyAdd
                    );
                    let x = if flips { -x } else { x };
                    let z = if minus { -z } else { z };
                    let result = x.mul_add(y, z);
                    let lowest_bit = if a << 1 == 0 || b << 1 == 0 {
                        lowest(c)
                    } else {
                        let ((x, at), (y, by)) = (parts(a), parts(b));
                        let product = <$wide>::from(x) * <$wide>::from(y);
                        let is_minus = is_negative(a) ^ is_negative(b) ^ flips;
                        let at = at + by - BIAS;
                        if c << 1 == 0 {
                            at
                        } else {
                            let (z, by) = parts(c);
                            let z = (<$wide>::from(z), by, is_negative(c) != minus);
                            lowest_of_sum((product, at, is_minus), z)
                        }
                    };
                    (result, lowest_bit)
                }
                _ => return None,
            };
            let bits = result.to_bits();
            let exponent = exponent(bits);
            // A result of zero is usual only if it is exact.
            let is_far = exponent > 1 && exponent < TOP - 1;
            if !is_far && (bits << 1 != 0 || lowest_bit != NONE) {
                return None;
            }
            let is_exact = bits << 1 == 0 || lowest_bit >= exponent;
            Some(FloatOutcome { bits: bits.into(), flags: if is_exact { 0 } else { NX } })
        }
    };
}

operations!(double, f64, u64, u128, 52, 0x7ff);
operations!(single, f32, u32, u64, 23, 0xff);
