//! Bit patterns of instructions, written as in the manuals and checked at compile time.
//!
//! A pattern is a string of `0`, `1` and letters, most significant bit first. A letter is a bit of
//! the field with that name; spaces are ignored.

/// A bit pattern with fixed bits and fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    text: &'static str,
    mask: u64,
    value: u64,
    width: u32,
    /// Masks with excluded values; [`NEVER`] stands for none.
    except: [(u64, u64); MOST_EXCEPTIONS],
    /// Letters with the masks of their bits, from which instructions are decoded.
    fields: [(u8, u64); MOST_FIELDS],
}

/// Maximum number of exceptions of a pattern.
const MOST_EXCEPTIONS: usize = 2;
/// Maximum number of fields of a pattern.
const MOST_FIELDS: usize = 8;
/// An exception that matches no word: a value outside of its mask.
const NEVER: (u64, u64) = (0, 1);

impl Pattern {
    /// Parses a pattern.
    ///
    /// ```
    /// use machine::bits::Pattern;
    /// const ADDI: Pattern = Pattern::new("001000 sssss ttttt iiiiiiiiiiiiiiii");
    /// assert!(ADDI.matches(0x2128_0005));
    /// assert_eq!(ADDI.field(0x2128_0005, 's'), Some(9));
    /// assert_eq!(ADDI.with_field(ADDI.value(), 'i', 5), 0x2000_0005);
    /// ```
    ///
    /// # Panics
    /// At compile time, if the text contains anything except `0`, `1`, letters and spaces.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut mask, mut value, mut width, mut at) = (0u64, 0u64, 0, 0);
        let mut fields = [(0, 0); MOST_FIELDS];
        while at < bytes.len() {
            let byte = bytes[at];
            at += 1;
            if byte == b' ' {
                continue;
            }
            assert!(byte == b'0' || byte == b'1' || byte.is_ascii_alphabetic(), "not a bit");
            let fixed = (byte == b'0' || byte == b'1') as u64;
            mask = mask << 1 | fixed;
            value = value << 1 | (byte == b'1') as u64;
            width += 1;
            note_bit(&mut fields, if fixed == 1 { b' ' } else { byte });
        }
        assert!(width <= 64, "wider than 64 bits");
        Pattern { text, mask, value, width, except: [NEVER; MOST_EXCEPTIONS], fields }
    }

    /// Adds fixed bits on the right.
    ///
    /// ```
    /// use machine::bits::Pattern;
    /// let lda = Pattern::new("nnnnnnnn").followed_by(0xa9, 8);
    /// assert!(lda.matches(0x05a9));
    /// assert_eq!(lda.with_field(lda.value(), 'n', 5), 0x05a9);
    /// ```
    #[must_use]
    pub const fn followed_by(mut self, bits: u64, width: u32) -> Pattern {
        let mut at = 0;
        while at < MOST_FIELDS {
            self.fields[at].1 <<= width;
            at += 1;
        }
        self.mask = self.mask << width | ((1 << width) - 1);
        self.value = self.value << width | bits;
        self.width += width;
        self
    }

    /// Excludes the words whose field `letter` has the value `bits`.
    ///
    /// ```
    /// use machine::bits::Pattern;
    /// const MOVE: Pattern = Pattern::new("1000 ddddd ttttt 10").except('t', 0);
    /// const JUMP: Pattern = Pattern::new("1000 sssss 00000 10");
    /// assert!(MOVE.disjoint(&JUMP) && !MOVE.matches(0x8082) && JUMP.matches(0x8082));
    /// ```
    ///
    /// # Panics
    /// At compile time, for the third exception of a pattern.
    #[must_use]
    pub const fn except(mut self, letter: char, bits: u64) -> Pattern {
        let (field, value) = self.field_mask(letter, bits);
        let mut free = 0;
        while free < MOST_EXCEPTIONS && self.except[free].0 != 0 {
            free += 1;
        }
        assert!(free < MOST_EXCEPTIONS, "too many exceptions");
        self.except[free] = (field, value);
        self
    }

    /// Mask of a field, and `bits` spread over it.
    const fn field_mask(&self, letter: char, bits: u64) -> (u64, u64) {
        let field = self.mask_of(letter);
        (field, spread(bits, field))
    }

    /// Mask of a field.
    const fn mask_of(&self, letter: char) -> u64 {
        let mut at = 0;
        while at < MOST_FIELDS {
            if self.fields[at].0 as u32 == letter as u32 {
                return self.fields[at].1;
            }
            at += 1;
        }
        0
    }

    /// Whether every word of `other` has a value that this pattern excludes.
    const fn keeps_from(&self, other: &Pattern) -> bool {
        let mut at = 0;
        while at < MOST_EXCEPTIONS {
            let (field, value) = self.except[at];
            if field != 0 && other.mask & field == field && other.value & field == value {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Number of bits.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The fixed bits, with all fields zero.
    #[must_use]
    pub const fn value(&self) -> u64 {
        self.value
    }

    /// Mask of the fixed bits.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// The text it was parsed from.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Whether a word has the fixed bits and no excluded value.
    #[must_use]
    pub const fn matches(&self, word: u64) -> bool {
        let mut at = 0;
        while at < MOST_EXCEPTIONS {
            let (field, value) = self.except[at];
            if word & field == value {
                return false;
            }
            at += 1;
        }
        word & self.mask == self.value
    }

    /// Whether no word matches both patterns.
    #[must_use]
    pub const fn disjoint(&self, other: &Pattern) -> bool {
        (self.value ^ other.value) & self.mask & other.mask != 0
            || self.keeps_from(other)
            || other.keeps_from(self)
    }

    /// Value of a field, its bits gathered in order; `None` without such a field.
    #[must_use]
    pub const fn field(&self, word: u64, letter: char) -> Option<u64> {
        match self.mask_of(letter) {
            0 => None,
            mask => Some(gather(word, mask)),
        }
    }

    /// Number of bits of a field; 0 without such a field.
    #[must_use]
    pub const fn field_width(&self, letter: char) -> u32 {
        self.mask_of(letter).count_ones()
    }

    /// Position of a field's lowest bit, from the least significant bit.
    #[must_use]
    pub const fn field_place(&self, letter: char) -> Option<u32> {
        match self.mask_of(letter) {
            0 => None,
            mask => Some(mask.trailing_zeros()),
        }
    }

    /// Sets a field of a word to the low bits of `bits`; unchanged without such a field.
    #[must_use]
    pub const fn with_field(&self, word: u64, letter: char, bits: u64) -> u64 {
        let mask = self.mask_of(letter);
        word & !mask | spread(bits, mask)
    }
}

/// Appends a bit to the masks of all fields, set for its own letter; blank for a fixed bit.
const fn note_bit(fields: &mut [(u8, u64); MOST_FIELDS], letter: u8) {
    let mut is_noted = letter == b' ';
    let mut at = 0;
    while at < MOST_FIELDS {
        fields[at].1 <<= 1;
        if !is_noted && (fields[at].0 == letter || fields[at].0 == 0) {
            fields[at] = (letter, fields[at].1 | 1);
            is_noted = true;
        }
        at += 1;
    }
    assert!(is_noted, "too many fields");
}

/// Gathers the bits of a word that are in a mask.
const fn gather(word: u64, mask: u64) -> u64 {
    let low = mask.trailing_zeros();
    if (mask >> low) & (mask >> low).wrapping_add(1) == 0 {
        return (word & mask) >> low;
    }
    let (mut gathered, mut rank, mut rest) = (0, 0, mask);
    while rest != 0 {
        gathered |= (word >> rest.trailing_zeros() & 1) << rank;
        rank += 1;
        rest &= rest - 1;
    }
    gathered
}

/// Spreads the low bits over the ones of a mask.
const fn spread(bits: u64, mask: u64) -> u64 {
    let (mut word, mut rank, mut rest) = (0, 0, mask);
    while rest != 0 {
        word |= (bits >> rank & 1) << rest.trailing_zeros();
        rank += 1;
        rest &= rest - 1;
    }
    word
}

/// Checks that every pattern consists of whole units, and that a word that matches two of them has
/// a best match: one pattern with all fixed bits of the other, and more.
///
/// Patterns may have different widths; the first units decide.
///
/// ```
/// use machine::bits::{Pattern, assert_nested};
/// const TRAP: Pattern = Pattern::new("1111 0000 tttttttt");
/// const HALT: Pattern = Pattern::new("1111 0000 00100101");
/// const _: () = assert_nested(&[TRAP, HALT], 16);
/// ```
///
/// # Panics
/// At compile time, if called in a `const` item with patterns that break the rule.
pub const fn assert_nested(patterns: &[Pattern], unit_bits: u32) {
    let mut at = 0;
    while at < patterns.len() {
        let one = &patterns[at];
        assert!(one.width.is_multiple_of(unit_bits), "a pattern has the wrong width");
        let mut with = at + 1;
        while with < patterns.len() {
            let other = &patterns[with];
            let width = if one.width < other.width { one.width } else { other.width };
            let (a, b) = (one.mask >> (one.width - width), other.mask >> (other.width - width));
            let (c, d) = (one.value >> (one.width - width), other.value >> (other.width - width));
            let is_apart = (c ^ d) & a & b != 0;
            let is_nested = one.width == other.width && a != b && (a & b == a || a & b == b);
            assert!(is_apart || is_nested, "two rows claim one word");
            with += 1;
        }
        at += 1;
    }
}

/// Checks that every pattern is `width` bits wide and that no word matches two of them.
///
/// # Panics
/// At compile time, if called in a `const` item with patterns that break the rule.
pub const fn assert_disjoint(patterns: &[Pattern], width: u32) {
    let mut at = 0;
    while at < patterns.len() {
        assert!(patterns[at].width == width, "a pattern has the wrong width");
        let mut other = at + 1;
        while other < patterns.len() {
            assert!(patterns[at].disjoint(&patterns[other]), "two rows claim one word");
            other += 1;
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_split_field_is_gathered_in_order() {
        let pattern = Pattern::new("ab0a");
        assert_eq!(pattern.field(0b1001, 'a'), Some(0b11));
        assert_eq!(pattern.field(0b1000, 'a'), Some(0b10));
        assert_eq!(pattern.field(0b1000, 'c'), None);
        assert_eq!(pattern.with_field(0, 'a', 0b01), 0b0001);
        assert_eq!((pattern.field_width('a'), pattern.field_place('a')), (2, Some(0)));
        assert_eq!((pattern.field_width('c'), pattern.field_place('b')), (0, Some(2)));
    }

    #[test]
    #[should_panic(expected = "two rows claim one word")]
    fn patterns_that_share_a_word_are_refused() {
        assert_disjoint(&[Pattern::new("10a"), Pattern::new("1a0")], 3);
    }

    #[test]
    #[should_panic(expected = "two rows claim one word")]
    fn a_word_without_a_best_match_is_refused() {
        assert_nested(
            &[Pattern::new("0a00bbbb"), Pattern::new("0000bbbb"), Pattern::new("000abbbb")],
            8,
        );
    }

    #[test]
    #[should_panic(expected = "two rows claim one word")]
    fn the_start_of_a_longer_pattern_is_refused() {
        assert_nested(&[Pattern::new("00000000aaaaaaaa"), Pattern::new("00000000")], 8);
    }

    #[test]
    #[should_panic(expected = "wrong width")]
    fn a_pattern_with_a_bit_too_few_is_refused() {
        assert_disjoint(&[Pattern::new("10")], 3);
    }
}
