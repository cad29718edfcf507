//! Numbers as C prints and parses them (`%.8f`, `%.18g`, `atol`, `atof`), and counts in messages.

use std::fmt::Display;

/// A count with its noun in singular or plural.
///
/// ```
/// use machine::numbers::counted;
/// assert_eq!(counted(1, "byte"), "1 byte");
/// assert_eq!(counted(0, "byte"), "0 bytes");
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// `%.Nf`: `digits` digits after the point.
#[must_use]
pub fn fixed(value: f64, digits: usize) -> String {
    special(value).unwrap_or_else(|| format!("{value:.digits$}"))
}

/// `%.Ng`: `digits` significant digits, without trailing zeros, with an exponent if it is large.
#[must_use]
pub fn general(value: f64, digits: usize) -> String {
    special(value).unwrap_or_else(|| {
        let scientific = format!("{value:.*e}", digits - 1);
        let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        let exponent: i32 = exponent.parse().unwrap_or(0);
        if (-4..digits as i32).contains(&exponent) {
            let places = (digits as i32 - 1 - exponent) as usize;
            return without_trailing_zeros(&format!("{value:.places$}")).to_owned();
        }
        let sign = if exponent < 0 { '-' } else { '+' };
        let mantissa = without_trailing_zeros(mantissa);
        format!("{mantissa}e{sign}{:02}", exponent.abs())
    })
}

fn without_trailing_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Infinity or NaN, as glibc spells it.
fn special(value: f64) -> Option<String> {
    let word = match value {
        _ if value.is_nan() => "nan",
        _ if value.is_infinite() => "inf",
        _ => return None,
    };
    Some(if value.is_sign_negative() { format!("-{word}") } else { word.to_owned() })
}

/// White space in the C locale.
#[must_use]
pub fn is_c_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// `atol` for 64 bits, and the text after the number; `None` if there is no number.
///
/// Saturates if the number does not fit.
#[must_use]
pub fn c_integer(text: &[u8]) -> (i64, Option<&[u8]>) {
    let (negative, digits) = c_sign(text);
    let count = count_digits(digits, 10);
    let value = digits[..count].iter().fold(0i64, |value, &digit| {
        let digit = i64::from(digit - b'0');
        let value = value.saturating_mul(10);
        if negative { value.saturating_sub(digit) } else { value.saturating_add(digit) }
    });
    (value, (count > 0).then(|| &digits[count..]))
}

/// `atof`, and the text after the number; `None` if there is no number.
#[must_use]
pub fn c_double(text: &[u8]) -> (f64, Option<&[u8]>) {
    let (negative, rest) = c_sign(text);
    let found = c_word(rest).or_else(|| c_hexadecimal(rest)).or_else(|| c_decimal(rest));
    let Some((value, length)) = found else { return (0.0, None) };
    (if negative { -value } else { value }, Some(&rest[length..]))
}

/// Skips white space and a sign; returns whether it is negative.
fn c_sign(text: &[u8]) -> (bool, &[u8]) {
    let start = text.iter().position(|&byte| !is_c_space(byte)).unwrap_or(text.len());
    let text = &text[start..];
    match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    }
}

fn count_digits(text: &[u8], radix: u32) -> usize {
    text.iter().take_while(|&&byte| char::from(byte).is_digit(radix)).count()
}

/// `inf`, `infinity`, `nan` and `nan(...)` in any case: the value and its length.
fn c_word(text: &[u8]) -> Option<(f64, usize)> {
    let starts = |word: &str| {
        text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    };
    if starts("infinity") {
        return Some((f64::INFINITY, 8));
    }
    if starts("inf") {
        return Some((f64::INFINITY, 3));
    }
    if !starts("nan") {
        return None;
    }
    let inside = text.get(3..).filter(|rest| rest.first() == Some(&b'(')).map(|rest| &rest[1..]);
    let length = inside.and_then(|inside| {
        let word = inside.iter().take_while(|&&b| b.is_ascii_alphanumeric() || b == b'_').count();
        (inside.get(word) == Some(&b')')).then_some(3 + word + 2)
    });
    Some((f64::NAN, length.unwrap_or(3)))
}

fn c_decimal(text: &[u8]) -> Option<(f64, usize)> {
    let mantissa = count_mantissa(text, 10)?;
    let length = mantissa + count_exponent(&text[mantissa..], b'e');
    let text = str::from_utf8(&text[..length]).ok()?;
    Some((text.parse().ok()?, length))
}

fn c_hexadecimal(text: &[u8]) -> Option<(f64, usize)> {
    let rest = text.strip_prefix(b"0x").or_else(|| text.strip_prefix(b"0X"))?;
    let mantissa = count_mantissa(rest, 16)?;
    let exponent = count_exponent(&rest[mantissa..], b'p');
    let value = hexadecimal(&rest[..mantissa], &rest[mantissa..mantissa + exponent], DOUBLE);
    Some((value, 2 + mantissa + exponent))
}

/// Length of digits with at most one point; `None` without a digit.
#[must_use]
pub fn count_mantissa(text: &[u8], radix: u32) -> Option<usize> {
    let whole = count_digits(text, radix);
    let fraction = match text.get(whole) {
        Some(b'.') => Some(count_digits(&text[whole + 1..], radix)),
        _ => None,
    };
    let digits = whole + fraction.unwrap_or(0);
    (digits > 0).then_some(digits + usize::from(fraction.is_some()))
}

/// Length of an exponent with its letter, in either case; 0 without an exponent.
#[must_use]
pub fn count_exponent(text: &[u8], letter: u8) -> usize {
    if !text.first().is_some_and(|first| first.eq_ignore_ascii_case(&letter)) {
        return 0;
    }
    let sign = usize::from(matches!(text.get(1), Some(b'+' | b'-')));
    match count_digits(&text[1 + sign..], 10) {
        0 => 0,
        digits => 1 + sign + digits,
    }
}

/// A floating point format: bits of the significand, and exponent of the smallest number.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    precision: i64,
    lowest: i64,
}

/// Double precision.
pub const DOUBLE: Format = Format { precision: 53, lowest: -1074 };
/// Single precision.
pub const SINGLE: Format = Format { precision: 24, lowest: -149 };

/// Converts a hexadecimal number to a format, rounding ties to even.
///
/// `mantissa` consists of hexadecimal digits with at most one point; `exponent`, a power of two, is
/// empty or `p`, a sign and digits.
#[must_use]
pub fn hexadecimal(mantissa: &[u8], exponent: &[u8], format: Format) -> f64 {
    const LIMIT: i64 = 1 << 40;
    let (mut bits, mut scale, mut after_point) = (0u64, 0i64, false);
    for &byte in mantissa {
        let Some(digit) = char::from(byte).to_digit(16) else {
            after_point = true;
            continue;
        };
        scale -= if after_point { 4 } else { 0 };
        if bits >> 56 == 0 {
            bits = bits << 4 | u64::from(digit);
        } else {
            // Digits beyond the 60 bits kept only make the value inexact.
            bits |= u64::from(digit != 0);
            scale += 4;
        }
    }
    let (negative, digits) = c_sign(exponent.get(1..).unwrap_or_default());
    let power = digits
        .iter()
        .fold(0, |power: i64, &digit| (power * 10 + i64::from(digit - b'0')).min(LIMIT));
    round(bits, scale + if negative { -power } else { power }, format)
}

/// `bits` times two to the power `scale`, rounded to a format.
fn round(bits: u64, scale: i64, format: Format) -> f64 {
    if bits == 0 {
        return 0.0;
    }
    let width = 64 - i64::from(bits.leading_zeros());
    let drop = (width - format.precision).max(format.lowest - scale).max(0);
    let kept = match drop {
        0 => bits,
        1..=63 => {
            let (half, rest) = (1 << (drop - 1), bits & ((1 << drop) - 1));
            let kept = bits >> drop;
            kept + u64::from(rest > half || rest == half && kept & 1 == 1)
        }
        64 => u64::from(bits > 1 << 63),
        _ => 0,
    };
    scaled(kept, scale + drop, format)
}

/// `kept` times two to the power `scale`: exact, or infinite on overflow.
fn scaled(kept: u64, scale: i64, format: Format) -> f64 {
    let top = scale + 63 - i64::from(kept.leading_zeros());
    // The highest exponent follows from the lowest in both formats.
    if kept != 0 && top > 2 - format.lowest - format.precision {
        return f64::INFINITY;
    }
    if kept == 0 {
        return 0.0;
    }
    let half = scale / 2;
    kept as f64 * power_of_two(half) * power_of_two(scale - half)
}

/// Two to a power, as a double.
#[must_use]
pub fn power_of_two(exponent: i64) -> f64 {
    match exponent {
        -1022..=1023 => f64::from_bits(((exponent + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (exponent + 1074)),
        _ if exponent > 0 => f64::INFINITY,
        _ => 0.0,
    }
}
