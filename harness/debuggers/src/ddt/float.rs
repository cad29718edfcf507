//! PDP-10 floating-point numbers of one word.
//!
//! Source: DEC-10-HGAA-D, *PDP-10 System Reference Manual*, 1968: sign, exponent of eight bits in
//! excess 128, fraction of 27; a negative number is the two's complement of the whole word.

use pdp10::Word36;

/// Bits of a fraction.
const FRACTION: i32 = 27;

/// Number in a word.
pub(super) fn number(word: Word36) -> f64 {
    let magnitude = word.signed().unsigned_abs();
    let (exponent, fraction) = ((magnitude >> FRACTION) as i32, magnitude & ((1 << FRACTION) - 1));
    let number = fraction as f64 * 2f64.powi(exponent - 128 - FRACTION);
    if word.signed() < 0 { -number } else { number }
}

/// Normalized word nearest to a nonnegative number; `None` if it is too large.
pub(super) fn word(number: f64) -> Option<Word36> {
    if number == 0.0 {
        return Some(Word36::default());
    }
    let mut exponent = number.log2().floor() as i32 + 1;
    let mut fraction = (number * 2f64.powi(FRACTION - exponent)).round() as u64;
    if fraction >> FRACTION != 0 {
        (fraction, exponent) = (fraction >> 1, exponent + 1);
    }
    match exponent + 128 {
        ..0 => Some(Word36::default()),
        exponent @ 0..256 => Some(Word36::new((exponent as u64) << FRACTION | fraction)),
        _ => None,
    }
}

/// Formats the bits of a word like [`shown`].
pub(crate) fn shown_bits(bits: u64) -> String {
    shown(Word36::new(bits))
}

/// Formats a word as a floating-point number, with just enough digits to identify it.
pub(super) fn shown(word: Word36) -> String {
    let number = number(word);
    let short = (0..9).map(|digits| format!("{:.*e}", digits, number.abs()));
    let same = |text: &String| text.parse().ok().and_then(self::word) == self::word(number.abs());
    let short = short.into_iter().find(same).unwrap_or_else(|| format!("{:.9e}", number.abs()));
    let sign = if number < 0.0 { "-" } else { "" };
    match short.parse::<f64>() {
        Ok(plain) if plain == 0.0 || (1e-4..1e9).contains(&plain) => format!("{sign}{plain:?}"),
        _ => format!("{sign}{}", short.replace('e', "E")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_words_of_the_manual() {
        for (value, bits) in
            [(1.0, 0o201400_000000), (0.5, 0o200400_000000), (10.0, 0o204500_000000)]
        {
            assert_eq!(word(value), Some(Word36::new(bits)));
            assert_eq!(number(Word36::new(bits)), value);
        }
        assert_eq!(shown(Word36::new(0o576400_000000)), "-1.0");
        assert_eq!(shown(word(0.1).unwrap()), "0.1");
        assert_eq!(shown(word(1234.5678).unwrap()), "1234.5678");
        assert_eq!(shown(word(1e20).unwrap()), "1E20");
        assert_eq!(word(1e40), None);
    }
}
