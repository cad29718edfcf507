//! Bit patterns of instructions as the manuals draw them, checked at compile time.
//!
//! A pattern is a string of `0`, `1` and letters, most significant bit first; a letter stands for
//! a bit of the field of that name, and spaces only help the eye.

/// A bit pattern: which bits are fixed, and to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    text: &'static str,
    mask: u64,
    value: u64,
    width: u32,
    /// Bits, and what they must not be: all of no bits is never so, which stands for none.
    except: [(u64, u64); MOST_EXCEPTIONS],
}

/// Values that a pattern's fields can be kept from.
const MOST_EXCEPTIONS: usize = 2;
/// What no word's bits are: one that is not among them.
const NEVER: (u64, u64) = (0, 1);

impl Pattern {
    /// Reads a pattern.
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
    /// At compile time, when the text holds anything but `0`, `1`, letters and spaces.
    #[must_use]
    pub const fn new(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let (mut mask, mut value, mut width, mut at) = (0u64, 0u64, 0, 0);
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
        }
        assert!(width <= 64, "wider than 64 bits");
        Pattern { text, mask, value, width, except: [NEVER; MOST_EXCEPTIONS] }
    }

    /// The same pattern without the words whose field of this letter, gathered in order, is `bits`.
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

    /// Ones where a letter's bits are, and `bits` spread over them.
    const fn field_mask(&self, letter: char, bits: u64) -> (u64, u64) {
        let text = self.text.as_bytes();
        let (mut at, mut place, mut taken) = (text.len(), 0, 0);
        let (mut field, mut value) = (0, 0);
        while at > 0 {
            at -= 1;
            if text[at] == b' ' {
                continue;
            }
            if text[at] as char == letter {
                field |= 1 << place;
                value |= (bits >> taken & 1) << place;
                taken += 1;
            }
            place += 1;
        }
        (field, value)
    }

    /// Whether every word of `other` has a value that this pattern is kept from.
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

    /// How many bits the pattern has.
    #[must_use]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// The fixed bits in their places, all fields zero.
    #[must_use]
    pub const fn value(&self) -> u64 {
        self.value
    }

    /// Ones where bits are fixed.
    #[must_use]
    pub const fn mask(&self) -> u64 {
        self.mask
    }

    /// The text it was read from.
    #[must_use]
    pub const fn text(&self) -> &'static str {
        self.text
    }

    /// Whether a word has the fixed bits, and none of the values excepted.
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

    /// The bits of a field, gathered in order; `None` when the pattern has no such letter.
    #[must_use]
    pub fn field(&self, word: u64, letter: char) -> Option<u64> {
        let mut gathered = None;
        for place in self.places(letter) {
            gathered = Some(gathered.unwrap_or(0) << 1 | (word >> place & 1));
        }
        gathered
    }

    /// How many bits a field has; 0 when the pattern has no such letter.
    #[must_use]
    pub fn field_width(&self, letter: char) -> u32 {
        self.places(letter).count() as u32
    }

    /// The place of a field's lowest bit, counted from the least significant bit of the word.
    #[must_use]
    pub fn field_place(&self, letter: char) -> Option<u32> {
        self.places(letter).last()
    }

    /// The word with a field set to the low bits of `bits`; unchanged without such a letter.
    #[must_use]
    pub fn with_field(&self, word: u64, letter: char, bits: u64) -> u64 {
        let width = self.field_width(letter);
        self.places(letter).enumerate().fold(word, |word, (rank, place)| {
            let bit = bits >> (width as usize - 1 - rank) & 1;
            word & !(1 << place) | bit << place
        })
    }

    /// Places of a letter's bits, most significant first.
    fn places(&self, letter: char) -> impl Iterator<Item = u32> + '_ {
        let bits = self.text.bytes().filter(|&byte| byte != b' ');
        let width = self.width;
        bits.enumerate()
            .filter(move |&(_, byte)| byte as char == letter)
            .map(move |(rank, _)| width - 1 - rank as u32)
    }
}

/// Proves that every pattern is `width` bits wide and that no word matches two of them.
///
/// # Panics
/// At compile time, when called in a `const` item with patterns that break the rule.
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
    }

    #[test]
    #[should_panic(expected = "two rows claim one word")]
    fn patterns_that_share_a_word_are_refused() {
        assert_disjoint(&[Pattern::new("10a"), Pattern::new("1a0")], 3);
    }

    #[test]
    #[should_panic(expected = "wrong width")]
    fn a_pattern_with_a_bit_too_few_is_refused() {
        assert_disjoint(&[Pattern::new("10")], 3);
    }
}
