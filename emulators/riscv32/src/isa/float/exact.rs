//! Finite numbers wide enough for exact results, and their rounding.

use super::{FloatOutcome, Format, NX, OF, Rounding, UF};

/// ± `significand` × 2^`exponent`; zero has a sign too.
///
/// If a result needs more bits, the lowest bit is set to stand for all missing bits. With more than
/// two bits beyond a format's precision, it rounds like the exact number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exact {
    pub(super) negative: bool,
    pub(super) exponent: i32,
    pub(super) significand: u128,
}

impl Exact {
    pub(super) fn zero(negative: bool) -> Exact {
        Exact { negative, exponent: 0, significand: 0 }
    }

    pub(super) fn integer(value: i64) -> Exact {
        Exact { negative: value < 0, exponent: 0, significand: value.unsigned_abs().into() }
    }

    pub(super) fn is_zero(self) -> bool {
        self.significand == 0
    }

    /// The same nonzero number with its highest bit in bit 126, which leaves space for a carry.
    fn normal(self) -> Exact {
        let shift = self.significand.leading_zeros() - 1;
        let significand = self.significand << shift;
        Exact { exponent: self.exponent - shift as i32, significand, ..self }
    }

    /// Sum; a sum that cancels to zero is negative only when rounding down.
    pub(super) fn add(self, other: Exact, rounding: Rounding) -> Exact {
        match (self.is_zero(), other.is_zero()) {
            (true, true) if self.negative == other.negative => return self,
            (true, true) => return Exact::zero(rounding == Rounding::Down),
            (true, false) => return other,
            (false, true) => return self,
            (false, false) => {}
        }
        let (x, y) = (self.normal(), other.normal());
        let key = |exact: Exact| (exact.exponent, exact.significand);
        let (large, small) = if key(x) >= key(y) { (x, y) } else { (y, x) };
        let addend = shift_right(small.significand, (large.exponent - small.exponent) as u32);
        if large.negative == small.negative {
            return Exact { significand: large.significand + addend, ..large };
        }
        match large.significand - addend {
            0 => Exact::zero(rounding == Rounding::Down),
            significand => Exact { significand, ..large },
        }
    }

    /// Exact product of operands.
    pub(super) fn multiply(self, other: Exact) -> Exact {
        Exact {
            negative: self.negative != other.negative,
            exponent: self.exponent + other.exponent,
            significand: self.significand * other.significand,
        }
    }

    /// Quotient of operands; the second one is not zero.
    pub(super) fn divide(self, other: Exact) -> Exact {
        let negative = self.negative != other.negative;
        if self.is_zero() {
            return Exact::zero(negative);
        }
        let dividend = self.normal();
        let quotient = dividend.significand / other.significand;
        let inexact = quotient * other.significand != dividend.significand;
        let significand = quotient | u128::from(inexact);
        Exact { negative, exponent: dividend.exponent - other.exponent, significand }
    }

    /// Square root of a number that is positive or zero, with the sign of zero.
    pub(super) fn square_root(self) -> Exact {
        if self.is_zero() {
            return self;
        }
        let mut radicand = self.normal();
        if radicand.exponent % 2 != 0 {
            radicand.significand <<= 1;
            radicand.exponent -= 1;
        }
        let root = radicand.significand.isqrt();
        let significand = root | u128::from(root * root != radicand.significand);
        Exact { exponent: radicand.exponent / 2, significand, ..radicand }
    }

    /// Nearest number of a format in the direction of the mode.
    pub(super) fn round(self, format: Format, rounding: Rounding) -> FloatOutcome {
        let sign = if self.negative { format.sign() } else { 0 };
        if self.is_zero() {
            return FloatOutcome { bits: sign, flags: 0 };
        }
        let lowest = format.lowest_exponent();
        let free = self.exponent + self.significand.ilog2() as i32 - format.fraction_bits() as i32;
        let unit = free.max(lowest);
        let (units, inexact) = self.in_units(unit, rounding);
        // A carry out of the significand correctly increments the exponent.
        let bits = ((unit - lowest) as u64) << format.fraction_bits();
        let bits = bits + units as u64;
        if bits >= format.infinity() {
            let bits = format.infinity() - u64::from(!self.rounds_away(rounding));
            return FloatOutcome { bits: sign | bits, flags: OF | NX };
        }
        let flags = if !inexact {
            0
        } else if free < lowest && self.is_tiny(format, free, rounding) {
            UF | NX
        } else {
            NX
        };
        FloatOutcome { bits: sign | bits, flags }
    }

    /// Whether a number below the normal ones stays there when rounded to full precision.
    ///
    /// Source: RISC-V detects tininess after rounding, as IEEE 754-2008, 7.5 a) defines it.
    fn is_tiny(self, format: Format, free: i32, rounding: Rounding) -> bool {
        let normal = 2 << format.fraction_bits();
        free + 1 < format.lowest_exponent() || self.in_units(free, rounding).0 < normal
    }

    /// Whether a number beyond the largest rounds to infinity, and not to the largest.
    fn rounds_away(self, rounding: Rounding) -> bool {
        match rounding {
            Rounding::NearestEven | Rounding::NearestAway => true,
            Rounding::Zero => false,
            Rounding::Down => self.negative,
            Rounding::Up => !self.negative,
        }
    }

    /// Magnitude as a whole number of units 2^`unit`, and whether it was rounded.
    ///
    /// The unit must be large enough for the result to have at most 126 bits.
    fn in_units(self, unit: i32, rounding: Rounding) -> (u128, bool) {
        // In quarters of a unit: the half bit, and a sticky bit for all lower bits.
        let shift = unit - 2 - self.exponent;
        let quarters = match u32::try_from(shift) {
            Ok(right) => shift_right(self.significand, right),
            Err(_) => self.significand << shift.unsigned_abs(),
        };
        let (whole, rest) = (quarters >> 2, quarters & 3);
        let up = match rounding {
            Rounding::NearestEven => rest == 3 || rest == 2 && whole & 1 != 0,
            Rounding::NearestAway => rest >= 2,
            Rounding::Zero | Rounding::Down | Rounding::Up => {
                rest != 0 && self.rounds_away(rounding)
            }
        };
        (whole + u128::from(up), rest != 0)
    }

    /// Integer and whether it was rounded; `None` from 2^63.
    pub(super) fn to_integer(self, rounding: Rounding) -> Option<(i64, bool)> {
        if !self.is_zero() && self.exponent + self.significand.ilog2() as i32 > 62 {
            return None;
        }
        let (magnitude, inexact) = self.in_units(0, rounding);
        let magnitude = i64::try_from(magnitude).ok()?;
        Some((if self.negative { -magnitude } else { magnitude }, inexact))
    }
}

/// Significand without its low bits; the lowest remaining bit is set if one of them was.
fn shift_right(significand: u128, bits: u32) -> u128 {
    match significand.checked_shr(bits) {
        Some(kept) => kept | u128::from(kept << bits != significand),
        None => u128::from(significand != 0),
    }
}
