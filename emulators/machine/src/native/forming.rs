//! Forming a region: its blocks, edges and entries.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::Node;
use super::counting::Counting;
use super::guest::{Arrival, Guest};
use super::region::{Cost, Edge, Region, RegionBlock, To};
use crate::blocks::DecodedStep;

/// Maximum number of blocks and instructions of a region.
const MOST_BLOCKS: usize = 160;
const MOST_STEPS: usize = 1200;
/// A block is an entry if more than one in this many arrivals is not by a known edge.
const SELDOM: u64 = 16;

/// A machine's description of a block for a region.
#[derive(Debug, Clone)]
pub struct BlockDescription {
    /// Address and semantics of each instruction.
    pub steps: Vec<(u32, Arc<[Node]>)>,
    /// Cumulative cost up to each instruction.
    pub costs: Vec<Cost>,
    /// Whether the last one is a delay slot.
    pub delayed: bool,
    /// Whether the block has more instructions, which native code cannot run.
    pub is_cut: bool,
    /// Whether control can continue after the last instruction.
    pub falls: bool,
    /// Target of the last instruction, if it transfers control: [`To::Address`] or
    /// [`To::Anywhere`].
    pub elsewhere: Option<To>,
    /// Skips: index of the instruction, and target address.
    pub skips: Vec<(usize, u32)>,
}

/// Existing blocks that direct control flow reaches from one, in order of address.
///
/// It stops at entries of regions that stay apart, by number.
pub(super) fn gather<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    head: usize,
    stays_apart: &dyn Fn(usize) -> bool,
    kind: &dyn Fn(u32) -> Arrival,
) -> Vec<(usize, BlockDescription)> {
    let (mut found, mut steps) = (BTreeMap::new(), 0);
    let mut waiting = VecDeque::from([head]);
    while let Some(index) = waiting.pop_front() {
        let block = guest.blocks().block(index);
        let (address, end) = (block.address(), block.end);
        if (block.native as usize).checked_sub(1).is_some_and(stays_apart) {
            continue;
        }
        if found.len() >= MOST_BLOCKS || steps >= MOST_STEPS || found.contains_key(&address) {
            continue;
        }
        if kind(address) == Arrival::Stops {
            continue;
        }
        let Some(described) = guest.describe(index) else { continue };
        steps += described.steps.len();
        let mut next: Vec<u32> = described.skips.iter().map(|skip| skip.1).collect();
        if !described.is_cut {
            next.push(end);
        }
        if let Some(To::Address(to)) = described.elsewhere {
            next.push(to);
        }
        waiting.extend(next.into_iter().filter_map(|address| guest.blocks().find(address)));
        found.insert(address, (index, described));
    }
    found.into_values().collect()
}

/// A region with the machine's blocks and its counters.
type Assembled = (Region, Vec<usize>, Counting);

/// Edges out of a block.
struct OutEdges {
    /// Skips, with the index of the skipping instruction.
    skips: Vec<(usize, Edge)>,
    on: Option<Edge>,
    elsewhere: Option<Edge>,
    /// The block after it in memory, if control never continues there directly.
    apart: Option<usize>,
}

impl OutEdges {
    fn edges(&self) -> impl Iterator<Item = &Edge> {
        self.skips.iter().map(|skip| &skip.1).chain(&self.on).chain(&self.elsewhere)
    }

    /// Number of times it ends in a jump to a computed address.
    fn anywhere(&self) -> Option<u64> {
        self.elsewhere.filter(|edge| edge.to == To::Anywhere).map(|edge| edge.weight)
    }
}

/// Arrivals at a block.
#[derive(Debug, Clone, Copy, Default)]
struct Arrivals {
    /// Number of known edges to it, and times they are taken.
    ways: usize,
    times: u64,
    /// Arrivals by other ways.
    others: u64,
    /// Whether it is an entry in any case.
    is_entry: bool,
}

impl Arrivals {
    /// Whether arrivals by other ways, such as returns, are frequent enough to make it an entry.
    fn is_jumped_to(&self) -> bool {
        self.others > (self.times + self.others) / SELDOM
    }
}

/// Builds the region of these blocks.
pub(super) fn assemble<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    gathered: &[(usize, BlockDescription)],
    head: usize,
    watching: bool,
    kind: &dyn Fn(u32) -> Arrival,
) -> Option<Assembled> {
    let positions: BTreeMap<u32, usize> = gathered
        .iter()
        .enumerate()
        .map(|(at, (index, _))| (guest.blocks().block(*index).address(), at))
        .collect();
    let outs: Vec<OutEdges> =
        (0..gathered.len()).map(|at| out(guest, gathered, at, &positions)).collect();
    let (come, returns) = arrivals(guest, gathered, &outs, head);
    let (blocks, edges) = blocks(guest, gathered, &outs, &returns, kind);
    let is_entry = |come: &Arrivals| come.ways != 1 || come.is_entry || come.is_jumped_to();
    let entered = come.iter().enumerate().filter(|(_, come)| is_entry(come));
    let entered: Vec<(usize, u64)> = entered.map(|(at, come)| (at, come.others)).collect();
    if !gathered.iter().any(|(index, _)| *index == head) {
        return None;
    }
    let counting = Counting::choose(blocks.len(), &edges, &entered);
    let counter = |number: usize| {
        let place = counting.entries.iter().position(|&it| it == number);
        place.map(|place| place + counting.edges.len())
    };
    let entries = entered.iter().enumerate().map(|(number, entry)| (entry.0, counter(number)));
    let region = Region {
        shape: guest.shape(),
        counted: counting.edges.clone(),
        entries: entries.collect(),
        blocks,
        edges,
        watching,
    };
    Some((region, gathered.iter().map(|(index, _)| *index).collect(), counting))
}

/// Arrivals at each of these blocks, and the most likely targets of returns.
fn arrivals<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    gathered: &[(usize, BlockDescription)],
    outs: &[OutEdges],
    head: usize,
) -> (Vec<Arrivals>, Returns) {
    let mut come = vec![Arrivals::default(); gathered.len()];
    for edge in outs.iter().flat_map(OutEdges::edges) {
        if let To::Block(to) = edge.to {
            come[to].ways += 1;
            come[to].times += edge.weight;
            come[to].is_entry |= to <= edge.from;
        }
    }
    for (come, (index, _)) in come.iter_mut().zip(gathered) {
        let times = guest.blocks().block(*index).times();
        come.others = times.saturating_sub(come.times);
        come.is_entry |= *index == head;
    }
    let returns = returns(outs, &come);
    for &(to, weight) in returns.values() {
        come[to].ways += 1;
        come[to].times += weight;
        come[to].others = come[to].others.saturating_sub(weight);
    }
    outs.iter().filter_map(|out| out.apart).for_each(|apart| come[apart].is_entry = true);
    (come, returns)
}

/// The blocks of a region, and all edges out of them.
fn blocks<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    gathered: &[(usize, BlockDescription)],
    outs: &[OutEdges],
    returns: &Returns,
    kind: &dyn Fn(u32) -> Arrival,
) -> (Vec<RegionBlock>, Vec<Edge>) {
    let (mut edges, mut blocks) = (Vec::new(), Vec::new());
    for (from, ((index, described), out)) in gathered.iter().zip(outs).enumerate() {
        let BlockDescription { steps, costs, delayed, .. } = described.clone();
        let address = guest.blocks().block(*index).address();
        let mut edge = |edge: Edge| {
            edges.push(edge);
            edges.len() - 1
        };
        let skips = out.skips.iter().map(|&(step, skip)| (step, edge(skip))).collect();
        let on = out.on.map(&mut edge);
        let (mut elsewhere, mut guess) = (out.elsewhere, None);
        if let (Some(anywhere), Some(&(to, weight))) = (&mut elsewhere, returns.get(&from)) {
            anywhere.weight = anywhere.weight.saturating_sub(weight);
            guess = Some(edge(Edge { to: To::Block(to), weight, ..*anywhere }));
        }
        let elsewhere = elsewhere.map(edge);
        let marked = kind(address) == Arrival::Reported;
        blocks.push(RegionBlock {
            address,
            marked,
            steps,
            costs,
            delayed,
            on,
            elsewhere,
            guess,
            skips,
        });
    }
    (blocks, edges)
}

/// Edges out of one of these blocks.
fn out<S: DecodedStep, X: Default, const SHIFT: u32>(
    guest: &mut impl Guest<S, X, SHIFT>,
    gathered: &[(usize, BlockDescription)],
    from: usize,
    positions: &BTreeMap<u32, usize>,
) -> OutEdges {
    let (index, described) = &gathered[from];
    let to =
        |address: u32| positions.get(&address).map_or(To::Address(address), |&at| To::Block(at));
    let left = guest.blocks().left(*index);
    let block = guest.blocks().block(*index);
    let (end, ways, done) = (block.end, block.ways, described.steps.len());
    let skips = described.skips.iter().map(|&(step, at)| {
        let weight = left.get(step).copied().unwrap_or(0);
        (step, Edge { from, done: step + 1, turned: true, to: to(at), weight })
    });
    let falls = described.falls && !described.is_cut;
    let elsewhere = described.elsewhere.map(|way| {
        // A branch to the next instruction does not transfer control.
        let turned = way != To::Address(end);
        let to = if let To::Address(at) = way { to(at) } else { way };
        Edge { from, done, turned, to, weight: ways[1] }
    });
    OutEdges {
        skips: skips.collect(),
        on: falls.then(|| Edge { from, done, turned: false, to: to(end), weight: ways[0] }),
        elsewhere,
        apart: positions.get(&end).copied().filter(|_| !falls),
    }
}

/// Most likely targets, with frequencies, of blocks that end in a jump to a computed address.
type Returns = BTreeMap<usize, (usize, u64)>;

/// Finds the most likely targets of returns.
///
/// A procedure returns to after its calls, one of which may be the most frequent.
fn returns(outs: &[OutEdges], come: &[Arrivals]) -> Returns {
    // The procedure that a block calls, and the block that the call returns to.
    let call = |block: &OutEdges| match (block.apart, block.elsewhere) {
        (Some(after), Some(Edge { to: To::Block(callee), .. })) if come[after].is_jumped_to() => {
            Some((callee, after))
        }
        _ => None,
    };
    // For each return: number of returns, and the most frequent target.
    let mut found: BTreeMap<usize, (u64, (u64, usize))> = BTreeMap::new();
    for (callee, after) in outs.iter().filter_map(call) {
        let times = come[after].others;
        let (mut seen, mut waiting) = (BTreeSet::new(), vec![callee]);
        while let Some(at) = waiting.pop() {
            if !seen.insert(at) {
                continue;
            }
            if outs[at].anywhere().is_some() {
                let (all, most) = found.entry(at).or_default();
                (*all, *most) = (*all + times, (*most).max((times, after)));
            }
            match call(&outs[at]) {
                Some((_, after)) => waiting.push(after),
                None => waiting.extend(outs[at].edges().filter(|edge| edge.weight > 0).filter_map(
                    |edge| match edge.to {
                        To::Block(to) => Some(to),
                        _ => None,
                    },
                )),
            }
        }
    }
    let sure = found.into_iter().filter(|(_, (all, (most, _)))| 2 * most >= *all);
    sure.map(|(at, (_, (most, after)))| (at, (after, most.min(outs[at].anywhere().unwrap_or(0)))))
        .filter(|&(at, (after, weight))| weight > 0 && outs[at].apart != Some(after))
        .collect()
}
