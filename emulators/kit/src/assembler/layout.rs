//! The first pass: labels, statements, and their addresses.

use std::collections::BTreeMap;

use asmkit::{
    Diagnostic, FileId, Library, SOURCE_LIMIT_BYTES, Sources, Span, messages as shared, nearest,
    nearest_directive, source_cost_bytes,
};

use super::expression::{Expression, Parser};
use super::forms::{self, Chosen};
use super::grammar::{Action, Directive, Language};
use super::messages;
use super::scan::{Token, TokenKind, tokens};
use super::words::Words;
use crate::design::Design;

/// Maximum depth of files that include each other.
const MOST_FILES_OPEN: usize = 64;

/// A label.
pub(super) struct Label {
    /// Name as it was defined.
    pub(super) name: String,
    pub(super) value: i64,
    /// Whether it is an address, not a constant.
    pub(super) is_address: bool,
    span: Span,
}

/// A statement that occupies memory.
pub(super) struct Item<D: Design> {
    pub(super) address: u64,
    pub(super) units: u64,
    /// Segment, counted from 0.
    pub(super) segment: usize,
    /// The statement's name.
    pub(super) span: Span,
    /// Last label before it, to which local labels belong.
    pub(super) scope: String,
    pub(super) content: Content<D>,
}

/// Contents of a statement.
pub(super) enum Content<D: Design> {
    Instruction(Chosen<D>),
    /// Numbers of this many units each.
    Numbers(u8, Vec<Number>),
    /// Units with this value.
    Fill(Option<Expression>),
}

/// A number in memory.
pub(super) enum Number {
    Known(u64),
    Computed(Expression),
}

/// A program after the first pass: everything but the values.
pub(super) struct Layout<'a, D: Design> {
    pub(super) language: &'a Language,
    pub(super) words: Words<D>,
    pub(super) labels: BTreeMap<String, Label>,
    pub(super) items: Vec<Item<D>>,
    pub(super) problems: Vec<Diagnostic>,
    /// Address of the next statement; `None` before the first origin.
    here: Option<u64>,
    segment: usize,
    scope: String,
    memory_units: u64,
    library: &'a dyn Library,
    open: Vec<String>,
    bytes: usize,
}

impl<'a, D: Design> Layout<'a, D> {
    /// Reads files in sequence.
    pub(super) fn read(
        sources: &mut Sources,
        files: &[FileId],
        language: &'a Language,
        memory_units: u64,
        library: &'a dyn Library,
    ) -> Self {
        let mut layout = Layout {
            language,
            words: Words::new(language),
            labels: BTreeMap::new(),
            items: Vec::new(),
            problems: Vec::new(),
            here: language.origin,
            segment: 0,
            scope: String::new(),
            memory_units,
            library,
            open: Vec::new(),
            bytes: 0,
        };
        for &file in files {
            layout.file(sources, file);
        }
        layout
    }

    /// Key of a label in `labels`, as a statement after the label `scope` names it.
    pub(super) fn key(&self, name: &str, scope: &str) -> String {
        let name =
            if self.language.labels_any_case { name.to_ascii_uppercase() } else { name.into() };
        if self.is_local(&name) { format!("{scope}{name}") } else { name }
    }

    fn is_local(&self, name: &str) -> bool {
        self.language.local.is_some_and(|first| name.starts_with(first))
    }

    fn file(&mut self, sources: &mut Sources, file: FileId) {
        let text = sources.text(file).to_owned();
        self.bytes += source_cost_bytes(text.as_bytes());
        self.open.push(sources.name(file).to_owned());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let tokens = tokens(line, start, file, self.language);
            self.line(sources, &tokens);
            start += line.len() as u32;
        }
        self.open.pop();
    }

    fn line(&mut self, sources: &mut Sources, mut tokens: &[Token]) {
        while let [name, rest @ ..] = tokens
            && let Some(after) = self.after_label(name, rest)
        {
            if let [name, equals, value @ ..] = tokens
                && equals.is('=')
            {
                return self.equate(name, equals, value);
            }
            let next = after.first().and_then(|next| self.language.directive(&next.text));
            if let (Some(Directive { action: Action::Equate, .. }), [directive, value @ ..]) =
                (next, after)
            {
                return self.equate(name, directive, value);
            }
            if let (Some(Directive { action: Action::Origin, .. }), [directive, origin @ ..]) =
                (next, after)
            {
                self.statement(sources, directive, origin);
                return self.label(name);
            }
            self.label(name);
            tokens = after;
        }
        if let [here, equals, value @ ..] = tokens
            && equals.is('=')
            && matches!(here.kind, TokenKind::Sign(sign) if Some(sign) == self.language.here)
        {
            return self.origin(equals, value);
        }
        if let [name, operands @ ..] = tokens {
            self.statement(sources, name, operands);
        }
    }

    /// What follows a label; `None` if `name` is not a label.
    fn after_label<'t>(&self, name: &Token, rest: &'t [Token]) -> Option<&'t [Token]> {
        let follows = |sign: char| rest.first().is_some_and(|next| next.is(sign));
        if follows(self.language.label_sign) {
            return Some(&rest[1..]);
        }
        let begins = |token: &Token| self.words.begins_statement(&token.text, self.language);
        if !name.is_name() || begins(name) {
            return None;
        }
        let is_bare = self.language.bare_labels
            && rest.first().is_none_or(|next| begins(next) || self.resembles_statement(next));
        let equates = rest.first().and_then(|next| self.language.directive(&next.text));
        let is_constant = equates.is_some_and(|row| row.action == Action::Equate);
        (follows('=') || is_bare || is_constant).then_some(rest)
    }

    /// Whether a word after a label is a misspelt instruction or directive.
    fn resembles_statement(&self, word: &Token) -> bool {
        let is_register = self.words.is_register(&word.text, self.language);
        let near = || nearest(&word.text, D::rows().iter().map(|row| row.name)).is_some();
        let is_known = || self.without_dot(word).is_some() || near();
        word.is_name() && !is_register && (word.text.starts_with('.') || is_known())
    }

    /// The directive whose name is a word after a dot.
    fn without_dot(&self, word: &Token) -> Option<&'static Directive> {
        self.language.directive(&format!(".{}", word.text))
    }

    fn label(&mut self, name: &Token) {
        if !self.is_local(&name.text) {
            self.scope = self.key(&name.text, "");
        }
        match self.here {
            Some(here) => self.define(name, here.cast_signed(), true),
            None => self.no_origin(name),
        }
    }

    fn define(&mut self, name: &Token, value: i64, is_address: bool) {
        let is_register = self.words.is_register(&name.text, self.language);
        if !name.is_name() || is_register {
            self.problems.push(messages::invalid_name(name.span, &name.text));
            return;
        }
        let key = self.key(&name.text, &self.scope);
        let shown = if self.is_local(&name.text) { key.clone() } else { name.text.clone() };
        let label = Label { name: shown, value, is_address, span: name.span };
        if let Some(first) = self.labels.get(&key) {
            let message = shared::duplicate_label(name.span, &name.text, Some(first.span));
            self.problems.push(message);
        } else {
            self.labels.insert(key, label);
        }
    }

    fn no_origin(&mut self, at: &Token) {
        let mut directives = self.language.directives.iter();
        let origin =
            directives.find(|row| row.action == Action::Origin).map_or("*=", |row| row.name);
        // One message is enough.
        if self.problems.iter().all(|problem| problem.id != "A905") {
            self.problems.push(messages::no_origin(at.span, origin));
        }
    }

    fn statement(&mut self, sources: &mut Sources, name: &Token, operands: &[Token]) {
        if let Some(directive) = self.language.directive(&name.text) {
            return self.directive(sources, directive, name, operands);
        }
        let Some(rows) = self.words.rows(&name.text, self.language) else {
            self.problems.push(self.unknown(name, operands));
            // The statements that follow have the addresses that were meant.
            if let Some(directive) = self.without_dot(name) {
                self.directive(sources, directive, name, operands);
            }
            return;
        };
        let known = |expression: &Expression| self.known(expression);
        match forms::choose(rows, name, operands, (self.language, &self.words), known) {
            Ok(chosen) => {
                let units = chosen.row.units();
                self.add(name, units, Content::Instruction(chosen));
            }
            Err(problem) => {
                self.problems.push(*problem);
                // Other rows may be longer: the addresses that follow are not certain, but known.
                self.here = self.here.map(|here| here + rows[0].units());
            }
        }
    }

    /// Message about a word that begins no statement, with the tokens after it.
    fn unknown(&self, name: &Token, after: &[Token]) -> Diagnostic {
        if let Some(problem) = forms::bad_number(std::slice::from_ref(name), self.language) {
            return problem;
        }
        if name.text.starts_with('.') {
            let names = self.language.directives.iter().map(|row| row.name);
            let near = nearest_directive(&name.text, names);
            return messages::unknown_directive(name.span, &name.text, near);
        }
        let near = self.without_dot(name).map(|directive| directive.name);
        let near = near.or_else(|| nearest(&name.text, D::rows().iter().map(|row| row.name)));
        let problem = shared::unknown_instruction(name.span, &name.text, near);
        // With the sign of this language it would be a label.
        match after.first().filter(|next| next.is(',') || next.is(':')) {
            Some(_) => problem.help(format!("a label ends with `{}`", self.language.label_sign)),
            None => problem,
        }
    }

    /// Value of an expression in the first pass.
    fn known(&self, expression: &Expression) -> Option<i64> {
        let label = |name: &str| Some(self.labels.get(&self.key(name, &self.scope))?.value);
        expression.value(self.here.unwrap_or_default(), label).ok()
    }

    fn directive(
        &mut self,
        sources: &mut Sources,
        directive: &'static Directive,
        name: &Token,
        operands: &[Token],
    ) {
        match directive.action {
            Action::Origin => self.origin(name, operands),
            Action::End => {
                self.here = self.language.origin;
                self.finish(name, operands);
            }
            Action::Numbers(units) => self.numbers(name, operands, units, usize::MAX),
            Action::Number(units) => self.numbers(name, operands, units, 1),
            Action::Space(units) => self.space(name, operands, units),
            Action::Text(has_end) => self.text(name, operands, has_end, 1),
            Action::Texts => self.text(name, operands, true, usize::MAX),
            Action::Align => self.align(name, operands),
            Action::Equate => self.wrong(name, operands, operands),
            Action::Include => self.include(sources, name, operands),
            Action::Ignore => {}
        }
    }

    /// Reports operands that do not fit, from `rest` on.
    fn wrong(&mut self, name: &Token, operands: &[Token], rest: &[Token]) {
        let problem = forms::bad_number(rest, self.language).unwrap_or_else(|| {
            let row = self.language.directive(&name.text);
            let form = row.map(|row| format!("{} {}", row.name, row.operands));
            let forms: Vec<String> = form.iter().map(|form| form.trim_end().to_owned()).collect();
            let at = forms::after(name, operands, rest.first());
            messages::invalid_operands(at, &name.text, &forms)
        });
        self.problems.push(problem);
    }

    /// Reports operands after the last one.
    fn finish(&mut self, name: &Token, operands: &[Token]) {
        if !operands.is_empty() {
            self.wrong(name, operands, operands);
        }
    }

    /// Reads expressions separated by commas; `None` if they are not that, which is reported.
    fn expressions(
        &mut self,
        name: &Token,
        operands: &[Token],
        most: usize,
    ) -> Option<Vec<Expression>> {
        let mut found = Vec::new();
        let mut rest = operands;
        loop {
            let is_register = |name: &str| self.words.is_register(name, self.language);
            let mut parser = Parser::new(rest, self.language, &is_register);
            let read = parser.expression();
            let (too_long, left) = (parser.too_long(), parser.tokens);
            let Some(expression) = read else {
                match too_long {
                    Some(problem) => self.problems.push(problem),
                    None => self.wrong(name, operands, left),
                }
                return None;
            };
            found.push(expression);
            match left {
                [] => return Some(found),
                [comma, after @ ..] if comma.is(',') && found.len() < most => rest = after,
                _ => {
                    self.wrong(name, operands, left);
                    return None;
                }
            }
        }
    }

    /// Reads one number that must be known; what is wrong is reported.
    fn number(&mut self, name: &Token, operands: &[Token], least: i64, most: i64) -> Option<i64> {
        let expression = self.expressions(name, operands, 1)?.pop()?;
        self.known_number(&expression, least, most)
    }

    fn known_number(&mut self, expression: &Expression, least: i64, most: i64) -> Option<i64> {
        let at = expression.span();
        let Some(number) = self.known(expression) else {
            self.problems.push(messages::not_known_yet(at));
            return None;
        };
        if !(least..=most).contains(&number) {
            let found = number.to_string();
            self.problems.push(shared::operand_range(at, &found, least, most));
            return None;
        }
        Some(number)
    }

    fn origin(&mut self, name: &Token, operands: &[Token]) {
        let most = self.memory_units.cast_signed() - 1;
        let address = self.number(name, operands, 0, most);
        // After a mistake, the statements have some address.
        self.here = address.map(i64::cast_unsigned).or(self.here).or(Some(0));
        self.segment += 1;
    }

    fn equate(&mut self, name: &Token, directive: &Token, value: &[Token]) {
        if let Some(number) = self.number(directive, value, i64::MIN, i64::MAX) {
            self.define(name, number, false);
        }
    }

    fn numbers(&mut self, name: &Token, operands: &[Token], units: u8, most: usize) {
        let mut numbers = Vec::new();
        let mut rest = operands;
        // Texts among the numbers stand for their characters.
        while let [Token { kind: TokenKind::Text(values), .. }, after @ ..] = rest {
            numbers.extend(values.iter().map(|value| Number::Known(*value)));
            rest = match after {
                [] => return self.add_numbers(name, units, numbers),
                [comma, after @ ..] if comma.is(',') && most > 1 => after,
                _ => return self.wrong(name, operands, after),
            };
        }
        let texts = rest.iter().position(|token| matches!(token.kind, TokenKind::Text(_)));
        if let Some(at) = texts.filter(|at| *at > 0 && rest[at - 1].is(',')) {
            let Some(found) = self.expressions(name, &rest[..at - 1], most) else { return };
            numbers.extend(found.into_iter().map(Number::Computed));
            self.add_numbers(name, units, numbers);
            return self.numbers(name, &rest[at..], units, most);
        }
        let Some(found) = self.expressions(name, rest, most) else { return };
        numbers.extend(found.into_iter().map(Number::Computed));
        self.add_numbers(name, units, numbers);
    }

    fn add_numbers(&mut self, name: &Token, units: u8, numbers: Vec<Number>) {
        let all = u64::from(units) * numbers.len() as u64;
        self.add(name, all, Content::Numbers(units, numbers));
    }

    fn space(&mut self, name: &Token, operands: &[Token], units: u8) {
        let Some(mut found) = self.expressions(name, operands, 2) else { return };
        let value = if found.len() > 1 { found.pop() } else { None };
        let most = self.memory_units.cast_signed();
        let Some(count) = found.first().and_then(|count| self.known_number(count, 0, most)) else {
            return;
        };
        self.add(name, count.cast_unsigned() * u64::from(units), Content::Fill(value));
    }

    /// Adds up to `most` texts, separated by commas.
    fn text(&mut self, name: &Token, operands: &[Token], has_end: bool, most: usize) {
        let (mut values, mut rest, mut count) = (Vec::new(), operands, 0);
        while let [text, after @ ..] = rest {
            match &text.kind {
                TokenKind::Text(of_text) => values.extend(of_text),
                TokenKind::Number(one) if text.text.starts_with('\'') => {
                    values.push(one.cast_unsigned());
                }
                _ => return self.wrong(name, operands, rest),
            }
            count += 1;
            rest = match after {
                [] => {
                    let end = has_end.then_some(0);
                    let numbers = values.into_iter().chain(end).map(Number::Known).collect();
                    return self.add_numbers(name, 1, numbers);
                }
                [comma, after @ ..] if comma.is(',') && count < most => after,
                _ => return self.wrong(name, operands, after),
            };
        }
        self.wrong(name, operands, rest);
    }

    fn align(&mut self, name: &Token, operands: &[Token]) {
        let most = self.memory_units.cast_signed();
        let Some(multiple) = self.number(name, operands, 1, most) else { return };
        if let Some(here) = self.here {
            let units = here.next_multiple_of(multiple.cast_unsigned()) - here;
            self.add(name, units, Content::Fill(None));
        }
    }

    fn include(&mut self, sources: &mut Sources, name: &Token, operands: &[Token]) {
        let [Token { kind: TokenKind::Text(_), text, span }] = operands else {
            return self.wrong(name, operands, operands);
        };
        let file = text.trim_matches(['"', '\'']);
        let from = self.open.last().cloned().unwrap_or_default();
        match self.library.open(&from, file) {
            Err(why) => self.problems.push(shared::cannot_include(*span, file, &why)),
            Ok((shown, _)) if self.open.contains(&shown) || self.open.len() > MOST_FILES_OPEN => {
                self.problems.push(shared::included_again(*span, file));
            }
            Ok((_, bytes)) if self.bytes + source_cost_bytes(&bytes) > SOURCE_LIMIT_BYTES => {
                self.problems.push(shared::source_too_large(*span, SOURCE_LIMIT_BYTES));
            }
            Ok((shown, bytes)) => {
                let file = sources.add(&shown, &bytes);
                self.file(sources, file);
            }
        }
    }

    /// Adds a statement, if there is memory for it.
    fn add(&mut self, name: &Token, units: u64, content: Content<D>) {
        let Some(address) = self.here else { return self.no_origin(name) };
        let end = address.saturating_add(units);
        if end > self.memory_units {
            let last = D::SPEC.show_address(self.memory_units - 1);
            self.problems.push(messages::outside_memory(name.span, &last));
            return;
        }
        let (segment, span, scope) = (self.segment, name.span, self.scope.clone());
        self.items.push(Item { address, units, segment, span, scope, content });
        self.here = Some(end);
    }
}
