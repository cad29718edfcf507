//! Lines as tokens.

use asmkit::{FileId, Span};

use super::grammar::{Language, Notation};

/// A token of a line.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// Its text.
    pub(super) text: String,
    /// Its place.
    pub(super) span: Span,
    /// Its kind.
    pub(super) kind: TokenKind,
}

/// Kind of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name.
    Name,
    /// A number or a character.
    Number(i64),
    /// A text between quotation marks, without them, as numbers of its characters.
    Text(Vec<u64>),
    /// Any other character.
    Sign(char),
    /// A word that starts like a number and is not one.
    BadNumber,
    /// A quotation mark without the closing one.
    OpenText,
}

impl Token {
    /// Whether it is this sign.
    pub(super) fn is(&self, sign: char) -> bool {
        self.kind == TokenKind::Sign(sign)
    }

    /// Whether it is a name, or a number that may be one, such as `xA` or `b1`.
    pub(super) fn is_name(&self) -> bool {
        self.kind == TokenKind::Name
            || matches!(self.kind, TokenKind::Number(_))
                && self.text.starts_with(|c: char| c.is_ascii_alphabetic())
    }
}

/// Tokens of a line, which starts at `start` in its file; comments are left out.
pub(super) fn tokens(line: &str, start: u32, file: FileId, language: &Language) -> Vec<Token> {
    let mut tokens = Vec::new();
    let is_blank = |c: char| c.is_whitespace() || c == ',' && language.commas_are_blanks;
    let mut rest = line.trim_start_matches(is_blank);
    while !rest.is_empty() && !language.comments.iter().any(|sign| rest.starts_with(sign)) {
        let (kind, length) = token(rest, language);
        let at = start + (line.len() - rest.len()) as u32;
        let span = Span { file, start: at, end: at + length as u32 };
        tokens.push(Token { text: rest[..length].to_owned(), span, kind });
        rest = rest[length..].trim_start_matches(is_blank);
    }
    tokens
}

/// Kind and length of the first token of a text.
fn token(text: &str, language: &Language) -> (TokenKind, usize) {
    let first = text.chars().next().unwrap_or_default();
    if first == '"' || first == '\'' {
        return quoted(text, first);
    }
    let numbers = language.numbers.iter().filter_map(|notation| number(text, notation, language));
    if let Some((number, length)) = numbers.max_by_key(|(_, length)| *length) {
        return (TokenKind::Number(number), length);
    }
    if !(language.letters)(first) {
        return (TokenKind::Sign(first), first.len_utf8());
    }
    let kind = if first.is_ascii_digit() { TokenKind::BadNumber } else { TokenKind::Name };
    (kind, word(text, language))
}

/// Length of the word at the start of a text.
fn word(text: &str, language: &Language) -> usize {
    text.find(|c| !(language.letters)(c)).unwrap_or(text.len())
}

/// The number in a notation at the start of a text, and its length.
fn number(text: &str, notation: &Notation, language: &Language) -> Option<(i64, usize)> {
    let prefix = text.get(..notation.prefix.len())?;
    let after = text.get(notation.prefix.len()..)?;
    let unsigned = after.strip_prefix('-').filter(|_| notation.inner_sign).unwrap_or(after);
    let body = unsigned.get(..word(unsigned, language))?;
    let digits = body.get(..body.len().checked_sub(notation.suffix.len())?)?;
    let suffix = &body[digits.len()..];
    let fits = prefix.eq_ignore_ascii_case(notation.prefix)
        && suffix.eq_ignore_ascii_case(notation.suffix)
        && !digits.starts_with(['+', '-']);
    let value = i64::from_str_radix(digits, notation.radix).ok().filter(|_| fits)?;
    let value = if unsigned.len() == after.len() { value } else { -value };
    Some((value, text.len() - unsigned.len() + body.len()))
}

/// A text or a character, with the escapes of C.
fn quoted(text: &str, quote: char) -> (TokenKind, usize) {
    let mut values = Vec::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            _ if c == quote => {
                let kind = match (quote, values.as_slice()) {
                    ('\'', [one]) => TokenKind::Number(*one as i64),
                    _ => TokenKind::Text(values),
                };
                return (kind, at + 1);
            }
            '\\' => match characters.next() {
                Some((_, escaped)) => values.push(u64::from(escape(escaped))),
                None => break,
            },
            // A character outside of ASCII is the bytes of its UTF-8 in the source.
            _ => values.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u64::from)),
        }
    }
    (TokenKind::OpenText, text.trim_end().len())
}

/// Character of an escape.
fn escape(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        'e' => '\x1b',
        'f' => '\x0c',
        'v' => '\x0b',
        other => other,
    }
}
