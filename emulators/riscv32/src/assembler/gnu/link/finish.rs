//! Last step of linking: values are inserted and the image is built.

use std::collections::{BTreeMap, BTreeSet};

use asmkit::{Diagnostic, FileId, Sources, Span};
use machine::{Data, Image, Line, Segment, Symbol};

use super::super::data::{fits, leb_bytes};
use super::super::messages;
use super::super::object::Relocation;
use super::super::operands::{high, low};
use super::super::symbols::Meaning;
use super::apply::{self, Field};
use super::globals::LINKER_SYMBOLS;
use super::{AsmResult, Expr, FixState, LinkFix, Linker, Output, Target};
use crate::options::Options;

/// Symbol at which programs start.
const START: &str = "_start";

/// Maximum number of bytes that depend on one value.
const LONGEST: usize = 10;

/// The register `gp`.
const POINTER_REGISTER: u64 = 3;

impl Linker<'_> {
    /// Inserts all values and builds the image.
    pub(super) fn finish(
        mut self,
        options: &Options,
        sources: &Sources,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<Image> {
        for input in 0..self.inputs.len() {
            for index in 0..self.inputs[input].fixes.len() {
                if let Err(problem) = self.fill_in(input, index, problems) {
                    problems.push(*problem);
                }
            }
        }
        let segments = self.segments(problems);
        let lines = self.lines(sources);
        let entry = self.entry(&lines, options, sources, problems);
        (!super::super::has_errors(problems)).then(|| Image {
            isa: "riscv32".to_owned(),
            entry,
            segments,
            symbols: self.symbols(),
            lines,
            files: sources.names(),
            ..Image::default()
        })
    }

    /// Inserts one value.
    fn fill_in(&mut self, input: usize, index: usize, problems: &mut Vec<Diagnostic>) -> AsmResult {
        let LinkFix { at, state, ref fix, target, .. } = self.inputs[input].fixes[index];
        let span = fix.place.span;
        let done = matches!(
            state,
            FixState::Done | FixState::Doomed | FixState::As(Relocation::Nops { .. })
        );
        if done {
            return Ok(());
        }
        let here = self.address_in(input, at) as i64;
        let value = match (state, target) {
            (FixState::As(Relocation::PcrelLo | Relocation::PcrelLoStore), _) => {
                self.pair(target, span)?
            }
            (FixState::As(Relocation::GotHi), Some(target)) => {
                self.table_entry(target).unwrap_or(0) as i64 - here
            }
            (_, Some(target)) => {
                self.check_loaded(target, span)?;
                self.address(target)
            }
            (_, None) => self.value(self.inputs[input].object, &fix.value, span)?,
        };
        let pointer = self.pointer.map(|pointer| self.address(pointer));
        let whole = self.section(input).size as usize;
        let bytes = &mut self.inputs[input].bytes;
        if bytes.len() < whole.min(at as usize + LONGEST) {
            // Trailing zeros are not stored, but these bytes get a value.
            bytes.resize(whole.min(at as usize + LONGEST), 0);
        }
        let bytes = &mut bytes[at as usize..];
        let distance = value.wrapping_sub(here);
        let odd = match state {
            FixState::As(what) => put(bytes, what, value, distance, span)?,
            state => {
                put_shortened(bytes, state, value, pointer, span)?;
                false
            }
        };
        if odd {
            problems.push(messages::odd_target(span, value as u32));
        }
        Ok(())
    }

    /// Distance whose upper bits are in the instruction at a target.
    fn pair(&self, place: Option<Target>, span: Span) -> AsmResult<i64> {
        let Some(Target::Place { input, at, .. }) = place else {
            return Err(Box::new(messages::no_upper_part(span)));
        };
        let fixes = &self.inputs[input].fixes;
        let first = fixes.partition_point(|fix| fix.at < at);
        let here = self.address_in(input, at) as i64;
        let same = fixes[first..].iter().take_while(|fix| fix.at == at);
        for fix in same {
            match (fix.state, fix.target) {
                (FixState::As(Relocation::PcrelHi), Some(target)) => {
                    return Ok(self.address(target) - here);
                }
                (FixState::As(Relocation::GotHi), Some(target)) => {
                    return Ok(self.table_entry(target).unwrap_or(0) as i64 - here);
                }
                _ => {}
            }
        }
        Err(Box::new(messages::no_upper_part(span)))
    }

    /// Requires that an address is in a section that is loaded.
    fn check_loaded(&self, target: Target, span: Span) -> AsmResult {
        match self.output_of(target).map(|output| &self.outputs[output]) {
            Some(Output { kind, name, .. }) if !kind.loaded => {
                Err(Box::new(messages::not_in_memory(span, name)))
            }
            _ => Ok(()),
        }
    }

    fn segments(&mut self, problems: &mut Vec<Diagnostic>) -> Vec<Segment> {
        self.fill_table();
        let mut segments: Vec<Segment> = Vec::new();
        for output in &self.outputs {
            if !output.kind.loaded || output.size == 0 {
                continue;
            }
            let mut data: Vec<u8> = Vec::new();
            for &number in &output.inputs {
                let input = &self.inputs[number];
                let bytes = input.deletions.apply(&input.bytes);
                if !bytes.is_empty() {
                    data.resize(input.offset as usize, 0);
                    data.extend(bytes);
                }
            }
            segments.push(Segment {
                name: output.name.clone(),
                base: output.address,
                size: output.size,
                data: Data::Bytes(data),
                executable: output.kind.executable,
                writable: true,
            });
        }
        segments.sort_by_key(|segment| segment.base);
        let at = messages::start_of(FileId(0));
        for pair in segments.windows(2) {
            if pair[0].base + pair[0].size > pair[1].base {
                problems.push(messages::sections_overlap(at, &pair[0].name, &pair[1].name));
            }
        }
        if let Some(last) = segments.last().filter(|last| last.base + last.size > 1 << 32) {
            problems.push(messages::beyond_memory(at, &last.name));
        }
        segments
    }

    /// Stores the addresses in the global offset table.
    fn fill_table(&mut self) {
        let Some(input) = self.table_input else { return };
        let entries: Vec<u32> =
            self.table.iter().map(|&target| self.address(target) as u32).collect();
        let words = std::iter::once(0).chain(entries);
        self.inputs[input].bytes = words.flat_map(u32::to_le_bytes).collect();
    }

    /// Source lines of the instructions; a deleted instruction gives its address to the next one.
    fn lines(&self, sources: &Sources) -> Vec<Line> {
        let mut lines = BTreeMap::new();
        for (number, input) in self.inputs.iter().enumerate() {
            if !self.outputs[input.output].kind.loaded {
                continue;
            }
            for &(at, place) in &self.section(number).lines {
                let address = self.address_in(number, at);
                let line = Line {
                    address,
                    file: place.span.file.0,
                    line: sources.line_column(place.span).0,
                    used_at: place.used_at.map(|at| (at.file.0, sources.line_column(at).0)),
                };
                lines.insert(address, line);
            }
        }
        lines.into_values().collect()
    }

    fn entry(
        &self,
        lines: &[Line],
        options: &Options,
        sources: &Sources,
        problems: &mut Vec<Diagnostic>,
    ) -> u64 {
        let start = if options.start_at_main { "main" } else { START };
        let global = self.globals.defined.get(start).copied();
        let local = || {
            let numbered = self.objects.iter().enumerate();
            let defined = |object: &super::SizedObject| {
                let mut named = object.symbols.iter().filter(|(_, s)| s.name == start);
                named.find(|(_, s)| matches!(s.meaning, Meaning::Label(_))).map(|(id, _)| id)
            };
            numbered.filter_map(|(number, object)| Some((number, defined(object)?))).next()
        };
        let found = global.or_else(local);
        let found = found.and_then(|(object, id)| self.symbol_target(object, id, 0));
        if let Some(target) = found {
            return self.address(target) as u32 as u64;
        }
        let Some(first) = lines.first() else { return 0 };
        let at = sources.line_span(FileId(first.file), first.line);
        problems.extend(at.map(|at| messages::no_start(at, start)));
        first.address
    }

    /// Symbols of the program, each once, without those internal to the assembler.
    fn symbols(&self) -> Vec<Symbol> {
        let mut known = BTreeSet::new();
        let mut symbols = Vec::new();
        for (number, object) in self.objects.iter().enumerate() {
            for (id, symbol) in object.symbols.iter() {
                let linked = LINKER_SYMBOLS.contains(&symbol.name.as_str());
                let is_own = !matches!(symbol.meaning, Meaning::Unknown);
                let defined = is_own || linked;
                let again = symbol.global && !known.insert(symbol.name.clone());
                if symbol.is_internal() || !defined || again {
                    continue;
                }
                let target = match symbol.meaning {
                    Meaning::Common { .. } | Meaning::Unknown => self.outside(number, id, 0),
                    _ => self.symbol_target(number, id, 0),
                };
                let start = messages::start_of(FileId(0));
                let value = target
                    .map(|target| self.address(target))
                    .or_else(|| self.value(number, &Expr::Symbol(id), start).ok());
                let Some(value) = value else { continue };
                symbols.push(Symbol {
                    name: symbol.name.clone(),
                    value: (value as u32).into(),
                    // A label of the program that is called so is not the linker's symbol.
                    global: symbol.global || !is_own,
                    address: matches!(target, Some(Target::Place { .. } | Target::Linker { .. })),
                });
            }
        }
        symbols
    }
}

/// Inserts a value or its distance; returns whether an odd distance lost its lowest bit.
fn put(
    bytes: &mut [u8],
    what: Relocation,
    value: i64,
    distance: i64,
    span: Span,
) -> AsmResult<bool> {
    let relative = |bytes: &mut [u8], field: &Field| {
        let distance = i64::from(distance as i32);
        let (low, high) = field.range();
        if !field.holds(distance) {
            return Err(Box::new(messages::target_too_far(span, value as u32, low, high)));
        }
        field.put(bytes, distance & !1);
        Ok(distance % 2 != 0)
    };
    match what {
        Relocation::Data(size) if !fits(value, size) => {
            return Err(Box::new(messages::address_too_large(span, value, size)));
        }
        Relocation::Data(size) => apply::put_little(bytes, value as u64, usize::from(size)),
        Relocation::Leb { size, signed } => put_leb(bytes, value, usize::from(size), signed),
        Relocation::Branch => return relative(bytes, &apply::BRANCH),
        Relocation::Jal => return relative(bytes, &apply::JUMP),
        Relocation::ShortBranch => return relative(bytes, &apply::SHORT_BRANCH),
        Relocation::ShortJump => return relative(bytes, &apply::SHORT_JUMP),
        Relocation::Call => apply::put_call(bytes, distance),
        Relocation::Hi | Relocation::GotHi => apply::UPPER.put(bytes, high(value)),
        Relocation::PcrelHi => apply::UPPER.put(bytes, high(distance)),
        Relocation::Lo | Relocation::PcrelLo => apply::IMMEDIATE.put(bytes, low(value)),
        Relocation::LoStore | Relocation::PcrelLoStore => apply::STORE.put(bytes, low(value)),
        Relocation::Nops { .. } => {}
    }
    Ok(false)
}

/// LEB128 encoding of a number, padded to a given size.
fn put_leb(bytes: &mut [u8], value: i64, size: usize, signed: bool) {
    let mut leb = leb_bytes(value, signed);
    let filler = if signed && value < 0 { 0x7f } else { 0 };
    while leb.len() < size {
        if let Some(last) = leb.last_mut() {
            *last |= 0x80;
        }
        leb.push(filler);
    }
    bytes[..leb.len()].copy_from_slice(&leb);
}

/// Inserts a value into an instruction that the linker changed.
fn put_shortened(
    bytes: &mut [u8],
    state: FixState,
    value: i64,
    pointer: Option<i64>,
    span: Span,
) -> AsmResult {
    match state {
        FixState::FromPointer { store } => {
            let absolute = i64::from(value as i32);
            let from_zero = apply::IMMEDIATE.holds(absolute);
            let number =
                if from_zero { absolute } else { value.wrapping_sub(pointer.unwrap_or(0)) };
            if !apply::IMMEDIATE.holds(number) {
                return Err(Box::new(messages::pointer_too_far(span, number)));
            }
            let register = if from_zero { 0 } else { POINTER_REGISTER };
            let word = apply::REGISTER_FIELDS.with_field(apply::little(&bytes[..4]), 's', register);
            apply::put_little(bytes, word, 4);
            let field = if store { apply::STORE } else { apply::IMMEDIATE };
            field.put(&mut bytes[..4], number);
        }
        FixState::ShortUpper => {
            let upper = high(value);
            let signed = if upper >= 0x80000 { upper - 0x100000 } else { upper };
            apply::SHORT_UPPER.put(&mut bytes[..2], signed);
        }
        _ => {}
    }
    Ok(())
}
