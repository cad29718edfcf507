//! Translated regions shared by machines.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::context::ARENA_WORDS;
use super::counting::Counting;
use super::region::{Edge, Region, Shape, TranslatedCode, Translator};

/// Maximum size of shared code in bytes.
const MOST_BYTES: usize = 24 << 20;
/// Maximum number of regions per address, for self-modifying programs.
const MOST_AT_ONE_ADDRESS: usize = 4;
/// Maximum number of sampled addresses.
const MOST_SIGHTS: usize = 1 << 14;

/// State of a block when it was translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockSnapshot {
    /// Address of its first instruction.
    pub address: u32,
    /// Address after the last one.
    pub end: u32,
    /// Whether arrivals are reported.
    pub marked: bool,
    /// The bits of its instructions.
    pub words: Vec<u64>,
}

/// A translated region.
#[derive(Debug)]
pub struct TranslatedRegion {
    /// Properties of the machine.
    pub shape: Shape,
    /// Its blocks.
    pub blocks: Vec<BlockSnapshot>,
    /// Edges out of the blocks.
    pub edges: Vec<Edge>,
    /// Blocks at which it can be entered.
    pub entries: Vec<usize>,
    /// Whether stores to a watched range are reported.
    pub watching: bool,
    /// Derivation of edge frequencies.
    pub counting: Counting,
    /// The code.
    pub code: TranslatedCode,
}

impl TranslatedRegion {
    /// Instructions of all blocks: the maximum between two checks of the budget.
    #[must_use]
    pub fn longest(&self) -> u64 {
        self.blocks.iter().map(|block| block.words.len() as u64).sum()
    }

    /// Whether a block has instructions in `start..end`.
    #[must_use]
    pub fn lies_in(&self, start: u32, end: u32) -> bool {
        self.blocks.iter().any(|block| block.address < end && start < block.end)
    }
}

/// A translator and its results, shared by machines that run the same program.
pub struct Library {
    translator: Arc<dyn Translator>,
    shelf: RwLock<BTreeMap<u32, Vec<Arc<TranslatedRegion>>>>,
    bytes: AtomicUsize,
    /// Number of words in the arena of each context that belong to a region.
    arena: AtomicUsize,
    /// Number of samples at addresses without native code.
    sights: Mutex<BTreeMap<u32, u32>>,
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("translator", &self.translator).finish_non_exhaustive()
    }
}

impl Library {
    /// Empty library.
    #[must_use]
    pub fn new(translator: Arc<dyn Translator>) -> Self {
        let (shelf, sights) = (RwLock::default(), Mutex::default());
        let (bytes, arena) = (AtomicUsize::new(0), AtomicUsize::new(0));
        Library { translator, shelf, bytes, arena, sights }
    }

    /// Counts a sample at an address without native code; returns the count over all machines.
    pub(super) fn seen(&self, address: u32) -> u32 {
        let mut sights = self.sights.lock().unwrap_or_else(PoisonError::into_inner);
        if sights.len() >= MOST_SIGHTS {
            sights.clear();
        }
        let times = sights.entry(address).or_default();
        *times = times.saturating_add(1);
        *times
    }

    /// Regions that start at an address.
    #[must_use]
    pub fn at(&self, address: u32) -> Vec<Arc<TranslatedRegion>> {
        let shelf = self.shelf.read().unwrap_or_else(PoisonError::into_inner);
        shelf.get(&address).cloned().unwrap_or_default()
    }

    /// Translates a region that starts at an address, and keeps it for other machines.
    pub(super) fn translate(
        &self,
        address: u32,
        region: &Region,
        counting: Counting,
        blocks: Vec<BlockSnapshot>,
    ) -> Option<Arc<TranslatedRegion>> {
        // Words in the arena are never used by another region: code of the first may still run.
        let words = region.locals(region.most_sites());
        let more = |used: usize| Some(used + words).filter(|&end| end <= ARENA_WORDS);
        let arena = self.arena.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok();
        let code = self.translator.translate(region, arena)?;
        let ready = Arc::new(TranslatedRegion {
            shape: region.shape,
            blocks,
            edges: region.edges.clone(),
            entries: region.entries.iter().map(|entry| entry.0).collect(),
            watching: region.watching,
            counting,
            code,
        });
        let mut shelf = self.shelf.write().unwrap_or_else(PoisonError::into_inner);
        if self.bytes.fetch_add(ready.code.bytes, Ordering::Relaxed) > MOST_BYTES {
            shelf.clear();
            self.bytes.store(ready.code.bytes, Ordering::Relaxed);
        }
        let there = shelf.entry(address).or_default();
        if there.len() >= MOST_AT_ONE_ADDRESS {
            there.remove(0);
        }
        there.push(Arc::clone(&ready));
        Some(ready)
    }
}
