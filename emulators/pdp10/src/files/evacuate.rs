//! The byte encoding of 36-bit words in the public ITS repository.
//!
//! Text stays text: five characters are a word whose last bit is zero, and a line feed of the host
//! is CR LF of ITS. A word whose last bit is one takes five bytes, the first from 360 on. Other
//! characters have bytes above 177, so that every sequence of words can be written.
//!
//! Source: the files of the public repository, and the `evacuate` format as read by other tools.

use std::fmt;

use crate::Word36;
use crate::text::{CHARS_PER_WORD, characters};

const LF: u8 = 0o12;
const CR: u8 = 0o15;
const RUBOUT: u8 = 0o177;
/// A carriage return without a line feed.
const LONE_CR: u8 = 0o356;
/// A rubout before a character without a combined code.
const LONE_RUBOUT: u8 = 0o357;
/// First byte of a word, with the word's first four bits.
pub(crate) const WORD: u8 = 0o360;
/// Bytes per word.
pub(crate) const WORD_BYTES: usize = 5;

/// An error in encoded bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvacuateError {
    /// Byte offset from the start.
    pub offset: u64,
    /// Kind of error.
    pub problem: EvacuateProblem,
}

/// Kind of error in encoded bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EvacuateProblem {
    /// A word starts where the characters before it do not fill a word.
    Unaligned,
    /// A word ends too early.
    Truncated,
}

impl fmt::Display for EvacuateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            EvacuateProblem::Unaligned => {
                "a binary word starts in the middle of a word of characters"
            }
            EvacuateProblem::Truncated => "the file ends in the middle of a binary word",
        };
        write!(f, "at byte {} of the file: {problem}", self.offset)
    }
}

impl std::error::Error for EvacuateError {}

/// Decodes a file; final characters are padded with NULs to a word.
///
/// ```
/// use pdp10::files::evacuate;
/// let words = evacuate::decode(b"ab\ncd\n").unwrap();
/// assert_eq!(words.len(), 2);
/// assert_eq!(evacuate::encode(&words), b"ab\ncd\n");
/// ```
///
/// # Errors
/// If a binary word is cut off or starts between characters; every other byte is valid.
pub fn decode(bytes: &[u8]) -> Result<Vec<Word36>, EvacuateError> {
    let mut words = Words::default();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let error = |problem| Err(EvacuateError { offset: at as u64, problem });
        if byte < WORD {
            meaning(byte).for_each(|character| words.character(character));
            at += 1;
            continue;
        }
        if words.filled != 0 {
            return error(EvacuateProblem::Unaligned);
        }
        let Some(rest) = bytes.get(at + 1..at + WORD_BYTES) else {
            return error(EvacuateProblem::Truncated);
        };
        let bits = rest.iter().fold(u64::from(byte), |bits, &byte| bits << 8 | u64::from(byte));
        words.words.push(Word36::new(bits));
        at += WORD_BYTES;
    }
    while words.filled != 0 {
        words.character(0);
    }
    Ok(words.words)
}

/// One or two characters encoded by a byte below 360.
pub(crate) fn meaning(byte: u8) -> impl Iterator<Item = u8> {
    let (first, second) = match byte {
        LF => (CR, Some(LF)),
        CR => (LF, None),
        RUBOUT => (RUBOUT, Some(0o7)),
        0o207 => (RUBOUT, Some(RUBOUT)),
        0o212 => (RUBOUT, Some(CR)),
        0o215 => (RUBOUT, Some(LF)),
        LONE_CR => (CR, None),
        LONE_RUBOUT => (RUBOUT, None),
        0o200.. => (RUBOUT, Some(byte - 0o200)),
        _ => (byte, None),
    };
    std::iter::once(first).chain(second)
}

/// Words being decoded.
#[derive(Default)]
struct Words {
    words: Vec<Word36>,
    bits: u64,
    filled: usize,
}

impl Words {
    fn character(&mut self, character: u8) {
        self.bits = self.bits << 7 | u64::from(character);
        self.filled += 1;
        if self.filled == CHARS_PER_WORD {
            self.words.push(Word36::new(self.bits << 1));
            (self.bits, self.filled) = (0, 0);
        }
    }
}

/// Encodes words; [`decode`] returns the same words.
///
/// NULs at the end of the last word are left out.
#[must_use]
pub fn encode(words: &[Word36]) -> Vec<u8> {
    let mut bytes = EncodedBytes::default();
    for (at, &word) in words.iter().enumerate() {
        let is_last = at + 1 == words.len();
        if word.bits() & 1 != 0 || is_last && word == Word36::default() {
            bytes.word(word);
            continue;
        }
        let characters = characters(word);
        let last = characters.iter().rposition(|&character| character != 0);
        let kept = if is_last { last.map_or(0, |last| last + 1) } else { CHARS_PER_WORD };
        characters[..kept].iter().for_each(|&character| bytes.character(character));
    }
    bytes.release();
    bytes.bytes
}

/// Bytes being encoded.
#[derive(Default)]
struct EncodedBytes {
    bytes: Vec<u8>,
    /// A CR or rubout that may combine with the next character.
    held: Option<u8>,
}

impl EncodedBytes {
    fn character(&mut self, character: u8) {
        let together = match (self.held, character) {
            (Some(CR), LF) => Some(LF),
            (Some(RUBOUT), 0o7) => Some(RUBOUT),
            (Some(RUBOUT), RUBOUT) => Some(0o207),
            (Some(RUBOUT), CR) => Some(0o212),
            (Some(RUBOUT), LF) => Some(0o215),
            (Some(RUBOUT), 0..0o156) => Some(character + 0o200),
            _ => None,
        };
        if let Some(together) = together {
            self.held = None;
            return self.bytes.push(together);
        }
        self.release();
        match character {
            CR | RUBOUT => self.held = Some(character),
            LF => self.bytes.push(CR),
            _ => self.bytes.push(character),
        }
    }

    fn release(&mut self) {
        match self.held.take() {
            Some(CR) => self.bytes.push(LONE_CR),
            Some(_) => self.bytes.push(LONE_RUBOUT),
            None => {}
        }
    }

    fn word(&mut self, word: Word36) {
        self.release();
        let [_, _, _, first, rest @ ..] = word.bits().to_be_bytes();
        self.bytes.push(first | WORD);
        self.bytes.extend(rest);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn text_stays_text_and_every_byte_means_something() {
        let text = b"\tTITLE T\n;%~`{|}\n";
        assert_eq!(encode(&decode(text).unwrap()), text);
        assert_eq!(decode(b"").unwrap(), []);
        let all: Vec<u8> = (0..WORD).collect();
        let words = decode(&all).unwrap();
        assert_eq!(decode(&encode(&words)).unwrap(), words);
    }

    #[test]
    fn non_text_words_take_five_bytes() {
        let word = Word36::halves(0o254000, 1);
        assert_eq!(encode(&[word]), [0o365, 0o140, 0, 0, 1]);
        assert_eq!(encode(&[Word36::default()]), [WORD, 0, 0, 0, 0]);
        assert_eq!(encode(&[Word36::default(); 2]).len(), 10);
    }

    #[test]
    fn cut_and_misplaced_words_are_refused_with_their_place() {
        let error = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        insta::assert_snapshot!(error(b"ab\xf0\0\0\0\0"), @"at byte 2 of the file: a binary word starts in the middle of a word of characters");
        insta::assert_snapshot!(error(b"\xf0\0\0\0\0\xff\0"), @"at byte 5 of the file: the file ends in the middle of a binary word");
    }

    /// Words with CRs, LFs and rubouts as likely as other characters.
    fn words() -> impl Strategy<Value = Vec<Word36>> {
        let odd = prop::array::uniform5(prop::sample::select(vec![0u8, 7, LF, CR, RUBOUT, 0o156]));
        let text = odd.prop_map(|chars| crate::text::ascii(&chars, 0));
        let any = any::<u64>().prop_map(Word36::new);
        prop::collection::vec(prop_oneof![text, any], 0..40)
    }

    proptest! {
        #[test]
        fn every_sequence_of_words_survives(words in words()) {
            prop_assert_eq!(decode(&encode(&words)), Ok(words));
        }

        #[test]
        fn every_sequence_of_bytes_is_read_or_refused(bytes: Vec<u8>) {
            if let Ok(words) = decode(&bytes) {
                prop_assert_eq!(decode(&encode(&words)), Ok(words));
            }
        }
    }
}
