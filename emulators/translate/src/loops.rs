//! Registers that stay values in a loop.
//!
//! Where several edges meet, all registers are in memory, so that the edges need no common
//! knowledge. In a short loop this would load and store each of its registers in every iteration.
//! There the edges pass values on, which are stored when the loop is left.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::native::{Id, Node, Region, Slots, To};

use crate::access::REGISTERS;
use crate::cells::{Cell, cells};
use crate::lookups::{Lookup, lookups};
use crate::shape::{Access, accesses};

/// Values passed on to a block.
#[derive(Debug, Default)]
pub(crate) struct PassedValues {
    pub(crate) registers: Vec<Register>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) lookups: Vec<Lookup>,
}

/// A register passed on as a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Register {
    pub(crate) slot: u8,
    /// Whether the loop writes it, so that memory may have another value.
    pub(crate) written: bool,
}

/// Maximum number of blocks of a loop, and of registers that it passes on.
const MOST_BLOCKS: usize = 24;
const MOST_CARRIED: usize = 8;
/// Maximum number of values passed on including lookups, limited by the host's registers.
const MOST_VALUES: usize = 8;

/// Values passed to each block; none for a block with a `single` incoming edge, which knows more.
pub(crate) fn carried(region: &Region, single: &[bool]) -> Vec<Rc<PassedValues>> {
    let mut carried = vec![Rc::default(); region.blocks.len()];
    let mut loops = loops(region);
    // Inner loops come last, because their choice has priority.
    loops.sort_by_key(|blocks| std::cmp::Reverse(blocks.len()));
    for blocks in loops {
        let registers = registers(region, &blocks);
        let inside = Loop::new(region, &blocks, &registers);
        let cells = cells(region, &inside);
        let room = MOST_VALUES.saturating_sub(registers.len() + 2 * cells.len());
        let lookups = lookups(region, &inside, room);
        let handed = Rc::new(PassedValues { registers, cells, lookups });
        let several = blocks.into_iter().filter(|&block| !single[block]);
        several.for_each(|block| carried[block] = Rc::clone(&handed));
    }
    carried
}

/// Blocks of each short loop.
fn loops(region: &Region) -> Vec<BTreeSet<usize>> {
    let mut before = vec![Vec::new(); region.blocks.len()];
    for edge in &region.edges {
        if let To::Block(to) = edge.to {
            before[to].push(edge.from);
        }
    }
    let mut loops: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for edge in &region.edges {
        let Some(head) = edge.back() else { continue };
        let mut blocks = BTreeSet::from([head]);
        let mut waiting = vec![edge.from];
        while let Some(block) = waiting.pop() {
            if blocks.len() <= MOST_BLOCKS && blocks.insert(block) {
                waiting.extend(&before[block]);
            }
        }
        if blocks.len() <= MOST_BLOCKS {
            loops.entry(head).or_default().extend(blocks);
        }
    }
    loops.into_values().collect()
}

/// Memory accesses of a loop.
pub(crate) struct Loop {
    /// Loads and stores with their frequency.
    ///
    /// A register has the same root in every block, so that offsets can be compared.
    pub(crate) accesses: Vec<(Access, u64)>,
    /// Registers that it passes on and does not write.
    pub(crate) fixed: BTreeSet<u8>,
}

impl Loop {
    fn new(region: &Region, blocks: &BTreeSet<usize>, registers: &[Register]) -> Self {
        let mut all = Vec::new();
        for &block in blocks {
            let (often, block) = (times(region, block), &region.blocks[block]);
            let here = accesses(0, block, region.shape.bits, BTreeMap::new());
            all.extend(here.into_iter().map(|access| (access, often)));
        }
        let fixed = registers.iter().filter(|register| !register.written);
        let fixed = fixed.map(|register| register.slot).collect();
        Loop { accesses: all, fixed }
    }
}

/// The most used registers of some blocks.
fn registers(region: &Region, blocks: &BTreeSet<usize>) -> Vec<Register> {
    // Frequency of each register, and whether it is written.
    let mut used: BTreeMap<u8, (u64, bool)> = BTreeMap::new();
    // Whether loaded words may be registers, which then must be in memory.
    let mut are_sought = false;
    for &block in blocks {
        let often = times(region, block);
        for (_, nodes) in &region.blocks[block].steps {
            for &node in nodes.iter() {
                are_sought |= matches!(node, Node::Load(at, _) if is_sought(region, nodes, at));
                if let Some((slot, is_written)) = register(region, nodes, node) {
                    let (times, was_written) = used.entry(slot).or_default();
                    (*times, *was_written) = (*times + often, *was_written || is_written);
                }
            }
        }
    }
    let mut most: Vec<(u8, (u64, bool))> = used.into_iter().collect();
    most.sort_by_key(|&(_, (times, _))| std::cmp::Reverse(times));
    most.truncate(MOST_CARRIED);
    let carried = most.into_iter();
    carried
        .map(|(slot, (_, is_written))| {
            let written = is_written && !(are_sought && slot < REGISTERS);
            Register { slot, written }
        })
        .collect()
}

/// Whether an address may be that of a register.
fn is_sought(region: &Region, nodes: &[Node], at: Id) -> bool {
    region.shape.slots == Slots::First16 && !matches!(nodes[at as usize], Node::Number(_))
}

/// The register that a node uses, and whether the node writes it.
fn register(region: &Region, nodes: &[Node], node: Node) -> Option<(u8, bool)> {
    let word = |at: Id| match nodes[at as usize] {
        Node::Number(number)
            if region.shape.slots == Slots::First16 && number < REGISTERS.into() =>
        {
            Some(number as u8)
        }
        _ => None,
    };
    match node {
        Node::Get(slot) => Some((slot, false)),
        Node::Set(slot, _) => Some((slot, true)),
        Node::Load(at, _) => word(at).map(|slot| (slot, false)),
        Node::Store(at, ..) => word(at).map(|slot| (slot, true)),
        _ => None,
    }
}

/// Frequency of a block, at least 1.
fn times(region: &Region, block: usize) -> u64 {
    let out: u64 =
        region.edges.iter().filter(|edge| edge.from == block).map(|edge| edge.weight).sum();
    out.max(1)
}
