//! The first pass: labels, statements, and their addresses.

use std::collections::BTreeMap;

use asmkit::{Diagnostic, FileId, Sources, Span, messages as shared, nearest, nearest_directive};

use crate::isa::table::OPS;
use crate::isa::{Op, WORD_BYTES};
use crate::messages;

/// Address of the first instruction; jumps to address 0 and near it are faults.
pub(crate) const TEXT_BASE: u32 = 0x100;

/// A directive, which defines memory contents other than instructions.
pub(crate) struct Directive {
    /// Name.
    pub(crate) name: &'static str,
    /// Operands.
    pub(crate) operands: &'static str,
    /// Meaning, in words.
    pub(crate) meaning: &'static str,
    /// Parses its operands.
    read: for<'s> fn(&mut Layout<'s>, &Token<'s>, &[Token<'s>]),
}

/// The directive table.
#[rustfmt::skip]
pub(crate) static DIRECTIVES: [Directive; 4] = [
    Directive { name: ".text",  operands: "",           meaning: "instructions follow, as at the start of a file", read: |layout, name, rest| layout.select(true, name, rest) },
    Directive { name: ".data",  operands: "",           meaning: "data follow",                                    read: |layout, name, rest| layout.select(false, name, rest) },
    Directive { name: ".word",  operands: "n, n, ...",  meaning: "words with these values",                        read: |layout, name, rest| layout.words(name, rest) },
    Directive { name: ".space", operands: "count",      meaning: "`count` words of zero",                         read: |layout, name, rest| layout.space(name, rest) },
];

/// A token: a word, or one of `,:()`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'s> {
    pub(crate) text: &'s str,
    pub(crate) span: Span,
}

impl<'s> Token<'s> {
    /// Whether it is this punctuation character.
    pub(crate) fn is(&self, sign: char) -> bool {
        self.text.strip_prefix(sign) == Some("")
    }

    /// Whether it is a word.
    pub(crate) fn is_word(&self) -> bool {
        !self.text.starts_with(SIGNS)
    }

    /// Whether it starts like a number.
    pub(crate) fn begins_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
    }

    /// Message about a statement with this name: wrong at a token, or incomplete at its end.
    pub(crate) fn operand_error(
        &self,
        at: Option<&Token<'s>>,
        all: &[Token<'s>],
        form: &str,
    ) -> Diagnostic {
        let end = all.last().unwrap_or(self).span;
        let end = Span { start: end.end, ..end };
        messages::invalid_operands(at.map_or(end, |token| token.span), self.text, form)
    }
}

/// Punctuation characters, each a token.
const SIGNS: [char; 4] = [',', ':', '(', ')'];

/// Tokens of a line without its comment.
fn tokens(line: &str, start: u32, file: FileId) -> Vec<Token<'_>> {
    let code = line.split('#').next().unwrap_or_default();
    let mut tokens = Vec::new();
    let mut rest = code.trim_start();
    while let Some(first) = rest.chars().next() {
        let ends = |c: char| c.is_whitespace() || SIGNS.contains(&c);
        let end = if SIGNS.contains(&first) { 1 } else { rest.find(ends).unwrap_or(rest.len()) };
        let at = start + (code.len() - rest.len()) as u32;
        let span = Span { file, start: at, end: at + end as u32 };
        tokens.push(Token { text: &rest[..end], span });
        rest = rest[end..].trim_start();
    }
    tokens
}

/// Whether a character can be part of a name.
pub(crate) fn is_in_names(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// Value of a number; `None` if it is not a number of at most 32 bits.
pub(crate) fn number(token: &Token<'_>) -> Option<i64> {
    let digits = token.text.strip_prefix('-').unwrap_or(token.text);
    let value = match digits.strip_prefix("0x") {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    let value = value.ok().filter(|_| !digits.contains(['+', '-'])).map(i64::from);
    value.map(|value| if digits == token.text { value } else { -value })
}

/// A location in the text or in the data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Location {
    pub(crate) is_text: bool,
    /// Offset in bytes.
    pub(crate) offset: u32,
}

impl Location {
    /// Address, known after the first pass: data follow the last instruction.
    pub(crate) fn address(self, layout: &Layout<'_>) -> u32 {
        TEXT_BASE + self.offset + if self.is_text { 0 } else { layout.text_bytes }
    }
}

/// A label.
#[derive(Debug)]
pub(crate) struct Label {
    pub(crate) location: Location,
    span: Span,
}

/// A statement that occupies memory.
#[derive(Debug)]
pub(crate) struct Item<'s> {
    pub(crate) location: Location,
    pub(crate) name: Token<'s>,
    pub(crate) content: Content<'s>,
}

/// Contents of a statement.
#[derive(Debug)]
pub(crate) enum Content<'s> {
    /// An instruction with its operands.
    Instruction(&'static Op, Vec<Token<'s>>),
    /// Words with these values.
    Words(Vec<Token<'s>>),
    /// A number of zero bytes.
    Space(u32),
}

/// A program after the first pass: everything except the values.
#[derive(Debug)]
pub(crate) struct Layout<'s> {
    pub(crate) labels: BTreeMap<&'s str, Label>,
    pub(crate) items: Vec<Item<'s>>,
    pub(crate) text_bytes: u32,
    pub(crate) problems: Vec<Diagnostic>,
    data_bytes: u32,
    in_text: bool,
    room_bytes: u32,
}

impl<'s> Layout<'s> {
    /// Reads files in sequence, for a machine with this memory size.
    pub(crate) fn read(sources: &'s Sources, files: &[FileId], memory_bytes: u32) -> Self {
        let mut layout = Layout {
            labels: BTreeMap::new(),
            items: Vec::new(),
            text_bytes: 0,
            problems: Vec::new(),
            data_bytes: 0,
            in_text: true,
            room_bytes: memory_bytes - TEXT_BASE,
        };
        for &file in files {
            layout.in_text = true;
            let mut start = 0;
            for line in sources.text(file).split_inclusive('\n') {
                layout.line(&tokens(line, start, file));
                start += line.len() as u32;
            }
        }
        layout
    }

    /// Address of a label.
    pub(crate) fn address(&self, name: &str) -> Option<i64> {
        self.labels.get(name).map(|label| label.location.address(self).into())
    }

    fn line(&mut self, mut tokens: &[Token<'s>]) {
        while let [name, colon, rest @ ..] = tokens
            && colon.is(':')
        {
            self.label(name);
            tokens = rest;
        }
        if let [name, operands @ ..] = tokens {
            self.statement(name, operands);
        }
    }

    fn label(&mut self, name: &Token<'s>) {
        if name.begins_number() || !name.text.chars().all(is_in_names) {
            self.problems.push(messages::invalid_name(name.span, name.text));
            return;
        }
        let label = Label { location: self.here(), span: name.span };
        if let Some(first) = self.labels.get(name.text) {
            let message = shared::duplicate_label(name.span, name.text, Some(first.span));
            self.problems.push(message);
        } else {
            self.labels.insert(name.text, label);
        }
    }

    fn statement(&mut self, name: &Token<'s>, operands: &[Token<'s>]) {
        if let Some(op) = Op::named(name.text) {
            let location = self.here();
            if !location.is_text {
                let message = shared::outside_text(name.span, location.address(self));
                self.problems.push(message);
            }
            self.add(name, Content::Instruction(op, operands.to_vec()), WORD_BYTES.into());
        } else if let Some(row) = DIRECTIVES.iter().find(|row| row.name == name.text) {
            (row.read)(self, name, operands);
        } else if name.text.starts_with('.') {
            let near = nearest_directive(name.text, DIRECTIVES.iter().map(|row| row.name));
            self.problems.push(messages::unknown_directive(name.span, name.text, near));
        } else {
            let near = nearest(name.text, OPS.iter().map(|op| op.name));
            self.problems.push(shared::unknown_instruction(name.span, name.text, near));
        }
    }

    fn select(&mut self, text: bool, name: &Token<'s>, operands: &[Token<'s>]) {
        if let Some(token) = operands.first() {
            self.problems.push(name.operand_error(Some(token), operands, ""));
        }
        self.in_text = text;
    }

    fn words(&mut self, name: &Token<'s>, operands: &[Token<'s>]) {
        let mut values = Vec::new();
        for (at, token) in operands.iter().enumerate() {
            match at % 2 {
                0 if token.is_word() => values.push(*token),
                1 if token.is(',') => {}
                _ => return self.wrong_directive(name, Some(token), operands),
            }
        }
        if operands.len().is_multiple_of(2) {
            return self.wrong_directive(name, None, operands);
        }
        let bytes = u64::from(WORD_BYTES) * values.len() as u64;
        self.data(name, Content::Words(values), bytes);
    }

    fn space(&mut self, name: &Token<'s>, operands: &[Token<'s>]) {
        let [count] = operands else {
            return self.wrong_directive(name, operands.get(1), operands);
        };
        match number(count) {
            Some(words @ 0..) => {
                let bytes = words.cast_unsigned() * u64::from(WORD_BYTES);
                // A size of more than 32 bits does not fit in memory, which is reported below.
                let content = Content::Space(u32::try_from(bytes).unwrap_or(u32::MAX));
                self.data(name, content, bytes);
            }
            Some(_) => {
                let message = shared::operand_range(count.span, count.text, 0, u32::MAX.into());
                self.problems.push(message);
            }
            None => self.problems.push(messages::not_a_number(count.span, count.text)),
        }
    }

    fn wrong_directive(&mut self, name: &Token<'s>, at: Option<&Token<'s>>, all: &[Token<'s>]) {
        let row = DIRECTIVES.iter().find(|row| row.name == name.text);
        let form = row.map_or("", |row| row.operands);
        self.problems.push(name.operand_error(at, all, form));
    }

    /// Adds a statement that is allowed in the data segment only.
    fn data(&mut self, name: &Token<'s>, content: Content<'s>, bytes: u64) {
        if self.in_text {
            self.problems.push(shared::data_directive_in_text(name.span, name.text));
        }
        self.add(name, content, bytes);
    }

    fn here(&self) -> Location {
        let offset = if self.in_text { self.text_bytes } else { self.data_bytes };
        Location { is_text: self.in_text, offset }
    }

    /// Allocates memory for a statement, if there is enough.
    fn add(&mut self, name: &Token<'s>, content: Content<'s>, bytes: u64) {
        let Some(fits) = u32::try_from(bytes).ok().filter(|&bytes| bytes <= self.room_bytes) else {
            let room = self.room_bytes.into();
            self.problems.push(shared::space_too_large(name.span, bytes, room));
            return;
        };
        self.items.push(Item { location: self.here(), name: *name, content });
        self.room_bytes -= fits;
        if self.in_text {
            self.text_bytes += fits;
        } else {
            self.data_bytes += fits;
        }
    }
}
