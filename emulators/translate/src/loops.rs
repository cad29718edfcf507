//! Which registers stay values while the flow is in a loop.
//!
//! Memory has all registers where several ways meet, so that nothing need be known of these ways but
//! where they lead. In a loop that is short this would be a load and a store of each of its registers
//! every time; there the ways hand values on, and memory is given what it lacks when the loop is left.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use machine::native::{Id, Node, Region, Slots, To};

use crate::access::REGISTERS;
use crate::cells::{Cell, cells};
use crate::looks::{Look, looks};
use crate::shape::{Access, accesses};

/// What is handed on as values.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    pub(crate) registers: Vec<Register>,
    pub(crate) cells: Vec<Cell>,
    pub(crate) looks: Vec<Look>,
}

impl Carried {
    pub(crate) fn is_empty(&self) -> bool {
        self.registers.is_empty() && self.cells.is_empty() && self.looks.is_empty()
    }
}

/// A register that is handed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Register {
    pub(crate) slot: u8,
    /// Whether the loop writes it, so that memory may have another value.
    pub(crate) written: bool,
}

/// Most blocks of a loop, and most registers of one that are handed on.
const MOST_BLOCKS: usize = 24;
const MOST_CARRIED: usize = 8;
/// Most values of all kinds with which looks are handed on: the host's registers hold no more.
const MOST_VALUES: usize = 9;

/// What each block is handed when it begins: nothing where a `single` way leads, which knows more.
pub(crate) fn carried(region: &Region, single: &[bool]) -> Vec<Rc<Carried>> {
    let mut carried = vec![Rc::default(); region.blocks.len()];
    let mut loops = loops(region);
    // Inner loops last: theirs is what counts.
    loops.sort_by_key(|blocks| std::cmp::Reverse(blocks.len()));
    for blocks in loops {
        let registers = registers(region, &blocks);
        let inside = Loop::new(region, &blocks, &registers);
        let cells = cells(region, &inside);
        let room = MOST_VALUES.saturating_sub(registers.len() + 2 * cells.len());
        let looks = looks(region, &inside, room);
        let handed = Rc::new(Carried { registers, cells, looks });
        let several = blocks.into_iter().filter(|&block| !single[block]);
        several.for_each(|block| carried[block] = Rc::clone(&handed));
    }
    carried
}

/// The blocks of each loop that is short.
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

/// What a loop does with memory.
pub(crate) struct Loop {
    /// Its loads and stores, and how often the flow was at each. A register has the same root in every
    /// block, so that what is behind it can be compared.
    pub(crate) accesses: Vec<(Access, u64)>,
    /// Registers that it hands on and does not write.
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

/// The registers that are used most in some blocks.
fn registers(region: &Region, blocks: &BTreeSet<usize>) -> Vec<Register> {
    // How often each is used, and whether it is written.
    let mut used: BTreeMap<u8, (u64, bool)> = BTreeMap::new();
    // Whether words are loaded that may be registers, which memory must have then.
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

/// Whether an address may be that of any register.
fn is_sought(region: &Region, nodes: &[Node], at: Id) -> bool {
    region.shape.slots == Slots::First16 && !matches!(nodes[at as usize], Node::Number(_))
}

/// The register that a node uses, and whether it writes it.
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

/// How often the flow was at a block, or once.
fn times(region: &Region, block: usize) -> u64 {
    let out: u64 =
        region.edges.iter().filter(|edge| edge.from == block).map(|edge| edge.weight).sum();
    out.max(1)
}
