//! Tokens of statements.

use asmkit::Span;

/// A token.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'a> {
    /// The low 32 bits of an integer.
    Int(i32),
    /// A number with a fraction; `comma` means a decimal comma.
    Real { value: f64, comma: bool },
    /// A name, of an instruction or of the program.
    Word(&'a str),
    /// A general register.
    Register(u8),
    /// A floating point register; the number is as written, so it can be too large.
    Float(u32),
    /// The bytes of a string.
    Text(Vec<u8>),
    /// One of `* / : ( ) + - > =`.
    Mark(char),
}

/// A token and its span.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) span: Span,
}
