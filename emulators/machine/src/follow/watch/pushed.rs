//! A stack that calls push their return addresses to, and accesses by index registers, as on a
//! PDP-10.

use std::cell::{Cell, RefCell};

use super::super::Follow;
use super::Watch;

/// Words of memory.
const WORDS: usize = 1 << 18;

/// Reads of instructions that are kept.
const MOST_READS: usize = 64;

/// A stack pointer's change by a push.
const PUSH: u64 = 1 << 18 | 1;

/// All bits of a word.
const WORD: u64 = (1 << 36) - 1;

/// What is known about a stack that calls push to.
#[derive(Debug, Clone, Default)]
pub(super) struct PushedStack {
    /// The instruction that set the stack pointer other than by a push or pop, and its value.
    set: Cell<Option<(u64, u64)>>,
    /// The last pop, and the address of its word.
    popped: Cell<Option<(u64, u64)>>,
    /// The last store to each word; empty until the first.
    stores: RefCell<Vec<u32>>,
    /// The constant and the address of the last indexed address.
    indexed: Cell<Option<(u64, u64)>>,
    /// Loads through an index: the instruction, the address, and the constant.
    reads: RefCell<Vec<(u64, u64, u64)>>,
}

impl PushedStack {
    pub(super) fn moves(&self, pc: u64, old: u64, new: u64) {
        match new.wrapping_sub(old) & WORD {
            PUSH => {}
            change if change == PUSH.wrapping_neg() & WORD => {
                self.popped.set(Some((pc, old & (WORDS as u64 - 1))));
            }
            _ => self.set.set(Some((pc, new))),
        }
    }

    #[inline]
    pub(super) fn stores(&self, pc: u64, address: u64) {
        let mut stores = self.stores.borrow_mut();
        if stores.is_empty() {
            stores.resize(WORDS, 0);
        }
        if let Some(store) = stores.get_mut(address as usize) {
            *store = pc as u32;
        }
    }

    #[inline]
    pub(super) fn loads(&self, pc: u64, address: u64) {
        if let Some((constant, at)) = self.indexed.take()
            && at == address
        {
            self.reads_through_index(pc, address, constant);
        }
    }

    fn reads_through_index(&self, pc: u64, address: u64, constant: u64) {
        let mut reads = self.reads.borrow_mut();
        if address != constant
            && reads.len() < MOST_READS
            && !reads.iter().any(|read| (read.0, read.1) == (pc, address))
        {
            reads.push((pc, address, constant));
        }
    }
}

impl Watch {
    /// The instruction that set the stack pointer other than by a push or pop, and its value.
    #[must_use]
    pub fn stack_set(&self) -> Option<(u64, u64)> {
        self.pushed.set.get()
    }

    /// The last pop, and the address of its word.
    #[must_use]
    pub fn popped(&self) -> Option<(u64, u64)> {
        self.pushed.popped.get()
    }

    /// The instruction that last stored to a word.
    #[must_use]
    pub fn stored_by(&self, address: u64) -> Option<u64> {
        let store = *self.pushed.stores.borrow().get(address as usize)?;
        (store != 0).then_some(store.into())
    }

    /// Loads through an index register: the instruction, the address, and the constant that the
    /// index was added to.
    #[must_use]
    pub fn indexed_reads(&self) -> Vec<(u64, u64, u64)> {
        self.pushed.reads.borrow().clone()
    }
}

impl Follow {
    /// Call when an instruction adds an index register to a constant for its address.
    pub fn indexes(&self, constant: u64, address: u64) {
        if let Some(watch) = &self.watch {
            watch.pushed.indexed.set(Some((constant, address)));
        }
    }
}
