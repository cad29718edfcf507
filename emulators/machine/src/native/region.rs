//! A piece of a program to be translated, and what a translator gives back.

use std::fmt;
use std::sync::Arc;

use super::context::Session;
use super::program::Node;

/// What is the same for all regions of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Bits of a word: 32, or 36 in numbers of 64.
    pub bits: u32,
    /// Bytes from one place where an instruction may begin to the next, as a power of two.
    pub shift: u32,
    /// Where registers are kept.
    pub slots: Slots,
    /// How memory is reached.
    pub memory: Memory,
    /// Cycles that going elsewhere than to the next instruction takes.
    pub turn_cycles: u32,
}

/// Where registers are kept in the arrays of a [`Context`](super::Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slots {
    /// All in one array of 32-bit numbers.
    Narrow,
    /// The first sixteen are the first words of memory, the others an array of 64-bit numbers.
    First16,
}

/// How memory is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// Bytes in runs of words, which a [`Context`](super::Context) has a table of.
    Runs {
        /// Whether an access must be at a multiple of its size.
        aligned: bool,
        /// What the number of a byte within its word is changed by: 0, or 3 where the highest byte comes
        /// first.
        flip: u8,
    },
    /// Words of 36 bits with tags above them: any tag keeps stores away, the highest loads.
    Tagged {
        /// The tag of a word whose stores are told of.
        watched: u64,
    },
}

/// What instructions take by the cycle model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cost {
    /// Cycles, when nothing has to be waited for.
    pub cycles: u32,
    /// Cycles until something is first waited for, and those behind the end until it is ready again.
    pub wait: Option<(u32, u32)>,
}

/// Instructions one after the other, each done when the one before it is.
#[derive(Debug, Clone)]
pub struct Block {
    /// Address of the first instruction.
    pub address: u32,
    /// Whether an observer is told of arrivals here.
    pub marked: bool,
    /// What each instruction does, and its address.
    pub steps: Vec<(u32, Arc<[Node]>)>,
    /// What all instructions up to each take, itself included.
    pub costs: Vec<Cost>,
    /// Whether the last one is the delay slot of the one before it.
    pub delayed: bool,
    /// The way on behind its last instruction, a number in [`Region::edges`] as those below.
    pub on: Option<usize>,
    /// Where its last instruction goes elsewhere, if it can.
    pub elsewhere: Option<usize>,
    /// The way to the block that it probably goes to, where that is known only then.
    pub guess: Option<usize>,
    /// Behind which instruction, by its number, the next may be left out, and the way that is.
    pub skips: Vec<(usize, usize)>,
}

/// A way out of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The block.
    pub from: usize,
    /// Its instructions that were done.
    pub done: usize,
    /// Whether the last of them went elsewhere than to the next in memory.
    pub turned: bool,
    /// Where it leads.
    pub to: To,
    /// How often the flow is expected here, to count where it is seldom.
    pub weight: u64,
}

impl Edge {
    /// The block that it leads to, where that is this one or one before it: every loop has such an edge.
    #[must_use]
    pub fn back(&self) -> Option<usize> {
        match self.to {
            To::Block(to) if to <= self.from => Some(to),
            _ => None,
        }
    }
}

/// Where an edge leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    /// To a block of the region.
    Block(usize),
    /// Out of the region.
    Address(u32),
    /// To an address known only then.
    Anywhere,
}

/// A piece of a program to be translated.
#[derive(Debug, Clone)]
pub struct Region {
    /// What the machine is like.
    pub shape: Shape,
    /// Its blocks, in rising order of address.
    pub blocks: Vec<Block>,
    /// The ways out of them.
    pub edges: Vec<Edge>,
    /// The edges that are counted; how often the flow took the others follows.
    pub counted: Vec<usize>,
    /// The blocks that can be entered from outside and by jumps to an address known only then, those
    /// of these that are counted, and the number of each such counter.
    pub entries: Vec<(usize, Option<usize>)>,
    /// Whether an observer is told of stores to a range.
    pub watching: bool,
    /// Registers as they were when the region was formed, as a hint where memory is accessed.
    pub registers: Vec<u64>,
    /// Where most accesses are, another hint.
    pub usual: u32,
}

impl Region {
    /// Counters of edges and entries.
    #[must_use]
    pub fn counters(&self) -> usize {
        self.counted.len() + self.entries.iter().filter(|entry| entry.1.is_some()).count()
    }

    /// Instructions of all blocks: the most that run before somebody looks at the budget.
    #[must_use]
    pub fn longest(&self) -> usize {
        self.blocks.iter().map(|block| block.steps.len()).sum()
    }
}

/// Why native code came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// At an edge, which was taken as far as leaving its block; the flow is at [`Session::pc`] when that was not known.
    Edge(usize),
    /// Before a block, of whose arrival nobody was told yet.
    Before(usize),
    /// Before an instruction of a block, which was not done, behind so many that were.
    Undone(usize, usize),
    /// At a jump to an address known only then: no block begins there, or the budget is nearly spent.
    Anywhere,
}

/// Code of the host that does what a region does.
pub trait Native: fmt::Debug + Send + Sync {
    /// Enters at the block of an address, which must be one of the region's entries; gives the number of
    /// the exit. There are so many counters.
    ///
    /// The budget is left at nothing or more: who runs a region sees to it that more instructions are
    /// left than it has.
    fn run(&self, session: &mut Session<'_>, counters: usize, address: u32) -> usize;
}

/// What a translator made of a region.
#[derive(Debug)]
pub struct Translated {
    /// The code.
    pub native: Arc<dyn Native>,
    /// What its exits mean, by their numbers.
    pub exits: Vec<Exit>,
    /// Bytes of memory that it takes.
    pub bytes: usize,
}

/// Who makes code of the host.
pub trait Translator: fmt::Debug + Send + Sync {
    /// The region as code of the host; `None` where that cannot be done.
    fn translate(&self, region: &Region) -> Option<Translated>;
}
