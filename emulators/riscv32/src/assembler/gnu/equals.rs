//! Symbols defined by `.set`, resolved once the whole file is known.
//!
//! Each gets its final value, so that no value refers to another such symbol.

use asmkit::Diagnostic;

use super::expression::{Binary, Expr, SIZE_LIMIT, combine};
use super::messages;
use super::symbols::{Meaning, SymbolId, Symbols};

/// Resolves the symbols in the values of symbols, each once, in any order.
pub(super) fn resolve(symbols: &mut Symbols, problems: &mut Vec<Diagnostic>) {
    let mut states = vec![VisitState::New; symbols.len()];
    for id in 0..symbols.len() {
        visit(id, symbols, &mut states, problems);
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum VisitState {
    New,
    /// Waits for the symbols in its value.
    Open,
    Done,
}

/// Resolves a symbol after those in its value.
///
/// An explicit stack replaces recursion, because the chain may be as long as the file.
fn visit(
    first: SymbolId,
    symbols: &mut Symbols,
    states: &mut [VisitState],
    to: &mut Vec<Diagnostic>,
) {
    let mut waiting = vec![first];
    while let Some(&id) = waiting.last() {
        let Meaning::Equal(value) = &symbols.get(id).meaning else {
            states[id] = VisitState::Done;
            waiting.pop();
            continue;
        };
        if states[id] == VisitState::New {
            states[id] = VisitState::Open;
            let mut names = Vec::new();
            names_of(value, &mut names);
            waiting.extend(names.into_iter().filter(|&name| states[name] == VisitState::New));
            continue;
        }
        waiting.pop();
        if states[id] == VisitState::Open {
            states[id] = VisitState::Done;
            let resolved = resolved(id, value, symbols, states).unwrap_or_else(|problem| {
                to.push(*problem);
                Expr::Number(0)
            });
            symbols.get_mut(id).meaning = Meaning::Equal(resolved);
        }
    }
}

fn names_of(value: &Expr, names: &mut Vec<SymbolId>) {
    match value {
        Expr::Number(_) | Expr::At(_) => {}
        Expr::Symbol(id) => names.push(*id),
        Expr::Unary(_, a) => names_of(a, names),
        Expr::Binary(_, a, b) => {
            names_of(a, names);
            names_of(b, names);
        }
    }
}

/// Value of a symbol, with the symbols in it replaced by their values.
fn resolved(
    id: SymbolId,
    value: &Expr,
    symbols: &Symbols,
    states: &[VisitState],
) -> super::AsmResult<Expr> {
    let symbol = symbols.get(id);
    let Some(at) = symbol.defined_at.or(symbol.used_at) else { return Ok(value.clone()) };
    let value = with_values(value, symbols, states)
        .ok_or_else(|| Box::new(messages::circular(at, symbol.shown())))?;
    if value.size() > SIZE_LIMIT {
        Err(Box::new(messages::expression_too_long(at)))
    } else {
        Ok(value)
    }
}

/// Expression with the `.set` symbols replaced; `None` if it depends on itself.
fn with_values(value: &Expr, symbols: &Symbols, states: &[VisitState]) -> Option<Expr> {
    Some(match value {
        Expr::Symbol(id) => match &symbols.get(*id).meaning {
            Meaning::Equal(_) if states[*id] != VisitState::Done => return None,
            Meaning::Equal(value) => value.clone(),
            _ => value.clone(),
        },
        Expr::Number(_) | Expr::At(_) => value.clone(),
        Expr::Unary(operator, a) => {
            let a = with_values(a, symbols, states)?;
            match a {
                Expr::Number(number) => Expr::Number(operator.of(number)),
                a => Expr::Unary(*operator, Box::new(a)),
            }
        }
        Expr::Binary(operator, a, b) => {
            joined(*operator, with_values(a, symbols, states)?, with_values(b, symbols, states)?)
        }
    })
}

/// Builds a binary expression and folds constants.
fn joined(operator: Binary, a: Expr, b: Expr) -> Expr {
    use Binary::{Add, Subtract};
    match (operator, a, b) {
        (_, Expr::Number(x), Expr::Number(y)) if combine(operator, x, y).is_some() => {
            Expr::Number(combine(operator, x, y).unwrap_or(0))
        }
        (Add, Expr::Number(x), b) => joined(Add, b, Expr::Number(x)),
        (Subtract, a, Expr::Number(y)) => joined(Add, a, Expr::Number(y.wrapping_neg())),
        (Add, Expr::Binary(Add, a, x), Expr::Number(y)) if matches!(*x, Expr::Number(_)) => {
            joined(Add, *a, joined(Add, *x, Expr::Number(y)))
        }
        (Add, a, Expr::Number(0)) => a,
        (operator, a, b) => Expr::Binary(operator, Box::new(a), Box::new(b)),
    }
}
