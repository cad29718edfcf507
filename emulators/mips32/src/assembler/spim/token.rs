//! Tokens: the pieces that statements are made of.

use asmkit::Span;

/// A piece of a statement.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token<'a> {
    /// A whole number; too large ones keep their low 32 bits.
    Int(i32),
    /// A number with a fraction. `comma` is set where the fraction began with a comma.
    Real { value: f64, comma: bool },
    /// A name, of an instruction or of the program's own.
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

/// A token and its place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) span: Span,
}
