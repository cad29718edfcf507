//! Parsing of a statement from left to right.

use asmkit::Span;

use super::source::{Statement, quoted_length};
use super::{AsmResult, messages};

/// Position in a statement.
#[derive(Debug, Clone)]
pub(super) struct Cursor<'a> {
    statement: &'a Statement,
    at: usize,
}

/// Whether a byte may appear in a name after its first byte.
pub(in crate::assembler) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$') || byte >= 0x80
}

impl<'a> Cursor<'a> {
    pub(super) fn new(statement: &'a Statement) -> Self {
        let mut cursor = Cursor { statement, at: 0 };
        cursor.blanks();
        cursor
    }

    pub(super) fn statement(&self) -> &'a Statement {
        self.statement
    }

    /// Text after the cursor.
    pub(super) fn rest(&self) -> &'a str {
        &self.statement.text[self.at..]
    }

    /// Number of bytes already parsed.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Moves the cursor to another position.
    pub(super) fn go(&mut self, at: usize) {
        self.at = at;
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.rest().bytes().next()
    }

    pub(super) fn peek_at(&self, ahead: usize) -> Option<u8> {
        self.rest().as_bytes().get(ahead).copied()
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest().is_empty()
    }

    /// Skips `bytes` bytes and following blanks, returning the skipped text.
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        self.blanks();
        taken
    }

    fn blanks(&mut self) {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0c | 0x0b);
        self.at += self.rest().bytes().take_while(|byte| is_blank(byte)).count();
    }

    /// Skips this text if it comes next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.take(text.len());
        }
        found
    }

    /// Parses a name; removes the quotes of a quoted one.
    pub(super) fn name(&mut self) -> Option<&'a str> {
        match self.peek()? {
            b'"' => {
                let length = quoted_length(self.rest().as_bytes());
                let inside = self.rest()[..length].strip_prefix('"')?.strip_suffix('"')?;
                let is_name = !inside.is_empty() && !inside.contains('\\');
                is_name.then(|| {
                    self.take(length);
                    inside
                })
            }
            first if is_name(first) && !first.is_ascii_digit() => {
                Some(self.take(self.run(is_name)))
            }
            _ => None,
        }
    }

    /// Number of bytes from here that satisfy a condition.
    pub(super) fn run(&self, condition: impl Fn(u8) -> bool) -> usize {
        self.rest().bytes().take_while(|&byte| condition(byte)).count()
    }

    /// Span from another position up to here, without trailing blanks.
    pub(super) fn since(&self, start: usize) -> Span {
        let text = self.statement.text[start..self.at.max(start)].trim_end();
        self.statement.span_of(start..start + text.len())
    }

    /// Span of the next token: a word, a string or a character.
    pub(super) fn span(&self) -> Span {
        self.statement.span_of(self.at..self.at + self.found().len())
    }

    /// Next token, as a message quotes it.
    pub(super) fn found(&self) -> &'a str {
        let rest = self.rest();
        let length = match self.peek() {
            Some(b'"' | b'\'') => quoted_length(rest.as_bytes()),
            Some(byte) if is_name(byte) => self.run(is_name),
            Some(b'%') => 1 + rest[1..].bytes().take_while(|&byte| is_name(byte)).count(),
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        &rest[..length]
    }

    /// Requires the end of the statement.
    pub(super) fn end(&self) -> AsmResult {
        if self.at_end() {
            Ok(())
        } else {
            Err(Box::new(messages::unexpected(self.span(), self.found())))
        }
    }

    /// Parses a comma or the end of the statement; returns whether it was a comma.
    pub(super) fn comma(&mut self) -> AsmResult<bool> {
        if self.eat(",") {
            return Ok(true);
        }
        self.end().map(|()| false)
    }

    /// Parses a string and returns its bytes.
    pub(super) fn string(&mut self) -> AsmResult<Vec<u8>> {
        if self.peek() != Some(b'"') {
            return Err(Box::new(messages::string_expected(self.span(), self.found())));
        }
        let span = self.span();
        let length = quoted_length(self.rest().as_bytes());
        let text = &self.rest()[1..length];
        let Some(inside) = text.strip_suffix('"').filter(|_| length > 1) else {
            return Err(Box::new(messages::open_string(span)));
        };
        let Some(bytes) = unescape(inside.as_bytes()) else {
            return Err(Box::new(messages::bad_escape(span)));
        };
        self.take(length);
        Ok(bytes)
    }
}

/// Replaces the escape sequences in a text; `None` if a backslash is at its end.
pub(super) fn unescape(bytes: &[u8]) -> Option<Vec<u8>> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => {
                let (byte, length) = escape(&bytes[at + 1..])?;
                out.push(byte);
                at += 1 + length;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Some(out)
}

/// Value of the escape sequence after a backslash, and its length in bytes.
///
/// A letter without a special meaning stands for itself, as in GNU as (`\q`, but also `\a` and
/// `\v`).
pub(super) fn escape(bytes: &[u8]) -> Option<(u8, usize)> {
    let plain = |byte| Some((byte, 1));
    match *bytes.first()? {
        b'n' => plain(b'\n'),
        b't' => plain(b'\t'),
        b'r' => plain(b'\r'),
        b'b' => plain(8),
        b'f' => plain(12),
        b'v' => plain(11),
        b'x' | b'X' => {
            let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
            let fold =
                |sum: u8, byte: &u8| sum << 4 | char::from(*byte).to_digit(16).unwrap_or(0) as u8;
            (digits > 0).then(|| (bytes[1..=digits].iter().fold(0, fold), digits + 1))
        }
        b'0'..=b'7' => {
            let is_octal = |byte: &&u8| (b'0'..=b'7').contains(*byte);
            let digits = bytes.iter().take(3).take_while(is_octal).count();
            let fold = |sum: u8, byte: &u8| sum << 3 | (byte - b'0');
            Some((bytes[..digits].iter().fold(0, fold), digits))
        }
        byte => plain(byte),
    }
}
