//! The lines that may belong to the next puzzle.

use std::io::{self, BufRead};

use super::error::{ParseError, ParseErrorKind};
use super::line::Line;
use super::source::{LONGEST_LINE, Source};

/// Largest number of lines that a puzzle may span, including those between its rows.
pub(super) const MOST_LINES: usize = 128;

/// Largest number of bytes in the window.
const MOST_BYTES: usize = 1 << 18;

/// First bytes of other files, and what they are.
const FOREIGN: [(&[u8], &str); 9] = [
    (b"\xff\xfe", "text in UTF-16: save it as UTF-8"),
    (b"\xfe\xff", "text in UTF-16: save it as UTF-8"),
    (b"\x1f\x8b", "compressed by gzip: unpack it first"),
    (b"\xfd7zXZ", "compressed by xz: unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed by zstd: unpack it first"),
    (b"BZh", "compressed by bzip2: unpack it first"),
    (b"PK\x03\x04", "a zip archive or document: unpack it, or save it as text"),
    (b"RQQR", "a script saved by the esProc designer (.splx): copy its cells out as text"),
    (b"%PDF-", "a PDF document: copy the text out of it"),
];

/// The next lines of the stream, up to the maximum for one puzzle.
///
/// The result of [`lines`](Self::lines) after [`fill`](Self::fill) depends only on the text, not on
/// how the lines before were read.
#[derive(Clone, Debug)]
pub(super) struct Window<R> {
    pub(super) source: Source<R>,
    lines: Vec<Line>,
    start: usize,
    bytes: usize,
}

impl<R: BufRead> Window<R> {
    pub(super) fn new(input: R) -> Self {
        Self { source: Source::new(input), lines: Vec::new(), start: 0, bytes: 0 }
    }

    /// Lines that were read and not yet removed.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines[self.start..]
    }

    /// Reads at least one line; false at the end.
    pub(super) fn look(&mut self) -> io::Result<bool> {
        Ok(!self.lines().is_empty() || self.load()?)
    }

    /// Reads up to the maximum number of lines for a puzzle.
    pub(super) fn fill(&mut self) -> io::Result<()> {
        while self.lines().len() < MOST_LINES && self.bytes < MOST_BYTES && self.load()? {}
        Ok(())
    }

    /// Skips the first lines.
    pub(super) fn take(&mut self, count: usize) {
        let end = (self.start + count).min(self.lines.len());
        self.bytes -= self.lines[self.start..end].iter().map(|line| line.raw.len()).sum::<usize>();
        self.start = end;
        if self.start >= MOST_LINES || self.start == self.lines.len() {
            self.lines.drain(..self.start);
            self.start = 0;
        }
    }

    /// Puts back the rest of a line.
    pub(super) fn put_back(&mut self, line: Line) {
        self.bytes += line.raw.len();
        self.lines.insert(self.start, line);
    }

    /// Removes and returns the first line.
    pub(super) fn pop(&mut self) -> Option<Line> {
        let line = self.lines().first()?.clone();
        self.take(1);
        Some(line)
    }

    /// Reads one line from the stream; false at the end.
    fn load(&mut self) -> io::Result<bool> {
        self.source.finish_line()?;
        if !self.source.advance()? {
            return Ok(false);
        }
        self.keep();
        Ok(true)
    }

    /// Stores the line that the source has just read.
    pub(super) fn keep(&mut self) {
        let mut line = Line::of_bytes(self.source.number, &self.source.bytes);
        if !self.source.is_whole {
            let kind = ParseErrorKind::LongLine { limit: LONGEST_LINE };
            line.fault = Some(ParseError { line: line.number, column: line.end(), kind });
        }
        if let (1, Some(what)) = (line.number, foreign(&self.source.bytes)) {
            let kind = ParseErrorKind::Foreign(what);
            line.fault = Some(ParseError { line: 1, column: 1, kind });
        }
        self.bytes += line.raw.len();
        self.lines.push(line);
    }
}

/// Describes a file by its first bytes, with what to do; `None` if they may be UTF-8 text.
pub fn foreign(first: &[u8]) -> Option<&'static str> {
    FOREIGN.iter().find(|(magic, _)| first.starts_with(magic)).map(|(_, what)| *what)
}
