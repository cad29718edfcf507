//! Lines of possibly damaged files, and safe texts.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

/// Most bytes of a line, including its end; a longer one is damage.
pub(crate) const MOST_LINE_BYTES: u64 = 64 << 20;

/// Lines of a file, one at a time.
#[derive(Debug)]
pub(crate) struct Lines {
    reader: BufReader<File>,
    line: Vec<u8>,
    /// Offset of the last line read.
    pub(crate) at: u64,
    /// Number of that line, from 1.
    pub(crate) number: u64,
}

impl Lines {
    pub(crate) fn of(file: File) -> Lines {
        Lines::from(file, 0)
    }

    /// Lines of a file that is at this offset.
    pub(crate) fn from(file: File, at: u64) -> Lines {
        Lines { reader: BufReader::new(file), line: Vec::new(), at, number: 0 }
    }

    /// Offset after the last line read.
    pub(crate) fn end(&self) -> u64 {
        self.at + self.line.len() as u64
    }

    /// Frees the memory of the last line read.
    pub(crate) fn release(&mut self) {
        self.at = self.end();
        self.line = Vec::new();
    }

    /// Last line read.
    pub(crate) fn last(&self) -> &[u8] {
        &self.line
    }

    /// Next line with its line end, which only the last may lack; none after the last.
    pub(crate) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        self.at += self.line.len() as u64;
        self.line.clear();
        self.number += 1;
        self.reader.by_ref().take(MOST_LINE_BYTES).read_until(b'\n', &mut self.line)?;
        if self.line.len() as u64 == MOST_LINE_BYTES && self.line.last() != Some(&b'\n') {
            let why = format!("line {} is longer than {} MiB", self.number, MOST_LINE_BYTES >> 20);
            return Err(io::Error::new(io::ErrorKind::InvalidData, why));
        }
        Ok((!self.line.is_empty()).then_some(&self.line))
    }
}

/// Path in quotes, with terminal control characters removed.
#[must_use]
pub fn shown(path: &Path) -> String {
    format!("`{}`", asmkit::plain_name(&path.to_string_lossy()))
}

/// Equivalent JSON in ASCII only, harmless for a terminal.
///
/// ```
/// assert_eq!(shards::ascii("{\"a\":\"\u{e9}\u{1d11e}\u{7f}\"}"), r#"{"a":"\u00e9\ud834\udd1e\u007f"}"#);
/// ```
#[must_use]
pub fn ascii(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && c != '\x7f' {
            text.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                text.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    text
}

/// Text quoted as one word for a shell.
///
/// ```
/// assert_eq!(shards::shell_word("plan.json"), "plan.json");
/// assert_eq!(shards::shell_word("it's"), r"'it'\''s'");
/// ```
#[must_use]
pub fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
