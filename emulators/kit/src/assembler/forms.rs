//! Operands of an instruction, by the forms of its rows.

use asmkit::{Diagnostic, Span};

use super::expression::{Expression, Parser};
use super::grammar::Language;
use super::scan::{Token, TokenKind};
use super::words::Words;
use crate::design::Design;
use crate::operand::{Kind, Source};
use crate::row::Row;

/// An instruction with its operands.
pub(super) struct Chosen<D: Design> {
    pub(super) row: &'static Row<D>,
    /// Letters with their operands.
    pub(super) operands: Vec<(char, Kind, Operand)>,
}

/// An operand.
pub(super) enum Operand {
    /// Field of a register.
    Register(u64),
    Number(Expression),
}

/// Failure to read operands in a form.
struct Failure {
    /// Number of tokens read.
    done: usize,
    /// Names of the registers that are expected, if one is missing.
    registers: Option<&'static [&'static str]>,
    /// The message, if it is not the usual one.
    message: Option<Box<Diagnostic>>,
}

impl Failure {
    /// The failure of the form that was meant is the furthest one, or one with its own message.
    fn rank(&self) -> (usize, bool) {
        (self.done, self.message.is_some())
    }
}

/// Chooses the row for a statement; `known` is the value of an expression in the first pass.
pub(super) fn choose<D: Design>(
    rows: &[&'static Row<D>],
    name: &Token,
    operands: &[Token],
    (language, words): (&Language, &Words<D>),
    known: impl Fn(&Expression) -> Option<i64>,
) -> Result<Chosen<D>, Box<Diagnostic>> {
    let mut furthest: Option<Failure> = None;
    let mut fitting: Vec<Chosen<D>> = Vec::new();
    for row in rows {
        match read(row, operands, language, words) {
            Ok(chosen) => fitting.push(chosen),
            Err(failure) if furthest.as_ref().is_none_or(|most| most.rank() < failure.rank()) => {
                furthest = Some(failure);
            }
            Err(_) => {}
        }
    }
    let is_short = |kind: &Kind| kind.is_short;
    let has_short = |one: &Chosen<D>| one.operands.iter().any(|(_, kind, _)| is_short(kind));
    let fits_short = |one: &Chosen<D>| {
        one.operands.iter().filter(|(_, kind, _)| is_short(kind)).all(|(letter, kind, operand)| {
            let Operand::Number(expression) = operand else { return true };
            let field = one.row.field(*letter, 0);
            known(expression).is_some_and(|number| (kind.encode)(number, field).is_ok())
        })
    };
    let best = fitting.iter().position(|one| !has_short(one) || fits_short(one));
    if !fitting.is_empty() {
        return Ok(fitting.swap_remove(best.unwrap_or(0)));
    }
    Err(Box::new(error(rows, name, operands, furthest)))
}

/// Message about operands that fit no row.
fn error<D: Design>(
    rows: &[&'static Row<D>],
    name: &Token,
    operands: &[Token],
    furthest: Option<Failure>,
) -> Diagnostic {
    let Failure { done, registers, message } =
        furthest.unwrap_or(Failure { done: 0, registers: None, message: None });
    if let Some(message) = message {
        return *message;
    }
    let rest = operands.get(done..).unwrap_or_default();
    if let Some(((found, at), names)) = in_place_of_register(rest).zip(registers) {
        let nearest = asmkit::nearest(&found, names.iter().copied());
        let known = match names {
            [first, .., last] => format!("{first} to {last}"),
            _ => names.join(", "),
        };
        return asmkit::messages::unknown_register(at, &found, nearest, &known);
    }
    let forms: Vec<String> = rows
        .iter()
        .map(|row| format!("{} {}", row.name, row.operands).trim_end().to_owned())
        .collect();
    super::messages::invalid_operands(after(name, operands, rest.first()), &name.text, &forms)
}

/// A name where a register is expected, with the sign that other assemblers write before registers.
fn in_place_of_register(tokens: &[Token]) -> Option<(String, Span)> {
    match tokens {
        [name, ..] if name.is_name() => Some((name.text.clone(), name.span)),
        [sign, name, ..] if sign.is('$') || sign.is('%') => {
            let is_one = sign.span.end == name.span.start;
            let span = Span { end: name.span.end, ..sign.span };
            is_one.then(|| (format!("{}{}", sign.text, name.text), span))
        }
        _ => None,
    }
}

/// Place of a token, or of the end of the statement.
pub(super) fn after(name: &Token, operands: &[Token], found: Option<&Token>) -> Span {
    let end = operands.last().unwrap_or(name).span;
    found.map_or(Span { start: end.end, ..end }, |token| token.span)
}

/// Reads operands in the form of a row.
fn read<D: Design>(
    row: &'static Row<D>,
    operands: &[Token],
    language: &Language,
    words: &Words<D>,
) -> Result<Chosen<D>, Failure> {
    let mut chosen = Chosen { row, operands: Vec::new() };
    let mut rest = operands;
    let failure = |rest: &[Token], registers| {
        let done = operands.len() - rest.len();
        Failure { done, registers, message: None }
    };
    let is_blank = |letter: &char| *letter == ' ' || *letter == ',' && language.commas_are_blanks;
    for letter in row.operands.chars().filter(|letter| !is_blank(letter)) {
        let kind = D::kind(letter).filter(|_| row.pattern.field_width(letter) > 0);
        let Some(kind) = kind else {
            match rest {
                [first, after @ ..] if is_literal(first, letter, language) => rest = after,
                _ => return Err(failure(rest, None)),
            }
            continue;
        };
        let operand = match (kind.source, rest) {
            (Source::Register(names, _), [first, after @ ..]) if first.is_name() => {
                let place = names.iter().position(|name| language.is_word(name, &first.text));
                // A name in place of a register is a mistake if no other row takes it.
                let Some(place) = place else { return Err(failure(rest, Some(names))) };
                rest = after;
                Operand::Register(place as u64)
            }
            (Source::Register(names, _), _) => return Err(failure(rest, Some(names))),
            (Source::Number, _) => {
                let is_register = |name: &str| words.is_register(name, language);
                let mut parser = Parser::new(rest, language, &is_register);
                let read = parser.expression();
                let message = parser.too_long().or_else(|| bad_number(parser.tokens, language));
                let left = parser.tokens;
                match read {
                    Some(expression) => {
                        rest = left;
                        Operand::Number(expression)
                    }
                    None => {
                        let message = message.map(Box::new);
                        return Err(Failure { message, ..failure(left, None) });
                    }
                }
            }
        };
        chosen.operands.push((letter, kind, operand));
    }
    if rest.is_empty() { Ok(chosen) } else { Err(failure(rest, None)) }
}

fn is_literal(token: &Token, letter: char, language: &Language) -> bool {
    token.is(letter)
        || token.is_name() && language.is_word(letter.encode_utf8(&mut [0; 4]), &token.text)
}

/// Message about a token that is no part of an expression.
pub(super) fn bad_number(tokens: &[Token], language: &Language) -> Option<Diagnostic> {
    let token = tokens.first()?;
    match token.kind {
        TokenKind::BadNumber => {
            Some(super::messages::not_a_number(token.span, &token.text, language))
        }
        TokenKind::OpenText => Some(super::messages::open_text(token.span)),
        _ => None,
    }
}
