//! The assembler, in two passes: first addresses, then contents.

pub(crate) mod reader;

use asmkit::{Assembly, Diagnostic, ERROR_LIMIT, FileId, Sources, messages as shared, nearest};
use machine::{Data, Image, Line, Segment, Symbol};

use crate::isa::{Op, OperandKind, REGISTERS, WORD_BYTES};
use crate::messages;
use crate::processor::SPEC;
use reader::{Content, Item, Layout, TEXT_BASE, Token};

/// Assembles files in sequence, for a machine with this memory size.
///
/// # Errors
/// A message for each error, in the order of the sources.
pub(crate) fn assemble(
    sources: &Sources,
    files: &[FileId],
    memory_bytes: u32,
) -> Result<Assembly, Vec<Diagnostic>> {
    let layout = Layout::read(sources, files, memory_bytes);
    let mut writer = Writer { layout: &layout, words: Vec::new(), problems: Vec::new() };
    let (text, data) = (writer.write(true), writer.write(false));
    let mut problems = writer.problems;
    problems.extend(layout.problems.iter().cloned());
    problems.sort_by_key(|problem| (problem.span.file, problem.span.start));
    if let Some(last) = problems.get(ERROR_LIMIT).map(|problem| problem.span) {
        problems.truncate(ERROR_LIMIT);
        problems.push(shared::too_many_errors(last, ERROR_LIMIT));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let data_base = TEXT_BASE + layout.text_bytes;
    let image = Image {
        isa: SPEC.name.to_owned(),
        entry: TEXT_BASE.into(),
        segments: [(".text", TEXT_BASE, text), (".data", data_base, data)]
            .into_iter()
            .filter(|(.., bytes)| !bytes.is_empty())
            .map(|(name, base, bytes)| segment(name, base, bytes))
            .collect(),
        sections: Vec::new(),
        symbols: layout
            .labels
            .iter()
            .map(|(name, label)| symbol(name, label.location.address(&layout)))
            .collect(),
        lines: layout.items.iter().filter_map(|item| line(item, sources)).collect(),
        files: sources.names(),
    };
    Ok(Assembly { image, warnings: Vec::new() })
}

fn segment(name: &str, base: u32, bytes: Vec<u8>) -> Segment {
    Segment {
        name: name.to_owned(),
        base: base.into(),
        size: bytes.len() as u64,
        data: Data::Bytes(bytes),
        executable: name == ".text",
        writable: true,
    }
}

fn symbol(name: &str, address: u32) -> Symbol {
    Symbol { name: name.to_owned(), value: address.into(), global: true, address: true }
}

/// Source line of an instruction; items of the text are in ascending order of address.
fn line(item: &Item<'_>, sources: &Sources) -> Option<Line> {
    let Content::Instruction(..) = item.content else { return None };
    let span = item.name.span;
    let address = (TEXT_BASE + item.location.offset).into();
    Some(Line { address, file: span.file.0, line: sources.line_column(span).0, used_at: None })
}

/// The second pass.
struct Writer<'l, 's> {
    layout: &'l Layout<'s>,
    words: Vec<u8>,
    problems: Vec<Diagnostic>,
}

impl<'s> Writer<'_, 's> {
    /// Bytes of the text or of the data.
    fn write(&mut self, is_text: bool) -> Vec<u8> {
        for item in self.layout.items.iter().filter(|item| item.location.is_text == is_text) {
            match &item.content {
                Content::Instruction(op, operands) => {
                    let word = self.instruction(op, &item.name, operands);
                    self.put(word);
                }
                Content::Words(values) => {
                    for value in values {
                        let word = self.number(value, i32::MIN.into(), u32::MAX.into());
                        self.put(word as u32);
                    }
                }
                Content::Space(bytes) => {
                    self.words.resize(self.words.len() + *bytes as usize, 0);
                }
            }
        }
        std::mem::take(&mut self.words)
    }

    fn put(&mut self, word: u32) {
        self.words.extend(word.to_le_bytes());
    }

    /// Encodes an instruction; the row defines the order of operands and punctuation.
    fn instruction(&mut self, op: &Op, name: &Token<'s>, operands: &[Token<'s>]) -> u32 {
        let mut word = op.pattern.value();
        let mut left = operands.iter();
        for letter in op.operands.chars().filter(|letter| *letter != ' ') {
            let token = left.next();
            let value = match (OperandKind::of(letter), token) {
                (None, Some(token)) if token.is(letter) => continue,
                (Some(kind), Some(token)) if token.is_word() => {
                    self.operand(kind, token, op.pattern.field_width(letter))
                }
                _ => {
                    self.problems.push(name.operand_error(token, operands, op.operands));
                    return 0;
                }
            };
            word = op.pattern.with_field(word, letter, value);
        }
        if let Some(token) = left.next() {
            self.problems.push(name.operand_error(Some(token), operands, op.operands));
        }
        word as u32
    }

    /// Bits of an operand.
    fn operand(&mut self, kind: OperandKind, token: &Token<'s>, width: u32) -> u64 {
        if kind == OperandKind::Register {
            return self.register(token);
        }
        let (low, high) = kind.range(width);
        let number = self.number(token, low, high);
        if kind == OperandKind::Target && number % i64::from(WORD_BYTES) != 0 {
            self.problems.push(shared::target_misaligned(token.span, number as u32));
        }
        kind.bits(number)
    }

    fn register(&mut self, token: &Token<'s>) -> u64 {
        let number = REGISTERS.iter().position(|register| *register == token.text);
        if number.is_none() {
            let near = nearest(token.text, REGISTERS);
            let message = shared::unknown_register(token.span, token.text, near, "r0 to r7");
            self.problems.push(message);
        }
        number.unwrap_or_default() as u64
    }

    /// Value of a number or a label.
    fn number(&mut self, token: &Token<'s>, low: i64, high: i64) -> i64 {
        let is_number = token.begins_number();
        let value = if is_number { reader::number(token) } else { self.layout.address(token.text) };
        let (at, text) = (token.span, token.text);
        self.problems.push(match value {
            Some(value) if (low..=high).contains(&value) => return value,
            Some(_) => shared::operand_range(at, text, low, high),
            None if is_number => messages::not_a_number(at, text),
            None => {
                let labels = self.layout.labels.keys().copied();
                shared::undefined_label(at, text, nearest(text, labels))
            }
        });
        0
    }
}
