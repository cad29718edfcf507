//! The first pass: labels, directives, data and macros; assigns addresses to instructions.

use std::collections::HashMap;

use crate::Span;

use super::budget::ExpansionBudget;
use super::data::DataState;
use super::dialect::Settings;
use super::directive::{Action, Directive};
use super::equivalents::{Equivalents, TokenizedLine};
use super::forms::{Form, Meaning, Operand, Value};
use super::globals::ForwardReference;
use super::limits::{DEPTH_LIMIT, LINE_COST_BYTES, TEXT_LIMIT_BYTES};
use super::macros::Macros;
use super::sink::Sink;
use super::symbols::{Label, Labels};
use super::text;
use super::token::{Token, TokenKind};
use super::{messages, mismatch};
use crate::program::{Program, Section, SourcePlace};
use crate::{Diagnostic, dotted_directive, nearest_directive};

/// An instruction of the source, real or pseudo.
pub(super) struct Statement {
    pub(super) section: Section,
    pub(super) address: u32,
    pub(super) form: &'static Form,
    pub(super) operands: Vec<Operand>,
    pub(super) place: SourcePlace,
    /// FileState whose labels it uses.
    pub(super) file: usize,
}

/// State and results of the first pass.
pub(super) struct FirstPass<'a> {
    pub(super) settings: &'a Settings,
    pub(super) sink: Sink,
    pub(super) budget: ExpansionBudget,
    pub(super) program: Program,
    pub(super) statements: Vec<Statement>,
    /// Local labels of each file.
    pub(super) locals: Vec<Labels>,
    pub(super) globals: Labels,
    /// Uses in data of labels that later files may define.
    pub(super) forward: Vec<ForwardReference>,
    pub(super) data: DataState,
    text_section: Section,
    /// Whether it was reported that the current address cannot hold instructions.
    misplaced: bool,
    pub(super) file: FileState,
}

/// State of one file.
pub(super) struct FileState {
    equivalents: Equivalents,
    macros: Macros,
    /// Names declared with `.globl`.
    pub(super) globals: Vec<Token>,
    pub(super) in_data: bool,
}

impl FileState {
    fn new(equivalents: Equivalents) -> Self {
        FileState { equivalents, macros: Macros::default(), globals: Vec::new(), in_data: false }
    }
}

/// Context of a line.
#[derive(Clone, Copy)]
struct LineContext<'a> {
    /// All lines of the file.
    lines: &'a [TokenizedLine],
    /// TokenizedLine and span of the last definition of each macro name.
    definitions: &'a HashMap<&'a str, (usize, Span)>,
    /// Index of the line, or of the line of a macro body that it was expanded from.
    line: usize,
    /// Outermost macro use that it was expanded from.
    used_at: Option<Span>,
}

impl<'a> FirstPass<'a> {
    pub(super) fn new(settings: &'a Settings, sink: Sink) -> Self {
        FirstPass {
            settings,
            sink,
            budget: ExpansionBudget::default(),
            program: Program::new(settings.isa, settings.big_endian, settings.bases),
            statements: Vec::new(),
            locals: Vec::new(),
            globals: Labels::default(),
            forward: Vec::new(),
            data: DataState::new(settings),
            text_section: Section::Text,
            misplaced: false,
            file: FileState::new(Equivalents::new(settings.dialect)),
        }
    }

    /// Splits lines into tokens and applies `.eqv`; the definitions are for [`file`](Self::file).
    pub(super) fn tokens(&mut self, lines: Vec<text::Text>) -> (Vec<TokenizedLine>, Equivalents) {
        let mut equivalents = Equivalents::new(self.settings.dialect);
        let line = |text| equivalents.line(text, &mut self.sink, &mut self.budget);
        (lines.into_iter().map(line).collect(), equivalents)
    }

    /// Processes a file.
    pub(super) fn file(&mut self, lines: &[TokenizedLine], equivalents: Equivalents) {
        self.file = FileState::new(equivalents);
        self.data.start_file();
        self.locals.push(Labels::default());
        let definitions = &definitions(lines);
        for (line, TokenizedLine { tokens, .. }) in lines.iter().enumerate() {
            if self.sink.full() {
                break;
            }
            self.line(tokens, LineContext { lines, definitions, line, used_at: None });
        }
        if let Some(open) = &self.file.macros.open {
            self.sink.push(messages::macro_not_ended(open.span, &open.name));
        }
        self.make_globals();
        self.resolve_data();
    }

    /// Labels of the current file.
    pub(super) fn labels(&mut self) -> &mut Labels {
        let last = self.locals.len() - 1;
        &mut self.locals[last]
    }

    /// Label of this name in a file, local or global.
    pub(super) fn label_of(&self, file: usize, name: &str) -> Option<Label> {
        self.locals[file].get(name).or_else(|| self.globals.get(name))
    }

    fn line(&mut self, tokens: &[Token], at: LineContext<'_>) {
        let commented = tokens.last().is_some_and(|token| token.kind == TokenKind::Comment);
        let mut tokens = &tokens[..tokens.len() - usize::from(commented)];
        if let [name, colon, rest @ ..] = tokens
            && name.kind.is_name()
            && colon.kind == TokenKind::Colon
        {
            if self.file.macros.open.is_some() {
                self.file.macros.label(&name.value);
            } else {
                self.define(name);
                tokens = rest;
            }
        }
        let Some(first) = tokens.first() else { return };
        if self.sink.failed() && tokens.iter().any(|token| token.kind == TokenKind::Bad) {
            // The bad token was already reported, and other errors would follow from it.
        } else if let TokenKind::Directive(directive) = first.kind {
            self.directive(directive, tokens, at);
        } else if self.file.macros.open.is_none() {
            self.use_or_statement(tokens, at);
        }
    }

    fn define(&mut self, name: &Token) {
        let address = if self.file.in_data {
            self.data_here()
        } else {
            self.program.here_in(self.text_section)
        };
        let label = Label { address, span: name.span };
        if let Err(known) = self.labels().add(&name.value, label) {
            self.sink.push(messages::duplicate_label(name.span, &name.value, Some(known.span)));
        }
    }

    /// Processes a macro use, an instruction, or values that continue a data directive.
    fn use_or_statement(&mut self, tokens: &[Token], at: LineContext<'_>) {
        let call = match tokens {
            [name, open, arguments @ .., close]
                if open.kind == TokenKind::Open && close.kind == TokenKind::Close =>
            {
                (name, arguments)
            }
            [name, arguments @ ..] => (name, arguments),
            [] => return,
        };
        if let Some(found) = self.file.macros.find(&call.0.value, call.1.len()) {
            return self.expand(&found, call.0, call.1, at);
        }
        let first = &tokens[0];
        if first.kind == TokenKind::Identifier && first.value.starts_with('.') {
            let nearest = nearest_directive(&first.value, self.settings.dialect.directive_names());
            self.sink.push(messages::unknown_directive(first.span, &first.value, nearest));
        } else if self.file.in_data {
            self.continue_data(tokens);
        } else {
            self.instruction(tokens, at);
        }
    }

    fn expand(
        &mut self,
        found: &super::macros::Macro,
        name: &Token,
        arguments: &[Token],
        at: LineContext<'_>,
    ) {
        let number = self.file.macros.next_use();
        if self.file.macros.calls.contains(&at.line) {
            return self.sink.push(messages::macro_recursive(name.span, &name.value));
        }
        if self.file.macros.calls.len() >= DEPTH_LIMIT {
            return self.sink.push(messages::macro_too_deep(name.span, &name.value));
        }
        self.file.macros.calls.push(at.line);
        let used_at = at.used_at.or(Some(name.span));
        self.budget.used_at = used_at;
        for line in found.body.clone() {
            let body = &at.lines[line];
            let bytes = body.source.as_str().len() + LINE_COST_BYTES;
            if self.sink.full() || !self.budget.spend(bytes, name.span, &mut self.sink) {
                break;
            }
            let (sink, budget) = (&mut self.sink, &mut self.budget);
            let dialect = self.settings.dialect;
            let Some(text) = found.line(body, arguments, number, dialect, sink, budget) else {
                continue;
            };
            let made = self.file.equivalents.line(text, sink, budget);
            self.line(&made.tokens, LineContext { line, used_at, ..at });
        }
        self.file.macros.calls.pop();
        self.budget.used_at = at.used_at;
    }

    fn directive(&mut self, directive: &'static Directive, tokens: &[Token], at: LineContext<'_>) {
        match directive.action {
            Action::Macro => return self.begin_macro(tokens, at),
            Action::EndMacro => return self.end_macro(tokens, at),
            _ if self.file.macros.open.is_some() => return,
            _ => {}
        }
        match directive.action {
            Action::Data => self.start_data(Section::Data, tokens.get(1)),
            Action::KernelData => self.start_data(Section::KernelData, tokens.get(1)),
            Action::Text => self.start_text(Section::Text, tokens.get(1)),
            Action::KernelText => self.start_text(Section::KernelText, tokens.get(1)),
            Action::Section => self.start_section(tokens),
            Action::Global => self.declare_globals(tokens),
            Action::Extern => self.extern_label(tokens),
            Action::Eqv if tokens.len() > 2 => {}
            Action::Eqv | Action::Set => {
                let simulator = self.settings.dialect.simulator;
                let Token { span, value, .. } = &tokens[0];
                self.sink.push(messages::ignored_directive(*span, value, simulator));
            }
            Action::Include => self.sink.push(messages::wrong_operands(&tokens[0])),
            _ => self.data_directive(directive, tokens, self.file.in_data),
        }
    }

    /// Executes `.text` and `.ktext`.
    fn start_text(&mut self, section: Section, operand: Option<&Token>) {
        self.file.in_data = false;
        self.misplaced = false;
        self.text_section = section;
        if let Some(&Token { kind: TokenKind::Integer(address), .. }) = operand {
            self.program.select(section);
            self.program.set_here(address as u32);
        }
    }

    /// Executes `.section`, which continues at the current address of its segment.
    fn start_section(&mut self, tokens: &[Token]) {
        let simulator = self.settings.dialect.simulator;
        let Some(name) = tokens.get(1) else {
            let Token { span, value, .. } = &tokens[0];
            return self.sink.push(messages::ignored_directive(*span, value, simulator));
        };
        let is = |section: &str| name.value.starts_with(section);
        if name.kind != TokenKind::Identifier && name.kind != TokenKind::Text {
            self.sink.push(messages::section_name(name.span, &name.value, simulator));
        } else if is(".text") {
            self.file.in_data = false;
            self.text_section = Section::Text;
        } else if is(".data") || is(".rodata") || is(".sdata") {
            self.file.in_data = true;
        } else {
            self.sink.push(messages::unknown_section(name.span, &name.value));
        }
    }

    fn begin_macro(&mut self, tokens: &[Token], at: LineContext<'_>) {
        let [directive, name, parameters @ ..] = tokens else {
            return self.sink.push(messages::wrong_operands(&tokens[0]));
        };
        if name.kind != TokenKind::Identifier {
            return self.sink.push(messages::macro_name(name.span, &name.value));
        }
        if let Some(open) = &self.file.macros.open {
            return self.sink.push(messages::macro_nested(directive.span, open.span));
        }
        self.file.macros.begin(name, at.line + 1);
        for parameter in parameters {
            match parameter.kind {
                TokenKind::Open | TokenKind::Close => {}
                _ if parameter.is_parameter() => {
                    self.file.macros.parameter(&parameter.value);
                }
                _ => {
                    let value = &parameter.value;
                    return self.sink.push(messages::macro_parameter(parameter.span, value));
                }
            }
        }
    }

    fn end_macro(&mut self, tokens: &[Token], at: LineContext<'_>) {
        if tokens.len() > 1 {
            self.sink.push(messages::wrong_operands(&tokens[0]));
        } else if self.file.macros.open.is_none() {
            self.sink.push(messages::end_without_macro(tokens[0].span));
        } else {
            self.file.macros.end(at.line);
        }
    }

    /// Processes a line of the text segment.
    fn instruction(&mut self, tokens: &[Token], at: LineContext<'_>) {
        let [mnemonic, operands @ ..] = tokens else { return };
        if operands.first().is_some_and(|token| token.kind == TokenKind::Colon) {
            let message = messages::label_name(mnemonic.span, &mnemonic.value);
            return self.sink.push(messages::in_use(message, at.used_at));
        }
        if mnemonic.kind != TokenKind::Operator {
            let arguments = match operands {
                [open, inner @ .., close]
                    if open.kind == TokenKind::Open && close.kind == TokenKind::Close =>
                {
                    inner
                }
                _ => operands,
            };
            return self.unknown_instruction(mnemonic, arguments.len(), at);
        }
        let forms = (self.settings.dialect.forms)().named(&mnemonic.value);
        let tried = forms.iter().map(|form| (form, form.operands(operands)));
        let mut misses = Vec::new();
        for (form, result) in tried {
            match result {
                Ok(operands) => return self.statement(mnemonic, form, operands, at),
                Err(mismatch) => misses.push(mismatch),
            }
        }
        let message = mismatch::message(mnemonic, operands, forms, &misses, self.settings.dialect);
        self.sink.push(messages::in_use(message, at.used_at));
    }

    fn unknown_instruction(&mut self, name: &Token, arguments: usize, at: LineContext<'_>) {
        let counts = self.file.macros.argument_counts(&name.value);
        let defined = at.definitions.get(name.value.as_str());
        let message = if let Some(&(_, later)) = defined.filter(|&&(line, _)| line > at.line)
            && counts.is_empty()
        {
            messages::macro_defined_later(name.span, &name.value, later)
        } else if counts.is_empty() {
            self.unknown_name(name)
        } else {
            messages::macro_arguments(name.span, &name.value, arguments, &counts)
        };
        self.sink.push(messages::in_use(message, at.used_at));
    }

    /// Message about a name that is neither an instruction nor a macro.
    fn unknown_name(&self, name: &Token) -> Diagnostic {
        let dialect = self.settings.dialect;
        if let Some(instead) = (dialect.habit)(&name.value) {
            return messages::foreign_instruction(name.span, &name.value, instead, dialect);
        }
        let nearest = dotted_directive(&name.value, dialect.directive_names())
            .or_else(|| (dialect.alias)(&name.value))
            .or_else(|| crate::nearest(&name.value, (dialect.forms)().mnemonics()));
        messages::unknown_instruction(name.span, &name.value, nearest, dialect)
    }

    fn statement(
        &mut self,
        mnemonic: &Token,
        form: &'static Form,
        operands: Vec<Operand>,
        at: LineContext<'_>,
    ) {
        match form.meaning {
            Meaning::Pseudo(_) if !self.settings.pseudo => {
                let message = messages::pseudo_not_permitted(mnemonic.span, &mnemonic.value);
                self.sink.push(messages::in_use(message, at.used_at));
            }
            Meaning::Broken => {
                let message = messages::broken_form(mnemonic.span, &mnemonic.value);
                return self.sink.push(messages::in_use(message, at.used_at));
            }
            _ => {}
        }
        self.program.select(self.text_section);
        let address = self.program.here();
        if !self.is_text(address) {
            if !std::mem::replace(&mut self.misplaced, true) {
                self.sink.push(messages::outside_text(mnemonic.span, address));
            }
            return;
        }
        let bytes = 4 * self.instruction_count(form, &operands);
        self.program.set_here(address.wrapping_add(bytes));
        self.statements.push(Statement {
            section: self.text_section,
            address,
            form,
            operands,
            place: SourcePlace { span: mnemonic.span, used_at: at.used_at },
            file: self.locals.len() - 1,
        });
    }

    /// Whether an instruction can be at an address.
    pub(super) fn is_text(&self, address: u32) -> bool {
        let area = self.settings.area(address).filter(|area| area.text);
        let inside = area.is_some_and(|area| address - area.first < TEXT_LIMIT_BYTES);
        address.is_multiple_of(4) && inside
    }

    fn instruction_count(&self, form: &Form, operands: &[Operand]) -> u32 {
        let (Meaning::Short(expansion) | Meaning::Pseudo(expansion)) = &form.meaning else {
            return 1;
        };
        let steps = expansion.steps(operands, self.settings.compact);
        let delayed =
            steps.iter().filter(|step| step.is_over() && self.settings.delay_slot.is_some());
        (steps.len() + delayed.count()) as u32
    }
}

/// Last definition of each macro name.
fn definitions(lines: &[TokenizedLine]) -> HashMap<&str, (usize, Span)> {
    let mut definitions = HashMap::new();
    for (at, line) in lines.iter().enumerate() {
        if let [directive, name, ..] = line.tokens.as_slice()
            && directive.does(Action::Macro)
        {
            definitions.insert(name.value.as_str(), (at, name.span));
        }
    }
    definitions
}

/// Number added to a label operand, or 0.
pub(super) fn addend(value: &Value) -> i32 {
    match value {
        Value::Label(_, Some(addend)) => *addend,
        _ => 0,
    }
}
