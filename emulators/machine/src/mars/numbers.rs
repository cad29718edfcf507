//! Numbers as Java 17 prints and parses them.
//!
//! Java prints a floating point number with enough digits to distinguish it from its neighbours, by
//! the free-format algorithm of Steele and White ("How to print floating-point numbers
//! accurately", PLDI 1990). It deviates as follows until Java 19 (JDK-4511638), found by comparison
//! on millions of numbers:
//!
//! - the margin is half the distance to the next larger number, a quarter at powers of two;
//! - with an exponent, numbers below 0.001 and from 100 million on get at least two digits before
//!   the margin is checked;
//! - whole numbers below 2^63 are not shortened: they keep every digit above a quarter of the
//!   distance to the next number;
//! - a decimal exactly at the end of the margin counts only from 10^26 on, and just below that the
//!   end of the margin is missed when a 64-bit sum overflows.

use std::f64::consts::LOG10_2;

use crate::numbers::{self, DOUBLE, Format, SINGLE, power_of_two};

/// `Double.toString`.
#[must_use]
pub fn show_double(value: f64) -> String {
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i64;
    show(value, exponent.max(1) - 1075)
}

/// `Float.toString`.
#[must_use]
pub fn show_single(value: f32) -> String {
    let exponent = i64::from(value.to_bits() >> 23 & 0xff);
    show(value.into(), exponent.max(1) - 150)
}

/// Significant digits; the number is 0.DIGITS times ten to the power `point`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

/// Prints `value`, whose distance to the next larger number is two to the power `step`.
fn show(value: f64, step: i64) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs();
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return format!("{sign}Infinity");
    }
    if value == 0.0 {
        return format!("{sign}0.0");
    }
    let whole = magnitude < power_of_two(63) && magnitude.fract() == 0.0;
    let decimal =
        if whole { whole_digits(magnitude as u64, step) } else { free_digits(magnitude, step) };
    format!("{sign}{}", layout(&decimal))
}

/// Digits of a whole number, without those below a quarter of a step.
fn whole_digits(value: u64, step: i64) -> Decimal {
    let dropped = if step > 2 { (1u64 << (step - 2)).ilog10() } else { 0 };
    let unit = 10u64.pow(dropped);
    let rounded = value / unit + u64::from(dropped > 0 && value % unit >= unit / 2);
    let digits: Vec<u8> = rounded.to_string().bytes().map(|byte| byte - b'0').collect();
    Decimal { point: digits.len() as i32 + dropped as i32, digits }
}

/// The first digits that are within the margin.
fn free_digits(value: f64, step: i64) -> Decimal {
    let number = Number::new(value, step);
    let mut count = number.least_digits();
    loop {
        let (down, up) = number.within(count);
        if down || up {
            let digits = number.all[..count].to_vec();
            let decimal = Decimal { digits, point: number.point };
            let nearer_up = || above_half(&number.all[count..], decimal.digits[count - 1] % 2 == 1);
            return if up && (!down || nearer_up()) { rounded_up(decimal) } else { decimal };
        }
        count += 1;
    }
}

/// A number and its margin, digit by digit.
struct Number {
    /// All digits; the first is not zero.
    all: Vec<u8>,
    /// The margin's digits in the same places.
    margin: Vec<u8>,
    point: i32,
    /// Exponent of the first digit that Java considers: the number's own, or one more.
    estimate: i32,
}

impl Number {
    /// `value`, whose distance to the next larger number is two to the power `step`.
    fn new(value: f64, step: i64) -> Self {
        // A quarter of a step has this many binary and so as many decimal places.
        let places = (2 - step).max(0) as usize;
        let digits = |value: f64| -> Vec<u8> {
            let text = format!("{value:.places$}");
            text.bytes().filter(u8::is_ascii_digit).map(|byte| byte - b'0').collect()
        };
        let (all, mut margin) = (digits(value), digits(power_of_two(step)));
        let (significand, exponent) = split(value);
        for _ in 0..if significand == 1.0 { 2 } else { 1 } {
            halve(&mut margin);
        }
        let first = all.iter().position(|&digit| digit != 0).unwrap_or(0);
        let point = (all.len() - places) as i32 - first as i32;
        let width = all.len() - first;
        let padding = width.saturating_sub(margin.len());
        let margin =
            [&vec![0; padding][..], &margin[margin.len().saturating_sub(width)..]].concat();
        Number {
            all: all[first..].to_vec(),
            margin,
            point,
            estimate: estimate(significand, exponent),
        }
    }

    /// Number of digits before the margin is checked, counting a leading zero if Java does.
    fn least_digits(&self) -> usize {
        let exponent = self.point - 1;
        let zero_in_front = self.estimate > exponent && self.within(0).1;
        if (-3..8).contains(&exponent) || zero_in_front { 1 } else { 2 }
    }

    /// Whether the first `count` digits are within the margin, rounded down and rounded up.
    fn within(&self, count: usize) -> (bool, bool) {
        let (wide, margin) = self.margin.split_at(count);
        let rest = &self.all[count..];
        if self.estimate == OVERFLOWS && overflows(rest, &self.margin) {
            return (true, false);
        }
        if wide.iter().any(|&digit| digit != 0) {
            return (true, true);
        }
        let reaches = |gap: Vec<u8>| {
            if self.estimate > OVERFLOWS {
                gap.as_slice() <= margin
            } else {
                gap.as_slice() < margin
            }
        };
        (rest < margin, complement(rest).is_some_and(reaches))
    }
}

/// Java's estimate of the decimal exponent: the tangent of the logarithm at 1.5.
fn estimate(significand: f64, exponent: i64) -> i32 {
    let logarithm = (significand - 1.5) * 0.289529654 + 0.176091259;
    (logarithm + exponent as f64 * LOG10_2).floor() as i32
}

/// Splits a number into a significand from 1 to 2 and a power of two.
fn split(value: f64) -> (f64, i64) {
    const SCALE: i64 = 64;
    let (value, scale) =
        if value.is_subnormal() { (value * power_of_two(SCALE), SCALE) } else { (value, 0) };
    let exponent = (value.to_bits() >> 52) as i64 - 1023;
    (value / power_of_two(exponent), exponent - scale)
}

/// The decimal exponent at which remainder and margin come close to 64 bits.
const OVERFLOWS: i32 = 25;

/// Whether the sum of a remainder and the margin overflows 64 bits, but not the margin alone.
///
/// Java counts both in units of which the unit above the remainder has 2 * 5^26, and overflows at
/// 2^63.
fn overflows(rest: &[u8], margin: &[u8]) -> bool {
    let number = |digits: &[u8]| digits.iter().fold(0u128, |n, &digit| n * 10 + u128::from(digit));
    let (unit, rest, margin) = (10u128.pow(rest.len() as u32), number(rest), number(margin));
    // Far from the end of the digits the margin is a small part of the unit.
    margin / 2 >= unit && {
        let (limit, scale) = (unit << 62, 5u128.pow(26));
        margin * scale < limit && (rest + margin) * scale >= limit
    }
}

fn halve(digits: &mut [u8]) {
    let mut carry = 0;
    for digit in digits {
        let value = carry * 10 + *digit;
        (*digit, carry) = (value / 2, value % 2);
    }
}

/// Difference of digits to one unit above them; `None` if all digits are zero.
fn complement(digits: &[u8]) -> Option<Vec<u8>> {
    let last = digits.iter().rposition(|&digit| digit != 0)?;
    let mut gap: Vec<u8> = digits.iter().map(|digit| 9 - digit).collect();
    gap[last] += 1;
    gap[last + 1..].fill(0);
    Some(gap)
}

/// Whether digits after the point are more than a half; `tie` decides for exactly a half.
fn above_half(rest: &[u8], tie: bool) -> bool {
    match rest.split_first() {
        Some((5, tail)) => tie || tail.iter().any(|&digit| digit != 0),
        Some((first, _)) => *first > 5,
        None => false,
    }
}

fn rounded_up(mut decimal: Decimal) -> Decimal {
    while let Some(last) = decimal.digits.pop() {
        if last < 9 {
            decimal.digits.push(last + 1);
            return decimal;
        }
    }
    Decimal { digits: vec![1], point: decimal.point + 1 }
}

/// Plain notation from 0.001 to 10 million, otherwise an exponent; always a digit after the point.
fn layout(decimal: &Decimal) -> String {
    let end = decimal.digits.iter().rposition(|&digit| digit != 0).map_or(1, |last| last + 1);
    let digits: String =
        decimal.digits[..end].iter().map(|&digit| char::from(b'0' + digit)).collect();
    let point = decimal.point;
    match point {
        1..=7 => {
            let digits = format!("{digits:0<width$}", width = point as usize + 1);
            let (whole, fraction) = digits.split_at(point as usize);
            format!("{whole}.{fraction}")
        }
        -2..=0 => {
            format!("0.{:0>width$}", digits, width = digits.len() + point.unsigned_abs() as usize)
        }
        _ => {
            let digits = format!("{digits:0<2}");
            let (whole, fraction) = digits.split_at(1);
            format!("{whole}.{fraction}E{}", point - 1)
        }
    }
}

/// `Integer.parseInt`, of decimal digits in ASCII.
#[must_use]
pub fn parse_int(text: &str) -> Option<i32> {
    text.parse().ok()
}

/// `Double.parseDouble`.
#[must_use]
pub fn parse_double(text: &str) -> Option<f64> {
    parse(text, DOUBLE, |text| text.parse().ok())
}

/// `Float.parseFloat`.
#[must_use]
pub fn parse_single(text: &str) -> Option<f32> {
    parse(text, SINGLE, |text| text.parse::<f32>().ok().map(f64::from)).map(|value| value as f32)
}

/// `String.trim`: removes control characters and spaces on both sides.
#[must_use]
pub fn trimmed(text: &str) -> &str {
    text.trim_matches(|letter| letter <= ' ')
}

fn parse(text: &str, format: Format, decimal: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let text = trimmed(text);
    let negative = text.starts_with('-');
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let value = match text {
        "NaN" => return Some(f64::NAN),
        "Infinity" => f64::INFINITY,
        _ => {
            let bare = text.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(text);
            let hexadecimal = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"));
            if hexadecimal.is_some() {
                parse_hexadecimal(bare, format)?
            } else {
                parse_decimal(bare, decimal)?
            }
        }
    };
    Some(if negative { -value } else { value })
}

fn parse_decimal(text: &str, read: impl Fn(&str) -> Option<f64>) -> Option<f64> {
    let bytes = text.as_bytes();
    let mantissa = numbers::count_mantissa(bytes, 10)?;
    let length = mantissa + numbers::count_exponent(&bytes[mantissa..], b'e');
    if length == bytes.len() { read(text) } else { None }
}

/// `0x`, digits, and a power of two, which Java requires.
fn parse_hexadecimal(text: &str, format: Format) -> Option<f64> {
    let bytes = text.as_bytes().get(2..)?;
    let mantissa = numbers::count_mantissa(bytes, 16)?;
    let exponent = numbers::count_exponent(&bytes[mantissa..], b'p');
    let whole = exponent > 0 && mantissa + exponent == bytes.len();
    whole.then(|| numbers::hexadecimal(&bytes[..mantissa], &bytes[mantissa..], format))
}
