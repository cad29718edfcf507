//! Symbol names: six characters in radix 50.

use std::fmt;

use crate::text;

/// A name as MIDAS keeps it: the first six characters, upper case, in radix 50.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(crate) struct Name(u64);

/// Significant characters of a name.
pub(crate) const LENGTH: usize = 6;

impl Name {
    /// Converts name characters; ignores those after the sixth.
    pub(crate) fn new(text: &str) -> Self {
        let text = &text[..text.len().min(LENGTH)];
        Name(text::squoze(text).map_or(0, crate::Word36::bits))
    }

    /// Radix 50, left-justified, without flags.
    pub(crate) fn bits(self) -> u64 {
        self.0
    }

    /// Whether a character is part of names: a letter of either case, a digit, `.`, `$`, `%`.
    pub(crate) fn takes(character: u8) -> bool {
        character.is_ascii_alphanumeric() || matches!(character, b'.' | b'$' | b'%')
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::from_squoze(crate::Word36::new(self.0)))
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
