//! Operands of instructions.
//!
//! Commas are blanks, so an operand is the longest possible one: `8 -4($t0)` is one address.

use asmkit::{Diagnostic, Span};

use super::cursor::Cursor;
use super::messages;
use super::symbols::SymbolId;
use super::token::Token;

/// A number: a constant, or a label plus a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) symbol: Option<SymbolId>,
    pub(super) offset: i32,
}

impl Value {
    pub(super) fn constant(offset: i32) -> Self {
        Value { symbol: None, offset }
    }
}

/// Syntax of a number, which determines where it is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberSyntax {
    /// One number.
    Plain,
    /// A sum of two numbers.
    Sum,
    /// A sum in parentheses, shifted right.
    Shifted,
    /// A label.
    Label,
    /// A label and a number, in this order.
    LabelSum,
    /// Numbers and a label, in this order.
    SumLabel,
}

/// An operand.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Operand {
    Register(u8),
    Float(u32),
    Real {
        value: f64,
        comma: bool,
    },
    Number {
        value: Value,
        written: NumberSyntax,
    },
    /// A number, not a shifted one, and a base register.
    Address {
        value: Value,
        base: u8,
    },
}

/// Parses operands up to the end of the statement.
pub(super) fn operands(
    cursor: &mut Cursor<'_, '_>,
) -> Result<Vec<(Operand, Span)>, Box<Diagnostic>> {
    let mut operands = Vec::new();
    while !cursor.at_end() {
        let start = cursor.here();
        let operand = operand(cursor)?;
        operands.push((operand, start.to(cursor.before())));
    }
    Ok(operands)
}

fn operand(cursor: &mut Cursor<'_, '_>) -> Result<Operand, Box<Diagnostic>> {
    match cursor.next()? {
        Token::Register(number) => Ok(Operand::Register(number)),
        Token::Float(number) => Ok(Operand::Float(number)),
        Token::Real { value, comma } => Ok(Operand::Real { value, comma }),
        Token::Int(first) => {
            let (value, written) = number_from(cursor, first)?;
            with_base(cursor, value, written)
        }
        Token::Word(name) => {
            let symbol = Some(cursor.use_symbol(name));
            let (offset, written) = match cursor.peek() {
                Some(Token::Mark('+')) => (constant_after_sign(cursor)?, NumberSyntax::LabelSum),
                Some(Token::Mark('-')) => {
                    (constant_after_sign(cursor)?.wrapping_neg(), NumberSyntax::LabelSum)
                }
                _ => (0, NumberSyntax::Label),
            };
            with_base(cursor, Value { symbol, offset }, written)
        }
        Token::Mark('(') => parenthesis(cursor),
        found => Err(Box::new(messages::no_operand(cursor.before(), &found))),
    }
}

/// Parses an operand that starts with a parenthesis: a base register, or a shifted number.
fn parenthesis(cursor: &mut Cursor<'_, '_>) -> Result<Operand, Box<Diagnostic>> {
    match cursor.next()? {
        Token::Register(base) => {
            cursor.expect(')')?;
            Ok(Operand::Address { value: Value::constant(0), base })
        }
        Token::Int(first) => {
            let number = constant_from(cursor, first)?;
            for mark in [')', '>', '>'] {
                cursor.expect(mark)?;
            }
            let distance = cursor.int()?;
            // The host's processor shifts modulo 32.
            let value = Value::constant(number.wrapping_shr(distance as u32));
            Ok(Operand::Number { value, written: NumberSyntax::Shifted })
        }
        found => Err(Box::new(messages::no_operand(cursor.before(), &found))),
    }
}

/// Parses a number of one or two parts, and a label after two.
fn number_from(
    cursor: &mut Cursor<'_, '_>,
    first: i32,
) -> Result<(Value, NumberSyntax), Box<Diagnostic>> {
    let from = cursor.position();
    let offset = constant_from(cursor, first)?;
    if cursor.position() == from {
        return Ok((Value::constant(offset), NumberSyntax::Plain));
    }
    if cursor.peek() == Some(Token::Mark('+')) {
        cursor.next()?;
        let symbol = Some(cursor.name_use()?);
        return Ok((Value { symbol, offset }, NumberSyntax::SumLabel));
    }
    Ok((Value::constant(offset), NumberSyntax::Sum))
}

/// Parses a number and a signed second one to add; without a sign, the second is another operand.
fn constant_from(cursor: &mut Cursor<'_, '_>, first: i32) -> Result<i32, Box<Diagnostic>> {
    match cursor.peek() {
        Some(Token::Mark('+')) => {
            cursor.next()?;
            Ok(first.wrapping_add(cursor.int()?))
        }
        Some(Token::Int(second)) if second < 0 => {
            cursor.next()?;
            Ok(first.wrapping_add(second))
        }
        _ => Ok(first),
    }
}

fn constant_after_sign(cursor: &mut Cursor<'_, '_>) -> Result<i32, Box<Diagnostic>> {
    cursor.next()?;
    let first = cursor.int()?;
    constant_from(cursor, first)
}

fn with_base(
    cursor: &mut Cursor<'_, '_>,
    value: Value,
    written: NumberSyntax,
) -> Result<Operand, Box<Diagnostic>> {
    if cursor.peek() != Some(Token::Mark('(')) || written == NumberSyntax::SumLabel {
        return Ok(Operand::Number { value, written });
    }
    cursor.next()?;
    match cursor.next()? {
        Token::Register(base) => {
            cursor.expect(')')?;
            Ok(Operand::Address { value, base })
        }
        _ => Err(Box::new(messages::no_base_register(cursor.before()))),
    }
}
