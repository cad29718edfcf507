//! Messages about lines that match no form of their instruction.

use super::dialect::Dialect;
use super::forms::{Form, Mismatch, MismatchReason, Slot};
use super::messages;
use super::token::{Token, TokenKind};
use crate::Diagnostic;

/// Message about a number out of range if a form matches otherwise, or else about the token where
/// the form that matched furthest stopped.
pub(super) fn message(
    mnemonic: &Token,
    operands: &[Token],
    forms: &[Form],
    misses: &[Mismatch],
    dialect: &Dialect,
) -> Diagnostic {
    let name = mnemonic.value.to_ascii_lowercase();
    let mut examples: Vec<String> = Vec::new();
    for form in forms {
        let example = form.example(&name, &dialect.registers);
        if !examples.contains(&example) {
            examples.push(example);
        }
    }
    let in_kind = forms.iter().zip(misses).filter(|(form, _)| form.fits_in_kind(operands));
    let in_kind: Vec<&Mismatch> = in_kind.map(|(_, miss)| miss).collect();
    if let (Some(first), Some((low, high))) =
        (in_kind.first(), widest_range(in_kind.iter().map(|miss| miss.reason)))
    {
        let found = &operands[first.at];
        return messages::operand_range(found.span, &found.value, low.into(), high.into());
    }
    let furthest = misses.iter().map(|miss| miss.at).max().unwrap_or(0);
    let there = || misses.iter().filter(|miss| miss.at == furthest).map(|miss| miss.reason);
    let count = || {
        let shown = operands.iter().filter(|token| is_operand(token)).count();
        messages::operand_count(mnemonic.span, &name, shown, &examples)
    };
    let Some(found) = operands.get(furthest) else {
        return if there().any(|reason| reason == MismatchReason::Missing(Slot::Close)) {
            messages::missing_parenthesis(mnemonic.span, &name, dialect.address)
        } else {
            count()
        };
    };
    if let Some((low, high)) = widest_range(there()) {
        return messages::operand_range(found.span, &found.value, low.into(), high.into());
    }
    let mut nouns: Vec<String> = Vec::new();
    for reason in there() {
        let MismatchReason::Kind(slot) = reason else { continue };
        for noun in slot.nouns() {
            if !nouns.contains(&noun) {
                nouns.push(noun);
            }
        }
    }
    if !nouns.is_empty() {
        return wrong_kind(found, &name, &nouns, &examples, dialect);
    }
    match (dialect.hint)(&name, found.kind, &found.value) {
        Some(hint) => count().help(hint),
        None => count(),
    }
}

fn widest_range(misses: impl Iterator<Item = MismatchReason>) -> Option<(i32, i32)> {
    let range = |reason| match reason {
        MismatchReason::Range(low, high) => Some((low, high)),
        _ => None,
    };
    misses.filter_map(range).max_by_key(|&(low, high)| i64::from(high) - i64::from(low))
}

fn wrong_kind(
    found: &Token,
    name: &str,
    nouns: &[String],
    examples: &[String],
    dialect: &Dialect,
) -> Diagnostic {
    let registers = ["a register", "a floating point register"];
    let wants_register = nouns.iter().any(|noun| registers.contains(&noun.as_str()));
    let meant = found.value.starts_with('$') || (dialect.registers.intended)(&found.value);
    if found.kind == TokenKind::Identifier && meant && wants_register {
        return messages::unknown_register(found.span, &found.value, dialect);
    }
    let digits = found.value.trim_start_matches(['-', '+']);
    if found.kind == TokenKind::Real && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let (low, high) = (i32::MIN.into(), i32::MAX.into());
        return messages::operand_range(found.span, &found.value, low, high);
    }
    let message = messages::operand_kind(found.span, &found.value, name, &either(nouns), examples);
    match hint(found, name, nouns, dialect) {
        Some(hint) => message.help(hint),
        None => message,
    }
}

/// Help that the forms of the instruction do not give.
fn hint(found: &Token, name: &str, nouns: &[String], dialect: &Dialect) -> Option<String> {
    let value = messages::short(&found.value);
    if found.kind == TokenKind::Identifier
        && let register = format!("${value}")
        && (dialect.registers.names)().contains(&register)
    {
        return Some(format!("did you mean `{register}`?"));
    }
    if let Some(hint) = (dialect.hint)(name, found.kind, &value) {
        return Some(hint);
    }
    match (name, found.kind) {
        ("li", TokenKind::Identifier) => Some(format!(
            "load the address of a label with `la`, or define a constant with `.eqv {value} 5` \
             before this line"
        )),
        (_, TokenKind::Identifier) if nouns == ["a number"] => {
            Some(format!("define a constant with `.eqv {value} 5` before this line"))
        }
        (_, TokenKind::Parameter) => Some("parameters are allowed only in macros".to_owned()),
        _ => None,
    }
}

/// `a`, `a or b`, `a, b or c`.
fn either(nouns: &[String]) -> String {
    match nouns {
        [] => String::new(),
        [noun] => noun.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

fn is_operand(token: &Token) -> bool {
    !matches!(
        token.kind,
        TokenKind::Open | TokenKind::Close | TokenKind::Plus | TokenKind::Function(_)
    )
}
