//! Reads the lines of a file, with the lines of included files.

use std::collections::HashSet;

use crate::{FileId, Library, Sources, Span};

use super::limits::{DEPTH_LIMIT, FILE_LIMIT};
use super::messages;
use super::sink::Sink;
use super::text::Text;
use super::token::{Token, TokenKind};
use super::{dialect::Dialect, directive::Action, lexer};
use crate::{SOURCE_LIMIT_BYTES, source_cost_bytes};

/// Reads files and their includes.
pub(super) struct Reader<'a> {
    sources: &'a mut Sources,
    library: &'a dyn Library,
    dialect: &'static Dialect,
    /// Size of all files so far.
    bytes: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(
        sources: &'a mut Sources,
        files: &[FileId],
        dialect: &'static Dialect,
        library: &'a dyn Library,
    ) -> Self {
        let bytes = files.iter().map(|&file| sources.text(file).len()).sum();
        Reader { sources, library, dialect, bytes }
    }

    /// Reads all lines of a file.
    pub(super) fn lines(&mut self, file: FileId, sink: &mut Sink) -> Vec<Text> {
        let mut lines = Vec::new();
        self.append(file, &mut HashSet::new(), 0, &mut lines, sink);
        lines
    }

    fn append(
        &mut self,
        file: FileId,
        seen: &mut HashSet<String>,
        depth: usize,
        lines: &mut Vec<Text>,
        sink: &mut Sink,
    ) {
        for text in split(file, self.sources.text(file)) {
            match inclusion(&text, self.dialect) {
                None => lines.push(text),
                Some((directive, name)) => {
                    let opened = self.open(file, &directive, &name, seen, depth, sink);
                    if let Some(included) = opened {
                        self.append(included, seen, depth + 1, lines, sink);
                    }
                }
            }
        }
    }

    /// Opens an included file; each can be included only once.
    fn open(
        &mut self,
        from: FileId,
        directive: &Token,
        name: &Token,
        seen: &mut HashSet<String>,
        depth: usize,
        sink: &mut Sink,
    ) -> Option<FileId> {
        let Some(wanted) = unquoted(&name.value) else {
            sink.push(messages::wrong_operands(&Token { span: name.span, ..directive.clone() }));
            return None;
        };
        let opened = self.library.open(self.sources.name(from), wanted);
        let (shown, bytes) = match opened {
            Ok(file) => file,
            Err(why) => {
                sink.push(messages::cannot_include(name.span, wanted, &why));
                return None;
            }
        };
        if !seen.insert(shown.clone()) {
            sink.push(messages::included_again(name.span, wanted));
            return None;
        }
        if depth >= DEPTH_LIMIT || seen.len() > FILE_LIMIT {
            sink.push(messages::too_many_files(name.span, FILE_LIMIT));
            return None;
        }
        self.bytes = self.bytes.saturating_add(source_cost_bytes(&bytes));
        if self.bytes > SOURCE_LIMIT_BYTES {
            sink.push(messages::source_too_large(name.span, SOURCE_LIMIT_BYTES));
            return None;
        }
        Some(self.sources.add(&shown, &bytes))
    }
}

/// Text between the quotes of a complete string.
fn unquoted(text: &str) -> Option<&str> {
    text.strip_prefix('"')?.strip_suffix('"')
}

/// Lines of a text; a line ends with a line feed, a carriage return, or both.
fn split(file: FileId, text: &str) -> Vec<Text> {
    let mut lines = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let length = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let span = Span { file, start: start as u32, end: (start + length) as u32 };
        lines.push(Text::new(&rest[..length], span));
        start += length + if rest[length..].starts_with("\r\n") { 2 } else { 1 };
    }
    lines
}

/// An `.include` and its file name, anywhere in the line.
fn inclusion(text: &Text, dialect: &Dialect) -> Option<(Token, Token)> {
    let line = text.as_str().as_bytes();
    let wanted = b".include";
    if !line.windows(wanted.len()).any(|window| window.eq_ignore_ascii_case(wanted)) {
        return None;
    }
    let tokens = lexer::tokens(text, dialect);
    let include =
        |pair: &&[Token]| pair[0].does(Action::Include) && pair[1].kind == TokenKind::Text;
    let pair = tokens.windows(2).find(include)?;
    Some((pair[0].clone(), pair[1].clone()))
}
