//! Program output as text, and conversion of byte counts to UTF-16 units.

use std::collections::VecDeque;

/// Decoder of an output stream; a character may arrive in two pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stream {
    /// First bytes of an incomplete character.
    partial: Vec<u8>,
    /// Bytes and UTF-16 units of all text so far.
    decoded: (u64, u64),
    /// Bytes and units before and after each of the last characters whose numbers of bytes and units differ.
    odd: VecDeque<[(u64, u64); 2]>,
}

/// Maximum length of `odd`. A page keeps fewer UTF-16 units of text than this.
const MOST_ODD: usize = 1 << 20;

impl Stream {
    /// Decodes more bytes; invalid ones become U+FFFD. `written` is the total number of bytes, including
    /// these; earlier text after their start is replaced.
    pub(crate) fn text(&mut self, bytes: &[u8], written: u64) -> String {
        if bytes.is_empty() {
            return String::new();
        }
        let from = written.saturating_sub(bytes.len() as u64);
        if from < self.decoded.0 + self.partial.len() as u64 {
            self.decoded = (from, self.units(from));
            self.odd.retain(|&[_, (bytes, _)]| bytes <= from);
            self.partial.clear();
        }
        self.partial.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.partial);
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
            let is_incomplete =
                matches!(std::str::from_utf8(odd), Err(error) if error.error_len().is_none());
            if is_last && !odd.is_empty() && is_incomplete {
                self.partial = odd.to_vec();
            } else if !odd.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
                self.count(odd.len(), 1);
            }
        }
        text
    }

    /// Text of an incomplete character at the end of the stream.
    pub(crate) fn rest(&mut self) -> &'static str {
        let rest = std::mem::take(&mut self.partial);
        if rest.is_empty() {
            return "";
        }
        self.count(rest.len(), 1);
        "\u{fffd}"
    }

    /// UTF-16 units of the first `written` bytes.
    pub(crate) fn units(&self, written: u64) -> u64 {
        let at = self.odd.partition_point(|&[_, (bytes, _)]| bytes <= written);
        let (bytes, units) = at.checked_sub(1).map_or((0, 0), |before| self.odd[before][1]);
        // An incomplete character does not count.
        let most = self.odd.get(at).map_or(self.decoded.1, |&[(_, units), _]| units);
        (units + written - bytes).min(most)
    }

    fn count(&mut self, bytes: usize, units: usize) {
        let before = self.decoded;
        self.decoded = (before.0 + bytes as u64, before.1 + units as u64);
        if bytes != units {
            self.odd.push_back([before, self.decoded]);
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
    fn new_output_replaces_the_old_at_the_same_offset() {
        let mut stream = Stream::default();
        stream.text("aü€".as_bytes(), 6);
        assert_eq!(stream.text(b"xyz", 6), "xyz");
        assert_eq!([3, 4, 6].map(|bytes| stream.units(bytes)), [2, 3, 5]);
    }
}
