//! `.eqv`: named text.

use std::collections::HashMap;

use crate::Span;

use super::budget::ExpansionBudget;
use super::dialect::{Dialect, Strings};
use super::directive::Action;
use super::lexer;
use super::limits::{LINE_LIMIT_BYTES, SUBSTITUTION_LIMIT};
use super::messages;
use super::sink::Sink;
use super::text::Text;
use super::token::{Token, TokenKind};

/// A line and its tokens.
#[derive(Debug, Clone)]
pub(super) struct TokenizedLine {
    /// Text in the file, or from a macro.
    pub(super) source: Text,
    /// Tokens after `.eqv` replacement; the comment, if any, is the last.
    pub(super) tokens: Vec<Token>,
}

/// Names that the `.eqv` lines of one file have defined so far.
pub(super) struct Equivalents {
    dialect: &'static Dialect,
    texts: HashMap<String, (String, Span)>,
    /// Whether a line that others depend on has an error.
    broken: bool,
}

impl Equivalents {
    pub(super) fn new(dialect: &'static Dialect) -> Self {
        Equivalents { dialect, texts: HashMap::new(), broken: false }
    }

    /// Processes a line: executes a definition, or replaces all names.
    pub(super) fn line(
        &mut self,
        source: Text,
        sink: &mut Sink,
        budget: &mut ExpansionBudget,
    ) -> TokenizedLine {
        let before = sink.errors();
        let mut tokens = lexer::tokens(&source, self.dialect);
        if let Some(at) = definition(&tokens) {
            self.define(&source, &tokens, at, sink);
        } else if tokens.iter().any(|token| self.replacement(token).is_some()) {
            report_bad(&tokens, self.dialect, sink);
            tokens = self.substitute(source.clone(), sink, budget);
        }
        let bad = sink.errors();
        report_bad(&tokens, self.dialect, sink);
        self.broken |= bad > before || sink.errors() > bad && tokens.iter().any(defines);
        warn_of_cuts(&tokens, self.dialect, sink);
        TokenizedLine { source, tokens }
    }

    /// Whether no other lines depend on the lines with errors, so that these can be skipped.
    pub(super) fn can_skip_errors(&self) -> bool {
        !self.broken
    }

    fn replacement(&self, token: &Token) -> Option<&str> {
        let name = (token.kind == TokenKind::Identifier).then_some(&token.value)?;
        self.texts.get(name).map(|(text, _)| text.as_str())
    }

    /// Replaces names from left to right; replacements are scanned again.
    fn substitute(
        &self,
        mut text: Text,
        sink: &mut Sink,
        budget: &mut ExpansionBudget,
    ) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        let mut substitutions = 0;
        let mut from = 0;
        while let Some(token) =
            lexer::token(&text, from, lexer::ends_in_name(&tokens), self.dialect)
        {
            let Some(replacement) = self.replacement(&token) else {
                from = token.end();
                tokens.push(token);
                continue;
            };
            substitutions += 1;
            let bytes = text.as_str().len();
            if substitutions > SUBSTITUTION_LIMIT || bytes > LINE_LIMIT_BYTES {
                sink.push(messages::endless_equivalent(token.span, &token.value));
                return tokens;
            }
            if !budget.spend(bytes, token.span, sink) {
                return tokens;
            }
            text.replace(token.start..token.end(), replacement);
            // A sign before the name may now belong to a number.
            tokens.truncate(tokens.len().saturating_sub(2));
            from = tokens.last().map_or(0, Token::end);
        }
        tokens
    }

    /// Executes the `.eqv` at this index of a line.
    fn define(&mut self, source: &Text, tokens: &[Token], at: usize, sink: &mut Sink) {
        let commented = tokens.last().is_some_and(|token| token.kind == TokenKind::Comment);
        let operands = &tokens[at + 1..tokens.len() - usize::from(commented)];
        let [name, first, ..] = operands else {
            return sink.push(messages::wrong_operands(&tokens[at]));
        };
        if name.kind != TokenKind::Identifier {
            return sink.push(messages::equivalent_name(name.span, &name.value));
        }
        let last = &operands[operands.len() - 1];
        if let Some(itself) = tokens[at + 2..].iter().find(|token| token.value == name.value) {
            return sink.push(messages::equivalent_of_itself(itself.span, &name.value));
        }
        let text = &source.as_str()[first.start..truncated_end(source, last)];
        if text.len() < last.end() - first.start {
            sink.push(messages::equivalent_cut(last.span, &last.value, self.dialect));
        }
        match self.texts.get(&name.value) {
            Some((known, place)) if known != text => {
                sink.push(messages::equivalent_twice(name.span, &name.value, *place));
            }
            Some(_) => {}
            None => {
                self.texts.insert(name.value.clone(), (text.to_owned(), name.span));
            }
        }
    }
}

/// End of the replacement text.
///
/// The simulators use the length of the value, and the value of a character is its code: `'a'`
/// (97) loses its closing quote.
fn truncated_end(source: &Text, last: &Token) -> usize {
    let written = &source.as_str()[last.start..last.end()];
    if !written.starts_with('\'') {
        return last.end();
    }
    let kept = last.value.chars().count();
    written.char_indices().nth(kept).map_or(last.end(), |(at, _)| last.start + at)
}

/// Index of the `.eqv` of a definition: 0 or 2.
fn definition(tokens: &[Token]) -> Option<usize> {
    if tokens.len() < 3 {
        return None;
    }
    let directive = |at: usize| matches!(tokens[at].kind, TokenKind::Directive(_));
    let at = [0, 2].into_iter().find(|&at| directive(at))?;
    tokens[at].does(Action::Eqv).then_some(at)
}

fn report_bad(tokens: &[Token], dialect: &Dialect, sink: &mut Sink) {
    for Token { kind, value, span, .. } in tokens {
        match kind {
            TokenKind::Bad if value.starts_with('\'') => {
                sink.push(messages::bad_character(*span, value));
            }
            TokenKind::Bad => sink.push(messages::bad_token(*span, value, dialect)),
            TokenKind::Text if dialect.strings == Strings::Utf8 && !has_end(value) => {
                sink.push(messages::string_without_end(*span, value, dialect.simulator));
            }
            _ => {}
        }
    }
}

/// Whether a directive defines something that other lines use.
fn defines(token: &Token) -> bool {
    let actions = [Action::Eqv, Action::Macro, Action::EndMacro, Action::Include];
    actions.into_iter().any(|action| token.does(action))
}

/// Warns about integers whose upper bits the simulator drops.
///
/// After `.double` and similar directives they are real numbers, and `.eqv` only stores them.
fn warn_of_cuts(tokens: &[Token], dialect: &Dialect, sink: &mut Sink) {
    let is_other = |token: &Token| {
        let others = [Action::Float, Action::Double, Action::Dword, Action::Eqv];
        others.into_iter().any(|action| token.does(action))
    };
    if tokens.iter().any(is_other) {
        return;
    }
    for Token { kind, value, span, .. } in tokens {
        if let TokenKind::Integer(taken) = *kind
            && messages::is_wide(value)
        {
            sink.push(messages::number_cut(*span, value, dialect.simulator, taken));
        }
    }
}

/// Whether a string ends with a quote without a backslash before it.
fn has_end(quoted: &str) -> bool {
    quoted.len() > 1 && quoted.ends_with('"') && !quoted.ends_with("\\\"")
}
