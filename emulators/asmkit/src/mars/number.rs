//! Numbers in Java's syntax: that of `Integer.decode`, `Long.decode` and `Double.parseDouble`.

/// A 32-bit integer: decimal, octal after `0`, hexadecimal after `0x`, with an optional sign.
///
/// `0x` and exactly eight digits may also be a negative number. Other digits are decimal and
/// lose the bits above 32: `08` is 8, `4294967295` is -1, and an empty text is 0.
#[must_use]
pub fn integer(text: &str) -> Option<i32> {
    let (negative, figures, radix) = parts(text);
    if let Some(value) = magnitude(figures, radix) {
        let value = if negative { -value } else { value };
        if let Ok(value) = i32::try_from(value) {
            return Some(value);
        }
        if radix == 16 {
            let bits = u32::try_from(value).ok().filter(|_| text.len() == 10)?;
            return Some(bits as i32);
        }
    }
    wrapping_decimal(text)
}

/// A 64-bit integer: decimal, octal after `0`, hexadecimal after `0x`, with an optional sign.
///
/// `0x` and exactly sixteen digits may also be a negative number.
#[must_use]
pub fn long(text: &str) -> Option<i64> {
    let (negative, figures, radix) = parts(text);
    let value = if negative {
        i64::from_str_radix(&format!("-{figures}"), radix)
    } else {
        i64::from_str_radix(figures, radix)
    };
    let plain = figures.starts_with(|c: char| c.is_ascii_alphanumeric());
    let bits = || u64::from_str_radix(figures, 16).ok().map(|bits| bits as i64);
    match value {
        Ok(value) if plain => Some(value),
        _ if plain && radix == 16 && text.len() == 18 => bits(),
        _ => None,
    }
}

/// Sign (true for minus), digits and radix.
fn parts(text: &str) -> (bool, &str, u32) {
    let (negative, digits) = match text.as_bytes().first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    match hexadecimal {
        Some(figures) => (negative, figures, 16),
        None if digits.len() > 1 && digits.starts_with('0') => (negative, &digits[1..], 8),
        None => (negative, digits, 10),
    }
}

/// Value of digits, if it has at most 63 bits.
fn magnitude(figures: &str, radix: u32) -> Option<i64> {
    let plain = figures.starts_with(|c: char| c.is_ascii_alphanumeric());
    if plain { i64::from_str_radix(figures, radix).ok() } else { None }
}

fn wrapping_decimal(text: &str) -> Option<i32> {
    text.bytes().try_fold(0i32, |value, byte| {
        let digit = byte.is_ascii_digit().then(|| i32::from(byte - b'0'))?;
        Some(value.wrapping_mul(10).wrapping_add(digit))
    })
}

/// A real number: digits with optional point, exponent and suffix `f` or `d`, hexadecimal with a
/// binary exponent, `NaN` or `Infinity`.
#[must_use]
pub fn real(text: &str) -> Option<f64> {
    let (sign, rest) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text),
    };
    match rest {
        "NaN" => return Some(f64::NAN),
        "Infinity" => return Some(sign * f64::INFINITY),
        _ => {}
    }
    let hexadecimal = rest.strip_prefix("0x").or_else(|| rest.strip_prefix("0X"));
    let number = rest.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(rest);
    if let Some(digits) = hexadecimal {
        let digits = digits.strip_suffix(['f', 'F', 'd', 'D']).unwrap_or(digits);
        return hexadecimal_real(digits).map(|value| sign * value);
    }
    let plain = number.bytes().all(|b| b.is_ascii_digit() || b".eE+-".contains(&b));
    let value: f64 = if plain { number.parse().ok()? } else { return None };
    Some(sign * value)
}

/// Value of `1.8p-3`, without `0x`; digits after the fifteenth do not count.
fn hexadecimal_real(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let exponent: i32 = exponent.parse().ok()?;
    let digits = digits.trim_start_matches('0');
    let dropped = digits.len().saturating_sub(15);
    let kept = u64::from_str_radix(&digits[..digits.len() - dropped], 16).unwrap_or(0);
    let places = i64::from(exponent) + 4 * (dropped as i64 - fraction.len() as i64);
    Some(kept as f64 * 2f64.powi(places.clamp(-2000, 2000) as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_what_java_decodes() {
        let good = [
            ("0", 0),
            ("00", 0),
            ("017", 15),
            ("-010", -8),
            ("+5", 5),
            ("0xffffffff", -1),
            ("0X80000000", i32::MIN),
            ("0x00000007f", 127),
            ("-0x80000000", i32::MIN),
            ("2147483647", i32::MAX),
            ("-2147483648", i32::MIN),
            ("08", 8),
            ("4294967295", -1),
            ("4294967296", 0),
            ("", 0),
        ];
        for (text, value) in good {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        for text in ["-", "0x", "-2147483649", "0x1ffffffff", "1_0", "0x-5", "-0xffffffff"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn longs_are_what_java_decodes() {
        let good = [
            ("4294967296", 1 << 32),
            ("-0x8000000000000000", i64::MIN),
            ("0xffffffffffffffff", -1),
            ("0x100000000", 1 << 32),
            ("017", 15),
        ];
        for (text, value) in good {
            assert_eq!(long(text), Some(value), "{text}");
        }
        for text in ["", "08", "9223372036854775808", "0x1ffffffffffffffff", "--1", "0x"] {
            assert_eq!(long(text), None, "{text}");
        }
    }

    #[test]
    fn reals_are_what_java_parses() {
        let good = [("1.", 1.0), (".5", 0.5), ("1e3", 1000.0), ("1.5f", 1.5), ("2D", 2.0)];
        for (text, value) in good {
            assert_eq!(real(text), Some(value), "{text}");
        }
        assert_eq!(real("0x1.8p1"), Some(3.0));
        assert_eq!(real("-Infinity"), Some(f64::NEG_INFINITY));
        for text in ["", ".", "e5", "inf", "nan", "0x10", "1e", "1.5ff", "1 "] {
            assert_eq!(real(text), None, "{text}");
        }
    }
}
