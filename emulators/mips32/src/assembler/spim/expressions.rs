//! Expressions of directives: sums, products, parentheses, labels.

use asmkit::{Diagnostic, Span};

use super::cursor::Cursor;
use super::messages;
use super::symbols::SymbolId;
use super::token::Token;

/// Limit of nested parentheses, to protect the stack.
const DEPTH_LIMIT: u32 = 100;

/// Value of an expression.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Expression {
    /// Value, with 0 for labels that are not defined yet.
    pub(super) value: i32,
    /// Labels that are not defined yet, with their spans.
    pub(super) waits: Vec<(SymbolId, Span)>,
    /// Whether the expression is more than one number or label.
    pub(super) compound: bool,
}

/// Parses the longest possible expression.
pub(super) fn expression(cursor: &mut Cursor<'_, '_>) -> Result<Expression, Box<Diagnostic>> {
    sum(cursor, 0)
}

/// Parses an expression whose labels must be defined.
pub(super) fn defined(cursor: &mut Cursor<'_, '_>) -> Result<i32, Box<Diagnostic>> {
    let Expression { value, waits, .. } = expression(cursor)?;
    match waits.first() {
        None => Ok(value),
        Some(&(symbol, span)) => {
            let name = cursor.symbols().get(symbol).name.clone();
            Err(Box::new(messages::defined_too_late(span, &name)))
        }
    }
}

fn sum(cursor: &mut Cursor<'_, '_>, depth: u32) -> Result<Expression, Box<Diagnostic>> {
    let mut left = product(cursor, depth)?;
    while let Some(Token::Mark(sign @ ('+' | '-'))) = cursor.peek() {
        cursor.next()?;
        let right = product(cursor, depth)?;
        let value = match sign {
            '+' => left.value.wrapping_add(right.value),
            _ => left.value.wrapping_sub(right.value),
        };
        left = joined(left, right, value);
    }
    Ok(left)
}

fn product(cursor: &mut Cursor<'_, '_>, depth: u32) -> Result<Expression, Box<Diagnostic>> {
    let mut left = factor(cursor, depth)?;
    while let Some(Token::Mark(sign @ ('*' | '/'))) = cursor.peek() {
        cursor.next()?;
        let right = factor(cursor, depth)?;
        let value = match sign {
            '*' => left.value.wrapping_mul(right.value),
            _ if right.value == 0 => {
                return Err(Box::new(messages::division_by_zero(cursor.before())));
            }
            _ => left.value.wrapping_div(right.value),
        };
        left = joined(left, right, value);
    }
    Ok(left)
}

fn joined(left: Expression, right: Expression, value: i32) -> Expression {
    let waits = [left.waits, right.waits].concat();
    Expression { value, waits, compound: true }
}

fn factor(cursor: &mut Cursor<'_, '_>, depth: u32) -> Result<Expression, Box<Diagnostic>> {
    match cursor.next()? {
        Token::Int(value) => Ok(Expression { value, ..Expression::default() }),
        Token::Word(name) => {
            let symbol = cursor.use_symbol(name);
            let value = cursor.symbols().get(symbol).value;
            let waits = if value.is_none() { vec![(symbol, cursor.before())] } else { Vec::new() };
            Ok(Expression { value: value.unwrap_or(0) as i32, waits, compound: false })
        }
        Token::Mark('(') if depth < DEPTH_LIMIT => {
            let inside = sum(cursor, depth + 1)?;
            cursor.expect(')')?;
            Ok(inside)
        }
        Token::Mark('(') => Err(Box::new(messages::too_deep(cursor.before()))),
        Token::Real { comma: true, .. } => Err(Box::new(messages::comma_number(cursor.before()))),
        Token::Real { comma: false, .. } => Err(Box::new(messages::fraction(cursor.before()))),
        Token::Text(_) => Err(Box::new(messages::string_for_number(cursor.before()))),
        _ => Err(Box::new(messages::expected(cursor.before(), "a number or a label"))),
    }
}
