//! What assemblers build: bytes at addresses, symbols, and the places they came from.

use std::collections::BTreeMap;

use machine::{Data, Image, Line, Segment, Symbol, sort_by_number};

use crate::{Sources, Span};

/// Where a directive sends what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Instructions.
    Text,
    /// Data.
    Data,
    /// Data of all files together: `.extern` of MARS, SPIM's small data.
    Extern,
    /// Instructions of the kernel.
    KernelText,
    /// Data of the kernel.
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

/// First addresses of the sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bases {
    /// Of [`Section::Text`].
    pub text: u32,
    /// Of [`Section::Data`].
    pub data: u32,
    /// Of [`Section::Extern`].
    pub external: u32,
    /// Of [`Section::KernelText`].
    pub kernel_text: u32,
    /// Of [`Section::KernelData`].
    pub kernel_data: u32,
}

/// Where something in the image comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The source itself.
    pub span: Span,
    /// The outermost macro use it was expanded from.
    pub used_at: Option<Span>,
}

/// A program in the making.
///
/// Bytes are kept in chunks by first address; what is only reserved takes no room here, so that
/// a huge `.space` costs nothing before the memory map refuses it.
#[derive(Debug)]
pub struct Program {
    isa: &'static str,
    big_endian: bool,
    section: Section,
    here: BTreeMap<Section, u32>,
    chunks: BTreeMap<u32, Vec<u8>>,
    /// Every run that was written or reserved: first address, byte after the last, section.
    runs: Vec<(u32, u64, Section)>,
    instructions: BTreeMap<u32, Place>,
    symbols: Vec<Symbol>,
}

/// The place is past the end of the address space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

impl Program {
    /// An empty program for a machine, which an image calls `isa`.
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

    /// Fills another section from where it was left.
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

    /// Goes on at this address in the current section.
    pub fn set_here(&mut self, address: u32) {
        self.here.insert(self.section, address);
    }

    /// Leaves zero bytes.
    ///
    /// # Errors
    /// When the address space ends before they do.
    pub fn reserve(&mut self, count: u64) -> Result<(), Full> {
        let here = self.here();
        let end = u64::from(here) + count;
        if end > u64::from(u32::MAX) {
            return Err(Full);
        }
        self.note_run(here, end);
        self.set_here(end as u32);
        Ok(())
    }

    /// Puts bytes at the current place, in the order of their addresses.
    ///
    /// # Errors
    /// When the address space ends before they do.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let here = self.here();
        self.reserve(bytes.len() as u64)?;
        self.put(here, bytes);
        Ok(())
    }

    /// Puts the low `size` bytes of a number in the machine's byte order; size 1, 2, 4 or 8.
    ///
    /// # Errors
    /// When the address space ends before they do.
    pub fn number(&mut self, value: u64, size: usize) -> Result<(), Full> {
        let bytes = self.ordered(value, size);
        self.bytes(&bytes)
    }

    /// The same number so many times, one behind the other.
    ///
    /// # Errors
    /// When the address space ends before they do; then none is put.
    pub fn numbers(&mut self, value: u64, size: usize, times: usize) -> Result<(), Full> {
        let bytes = self.ordered(value, size).repeat(times);
        self.bytes(&bytes)
    }

    /// Puts an instruction at the current place.
    ///
    /// # Errors
    /// When the address space ends before they do.
    pub fn instruction(&mut self, word: u32, place: Place) -> Result<(), Full> {
        self.instructions.insert(self.here(), place);
        self.number(word.into(), 4)
    }

    /// Replaces bytes that were put before.
    pub fn patch(&mut self, address: u32, value: u64, size: usize) {
        let bytes = self.ordered(value, size);
        self.put(address, &bytes);
    }

    /// The word at an address that was put before; zero where nothing was.
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

    /// Adds a symbol to the image; it does nothing else.
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

    /// Puts bytes that reach into no chunk that starts behind their first address.
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

    /// The finished image. Runs that touch or overlap become one segment.
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
        let line = |(&address, place): (&u32, &Place)| {
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
        }
    }

    /// The bytes of a run up to the last one that was put; what is behind them is reserved.
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
