//! Memory: regions of words, within the areas of the memory map.
//!
//! A word is stored as a number; the byte order only decides which of its bytes an address means.
//! The upper bits of an address select a region, so a load is one look-up and one bounds check.
//! The slow path handles everything that a region's array does not hold: memory that was not
//! touched yet, devices, and the program itself.
//!
//! Words are allocated when they are touched, and count against one limit, regardless of their
//! addresses.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use machine::native::{Run, Runs, Versioned};
use machine::{Access, Cause};

use crate::options::Options;

mod map;

pub(crate) use map::{Area, AreaKind, Map, spim};

/// Low address bits within a region: 4 MiB, the size of a segment of MARS.
const REGION_BITS: u32 = 22;
const REGIONS: usize = 1 << (32 - REGION_BITS);

/// Allocated words of one region that the program may load.
#[derive(Debug, Clone, Default)]
struct Region {
    base: u32,
    words: Vec<Cell<u32>>,
    /// Index of the first of `words` that a plain store may change, and their number.
    writable_from: u32,
    writable_words: u32,
    /// All such parts: the first word, and the one after the last.
    plain: Vec<(u32, u32)>,
}

/// All regions, by the upper bits of an address.
#[derive(Debug, Clone)]
struct Regions(Box<[Region; REGIONS]>);

impl Runs for Regions {
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
        let region = &self.0[(address >> REGION_BITS) as usize];
        let index = address.wrapping_sub(region.base) / 4;
        let whole = (0, region.words.len() as u32);
        let mut parts = if store { &region.plain[..] } else { std::slice::from_ref(&whole) }.iter();
        let &(from, to) = parts.find(|(from, to)| (from..to).contains(&&index))?;
        let cells = region.words.get(from as usize..to as usize)?;
        Some(Run { low: region.base + from * 4, cells })
    }
}

/// Words that no region holds: text that the program may not read, and words that are separated
/// from their region by such text.
type Page = [Cell<u32>; PAGE_WORDS];

const PAGE_BITS: u32 = 12;
const PAGE_BYTES: u32 = 1 << PAGE_BITS;
const PAGE_WORDS: usize = 1 << (PAGE_BITS - 2);

/// Alignment of the start of a region, and the step by which it grows downward.
const STEP_BYTES: u32 = 64 << 10;

/// Minimum number of words by which a region grows upward.
const STEP_WORDS: u32 = 1024;

/// Limit of the memory that a program may touch, more than any map of the simulators has. The
/// last access may exceed it by one region.
pub(crate) const LIMIT_BYTES: u64 = 96 << 20;

/// Words of a region that stay allocated when memory is cleared.
const MOST_KEPT_WORDS: usize = 1 << 18;

/// Memory of the machine.
#[derive(Debug, Clone)]
pub(crate) struct Memory {
    regions: Versioned<Regions>,
    pages: BTreeMap<u32, Box<Page>>,
    /// Total size of all regions and pages in bytes.
    held_bytes: u64,
    /// Areas and rights.
    pub(crate) map: Map,
    /// 0 for little endian, 3 for big endian: the byte at `a` is byte `(a & 3) ^ flip` of its word.
    flip: u32,
    /// First watched address, and the address after the last.
    watched: (u32, u32),
    /// Range of the decoded instructions, if programs may change them.
    code: (u32, u32),
}

impl Memory {
    pub(crate) fn new(options: &Options) -> Self {
        Memory {
            regions: Versioned::new(Regions(Box::new(std::array::from_fn(|_| Region::default())))),
            pages: BTreeMap::new(),
            held_bytes: 0,
            map: Map::new(options),
            flip: if options.big_endian { 3 } else { 0 },
            watched: (0, 0),
            code: (0, 0),
        }
    }

    /// Clears the memory.
    pub(crate) fn renew(&mut self, options: &Options) {
        for region in self.regions.0.iter_mut().filter(|region| !region.words.is_empty()) {
            let mut words = std::mem::take(&mut region.words);
            words.clear();
            words.shrink_to(MOST_KEPT_WORDS);
            *region = Region { words, ..Region::default() };
        }
        self.pages.clear();
        self.map = Map::new(options);
        (self.held_bytes, self.watched, self.code) = (0, (0, 0), (0, 0));
    }

    /// Range of the decoded instructions.
    pub(crate) fn code(&self) -> (u32, u32) {
        self.code
    }

    /// Whether stores into the instruction at an address, and into the next one, are noticed.
    pub(crate) fn holds_code(&self, address: u32) -> bool {
        self.code.0 <= address && address.saturating_add(8) <= self.code.1
    }

    /// Word that contains an address, if it has been touched.
    fn cell(&self, address: u32) -> Option<&Cell<u32>> {
        let page = || self.pages.get(&(address >> PAGE_BITS)).filter(|_| !self.in_region(address));
        self.word(address & !3)
            .or_else(|| page().map(|page| &page[(address >> 2) as usize % PAGE_WORDS]))
    }

    /// Whether a region can hold an address: the program may load from it and from everything
    /// between it and the region.
    fn in_region(&self, address: u32) -> bool {
        let area = self.map.area(address);
        let readable = area.is_some_and(|area| self.map.may(area.kind, Access::Load));
        let region = &self.regions.0[(address >> REGION_BITS) as usize];
        let (low, high) = self.reach(address);
        readable && (region.words.is_empty() || (low..=high).contains(&region.base))
    }

    /// Word that contains an address, if it has been touched, for the machine itself.
    pub(crate) fn held(&self, address: u32) -> Option<u32> {
        self.cell(address).map(Cell::get)
    }

    /// Whether an address cannot be touched: it has no word yet, and the memory limit is reached.
    pub(crate) fn is_full(&self, address: u32) -> bool {
        self.is_used_up() && self.cell(address).is_none()
    }

    /// Whether the memory limit is reached.
    pub(crate) fn is_used_up(&self) -> bool {
        self.held_bytes >= LIMIT_BYTES
    }

    /// 0 for little endian, 3 for big endian.
    #[inline(always)]
    pub(crate) fn flip(&self) -> u32 {
        self.flip
    }

    /// Word at an aligned address, if the fast path holds it.
    ///
    /// The index of a misaligned address is beyond every array.
    #[inline(always)]
    pub(crate) fn word(&self, address: u32) -> Option<&Cell<u32>> {
        let region = &self.regions.0[(address >> REGION_BITS) as usize];
        region.words.get(address.wrapping_sub(region.base).rotate_right(2) as usize)
    }

    /// The words that are held from an address on; none if it is misaligned.
    fn words(&self, address: u32) -> &[Cell<u32>] {
        let region = &self.regions.0[(address >> REGION_BITS) as usize];
        let index = address.wrapping_sub(region.base).rotate_right(2) as usize;
        region.words.get(index..).unwrap_or(&[])
    }

    /// Like [`word`](Self::word), if a plain store may change it.
    #[inline(always)]
    pub(crate) fn writable_word(&self, address: u32) -> Option<&Cell<u32>> {
        let region = &self.regions.0[(address >> REGION_BITS) as usize];
        let index = address.wrapping_sub(region.base).rotate_right(2);
        if index.wrapping_sub(region.writable_from) < region.writable_words {
            region.words.get(index as usize)
        } else {
            None
        }
    }

    /// The words that plain loads and stores may access.
    pub(crate) fn runs(&self) -> &Versioned<dyn Runs + '_> {
        &self.regions
    }

    /// First watched byte, number of watched bytes, and the words around them, if only the watch
    /// prevents plain stores.
    pub(crate) fn watched_run(&self) -> Option<(u32, u32, Run<'_>)> {
        let (start, end) = self.watched;
        let area = self.map.area(start).filter(|area| self.map.takes_stores(area.kind))?;
        let is_code = self.code.0 < end && start < self.code.1 && self.code.0 < self.code.1;
        let is_odd = self.flip != 0 && !start.is_multiple_of(4);
        if start >= end || end - 1 > area.end || is_code || is_odd {
            return None;
        }
        Some((start, end - start, self.regions.run(start, false)?))
    }

    /// Right shift that moves the byte at `address` to the low bits of its word.
    #[inline(always)]
    pub(crate) fn byte_shift(&self, address: u32) -> u32 {
        ((address & 3) ^ self.flip) * 8
    }

    /// Right shift that moves the half word at `address` to the low bits of its word.
    #[inline(always)]
    pub(crate) fn half_shift(&self, address: u32) -> u32 {
        ((address & 2) ^ (self.flip & 2)) * 8
    }

    /// Makes stores into `start..end` take the slow path, which reports them.
    pub(crate) fn watch(&mut self, start: u32, end: u32) {
        self.watched = (start, end);
        let held = |region: &usize| !self.regions.0[*region].words.is_empty();
        for region in (0..REGIONS).filter(held).collect::<Vec<usize>>() {
            self.set_writable(region);
        }
    }

    /// Whether a store at this address is reported.
    pub(crate) fn is_watched(&self, address: u32) -> bool {
        (self.watched.0..self.watched.1).contains(&address)
    }

    /// Allocates the word at an address; returns false if the map has no memory there.
    pub(crate) fn touch(&mut self, address: u32) -> bool {
        let Some(&Area { kind, .. }) = self.map.area(address) else { return false };
        if kind == AreaKind::Device {
            return false;
        }
        if self.cell(address).is_some() {
            return true;
        }
        if self.in_region(address) {
            let (low, high) = self.reach(address);
            let index = (address >> REGION_BITS) as usize;
            let region = &mut self.regions.0[index];
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

    /// First and last byte of the contiguous loadable range around an address, within its region.
    fn reach(&self, address: u32) -> (u32, u32) {
        let first = address >> REGION_BITS << REGION_BITS;
        self.map.loadable_around(address, first, first | ((1 << REGION_BITS) - 1))
    }

    /// Makes stores into decoded instructions take the slow path.
    pub(crate) fn hold_code(&mut self, start: u32, end: u32) {
        let (low, high) = self.code;
        if low < high && low <= start && end <= high {
            return;
        }
        self.code = if low == high { (start, end) } else { (low.min(start), high.max(end)) };
        if !self.map.text_changes() {
            return;
        }
        for region in self.code.0 >> REGION_BITS..=self.code.1.saturating_sub(1) >> REGION_BITS {
            self.set_writable(region as usize);
        }
    }

    /// Part of a range that may hold decoded instructions.
    pub(crate) fn code_within(&self, start: u32, end: u32) -> Range<u32> {
        start.max(self.code.0) & !3..end.min(self.code.1)
    }

    /// Parts of an area that plain stores may change: whole words without watched bytes and code.
    fn plain_parts(&self, area: &Area) -> Vec<(u64, u64)> {
        if !self.map.takes_stores(area.kind) {
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

    /// Finds the ranges of a region that plain stores may change.
    fn set_writable(&mut self, index: usize) {
        let region = &self.regions.0[index];
        let low = u64::from(region.base);
        let high = low + region.words.len() as u64 * 4;
        let parts = self.map.areas().iter().flat_map(|area| self.plain_parts(area));
        let within = parts.map(|(start, end)| (start.max(low), end.min(high)));
        let within = within.filter(|(start, end)| start < end);
        let words = |(start, end)| (((start - low) / 4) as u32, ((end - low) / 4) as u32);
        let plain: Vec<(u32, u32)> = within.map(words).collect();
        let (from, to) = plain.iter().copied().max_by_key(|(from, to)| to - from).unwrap_or((0, 0));
        let region = &mut self.regions.0[index];
        (region.writable_from, region.writable_words, region.plain) = (from, to - from, plain);
    }

    /// Reads 1, 2 or 4 bytes for a system call or the slow path.
    pub(crate) fn read(&self, address: u32, size: u8) -> Result<u32, Cause> {
        check_aligned(address, size, Access::Load)?;
        if self.map.area(address).is_none_or(|area| area.kind == AreaKind::Device) {
            return Err(Cause::Unmapped { access: Access::Load, address: address.into() });
        }
        let word = self.held(address).unwrap_or(0);
        Ok(match size {
            1 => word >> self.byte_shift(address) & 0xff,
            2 => word >> self.half_shift(address) & 0xffff,
            _ => word,
        })
    }

    /// Writes the low bytes of a value to any memory, including the program itself.
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

    /// Stores a program's bytes; returns false if they exceed the memory limit.
    pub(crate) fn fill(&mut self, start: u32, bytes: &[u8]) -> bool {
        let value = if self.flip == 0 { u32::from_le_bytes } else { u32::from_be_bytes };
        let (mut at, mut rest) = (start, bytes);
        while let Some(&byte) = rest.first() {
            let (words, _) = rest.as_chunks::<4>();
            let held = self.words(at);
            held.iter().zip(words).for_each(|(held, &word)| held.set(value(word)));
            let mut done = 4 * held.len().min(words.len());
            if done == 0 {
                let word = words.first().filter(|_| at.is_multiple_of(4));
                let (size, number) = word.map_or((1, byte.into()), |&word| (4, value(word)));
                if self.write(at, size, number).is_err() {
                    return false;
                }
                done = size.into();
            }
            at = at.wrapping_add(done as u32);
            rest = &rest[done..];
        }
        true
    }

    /// Sets the memory of a data area to zero; untouched memory is not allocated.
    pub(crate) fn clear(&mut self, start: u32, end: u32) {
        let mut at = start;
        while at < end {
            let next = (at | (PAGE_BYTES - 1)).saturating_add(1).min(end);
            let is_whole = at.is_multiple_of(4) && next.is_multiple_of(4);
            for address in (at..next).step_by(if is_whole { 4 } else { 1 }) {
                let Some(cell) = self.cell(address) else { continue };
                let mask = if is_whole { u32::MAX } else { 0xff << self.byte_shift(address) };
                cell.set(cell.get() & !mask);
            }
            at = next;
        }
    }

    /// Number of nonzero words in `start..end`, and the address of the first.
    pub(crate) fn written(&self, start: u32, end: u32) -> Option<(usize, u32)> {
        let held = |&at: &u32| self.held(at).is_some_and(|word| word != 0);
        let mut written = (start..end).step_by(4).filter(held);
        let first = written.next()?;
        Some((1 + written.count(), first))
    }

    /// Byte at an address; untouched memory is zero and is not allocated.
    pub(crate) fn peek(&self, address: u32) -> Option<u8> {
        let area = self.map.area(address)?;
        if area.kind == AreaKind::Device {
            return None;
        }
        let word = self.held(address).unwrap_or(0);
        Some((word >> self.byte_shift(address)) as u8)
    }
}

impl Region {
    /// Grows a region to include an address, within the range `low..=high`.
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
