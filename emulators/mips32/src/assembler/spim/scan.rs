//! The scanner: splits a source into statements of tokens.
//!
//! Commas are blanks, a semicolon ends a statement like a line end, and carriage returns are
//! ignored. The longest token wins, so `1,2` without a blank is one number with a fraction: SPIM
//! accepts a decimal comma.

use asmkit::{Diagnostic, FileId, Sources, Span};

use super::literals::{self, BadEscape};
use super::messages;
use super::token::{Lexeme, Token};

/// A statement, up to its first error.
#[derive(Debug)]
pub(super) struct Statement<'a> {
    pub(super) lexemes: Vec<Lexeme<'a>>,
    /// Empty span at the end of the statement.
    pub(super) end: Span,
    /// Error that ended the statement.
    pub(super) problem: Option<Diagnostic>,
}

/// Reads statements from a source.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    sources: &'a Sources,
    file: FileId,
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(sources: &'a Sources, file: FileId) -> Self {
        Scanner { sources, file, text: sources.text(file), at: 0 }
    }

    /// Next statement; empty lines are statements without tokens.
    pub(super) fn statement(&mut self) -> Option<Statement<'a>> {
        if self.at >= self.text.len() {
            return None;
        }
        let mut lexemes = Vec::new();
        loop {
            let start = self.at;
            let Some(byte) = self.peek(0) else { break };
            match byte {
                b' ' | b'\t' | b'\r' | b',' => self.at += 1,
                b'#' => self.at = self.line_end(),
                b'\n' | b';' => {
                    let end = self.span(start);
                    self.at += 1;
                    return Some(Statement { lexemes, end, problem: None });
                }
                _ => match self.token() {
                    Ok(token) => lexemes.push(Lexeme { token, span: self.span(start) }),
                    Err(problem) => {
                        self.at = self.line_end();
                        let end = self.span(self.at);
                        return Some(Statement { lexemes, end, problem: Some(*problem) });
                    }
                },
            }
        }
        Some(Statement { lexemes, end: self.span(self.at), problem: None })
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn line_end(&self) -> usize {
        self.text[self.at..].find('\n').map_or(self.text.len(), |length| self.at + length)
    }

    fn span(&self, start: usize) -> Span {
        Span { file: self.file, start: start as u32, end: self.at as u32 }
    }

    /// Number of bytes from an offset that satisfy a condition.
    fn run(&self, from: usize, condition: impl Fn(u8) -> bool) -> usize {
        let rest = self.text.as_bytes().get(self.at + from..).unwrap_or_default();
        rest.iter().take_while(|&&byte| condition(byte)).count()
    }

    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.at..self.at + length];
        self.at += length;
        taken
    }

    fn token(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let is_name = |byte: u8| is_in_names(byte) && byte != b'$';
        let first = self.peek(0).unwrap_or(0);
        if let Some(number) = self.number() {
            return Ok(number);
        }
        match first {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' => {
                let length = self.run(0, is_name);
                Ok(Token::Word(self.take(length)))
            }
            b'$' => match self.run(1, is_in_names) {
                0 => Err(self.unknown_character()),
                length => Ok(register_or_name(self.take(length + 1))),
            },
            b'?' => Ok(Token::Word(self.take(1))),
            b'*' | b'/' | b':' | b'(' | b')' | b'+' | b'-' | b'>' | b'=' => {
                self.at += 1;
                Ok(Token::Mark(first as char))
            }
            b'"' => self.string(),
            b'\'' => self.character(),
            _ => Err(self.unknown_character()),
        }
    }

    /// An integer or a number with a fraction, whichever is longer; `None` if no number starts
    /// here.
    fn number(&mut self) -> Option<Token<'a>> {
        let sign = usize::from(matches!(self.peek(0), Some(b'+' | b'-')));
        let digits = self.run(sign, |byte| byte.is_ascii_digit());
        if digits == 0 {
            return None;
        }
        if let Some(length) = self.real_length(sign + digits) {
            let text = self.take(length);
            let comma = text.contains([',', '\'']);
            return Some(Token::Real { value: literals::real(text), comma });
        }
        if self.peek(0) == Some(b'+') {
            return None;
        }
        let hex = self.run(sign + 2, |byte| byte.is_ascii_hexdigit());
        let is_hex =
            digits == 1 && self.peek(sign) == Some(b'0') && self.peek(sign + 1) == Some(b'x');
        if is_hex && hex > 0 {
            return Some(Token::Int(literals::hexadecimal(self.take(sign + 2 + hex))));
        }
        Some(Token::Int(literals::decimal(self.take(sign + digits))))
    }

    /// Length of a number with a fraction, with `whole` bytes before the point.
    fn real_length(&self, whole: usize) -> Option<usize> {
        if !matches!(self.peek(whole), Some(b'.' | b',' | b'\'')) {
            return None;
        }
        let fraction = self.run(whole + 1, |byte| byte.is_ascii_digit());
        if fraction == 0 {
            return None;
        }
        let mut length = whole + 1 + fraction;
        length += usize::from(self.peek(length) == Some(b'e'));
        length += usize::from(matches!(self.peek(length), Some(b'+' | b'-')));
        Some(length + self.run(length, |byte| byte.is_ascii_digit()))
    }

    /// A string, which may contain line ends. It ends at the first quote without a backslash before
    /// it, else at the last quote in the source.
    fn string(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = None;
        for (at, _) in bytes.iter().enumerate().skip(start + 1).filter(|&(_, &byte)| byte == b'"') {
            end = Some(at);
            if bytes[at - 1] != b'\\' {
                break;
            }
        }
        let Some(end) = end else {
            self.at += 1;
            return Err(Box::new(messages::unclosed_string(self.span(start))));
        };
        self.at = end + 1;
        let inside = self.span(start + 1);
        // The offset is in the text, which differs from the file if that is not UTF-8.
        let text = literals::string(&self.sources.bytes(inside))
            .or_else(|_| literals::string(&bytes[start + 1..=end]));
        text.map(Token::Text).map_err(|escape| Box::new(self.bad_escape(start + 1, escape)))
    }

    /// A character in single quotes: one byte, or a backslash and one byte.
    fn character(&mut self) -> Result<Token<'a>, Box<Diagnostic>> {
        let start = self.at;
        let inside = match (self.peek(1), self.peek(2), self.peek(3)) {
            // An escape is the longer match, so it comes first.
            (Some(b'\\'), Some(second), Some(b'\'')) if second != b'\'' => 2,
            (Some(first), Some(b'\''), _) if first != b'\'' && first.is_ascii() => 1,
            _ => {
                self.at += 1;
                return Err(Box::new(messages::bad_character_literal(self.span(start))));
            }
        };
        let bytes = &self.text.as_bytes()[start + 1..start + 3];
        self.at += inside + 2;
        let value = literals::character(bytes);
        value.map(Token::Int).map_err(|escape| Box::new(self.bad_escape(start + 1, escape)))
    }

    fn bad_escape(&self, text: usize, escape: BadEscape) -> Diagnostic {
        let start = (text + escape.at) as u32;
        let rest = &self.text[start as usize + 1..];
        let length = 1 + rest.chars().next().map_or(0, char::len_utf8) as u32;
        let span = Span { file: self.file, start, end: start + length };
        messages::bad_escape(span, &escape)
    }

    fn unknown_character(&mut self) -> Box<Diagnostic> {
        let start = self.at;
        let found = self.text[start..].chars().next().unwrap_or(' ');
        self.at += found.len_utf8();
        Box::new(messages::unknown_character(self.span(start), found))
    }
}

/// Whether a byte can be part of a name; `$` only of a name that starts with it.
pub(in crate::assembler) fn is_in_names(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Token of a word with a dollar sign: a register if it names one, else a name.
fn register_or_name(word: &str) -> Token<'_> {
    let name = &word[1..];
    let digits = name.bytes().take_while(u8::is_ascii_digit).count();
    if digits == name.len() && digits <= 2 {
        return match name.parse() {
            Ok(number) if number < 32 => Token::Register(number),
            _ => Token::Word(word),
        };
    }
    if let Some(rest) = name.strip_prefix('f') {
        // The text after the digits is ignored.
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            return Token::Float(rest[..digits].parse().unwrap_or(u32::MAX));
        }
    }
    let alias = match name {
        "s8" => Some("fp"),
        "kt0" => Some("k0"),
        "kt1" => Some("k1"),
        _ => None,
    };
    let name = alias.unwrap_or(name);
    let number = crate::isa::REGISTERS.iter().position(|&register| register == name);
    number.map_or(Token::Word(word), |number| Token::Register(number as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'static>> {
        let sources = Box::leak(Box::new(Sources::new()));
        let file = sources.add("a.s", text.as_bytes());
        let statement = Scanner::new(sources, file).statement().expect("one statement");
        assert_eq!(statement.problem, None, "{text}");
        statement.lexemes.into_iter().map(|lexeme| lexeme.token).collect()
    }

    fn real(value: f64, comma: bool) -> Token<'static> {
        Token::Real { value, comma }
    }

    #[test]
    fn commas_are_blanks_but_not_between_digits() {
        assert_eq!(tokens("1, 2 ,3"), [Token::Int(1), Token::Int(2), Token::Int(3)]);
        assert_eq!(tokens("1,2,3"), [real(1.0, true), Token::Int(3)]);
        assert_eq!(tokens("0x1,2"), [Token::Int(1), Token::Int(2)]);
        assert_eq!(tokens("1,-2"), [Token::Int(1), Token::Int(-2)]);
        assert_eq!(tokens("$4,5,$t0"), [Token::Register(4), Token::Int(5), Token::Register(8)]);
    }

    #[test]
    fn a_minus_belongs_to_the_digits_after_it() {
        assert_eq!(tokens("5-3"), [Token::Int(5), Token::Int(-3)]);
        assert_eq!(tokens("5 - 3"), [Token::Int(5), Token::Mark('-'), Token::Int(3)]);
        assert_eq!(tokens("5+3"), [Token::Int(5), Token::Mark('+'), Token::Int(3)]);
        assert_eq!(tokens("-0x10"), [Token::Int(-16)]);
        assert_eq!(tokens("4294967295 010"), [Token::Int(-1), Token::Int(10)]);
    }

    #[test]
    fn fractions_take_an_exponent_with_or_without_its_e() {
        assert_eq!(tokens("1.5e3"), [real(1500.0, false)]);
        assert_eq!(tokens("1.5-3 2.5e"), [real(1.5, false), real(2.5, false)]);
        assert_eq!(tokens("1. 2"), [Token::Int(1), Token::Word("."), Token::Int(2)]);
    }

    #[test]
    fn registers_and_names_with_a_dollar() {
        assert_eq!(
            tokens("$31 $fp $s8 $f12"),
            [Token::Register(31), Token::Register(30), Token::Register(30), Token::Float(12),]
        );
        assert_eq!(
            tokens("$32 $foo $f99"),
            [Token::Word("$32"), Token::Word("$foo"), Token::Float(99),]
        );
    }

    #[test]
    fn a_quote_after_a_backslash_ends_a_string_only_if_no_other_does() {
        assert_eq!(tokens("\"a\\\"b\" 1"), [Token::Text(b"a\"b".to_vec()), Token::Int(1)]);
        assert_eq!(tokens("\"a\\\\\" 1"), [Token::Text(b"a\\\"".to_vec()), Token::Int(1)]);
    }
}
