//! DWARF line table with one unit, for debuggers and `addr2line`.
//!
//! The unit gives its code ranges and its language, assembly, so that a debugger stops exactly at
//! a label and steps by lines. Source: DWARF 4, sections 3.1.1 and 6.2.

use std::collections::BTreeMap;

use gimli::write::{
    Address, AttributeValue, DwarfUnit, EndianVec, FileId, LineProgram, LineString, Range,
    RangeList, Result, Sections, Unit,
};
use gimli::{
    DW_AT_language, DW_AT_low_pc, DW_AT_name, DW_AT_producer, DW_AT_ranges, DW_AT_stmt_list,
    DW_TAG_subprogram,
};
use gimli::{DW_LANG_Mips_Assembler, Encoding, Format, LineEncoding, RunTimeEndian};
use machine::{Image, Line};

use super::frames::{self, Hints};

/// A section that is not loaded.
pub(super) struct UnloadedSection {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

/// DWARF version that every tool reads.
const ENCODING: Encoding = Encoding { address_size: 4, format: Format::Dwarf32, version: 4 };

/// Debug sections with the lines of an image's instructions; none if it has no lines.
///
/// An instruction from a macro has the line that uses the macro, as in GNU as. File names are
/// those of the image, so a debugger looks for relative ones in its own working directory.
///
/// If the hints have cuts, labels of code become functions with ranges.
pub(super) fn sections(
    image: &Image,
    big_endian: bool,
    hints: &Hints,
) -> Result<Vec<UnloadedSection>> {
    let runs: Vec<CodeRange<'_>> = runs(image).filter(|run| !run.lines.is_empty()).collect();
    if runs.is_empty() {
        return Ok(Vec::new());
    }
    let mut dwarf = DwarfUnit::new(ENCODING);
    let ranges = runs.iter().map(|run| range(run.start, run.end));
    let ranges = dwarf.unit.ranges.add(RangeList(ranges.collect()));
    dwarf.unit.line_program = program(image, &runs);
    let root = dwarf.unit.get_mut(dwarf.unit.root());
    root.set(DW_AT_name, AttributeValue::String(file_name(image, 0)));
    root.set(DW_AT_producer, AttributeValue::String(text("isagrid")));
    root.set(DW_AT_language, AttributeValue::Language(DW_LANG_Mips_Assembler));
    // Base of the ranges, which gdb requires.
    root.set(DW_AT_low_pc, AttributeValue::Address(Address::Constant(0)));
    root.set(DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    root.set(DW_AT_stmt_list, AttributeValue::LineProgramRef);
    if !hints.cuts.is_empty() {
        runs.iter().for_each(|run| functions(&mut dwarf.unit, image, run, &hints.cuts));
    }
    let endian = if big_endian { RunTimeEndian::Big } else { RunTimeEndian::Little };
    let mut sections = Sections::new(EndianVec::new(endian));
    dwarf.write(&mut sections)?;
    if hints != &Hints::default() {
        frames::table(image, hints, ENCODING).write_debug_frame(&mut sections.debug_frame)?;
    }
    let mut extras = Vec::new();
    sections.for_each(|id, section| {
        if !section.slice().is_empty() {
            let (name, bytes) = (id.name().to_owned(), section.slice().to_vec());
            extras.push(UnloadedSection { name, bytes });
        }
        Result::Ok(())
    })?;
    Ok(extras)
}

/// Lines of a code segment from `start` to before `end`, in ascending order of address.
struct CodeRange<'i> {
    name: &'i str,
    start: u64,
    end: u64,
    lines: &'i [Line],
}

fn runs(image: &Image) -> impl Iterator<Item = CodeRange<'_>> {
    image.segments.iter().filter(|segment| segment.executable).map(|segment| {
        let (start, end) = (segment.base, segment.base + segment.size);
        let index = |address| image.lines.partition_point(|line| line.address < address);
        CodeRange { name: &segment.name, start, end, lines: &image.lines[index(start)..index(end)] }
    })
}

/// Adds the labels of a segment as functions, each up to the next.
fn functions(unit: &mut Unit, image: &Image, run: &CodeRange<'_>, cuts: &[u64]) {
    let inside = |address: u64| (run.start..run.end).contains(&address);
    let labels = image.symbols.iter().filter(|symbol| symbol.address && inside(symbol.value));
    let mut names: BTreeMap<u64, &str> = BTreeMap::from([(run.start, run.name)]);
    names.extend(labels.map(|symbol| (symbol.value, symbol.name.as_str())));
    let ends = names.keys().skip(1).copied().chain([run.end]);
    for ((&start, name), end) in names.iter().zip(ends) {
        let cuts = cuts.iter().copied().filter(|cut| (start + 1..end).contains(cut));
        let starts = [start].into_iter().chain(cuts.clone());
        let ranges = starts.zip(cuts.chain([end])).map(|(begin, end)| range(begin, end));
        let ranges = unit.ranges.add(RangeList(ranges.collect()));
        let function = unit.add(unit.root(), DW_TAG_subprogram);
        let function = unit.get_mut(function);
        function.set(DW_AT_name, AttributeValue::String(text(name)));
        function.set(DW_AT_ranges, AttributeValue::RangeListRef(ranges));
    }
}

fn range(begin: u64, end: u64) -> Range {
    Range::StartEnd { begin: Address::Constant(begin), end: Address::Constant(end) }
}

/// Line program with a row for each instruction whose line differs from the previous one.
fn program(image: &Image, runs: &[CodeRange<'_>]) -> LineProgram {
    let (folder, first) = (LineString::String(text(".")), LineString::String(file_name(image, 0)));
    let encoding = LineEncoding::default();
    let mut program = LineProgram::new(ENCODING, encoding, folder, None, first, None);
    let folder = program.default_directory();
    let mut files: Vec<FileId> = Vec::new();
    for file in 0..image.files.len().max(1) {
        files.push(program.add_file(LineString::String(file_name(image, file)), folder, None));
    }
    for run in runs {
        let start = run.lines[0].address;
        program.begin_sequence(Some(Address::Constant(start)));
        let mut last = None;
        for line in run.lines {
            let place = line.used_at.unwrap_or((line.file, line.line));
            if last.replace(place) == Some(place) {
                continue;
            }
            let row = program.row();
            row.address_offset = line.address - start;
            row.file = *files.get(place.0 as usize).unwrap_or(&files[0]);
            row.line = place.1.into();
            program.generate_row();
        }
        program.end_sequence(run.end - start);
    }
    program
}

/// Name of a file, or `?` if it has none.
fn file_name(image: &Image, file: usize) -> Vec<u8> {
    text(image.files.get(file).map_or("", String::as_str))
}

/// Text up to a zero byte; `?` if it is empty.
fn text(text: &str) -> Vec<u8> {
    let text = text.split('\0').next().unwrap_or("");
    if text.is_empty() { b"?".to_vec() } else { text.as_bytes().to_vec() }
}
