//! Frequency of every edge, derived from counting only some.
//!
//! A block is entered as often as it is left. So only the edges outside of a spanning tree of the
//! blocks need counters; the tree contains the most frequent edges.
//!
//! Source: D. E. Knuth and F. R. Stevenson, "Optimal measurement points for program frequency
//! counts", BIT 13 (1973).

use std::cell::Cell;

use super::region::{Edge, To};

/// The counted edges, and how the others are derived.
#[derive(Debug, Clone)]
pub struct Counting {
    ways: Vec<CountedEdge>,
    /// Counted edges, in the order of their counters.
    pub edges: Vec<usize>,
    /// Counted entries; their counters follow those of the edges.
    pub entries: Vec<usize>,
    /// Derived ways with a node, in an order in which each follows from those before it.
    order: Vec<(usize, usize)>,
    /// Number of edges; further ways are those to entries.
    edge_count: usize,
    blocks: usize,
}

/// A way between nodes: blocks, or the meeting node of all jumps to computed addresses.
#[derive(Debug, Clone, Copy)]
struct CountedEdge {
    from: usize,
    /// `None` if it leads out of the region.
    to: Option<usize>,
}

impl Counting {
    /// Chooses the counters for `blocks` blocks, their edges, and entries with expected
    /// frequencies.
    #[must_use]
    pub fn choose(blocks: usize, edges: &[Edge], entries: &[(usize, u64)]) -> Counting {
        let meeting = blocks;
        let ways = edges.iter().map(|edge| CountedEdge {
            from: edge.from,
            to: match edge.to {
                To::Block(to) => Some(to),
                To::Anywhere => Some(meeting),
                To::Address(_) => None,
            },
        });
        let entered =
            entries.iter().map(|&(block, _)| CountedEdge { from: meeting, to: Some(block) });
        let ways: Vec<CountedEdge> = ways.chain(entered).collect();
        let weights =
            edges.iter().map(|edge| edge.weight).chain(entries.iter().map(|entry| entry.1));
        let weights: Vec<u64> = weights.collect();
        let mut often: Vec<usize> = (0..ways.len()).filter(|&way| ways[way].to.is_some()).collect();
        often.sort_by_key(|&way| std::cmp::Reverse(weights[way]));
        let mut joined = UnionFind((0..=blocks).collect());
        let (tree, counted): (Vec<usize>, Vec<usize>) = often
            .into_iter()
            .partition(|&way| ways[way].to.is_some_and(|to| joined.join(ways[way].from, to)));
        let (edges_counted, entries_counted): (Vec<usize>, Vec<usize>) =
            counted.into_iter().partition(|&way| way < edges.len());
        Counting {
            order: order(&ways, tree, blocks + 1),
            ways,
            edges: edges_counted,
            entries: entries_counted.iter().map(|way| way - edges.len()).collect(),
            edge_count: edges.len(),
            blocks,
        }
    }

    /// Number of counters of native code: edges and entries, the runs that began less those that
    /// ended at a jump to a computed address (modulo 2^64), and the runs that ended at each edge.
    #[must_use]
    pub fn counters(&self) -> usize {
        self.edges.len() + self.entries.len() + 1 + self.edge_count
    }

    /// Frequency of each edge, from the counters and the runs that ended within each block; resets
    /// these.
    pub fn take(&self, counters: &[Cell<u64>], undone: &mut [u64]) -> Vec<u64> {
        let mut times = vec![0u64; self.ways.len()];
        let counted = self.edges.iter().copied();
        let counted = counted.chain(self.entries.iter().map(|entry| entry + self.edge_count));
        let (known, rest) = counters.split_at(self.edges.len() + self.entries.len());
        for (way, counter) in counted.zip(known) {
            times[way] = counter.get();
        }
        let (balance, ended) = (rest[0].get(), &rest[1..]);
        // Arrivals minus departures of each node, over all known ways.
        let mut over = vec![0u64; self.blocks + 1];
        for (node, over) in over.iter_mut().enumerate() {
            *over = match undone.get(node) {
                Some(undone) => 0u64.wrapping_sub(*undone),
                None => balance,
            };
        }
        for (way, &times) in self.ways.iter().zip(&times) {
            over[way.from] = over[way.from].wrapping_sub(times);
            if let Some(to) = way.to {
                over[to] = over[to].wrapping_add(times);
            }
        }
        for (way, ended) in self.ways.iter().zip(ended) {
            over[way.from] = over[way.from].wrapping_sub(ended.get());
        }
        for &(way, node) in &self.order {
            let CountedEdge { from, to } = self.ways[way];
            // The only unknown way balances the node.
            times[way] = if from == node { over[node] } else { 0u64.wrapping_sub(over[node]) };
            over[from] = over[from].wrapping_sub(times[way]);
            if let Some(to) = to {
                over[to] = over[to].wrapping_add(times[way]);
            }
        }
        times.truncate(self.edge_count);
        for (times, ended) in times.iter_mut().zip(ended) {
            *times = times.wrapping_add(ended.get());
        }
        counters.iter().for_each(|counter| counter.set(0));
        undone.fill(0);
        times
    }
}

/// Ways of a tree, in an order in which each is the last unknown one of a node.
fn order(ways: &[CountedEdge], tree: Vec<usize>, nodes: usize) -> Vec<(usize, usize)> {
    let mut unknown: Vec<Vec<usize>> = vec![Vec::new(); nodes];
    for &way in &tree {
        unknown[ways[way].from].push(way);
        unknown[ways[way].to.unwrap_or(ways[way].from)].push(way);
    }
    let mut leaves: Vec<usize> = (0..nodes).filter(|&node| unknown[node].len() == 1).collect();
    let mut order = Vec::new();
    while let Some(node) = leaves.pop() {
        let Some(way) = unknown[node].pop() else { continue };
        order.push((way, node));
        let CountedEdge { from, to } = ways[way];
        let other = if from == node { to.unwrap_or(from) } else { from };
        unknown[other].retain(|&it| it != way);
        if unknown[other].len() == 1 {
            leaves.push(other);
        }
    }
    order
}

/// Groups of joined nodes: a union-find structure.
struct UnionFind(Vec<usize>);

impl UnionFind {
    fn root(&mut self, node: usize) -> usize {
        let mut root = node;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    /// Joins two groups; false if they are the same.
    fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// Random walks on random graphs: derived counts match the walk.
    #[test]
    fn derived_counts_are_exact() {
        let mut random = Random::seeded(1973);
        let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
        for _ in 0..2000 {
            let blocks = 1 + below(8);
            let edges: Vec<Edge> = (0..1 + below(20))
                .map(|_| {
                    let to = match below(6) {
                        0 => To::Address(0),
                        1 => To::Anywhere,
                        _ => To::Block(below(blocks)),
                    };
                    let weight = below(100) as u64;
                    Edge { from: below(blocks), done: 1, turned: false, to, weight }
                })
                .collect();
            let entries: Vec<(usize, u64)> =
                (0..blocks).filter(|_| below(2) == 0).map(|block| (block, 5)).collect();
            let counting = Counting::choose(blocks, &edges, &entries);
            let counters = vec![Cell::new(0u64); counting.counters()];
            let mut undone = vec![0; blocks];
            let mut walked = vec![0u64; edges.len()];
            let balance = counting.edges.len() + counting.entries.len();
            let add = |at: usize, by: u64| counters[at].set(counters[at].get().wrapping_add(by));
            let count = |at: Option<usize>| {
                if let Some(at) = at {
                    add(at, 1);
                }
            };
            for _ in 0..50 {
                add(balance, 1);
                let mut at = None;
                loop {
                    let Some(block) = at else {
                        if entries.is_empty() || below(4) == 0 {
                            add(balance, u64::MAX);
                            break;
                        }
                        let entry = below(entries.len());
                        let counter = counting.entries.iter().position(|&it| it == entry);
                        count(counter.map(|it| it + counting.edges.len()));
                        at = Some(entries[entry].0);
                        continue;
                    };
                    let out: Vec<usize> =
                        (0..edges.len()).filter(|&edge| edges[edge].from == block).collect();
                    if out.is_empty() || below(10) == 0 {
                        undone[block] += 1;
                        break;
                    }
                    let edge = out[below(out.len())];
                    walked[edge] += 1;
                    let is_end = matches!(edges[edge].to, To::Address(_));
                    if is_end || edges[edge].to != To::Anywhere && below(5) == 0 {
                        add(balance + 1 + edge, 1);
                        break;
                    }
                    count(counting.edges.iter().position(|&it| it == edge));
                    at = if let To::Block(to) = edges[edge].to { Some(to) } else { None };
                }
            }
            assert_eq!(counting.take(&counters, &mut undone), walked);
        }
    }
}
