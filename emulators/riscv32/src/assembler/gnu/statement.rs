//! A statement: labels, then an assignment, a directive, a macro or an instruction.

use asmkit::Span;

use super::cursor::{Cursor, is_name};
use super::expression::{self, Expr};
use super::source::Statement;
use super::symbols::{Meaning, SymbolId};
use super::{AsmResult, Assembler, directives, messages};

impl Assembler<'_> {
    /// Assembles a statement.
    pub(super) fn run(&mut self, statement: Statement) -> AsmResult {
        self.statement = Some(statement.clone());
        self.start = 0;
        let cursor = &mut Cursor::new(&statement);
        if self.conditions.skipping() {
            return self.skipped(cursor);
        }
        self.labels(cursor)?;
        if cursor.at_end() {
            return Ok(());
        }
        self.start = cursor.at();
        let at = cursor.span();
        let Some(name) = cursor.name() else {
            return Err(Box::new(messages::statement_expected(at, cursor.found())));
        };
        if cursor.rest().starts_with('=') {
            cursor.eat("==");
            cursor.eat("=");
            return self.assignment(cursor, name, at, true);
        }
        if self.macros.contains(name) {
            return self.use_macro(cursor, name, at);
        }
        if name.starts_with('.') {
            return self.directive(cursor, name, at);
        }
        self.instruction(cursor, name, at)
    }

    /// Handles a skipped statement: only conditional directives have an effect.
    fn skipped(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        self.skip_labels(cursor);
        let at = cursor.span();
        match cursor.name() {
            Some(name) if directives::is_condition(name) => self.condition(cursor, name, at),
            _ => Ok(()),
        }
    }

    fn skip_labels(&self, cursor: &mut Cursor<'_>) {
        loop {
            let start = cursor.at();
            let word = cursor.run(is_name);
            cursor.take(word);
            if word == 0 || !cursor.eat(":") {
                cursor.go(start);
                return;
            }
        }
    }

    /// Defines the labels before the statement.
    fn labels(&mut self, cursor: &mut Cursor<'_>) -> AsmResult {
        loop {
            let (start, at) = (cursor.at(), cursor.span());
            if cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                let digits = cursor.take(cursor.run(is_name));
                let number = digits.parse().ok().filter(|_| cursor.eat(":"));
                let Some(number) = number else {
                    return Err(Box::new(messages::statement_expected(at, digits)));
                };
                let id = self.object.symbols.next_numeric(number);
                self.define_label(id, at)?;
                continue;
            }
            match cursor.name() {
                Some(name) if cursor.eat(":") => {
                    let id = self.object.symbols.intern(name);
                    self.define_label(id, at)?;
                }
                _ => {
                    cursor.go(start);
                    return Ok(());
                }
            }
        }
    }

    fn define_label(&mut self, id: SymbolId, at: Span) -> AsmResult {
        let here = self.here();
        let symbol = self.object.symbols.get_mut(id);
        if !matches!(symbol.meaning, Meaning::Unknown) {
            let (name, first) = (symbol.name.clone(), symbol.defined_at);
            return Err(Box::new(messages::defined_twice(at, &name, first)));
        }
        symbol.meaning = Meaning::Label(here);
        symbol.defined_at = Some(at);
        Ok(())
    }

    /// `name = value`, and `.set` and similar directives; `again` allows reassignment.
    pub(super) fn assignment(
        &mut self,
        cursor: &mut Cursor<'_>,
        name: &str,
        at: Span,
        again: bool,
    ) -> AsmResult {
        let value = self.with_scope(|scope| expression::parse(cursor, scope))?;
        cursor.end()?;
        if name == "." {
            return self.go_on_at(value, 0);
        }
        let id = self.object.symbols.intern(name);
        let symbol = self.object.symbols.get_mut(id);
        let free = match symbol.meaning {
            Meaning::Unknown => true,
            Meaning::Equal(_) => again,
            _ => false,
        };
        if !free {
            let first = symbol.defined_at;
            return Err(Box::new(messages::defined_twice(at, name, first)));
        }
        if value == Expr::Symbol(id) {
            return Err(Box::new(messages::circular(at, name)));
        }
        symbol.meaning = Meaning::Equal(value);
        symbol.defined_at = Some(at);
        Ok(())
    }
}
