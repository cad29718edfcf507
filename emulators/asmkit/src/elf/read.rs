//! Reads an image from an ELF executable.

use std::collections::HashMap;

use goblin::container::{Container, Ctx, Endian};
use goblin::elf::header::{EI_CLASS, EI_DATA, ELFCLASS32, ELFCLASS64, ELFDATA2MSB, Header};
use goblin::elf::program_header::{PF_W, PF_X, PT_DYNAMIC, PT_INTERP, PT_LOAD, ProgramHeader};
use goblin::elf::section_header::{
    SHF_ALLOC, SHF_EXECINSTR, SHN_ABS, SHT_NOBITS, SHT_NOTE, SHT_PROGBITS, SHT_SYMTAB,
    SectionHeader,
};
use goblin::elf::sym::{self, Symtab};
use goblin::elf::{Elf, header};
use goblin::strtab::Strtab;
use machine::{CompiledLines, Data, Image, Section, Segment, Symbol};

use super::{ElfProgram, FileSection, NOTE_SECTION, ReadError, Target, is_elf};

/// Reads an executable for the machine with this `e_machine`, in either byte order.
///
/// A loadable segment gets the name of the section at its start. Debugging information is
/// skipped; a file without sections has no symbols.
///
/// # Errors
/// If the file cannot run here; see [`ReadError`].
pub fn read(bytes: &[u8], isa: &str, expected: u16) -> Result<ElfProgram, ReadError> {
    let header = checked_header(bytes, expected)?;
    let big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
    let endian = if big_endian { Endian::Big } else { Endian::Little };
    let file = ElfReader { bytes, context: Ctx::new(Container::Little, endian), header };
    let sections = file.sections()?;
    let headers = file.program_headers()?;
    let (segments, loads) = file.segments(&headers, &sections)?;
    let starts = segments.iter().map(|segment| own_start(segment, &sections)).collect();
    let (symbols, functions) = file.symbols(&sections);
    let image = Image {
        isa: isa.to_owned(),
        entry: file.header.e_entry,
        sections: own_sections(&sections, &segments),
        segments,
        symbols,
        compiled: CompiledLines::default().with_functions(functions),
        ..Image::default()
    };
    let target = Target {
        isa: isa.to_owned(),
        machine: file.header.e_machine,
        flags: file.header.e_flags,
        big_endian,
    };
    let note = sections.iter().find(|section| section.name == NOTE_SECTION);
    let note = note.and_then(|note| file.content(note.offset, note.size));
    let note = note.map(|note| String::from_utf8_lossy(note).into_owned());
    let writable_text = headers
        .iter()
        .any(|header| header.p_type == PT_LOAD && header.p_flags & (PF_W | PF_X) == PF_W | PF_X);
    Ok(ElfProgram { image, target, note, writable_text, loads, starts })
}

/// Reads the content of all sections with an address, also of those that no segment loads.
///
/// # Errors
/// If the file is not an executable for the machine with this `e_machine`; see [`ReadError`].
pub fn sections(bytes: &[u8], expected: u16) -> Result<Vec<FileSection>, ReadError> {
    let header = checked_header(bytes, expected)?;
    let big_endian = header.e_ident[EI_DATA] == ELFDATA2MSB;
    let endian = if big_endian { Endian::Big } else { Endian::Little };
    let file = ElfReader { bytes, context: Ctx::new(Container::Little, endian), header };
    let mut contents = Vec::new();
    for section in file.sections()? {
        if section.kind == SHT_PROGBITS && section.address != 0 {
            let content = file.content(section.offset, section.size);
            let bytes = content.ok_or(ReadError::Truncated { what: "the content of a section" })?;
            let SectionInfo { name, address, executable, .. } = section;
            contents.push(FileSection { name, address, bytes: bytes.to_vec(), executable });
        }
    }
    Ok(contents)
}

/// Returns the `e_machine` of a 32-bit ELF file.
///
/// # Errors
/// If the bytes are not such a file.
pub fn machine(bytes: &[u8]) -> Result<u16, ReadError> {
    any_header(bytes).map(|header| header.e_machine)
}

fn any_header(bytes: &[u8]) -> Result<Header, ReadError> {
    if !is_elf(bytes) {
        return Err(ReadError::NotElf);
    }
    match bytes.get(EI_CLASS) {
        Some(&ELFCLASS32) => {}
        Some(&ELFCLASS64) => return Err(ReadError::WrongClass),
        Some(other) => return Err(malformed(format!("unknown class {other}"))),
        None => return Err(ReadError::Truncated { what: "its header" }),
    }
    match bytes.get(EI_DATA) {
        Some(1 | 2) => {}
        Some(other) => return Err(malformed(format!("unknown byte order {other}"))),
        None => return Err(ReadError::Truncated { what: "its header" }),
    }
    Elf::parse_header(bytes).map_err(|_| ReadError::Truncated { what: "its header" })
}

fn checked_header(bytes: &[u8], expected: u16) -> Result<Header, ReadError> {
    let header = any_header(bytes)?;
    if header.e_machine != expected {
        return Err(ReadError::WrongMachine { found: header.e_machine, expected });
    }
    match header.e_type {
        header::ET_EXEC => Ok(header),
        header::ET_REL => Err(ReadError::NotLinked),
        header::ET_DYN => Err(ReadError::Dynamic),
        kind => Err(ReadError::NotExecutable { kind }),
    }
}

fn malformed(what: String) -> ReadError {
    ReadError::Malformed { what }
}

/// Checks that segments, sorted by address, do not overlap.
pub(super) fn check_apart(segments: &[Segment]) -> Result<(), ReadError> {
    match segments.windows(2).find(|pair| pair[0].base + pair[0].size > pair[1].base) {
        Some(pair) => Err(malformed(format!("two segments overlap at {:#x}", pair[1].base))),
        None => Ok(()),
    }
}

/// Whether a local symbol is of no use to a reader: it marks the start of code (`$x`, perhaps with
/// names of extensions) or data (`$d`), or is a label that a compiler made for itself (`.L0`).
///
/// Source: RISC-V ELF psABI, "Mapping symbol"; *Using as*, "Symbol Names", local symbols.
fn is_internal(name: &str) -> bool {
    name.starts_with("$x") || name == "$d" || name.starts_with("$d.") || name.starts_with(".L")
}

struct ElfReader<'b> {
    bytes: &'b [u8],
    context: Ctx,
    header: Header,
}

/// Fields of a section header.
struct SectionInfo {
    name: String,
    address: u64,
    offset: u64,
    size: u64,
    kind: u32,
    link: usize,
    loaded: bool,
    executable: bool,
}

/// Sections of instructions and data, or nothing if executable segments have only instructions.
///
/// Tables for the system, such as `.reginfo`, are loaded with the program but are not part of it.
fn own_sections(sections: &[SectionInfo], segments: &[Segment]) -> Vec<Section> {
    let is_own = |it: &&SectionInfo| {
        it.loaded && it.size > 0 && matches!(it.kind, SHT_PROGBITS | SHT_NOBITS)
    };
    let own: Vec<Section> = sections
        .iter()
        .filter(is_own)
        .map(|it| Section { base: it.address, size: it.size, executable: it.executable })
        .collect();
    let is_whole = |segment: &Segment| {
        let range = segment.base..segment.base + segment.size;
        let code = own.iter().filter(|it| it.executable && range.contains(&it.base));
        !segment.executable || code.map(|it| it.size).sum::<u64>() == segment.size
    };
    if segments.iter().all(is_whole) { Vec::new() } else { own }
}

/// Name and address of the first section of a segment that is no note; see [`ElfProgram::starts`].
fn own_start(segment: &Segment, sections: &[SectionInfo]) -> Option<(String, u64)> {
    if sections.is_empty() {
        return Some((segment.name.clone(), segment.base));
    }
    let range = segment.base..segment.base + segment.size;
    let is_own = |it: &&SectionInfo| {
        it.loaded && it.size > 0 && it.kind != SHT_NOTE && range.contains(&it.address)
    };
    let first = sections.iter().filter(is_own).min_by_key(|it| it.address)?;
    Some((first.name.clone(), first.address))
}

impl<'b> ElfReader<'b> {
    /// Bytes of the file; an empty range is valid even after the end of the file.
    fn content(&self, offset: u64, size: u64) -> Option<&'b [u8]> {
        if size == 0 {
            return Some(&[]);
        }
        let start = usize::try_from(offset).ok()?;
        let end = start.checked_add(usize::try_from(size).ok()?)?;
        self.bytes.get(start..end)
    }

    /// Sections with their names; the table may be absent, but not truncated.
    fn sections(&self) -> Result<Vec<SectionInfo>, ReadError> {
        let Header { e_shoff, e_shnum, e_shstrndx, .. } = self.header;
        if e_shoff == 0 || e_shnum == 0 {
            return Ok(Vec::new());
        }
        let missing = ReadError::Truncated { what: "its section headers" };
        let offset = usize::try_from(e_shoff).ok().filter(|&offset| offset < self.bytes.len());
        let headers = match offset {
            None => return Err(missing),
            Some(offset) => SectionHeader::parse(self.bytes, offset, e_shnum.into(), self.context)
                .map_err(|_| missing)?,
        };
        let names = headers.get(usize::from(e_shstrndx));
        let names = names.map(|names| self.strings(names.sh_offset, names.sh_size));
        let names = names.unwrap_or_default();
        let section = |header: &SectionHeader| SectionInfo {
            name: names.get_at(header.sh_name).unwrap_or("").to_owned(),
            address: header.sh_addr,
            offset: header.sh_offset,
            size: header.sh_size,
            kind: header.sh_type,
            link: header.sh_link as usize,
            loaded: header.sh_flags & u64::from(SHF_ALLOC) != 0,
            executable: header.sh_flags & u64::from(SHF_EXECINSTR) != 0,
        };
        Ok(headers.iter().map(section).collect())
    }

    fn strings(&self, offset: u64, size: u64) -> Strtab<'b> {
        let content = self.content(offset, size).unwrap_or(&[]);
        Strtab::parse(content, 0, content.len(), 0).unwrap_or_default()
    }

    fn program_headers(&self) -> Result<Vec<ProgramHeader>, ReadError> {
        let Header { e_phoff, e_phnum, .. } = self.header;
        let missing = ReadError::Truncated { what: "its program headers" };
        let offset = usize::try_from(e_phoff).ok().filter(|&offset| offset < self.bytes.len());
        match (e_phnum, offset) {
            (0, _) => Err(malformed("it has no segment to load".to_owned())),
            (_, None) => Err(missing),
            (count, Some(offset)) => {
                ProgramHeader::parse(self.bytes, offset, count.into(), self.context)
                    .map_err(|_| missing)
            }
        }
    }

    /// Segments sorted by address, and the load address of each.
    fn segments(
        &self,
        headers: &[ProgramHeader],
        sections: &[SectionInfo],
    ) -> Result<(Vec<Segment>, Vec<u64>), ReadError> {
        let named = sections.iter().filter(|section| section.loaded && !section.name.is_empty());
        // Of several sections at an address, the first one wins.
        let names = named.rev().map(|section| (section.address, section.name.as_str())).collect();
        let (mut segments, mut content) = (Vec::new(), 0);
        for header in headers {
            match header.p_type {
                PT_DYNAMIC | PT_INTERP => return Err(ReadError::Dynamic),
                PT_LOAD if header.p_memsz > 0 => {
                    content += header.p_filesz;
                    if content > self.bytes.len() as u64 {
                        let what = "its segments are larger than the whole file";
                        return Err(malformed(what.to_owned()));
                    }
                    segments.push((self.segment(header, &names)?, header.p_paddr));
                }
                _ => {}
            }
        }
        if segments.is_empty() {
            return Err(malformed("it has no segment to load".to_owned()));
        }
        segments.sort_by_key(|(segment, _)| segment.base);
        let (segments, loads): (Vec<Segment>, Vec<u64>) = segments.into_iter().unzip();
        check_apart(&segments)?;
        Ok((segments, loads))
    }

    fn segment(
        &self,
        header: &ProgramHeader,
        names: &HashMap<u64, &str>,
    ) -> Result<Segment, ReadError> {
        let ProgramHeader { p_vaddr: base, p_filesz, p_memsz: size, .. } = *header;
        if p_filesz > size {
            let what = format!("the segment at {base:#x} is larger in the file than in memory");
            return Err(malformed(what));
        }
        if base + size > 1 << 32 {
            return Err(malformed(format!("the segment at {base:#x} ends beyond 32 bits")));
        }
        let missing = ReadError::Truncated { what: "the content of a segment" };
        let data = self.content(header.p_offset, p_filesz).ok_or(missing)?.to_vec();
        let executable = header.p_flags & PF_X != 0;
        let unnamed = if executable { ".text" } else { ".data" };
        let name = names.get(&base).copied().unwrap_or(unnamed).to_owned();
        Ok(Segment { name, base, size, data: Data::Bytes(data), executable, writable: true })
    }

    /// All symbols of use to a reader, functions last, and the addresses of the functions.
    ///
    /// So the name of a function comes after others at its address, such as that of its section.
    fn symbols(&self, sections: &[SectionInfo]) -> (Vec<Symbol>, Vec<u64>) {
        let Some(table) = sections.iter().find(|section| section.kind == SHT_SYMTAB) else {
            return Default::default();
        };
        let names = match sections.get(table.link) {
            Some(names) => self.strings(names.offset, names.size),
            None => return Default::default(),
        };
        let content = self.content(table.offset, table.size).unwrap_or(&[]);
        let count = content.len() / sym::Sym::size(Container::Little);
        let Ok(entries) = Symtab::parse(content, 0, count, self.context) else {
            return Default::default();
        };
        let wanted = |entry: &sym::Sym| {
            matches!(entry.st_type(), sym::STT_NOTYPE | sym::STT_FUNC | sym::STT_OBJECT)
                && entry.st_shndx != 0
        };
        let (mut symbols, mut named, mut functions) = (Vec::new(), Vec::new(), Vec::new());
        for entry in entries.iter().filter(wanted) {
            let Some(name) = names.get_at(entry.st_name).filter(|name| !name.is_empty()) else {
                continue;
            };
            if entry.st_bind() == sym::STB_LOCAL && is_internal(name) {
                continue;
            }
            let list = if entry.is_function() { &mut named } else { &mut symbols };
            if entry.is_function() {
                functions.push(entry.st_value);
            }
            list.push(Symbol {
                name: name.to_owned(),
                value: entry.st_value,
                global: entry.st_bind() != sym::STB_LOCAL,
                address: entry.st_shndx != SHN_ABS as usize,
            });
        }
        symbols.append(&mut named);
        (symbols, functions)
    }
}
