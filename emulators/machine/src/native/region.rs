//! A part of a program to translate, and the translator's result.

use std::fmt;
use std::sync::Arc;

use super::context::{Native, fields};
use super::program::Node;

/// Properties of a machine, the same for all its regions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Bits of a word: 32, or 36 in 64-bit numbers.
    pub bits: u32,
    /// Binary logarithm of the distance between possible instruction addresses.
    pub shift: u32,
    /// Location of registers.
    pub slots: Slots,
    /// Kind of memory.
    pub memory: Memory,
    /// Cycles that a transfer of control takes.
    pub turn_cycles: u32,
}

/// Location of registers in the arrays of a [`Context`](super::Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// All in one array of 32-bit numbers.
    Narrow,
    /// The first sixteen are the first words of memory, the others an array of 64-bit numbers.
    First16,
}

/// Kind of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Bytes in runs of words, listed in a table of a [`Context`](super::Context).
    Runs {
        /// Whether accesses must be aligned.
        aligned: bool,
        /// XOR mask for the index of a byte in its word: 0, or 3 for big-endian.
        flip: u8,
    },
    /// 36-bit words with tags above them: any tag prevents plain stores, the highest also plain
    /// loads.
    Tagged {
        /// Tag of a word whose stores are reported.
        watched: u64,
    },
}

/// Cost of instructions in the cycle model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cycles without waits.
    pub cycles: u32,
    /// Cycles until the first wait, and cycles after the end until the unit is ready again.
    pub wait: Option<(u32, u32)>,
}

/// Instructions that run in sequence.
#[derive(Debug, Clone)]
pub struct RegionBlock {
    /// Address of the first instruction.
    pub address: u32,
    /// Whether arrivals here are reported.
    pub marked: bool,
    /// Address and semantics of each instruction.
    pub steps: Vec<(u32, Arc<[Node]>)>,
    /// Cumulative cost up to and including each instruction.
    pub costs: Vec<Cost>,
    /// Whether the last instruction is in a delay slot.
    pub delayed: bool,
    /// Edge to the following instruction, as an index into [`Region::edges`].
    pub on: Option<usize>,
    /// Edge of a transfer of control at the end, if there is one.
    pub elsewhere: Option<usize>,
    /// Edge to the most likely target of a jump to a computed address.
    pub guess: Option<usize>,
    /// Skips: index of the skipping instruction, and edge.
    pub skips: Vec<(usize, usize)>,
}

/// An edge out of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// Index of the block.
    pub from: usize,
    /// Number of its instructions that are done.
    pub done: usize,
    /// Whether the last of them transfers control.
    pub turned: bool,
    /// Target.
    pub to: To,
    /// Expected frequency, to place counters on rare edges.
    pub weight: u64,
}

impl Edge {
    /// Target of a backward edge, which every loop has; `None` for other edges.
    #[must_use]
    pub fn back(&self) -> Option<usize> {
        match self.to {
            To::Block(to) if to <= self.from => Some(to),
            _ => None,
        }
    }
}

/// Target of an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// A block of the region.
    Block(usize),
    /// An address outside of the region.
    Address(u32),
    /// A computed address.
    Anywhere,
}

/// A part of a program to translate.
#[derive(Debug, Clone)]
pub struct Region {
    /// Properties of the machine.
    pub shape: Shape,
    /// Blocks, in ascending order of address.
    pub blocks: Vec<RegionBlock>,
    /// Edges out of the blocks.
    pub edges: Vec<Edge>,
    /// Counted edges; counts of the others are derived.
    pub counted: Vec<usize>,
    /// Blocks that can be entered from outside or by jumps to computed addresses.
    ///
    /// Each with the number of its counter, if it is counted.
    pub entries: Vec<(usize, Option<usize>)>,
    /// Whether stores to a watched range are reported.
    pub watching: bool,
}

impl Region {
    /// Number of the counter of runs that began less those that ended at a jump to a computed
    /// address, which follows the counters of edges and entries.
    #[must_use]
    pub fn balance(&self) -> usize {
        self.counted.len() + self.entries.iter().filter(|entry| entry.1.is_some()).count()
    }

    /// Number of the counter of runs that ended at an edge.
    #[must_use]
    pub fn ended(&self, edge: usize) -> usize {
        self.balance() + 1 + edge
    }

    /// Number of counters.
    #[must_use]
    pub fn counters(&self) -> usize {
        self.ended(self.edges.len())
    }

    /// Number of words that its code uses, with this number of places that access memory.
    #[must_use]
    pub fn locals(&self, sites: usize) -> usize {
        self.counters() + sites * fields::ENTRY_SIZE as usize / size_of::<u64>()
    }

    /// Maximum number of places that access memory.
    #[must_use]
    pub fn most_sites(&self) -> usize {
        let is_access =
            |node: &&Node| matches!(node, Node::Load(..) | Node::Store(..) | Node::MayStore(..));
        let steps = self.blocks.iter().flat_map(|block| &block.steps);
        steps.map(|(_, nodes)| nodes.iter().filter(is_access).count()).sum()
    }

    /// Instructions of all blocks: the maximum between two checks of the budget.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.blocks.iter().map(|block| block.steps.len()).sum()
    }
}

/// Reason why native code returned; it has counted an edge, and a jump to a computed address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionExit {
    /// At an edge out of a block; a computed target is in [`Session::pc`](super::Session::pc).
    Edge(usize),
    /// Before a block whose arrival is not reported yet.
    Before(usize),
    /// In a block, before an instruction that is not done: block, and number of completed
    /// instructions.
    Undone(usize, usize),
    /// At a jump to a computed address without a block, or with the budget nearly spent.
    Anywhere,
}

/// Result of translating a region.
#[derive(Debug)]
pub struct TranslatedCode {
    /// The code.
    pub native: Arc<dyn Native>,
    /// Meaning of each exit number.
    pub exits: Vec<RegionExit>,
    /// Number of words of counters and of entries for the places that access memory.
    pub locals: usize,
    /// The first of these words in the arena of a context, if they are there.
    pub arena: Option<usize>,
    /// Size in bytes.
    pub bytes: usize,
}

/// A translator to native code.
pub trait Translator: fmt::Debug + Send + Sync {
    /// Compiles a region; `None` if it cannot.
    ///
    /// Its counters and entries may be in the arena of each context, from the given word on, if they
    /// have at most [`most_sites`](Region::most_sites) entries.
    fn translate(&self, region: &Region, arena: Option<usize>) -> Option<TranslatedCode>;
}
