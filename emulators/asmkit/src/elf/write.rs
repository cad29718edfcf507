//! Writes an image as an ELF executable.

use std::fmt;

use machine::{Data, Image, Segment, Symbol};
use object::Endianness;
use object::elf;
use object::write::elf::{FileHeader, ProgramHeader, SectionHeader, SectionIndex, Sym, Writer};

use super::frames::Hints;
use super::lines::{self, UnloadedSection};
use super::{NOTE_SECTION, Target};

/// Page size: loaders require file offsets and addresses to agree modulo this.
const PAGE: u64 = 0x1000;

/// Reason that an image cannot be written as an ELF file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteError {
    /// A segment is not within 32 bits.
    TooFar {
        /// Name of the segment.
        segment: String,
    },
    /// A segment holds units other than bytes.
    NotBytes {
        /// Name of the segment.
        segment: String,
    },
    /// The file would be too large or have too many segments.
    TooLarge,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::TooFar { segment } => {
                write!(f, "segment {segment} does not fit in 32-bit addresses")
            }
            WriteError::NotBytes { segment } => {
                write!(f, "segment {segment} does not consist of bytes, as ELF requires")
            }
            WriteError::TooLarge => write!(f, "the program is too large for an ELF file"),
        }
    }
}

impl std::error::Error for WriteError {}

/// Writes an executable with program headers, sections and symbols.
///
/// `note` becomes the section [`NOTE_SECTION`]. Each segment is one section of the same name,
/// without the zeros at its end. Source lines become a line table for debuggers.
///
/// # Errors
/// If the image does not fit in 32 bits or does not consist of bytes.
pub fn write(image: &Image, target: &Target, note: Option<&str>) -> Result<Vec<u8>, WriteError> {
    write_hinted(image, target, note, &Hints::default())
}

/// Like [`write()`], with hints for debuggers.
///
/// # Errors
/// See [`write()`].
pub fn write_hinted(
    image: &Image,
    target: &Target,
    note: Option<&str>,
    hints: &Hints,
) -> Result<Vec<u8>, WriteError> {
    let mut parts = Vec::new();
    for segment in image.segments.iter().filter(|segment| segment.size > 0) {
        parts.push(PlacedSegment::new(segment)?);
    }
    if parts.len() >= usize::from(u16::MAX) {
        return Err(WriteError::TooLarge);
    }
    let endian = if target.big_endian { Endianness::Big } else { Endianness::Little };
    let mut bytes = Vec::new();
    let mut extras =
        lines::sections(image, target.big_endian, hints).map_err(|_| WriteError::TooLarge)?;
    if let Some(note) = note {
        extras.push(UnloadedSection {
            name: NOTE_SECTION.to_owned(),
            bytes: note.as_bytes().to_vec(),
        });
    }
    let writer = Writer::new(endian, false, &mut bytes);
    let mut file = ElfWriter { writer, parts, extras: &extras, extras_at: Vec::new() };
    file.reserve(&image.symbols).map_err(|_| WriteError::TooLarge)?;
    file.write(image, target).map_err(|_| WriteError::TooLarge)?;
    Ok(bytes)
}

/// A segment with its place in the file.
struct PlacedSegment<'i> {
    segment: &'i Segment,
    bytes: &'i [u8],
    offset: u64,
    name: u32,
    section: SectionIndex,
}

impl<'i> PlacedSegment<'i> {
    fn new(segment: &'i Segment) -> Result<Self, WriteError> {
        let name = || segment.name.clone();
        let Data::Bytes(bytes) = &segment.data else {
            return Err(WriteError::NotBytes { segment: name() });
        };
        let end = segment.base.checked_add(segment.size.max(bytes.len() as u64));
        if end.is_none_or(|end| end > 1 << 32) {
            return Err(WriteError::TooFar { segment: name() });
        }
        Ok(PlacedSegment { segment, bytes, offset: 0, name: 0, section: SectionIndex(0) })
    }

    /// Name up to a zero byte, which ELF cannot hold.
    fn name_bytes(&self) -> &'i [u8] {
        self.segment.name.split('\0').next().unwrap_or("").as_bytes()
    }

    fn size(&self) -> u64 {
        self.segment.size.max(self.bytes.len() as u64)
    }

    fn contains(&self, address: u64) -> bool {
        (self.segment.base..=self.segment.base + self.size()).contains(&address)
    }
}

/// A file under construction.
struct ElfWriter<'i, 'b> {
    writer: Writer<'b>,
    parts: Vec<PlacedSegment<'i>>,
    /// Sections that are not loaded, and their offsets.
    extras: &'i [UnloadedSection],
    extras_at: Vec<u64>,
}

/// Symbols in the order of the format: local ones first, without empty names and zero bytes.
fn ordered(symbols: &[Symbol]) -> impl Iterator<Item = &Symbol> {
    let usable = |global: bool| {
        let wanted = move |s: &&Symbol| s.global == global && !s.name.contains('\0');
        symbols.iter().filter(wanted).filter(|symbol| !symbol.name.is_empty())
    };
    usable(false).chain(usable(true))
}

impl<'i: 'b, 'b> ElfWriter<'i, 'b> {
    /// Assigns every part its offset in the file.
    fn reserve(&mut self, symbols: &[Symbol]) -> object::write::Result<()> {
        let writer = &mut self.writer;
        writer.reserve_file_header();
        writer.reserve_program_headers(self.parts.len() as u32);
        for part in &mut self.parts {
            let length = writer.reserved_len();
            let ahead = (part.segment.base % PAGE + PAGE - length % PAGE) % PAGE;
            part.offset = length + if part.bytes.is_empty() { 0 } else { ahead };
            writer.reserve_until(part.offset);
            writer.reserve(part.bytes.len() as u64, 1);
            part.section = writer.reserve_section_index();
        }
        for extra in self.extras {
            self.extras_at.push(writer.reserve(extra.bytes.len() as u64, 1));
            writer.reserve_section_index();
        }
        for _ in ordered(symbols) {
            writer.reserve_symbol_index(None);
        }
        writer.reserve_symtab_section_index();
        writer.reserve_symtab();
        writer.reserve_strtab_section_index();
        writer.reserve_shstrtab_section_index();
        Ok(())
    }

    fn write(&mut self, image: &'i Image, target: &Target) -> object::write::Result<()> {
        let names: Vec<_> =
            ordered(&image.symbols).map(|s| self.writer.add_string(s.name.as_bytes())).collect();
        let sections: Vec<_> =
            self.parts.iter().map(|part| self.writer.add_section_name(part.name_bytes())).collect();
        let extras: Vec<_> = self
            .extras
            .iter()
            .map(|extra| self.writer.add_section_name(extra.name.as_bytes()))
            .collect();
        let writer = &mut self.writer;
        writer.reserve_strtab()?;
        writer.reserve_shstrtab()?;
        writer.reserve_section_headers();

        writer.write_file_header(&FileHeader {
            os_abi: elf::ELFOSABI_NONE,
            abi_version: 0,
            e_type: elf::ET_EXEC,
            e_machine: elf::Machine(target.machine),
            e_entry: image.entry,
            e_flags: elf::FileFlags(target.flags),
        })?;
        writer.write_align_program_headers();
        for part in &self.parts {
            writer.write_program_header(&program_header(part));
        }
        for part in &self.parts {
            writer.pad_until(part.offset);
            writer.write(part.bytes);
        }
        for extra in self.extras {
            writer.write(&extra.bytes);
        }
        writer.write_null_symbol();
        for (symbol, name) in ordered(&image.symbols).zip(names) {
            let name = writer.string_offset(Some(name));
            writer.write_symbol(&entry(symbol, name, &self.parts));
        }
        writer.write_strtab();
        writer.write_shstrtab();

        writer.write_null_section_header();
        for (part, name) in self.parts.iter_mut().zip(sections) {
            part.name = writer.section_name_offset(Some(name));
            writer.write_section_header(&section_header(part));
        }
        for ((extra, name), &sh_offset) in self.extras.iter().zip(extras).zip(&self.extras_at) {
            let sh_name = writer.section_name_offset(Some(name));
            let sh_size = extra.bytes.len() as u64;
            let plain = elf::SectionFlags(0);
            let header = SectionHeader { sh_name, sh_offset, sh_size, ..section(plain) };
            writer.write_section_header(&header);
        }
        let locals = ordered(&image.symbols).filter(|symbol| !symbol.global).count() as u32;
        writer.write_symtab_section_header(locals + 1);
        writer.write_strtab_section_header();
        writer.write_shstrtab_section_header();
        Ok(())
    }
}

fn program_header(part: &PlacedSegment<'_>) -> ProgramHeader {
    let more = if part.segment.executable { elf::PF_X } else { elf::PF_W };
    ProgramHeader {
        p_type: elf::PT_LOAD,
        p_flags: elf::ProgramFlags(elf::PF_R.0 | more.0),
        p_offset: part.offset,
        p_vaddr: part.segment.base,
        p_paddr: part.segment.base,
        p_filesz: part.bytes.len() as u64,
        p_memsz: part.size(),
        p_align: PAGE,
    }
}

fn section_header(part: &PlacedSegment<'_>) -> SectionHeader {
    let more = if part.segment.executable { elf::SHF_EXECINSTR } else { elf::SHF_WRITE };
    let empty = part.bytes.is_empty();
    SectionHeader {
        sh_name: part.name,
        sh_type: if empty { elf::SHT_NOBITS } else { elf::SHT_PROGBITS },
        sh_addr: part.segment.base,
        sh_offset: part.offset,
        sh_size: if empty { part.size() } else { part.bytes.len() as u64 },
        ..section(elf::SectionFlags(elf::SHF_ALLOC.0 | more.0))
    }
}

/// Header of a section with content, with only the flags set.
fn section(sh_flags: elf::SectionFlags) -> SectionHeader {
    SectionHeader {
        sh_name: 0,
        sh_type: elf::SHT_PROGBITS,
        sh_flags,
        sh_addr: 0,
        sh_offset: 0,
        sh_size: 0,
        sh_link: 0,
        sh_info: 0,
        sh_addralign: 1,
        sh_entsize: 0,
    }
}

fn entry(symbol: &Symbol, name: u32, parts: &[PlacedSegment<'_>]) -> Sym {
    let home = parts.iter().find(|part| symbol.address && part.contains(symbol.value));
    let bind = if symbol.global { elf::STB_GLOBAL } else { elf::STB_LOCAL };
    Sym {
        section: None,
        st_name: name,
        st_info: elf::SymbolInfo::new(bind, elf::STT_NOTYPE),
        st_other: elf::SymbolOther(0),
        st_shndx: home.map_or(elf::SHN_ABS, |part| elf::SymbolSection::new(part.section.0)),
        st_value: symbol.value & 0xffff_ffff,
        st_size: 0,
    }
}
