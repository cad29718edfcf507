//! Expressions, with the operators and precedences of GNU as.
//!
//! Numbers have 64 bits. An expression that depends on addresses remains a tree until they are
//! known.

use asmkit::Span;

use super::cursor::{Cursor, escape, is_name};
use super::object::{Location, Section};
use super::source::quoted_length;
use super::symbols::{Meaning, SymbolId, Symbols};
use super::{AsmResult, messages};

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    Number(i64),
    Symbol(SymbolId),
    At(Location),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unary {
    Minus,
    Not,
    IsZero,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    Multiply,
    Divide,
    Remainder,
    Left,
    Right,
    Or,
    OrNot,
    ExclusiveOr,
    And,
    Add,
    Subtract,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    AndAlso,
    OrElse,
}

/// Operators and their precedence, longer spellings first. Source: GNU as, "Infix Operators".
#[rustfmt::skip]
const OPERATORS: &[(&str, Binary, u8)] = &[
    ("<<", Binary::Left, 8), (">>", Binary::Right, 8), ("<>", Binary::NotEqual, 4), ("<=", Binary::LessOrEqual, 4),
    (">=", Binary::GreaterOrEqual, 4), ("==", Binary::Equal, 4), ("!=", Binary::NotEqual, 4),
    ("&&", Binary::AndAlso, 3), ("||", Binary::OrElse, 2),
    ("*", Binary::Multiply, 8), ("/", Binary::Divide, 8), ("%", Binary::Remainder, 8),
    ("|", Binary::Or, 7), ("!", Binary::OrNot, 7), ("^", Binary::ExclusiveOr, 7), ("&", Binary::And, 7),
    ("+", Binary::Add, 5), ("-", Binary::Subtract, 5), ("<", Binary::Less, 4), (">", Binary::Greater, 4),
];

/// Maximum nesting of parentheses and unary operators.
const DEPTH_LIMIT: usize = 100;

/// Maximum number of operators in one expression, including those of the symbols in it.
pub(super) const SIZE_LIMIT: usize = 200;

/// Maximum length of a chain of symbols that is followed before the end of the file.
const CHAIN_LIMIT: usize = 60;

/// Maximum number of symbols and operators visited in all values of a file.
const STEP_LIMIT: usize = 20_000_000;

/// Context of an expression.
pub(super) struct Scope<'a> {
    pub(super) symbols: &'a mut Symbols,
    pub(super) sections: &'a [Section],
    /// Location of `.`.
    pub(super) here: Location,
}

impl Resolve for Scope<'_> {
    fn distance(&self, from: Location, to: Location) -> Option<i64> {
        self.sections[from.section].distance(from, to)
    }
}

/// Parses an expression.
pub(super) fn parse(cursor: &mut Cursor<'_>, scope: &mut Scope<'_>) -> AsmResult<Expr> {
    let start = cursor.at();
    let expr = Parser { scope, depth: 0 }.binary(cursor, 0)?;
    if expr.size() > SIZE_LIMIT {
        return Err(Box::new(messages::expression_too_long(cursor.since(start))));
    }
    Ok(expr)
}

/// Value of an expression, if it is already known.
pub(super) fn known(expr: &Expr, scope: &Scope<'_>) -> Option<i64> {
    match evaluate(expr, scope.symbols, scope).ok()? {
        ExpressionValue { base: Base::Absolute, number } => Some(number),
        _ => None,
    }
}

struct Parser<'a, 's> {
    scope: &'a mut Scope<'s>,
    depth: usize,
}

impl Parser<'_, '_> {
    fn binary(&mut self, cursor: &mut Cursor<'_>, floor: u8) -> AsmResult<Expr> {
        let mut left = self.unary(cursor)?;
        while let Some((text, operator, rank)) = next_operator(cursor).filter(|op| op.2 > floor) {
            let at = cursor.span();
            cursor.take(text.len());
            let right = self.binary(cursor, rank)?;
            left = self.joined(operator, left, right, at)?;
        }
        Ok(left)
    }

    /// Computes what is known and keeps the rest as a tree.
    fn joined(&self, operator: Binary, left: Expr, right: Expr, at: Span) -> AsmResult<Expr> {
        let by_zero = matches!(operator, Binary::Divide | Binary::Remainder);
        if by_zero && right == Expr::Number(0) {
            return Err(Box::new(messages::division_by_zero(at)));
        }
        let expr = Expr::Binary(operator, Box::new(left), Box::new(right));
        if expr.size() > SIZE_LIMIT {
            return Err(Box::new(messages::expression_too_long(at)));
        }
        Ok(known(&expr, self.scope).map_or(expr, Expr::Number))
    }

    fn unary(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<Expr> {
        self.depth += 1;
        if self.depth > DEPTH_LIMIT {
            return Err(Box::new(messages::expression_too_long(cursor.span())));
        }
        let sign = match cursor.peek() {
            Some(b'-') => Some(Unary::Minus),
            Some(b'~') => Some(Unary::Not),
            Some(b'!') => Some(Unary::IsZero),
            _ => None,
        };
        let expr = if let Some(sign) = sign {
            cursor.take(1);
            let operand = Expr::Unary(sign, Box::new(self.unary(cursor)?));
            known(&operand, self.scope).map_or(operand, Expr::Number)
        } else if cursor.eat("+") {
            self.unary(cursor)?
        } else {
            self.operand(cursor)?
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn operand(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<Expr> {
        let refuse = |cursor: &Cursor<'_>| {
            Err(Box::new(messages::value_expected(cursor.span(), cursor.found())))
        };
        match cursor.peek() {
            Some(open @ (b'(' | b'[')) => {
                let start = cursor.at();
                cursor.take(1);
                let expr = self.binary(cursor, 0)?;
                if !cursor.eat(if open == b'(' { ")" } else { "]" }) {
                    return Err(Box::new(messages::open_parenthesis(cursor.since(start))));
                }
                Ok(expr)
            }
            Some(b'0'..=b'9') => self.number(cursor),
            Some(b'\'') => {
                let text = &cursor.rest()[..quoted_length(cursor.rest().as_bytes())];
                match character(text) {
                    Some(value) => {
                        cursor.take(text.len());
                        Ok(Expr::Number(value))
                    }
                    None => refuse(cursor),
                }
            }
            Some(b'.') if !cursor.peek_at(1).is_some_and(is_name) => {
                cursor.take(1);
                Ok(Expr::At(self.scope.here))
            }
            _ => {
                let span = cursor.span();
                match cursor.name() {
                    Some(name) => Ok(self.symbol(name, span)),
                    None => refuse(cursor),
                }
            }
        }
    }

    /// Current value of a symbol, or a reference to it.
    fn symbol(&mut self, name: &str, span: Span) -> Expr {
        let id = self.scope.symbols.intern(name);
        let symbol = self.scope.symbols.get_mut(id);
        symbol.used_at.get_or_insert(span);
        match &symbol.meaning {
            Meaning::Equal(value) => value.clone(),
            _ => Expr::Symbol(id),
        }
    }

    /// Parses a number, or a numeric label such as `1b`.
    fn number(&mut self, cursor: &mut Cursor<'_>) -> AsmResult<Expr> {
        let span = cursor.span();
        let text = &cursor.rest()[..cursor.run(is_name)];
        let label = |suffix| text.strip_suffix(suffix).and_then(|digits| digits.parse().ok());
        let expr = if let Some(number) = label('f') {
            Expr::Symbol(self.scope.symbols.numeric_ahead(number))
        } else if let Some(number) = label('b') {
            match self.scope.symbols.numeric_back(number) {
                Some(id) => Expr::Symbol(id),
                None => return Err(Box::new(messages::no_label_before(span, number))),
            }
        } else {
            let bits = number(text).ok_or_else(|| messages::bad_number(span, text))?;
            let value = u64::try_from(bits).map_err(|_| messages::number_too_large(span, text))?;
            Expr::Number(value as i64)
        };
        if let Expr::Symbol(id) = expr {
            self.scope.symbols.get_mut(id).used_at.get_or_insert(span);
        }
        cursor.take(text.len());
        Ok(expr)
    }
}

fn next_operator(cursor: &Cursor<'_>) -> Option<(&'static str, Binary, u8)> {
    let rest = cursor.rest();
    OPERATORS.iter().copied().find(|(text, ..)| rest.starts_with(text))
}

/// Number in the syntax of GNU as: `10`, `0x1f`, `017`, `0b101`.
pub(super) fn number(text: &str) -> Option<u128> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match lower.as_bytes() {
        [b'0', b'x', ..] => (&lower[2..], 16),
        [b'0', b'b', ..] => (&lower[2..], 2),
        [b'0', _, ..] => (&lower[1..], 8),
        _ => (lower.as_str(), 10),
    };
    u128::from_str_radix(digits, radix).ok()
}

/// Value of a character constant; the closing quote is optional.
fn character(text: &str) -> Option<i64> {
    let inside = text.strip_prefix('\'')?;
    if let Some(escaped) = inside.strip_prefix('\\') {
        return escape(escaped.as_bytes()).map(|(byte, _)| byte.into());
    }
    inside.bytes().next().map(i64::from)
}

impl Unary {
    /// Applies the operator to a number.
    pub(super) fn of(self, number: i64) -> i64 {
        match self {
            Unary::Minus => number.wrapping_neg(),
            Unary::Not => !number,
            Unary::IsZero => (number == 0).into(),
        }
    }
}

impl Expr {
    /// Number of operators in the expression.
    pub(super) fn size(&self) -> usize {
        match self {
            Expr::Unary(_, a) => 1 + a.size(),
            Expr::Binary(_, a, b) => 1 + a.size() + b.size(),
            _ => 0,
        }
    }
}

/// Result of an expression.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct ExpressionValue {
    pub(super) base: Base,
    pub(super) number: i64,
}

/// Base of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Base {
    /// Absolute number.
    Absolute,
    /// Location in a section of the file.
    Place(Location),
    /// Symbol that the file does not define.
    Outside(SymbolId),
}

impl ExpressionValue {
    pub(super) fn absolute(number: i64) -> Self {
        ExpressionValue { base: Base::Absolute, number }
    }
}

/// Reason why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// An operator that takes only numbers is applied to an address.
    NotNumbers,
    /// A distance is not known yet.
    NotYet,
    /// Division by zero.
    ByZero,
    /// Too many symbols and operators to follow.
    TooLong,
}

/// Knowledge about locations.
pub(super) trait Resolve {
    /// Bytes between two locations in the same section.
    fn distance(&self, from: Location, to: Location) -> Option<i64>;
}

/// Evaluates an expression.
pub(super) fn evaluate(
    expr: &Expr,
    symbols: &Symbols,
    resolve: &impl Resolve,
) -> Result<ExpressionValue, Refusal> {
    evaluate_in(expr, symbols, resolve, 0)
}

fn evaluate_in(
    expr: &Expr,
    symbols: &Symbols,
    resolve: &impl Resolve,
    depth: usize,
) -> Result<ExpressionValue, Refusal> {
    if depth > 0 {
        symbols.steps.set(symbols.steps.get() + 1);
    }
    let again = |expr: &Expr, depth| evaluate_in(expr, symbols, resolve, depth);
    match expr {
        Expr::Number(number) => Ok(ExpressionValue::absolute(*number)),
        Expr::At(place) => Ok(ExpressionValue { base: Base::Place(*place), number: 0 }),
        Expr::Symbol(id) => match &symbols.get(*id).meaning {
            Meaning::Label(place) => Ok(ExpressionValue { base: Base::Place(*place), number: 0 }),
            Meaning::Equal(_) if depth > CHAIN_LIMIT || symbols.steps.get() > STEP_LIMIT => {
                Err(Refusal::TooLong)
            }
            Meaning::Equal(value) => again(value, depth + 1),
            _ => Ok(ExpressionValue { base: Base::Outside(*id), number: 0 }),
        },
        Expr::Unary(operator, a) => {
            let ExpressionValue { base: Base::Absolute, number } = again(a, depth)? else {
                return Err(Refusal::NotNumbers);
            };
            Ok(ExpressionValue::absolute(operator.of(number)))
        }
        Expr::Binary(operator, a, b) => {
            let a = again(a, depth)?;
            let b = again(b, depth)?;
            join(*operator, a, b, resolve)
        }
    }
}

/// Combines both sides of an operator that accepts addresses.
fn join(
    operator: Binary,
    a: ExpressionValue,
    b: ExpressionValue,
    resolve: &impl Resolve,
) -> Result<ExpressionValue, Refusal> {
    use Binary::{Add, Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, Subtract};
    match (operator, a.base, b.base) {
        (_, Base::Absolute, Base::Absolute) => compute(operator, a.number, b.number),
        (Add, base, Base::Absolute) | (Add, Base::Absolute, base) => {
            Ok(ExpressionValue { base, number: a.number.wrapping_add(b.number) })
        }
        (Subtract, base, Base::Absolute) => {
            Ok(ExpressionValue { base, number: a.number.wrapping_sub(b.number) })
        }
        (
            Subtract | Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual,
            Base::Place(to),
            Base::Place(from),
        ) if to.section == from.section => {
            let distance = resolve.distance(from, to).ok_or(Refusal::NotYet)?;
            compute(operator, distance.wrapping_add(a.number), b.number)
        }
        (Subtract, Base::Outside(x), Base::Outside(y)) if x == y => {
            compute(operator, a.number, b.number)
        }
        (Subtract, ..) => Err(Refusal::NotYet),
        _ => Err(Refusal::NotNumbers),
    }
}

/// Applies an operator to two numbers; `None` for a division by zero.
pub(super) fn combine(operator: Binary, a: i64, b: i64) -> Option<i64> {
    compute(operator, a, b).ok().map(|value| value.number)
}

fn compute(operator: Binary, a: i64, b: i64) -> Result<ExpressionValue, Refusal> {
    let truth = |condition: bool| if condition { -1 } else { 0 };
    let shifted = |value: u64| if (0..64).contains(&b) { value as i64 } else { 0 };
    let distance = (b & 63) as u32;
    Ok(ExpressionValue::absolute(match operator {
        Binary::Multiply => a.wrapping_mul(b),
        Binary::Divide | Binary::Remainder if b == 0 => return Err(Refusal::ByZero),
        Binary::Divide => a.wrapping_div(b),
        Binary::Remainder => a.wrapping_rem(b),
        Binary::Left => shifted((a as u64) << distance),
        Binary::Right => shifted(a as u64 >> distance),
        Binary::Or => a | b,
        Binary::OrNot => a | !b,
        Binary::ExclusiveOr => a ^ b,
        Binary::And => a & b,
        Binary::Add => a.wrapping_add(b),
        Binary::Subtract => a.wrapping_sub(b),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        Binary::Less => truth(a < b),
        Binary::LessOrEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterOrEqual => truth(a >= b),
        Binary::AndAlso => i64::from(a != 0 && b != 0),
        Binary::OrElse => i64::from(a != 0 || b != 0),
    }))
}
