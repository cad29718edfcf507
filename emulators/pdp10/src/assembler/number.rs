//! Fixed-point and floating-point numbers in any radix.
//!
//! Source: *MIDAS manual*, "Numbers"; MIDAS 458, `MAKNUM` and `NUMSL`: digits are collected in 70
//! bits, later ones only make the number larger, and floating-point numbers are scaled in 70 bits.

use super::context::{Assembler, Read};
use super::messages;
use crate::Word36;
use crate::word::MASK;

/// Bits in which digits are collected.
const BITS: u32 = 70;

/// A number: digits times a power of its radix.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Number {
    digits: u128,
    exponent: i64,
    radix: u64,
    /// Whether a digit follows a point.
    floating: bool,
}

impl Number {
    /// Number made of digits; ignores other characters except a point.
    pub(crate) fn new(characters: &[u8], radix: u64) -> Number {
        let mut number = Number { digits: 0, exponent: 0, radix, floating: false };
        let mut point = false;
        for &character in characters {
            if character == b'.' {
                point = true;
            }
            let Some(digit) = (character as char).to_digit(10) else { continue };
            number.floating |= point;
            number.exponent -= i64::from(point);
            let digits = number.digits * u128::from(number.radix) + u128::from(digit);
            if digits >> BITS == 0 {
                number.digits = digits;
            } else {
                number.exponent += 1;
            }
        }
        number
    }

    /// Multiplies by a power of the radix.
    pub(crate) fn times_radix_to(self, exponent: Word36) -> Number {
        Number { exponent: self.exponent.saturating_add(exponent.signed()), ..self }
    }

    /// Whether it is a floating-point number.
    pub(crate) fn is_floating(self) -> bool {
        self.floating && self.digits != 0
    }

    /// Value of either kind.
    pub(crate) fn value(self, assembler: &mut Assembler<'_>) -> Read<Word36> {
        if self.is_floating() { Ok(self.floated(assembler)) } else { self.fixed(assembler) }
    }

    /// Value as an integer.
    pub(crate) fn fixed(self, assembler: &mut Assembler<'_>) -> Read<Word36> {
        let (digits, twos) = self.scaled();
        let value = shift(digits, twos);
        if value >> 36 != 0 || self.exponent > 0 && twos > 0 {
            assembler.error(&messages::NUMBER_TOO_BIG, None);
        }
        Ok(Word36::new(value as u64 & MASK))
    }

    /// Value as an integer, shifted to the left.
    pub(crate) fn shifted(self, distance: Word36, _: &mut Assembler<'_>) -> Read<Word36> {
        let (digits, twos) = self.normalized();
        let distance = distance.signed().clamp(-200, 200) + twos;
        Ok(Word36::new(shift(digits, distance) as u64 & MASK))
    }

    /// Floating-point word: a sign, an exponent of two above 128, and 27 bits, rounded.
    fn floated(self, assembler: &mut Assembler<'_>) -> Word36 {
        let (mut digits, mut twos) = self.scaled();
        while digits >> (BITS - 1) == 0 {
            digits <<= 1;
            twos -= 1;
        }
        let mut high = (digits >> 35) as u64 + 0o200;
        let mut exponent = twos + 0o200 + i64::from(BITS);
        if high >> 35 != 0 {
            high >>= 1;
            exponent += 1;
        }
        if !(0..0o400).contains(&exponent) {
            assembler.error(&messages::EXPONENT_OVERFLOW, None);
        }
        Word36::new((exponent as u64 & 0o377) << 27 | high >> 8)
    }

    fn normalized(self) -> (u128, i64) {
        if self.floating || self.exponent != 0 { self.scaled() } else { (self.digits, 0) }
    }

    /// The number as a 70-bit integer and a power of two.
    fn scaled(self) -> (u128, i64) {
        let (mut digits, mut twos) = (self.digits, 0);
        let mut exponent = self.exponent.clamp(-10_000, 10_000);
        if digits == 0 || self.radix == 0 {
            return (digits, 0);
        }
        while exponent > 0 {
            exponent -= 1;
            digits *= u128::from(self.radix & 0o777777);
            while digits >> BITS != 0 {
                digits >>= 1;
                twos += 1;
            }
            if digits == 0 {
                return (0, 0);
            }
        }
        while exponent < 0 {
            while digits >> (BITS - 1) == 0 {
                digits <<= 1;
                twos -= 1;
            }
            let mut divisor = 1;
            while exponent < 0 && divisor * self.radix <= 0o777777 {
                divisor *= self.radix;
                exponent += 1;
            }
            if divisor == 1 {
                return (digits, twos);
            }
            digits /= u128::from(divisor);
        }
        (digits, twos)
    }
}

/// Shifts a 70-bit number to the left, or to the right if negative.
fn shift(number: u128, distance: i64) -> u128 {
    let kept = (1u128 << BITS) - 1;
    match distance {
        0..=69 => (number << distance) & kept,
        -127..=-1 => number >> -distance,
        _ => 0,
    }
}
