//! Lines of a stream, each of bounded length.

use std::io::{self, BufRead, ErrorKind};

/// Length in bytes of the longest line that is read whole, without its end.
pub(super) const LONGEST_LINE: usize = 1 << 16;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits a stream into lines and counts them.
///
/// A line ends at `\n`, `\r\n` or `\r`. A line that is too long is split into several parts.
#[derive(Clone, Debug)]
pub(super) struct Source<R> {
    input: R,
    /// The line or part of a line that was read last.
    pub(super) bytes: Vec<u8>,
    /// Its number, from 1; 0 before the first.
    pub(super) number: usize,
    /// Whether its end was reached.
    pub(super) is_whole: bool,
    after_return: bool,
    /// The end was reached; reading again from a terminal would wait for more input.
    has_ended: bool,
}

impl<R: BufRead> Source<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input,
            bytes: Vec::new(),
            number: 0,
            is_whole: true,
            after_return: false,
            has_ended: false,
        }
    }

    /// Reads the next line or the next part of a line; false at the end.
    pub(super) fn advance(&mut self) -> io::Result<bool> {
        let starts = self.is_whole;
        self.bytes.clear();
        if self.has_ended {
            return Ok(false);
        }
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let Some(&first) = available.first() else {
                let any = !self.bytes.is_empty();
                self.end_part(starts && any, None);
                (self.is_whole, self.has_ended) = (true, true);
                return Ok(any);
            };
            if std::mem::take(&mut self.after_return) && first == b'\n' {
                self.input.consume(1);
                continue;
            }
            let room = (LONGEST_LINE - self.bytes.len()).min(available.len());
            let end = line_end(&available[..room]);
            let taken = end.unwrap_or(room);
            self.bytes.extend_from_slice(&available[..taken]);
            let ended_by = end.map(|end| available[end]);
            // At the limit the line may end at the next byte.
            self.input.consume(taken + usize::from(ended_by.is_some()));
            if ended_by.is_some() || self.bytes.len() == LONGEST_LINE {
                self.end_part(starts, ended_by);
                return Ok(true);
            }
        }
    }

    /// Reads to the end of a line that is too long.
    pub(super) fn finish_line(&mut self) -> io::Result<()> {
        while !self.is_whole {
            self.advance()?;
        }
        Ok(())
    }

    fn end_part(&mut self, starts: bool, ended_by: Option<u8>) {
        self.after_return = ended_by == Some(b'\r');
        self.is_whole = ended_by.is_some();
        self.number += usize::from(starts);
        if starts && self.number == 1 && self.bytes.starts_with(BYTE_ORDER_MARK) {
            self.bytes.drain(..BYTE_ORDER_MARK.len());
        }
    }
}

/// Position of the first line end.
fn line_end(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r')
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::*;

    /// A terminal: every call gives a line or, for an empty one, the end; then it is asked no more.
    struct Terminal(Vec<&'static [u8]>);

    impl Read for Terminal {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let typed = self.0.remove(0);
            buffer[..typed.len()].copy_from_slice(typed);
            Ok(typed.len())
        }
    }

    #[test]
    fn the_end_is_asked_for_once() {
        for typed in [vec![&b"1\n"[..], b"2\n", b""], vec![b"1\n", b"2", b""]] {
            let mut source = Source::new(BufReader::new(Terminal(typed)));
            let mut lines = Vec::new();
            while source.advance().unwrap() {
                lines.push(source.bytes.clone());
            }
            assert_eq!(lines, [b"1", b"2"]);
            assert!(!source.advance().unwrap());
        }
    }
}
