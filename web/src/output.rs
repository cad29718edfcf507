//! Bytes of a program as text, piece by piece, and how much of the text was there at a byte.

use std::collections::VecDeque;

/// What a stream wrote so far: a letter may come in two pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stream {
    /// The first bytes of a letter whose others are still to come.
    begun: Vec<u8>,
    /// Bytes and units of UTF-16 of all text that was told.
    told: (u64, u64),
    /// Bytes and units before and behind each letter that has not as many of one as of the other; the last
    /// ones only.
    odd: VecDeque<[(u64, u64); 2]>,
}

/// Letters whose places are kept. A page keeps no more text than these units.
const MOST_ODD: usize = 1 << 20;

impl Stream {
    /// More of it as text; bytes that are no letter become U+FFFD. There are `written` bytes with these, and
    /// what was told behind their beginning is void.
    pub(crate) fn text(&mut self, bytes: &[u8], written: u64) -> String {
        if bytes.is_empty() {
            return String::new();
        }
        let from = written.saturating_sub(bytes.len() as u64);
        if from < self.told.0 + self.begun.len() as u64 {
            self.told = (from, self.units(from));
            self.odd.retain(|&[_, (bytes, _)]| bytes <= from);
            self.begun.clear();
        }
        self.begun.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.begun);
        let mut text = String::new();
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            chunk
                .valid()
                .chars()
                .for_each(|letter| self.count(letter.len_utf8(), letter.len_utf16()));
            let is_last = chunks.peek().is_none();
            let odd = chunk.invalid();
            let may_go_on =
                matches!(std::str::from_utf8(odd), Err(error) if error.error_len().is_none());
            if is_last && !odd.is_empty() && may_go_on {
                self.begun = odd.to_vec();
            } else if !odd.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                self.count(odd.len(), 1);
            }
        }
        text
    }

    /// What is left of it, when no more comes.
    pub(crate) fn rest(&mut self) -> &'static str {
        let rest = std::mem::take(&mut self.begun);
        if rest.is_empty() {
            return "";
        }
        self.count(rest.len(), 1);
        "\u{fffd}"
    }

    /// Units of UTF-16 of the text of so many first bytes.
    pub(crate) fn units(&self, written: u64) -> u64 {
        let at = self.odd.partition_point(|&[_, (bytes, _)]| bytes <= written);
        let (bytes, units) = at.checked_sub(1).map_or((0, 0), |before| self.odd[before][1]);
        // Within a letter, it is not there yet.
        let most = self.odd.get(at).map_or(self.told.1, |&[(_, units), _]| units);
        (units + written - bytes).min(most)
    }

    fn count(&mut self, bytes: usize, units: usize) {
        let before = self.told;
        self.told = (before.0 + bytes as u64, before.1 + units as u64);
        if bytes != units {
            self.odd.push_back([before, self.told]);
            if self.odd.len() > MOST_ODD {
                self.odd.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_in_two_pieces_is_one() {
        let mut stream = Stream::default();
        assert_eq!(stream.text(b"gr\xc3", 3), "gr");
        assert_eq!(stream.text(b"\xbc\xff\xe2\x82", 7), "ü\u{fffd}");
        assert_eq!(stream.text(b"x\xe2", 9), "\u{fffd}x");
        assert_eq!(stream.rest(), "\u{fffd}");
        assert_eq!(stream.rest(), "");
    }

    #[test]
    fn each_prefix_of_the_bytes_has_its_text() {
        let bytes = "a€\u{10000}b\u{fffd}ü".as_bytes();
        let mut stream = Stream::default();
        let text = stream.text(bytes, bytes.len() as u64);
        for count in 0..=bytes.len() {
            let whole = bytes[..count].utf8_chunks().next().map_or("", |chunk| chunk.valid());
            let units = stream.units(count as u64);
            assert_eq!(units, whole.encode_utf16().count() as u64, "{count} bytes of {text}");
        }
    }

    #[test]
    fn what_is_written_anew_takes_the_place_of_what_was_there() {
        let mut stream = Stream::default();
        stream.text("aü€".as_bytes(), 6);
        assert_eq!(stream.text(b"xyz", 6), "xyz");
        assert_eq!([3, 4, 6].map(|bytes| stream.units(bytes)), [2, 3, 5]);
    }
}
