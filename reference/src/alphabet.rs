//! Symbols of digits and of blank cells.
//!
//! Digits 1 to 9 are written as themselves, 10 to 25 as `A` to `P`: a 16x16 puzzle uses `1`-`9` and
//! `A`-`G`, a 25x25 puzzle `1`-`9` and `A`-`P`. Lower case is read as well. No blank symbol is
//! among these, so a symbol means the same in every size.

/// Returns the symbol of a digit: `1`-`9`, then `A`-`P`; `.` for 0, `?` beyond 25.
pub fn symbol(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        10..=25 => char::from(b'A' + digit - 10),
        _ => '?',
    }
}

/// Returns the digit of a symbol: 0 for a blank, `None` if it is not a symbol.
///
/// A space is a blank symbol here; whether it is a cell depends on the format.
pub fn value(symbol: char) -> Option<u8> {
    match symbol {
        '1'..='9' => Some(symbol as u8 - b'0'),
        'A'..='P' => Some(symbol as u8 - b'A' + 10),
        'a'..='p' => Some(symbol as u8 - b'a' + 10),
        _ if is_blank(symbol) => Some(0),
        _ => None,
    }
}

/// Whether a character represents an empty cell: one of `. 0 * _ - x X ?` or a space.
pub fn is_blank(symbol: char) -> bool {
    matches!(symbol, '.' | '0' | '*' | '_' | '-' | 'x' | 'X' | '?' | ' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_and_digits_are_inverse() {
        for digit in 0..=25 {
            assert_eq!(value(symbol(digit)), Some(digit));
            assert_eq!(value(symbol(digit).to_ascii_lowercase()), Some(digit));
        }
    }

    #[test]
    fn other_characters_have_no_value() {
        for other in ['Q', 'q', '|', '+', '\t', '#', '\u{e9}', '\u{661}'] {
            assert_eq!(value(other), None);
        }
    }
}
