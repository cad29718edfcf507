//! Source files and spans in them.

use std::borrow::Cow;
use std::fmt;

/// Index of a file in [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// Range of bytes in a source file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Span from the start of this one to the end of another in the same file.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { file: self.file, start: self.start, end: other.end.max(self.start) }
    }
}

/// All source files of one assembly.
#[derive(Debug, Default, Clone)]
pub struct Sources {
    files: Vec<SourceFile>,
}

#[derive(Debug, Clone)]
struct SourceFile {
    name: String,
    text: String,
    line_starts: Vec<u32>,
    /// Offsets of U+FFFD characters that replace bytes that are not UTF-8, and those bytes.
    replaced: Vec<(u32, Vec<u8>)>,
}

impl Sources {
    /// Creates an empty set of files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; bytes that are not UTF-8 become U+FFFD (see [`bytes`](Self::bytes)).
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> FileId {
        let (mut text, mut replaced) = (String::with_capacity(bytes.len()), Vec::new());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            if !chunk.invalid().is_empty() {
                replaced.push((text.len() as u32, chunk.invalid().to_vec()));
                text.push(char::REPLACEMENT_CHARACTER);
            }
        }
        let starts = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(starts.map(|(at, _)| at as u32 + 1)).collect();
        self.files.push(SourceFile { name: name.to_owned(), text, line_starts, replaced });
        FileId(self.files.len() as u32 - 1)
    }

    /// Name under which a file was added.
    #[must_use]
    pub fn name(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].name
    }

    /// Text of a file.
    #[must_use]
    pub fn text(&self, file: FileId) -> &str {
        &self.files[file.0 as usize].text
    }

    /// Offset of the first byte of a file that is not UTF-8.
    #[must_use]
    pub fn replaced_at(&self, file: FileId) -> Option<u32> {
        self.files[file.0 as usize].replaced.first().map(|&(at, _)| at)
    }

    /// Original bytes of a span, including those that are not UTF-8.
    #[must_use]
    pub fn bytes(&self, span: Span) -> Cow<'_, [u8]> {
        let file = &self.files[span.file.0 as usize];
        let text = &file.text.as_bytes()[span.start as usize..span.end as usize];
        let inside = file.replaced.partition_point(|&(at, _)| at < span.start);
        let replaced = file.replaced[inside..].iter().take_while(|&&(at, _)| at < span.end);
        let (mut bytes, mut done) = (Vec::new(), 0);
        for (at, original) in replaced {
            let at = (at - span.start) as usize;
            bytes.extend_from_slice(&text[done..at]);
            bytes.extend_from_slice(original);
            done = at + char::REPLACEMENT_CHARACTER.len_utf8();
        }
        if done == 0 {
            return Cow::Borrowed(text);
        }
        bytes.extend_from_slice(&text[done..]);
        Cow::Owned(bytes)
    }

    /// Names of all files, in the order in which they were added.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.name.clone()).collect()
    }

    /// Line and column of the start of a span, both from 1; columns count characters.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (u32, u32) {
        let file = &self.files[span.file.0 as usize];
        let line = file.line_starts.partition_point(|&start| start <= span.start);
        let start = file.line_starts[line - 1] as usize;
        let before = file.text.get(start..span.start as usize).unwrap_or("");
        (line as u32, before.chars().count() as u32 + 1)
    }

    /// Whole lines from the start of a span to its end: the number of the first, from 1, and their span.
    ///
    /// A span may start after its end, or end after the file.
    #[must_use]
    pub fn lines(&self, span: Span) -> (u32, Span) {
        let file = &self.files[span.file.0 as usize];
        // The end of the file is on its last line, not on an empty one after it.
        let last = (file.text.len() as u32).saturating_sub(1);
        let first = span.start.min(span.end).min(last);
        let line = file.line_starts.partition_point(|&start| start <= first);
        let next = file.line_starts.partition_point(|&start| start <= span.start.max(span.end));
        let end = file.line_starts.get(next).copied().unwrap_or(file.text.len() as u32);
        (line as u32, Span { start: file.line_starts[line - 1], end, ..span })
    }

    /// Text of a line, counted from 1, without its end; `None` after the last line.
    #[must_use]
    pub fn line_text(&self, file: FileId, line: u32) -> Option<&str> {
        let file = &self.files[file.0 as usize];
        let index = (line as usize).checked_sub(1)?;
        let start = *file.line_starts.get(index)? as usize;
        let end = file.line_starts.get(index + 1).map_or(file.text.len(), |&next| next as usize);
        Some(file.text[start..end].trim_end_matches(['\n', '\r']))
    }

    /// Span of a whole line.
    #[must_use]
    pub fn line_span(&self, file: FileId, line: u32) -> Option<Span> {
        let text = self.line_text(file, line)?;
        let start = self.files[file.0 as usize].line_starts[line as usize - 1];
        Some(Span { file, start, end: start + text.len() as u32 })
    }
}

/// Source of included files; the assembler itself does not access the disk.
pub trait Library {
    /// Returns the name to show and the bytes of the file that `from` includes as `name`.
    ///
    /// # Errors
    /// If there is no such file, or the program may not read it.
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError>;

    /// Line that answers a question of the source to the terminal; `None` if there is none.
    /// Questions count from 0 in each pass.
    fn answer(&self, _question: usize) -> Option<String> {
        None
    }
}

/// Reason that a file cannot be included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OpenError {
    /// There is no such file.
    NotFound,
    /// Outside the folders that the source may include from; with its folder as the user would
    /// name it, if that is known from the names.
    Outside(Option<String>),
    /// Too large for a source file.
    TooLarge,
    /// Another reason, as text.
    Other(String),
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OpenError::NotFound => "no such file",
            OpenError::Outside(_) => "outside the folders that a source may include from",
            OpenError::TooLarge => "too large for a source file",
            OpenError::Other(why) => why,
        })
    }
}

impl OpenError {
    /// Suggestion for how to allow the file, if there is one.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        match self {
            OpenError::Outside(Some(folder)) => {
                Some(format!("`--include {folder}` allows files from that folder"))
            }
            OpenError::Outside(None) => Some("add the folder with `--include DIR`".to_owned()),
            _ => None,
        }
    }
}

/// A library without files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn open(&self, _: &str, _: &str) -> Result<(String, Vec<u8>), OpenError> {
        Err(OpenError::NotFound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_lines_and_columns_in_characters() {
        let mut sources = Sources::new();
        let file = sources.add("a.s", "é: li\r\n  add".as_bytes());
        let at = |start| sources.line_column(Span { file, start, end: start + 1 });
        assert_eq!((at(0), at(2), at(10)), ((1, 1), (1, 2), (2, 3)));
        assert_eq!(sources.line_text(file, 1), Some("é: li"));
        assert_eq!(sources.line_text(file, 3), None);
    }

    #[test]
    fn bytes_that_are_not_utf8_are_kept_with_the_text() {
        let mut sources = Sources::new();
        let file = sources.add("a.s", b"a\xe9b \xff\xe2\x82 \xc3\xa9");
        assert_eq!(sources.text(file), "a\u{fffd}b \u{fffd}\u{fffd} \u{e9}");
        assert_eq!(sources.replaced_at(file), Some(1));
        let bytes = |start, end| sources.bytes(Span { file, start, end }).into_owned();
        assert_eq!(bytes(0, 5), b"a\xe9b");
        assert_eq!(bytes(4, 12), b"b \xff\xe2\x82");
        assert_eq!(bytes(12, 15), b" \xc3\xa9");
    }
}
