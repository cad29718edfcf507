//! Expressions: numbers, labels and operators.

use asmkit::{Diagnostic, Span};

use super::grammar::Language;
use super::messages;
use super::scan::{Token, TokenKind};

/// Maximum number of numbers and operators in an expression.
const MOST_PARTS: usize = 200;

/// An expression, in the order in which a stack computes it.
#[derive(Debug, Clone)]
pub(super) struct Expression {
    parts: Vec<(Part, Span)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Number(i64),
    /// A number that is written like a name: the label, if there is one.
    Ambiguous(String, i64),
    /// A label.
    Name(String),
    /// The address of the statement.
    Here,
    Unary(char),
    Binary(Operator),
}

/// A binary operator, by its first character; a shift has two.
type Operator = char;

/// Precedence of the binary operators, which are all left-associative.
const OPERATORS: &[(&str, u8)] = &[
    ("*", 6),
    ("/", 6),
    ("%", 6),
    ("+", 5),
    ("-", 5),
    ("<", 4),
    (">", 4),
    ("&", 3),
    ("^", 2),
    ("|", 1),
];

/// Value of an expression, or the reason that it has none.
pub(super) enum Missing {
    /// A label that is not defined, or not yet.
    Label(String, Span),
    /// A division by zero.
    Zero(Span),
}

impl Expression {
    /// Place in the source.
    pub(super) fn span(&self) -> Span {
        let spans = self.parts.iter().map(|(_, span)| *span);
        let none = Span { file: asmkit::FileId(0), start: 0, end: 0 };
        spans
            .reduce(|all, one| Span {
                start: all.start.min(one.start),
                end: all.end.max(one.end),
                ..all
            })
            .unwrap_or(none)
    }

    /// Whether it consists of numbers only.
    pub(super) fn is_plain(&self) -> bool {
        let is_name = |part: &Part| matches!(part, Part::Name(_) | Part::Here);
        !self.parts.iter().any(|(part, _)| is_name(part))
    }

    /// Computes the value; `label` returns that of a label.
    pub(super) fn value(
        &self,
        here: u64,
        label: impl Fn(&str) -> Option<i64>,
    ) -> Result<i64, Missing> {
        let mut stack: Vec<i64> = Vec::new();
        for (part, span) in &self.parts {
            let value = match part {
                Part::Number(number) => *number,
                Part::Ambiguous(name, number) => label(name).unwrap_or(*number),
                Part::Here => here.cast_signed(),
                Part::Name(name) => {
                    label(name).ok_or_else(|| Missing::Label(name.clone(), *span))?
                }
                Part::Unary(sign) => {
                    let a = stack.pop().unwrap_or_default();
                    match sign {
                        '-' => a.wrapping_neg(),
                        '~' => !a,
                        '<' => a & 0xff,
                        '>' => a >> 8 & 0xff,
                        _ => a,
                    }
                }
                Part::Binary(operator) => {
                    let (b, a) = (stack.pop().unwrap_or_default(), stack.pop().unwrap_or_default());
                    binary(*operator, a, b).ok_or(Missing::Zero(*span))?
                }
            };
            stack.push(value);
        }
        Ok(stack.pop().unwrap_or_default())
    }
}

fn binary(operator: Operator, a: i64, b: i64) -> Option<i64> {
    Some(match operator {
        '+' => a.wrapping_add(b),
        '-' => a.wrapping_sub(b),
        '*' => a.wrapping_mul(b),
        '/' => return a.checked_div(b),
        '%' => return a.checked_rem(b),
        '&' => a & b,
        '|' => a | b,
        '^' => a ^ b,
        '<' => a.unbounded_shl(b.clamp(0, 64) as u32),
        _ => a.unbounded_shr(b.clamp(0, 64) as u32),
    })
}

/// Parser of the expression at the start of some tokens.
pub(super) struct Parser<'t, 'l> {
    pub(super) tokens: &'t [Token],
    language: &'l Language,
    /// Whether a name is a register.
    is_register: &'l dyn Fn(&str) -> bool,
    parts: Vec<(Part, Span)>,
    depth: usize,
    is_too_long: bool,
}

impl<'t, 'l> Parser<'t, 'l> {
    pub(super) fn new(
        tokens: &'t [Token],
        language: &'l Language,
        is_register: &'l dyn Fn(&str) -> bool,
    ) -> Self {
        Parser { tokens, language, is_register, parts: Vec::new(), depth: 0, is_too_long: false }
    }

    /// The expression; `None` if there is none. What follows it is left in `tokens`.
    pub(super) fn expression(&mut self) -> Option<Expression> {
        self.binary(0)?;
        Some(Expression { parts: std::mem::take(&mut self.parts) })
    }

    /// Message if the expression has too many parts.
    pub(super) fn too_long(&self) -> Option<Diagnostic> {
        let next = self.tokens.first().map(|token| token.span);
        let at = next.or(self.parts.last().map(|(_, span)| *span)).filter(|_| self.is_too_long)?;
        Some(messages::too_complex(at, MOST_PARTS))
    }

    fn push(&mut self, part: Part, span: Span) -> Option<()> {
        self.is_too_long |= self.parts.len() >= MOST_PARTS;
        self.parts.push((part, span));
        (!self.is_too_long).then_some(())
    }

    /// Moves past a token.
    fn take(&mut self) {
        self.tokens = &self.tokens[1..];
    }

    fn binary(&mut self, least: u8) -> Option<()> {
        self.unary()?;
        while let Some((operator, precedence, signs)) = self.operator().filter(|it| it.1 > least) {
            let span = self.tokens[0].span;
            self.tokens = &self.tokens[signs..];
            self.binary(precedence)?;
            self.push(Part::Binary(operator), span)?;
        }
        Some(())
    }

    /// The binary operator here, its precedence and its number of signs.
    fn operator(&self) -> Option<(Operator, u8, usize)> {
        let [first, rest @ ..] = self.tokens else { return None };
        let TokenKind::Sign(sign) = first.kind else { return None };
        let (_, precedence) = OPERATORS.iter().find(|(text, _)| text.starts_with(sign))?;
        let is_shift = matches!(sign, '<' | '>');
        let is_double = rest.first().is_some_and(|next| next.is(sign));
        let is_known = self.language.arithmetic && (!is_shift || is_double);
        is_known.then_some((sign, *precedence, if is_shift { 2 } else { 1 }))
    }

    fn unary(&mut self) -> Option<()> {
        // Signs and parentheses nest.
        self.depth += 1;
        self.is_too_long |= self.depth > MOST_PARTS;
        let found = if self.is_too_long { None } else { self.operand() };
        self.depth -= 1;
        found
    }

    fn operand(&mut self) -> Option<()> {
        let token = self.tokens.first()?;
        match &token.kind {
            TokenKind::Number(number) if token.is_name() => {
                self.push(Part::Ambiguous(token.text.clone(), *number), token.span)?;
            }
            TokenKind::Number(number) => self.push(Part::Number(*number), token.span)?,
            TokenKind::Name if !(self.is_register)(&token.text) => {
                self.push(Part::Name(token.text.clone()), token.span)?;
            }
            TokenKind::Sign(sign) if Some(*sign) == self.language.here => {
                self.push(Part::Here, token.span)?;
            }
            TokenKind::Sign(sign) if self.is_prefix(*sign) => {
                self.take();
                self.unary()?;
                return self.push(Part::Unary(*sign), token.span);
            }
            TokenKind::Sign('(') if self.language.arithmetic => {
                self.take();
                self.binary(0)?;
                self.tokens.first().filter(|token| token.is(')'))?;
            }
            _ => return None,
        }
        self.take();
        Some(())
    }

    fn is_prefix(&self, sign: char) -> bool {
        matches!(sign, '-' | '+') || self.language.arithmetic && matches!(sign, '~' | '<' | '>')
    }
}
