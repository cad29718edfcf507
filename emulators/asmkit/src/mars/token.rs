//! Tokens of a source line.

use super::dialect::Dialect;
use super::directive::{Action, Directive};
use crate::Span;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Text; for a character, its code in decimal, which macros and `.eqv` use.
    pub(super) value: String,
    /// Offset in its line, and length there.
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) span: Span,
}

impl Token {
    pub(super) fn end(&self) -> usize {
        self.start + self.length
    }

    /// Whether it is a directive with this effect.
    pub(super) fn does(&self, action: Action) -> bool {
        matches!(self.kind, TokenKind::Directive(directive) if directive.action == action)
    }

    /// Whether it can be a macro parameter: `%name`, or `$name` as in SPIM.
    pub(super) fn is_parameter(&self) -> bool {
        let register = matches!(self.kind, TokenKind::Register(_) | TokenKind::FloatRegister(_));
        self.value.len() > 1 && self.value.starts_with('%')
            || self.value.starts_with('$') && !register
    }
}

/// Kind of a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum TokenKind {
    /// A general register.
    Register(u8),
    /// A floating point register.
    FloatRegister(u8),
    /// A control and status register.
    Control(u16),
    /// A rounding mode.
    Rounding(u8),
    /// A function of an address, such as `%hi`.
    Function(&'static str),
    /// A 32-bit integer.
    Integer(i32),
    /// An integer that needs 64 bits.
    Long(i64),
    /// Any other number.
    Real,
    /// A mnemonic; it can also be a label.
    Operator,
    /// A directive.
    Directive(&'static Directive),
    /// A string.
    Text,
    /// A name.
    Identifier,
    /// `%name` in a macro.
    Parameter,
    /// `(`
    Open,
    /// `)`
    Close,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `:`
    Colon,
    /// From `#` to the end of the line.
    Comment,
    /// An invalid token.
    Bad,
}

impl TokenKind {
    /// Kind of a word; characters, comments and strings are recognized before, by their first byte.
    #[must_use]
    pub fn of_word(word: &str, dialect: &Dialect) -> TokenKind {
        match word {
            "(" => return TokenKind::Open,
            ")" => return TokenKind::Close,
            ":" => return TokenKind::Colon,
            "+" => return TokenKind::Plus,
            "-" => return TokenKind::Minus,
            _ => {}
        }
        if let Some(kind) = (dialect.word)(word) {
            return kind;
        }
        if word.len() > 1 && word.starts_with('%') {
            return TokenKind::Parameter;
        }
        if let Some(kind) = (dialect.integer)(word) {
            return kind;
        }
        if (dialect.real)(word).is_some() {
            return TokenKind::Real;
        }
        if dialect.is_mnemonic(word) {
            return TokenKind::Operator;
        }
        if let Some(directive) = dialect.directive(word) {
            return TokenKind::Directive(directive);
        }
        if is_identifier(word) { TokenKind::Identifier } else { TokenKind::Bad }
    }

    /// Whether a token of this kind can be a label.
    pub(super) fn is_name(self) -> bool {
        matches!(self, TokenKind::Identifier | TokenKind::Operator)
    }
}

fn is_identifier(word: &str) -> bool {
    let special = |c: char| matches!(c, '_' | '.' | '$');
    // Java reads 16 bits at a time and finds no letters beyond them.
    let narrow = |c: char| u32::from(c) <= 0xffff;
    word.starts_with(|c: char| special(c) || c.is_alphabetic() && narrow(c))
        && word.chars().all(|c| special(c) || c.is_alphanumeric() && narrow(c))
}
