//! Programs under construction: bytes at addresses, symbols, and their source locations.

use std::collections::BTreeMap;

use machine::{Data, Image, Line, Segment, Symbol, sort_by_number};

use crate::{Sources, Span};

/// Section that a directive selects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Instructions.
    Text,
    /// Data.
    Data,
    /// Data shared by all files: `.extern` of MARS, SPIM's small data.
    Extern,
    /// Kernel instructions.
    KernelText,
    /// Kernel data.
    KernelData,
}

impl Section {
    fn name(self) -> &'static str {
        match self {
            Section::Text => ".text",
            Section::Data => ".data",
            Section::Extern => ".extern",
            Section::KernelText => ".ktext",
            Section::KernelData => ".kdata",
        }
    }

    /// Whether it holds instructions.
    #[must_use]
    pub fn is_text(self) -> bool {
        matches!(self, Section::Text | Section::KernelText)
    }
}

/// Start addresses of the sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bases {
    /// Start of [`Section::Text`].
    pub text: u32,
    /// Start of [`Section::Data`].
    pub data: u32,
    /// Start of [`Section::Extern`].
    pub external: u32,
    /// Start of [`Section::KernelText`].
    pub kernel_text: u32,
    /// Start of [`Section::KernelData`].
    pub kernel_data: u32,
}

/// Source location of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourcePlace {
    /// Span in the source.
    pub span: Span,
    /// Outermost macro use that it was expanded from.
    pub used_at: Option<Span>,
}

/// A program under construction.
///
/// Bytes are stored in chunks by first address. Reserved bytes take no memory, so a huge `.space`
/// costs nothing before the memory map rejects it.
#[derive(Debug)]
pub struct Program {
    isa: &'static str,
    big_endian: bool,
    section: Section,
    here: BTreeMap<Section, u32>,
    chunks: BTreeMap<u32, Vec<u8>>,
    /// Ranges written or reserved: first address, address after the last byte, section.
    runs: Vec<(u32, u64, Section)>,
    instructions: BTreeMap<u32, SourcePlace>,
    symbols: Vec<Symbol>,
}

/// Error of a write past the end of the address space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressSpaceFull;

impl Program {
    /// Creates an empty program for the machine that an image calls `isa`.
    #[must_use]
    pub fn new(isa: &'static str, big_endian: bool, bases: Bases) -> Self {
        Program {
            isa,
            big_endian,
            section: Section::Text,
            here: BTreeMap::from([
                (Section::Text, bases.text),
                (Section::Data, bases.data),
                (Section::Extern, bases.external),
                (Section::KernelText, bases.kernel_text),
                (Section::KernelData, bases.kernel_data),
            ]),
            chunks: BTreeMap::new(),
            runs: Vec::new(),
            instructions: BTreeMap::new(),
            symbols: Vec::new(),
        }
    }

    /// Switches to a section, at its current address.
    pub fn select(&mut self, section: Section) {
        self.section = section;
    }

    /// Address of the next byte in the current section.
    #[must_use]
    pub fn here(&self) -> u32 {
        self.here[&self.section]
    }

    /// Address of the next byte in any section.
    #[must_use]
    pub fn here_in(&self, section: Section) -> u32 {
        self.here[&section]
    }

    /// Sets the address of the next byte in the current section.
    pub fn set_here(&mut self, address: u32) {
        self.here.insert(self.section, address);
    }

    /// Reserves zero bytes.
    ///
    /// # Errors
    /// If they do not fit in the address space.
    pub fn reserve(&mut self, count: u64) -> Result<(), AddressSpaceFull> {
        let here = self.here();
        let end = u64::from(here) + count;
        if end > u64::from(u32::MAX) {
            return Err(AddressSpaceFull);
        }
        self.note_run(here, end);
        self.set_here(end as u32);
        Ok(())
    }

    /// Stores bytes at the current address.
    ///
    /// # Errors
    /// If they do not fit in the address space.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), AddressSpaceFull> {
        let here = self.here();
        self.reserve(bytes.len() as u64)?;
        self.put(here, bytes);
        Ok(())
    }

    /// Stores the low `size` bytes (1, 2, 4 or 8) of a number in the machine's byte order.
    ///
    /// # Errors
    /// If they do not fit in the address space.
    pub fn number(&mut self, value: u64, size: usize) -> Result<(), AddressSpaceFull> {
        let bytes = self.ordered(value, size);
        self.bytes(&bytes)
    }

    /// Stores a number `times` times.
    ///
    /// # Errors
    /// If they do not fit in the address space; then none is stored.
    pub fn numbers(
        &mut self,
        value: u64,
        size: usize,
        times: usize,
    ) -> Result<(), AddressSpaceFull> {
        let bytes = self.ordered(value, size).repeat(times);
        self.bytes(&bytes)
    }

    /// Stores an instruction at the current address.
    ///
    /// # Errors
    /// If it does not fit in the address space.
    pub fn instruction(&mut self, word: u32, place: SourcePlace) -> Result<(), AddressSpaceFull> {
        self.instructions.insert(self.here(), place);
        self.number(word.into(), 4)
    }

    /// Overwrites bytes that were stored before.
    pub fn patch(&mut self, address: u32, value: u64, size: usize) {
        let bytes = self.ordered(value, size);
        self.put(address, &bytes);
    }

    /// Word at an address; bytes that were not stored are zero.
    #[must_use]
    pub fn word(&self, address: u32) -> u32 {
        let byte = |offset: u32| {
            let at = address.wrapping_add(offset);
            let (&start, chunk) = self.chunks.range(..=at).next_back()?;
            chunk.get((at - start) as usize).copied()
        };
        let bytes = [0, 1, 2, 3].map(|offset| byte(offset).unwrap_or(0));
        if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) }
    }

    /// Adds a symbol to the image.
    pub fn symbol(&mut self, symbol: Symbol) {
        self.symbols.push(symbol);
    }

    fn ordered(&self, value: u64, size: usize) -> Vec<u8> {
        if self.big_endian {
            value.to_be_bytes()[8 - size..].to_vec()
        } else {
            value.to_le_bytes()[..size].to_vec()
        }
    }

    fn put(&mut self, address: u32, bytes: &[u8]) {
        let (mut address, mut rest) = (address, bytes);
        while !rest.is_empty() {
            let next = address.checked_add(1).and_then(|at| self.chunks.range(at..).next());
            let room = next.map_or(rest.len(), |(&start, _)| (start - address) as usize);
            let (now, later) = rest.split_at(room.min(rest.len()));
            self.put_run(address, now);
            address = address.wrapping_add(now.len() as u32);
            rest = later;
        }
    }

    /// Stores bytes that do not overlap a chunk that starts after their first address.
    fn put_run(&mut self, address: u32, bytes: &[u8]) {
        if let Some((&start, chunk)) = self.chunks.range_mut(..=address).next_back() {
            let offset = (address - start) as usize;
            if offset <= chunk.len() {
                let inside = bytes.len().min(chunk.len() - offset);
                chunk[offset..offset + inside].copy_from_slice(&bytes[..inside]);
                chunk.extend_from_slice(&bytes[inside..]);
                return;
            }
        }
        self.chunks.insert(address, bytes.to_vec());
    }

    fn note_run(&mut self, start: u32, end: u64) {
        match self.runs.last_mut() {
            Some((_, last_end, section))
                if *last_end == u64::from(start) && *section == self.section =>
            {
                *last_end = end;
            }
            _ if end > u64::from(start) => self.runs.push((start, end, self.section)),
            _ => {}
        }
    }

    /// Builds the image. Ranges of a section that touch or overlap become one segment.
    #[must_use]
    pub fn finish(mut self, entry: u32, sources: &Sources) -> Image {
        sort_by_number(&mut self.runs, |&(start, ..)| start.into());
        let mut merged: Vec<(u32, u64, Section)> = Vec::new();
        for (start, end, section) in std::mem::take(&mut self.runs) {
            match merged.last_mut() {
                Some((_, last, of)) if *last >= u64::from(start) && *of == section => {
                    *last = end.max(*last);
                }
                _ => merged.push((start, end, section)),
            }
        }
        let segments = merged.into_iter().map(|(start, end, section)| Segment {
            name: section.name().to_owned(),
            base: start.into(),
            size: end - u64::from(start),
            data: Data::Bytes(self.collect(start, end)),
            executable: section.is_text(),
            writable: true,
        });
        let segments = segments.collect();
        let line = |(&address, place): (&u32, &SourcePlace)| {
            let used_at = place.used_at.map(|span| (span.file.0, sources.line_column(span).0));
            Line {
                address: address.into(),
                file: place.span.file.0,
                line: sources.line_column(place.span).0,
                used_at,
            }
        };
        Image {
            isa: self.isa.to_owned(),
            entry: entry.into(),
            segments,
            symbols: self.symbols,
            lines: self.instructions.iter().map(line).collect(),
            files: sources.names(),
            ..Image::default()
        }
    }

    /// Bytes of a range up to the last one stored; the rest is only reserved.
    fn collect(&self, start: u32, end: u64) -> Vec<u8> {
        let first = self.chunks.range(..=start).next_back().map_or(start, |(&at, _)| at);
        let mut bytes = Vec::new();
        for (&at, chunk) in self.chunks.range(first..) {
            if u64::from(at) >= end {
                break;
            }
            for (offset, &byte) in chunk.iter().enumerate() {
                let place = u64::from(at) + offset as u64;
                if place < u64::from(start) || place >= end {
                    continue;
                }
                bytes.resize((place - u64::from(start)) as usize, 0);
                bytes.push(byte);
            }
        }
        bytes
    }
}
