//! Caches next to a running program, which count its accesses and change nothing.
//!
//! A [`Cache`] is one cache of a textbook: sets and ways, a line, and what is replaced. [`Caches`]
//! are an instruction cache and a data cache that observe a run. These rules are those of MARS
//! and Venus where they agree:
//!
//! - Each load and each store is one access, at its first address, even if it reaches into the next
//!   line. An instruction that loads and stores makes both. Each instruction is one access to the
//!   instruction cache, at its first address.
//! - What a system call reads and writes is not an access: the program did not do it. (In MARS, a
//!   printed string is read through the cache.)
//! - An instruction that did not complete makes no access.
//! - A free way is used before another line is replaced, the lowest number first.
//! - A write-back cache brings in the line of a store that misses. A write-through cache does not,
//!   and its lines are never dirty.
//! - Dirty lines at the end of a run are not written back.
//!
//! Source: Patterson and Hennessy, *Computer Organization and Design*, sections 5.3 and 5.4.

mod shape;

pub use shape::{CacheShape, Replacement, WritePolicy};

use machine::{Load, Observer, Store};

/// A place for a line in a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Line {
    /// Number of the block in memory that it holds: its first address, divided by the length of a
    /// line; `None` if it is not valid.
    pub block: Option<u64>,
    /// Whether it differs from memory.
    pub is_dirty: bool,
    /// Access at which it was last used, or brought in, for the replacement.
    order: u64,
}

/// An access to a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Its address.
    pub address: u64,
    /// Whether it is a store.
    pub is_store: bool,
    /// Whether the line was there.
    pub is_hit: bool,
    /// Set of the line.
    pub set: u64,
    /// Way of the line; `None` if it was not brought in.
    pub way: Option<u64>,
}

/// Counts of a cache.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheCounts {
    /// Number of accesses.
    pub accesses: u64,
    /// Accesses whose line was there.
    pub hits: u64,
    /// Dirty lines written back to memory when they were replaced.
    pub write_backs: u64,
}

impl CacheCounts {
    /// Accesses whose line was not there.
    #[must_use]
    pub fn misses(&self) -> u64 {
        self.accesses - self.hits
    }

    /// Hits in percent of the accesses, to two decimals; `None` without accesses.
    ///
    /// It is rounded down, so that 100 % means that there was no miss.
    #[must_use]
    pub fn hit_rate(&self) -> Option<String> {
        let share = self.hits.saturating_mul(10_000).checked_div(self.accesses)?;
        Some(format!("{}.{:02} %", share / 100, share % 100))
    }
}

/// A cache.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    shape: CacheShape,
    /// Lines of all sets, each set's ways together.
    lines: Vec<Line>,
    counts: CacheCounts,
    last: Option<Access>,
    /// State of the pseudo-random numbers.
    random: u64,
}

impl Cache {
    /// An empty cache.
    #[must_use]
    pub fn new(shape: CacheShape) -> Self {
        let lines = vec![Line::default(); (shape.sets * shape.ways) as usize];
        let random = match shape.replacement {
            // Marsaglia's xorshift never leaves 0.
            Replacement::Random { seed } => seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            Replacement::Lru | Replacement::Fifo => 0,
        };
        Cache { shape, lines, counts: CacheCounts::default(), last: None, random }
    }

    /// Sizes and rules.
    #[must_use]
    pub fn shape(&self) -> &CacheShape {
        &self.shape
    }

    /// Counts so far.
    #[must_use]
    pub fn counts(&self) -> CacheCounts {
        self.counts
    }

    /// The last access.
    #[must_use]
    pub fn last(&self) -> Option<Access> {
        self.last
    }

    /// Lines of a set, by their ways.
    #[must_use]
    pub fn set(&self, set: u64) -> &[Line] {
        let ways = self.shape.ways as usize;
        self.lines.get(set as usize * ways..(set as usize + 1) * ways).unwrap_or_default()
    }

    /// Loads from an address, or stores to it.
    pub fn access(&mut self, address: u64, is_store: bool) -> Access {
        let block = address / self.shape.line_units;
        let set = block % self.shape.sets;
        let first = (set * self.shape.ways) as usize;
        let ways = first..first + self.shape.ways as usize;
        let found = self.lines[ways.clone()].iter().position(|line| line.block == Some(block));
        self.counts.accesses += 1;
        self.counts.hits += u64::from(found.is_some());
        let is_back = self.shape.writes == WritePolicy::Back;
        let way = match found {
            Some(way) => Some(way),
            None if is_store && !is_back => None,
            None => Some(self.bring_in(block, ways)),
        };
        if let Some(way) = way {
            let line = &mut self.lines[first + way];
            line.is_dirty |= is_store && is_back;
            if found.is_none() || self.shape.replacement == Replacement::Lru {
                line.order = self.counts.accesses;
            }
        }
        let (is_hit, way) = (found.is_some(), way.map(|way| way as u64));
        let access = Access { address, is_store, is_hit, set, way };
        self.last = Some(access);
        access
    }

    /// Brings a block into one of the ways, and returns which.
    fn bring_in(&mut self, block: u64, ways: std::ops::Range<usize>) -> usize {
        let lines = &self.lines[ways.clone()];
        let free = lines.iter().position(|line| line.block.is_none());
        let way = free.unwrap_or_else(|| match self.shape.replacement {
            Replacement::Random { .. } => {
                self.random ^= self.random << 13;
                self.random ^= self.random >> 7;
                self.random ^= self.random << 17;
                // The high bits are the more random ones.
                ((self.random >> 32) % self.shape.ways) as usize
            }
            Replacement::Lru | Replacement::Fifo => {
                let oldest = (0..lines.len()).min_by_key(|&way| lines[way].order);
                oldest.unwrap_or_default()
            }
        });
        let line = &mut self.lines[ways.start + way];
        self.counts.write_backs += u64::from(line.is_dirty);
        *line = Line { block: Some(block), is_dirty: false, order: 0 };
        way
    }
}

/// Sizes and rules of the caches of a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CacheShapes {
    /// Those of the instruction cache, if there is one.
    pub instruction: Option<CacheShape>,
    /// Those of the data cache, if there is one.
    pub data: Option<CacheShape>,
}

/// The caches of a run, as an observer from its first instruction on.
///
/// Run the machine with its stores watched everywhere, and [`settle`](Self::settle) after each
/// part of the run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caches {
    /// The instruction cache.
    pub instruction: Option<Cache>,
    /// The data cache.
    pub data: Option<Cache>,
    /// The instruction under way: its address and its accesses, which count when it has completed.
    fetch: Option<u64>,
    loads: Vec<u64>,
    stores: Vec<u64>,
    /// Instructions that the machine had tried by the last call of `settle`, and those that have
    /// completed since.
    attempted: u64,
    completed: u64,
}

impl Caches {
    /// Empty caches.
    #[must_use]
    pub fn new(shapes: &CacheShapes) -> Self {
        let (instruction, data) = (shapes.instruction.map(Cache::new), shapes.data.map(Cache::new));
        Caches { instruction, data, ..Caches::default() }
    }

    /// Completes the instruction under way, unless it has to run again: `attempted` are the
    /// instructions that the machine has tried since these caches began.
    pub fn settle(&mut self, attempted: u64) {
        if self.completed < attempted.saturating_sub(self.attempted) {
            self.complete();
        }
        (self.attempted, self.completed) = (attempted, 0);
        self.fetch = None;
        self.loads.clear();
        self.stores.clear();
    }

    /// Counts the accesses of the instruction under way.
    ///
    /// The machine reports its stores and then its loads. Loads without a store are those of
    /// addresses, which come first; the others take turns with the stores.
    fn complete(&mut self) {
        let Some(fetch) = self.fetch.take() else { return };
        self.completed += 1;
        if let Some(cache) = &mut self.instruction {
            cache.access(fetch, false);
        }
        if let Some(cache) = &mut self.data {
            let alone = self.loads.len().saturating_sub(self.stores.len());
            let mut loads = self.loads.iter();
            for &load in loads.by_ref().take(alone) {
                cache.access(load, false);
            }
            for &store in &self.stores {
                if let Some(&load) = loads.next() {
                    cache.access(load, false);
                }
                cache.access(store, true);
            }
        }
        self.loads.clear();
        self.stores.clear();
    }
}

impl Observer for Caches {
    const MARKS: bool = true;
    const STORES: bool = true;
    const LOADS: bool = true;

    fn is_mark(&self, _: u64) -> bool {
        true
    }

    fn arrived(&mut self, address: u64) {
        self.complete();
        self.fetch = Some(address);
    }

    fn stored(&mut self, store: Store) {
        self.stores.push(store.address);
    }

    fn stored_by_system(&mut self, _: Store) {}

    fn loaded(&mut self, load: Load) {
        self.loads.push(load.address);
    }
}

#[cfg(test)]
mod tests;
