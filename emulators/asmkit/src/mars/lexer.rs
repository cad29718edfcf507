//! Splits a line into tokens.

use super::dialect::Dialect;
use super::text::Text;
use super::token::{Token, TokenKind};

/// Returns the next token at or after `from`.
///
/// A sign after an identifier (`after_name`) is an operator; elsewhere it belongs to the number
/// that follows.
pub(super) fn token(
    text: &Text,
    from: usize,
    after_name: bool,
    dialect: &Dialect,
) -> Option<Token> {
    let line = text.as_str();
    let blanks = line[from..].find(|c| !matches!(c, ' ' | '\t' | ','))?;
    let start = from + blanks;
    let rest = &line[start..];
    let (length, kind, value) = match rest.as_bytes()[0] {
        b'#' => (rest.len(), TokenKind::Comment, None),
        b'"' => (string_length(rest), TokenKind::Text, None),
        b'\'' => character(rest),
        b':' | b'(' | b')' => word(rest, 1, dialect),
        b'-' if rest.starts_with("-Inf") && (dialect.real)("-Inf").is_some() => {
            word(rest, 4, dialect)
        }
        b'+' | b'-' if after_name || !starts_with_digit(&rest[1..]) => word(rest, 1, dialect),
        _ => word(rest, word_length(rest), dialect),
    };
    let value = value.unwrap_or_else(|| rest[..length].to_owned());
    let span = text.span(start..start + length);
    Some(Token { kind, value, start, length, span })
}

/// Returns all tokens of a line.
pub(super) fn tokens(text: &Text, dialect: &Dialect) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut from = 0;
    while let Some(token) = token(text, from, ends_in_name(&tokens), dialect) {
        from = token.end();
        tokens.push(token);
    }
    tokens
}

/// Whether the last token is an identifier.
pub(super) fn ends_in_name(tokens: &[Token]) -> bool {
    tokens.last().is_some_and(|token| token.kind == TokenKind::Identifier)
}

type Lexeme = (usize, TokenKind, Option<String>);

fn word(rest: &str, length: usize, dialect: &Dialect) -> Lexeme {
    (length, TokenKind::of_word(&rest[..length], dialect), None)
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether a character is always part of a word.
#[must_use]
pub fn is_in_words(c: char) -> bool {
    !matches!(c, ' ' | '\t' | ',' | '#' | ':' | '(' | ')' | '"' | '\'' | '+' | '-')
}

/// Length of a word; its first character may be a sign.
fn word_length(rest: &str) -> usize {
    let mut before = ' ';
    for (at, c) in rest.char_indices() {
        let ends = match c {
            // The sign of an exponent, as in `1e-5`.
            '+' | '-' => !(matches!(before, 'e' | 'E') && starts_with_digit(&rest[at + 1..])),
            _ => !is_in_words(c),
        };
        if ends && at > 0 {
            return at;
        }
        before = c;
    }
    rest.len()
}

/// Length of a string with its quotes; without a closing quote, the rest of the line.
fn string_length(rest: &str) -> usize {
    let mut before = '"';
    for (at, c) in rest.char_indices().skip(1) {
        if c == '"' && before != '\\' {
            return at + 1;
        }
        before = c;
    }
    rest.len()
}

/// Token of a character in single quotes; its value is the code in decimal.
fn character(rest: &str) -> Lexeme {
    let inner: Vec<char> = rest.chars().skip(1).take(5).collect();
    let taken = match inner.as_slice() {
        [] | [_] => return (rest.len(), TokenKind::Bad, None),
        ['\'', ..] => return (2, TokenKind::Bad, None),
        [c, '\'', ..] if *c != '\\' => 2,
        [_, _] => 2,
        [_, _, '\'', ..] | [_, _, _] => 3,
        [_, _, _, _] => 3,
        [_, _, _, '\'', ..] => 4,
        _ => 5,
    };
    let length = 1 + inner[..taken].iter().map(|c| c.len_utf8()).sum::<usize>();
    match character_code(&rest[..length]) {
        Some(code) => (length, TokenKind::Integer(code), Some(code.to_string())),
        None => (length, TokenKind::Bad, None),
    }
}

/// Code of `'a'`, `'\n'` or `'\101'`.
fn character_code(quoted: &str) -> Option<i32> {
    let inner = quoted.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut chars = inner.chars();
    let first = chars.next()?;
    if first != '\\' {
        let single = chars.next().is_none() && u32::from(first) <= 0xffff;
        return single.then_some(u32::from(first) as i32);
    }
    let escaped = chars.as_str();
    match escaped.len() {
        1 => escape(escaped.chars().next()?).map(i32::from),
        3 => i32::from_str_radix(escaped, 8).ok().filter(|code| (0..=255).contains(code)),
        _ => None,
    }
}

/// Code of the escape sequence with this character.
pub(super) fn escape(c: char) -> Option<u8> {
    Some(match c {
        'n' => b'\n',
        't' => b'\t',
        'r' => b'\r',
        'b' => 8,
        'f' => 12,
        '0' => 0,
        '\\' | '\'' | '"' => c as u8,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::{FileId, Span};

    use super::super::sample;
    use super::*;

    fn shown(line: &str) -> Vec<String> {
        let span = Span { file: FileId(0), start: 0, end: line.len() as u32 };
        tokens(&Text::new(line, span), &sample::DIALECT)
            .into_iter()
            .map(|token| token.value)
            .collect()
    }

    #[test]
    fn commas_are_blanks_and_punctuation_needs_none() {
        assert_eq!(
            shown("a:lw,$t0 ,,4($t1)#x"),
            ["a", ":", "lw", "$t0", "4", "(", "$t1", ")", "#x"]
        );
        assert_eq!(
            shown("x:.asciiz\"# ,\\n\\\"\",\"b\""),
            ["x", ":", ".asciiz", "\"# ,\\n\\\"\"", "\"b\""]
        );
    }

    #[test]
    fn a_sign_belongs_to_a_number_except_after_a_name() {
        assert_eq!(
            shown("x+4 $t0-4 -x 1.5e-3 -5"),
            ["x", "+", "4", "$t0", "-4", "-", "x", "1.5e-3", "-5"]
        );
    }

    #[test]
    fn characters_become_their_codes() {
        assert_eq!(
            shown(r"'a' '\n' '\'' '\\' '\101' ',' '#'"),
            ["97", "10", "39", "92", "65", "44", "35"]
        );
        let line = r"'ab' '' 'a";
        let span = Span { file: FileId(0), start: 0, end: line.len() as u32 };
        let kinds: Vec<TokenKind> =
            tokens(&Text::new(line, span), &sample::DIALECT).iter().map(|t| t.kind).collect();
        assert!(kinds.iter().all(|&kind| kind == TokenKind::Bad), "{kinds:?}");
    }
}
