//! Source files as statements: without comments, split at line ends and semicolons.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use asmkit::{FileId, Sources, Span};

use super::{AsmResult, messages};

/// Statement and its source place.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    pub(super) text: Rc<str>,
    pub(super) span: Span,
    /// Whether the text equals the source at the span; otherwise macro arguments were inserted.
    pub(super) exact: bool,
    /// Outermost macro use from which it was expanded.
    pub(super) used_at: Option<Span>,
}

impl Statement {
    /// Source span of a part of the text.
    pub(super) fn span_of(&self, range: Range<usize>) -> Span {
        if self.exact {
            Span {
                file: self.span.file,
                start: self.span.start + range.start as u32,
                end: self.span.start + range.end as u32,
            }
        } else {
            self.span
        }
    }
}

/// File without comments, and the current position in it.
#[derive(Debug)]
struct SourceReader {
    file: FileId,
    text: Rc<str>,
    at: usize,
}

impl SourceReader {
    fn next(&mut self) -> Option<Statement> {
        if self.at >= self.text.len() {
            return None;
        }
        let end = self.at + statement_length(&self.text[self.at..]);
        let whole = &self.text[self.at..end];
        let start = self.at + (whole.len() - whole.trim_start().len());
        let end_of_text = start.max(self.at + whole.trim_end().len());
        self.at = end + 1;
        let end = end_of_text;
        let span = Span { file: self.file, start: start as u32, end: end as u32 };
        Some(Statement { text: self.text[start..end].into(), span, exact: true, used_at: None })
    }
}

/// Origin of statements: a file, or the expansion of a macro or repetition.
#[derive(Debug)]
enum Origin {
    File(SourceReader),
    Expansion { statements: VecDeque<Statement>, is_macro: bool, conditions: usize },
}

/// Statements to come, innermost origin first.
#[derive(Debug, Default)]
pub(super) struct StatementInput {
    stack: Vec<Origin>,
}

impl StatementInput {
    /// Inserts a file before all other statements.
    pub(super) fn push_file(&mut self, sources: &Sources, file: FileId) -> AsmResult {
        let text = without_comments(sources.text(file), file)?;
        self.stack.push(Origin::File(SourceReader { file, text: text.into(), at: 0 }));
        Ok(())
    }

    /// Inserts the statements of a macro or repetition; `conditions` are open around it.
    pub(super) fn push_expansion(
        &mut self,
        statements: Vec<Statement>,
        is_macro: bool,
        conditions: usize,
    ) {
        let statements = statements.into();
        self.stack.push(Origin::Expansion { statements, is_macro, conditions });
    }

    /// Nesting depth of files and expansions.
    pub(super) fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Next statement. Its origin remains until the next call.
    pub(super) fn next(&mut self) -> Option<Statement> {
        loop {
            let statement = match self.stack.last_mut()? {
                Origin::File(reader) => reader.next(),
                Origin::Expansion { statements, .. } => statements.pop_front(),
            };
            if statement.is_some() {
                return statement;
            }
            self.stack.pop();
        }
    }

    /// File that is being read, including included files.
    pub(super) fn file(&self) -> Option<FileId> {
        self.stack.iter().rev().find_map(|origin| match origin {
            Origin::File(reader) => Some(reader.file),
            Origin::Expansion { .. } => None,
        })
    }

    /// Leaves the innermost macro; returns the number of conditions open around it.
    pub(super) fn leave_macro(&mut self) -> Option<usize> {
        let inside = |origin: &Origin| matches!(origin, Origin::Expansion { is_macro: true, .. });
        let top = self.stack.iter().rposition(inside)?;
        let Origin::Expansion { conditions, .. } = self.stack[top] else { return None };
        self.stack.truncate(top);
        Some(conditions)
    }
}

/// Length in bytes of the first statement in a text.
fn statement_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' | b';' => return at,
            b'"' | b'\'' => at += quoted_length(&bytes[at..]),
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Length in bytes of the string or character that starts here; an unterminated one ends with the
/// line.
pub(super) fn quoted_length(bytes: &[u8]) -> usize {
    let at_line_end = |at: usize| matches!(bytes.get(at), None | Some(b'\n'));
    if bytes[0] == b'\'' {
        let mut at = if bytes.get(1) == Some(&b'\\') { 2 } else { 1 };
        if at_line_end(at) {
            return at;
        }
        at += 1;
        while bytes.get(at).is_some_and(|byte| byte & 0xc0 == 0x80) {
            at += 1;
        }
        return at + usize::from(bytes.get(at) == Some(&b'\''));
    }
    let mut at = 1;
    while !at_line_end(at) {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' if !at_line_end(at + 1) => at += 2,
            _ => at += 1,
        }
    }
    at
}

/// Replaces comments by blanks, including line ends inside a comment.
fn without_comments(text: &str, file: FileId) -> AsmResult<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match (bytes[at], bytes.get(at + 1)) {
            (b'"' | b'\'', _) => {
                at += quoted_length(&bytes[at..]);
                continue;
            }
            (b'#', _) | (b'/', Some(b'/')) => {
                bytes[at..].iter().position(|&byte| byte == b'\n').map(|length| at + length)
            }
            (b'/', Some(b'*')) => {
                let close = bytes[at + 2..].windows(2).position(|pair| pair == b"*/");
                let span = Span { file, start: at as u32, end: at as u32 + 2 };
                Some(at + close.ok_or_else(|| messages::open_comment(span))? + 4)
            }
            _ => {
                at += 1;
                continue;
            }
        };
        let end = end.unwrap_or(bytes.len());
        bytes[at..end].fill(b' ');
        at = end;
    }
    // Blanks replace whole characters, so the result is still valid text.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn statements(text: &str) -> Vec<String> {
        let mut sources = Sources::new();
        let file = sources.add("a.s", text.as_bytes());
        let mut input = StatementInput::default();
        input.push_file(&sources, file).expect("every comment is closed");
        std::iter::from_fn(|| input.next()).map(|s| s.text.trim().to_owned()).collect()
    }

    #[test]
    fn comments_are_blanks_and_semicolons_are_line_ends() {
        assert_eq!(statements("li a0, 1; li a1, 2 # x; y"), ["li a0, 1", "li a1, 2"]);
        assert_eq!(statements("li /* a\nb */ a0 // c"), ["li           a0"]);
        assert_eq!(statements(".ascii \"#;\\\"//\""), [".ascii \"#;\\\"//\""]);
        assert_eq!(statements("li a0, '#'; li a1, ';"), ["li a0, '#'", "li a1, ';"]);
    }
}
