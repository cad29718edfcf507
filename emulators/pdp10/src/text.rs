//! Text in words: five 7-bit characters, six SIXBIT characters, six radix-50 characters.

use crate::Word36;

/// ASCII characters per word.
pub const CHARS_PER_WORD: usize = 5;

/// Radix-50 characters in the order of their codes; code 0 is a space.
const SQUOZE: &[u8; 40] = b" 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ.$%";

/// Packs up to five 7-bit characters, left to right, padded with `fill`; bit 35 is zero.
///
/// ```
/// assert_eq!(pdp10::text::ascii(b"Hello", 0).to_string(), "443135466336");
/// ```
#[must_use]
pub fn ascii(characters: &[u8], fill: u8) -> Word36 {
    let filled = characters.iter().copied().chain(std::iter::repeat(fill));
    let bits = filled.take(CHARS_PER_WORD).fold(0, |word, c| word << 7 | u64::from(c & 0o177));
    Word36::new(bits << 1)
}

/// The five characters of a word, left to right.
#[must_use]
pub fn characters(word: Word36) -> [u8; CHARS_PER_WORD] {
    std::array::from_fn(|at| (word.bits() >> (29 - 7 * at) & 0o177) as u8)
}

/// Packs a name of up to six characters in SIXBIT, left to right, padded with spaces. Lower case
/// counts as upper case; characters without a [`sixbit_code`] are left out.
///
/// ```
/// assert_eq!(pdp10::text::sixbit("sudoku").to_string(), "636544575365");
/// ```
#[must_use]
pub fn sixbit(name: &str) -> Word36 {
    let codes = name.bytes().filter_map(sixbit_code).chain(std::iter::repeat(0));
    Word36::new(codes.take(6).fold(0, |word, code| word << 6 | u64::from(code)))
}

/// SIXBIT code of a character; `None` for control characters and non-ASCII.
#[must_use]
pub fn sixbit_code(character: u8) -> Option<u8> {
    let capital = character.to_ascii_uppercase();
    (b' '..=b'_').contains(&capital).then(|| capital - b' ')
}

/// Characters of a SIXBIT word without trailing spaces.
#[must_use]
pub fn from_sixbit(word: Word36) -> String {
    let character = |at: u32| char::from((word.bits() >> (30 - 6 * at) & 0o77) as u8 + b' ');
    (0..6).map(character).collect::<String>().trim_end().to_owned()
}

/// First six characters of a name, which fit in radix 50.
pub(crate) fn six(name: &str) -> String {
    name.chars().take(6).collect()
}

/// Packs a symbol name in radix 50, left-justified as in MIDAS and DDT; `None` if a character is
/// not one of `A`-`Z`, `0`-`9`, `.`, `$`, `%`, or there are more than six.
///
/// The four bits above the name are the symbol table flags.
#[must_use]
pub fn squoze(name: &str) -> Option<Word36> {
    if name.len() > 6 {
        return None;
    }
    let mut value = 0u64;
    for at in 0..6 {
        let byte = name.as_bytes().get(at).map_or(b' ', u8::to_ascii_uppercase);
        let code = SQUOZE.iter().position(|&known| known == byte)?;
        value = value * 40 + code as u64;
    }
    Some(Word36::new(value))
}

/// Name in a radix-50 word, without its flags.
#[must_use]
pub fn from_squoze(word: Word36) -> String {
    let mut value = word.bits() & 0o037777_777777;
    let mut name = [b' '; 6];
    for place in name.iter_mut().rev() {
        *place = SQUOZE[(value % 40) as usize];
        value /= 40;
    }
    String::from_utf8_lossy(&name).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_in_and_come_out() {
        assert_eq!(from_sixbit(sixbit("PUZZL1")), "PUZZL1");
        assert_eq!(from_sixbit(sixbit("TS")), "TS");
        for name in ["A", "GO", ".IOT", "%PIPDL", "FOO1"] {
            assert_eq!(from_squoze(squoze(name).unwrap()), name);
        }
        assert_eq!(squoze("TOOLONG"), None);
        assert_eq!(squoze("A-B"), None);
    }

    #[test]
    fn five_characters_make_a_word() {
        assert_eq!(characters(ascii(b"ab", 3)), [b'a', b'b', 3, 3, 3]);
        assert_eq!(ascii(b"ab", 0).bits() & 1, 0);
    }
}
