//! Memory: regions of words, and the map that says what lies where.
//!
//! A word is kept as a number; the byte order only decides which byte of it an address names.
//! The upper bits of an address choose a region, so a load is one look-up and one bounds check.
//! What a region's array does not hold right now (memory that has not been touched yet, devices,
//! the program itself) is the business of the slow path.
//!
//! Words come into being where they are touched, and all of them are charged to one limit, so that
//! no program makes a machine take more, wherever its addresses lie.

use std::cell::Cell;
use std::collections::BTreeMap;

use machine::native::Run;
use machine::{Access, Cause, sort_by_number};

use crate::options::{Calls, Dialect, Layout, Options};

/// What lies in an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Data,
    Stack,
    KernelText,
    KernelData,
    Device,
}

/// A run of addresses of one kind; `end` is the last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Area {
    pub(crate) kind: Kind,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

const fn area(kind: Kind, start: u32, end: u32) -> Area {
    Area { kind, start, end }
}

/// MARS: 4 MiB a segment; it takes the very last byte for none. Source: facts of MARS 4.6, memory configurations.
#[rustfmt::skip]
const MARS: &[Area] = &[
    area(Kind::Text,       0x0040_0000, 0x0fff_ffff),
    area(Kind::Data,       0x1000_0000, 0x103f_ffff),
    area(Kind::Stack,      0x7fc0_0000, 0x7fff_ffff),
    area(Kind::KernelText, 0x8000_0000, 0x8fff_ffff),
    area(Kind::KernelData, 0x9000_0000, 0x903f_ffff),
    area(Kind::Device,     0xffff_0000, 0xffff_fffe),
];

/// SPIM's segments as far as it lets them grow: text, data, kernel text and data, by default.
pub(crate) mod spim {
    /// First address of text, and the last.
    pub(crate) const TEXT: (u32, u32) = (0x0040_0000, 0x0040_ffff);
    /// First address of data.
    pub(crate) const DATA: u32 = 0x1000_0000;
    /// Bytes of data at first, and at most; kernel data has the same limit.
    pub(crate) const DATA_BYTES: u32 = 128 << 10;
    pub(crate) const DATA_LIMIT_BYTES: u32 = 1 << 20;
    /// First address of kernel text, and the last.
    pub(crate) const KERNEL_TEXT: (u32, u32) = (0x8000_0000, 0x8000_ffff);
    /// First address of kernel data.
    pub(crate) const KERNEL_DATA: u32 = 0x9000_0000;
}

/// SPIM: data and stack start small; data grows as it is asked for, the stack to this limit.
#[rustfmt::skip]
const SPIM: &[Area] = &[
    area(Kind::Text,       spim::TEXT.0, spim::TEXT.1),
    area(Kind::Data,       spim::DATA, spim::DATA + spim::DATA_BYTES - 1),
    area(Kind::Stack,      0x7ffc_0000, 0x7fff_ffff),
    area(Kind::KernelText, spim::KERNEL_TEXT.0, spim::KERNEL_TEXT.1),
    area(Kind::KernelData, spim::KERNEL_DATA, spim::KERNEL_DATA + spim::DATA_LIMIT_BYTES - 1),
    area(Kind::Device,     0xffff_0000, 0xffff_ffff),
];

#[rustfmt::skip]
const DATA_AT_ZERO: &[Area] = &[
    area(Kind::Data,       0x0000_0000, 0x0000_2fff),
    area(Kind::Text,       0x0000_3000, 0x0000_3fff),
    area(Kind::KernelText, 0x0000_4000, 0x0000_4fff),
    area(Kind::KernelData, 0x0000_5000, 0x0000_7eff),
    area(Kind::Device,     0x0000_7f00, 0x0000_7ffe),
];

#[rustfmt::skip]
const TEXT_AT_ZERO: &[Area] = &[
    area(Kind::Text,       0x0000_0000, 0x0000_0fff),
    area(Kind::Data,       0x0000_1000, 0x0000_3fff),
    area(Kind::KernelText, 0x0000_4000, 0x0000_4fff),
    area(Kind::KernelData, 0x0000_5000, 0x0000_7eff),
    area(Kind::Device,     0x0000_7f00, 0x0000_7ffe),
];

/// Rooms of a Linux process: what is not the program's text is data, up to the stack's room.
const LINUX: &[Area] =
    &[area(Kind::Data, 0x0000_1000, 0x1fff_ffff), area(Kind::Stack, 0x7f80_0000, 0x7fff_ffff)];

/// Bits of an address below the number of its region: 4 MiB each, as much as a segment of MARS.
const REGION_BITS: u32 = 22;
const REGIONS: usize = 1 << (32 - REGION_BITS);

/// The words of one region that the program may load from and that are there right now.
#[derive(Debug, Clone, Default)]
struct Region {
    base: u32,
    words: Vec<Cell<u32>>,
    /// The first of `words` that a plain store may change, and how many from there on.
    writable_from: u32,
    writable_words: u32,
}

/// Words of memory that no region holds: text that is not the program's to read, and what a region
/// would have to reach across such text for.
type Page = [Cell<u32>; PAGE_WORDS];

const PAGE_BITS: u32 = 12;
const PAGE_WORDS: usize = 1 << (PAGE_BITS - 2);

/// How far below the stack an address still looks like the stack's: 16 MiB, as in SPIM.
const STACK_REACH: u32 = 16 << 20;

/// Bytes that a region begins at a multiple of, and grows down by.
const STEP_BYTES: u32 = 64 << 10;

/// Words that a region grows up by, at least.
const STEP_WORDS: u32 = 1024;

/// Bytes of memory that a program may touch; more than the simulators have, and than any map of
/// theirs reaches. What is touched last may go beyond it by a region.
pub(crate) const LIMIT_BYTES: u64 = 96 << 20;

/// Words of a region for which room is kept when memory is emptied.
const MOST_KEPT_WORDS: usize = 1 << 18;

/// The map without a program.
fn map(options: &Options) -> &'static [Area] {
    match (options.layout, options.dialect) {
        (Layout::CompactDataAtZero, _) => DATA_AT_ZERO,
        (Layout::CompactTextAtZero, _) => TEXT_AT_ZERO,
        (Layout::Default, Dialect::Mars) => MARS,
        (Layout::Default, Dialect::Spim) => SPIM,
    }
}

/// All memory of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    regions: Box<[Region; REGIONS]>,
    pages: BTreeMap<u32, Box<Page>>,
    /// Bytes of all regions and pages.
    held_bytes: u64,
    /// In rising order of address, as all maps above are.
    areas: Vec<Area>,
    /// 0 for little endian, 3 for big endian: the byte at `a` is byte `(a & 3) ^ flip` of its word.
    flip: u32,
    self_modifying: bool,
    readable_text: bool,
    /// First watched address and the one behind the last.
    watched: (u32, u32),
    /// Hull of the instructions that were decoded, where programs may write over them.
    code: (u32, u32),
}

impl Memory {
    pub(crate) fn new(options: &Options) -> Self {
        Memory {
            regions: Box::new(std::array::from_fn(|_| Region::default())),
            pages: BTreeMap::new(),
            held_bytes: 0,
            areas: map(options).to_vec(),
            flip: if options.big_endian { 3 } else { 0 },
            self_modifying: options.self_modifying,
            readable_text: options.self_modifying || options.calls == Calls::Linux,
            watched: (0, 0),
            code: (0, 0),
        }
    }

    /// Empties it, so that it is as new.
    pub(crate) fn renew(&mut self, options: &Options) {
        for region in self.regions.iter_mut().filter(|region| !region.words.is_empty()) {
            let mut words = std::mem::take(&mut region.words);
            words.clear();
            words.shrink_to(MOST_KEPT_WORDS);
            *region = Region { words, ..Region::default() };
        }
        self.pages.clear();
        self.areas = map(options).to_vec();
        (self.held_bytes, self.watched, self.code) = (0, (0, 0), (0, 0));
    }

    /// Hull of the instructions that were decoded.
    pub(crate) fn code(&self) -> (u32, u32) {
        self.code
    }

    /// The map.
    pub(crate) fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Makes the data area end below this address; what is there stays.
    pub(crate) fn set_data_end(&mut self, end: u32) {
        for area in self.areas.iter_mut().filter(|area| area.kind == Kind::Data) {
            area.end = area.end.max(end.saturating_sub(1));
        }
    }

    /// The word that holds an address, if it has been touched.
    fn cell(&self, address: u32) -> Option<&Cell<u32>> {
        let page = || self.pages.get(&(address >> PAGE_BITS)).filter(|_| !self.in_region(address));
        self.word(address & !3)
            .or_else(|| page().map(|page| &page[(address >> 2) as usize % PAGE_WORDS]))
    }

    /// Whether an address is its region's business: the program may load from it, and without a gap
    /// from there to where the region begins.
    fn in_region(&self, address: u32) -> bool {
        let readable = self.area(address).is_some_and(|area| self.may(area.kind, Access::Load));
        let region = &self.regions[(address >> REGION_BITS) as usize];
        let (low, high) = self.reach(address);
        readable && (region.words.is_empty() || (low..=high).contains(&region.base))
    }

    /// The word that holds an address, if it has been touched, for the machine itself.
    pub(crate) fn held(&self, address: u32) -> Option<u32> {
        self.cell(address).map(Cell::get)
    }

    /// Whether nothing more may be touched at an address: it has no word yet, and all memory that
    /// a program may have is used.
    pub(crate) fn is_full(&self, address: u32) -> bool {
        self.is_used_up() && self.cell(address).is_none()
    }

    /// Whether all memory that a program may have is used.
    pub(crate) fn is_used_up(&self) -> bool {
        self.held_bytes >= LIMIT_BYTES
    }

    /// Whether an address lies so little below the stack that it was meant to be on it.
    pub(crate) fn below_stack(&self, address: u32) -> bool {
        let stack = self.areas.iter().find(|area| area.kind == Kind::Stack);
        stack.is_some_and(|stack| (stack.start - STACK_REACH..stack.start).contains(&address))
    }

    /// Whether an address lies where programs have their instructions.
    pub(crate) fn is_text(&self, address: u32) -> bool {
        self.area(address).is_some_and(|area| self.may(area.kind, Access::Fetch))
    }

    /// 0 for little endian, 3 for big endian.
    #[inline(always)]
    pub(crate) fn flip(&self) -> u32 {
        self.flip
    }

    /// A map of one program with everything else as its data: Linux's, for programs that bring
    /// their own layout. First and last byte of each text, in rising order.
    pub(crate) fn set_linux_map(&mut self, texts: &[(u32, u32)]) {
        self.areas = texts.iter().map(|&(start, end)| area(Kind::Text, start, end)).collect();
        for room in LINUX {
            let mut from = u64::from(room.start);
            for &(start, end) in texts.iter().filter(|text| text.0 <= room.end) {
                if from < start.into() {
                    self.areas.push(area(room.kind, from as u32, start - 1));
                }
                from = from.max(u64::from(end) + 1);
            }
            if from <= room.end.into() {
                self.areas.push(area(room.kind, from as u32, room.end));
            }
        }
        sort_by_number(&mut self.areas, |area| area.start.into());
    }

    /// The area an address lies in.
    pub(crate) fn area(&self, address: u32) -> Option<&Area> {
        let behind = self.areas.partition_point(|area| area.start <= address);
        self.areas[..behind].last().filter(|area| address <= area.end)
    }

    /// The word at an aligned address, if the fast path holds it.
    ///
    /// An address that is not aligned rotates into an index beyond every array.
    #[inline(always)]
    pub(crate) fn word(&self, address: u32) -> Option<&Cell<u32>> {
        let region = &self.regions[(address >> REGION_BITS) as usize];
        region.words.get(address.wrapping_sub(region.base).rotate_right(2) as usize)
    }

    /// The same, if a plain store may change it.
    #[inline(always)]
    pub(crate) fn writable_word(&self, address: u32) -> Option<&Cell<u32>> {
        let region = &self.regions[(address >> REGION_BITS) as usize];
        let index = address.wrapping_sub(region.base).rotate_right(2);
        if index.wrapping_sub(region.writable_from) < region.writable_words {
            region.words.get(index as usize)
        } else {
            None
        }
    }

    /// The words around an address that a plain load, or a plain store, may reach.
    pub(crate) fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
        let region = &self.regions[(address >> REGION_BITS) as usize];
        let held = u64::from(region.base) + region.words.len() as u64 * 4;
        let (mut low, mut high) = (u64::from(region.base), held);
        if store {
            let area = self.area(address)?;
            let holds = |&(from, to): &(u64, u64)| (from..to).contains(&address.into());
            let (from, to) = self.plain_parts(area).into_iter().find(holds)?;
            (low, high) = (low.max(from), high.min(to));
        }
        let (low, high) = (low.next_multiple_of(4), high & !3);
        if !(low..high).contains(&address.into()) {
            return None;
        }
        let [first, behind] = [low, high].map(|at| ((at - u64::from(region.base)) / 4) as usize);
        Some(Run { low: low as u32, cells: region.words.get(first..behind)? })
    }

    /// The first watched byte, how many there are, and words around them, where nothing but the watching
    /// keeps plain stores away.
    pub(crate) fn watched_run(&self) -> Option<(u32, u32, Run<'_>)> {
        let (start, end) = self.watched;
        let area = self.area(start).filter(|area| self.takes_stores(area.kind))?;
        let is_code = self.code.0 < end && start < self.code.1 && self.code.0 < self.code.1;
        let is_odd = self.flip != 0 && !start.is_multiple_of(4);
        if start >= end || end - 1 > area.end || is_code || is_odd {
            return None;
        }
        Some((start, end - start, self.run(start, false)?))
    }

    /// Where the first data is that was touched.
    pub(crate) fn first_data(&self) -> Option<u32> {
        let areas = self.areas.iter().filter(|area| area.kind == Kind::Data);
        let mut regions = areas.map(|area| &self.regions[(area.start >> REGION_BITS) as usize]);
        regions.find(|region| !region.words.is_empty()).map(|region| region.base)
    }

    /// Bits to shift a word right by so that the byte at `address` is lowest.
    #[inline(always)]
    pub(crate) fn byte_shift(&self, address: u32) -> u32 {
        ((address & 3) ^ self.flip) * 8
    }

    /// Bits to shift a word right by so that the half word at `address` is lowest.
    #[inline(always)]
    pub(crate) fn half_shift(&self, address: u32) -> u32 {
        ((address & 2) ^ (self.flip & 2)) * 8
    }

    /// Stores into `start..end` take the slow path from now on, which tells of them.
    pub(crate) fn watch(&mut self, start: u32, end: u32) {
        self.watched = (start, end);
        let held = |region: &usize| !self.regions[*region].words.is_empty();
        for region in (0..REGIONS).filter(held).collect::<Vec<usize>>() {
            self.set_writable(region);
        }
    }

    /// Whether a store at this address is to be told of.
    pub(crate) fn is_watched(&self, address: u32) -> bool {
        (self.watched.0..self.watched.1).contains(&address)
    }

    /// Makes sure that words exist where the map has memory; false where it has none.
    pub(crate) fn touch(&mut self, address: u32) -> bool {
        let Some(&Area { kind, .. }) = self.area(address) else { return false };
        if kind == Kind::Device {
            return false;
        }
        if self.cell(address).is_some() {
            return true;
        }
        if self.in_region(address) {
            let (low, high) = self.reach(address);
            let index = (address >> REGION_BITS) as usize;
            let region = &mut self.regions[index];
            let before = region.words.len();
            region.grow(address, low, high);
            self.held_bytes += 4 * (region.words.len() - before) as u64;
            self.set_writable(index);
        } else {
            let page = || Box::new(std::array::from_fn(|_| Cell::new(0)));
            self.pages.entry(address >> PAGE_BITS).or_insert_with(page);
            self.held_bytes += 4 * PAGE_WORDS as u64;
        }
        true
    }

    /// First and last byte around an address, within its region, that a program may load from
    /// without a gap.
    fn reach(&self, address: u32) -> (u32, u32) {
        let first = address >> REGION_BITS << REGION_BITS;
        let last = first | ((1 << REGION_BITS) - 1);
        let readable =
            |area: &&Area| area.kind != Kind::Device && self.may(area.kind, Access::Load);
        let behind = self.areas.partition_point(|area| area.start <= address);
        let (mut low, mut high) = (address, address);
        for area in self.areas[..behind].iter().rev().take_while(readable) {
            if low < first || u64::from(area.end) + 1 < low.into() {
                break;
            }
            low = area.start;
        }
        let here = self.areas[..behind].last().into_iter();
        for area in here.chain(&self.areas[behind..]).take_while(readable) {
            if high > last || area.start > address && u64::from(high) + 1 < area.start.into() {
                break;
            }
            high = area.end;
        }
        (low.max(first) & !3, high.min(last))
    }

    /// Whether programs may write over their instructions.
    pub(crate) fn text_changes(&self) -> bool {
        self.self_modifying
    }

    /// Whether programs may store there with nothing else to do.
    fn takes_stores(&self, kind: Kind) -> bool {
        match kind {
            Kind::Data | Kind::Stack | Kind::KernelData => true,
            Kind::Text => self.self_modifying,
            Kind::KernelText | Kind::Device => false,
        }
    }

    /// Stores into these bytes take the slow path from now on, for they hold decoded instructions.
    pub(crate) fn hold_code(&mut self, start: u32, end: u32) {
        let (low, high) = self.code;
        if low < high && low <= start && end <= high {
            return;
        }
        self.code = if low == high { (start, end) } else { (low.min(start), high.max(end)) };
        if !self.self_modifying {
            return;
        }
        for region in self.code.0 >> REGION_BITS..=self.code.1.saturating_sub(1) >> REGION_BITS {
            self.set_writable(region as usize);
        }
    }

    /// The part of a range that may hold decoded instructions.
    pub(crate) fn code_within(&self, start: u32, end: u32) -> Option<(u32, u32)> {
        let (start, end) = (start.max(self.code.0 & !3), end.min(self.code.1));
        (start < end).then_some((start, end))
    }

    /// The parts of an area that plain stores may change: without what is watched and without code, and
    /// words that these touch belong to none.
    fn plain_parts(&self, area: &Area) -> Vec<(u64, u64)> {
        if !self.takes_stores(area.kind) {
            return Vec::new();
        }
        let mut parts = vec![(u64::from(area.start), u64::from(area.end) + 1)];
        for (start, end) in [self.watched, self.code] {
            if start < end {
                let (from, to) = (u64::from(start & !3), (u64::from(end) + 3) & !3);
                let halves = |(low, high): (u64, u64)| [(low, high.min(from)), (low.max(to), high)];
                parts = parts.into_iter().flat_map(halves).filter(|part| part.0 < part.1).collect();
            }
        }
        parts
    }

    /// Finds the longest run of a region that holds plain data and is not watched.
    fn set_writable(&mut self, index: usize) {
        let region = &self.regions[index];
        let low = u64::from(region.base);
        let high = low + region.words.len() as u64 * 4;
        let parts = self.areas.iter().flat_map(|area| self.plain_parts(area));
        let within = parts.map(|(start, end)| (start.max(low), end.min(high)));
        let longest = within.max_by_key(|(start, end)| end.saturating_sub(*start));
        let (start, end) = longest.filter(|(start, end)| start < end).unwrap_or((low, low));
        let region = &mut self.regions[index];
        region.writable_from = ((start - low) / 4) as u32;
        region.writable_words = ((end - start) / 4) as u32;
    }

    /// Units of memory for a system call or the slow path; size 1, 2 or 4.
    pub(crate) fn read(&self, address: u32, size: u8) -> Result<u32, Cause> {
        check_aligned(address, size, Access::Load)?;
        if self.area(address).is_none_or(|area| area.kind == Kind::Device) {
            return Err(Cause::Unmapped { access: Access::Load, address: address.into() });
        }
        let word = self.held(address).unwrap_or(0);
        Ok(match size {
            1 => word >> self.byte_shift(address) & 0xff,
            2 => word >> self.half_shift(address) & 0xffff,
            _ => word,
        })
    }

    /// Writes the low units of a value wherever there is memory, the program's own included.
    pub(crate) fn write(&mut self, address: u32, size: u8, value: u32) -> Result<(), Cause> {
        check_aligned(address, size, Access::Store)?;
        let unmapped = Cause::Unmapped { access: Access::Store, address: address.into() };
        if self.is_full(address) {
            return Err(Cause::OutOfMemory { asked: size.into() });
        }
        if !self.touch(address) {
            return Err(unmapped);
        }
        let (mask, shift) = match size {
            1 => (0xff, self.byte_shift(address)),
            2 => (0xffff, self.half_shift(address)),
            _ => (u32::MAX, 0),
        };
        let word = self.cell(address).ok_or(unmapped)?;
        word.set(word.get() & !(mask << shift) | (value & mask) << shift);
        Ok(())
    }

    /// Puts a program's bytes where the map has memory; false when they are more than may be touched.
    pub(crate) fn fill(&mut self, start: u32, bytes: &[u8]) -> bool {
        let (mut at, mut rest) = (start, bytes);
        while let Some(&byte) = rest.first() {
            let word = rest.first_chunk::<4>().filter(|_| at.is_multiple_of(4));
            let (size, value) = match word {
                Some(&word) if self.flip == 0 => (4, u32::from_le_bytes(word)),
                Some(&word) => (4, u32::from_be_bytes(word)),
                None => (1, byte.into()),
            };
            if self.write(at, size, value).is_err() {
                return false;
            }
            at = at.wrapping_add(size.into());
            rest = &rest[usize::from(size)..];
        }
        true
    }

    /// Whether the program may load (or, else, store) at an address of this kind.
    pub(crate) fn may(&self, kind: Kind, access: Access) -> bool {
        match (kind, access) {
            (Kind::Text | Kind::KernelText, Access::Fetch) => true,
            (Kind::Text, Access::Load) => self.readable_text,
            (Kind::Text, Access::Store) => self.self_modifying,
            (Kind::KernelText, _) => false,
            (_, Access::Fetch) => false,
            _ => true,
        }
    }

    /// How many words from `start` to before `end` are not zero, and the first one's address.
    pub(crate) fn written(&self, start: u32, end: u32) -> Option<(usize, u32)> {
        let held = |&at: &u32| self.held(at).is_some_and(|word| word != 0);
        let mut written = (start..end).step_by(4).filter(held);
        let first = written.next()?;
        Some((1 + written.count(), first))
    }

    /// What lies at an address, without growing anything; untouched memory is zero.
    pub(crate) fn peek(&self, address: u32) -> Option<u8> {
        let area = self.area(address)?;
        if area.kind == Kind::Device {
            return None;
        }
        let word = self.held(address).unwrap_or(0);
        Some((word >> self.byte_shift(address)) as u8)
    }
}

impl Region {
    /// Makes room for an address, between the first and the last byte it may reach to.
    fn grow(&mut self, address: u32, low: u32, high: u32) {
        let step = address / STEP_BYTES * STEP_BYTES;
        if self.words.is_empty() {
            self.base = step.max(low);
        }
        if address < self.base {
            let held_bytes = self.words.len() as u32 * 4;
            let base = step.min(self.base.saturating_sub(held_bytes)).max(low);
            let more = (self.base - base) / 4;
            self.words.splice(0..0, (0..more).map(|_| Cell::new(0)));
            self.base = base;
        }
        let need = (address - self.base) / 4 + 1;
        if need as usize > self.words.len() {
            let grown = need.next_multiple_of(STEP_WORDS).max(self.words.len() as u32 * 2);
            let whole = (high - self.base) / 4 + 1;
            self.words.resize(grown.min(whole) as usize, Cell::new(0));
        }
    }
}

fn check_aligned(address: u32, size: u8, access: Access) -> Result<(), Cause> {
    match address % u32::from(size) {
        0 => Ok(()),
        _ => Err(Cause::Misaligned { access, address: address.into(), multiple: size }),
    }
}
