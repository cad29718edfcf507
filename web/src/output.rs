//! Bytes of a program as text, piece by piece.

/// What a stream wrote so far: a letter may come in two pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stream {
    /// The first bytes of a letter whose others are still to come.
    begun: Vec<u8>,
}

impl Stream {
    /// More of it as text; bytes that are no letter become U+FFFD.
    pub(crate) fn text(&mut self, bytes: &[u8]) -> String {
        self.begun.extend_from_slice(bytes);
        let all = std::mem::take(&mut self.begun);
        let mut text = String::new();
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            let is_last = chunks.peek().is_none();
            let odd = chunk.invalid();
            let may_go_on =
                matches!(std::str::from_utf8(odd), Err(error) if error.error_len().is_none());
            if is_last && !odd.is_empty() && may_go_on {
                self.begun = odd.to_vec();
            } else if !odd.is_empty() {
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        text
    }

    /// What is left of it, when no more comes.
    pub(crate) fn rest(&mut self) -> &'static str {
        if std::mem::take(&mut self.begun).is_empty() { "" } else { "\u{fffd}" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_in_two_pieces_is_one() {
        let mut stream = Stream::default();
        assert_eq!(stream.text(b"gr\xc3"), "gr");
        assert_eq!(stream.text(b"\xbc\xff\xe2\x82"), "ü\u{fffd}");
        assert_eq!(stream.text(b"x\xe2"), "\u{fffd}x");
        assert_eq!(stream.rest(), "\u{fffd}");
        assert_eq!(stream.rest(), "");
    }
}
