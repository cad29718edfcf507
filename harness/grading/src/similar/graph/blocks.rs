//! Blocks of a function: where flow goes, what is read from where on, and what follows what.

use std::collections::{BTreeMap, BTreeSet};

use machine::CallFlow;

use super::{Block, GraphBuilder, Operator};
use crate::similar::code::InstructionRow;

/// Blocks that are passed to find what follows what.
const FOLLOWING: usize = 1 << 16;

/// Times that each block is looked at for what it reads.
const READ_ROUNDS: usize = 16;

impl GraphBuilder<'_> {
    /// Cuts all that can be reached into blocks.
    pub(super) fn find_blocks(&mut self) {
        let mut leaders: BTreeSet<u64> = self.roots.clone();
        let mut seen: BTreeSet<u64> = BTreeSet::new();
        let mut open: Vec<u64> = self.roots.iter().copied().collect();
        while let Some(address) = open.pop() {
            let Some(row) = self.code.rows.get(&address).filter(|_| self.is_own(address)) else {
                continue;
            };
            if !seen.insert(address) {
                continue;
            }
            if let Some(to) =
                row.role.target.filter(|&to| row.flow == CallFlow::Call && self.is_helper(to))
            {
                self.roots.insert(to);
                leaders.insert(to);
                open.push(to);
            }
            let (after, next) = self.successors(row);
            if after != row.next || next != [row.next] {
                leaders.extend(&next);
            }
            open.extend(next);
        }
        for &leader in leaders.iter().filter(|leader| seen.contains(leader)) {
            let block = self.block(leader, &leaders, &seen);
            self.blocks.insert(leader, block);
        }
    }

    fn block(&self, leader: u64, leaders: &BTreeSet<u64>, seen: &BTreeSet<u64>) -> Block {
        let mut block = Block::default();
        let mut address = leader;
        loop {
            let row = &self.code.rows[&address];
            block.rows.push(address);
            let (after, next) = self.successors(row);
            let mut slot = row.next;
            while slot < after
                && let Some(row) = self.code.rows.get(&slot)
            {
                block.rows.push(slot);
                slot = row.next;
            }
            match next.as_slice() {
                &[next] if next == row.next && !leaders.contains(&next) && seen.contains(&next) => {
                    address = next;
                }
                _ => {
                    block.next = next.into_iter().filter(|next| seen.contains(next)).collect();
                    return block;
                }
            }
        }
    }

    /// Finds which registers are read from where on.
    pub(super) fn find_reads(&mut self) {
        let before = self.before();
        let mut open: BTreeSet<u64> = self.blocks.keys().copied().collect();
        let mut left = READ_ROUNDS * open.len();
        while let Some(start) = open.pop_last() {
            let block = &self.blocks[&start];
            let after = block.next.iter().filter_map(|next| self.reads.get(next));
            let after = after.fold(0, |all, reads| all | reads);
            let reads = block
                .rows
                .iter()
                .rev()
                .fold(after, |after, address| self.reads_before(*address, after));
            if self.reads.insert(start, reads) != Some(reads) {
                open.extend(before.get(&start).into_iter().flatten());
            }
            left = left.saturating_sub(1);
            if left == 0 {
                return;
            }
        }
    }

    /// Registers read from an instruction on, from those read after it.
    fn reads_before(&self, address: u64, after: u128) -> u128 {
        let bits = |slots: &[u8]| slots.iter().fold(0_u128, |all, slot| all | 1 << slot);
        let named = |names: &[&'static str]| {
            let slots = names.iter().filter_map(|name| self.code.slots.get(name).copied());
            bits(&slots.collect::<Vec<u8>>())
        };
        let row = &self.code.rows[&address];
        if row.flow != CallFlow::Call {
            return after & !named(&row.role.writes) | named(&row.role.reads);
        }
        let to = row.role.target;
        let arguments = match to.and_then(|to| self.code.contract(to)) {
            Some(contract) => named(&contract.registers.arguments),
            None => {
                let reads = to.and_then(|to| self.reads.get(&to)).copied().unwrap_or(0);
                reads & bits(&self.callee_arguments)
            }
        };
        after & !bits(&self.volatile) | arguments
    }

    /// Whether an address is this function's, and not that of another with a contract.
    fn is_own(&self, address: u64) -> bool {
        address == self.entry || !self.code.entries.contains_key(&address)
    }

    pub(super) fn is_helper(&self, address: u64) -> bool {
        self.code.rows.contains_key(&address) && !self.code.entries.contains_key(&address)
    }

    /// Next instruction that runs in any case, and its possible successors.
    fn successors(&self, row: &InstructionRow) -> (u64, Vec<u64>) {
        let following =
            |address: u64| self.code.rows.get(&address).map_or(address + 1, |row| row.next);
        if row.flow == CallFlow::Call {
            let own = self.code.assignment.target.spec().syntax.returns.saturating_sub(1).min(1);
            let contract = row.role.target.and_then(|to| self.code.contract(to));
            let skips = contract.map_or(own, |contract| contract.skips);
            let after = self.after_slots(row);
            let mut next = vec![after];
            for _ in 0..skips {
                next.push(following(next[next.len() - 1]));
            }
            return (after, next);
        }
        if row.flow == CallFlow::Return {
            return (self.after_slots(row), Vec::new());
        }
        let (may_fall, may_turn) = (row.always != Some(true), row.always != Some(false));
        if row.role.skips {
            let next = may_fall.then_some(row.next).into_iter();
            let next = next.chain(may_turn.then(|| following(row.next))).chain(row.role.target);
            return (row.next, next.collect());
        }
        if row.role.turns && !row.role.is_open() {
            let after = self.after_slots(row);
            let falls = (row.role.falls && may_fall).then_some(after);
            let target = row.role.target.filter(|_| may_turn);
            return (after, falls.into_iter().chain(target).collect());
        }
        (row.next, vec![row.next])
    }

    fn after_slots(&self, row: &InstructionRow) -> u64 {
        let slots = self.code.assignment.target.delay_slots();
        (0..slots).fold(row.next, |at, _| self.code.rows.get(&at).map_or(at, |row| row.next))
    }

    /// The blocks before each block.
    pub(super) fn before(&self) -> BTreeMap<u64, Vec<u64>> {
        let mut before: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (&start, block) in &self.blocks {
            for &next in &block.next {
                before.entry(next).or_default().push(start);
            }
        }
        before
    }

    /// Finds which effects follow each other.
    pub(super) fn find_following(&mut self) {
        let graph = &mut self.graph;
        for effects in self.done.values_mut() {
            effects.retain(|&number| {
                let effect = &graph.effects[number as usize];
                let is_decided = effect.does == Operator::Branch && effect.with.is_empty();
                !(is_decided || matches!(effect.does, Operator::Store(_)))
            });
            graph.follow.extend(effects.windows(2).map(|two| [two[0], two[1]]));
        }
        let mut steps = FOLLOWING;
        for (start, effects) in &self.done {
            let Some(&last) = effects.last() else { continue };
            let mut seen = BTreeSet::new();
            let mut open = self.blocks[start].next.clone();
            while let Some(next) = open.pop().filter(|_| steps > 0) {
                steps -= 1;
                if !seen.insert(next) {
                    continue;
                }
                match self.done.get(&next).map(Vec::as_slice) {
                    Some(&[first, ..]) => drop(graph.follow.insert([last, first])),
                    _ => open
                        .extend(self.blocks.get(&next).into_iter().flat_map(|block| &block.next)),
                }
            }
        }
    }
}
