//! Global labels.

use crate::{Diagnostic, Span};

use super::first_pass::FirstPass;
use super::messages;
use super::symbols::Label;
use super::token::{Token, TokenKind};
use crate::dotted_directive;

/// A place in the data that will hold the address of a label.
#[derive(Debug, Clone)]
pub(super) struct ForwardReference {
    pub(super) address: u32,
    pub(super) size: usize,
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) file: usize,
}

impl FirstPass<'_> {
    /// Executes `.globl`: the names become global at the end of the file.
    pub(super) fn declare_globals(&mut self, tokens: &[Token]) {
        if tokens.len() < 2 {
            return self.sink.push(messages::wrong_operands(&tokens[0]));
        }
        for name in &tokens[1..] {
            if name.kind != TokenKind::Identifier {
                let directive = &tokens[0].value;
                let message = messages::not_a_value(name.span, &name.value, directive, "a label");
                return self.sink.push(message);
            }
            self.file.globals.push(name.clone());
        }
    }

    /// Moves the labels that the file declares global to the global labels.
    pub(super) fn make_globals(&mut self) {
        for name in std::mem::take(&mut self.file.globals) {
            let known = self.globals.get(&name.value);
            match (self.labels().get(&name.value), known) {
                (None, Some(known)) => {
                    let message = messages::global_twice(name.span, &name.value, Some(known.span));
                    self.sink.push(message);
                }
                (None, None) => {
                    let last = self.locals.len() - 1;
                    let labels = self.locals[last].sorted();
                    let names = labels.iter().map(|&(name, _)| name);
                    let nearest = crate::nearest(&name.value, names);
                    self.sink.push(messages::global_undefined(name.span, &name.value, nearest));
                }
                (Some(_), Some(known)) => {
                    let message = messages::global_twice(name.span, &name.value, Some(known.span));
                    self.sink.push(message);
                }
                (Some(label), None) => {
                    self.labels().remove(&name.value);
                    let _ = self.globals.add(&name.value, label);
                }
            }
        }
    }

    /// Executes `.extern label size`, which reserves bytes for all files.
    pub(super) fn extern_label(&mut self, tokens: &[Token]) {
        let [_, name, Token { kind: TokenKind::Integer(size @ 0..), .. }] = tokens else {
            return self.sink.push(messages::wrong_operands(&tokens[0]));
        };
        let label = Label { address: self.data.extern_here, span: name.span };
        if self.globals.add(&name.value, label).is_ok() {
            self.data.extern_here = self.data.extern_here.wrapping_add(*size as u32);
        }
    }

    /// Stores the addresses of labels that data used before their definition.
    ///
    /// Labels that this file does not define may be global in another.
    pub(super) fn resolve_data(&mut self) {
        let file = self.locals.len() - 1;
        for forward in std::mem::take(&mut self.data.forward) {
            match self.label_of(file, &forward.name) {
                Some(label) => self.patch(&forward, label),
                None => self.forward.push(forward),
            }
        }
    }

    /// Stores the addresses of global labels, after all files.
    pub(super) fn resolve_globals(&mut self) {
        for forward in std::mem::take(&mut self.forward) {
            match self.globals.get(&forward.name) {
                Some(label) => self.patch(&forward, label),
                None => {
                    let message = self.undefined(forward.span, &forward.name, forward.file);
                    let directives = self.settings.dialect.directive_names();
                    self.sink.push(match dotted_directive(&forward.name, directives) {
                        Some(directive) => message.help(messages::did_you_mean(directive)),
                        None => message,
                    });
                }
            }
        }
    }

    /// Message about a label that is undefined in a file.
    pub(super) fn undefined(&self, at: Span, name: &str, file: usize) -> Diagnostic {
        let mut known = self.locals[file].sorted();
        known.extend(self.globals.sorted());
        let nearest = crate::nearest(name, known.iter().map(|&(name, _)| name));
        let message = messages::undefined_label(at, name, nearest);
        match self.locals.iter().find_map(|labels| labels.get(name)) {
            Some(hidden) => messages::hidden_label(message, name, hidden.span),
            None => message,
        }
    }

    fn patch(&mut self, forward: &ForwardReference, label: Label) {
        self.program.patch(forward.address, label.address.into(), forward.size);
    }
}
