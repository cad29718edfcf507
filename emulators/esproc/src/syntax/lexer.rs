//! Splits text into tokens.

use super::Literal;
use crate::grid::CellError;
use crate::value::{self, Value};

/// Token and its position in the cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) at: usize,
    pub(super) kind: TokenKind,
}

/// Kind of a token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind {
    Literal(Literal),
    /// Name, and whether it was in quotes.
    Name(String, bool),
    /// `@` and the letters after it.
    Options(String),
    Symbol(&'static str),
}

/// Symbols; a longer symbol comes before its prefixes.
#[rustfmt::skip]
const SYMBOLS: &[&str] = &[
    "||", "&&", "==", "!=", "<=", ">=", "++", "--", "**", "//", "%%", "\\\\",
    "+=", "-=", "*=", "/=", "%=", "\\=", "|=", "&=", "^=", "~~",
    "+", "-", "*", "/", "%", "\\", "|", "&", "^", "<", ">", "=", "!",
    "(", ")", "[", "]", "{", "}", ",", ";", ":", ".", "~", "#", "?",
];

/// Maximum number of tokens in a cell.
const MOST_TOKENS: usize = 20_000;

/// Tokens of a text that starts `at` characters after the cell's start.
pub(super) fn tokens(text: &str, at: usize) -> Result<Vec<Token>, CellError> {
    let mut lexer = Lexer { rest: text, at };
    let mut tokens = Vec::new();
    loop {
        let blanks = lexer.rest.len() - lexer.rest.trim_start().len();
        lexer.skip(blanks);
        let Some(first) = lexer.rest.chars().next() else {
            return Ok(tokens);
        };
        if tokens.len() == MOST_TOKENS {
            return Err(CellError::new(lexer.at, "this cell is too long for one expression"));
        }
        let at = lexer.at;
        tokens.push(Token { at, kind: lexer.kind(first)? });
    }
}

/// Whether a character may be part of a name.
pub(crate) fn is_in_names(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

struct Lexer<'t> {
    rest: &'t str,
    at: usize,
}

impl Lexer<'_> {
    fn skip(&mut self, bytes: usize) {
        self.at += self.rest[..bytes].chars().count();
        self.rest = &self.rest[bytes..];
    }

    fn take(&mut self, bytes: usize) -> String {
        let taken = self.rest[..bytes].to_owned();
        self.skip(bytes);
        taken
    }

    fn kind(&mut self, first: char) -> Result<TokenKind, CellError> {
        match first {
            '0'..='9' => self.number(),
            '.' if self.rest[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
            '"' => Ok(TokenKind::Literal(Literal::Text(self.quoted(first)?))),
            '\'' => Ok(TokenKind::Name(self.quoted(first)?, true)),
            '@' => Ok(self.options()),
            _ if first.is_alphabetic() || first == '_' || first == '$' => Ok(self.name()),
            _ => self.symbol(first),
        }
    }

    fn name(&mut self) -> TokenKind {
        let end = self.rest.find(|c| !is_in_names(c)).unwrap_or(self.rest.len());
        let name = self.take(end);
        match name.as_str() {
            "null" => TokenKind::Literal(Literal::Null),
            "true" => TokenKind::Literal(Literal::Truth(true)),
            "false" => TokenKind::Literal(Literal::Truth(false)),
            _ => TokenKind::Name(name, false),
        }
    }

    fn options(&mut self) -> TokenKind {
        self.skip(1);
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.rest.len());
        TokenKind::Options(self.take(end))
    }

    fn number(&mut self) -> Result<TokenKind, CellError> {
        let (at, length) = (self.at, number_length(self.rest));
        let text = self.take(length);
        let literal = match value::number(&text) {
            Some(Value::Int(whole)) => Literal::Int(whole),
            Some(Value::Real(real)) => Literal::Real(real),
            _ => return Err(CellError::new(at, format!("`{text}` is not a number"))),
        };
        if self.rest.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let message = "a name cannot begin with a digit";
            return Err(CellError::new(self.at, message).help(a_name_rule()));
        }
        Ok(TokenKind::Literal(literal))
    }

    /// Text between quotes, with escape sequences resolved.
    fn quoted(&mut self, quote: char) -> Result<String, CellError> {
        let at = self.at;
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((end, c)) = characters.next() {
            match c {
                '\\' => drop(characters.next()),
                _ if c == quote => {
                    let text = self.take(end + 1);
                    return Ok(value::quoted(&text).unwrap_or_default());
                }
                _ => {}
            }
        }
        Err(CellError::new(at, format!("unterminated {quote}")))
    }

    fn symbol(&mut self, first: char) -> Result<TokenKind, CellError> {
        match SYMBOLS.iter().find(|symbol| self.rest.starts_with(**symbol)) {
            Some(symbol) => {
                self.skip(symbol.len());
                Ok(TokenKind::Symbol(symbol))
            }
            None => Err(CellError::new(
                self.at,
                format!("unexpected character `{}`", first.escape_debug()),
            )
            .help(full_width(first).map(|plain| format!("write a plain `{plain}`")))),
        }
    }
}

fn a_name_rule() -> Option<String> {
    Some("begin names with a letter".to_owned())
}

/// Length of the number at the start of a text, in bytes.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        let end = bytes[from..].iter().position(|byte| !byte.is_ascii_digit());
        end.map_or(bytes.len(), |length| from + length)
    };
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    if bytes.starts_with(b"0x") || bytes.starts_with(b"0X") {
        let end = bytes[2..].iter().position(|byte| !byte.is_ascii_alphanumeric());
        return end.map_or(bytes.len(), |length| 2 + length);
    }
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') && is_digit(end + 1) {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if is_digit(end + 1 + sign) {
            end = digits(end + 1 + sign);
        }
    }
    end
}

/// ASCII character for a typographic or full-width one.
fn full_width(c: char) -> Option<char> {
    Some(match c {
        '“' | '”' | '„' => '"',
        '‘' | '’' => '\'',
        '，' => ',',
        '（' => '(',
        '）' => ')',
        '：' => ':',
        '；' => ';',
        '×' => '*',
        '−' | '–' => '-',
        _ => return None,
    })
}
