//! Names with a meaning: instructions, directives and registers.

use std::collections::HashMap;

use super::grammar::{Directive, Language};
use crate::design::Design;
use crate::operand::Source;
use crate::row::Row;

/// Rows by name, and names of registers.
pub(super) struct Words<D: Design> {
    rows: HashMap<String, Vec<&'static Row<D>>>,
    registers: Vec<&'static str>,
}

impl Language {
    /// Whether a name is this word of the language.
    pub(super) fn is_word(&self, word: &str, name: &str) -> bool {
        if self.any_case { word.eq_ignore_ascii_case(name) } else { word == name }
    }

    /// The directive with a name.
    pub(super) fn directive(&self, name: &str) -> Option<&'static Directive> {
        self.directives.iter().find(|row| self.is_word(row.name, name))
    }

    fn key(&self, name: &str) -> String {
        if self.any_case { name.to_ascii_uppercase() } else { name.to_owned() }
    }
}

/// Whether a word is one of these instructions, or a directive of a language.
///
/// For [`architecture::Dialect::with_bare_labels`]. Names instead of rows keep the semantics of a
/// machine out of programs that only recognise its sources.
#[must_use]
pub fn is_operation(instructions: &[&str], language: &Language, word: &str) -> bool {
    let directives = language.directives.iter().map(|row| row.name);
    instructions.iter().copied().chain(directives).any(|name| language.is_word(word, name))
}

impl<D: Design> Words<D> {
    pub(super) fn new(language: &Language) -> Self {
        let mut rows: HashMap<String, Vec<&'static Row<D>>> = HashMap::new();
        let mut registers = Vec::new();
        for row in D::rows() {
            rows.entry(language.key(row.name)).or_default().push(row);
            for (_, kind) in row.kinds() {
                if let Source::Register(names, _) = kind.source {
                    registers.extend(names);
                }
            }
        }
        for (alias, name) in D::aliases() {
            let named = rows.get(&language.key(name)).cloned().unwrap_or_default();
            rows.entry(language.key(alias)).or_default().extend(named);
        }
        registers.sort_unstable();
        registers.dedup();
        Words { rows, registers }
    }

    /// Rows with a name.
    pub(super) fn rows(&self, name: &str, language: &Language) -> Option<&[&'static Row<D>]> {
        self.rows.get(&language.key(name)).map(Vec::as_slice)
    }

    /// Whether a name is a register's.
    pub(super) fn is_register(&self, name: &str, language: &Language) -> bool {
        self.registers.iter().any(|register| language.is_word(register, name))
    }

    /// Whether a name is an instruction's or a directive's.
    pub(super) fn begins_statement(&self, name: &str, language: &Language) -> bool {
        self.rows(name, language).is_some() || language.directive(name).is_some()
    }
}
