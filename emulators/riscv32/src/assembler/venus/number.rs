//! Numbers, characters and strings in Venus's syntax.

/// Low 32 bits of a number or character; `None` if the text is neither.
///
/// Decimal, `0x` and `0b`, each with an optional sign; numbers of more than 64 bits are errors.
pub(super) fn integer(text: &str) -> Option<i32> {
    wide(text).map(|value| value as i32)
}

fn wide(text: &str) -> Option<i64> {
    if let Some(character) = text.strip_prefix('\'') {
        let text = unescape(character.strip_suffix('\'')?);
        let mut chars = text.chars();
        return chars.next().filter(|_| chars.next().is_none()).map(|c| u32::from(c).into());
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let negative = text.starts_with('-');
    let (digits, radix) = match unsigned {
        _ if unsigned.starts_with("0x") => (&unsigned[2..], 16),
        _ if unsigned.starts_with("0b") => (&unsigned[2..], 2),
        _ => (unsigned, 10),
    };
    if digits.starts_with(['+', '-']) {
        return None;
    }
    let value = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if negative { -value } else { value }).ok()
}

/// Bits of a single: Java's notation, or the bits themselves after `0x` or `0b`.
pub(super) fn single(text: &str) -> Option<u32> {
    if is_bits(text) {
        integer(text).map(|bits| bits as u32)
    } else {
        machine::mars::parse_single(text).map(f32::to_bits)
    }
}

/// Bits of a double, in the same notations.
pub(super) fn double(text: &str) -> Option<u64> {
    if is_bits(text) {
        wide(text).map(|bits| bits as u64)
    } else {
        machine::mars::parse_double(text).map(f64::to_bits)
    }
}

fn is_bits(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.starts_with("0x") || unsigned.starts_with("0b")
}

/// Text of a string or character, without quotes.
///
/// Venus knows `\n`, `\r`, `\t`, `\b`, `\"` and `\'`; before any other character, a backslash is
/// literal.
pub(super) fn unescape(text: &str) -> String {
    let mut plain = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let known = chars.peek().filter(|_| c == '\\').and_then(|next| match next {
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'b' => Some('\u{8}'),
            '"' | '\'' => Some(*next),
            _ => None,
        });
        if known.is_some() {
            chars.next();
        }
        plain.push(known.unwrap_or(c));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_java_with_two_prefixes() {
        for (text, value) in [
            ("12", Some(12)),
            ("-0x10", Some(-16)),
            ("+0b101", Some(5)),
            ("0xffffffff", Some(-1)),
            ("4294967296", Some(0)),
            ("'A'", Some(65)),
            ("'\\n'", Some(10)),
            ("'\\\\'", None),
            ("'", None),
            ("0x", None),
            ("--1", None),
            ("0x-1", None),
            ("1f", None),
            ("4+3", None),
            ("9223372036854775808", None),
        ] {
            assert_eq!(integer(text), value, "{text}");
        }
    }

    #[test]
    fn floating_point_numbers_may_be_their_bits() {
        assert_eq!(single("1.5"), Some(0x3fc0_0000));
        assert_eq!(single("0x3fc00000"), Some(0x3fc0_0000));
        assert_eq!(double("-2"), Some(0xc000_0000_0000_0000));
        assert_eq!(single("x"), None);
    }

    #[test]
    fn a_backslash_before_an_unknown_letter_stays() {
        // Measured: Venus makes `61 0a 62 09 5c 5c 22 5c` of "a\nb\t\\\"\0".
        assert_eq!(unescape(r#"a\nb\t\\\"\0"#), "a\nb\t\\\\\"\\0");
    }
}
