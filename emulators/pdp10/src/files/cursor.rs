//! Reads the words of a file in order.

use super::error::{Damage, FileError};
use crate::Word36;

/// Position in a file.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'w> {
    words: &'w [Word36],
    at: usize,
}

impl<'w> Cursor<'w> {
    pub(super) fn new(words: &'w [Word36], at: usize) -> Self {
        Cursor { words, at }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.words.len()
    }

    /// Whether only copies of a word and zeros follow.
    pub(super) fn ends_with(&self, word: Word36) -> bool {
        let rest = self.words.get(self.at..).unwrap_or_default();
        rest.iter().all(|&other| other == word || other == Word36::default())
    }

    pub(super) fn take(
        &mut self,
        count: usize,
        what: &'static str,
    ) -> Result<&'w [Word36], FileError> {
        let rest = self.words.get(self.at..).unwrap_or_default();
        let Some(taken) = rest.get(..count) else {
            let missing = (count - rest.len()) as u64;
            return Err(Damage::Truncated { what, missing }.at(self.words.len()));
        };
        self.at += count;
        Ok(taken)
    }

    pub(super) fn word(&mut self, what: &'static str) -> Result<Word36, FileError> {
        Ok(self.take(1, what)?[0])
    }
}

/// Number of words announced by a header: negated in its left half.
pub(super) fn count(header: Word36) -> usize {
    (0o1000000 - header.left()) as usize
}

/// Header for this many words, at most 400000, with a right half.
pub(super) fn header(count: usize, right: u32) -> Word36 {
    Word36::halves((count as u32).wrapping_neg(), right)
}

/// Whether the sign is set.
pub(super) fn is_negative(word: Word36) -> bool {
    word.signed() < 0
}
