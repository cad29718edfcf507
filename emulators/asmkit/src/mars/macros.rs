//! Macros: definitions and their expansion.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use crate::Span;

use super::budget::ExpansionBudget;
use super::dialect::Dialect;
use super::equivalents::TokenizedLine;
use super::messages;
use super::sink::Sink;
use super::text::Text;
use super::token::{Token, TokenKind};

/// A macro definition.
#[derive(Debug)]
pub(super) struct Macro {
    pub(super) name: String,
    pub(super) span: Span,
    parameters: Vec<String>,
    /// Index of the first parameter of each name.
    indices: HashMap<String, usize>,
    /// Labels of the body; each use gets its own.
    labels: HashSet<String>,
    /// Lines of the body.
    pub(super) body: Range<usize>,
}

/// The macros of one file.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// Finished definitions by name and number of parameters; the last one wins.
    done: HashMap<String, BTreeMap<usize, Rc<Macro>>>,
    /// Definition in progress.
    pub(super) open: Option<Macro>,
    uses: u64,
    /// Lines of the uses being expanded, outermost first.
    pub(super) calls: Vec<usize>,
}

impl Macros {
    /// Starts a definition on the line before `first_line`.
    pub(super) fn begin(&mut self, name: &Token, first_line: usize) {
        self.open = Some(Macro {
            name: name.value.clone(),
            span: name.span,
            parameters: Vec::new(),
            indices: HashMap::new(),
            labels: HashSet::new(),
            body: first_line..first_line,
        });
    }

    /// Adds a parameter to the open definition.
    pub(super) fn parameter(&mut self, name: &str) {
        if let Some(open) = &mut self.open {
            open.indices.entry(name.to_owned()).or_insert(open.parameters.len());
            open.parameters.push(name.to_owned());
        }
    }

    /// Adds a label to the open definition.
    pub(super) fn label(&mut self, name: &str) {
        if let Some(open) = &mut self.open {
            open.labels.insert(name.to_owned());
        }
    }

    /// Ends the open definition before a line.
    pub(super) fn end(&mut self, line: usize) {
        if let Some(mut done) = self.open.take() {
            done.body.end = line;
            let overloads = self.done.entry(done.name.clone()).or_default();
            overloads.insert(done.parameters.len(), Rc::new(done));
        }
    }

    /// Macro with this name and number of parameters.
    pub(super) fn find(&self, name: &str, arguments: usize) -> Option<Rc<Macro>> {
        self.done.get(name)?.get(&arguments).cloned()
    }

    /// Numbers of parameters of the macros with this name, in ascending order.
    pub(super) fn argument_counts(&self, name: &str) -> Vec<usize> {
        let overloads = self.done.get(name).into_iter().flatten();
        overloads.map(|(&count, _)| count).collect()
    }

    /// Number of the next use, a suffix of its labels.
    pub(super) fn next_use(&mut self) -> u64 {
        self.uses += 1;
        self.uses - 1
    }
}

impl Macro {
    /// Expands a line of the body: replaces parameters and labels; `None` after an error.
    ///
    /// The simulators replace text, not tokens: from the last token back, always the first match in
    /// the line. If that would replace something else, it is an error here.
    pub(super) fn line(
        &self,
        body: &TokenizedLine,
        arguments: &[Token],
        number: u64,
        dialect: &Dialect,
        sink: &mut Sink,
        budget: &mut ExpansionBudget,
    ) -> Option<Text> {
        let mut text = body.source.clone();
        for token in body.tokens.iter().rev() {
            let replacement = if token.is_parameter() {
                match self.indices.get(&token.value) {
                    Some(&index) => arguments[index].value.clone(),
                    None => {
                        let names = self.parameters.iter().map(String::as_str);
                        let nearest = crate::nearest(&token.value, names);
                        let message =
                            messages::unknown_parameter(token.span, &token.value, nearest);
                        sink.push(match token.kind {
                            TokenKind::Function(name) => message.help(format!(
                                "inside a macro, {} reads `{name}` as a parameter; use `la`",
                                dialect.simulator
                            )),
                            _ => message,
                        });
                        return None;
                    }
                }
            } else if self.labels.contains(&token.value) {
                format!("{}_M{number}", token.value)
            } else {
                continue;
            };
            if !budget.spend(text.as_str().len(), token.span, sink) {
                return None;
            }
            if !replace_first(&mut text, token, &replacement, body) {
                sink.push(messages::wrong_replacement(token.span, &token.value, dialect));
                return None;
            }
        }
        Some(text)
    }
}

/// Replaces the first text that matches a token; returns false if that is not the token.
fn replace_first(text: &mut Text, token: &Token, with: &str, body: &TokenizedLine) -> bool {
    let Some(at) = text.as_str().find(&token.value) else { return true };
    let range = at..at + token.value.len();
    let span = text.span(range.clone());
    let alike = |other: &Token| other.value == token.value && other.span == span;
    let meant = !text.is_inserted(at) && body.tokens.iter().any(alike);
    text.replace(range, with);
    meant
}
