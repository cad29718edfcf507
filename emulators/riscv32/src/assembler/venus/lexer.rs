//! Splits a line of Venus into labels and tokens.

use std::borrow::Cow;
use std::collections::BTreeMap;

use asmkit::{Diagnostic, Span};

use super::messages;

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Anything without a blank, comma, colon, quote or parenthesis.
    Word,
    /// A character, with its quotes.
    Character,
    /// A string, with its quotes.
    Text,
    /// Word in parentheses.
    Base,
}

/// Piece of a line.
#[derive(Debug, Clone)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    pub(super) span: Span,
}

/// Content of a line.
#[derive(Debug, Default)]
pub(super) struct Line {
    pub(super) labels: Vec<Token>,
    pub(super) tokens: Vec<Token>,
    /// Opening parenthesis that does not begin `(register)`.
    pub(super) stray: Option<Span>,
}

/// Splits a line into tokens.
///
/// Commas, and other characters that are neither words nor quotes, only separate tokens, as in
/// Venus.
///
/// # Errors
/// For an unterminated quote, and for a label after an instruction.
pub(super) fn split(text: &str, at: Span, defines: &Defines) -> Result<Line, Box<Diagnostic>> {
    let replaced = defines.replace(text);
    let place = |start: usize, end: usize| replaced.place(at, start, end);
    let text = &*replaced.text;
    let mut line = Line::default();
    let mut here = 0;
    while let Some(first) = text[here..].chars().next() {
        let rest = &text[here..];
        let token = |kind, end: usize, text: &str| Token {
            kind,
            text: text.to_owned(),
            span: place(here, here + end),
        };
        let length = match first {
            '#' => break,
            '"' | '\'' => {
                let end = quoted(rest)
                    .ok_or_else(|| messages::unclosed_quote(place(here, text.trim_end().len())))?;
                let kind = if first == '"' { Kind::Text } else { Kind::Character };
                line.tokens.push(token(kind, end, &rest[..end]));
                end
            }
            '(' => match base(rest) {
                Some((word, end)) => {
                    line.tokens.push(token(Kind::Base, end, word));
                    end
                }
                None => {
                    line.stray.get_or_insert(place(here, here + 1));
                    1
                }
            },
            c if is_word(c) => {
                let end = word_length(rest);
                let word = token(Kind::Word, end, &rest[..end]);
                match rest[end..].trim_start().strip_prefix(':') {
                    Some(_) if !line.tokens.is_empty() => {
                        return Err(messages::label_inside(word.span, &word.text));
                    }
                    Some(_) => line.labels.push(word),
                    None => line.tokens.push(word),
                }
                end
            }
            c => c.len_utf8(),
        };
        here += length;
    }
    Ok(line)
}

/// Whether a character may be part of a word.
pub(crate) fn is_word(c: char) -> bool {
    !matches!(c, ':' | '(' | ')' | ' ' | '\t' | '\r' | ',' | '#' | '"' | '\'')
}

fn word_length(text: &str) -> usize {
    text.find(|c| !is_word(c)).unwrap_or(text.len())
}

/// Word of `( word )` at the beginning, and the length including the parentheses.
fn base(text: &str) -> Option<(&str, usize)> {
    let inner = text[1..].trim_start();
    let (word, after) = inner.split_at(word_length(inner));
    let after = after.trim_start().strip_prefix(')')?;
    (!word.is_empty()).then_some((word, text.len() - after.len()))
}

/// Length of the string or character at the beginning, including its quotes.
///
/// A character is one character, or a backslash and one character.
fn quoted(text: &str) -> Option<usize> {
    let mut chars = text.char_indices();
    let (_, quote) = chars.next()?;
    let mut count = 0;
    loop {
        match chars.next()? {
            (at, c) if c == quote => return (quote == '"' || count == 1).then_some(at + 1),
            (_, '\\') => drop(chars.next()?),
            _ => {}
        }
        count += 1;
    }
}

/// Words defined by `#define`, with their replacements.
#[derive(Debug, Default)]
pub(super) struct Defines(BTreeMap<String, String>);

impl Defines {
    /// Executes a line with `#define` or `#undef`, which is a comment in every other assembler.
    ///
    /// # Errors
    /// For lines that Venus treats as conditions.
    pub(super) fn note(&mut self, line: &str, at: Span) -> Result<(), Box<Diagnostic>> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, value) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        match name {
            "#define" if !word.is_empty() => {
                self.0.insert(word.to_owned(), value.to_owned());
            }
            "#undef" => {
                self.0.remove(word);
            }
            "#if" | "#ifdef" | "#ifndef" | "#elif" | "#else" | "#endif" | "#error" => {
                let span = Span { end: at.start + name.len() as u32, ..at };
                return Err(messages::condition(span, name));
            }
            _ => {}
        }
        Ok(())
    }

    /// Line with each defined word between blanks replaced once.
    fn replace<'a>(&self, line: &'a str) -> ReplacedLine<'a> {
        if self.0.is_empty() {
            return ReplacedLine { text: Cow::Borrowed(line), pieces: Vec::new() };
        }
        let (mut text, mut pieces, mut done) = (String::new(), Vec::new(), 0);
        let mut start = 0;
        for word in line.split(char::is_whitespace) {
            if let Some(value) = self.0.get(word) {
                text.push_str(&line[done..start]);
                pieces.push((text.len(), text.len() + value.len(), start, start + word.len()));
                text.push_str(value);
                done = start + word.len();
            }
            start += word.len();
            start += line[start..].chars().next().map_or(0, char::len_utf8);
        }
        text.push_str(&line[done..]);
        ReplacedLine { text: Cow::Owned(text), pieces }
    }
}

/// Line in which words were replaced.
struct ReplacedLine<'a> {
    text: Cow<'a, str>,
    /// Start and end of each replaced word, in the new line and in the old one.
    pieces: Vec<(usize, usize, usize, usize)>,
}

impl ReplacedLine<'_> {
    /// Source span of a part of the text, for a line at `line`.
    fn place(&self, line: Span, start: usize, end: usize) -> Span {
        let before = |at: usize, last: bool| {
            let piece = self.pieces.iter().rev().find(|piece| piece.0 < at + usize::from(!last));
            match piece {
                Some(&(_, now, was, was_end)) if at < now + usize::from(last) => {
                    if last {
                        was_end
                    } else {
                        was
                    }
                }
                Some(&(_, now, _, was_end)) => at - now + was_end,
                None => at,
            }
        };
        let (start, end) = (before(start, false) as u32, before(end, true) as u32);
        Span { start: line.start + start, end: line.start + end, ..line }
    }
}

#[cfg(test)]
mod tests {
    use asmkit::FileId;

    use super::*;

    /// Labels and tokens with their source text, separated by `/`.
    fn shown(text: &str, defines: &Defines) -> String {
        let at = Span { file: FileId(0), start: 0, end: text.len() as u32 };
        let line = match split(text, at, defines) {
            Ok(line) => line,
            Err(message) => return message.message,
        };
        let all = line.labels.iter().chain(&line.tokens).map(|token| {
            let source = &text[token.span.start as usize..token.span.end as usize];
            format!("{:?} {} <{source}>", token.kind, token.text)
        });
        all.collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn commas_are_blanks_and_stray_marks_are_nothing() {
        // Measured: Venus assembles `lw a0, 0(sp` and `add a0 a1 a2`, and counts four operands in
        // `addi s3, s3, %lo(dat)`.
        let none = Defines::default();
        assert_eq!(
            shown("l: 1 : lw a0 ,,-4( sp ) # x", &none),
            "Word l <l> / Word 1 <1> / Word lw <lw> / Word a0 <a0> / Word -4 <-4> / Base sp <( sp )>"
        );
        assert_eq!(
            shown("lw a0 0(sp", &none),
            "Word lw <lw> / Word a0 <a0> / Word 0 <0> / Word sp <sp>"
        );
        assert_eq!(shown("add x: a0", &none), "label `x` inside an instruction");
    }

    #[test]
    fn quotes_hold_what_stands_between_them() {
        let none = Defines::default();
        assert_eq!(
            shown("'#' \"a # \\\" b\"", &none),
            "Character '#' <'#'> / Text \"a # \\\" b\" <\"a # \\\" b\">"
        );
        assert_eq!(shown("'\\''", &none), "Character '\\'' <'\\''>");
        for text in ["'ab'", "''", "\"abc", "'a", "\"\\\""] {
            assert_eq!(shown(text, &none), "unterminated string or character", "{text}");
        }
    }

    #[test]
    fn defined_words_are_replaced_and_keep_their_place() {
        let mut defines = Defines::default();
        let at = Span { file: FileId(0), start: 0, end: 0 };
        defines.note("#define ptr 8(sp) # x", at).expect("a definition");
        defines.note("#define z zero", at).expect("a definition");
        assert_eq!(
            shown("lw a0 ptr x", &defines),
            "Word lw <lw> / Word a0 <a0> / Word 8 <ptr> / Base sp <ptr>"
        );
        assert_eq!(
            shown("mv a0, z ; z,", &defines),
            "Word mv <mv> / Word a0 <a0> / Word zero <z> / Word ; <;> / Word z <z>"
        );
        defines.note("#undef z", at).expect("one less");
        assert_eq!(shown("z", &defines), "Word z <z>");
        assert!(defines.note("#if x", at).is_err());
        assert!(defines.note("#iffy", at).is_ok());
    }
}
