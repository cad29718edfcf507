//! Values of numbers, characters and strings.

/// An invalid escape sequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BadEscape {
    /// Offset of its backslash in the text.
    pub(super) at: usize,
    /// Valid escape sequences there.
    pub(super) expected: &'static str,
}

/// Low 32 bits of an integer; beyond 64 bits -1 or 0, as in the C library.
pub(super) fn decimal(text: &str) -> i32 {
    let saturated = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    text.parse::<i64>().unwrap_or(saturated) as i32
}

/// Low 32 bits of a number with `0x`; beyond 64 bits -1.
pub(super) fn hexadecimal(text: &str) -> i32 {
    let negative = text.starts_with('-');
    let digits = &text[text.find('x').map_or(0, |at| at + 1)..];
    let value = u64::from_str_radix(digits, 16).unwrap_or(u64::MAX) as i32;
    if negative { value.wrapping_neg() } else { value }
}

/// A number with a fraction; the text after a comma or an incomplete exponent is lost.
pub(super) fn real(text: &str) -> f64 {
    let whole = text.find([',', '\'']).map_or(text, |at| &text[..at]);
    let sign = usize::from(whole.starts_with(['+', '-']));
    let is_mantissa = |c: char| c.is_ascii_digit() || c == '.';
    let mantissa = sign + whole[sign..].find(|c| !is_mantissa(c)).unwrap_or(whole.len() - sign);
    let complete = whole.parse().ok();
    complete.or_else(|| whole[..mantissa].parse().ok()).unwrap_or(0.0)
}

/// Value of the text in single quotes: a byte, or a backslash and a byte.
pub(super) fn character(bytes: &[u8]) -> Result<i32, BadEscape> {
    match *bytes {
        [b'\\', second, ..] => match second {
            b'a' => Ok(7),
            b'b' => Ok(8),
            b'f' => Ok(12),
            b'n' => Ok(10),
            b'r' => Ok(13),
            b't' => Ok(9),
            b'\\' | b'"' | b'\'' => Ok(second.into()),
            _ => Err(BadEscape {
                at: 0,
                expected: r#"`\n`, `\t`, `\r`, `\a`, `\b`, `\f`, `\\`, `\"` or `\'`"#,
            }),
        },
        [byte, ..] => Ok((byte as i8).into()),
        [] => Ok(0),
    }
}

/// Bytes of a string, up to the first zero byte.
///
/// `\n`, `\t`, `\"`, `\X41` (hexadecimal, capital letters) and octal escapes stand for a byte, any
/// other backslash for itself. SPIM gives the first two digits of an octal escape the same
/// weight: `\101` is 9, and only escapes that start with `\0` have the right value.
///
/// The text includes its closing quote, as in SPIM: in `"\\"` the second backslash and the quote
/// are an escape, so the string is a backslash and a quote.
pub(super) fn string(text: &[u8]) -> Result<Vec<u8>, BadEscape> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at + 1 < text.len() {
        let (byte, length) = match (text[at], text.get(at + 1)) {
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b't')) => (b'\t', 2),
            (b'\\', Some(b'"')) => (b'"', 2),
            (b'\\', Some(b'0'..=b'3')) => (octal(text, at)?, 4),
            (b'\\', Some(b'X')) => (capital_hexadecimal(text, at)?, 4),
            (byte, _) => (byte, 1),
        };
        bytes.push(byte);
        at += length;
    }
    bytes.truncate(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    Ok(bytes)
}

fn octal(text: &[u8], at: usize) -> Result<u8, BadEscape> {
    let digit = |offset: usize| match text.get(at + offset) {
        Some(&digit @ b'0'..=b'7') => Ok(u32::from(digit - b'0')),
        _ => Err(BadEscape { at, expected: r"three octal digits, as in `\012`" }),
    };
    Ok(((digit(1)? << 3) + (digit(2)? << 3) + digit(3)?) as u8)
}

fn capital_hexadecimal(text: &[u8], at: usize) -> Result<u8, BadEscape> {
    let digit = |offset: usize| match text.get(at + offset) {
        Some(&digit @ b'0'..=b'9') => Ok(digit - b'0'),
        Some(&digit @ b'A'..=b'F') => Ok(digit - b'A' + 10),
        _ => Err(BadEscape { at, expected: r"two hexadecimal digits in capitals, as in `\X4F`" }),
    };
    Ok(digit(2)? << 4 | digit(3)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_are_too_large_are_cut_as_in_c() {
        assert_eq!(decimal("4294967295"), -1);
        assert_eq!(decimal("99999999999999999999"), -1);
        assert_eq!(decimal("-99999999999999999999"), 0);
        assert_eq!(hexadecimal("0x1ffffffff"), -1);
        assert_eq!(hexadecimal("-0x7"), -7);
        assert_eq!(hexadecimal("0x123456789abcdef01"), -1);
    }

    #[test]
    fn string_escapes_are_spims() {
        assert_eq!(string(br#"a\n\t\"\q""#), Ok(b"a\n\t\"\\q".to_vec()));
        assert_eq!(string(br#"\012\101\X4F""#), Ok(vec![10, 9, 0x4f]));
        assert_eq!(string(br#"ab\000cd""#), Ok(b"ab".to_vec()));
        assert_eq!(string(br#"ab\0""#).map_err(|bad| bad.at), Err(2));
        assert_eq!(string(br#"\\n""#), Ok(b"\\\n".to_vec()));
        assert_eq!(string(br#"\\""#), Ok(b"\\\"".to_vec()));
    }

    #[test]
    fn reals_are_read_as_far_as_they_go() {
        assert_eq!(
            [real("1.5e2"), real("-1,25"), real("1.5-3"), real("2.5e+")],
            [150.0, -1.0, 1.5, 2.5]
        );
    }
}
