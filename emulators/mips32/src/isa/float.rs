//! Floating point operations on bits: IEEE 754 arithmetic, rounded to nearest even. NaN patterns
//! and the results of out-of-range conversions depend on the machine.

pub(crate) mod call;

/// An arithmetic operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Arith {
    Add,
    Subtract,
    Multiply,
    Divide,
    SquareRoot,
}

/// A conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convert {
    SingleToDouble,
    DoubleToSingle,
    WordToSingle,
    WordToDouble,
    SingleToWord,
    DoubleToWord,
    SingleRound,
    SingleTruncate,
    SingleCeiling,
    SingleFloor,
    DoubleRound,
    DoubleTruncate,
    DoubleCeiling,
    DoubleFloor,
}

/// Rules for corner cases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rules {
    /// MARS: Java's rules.
    Mars,
    /// SPIM: C's rules on an x86-64 host.
    Spim,
    /// MIPS32 before IEEE 754-2008: one NaN, conversions in the rounding mode of FCSR.
    Mips,
}

/// Rounding modes of FCSR.
const NEAREST: u32 = 0;
const ZERO: u32 = 1;
const UP: u32 = 2;

macro_rules! arithmetic {
    ($name:ident, $float:ty, $bits:ty, $quiet:expr, $sign:expr, $exponent:expr) => {
        /// Result of an operation, as bits.
        pub(crate) fn $name(rules: Rules, op: Arith, a: $bits, b: $bits) -> $bits {
            let (x, y) = (<$float>::from_bits(a), <$float>::from_bits(b));
            let result = match op {
                Arith::Add => x + y,
                Arith::Subtract => x - y,
                Arith::Multiply => x * y,
                Arith::Divide => x / y,
                Arith::SquareRoot => x.sqrt(),
            };
            if !result.is_nan() {
                return result.to_bits();
            }
            match rules {
                Rules::Mars => $exponent | $quiet,
                // x86: the first NaN operand, made quiet; else the default NaN, which is negative.
                Rules::Spim if x.is_nan() => a | $quiet,
                Rules::Spim if y.is_nan() => b | $quiet,
                Rules::Spim => $sign | $exponent | $quiet,
                // MIPS before 2008: the one NaN whose top fraction bit is clear.
                Rules::Mips => $exponent | ($quiet - 1),
            }
        }
    };
}

arithmetic!(single, f32, u32, 0x0040_0000, 0x8000_0000, 0x7f80_0000);
arithmetic!(double, f64, u64, 0x0008_0000_0000_0000, 0x8000_0000_0000_0000, 0x7ff0_0000_0000_0000);

/// Whether one of the sixteen conditions is true; its low bits are unordered, equal, less.
pub(crate) fn compare(condition: u8, order: Option<std::cmp::Ordering>) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match order {
        None => condition & 1 != 0,
        Some(Equal) => condition & 2 != 0,
        Some(Less) => condition & 4 != 0,
        Some(Greater) => false,
    }
}

/// Converts a number; narrow formats use the low 32 bits. `mode` is the rounding mode of FCSR.
pub(crate) fn convert(rules: Rules, mode: u32, how: Convert, from: u64) -> u64 {
    let single = f32::from_bits(from as u32);
    let double = f64::from_bits(from);
    let word = from as u32 as i32;
    match how {
        Convert::SingleToDouble if single.is_nan() => nan_to_double(rules, from as u32),
        Convert::SingleToDouble => f64::from(single).to_bits(),
        Convert::DoubleToSingle if double.is_nan() => nan_to_single(rules, from).into(),
        Convert::DoubleToSingle => (double as f32).to_bits().into(),
        Convert::WordToSingle => (word as f32).to_bits().into(),
        Convert::WordToDouble => f64::from(word).to_bits(),
        Convert::SingleToWord => current(rules, mode, single.into()),
        Convert::DoubleToWord => current(rules, mode, double),
        Convert::SingleRound => round(rules, single.into()),
        Convert::DoubleRound => round(rules, double),
        Convert::SingleTruncate => to_word(rules, f64::from(single).trunc(), single.into()),
        Convert::DoubleTruncate => to_word(rules, double.trunc(), double),
        Convert::SingleCeiling => to_word(rules, f64::from(single).ceil(), single.into()),
        Convert::DoubleCeiling => to_word(rules, double.ceil(), double),
        Convert::SingleFloor => to_word(rules, f64::from(single).floor(), single.into()),
        Convert::DoubleFloor => to_word(rules, double.floor(), double),
    }
}

/// `cvt.w`: both simulators truncate; the machine uses the rounding mode of FCSR.
fn current(rules: Rules, mode: u32, value: f64) -> u64 {
    match rules {
        // Java's cast: NaN becomes 0, an out-of-range value the nearest word.
        Rules::Mars => u64::from(value as i32 as u32),
        Rules::Spim => to_word(rules, value.trunc(), value),
        Rules::Mips => {
            let rounded = match mode & 3 {
                NEAREST => value.round_ties_even(),
                ZERO => value.trunc(),
                UP => value.ceil(),
                _ => value.floor(),
            };
            to_word(rules, rounded, value)
        }
    }
}

/// `round.w`: SPIM adds a half and truncates, so -5.6 becomes -5.
fn round(rules: Rules, value: f64) -> u64 {
    match rules {
        Rules::Spim => to_word(rules, (value + 0.5).trunc(), value + 0.5),
        _ => to_word(rules, value.round_ties_even(), value),
    }
}

/// An integral value as a word; out of range, the highest word, or the lowest on SPIM's host.
fn to_word(rules: Rules, whole: f64, value: f64) -> u64 {
    let fits = value.is_finite() && (-2147483648.0..=2147483647.0).contains(&whole);
    let word = match rules {
        _ if fits => whole as i32,
        Rules::Spim => i32::MIN,
        _ => i32::MAX,
    };
    u64::from(word as u32)
}

fn nan_to_double(rules: Rules, bits: u32) -> u64 {
    match rules {
        Rules::Mars => 0x7ff8_0000_0000_0000,
        Rules::Mips => 0x7ff7_ffff_ffff_ffff,
        Rules::Spim => {
            let sign = u64::from(bits >> 31) << 63;
            sign | 0x7ff8_0000_0000_0000 | u64::from(bits & 0x003f_ffff) << 29
        }
    }
}

fn nan_to_single(rules: Rules, bits: u64) -> u32 {
    match rules {
        Rules::Mars => 0x7fc0_0000,
        Rules::Mips => 0x7fbf_ffff,
        Rules::Spim => {
            let sign = ((bits >> 63) as u32) << 31;
            sign | 0x7fc0_0000 | (bits >> 29) as u32 & 0x003f_ffff
        }
    }
}
