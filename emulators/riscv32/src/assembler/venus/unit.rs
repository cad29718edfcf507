//! One source file before linking: its labels, instructions and data.

use std::collections::BTreeMap;

use asmkit::{Diagnostic, FileId, Sources, Span};

use super::directive;
use super::instruction::{PendingInstruction, SymbolSum, SymbolicValue, instructions};
use super::lexer::{Defines, Token, split};
use super::messages;

/// Offset of a label from the start of the file's text or data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Text(u32),
    Data(u32),
}

/// Byte order mark, which some editors write before the first character.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Parsed source file.
#[derive(Debug)]
pub(super) struct SourceUnit {
    pub(super) file: FileId,
    pub(super) labels: BTreeMap<String, (Place, Span)>,
    /// Labels such as `1`, each with all its offsets in the text.
    pub(super) numbered: BTreeMap<String, Vec<u32>>,
    /// Constants defined by `.equ` and similar directives: location and value.
    pub(super) constants: BTreeMap<String, (Span, Token)>,
    pub(super) globals: BTreeMap<String, Span>,
    /// Operands of `.import`.
    pub(super) imports: Vec<Token>,
    pub(super) code: Vec<PendingInstruction>,
    pub(super) data: Vec<u8>,
    /// Offsets of addresses in the data.
    pub(super) addresses: Vec<(u32, SymbolSum, Token)>,
    pub(super) in_text: bool,
}

impl SourceUnit {
    /// Parses a file; appends errors to the messages.
    pub(super) fn read(
        file: FileId,
        sources: &Sources,
        messages: &mut Vec<Diagnostic>,
    ) -> SourceUnit {
        let mut unit = SourceUnit {
            file,
            labels: BTreeMap::new(),
            numbered: BTreeMap::new(),
            constants: BTreeMap::new(),
            globals: BTreeMap::new(),
            imports: Vec::new(),
            code: Vec::new(),
            data: Vec::new(),
            addresses: Vec::new(),
            in_text: true,
        };
        if sources.text(file).starts_with(BYTE_ORDER_MARK) {
            let at = Span { file, start: 0, end: BYTE_ORDER_MARK.len_utf8() as u32 };
            messages.push(*messages::byte_order_mark(at));
        }
        let mut defines = Defines::default();
        let (mut start, mut errors) = (0, 0);
        for line in sources.text(file).split('\n') {
            let at = Span { file, start, end: start + line.len() as u32 };
            start = at.end + 1;
            let noted = defines.note(line.trim(), at);
            let read = noted.and_then(|()| unit.line(line, at, &defines, messages));
            if let Err(problem) = read {
                messages.push(*problem);
                errors += 1;
            }
            if errors == super::ERROR_LIMIT {
                break;
            }
        }
        unit
    }

    /// Size of the text so far, in bytes.
    pub(super) fn text_bytes(&self) -> u32 {
        self.code.len() as u32 * 4
    }

    fn line(
        &mut self,
        text: &str,
        at: Span,
        defines: &Defines,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<(), Box<Diagnostic>> {
        let line = split(text, at, defines)?;
        for label in line.labels {
            self.label(label)?;
        }
        let mut tokens = line.tokens.into_iter();
        let Some(name) = tokens.next() else { return Ok(()) };
        if let Some(stray) = line.stray {
            messages.push(*messages::stray_parenthesis(stray));
        }
        let operands: Vec<Token> = tokens.collect();
        let cuts = cuts(&name, &operands);
        if name.text.starts_with('.') {
            directive::execute(self, &name, &operands, messages)?;
        } else {
            self.instruction(&name, operands, messages)?;
        }
        messages.extend(cuts);
        Ok(())
    }

    fn label(&mut self, label: Token) -> Result<(), Box<Diagnostic>> {
        let Token { text, span, .. } = label;
        if text.bytes().all(|byte| byte.is_ascii_digit()) {
            if self.in_text {
                let places = self.numbered.entry(number(&text).to_owned()).or_default();
                places.push(self.code.len() as u32 * 4);
            }
            return Ok(());
        }
        let place = if self.in_text {
            Place::Text(self.text_bytes())
        } else {
            Place::Data(self.data.len() as u32)
        };
        match self.labels.get(&text) {
            Some((_, first)) => Err(messages::label_again(span, &text, *first)),
            None => {
                self.labels.insert(text, (place, span));
                Ok(())
            }
        }
    }

    fn instruction(
        &mut self,
        name: &Token,
        operands: Vec<Token>,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<(), Box<Diagnostic>> {
        let coded = instructions(name, operands, self.text_bytes())?;
        if !self.in_text {
            let relative = |coded: &PendingInstruction| {
                coded.values.iter().any(|operand| matches!(operand.value, SymbolicValue::High(_)))
            };
            if coded.iter().any(relative) {
                return Err(messages::address_in_data(name.span, &name.text));
            }
            messages.push(*messages::instruction_in_data(name.span));
        }
        self.code.extend(coded);
        Ok(())
    }
}

/// Warnings about numbers whose upper bits Venus drops.
fn cuts(name: &Token, operands: &[Token]) -> Vec<Diagnostic> {
    if [".float", ".double", ".dword"].contains(&name.text.as_str()) {
        return Vec::new();
    }
    let wide = operands.iter().filter(|token| asmkit::messages::is_wide(&token.text));
    let message = wide.filter_map(|token| {
        let taken = super::number::integer(&token.text)?;
        Some(asmkit::messages::number_cut(token.span, &token.text, "Venus", taken))
    });
    message.collect()
}

/// Digits of a number without leading zeros.
pub(super) fn number(digits: &str) -> &str {
    let number = digits.trim_start_matches('0');
    if number.is_empty() { "0" } else { number }
}
