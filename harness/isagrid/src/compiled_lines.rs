//! Source lines in ELF files of other compilers.
//!
//! Source: DWARF Debugging Information Format 5, section 6.2, "Line Number Information".

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use asmkit::elf;
use debuggers::look::names_file;
use gimli::{
    AttributeValue, DebugLine, DebugLineOffset, EndianSlice, IncompleteLineProgram, LineRow,
    Reader, RunTimeEndian,
};
use goblin::elf::Elf;
use machine::{CompiledLines, Image, LineTable};

type Slice<'b> = EndianSlice<'b, RunTimeEndian>;

/// Most ranges that are kept; a program of a mebibyte has about 100,000.
const MOST_RANGES: usize = 1 << 21;

/// Most bytes of a name that are kept.
const MOST_NAME: usize = 4096;

/// Most bytes of all names.
const MOST_NAMES: usize = 1 << 24;

/// Lines of the instructions in an image, which is that of the file; none if the file has none that can
/// be read.
pub(crate) fn read(file: &[u8], image: &Image) -> CompiledLines {
    let Some(sections) = elf::is_elf(file).then(|| Sections::read(file)).flatten() else {
        return CompiledLines::default();
    };
    let mut lines = Lines { sections, image, names: 0, table: Table::default() };
    // Programs before a damaged header are good.
    let _ = lines.add_all();
    let mut table = lines.table;
    table.starts.sort_by_key(|(start, _)| *start);
    CompiledLines::new(table)
}

/// Source lines by address.
#[derive(Default)]
struct Table {
    files: Vec<String>,
    /// First addresses of ranges, in ascending order, with index of the file and line; a range without
    /// them has no known line.
    starts: Vec<(u64, Option<(u32, u32)>)>,
}

impl LineTable for Table {
    fn find(&self, address: u64) -> Option<String> {
        let after = self.starts.partition_point(|(start, _)| *start <= address);
        let (file, line) = self.starts.get(after.checked_sub(1)?)?.1?;
        Some(format!("{}:{line}", self.files.get(file as usize)?))
    }

    fn address(&self, file: &str, line: u32) -> Option<u64> {
        let files: Vec<bool> = self.files.iter().map(|path| names_file(file, path)).collect();
        let places = self.starts.iter().filter_map(|&(start, place)| {
            let (file, line) = place?;
            files.get(file as usize)?.then_some((line, start))
        });
        places.filter(|(at, _)| *at >= line).min().map(|(_, start)| start)
    }
}

/// The sections with lines and their strings.
struct Sections<'b> {
    line: Slice<'b>,
    strings: Slice<'b>,
    line_strings: Slice<'b>,
    /// Bytes of an address, for programs before version 5, which do not have it.
    address_size: u8,
}

impl<'b> Sections<'b> {
    fn read(file: &'b [u8]) -> Option<Self> {
        let elf = Elf::parse(file).ok()?;
        let endian = if elf.little_endian { RunTimeEndian::Little } else { RunTimeEndian::Big };
        let section = |name| {
            let mut all = elf.section_headers.iter();
            let found = all.find(|it| elf.shdr_strtab.get_at(it.sh_name) == Some(name));
            let bytes = found.and_then(|it| file.get(it.file_range()?));
            EndianSlice::new(bytes.unwrap_or_default(), endian)
        };
        Some(Sections {
            line: section(".debug_line"),
            strings: section(".debug_str"),
            line_strings: section(".debug_line_str"),
            address_size: if elf.is_64 { 8 } else { 4 },
        })
    }
}

struct Lines<'b> {
    sections: Sections<'b>,
    image: &'b Image,
    /// Bytes of all names so far.
    names: usize,
    table: Table,
}

impl<'b> Lines<'b> {
    /// Adds the programs of the section, which is read once from its start: what refers to a program
    /// may do so any number of times.
    fn add_all(&mut self) -> gimli::Result<()> {
        let (section, address_size) = (self.sections.line, self.sections.address_size);
        let all = DebugLine::from(section);
        let mut offset = 0;
        while offset < section.len() {
            let program = all.program(DebugLineOffset(offset), address_size, None, None)?;
            let header = program.header();
            offset += usize::from(header.format().initial_length_size()) + header.unit_length();
            // The rows before a damaged one are good.
            let _ = self.add(program);
        }
        Ok(())
    }

    /// Adds the ranges of a line number program that the image has instructions in.
    fn add(&mut self, program: IncompleteLineProgram<Slice<'b>>) -> gimli::Result<()> {
        let (program, sequences) = program.sequences()?;
        // Numbers of the program's files in `table`.
        let mut files = HashMap::new();
        for sequence in &sequences {
            // A linker gives functions that it has removed the address 0.
            let is_there = |segment: &machine::Segment| {
                segment.executable
                    && (segment.base..segment.base + segment.size).contains(&sequence.start)
            };
            if !self.image.segments.iter().any(is_there) {
                continue;
            }
            let mut rows = program.resume_from(sequence);
            while let Some((header, row)) = rows.next_row()? {
                if self.table.starts.len() == MOST_RANGES || self.names > MOST_NAMES {
                    return Ok(());
                }
                let place = self.place(header, row, &mut files);
                self.table.starts.push((row.address(), place));
            }
        }
        Ok(())
    }

    /// File and line of a row; `None` at the end of a sequence, and for code that belongs to no line.
    fn place(
        &mut self,
        header: &gimli::LineProgramHeader<Slice<'b>>,
        row: &LineRow,
        files: &mut HashMap<u64, u32>,
    ) -> Option<(u32, u32)> {
        let line = row.line().filter(|_| !row.end_sequence())?.get();
        let file = match files.entry(row.file_index()) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                let name = self.name(header, row);
                self.names += name.len();
                self.table.files.push(name);
                *new.insert(self.table.files.len() as u32 - 1)
            }
        };
        Some((file, u32::try_from(line).unwrap_or(u32::MAX)))
    }

    /// Name of a row's file, with its folder unless that is the one in which the compiler ran.
    fn name(&self, header: &gimli::LineProgramHeader<Slice<'b>>, row: &LineRow) -> String {
        let Some(file) = row.file(header) else { return "?".to_owned() };
        let name = self.string(file.path_name());
        match file.directory(header).filter(|_| file.directory_index() != 0) {
            Some(folder) if !name.starts_with('/') => format!("{}/{name}", self.string(folder)),
            _ => name,
        }
    }

    /// A string, up to its limit; `?` for one that needs a section of another kind.
    fn string(&self, value: AttributeValue<Slice<'b>>) -> String {
        let (mut bytes, offset) = match value {
            AttributeValue::String(text) => (text, 0),
            AttributeValue::DebugLineStrRef(offset) => (self.sections.line_strings, offset.0),
            AttributeValue::DebugStrRef(offset) => (self.sections.strings, offset.0),
            _ => return "?".to_owned(),
        };
        if bytes.skip(offset).is_err() {
            return "?".to_owned();
        }
        let bytes = &bytes.slice()[..bytes.len().min(MOST_NAME)];
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        String::from_utf8_lossy(&bytes[..end]).into_owned()
    }
}
