//! Links the files of a program: addresses for labels, words for instructions.

use std::collections::BTreeMap;

use asmkit::{Diagnostic, Sources, Span};
use machine::numbers::counted;
use machine::{Data, Image, Line, Segment, Symbol};

use super::instruction::{Addend, OperandValue, PendingInstruction, SymbolSum, SymbolicValue};
use super::unit::{Place, SourceUnit, number};
use super::{DATA_BASE, TEXT_BASE, messages};
use crate::isa::EncodeError;

/// Names of one file: number, and whether it is an address.
type Names = BTreeMap<String, (u32, bool)>;

/// File with its addresses in memory.
struct LinkedFile<'u> {
    unit: &'u SourceUnit,
    /// Address of its first instruction.
    text: u32,
    names: Names,
}

/// Number, and whether its name belongs to another file.
struct NameValue {
    value: u32,
    is_foreign: bool,
}

/// Links the files into a program; appends errors to the messages.
///
/// The texts of the files are concatenated, and so are their data. The program starts at a global
/// `main`, or at its first instruction.
pub(super) fn link(
    units: &[SourceUnit],
    sources: &Sources,
    messages: &mut Vec<Diagnostic>,
) -> Image {
    let (mut text, mut data) = (TEXT_BASE, DATA_BASE);
    let mut files = Vec::new();
    for unit in units {
        files.push(LinkedFile { unit, text, names: names(unit, text, data, messages) });
        text += unit.text_bytes();
        data += unit.data.len() as u32;
    }
    let globals = globals(&files, messages);
    let (mut words, mut bytes, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for file in &files {
        for coded in &file.unit.code {
            let address = file.text + coded.offset;
            let line = sources.line_column(coded.span).0;
            lines.push(Line {
                address: address.into(),
                file: coded.span.file.0,
                line,
                used_at: None,
            });
            match file.word(coded, &globals, messages) {
                Ok(word) => words.extend(word.to_le_bytes()),
                // Both halves of a distance have the same message.
                Err(problem) if messages.last() == Some(&*problem) => {}
                Err(problem) => messages.push(*problem),
            }
        }
        let first = bytes.len();
        bytes.extend(&file.unit.data);
        for (at, sum, token) in &file.unit.addresses {
            match file.sum(sum, token.span, &globals, messages) {
                Ok(value) => {
                    let at = first + *at as usize;
                    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
                }
                Err(problem) => messages.push(*problem),
            }
        }
    }
    report_undefined(&files, sources, messages);
    let segments = [(".text", TEXT_BASE, words, true), (".data", DATA_BASE, bytes, false)];
    let segment = |(name, base, bytes, executable): (&str, u32, Vec<u8>, bool)| Segment {
        name: name.to_owned(),
        base: base.into(),
        size: bytes.len() as u64,
        data: Data::Bytes(bytes),
        executable,
        writable: true,
    };
    let main = globals.get("main").filter(|(_, is_address)| *is_address);
    Image {
        isa: "riscv32".to_owned(),
        entry: main.map_or(TEXT_BASE, |&(address, _)| address).into(),
        segments: segments.into_iter().map(segment).filter(|segment| segment.size > 0).collect(),
        symbols: files.iter().flat_map(symbols).collect(),
        lines,
        files: sources.names(),
        ..Image::default()
    }
}

/// Addresses of a file's labels, and its constants.
fn names(unit: &SourceUnit, text: u32, data: u32, messages: &mut Vec<Diagnostic>) -> Names {
    let address = |(name, &(place, _)): (&String, &(Place, Span))| {
        let address = match place {
            Place::Text(offset) => text + offset,
            Place::Data(offset) => data + offset,
        };
        (name.clone(), (address, true))
    };
    let mut names: Names = unit.labels.iter().map(address).collect();
    for (name, (span, _)) in &unit.constants {
        if let Some((_, label)) = unit.labels.get(name) {
            messages.push(*messages::label_again(*span, name, *label));
            continue;
        }
        match constant(unit, &names, name) {
            Ok(value) => drop(names.insert(name.clone(), value)),
            Err(problem) => messages.push(*problem),
        }
    }
    names
}

/// Value of a constant, which may be defined by another constant's name or a label.
fn constant(unit: &SourceUnit, names: &Names, name: &str) -> Result<(u32, bool), Box<Diagnostic>> {
    let (span, first) = &unit.constants[name];
    let mut token = first;
    for _ in 0..=unit.constants.len() {
        if let Some(value) = super::number::integer(&token.text) {
            return Ok((value as u32, false));
        }
        if let Some(value) = names.get(&token.text) {
            return Ok(*value);
        }
        let Some(next) = unit.constants.get(&token.text) else {
            return Err(messages::undefined(token.span, &token.text, None));
        };
        token = &next.1;
    }
    Err(messages::circle(*span, name))
}

/// Names that are visible in all files.
fn globals(files: &[LinkedFile<'_>], messages: &mut Vec<Diagnostic>) -> Names {
    let mut globals = Names::new();
    let mut places: BTreeMap<&str, Span> = BTreeMap::new();
    for file in files {
        for (name, span) in &file.unit.globals {
            let Some(value) = file.names.get(name) else { continue };
            globals.insert(name.clone(), *value);
            if let Some(first) = places.insert(name, *span) {
                messages.push(*messages::label_again(*span, name, first));
            }
        }
    }
    globals
}

/// Reports each undefined name once: its first use, the number of other uses, and a file in which
/// it is local.
fn report_undefined(files: &[LinkedFile<'_>], sources: &Sources, messages: &mut Vec<Diagnostic>) {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    messages.retain(|message| {
        if message.id != messages::UNDEFINED {
            return true;
        }
        let count = places.entry(message.message.clone()).or_default();
        *count += 1;
        *count == 1
    });
    for message in messages.iter_mut().filter(|message| message.id == messages::UNDEFINED) {
        let more = places.get(&message.message).map_or(0, |count| count - 1);
        if more > 0 {
            message.label += &format!(", here and in {}", counted(more, "other place"));
        }
        let Some(name) = message.message.split('`').nth(1) else { continue };
        let keeper = files.iter().find(|file| file.unit.labels.contains_key(name));
        if let Some(keeper) = keeper.filter(|file| file.unit.file != message.span.file) {
            let file = asmkit::plain_name(sources.name(keeper.unit.file));
            message.help =
                Some(format!("this label is local to {file}: write `.globl {name}` there"));
        }
    }
}

fn symbols(file: &LinkedFile<'_>) -> Vec<Symbol> {
    let symbol = |(name, &(value, address)): (&String, &(u32, bool))| Symbol {
        name: name.clone(),
        value: value.into(),
        global: file.unit.globals.contains_key(name),
        address,
    };
    file.names.iter().map(symbol).collect()
}

impl LinkedFile<'_> {
    fn word(
        &self,
        coded: &PendingInstruction,
        globals: &Names,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<u32, Box<Diagnostic>> {
        let pc = self.text + coded.offset;
        let mut values = Vec::new();
        for operand in &coded.values {
            values.push(self.value(operand, coded, pc, globals, messages)?);
        }
        let encoded = match coded.ordering {
            0 => coded.row.encode(&values, pc),
            ordering => coded.row.encode_ordered(&values, ordering),
        };
        encoded.map_err(|error| misfit(error, coded))
    }

    fn value(
        &self,
        operand: &OperandValue,
        coded: &PendingInstruction,
        pc: u32,
        globals: &Names,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<i64, Box<Diagnostic>> {
        let span = operand.span;
        Ok(match &operand.value {
            SymbolicValue::Number(number) => *number,
            SymbolicValue::Sum(sum) => i64::from(self.sum(sum, span, globals, messages)? as i32),
            SymbolicValue::High(sum) => {
                let distance = self.sum(sum, span, globals, messages)?.wrapping_sub(pc);
                i64::from(distance.wrapping_add(0x800) >> 12)
            }
            // The distance is relative to the previous instruction, which has the upper part.
            SymbolicValue::Low(sum) => {
                let distance = self.sum(sum, span, globals, &mut Vec::new())?.wrapping_sub(pc - 4);
                i64::from((distance << 20) as i32 >> 20)
            }
            SymbolicValue::Target(text) => {
                let found = self.target(text, span, coded.offset, globals, messages)?;
                if found.is_foreign && coded.row.name != "jal" {
                    return Err(messages::branch_out(span, text));
                }
                found.value.into()
            }
        })
    }

    fn find(&self, name: &str, span: Span, globals: &Names) -> Result<NameValue, Box<Diagnostic>> {
        let local =
            self.names.get(name).map(|(value, _)| NameValue { value: *value, is_foreign: false });
        let foreign =
            || globals.get(name).map(|(value, _)| NameValue { value: *value, is_foreign: true });
        local.or_else(foreign).ok_or_else(|| {
            let known = self.names.keys().chain(globals.keys()).map(String::as_str);
            messages::undefined(span, name, asmkit::nearest(name, known))
        })
    }

    fn sum(
        &self,
        sum: &SymbolSum,
        span: Span,
        globals: &Names,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<u32, Box<Diagnostic>> {
        let start = match sum.name.as_str() {
            "" => NameValue { value: 0, is_foreign: false },
            name => self.find(name, span, globals)?,
        };
        let Some((sign, addend)) = &sum.added else { return Ok(start.value) };
        let addend = match addend {
            Addend::Number(number) => *number,
            Addend::Name(name) => self.find(name, span, &Names::new())?.value.into(),
        };
        if start.is_foreign {
            messages.push(*messages::addition_lost(span, &sum.name));
            return Ok(start.value);
        }
        Ok(start.value.wrapping_add((sign * addend) as u32))
    }

    /// Target of a branch or jump: a label, the next `1f` or last `1b`, or a distance in bytes.
    ///
    /// A label at the instruction itself is both the next and the last one, as in Venus.
    fn target(
        &self,
        text: &str,
        span: Span,
        here: u32,
        globals: &Names,
        messages: &mut Vec<Diagnostic>,
    ) -> Result<NameValue, Box<Diagnostic>> {
        let local = |value| NameValue { value, is_foreign: false };
        let digits = text.trim_end_matches(['f', 'b']);
        let is_numbered = text.len() == digits.len() + 1 && !digits.is_empty();
        if is_numbered && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            let places = self.unit.numbered.get(number(digits)).map_or(&[][..], Vec::as_slice);
            let found = if text.ends_with('f') {
                places.iter().find(|&&place| place >= here)
            } else {
                places.iter().rev().find(|&&place| place <= here)
            };
            let found = found.ok_or_else(|| messages::no_numbered(span, digits, text))?;
            return Ok(local(self.text + found));
        }
        match super::number::integer(text) {
            Some(distance) if !self.names.contains_key(text) => {
                messages.push(*messages::distance(span));
                Ok(local((self.text + here).wrapping_add_signed(distance)))
            }
            _ => self.find(text, span, globals),
        }
    }
}

fn misfit(error: EncodeError, coded: &PendingInstruction) -> Box<Diagnostic> {
    let at = |operand: usize| &coded.values[operand];
    let is_target = |operand: usize| matches!(at(operand).value, SymbolicValue::Target(_));
    match error {
        EncodeError::OutOfRange { operand, low, high } if is_target(operand) => {
            messages::too_far(at(operand).span, &at(operand).text, low, high)
        }
        EncodeError::OutOfRange { operand, low, high } => {
            messages::out_of_range(at(operand).span, &at(operand).text, low, high)
        }
        EncodeError::Misaligned { operand, multiple } => {
            messages::misaligned(at(operand).span, &at(operand).text, multiple)
        }
        EncodeError::Excluded => messages::excluded(coded.span),
    }
}
