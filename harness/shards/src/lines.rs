//! Lines of files that may be damaged, and texts that are safe to show.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::Path;

/// Bytes of a line, its end included; a longer one is damage.
pub(crate) const MOST_LINE_BYTES: u64 = 64 << 20;

/// The lines of a file, one at a time.
#[derive(Debug)]
pub(crate) struct Lines {
    reader: BufReader<File>,
    line: Vec<u8>,
    /// Where the line begins that was given last.
    pub(crate) at: u64,
    /// Its number, from 1.
    pub(crate) number: u64,
}

impl Lines {
    pub(crate) fn of(file: File) -> Lines {
        Lines::from(file, 0)
    }

    /// Those of a file that stands at this place.
    pub(crate) fn from(file: File, at: u64) -> Lines {
        Lines { reader: BufReader::new(file), line: Vec::new(), at, number: 0 }
    }

    /// Where the line ends that was given last.
    pub(crate) fn behind(&self) -> u64 {
        self.at + self.line.len() as u64
    }

    /// Gives the memory of the line back that was given last; the next one is as it would have been.
    pub(crate) fn release(&mut self) {
        self.at = self.behind();
        self.line = Vec::new();
    }

    /// The line that was given last.
    pub(crate) fn last(&self) -> &[u8] {
        &self.line
    }

    /// The next line with its end, which only the last may lack; none behind the last.
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

/// A path between quotes, with nothing in it that could drive a terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    format!("`{}`", asmkit::plain_name(&path.to_string_lossy()))
}

/// JSON with only ASCII in it, which means the same and does nothing to a terminal.
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

/// A text as a shell takes it for one word.
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
