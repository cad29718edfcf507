//! Values of registers that procedures saved on the stack.

use std::collections::HashMap;

/// Words of the table of bits.
const BIT_WORDS: usize = 1024;

/// A saved value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Save {
    pub(super) slot: u8,
    /// The instruction that saved it.
    pub(super) pc: u64,
    /// The procedure that saved it.
    pub(super) owner: u64,
    /// Number of open calls when it was saved.
    pub(super) depth: usize,
}

/// All saved values of open procedures that were not restored.
#[derive(Debug, Clone)]
pub(super) struct Saves {
    /// Units of a saved value, a power of two.
    word_units: u64,
    all: HashMap<u64, Save>,
    /// Addresses in the order in which values were saved; some are restored.
    order: Vec<u64>,
    /// A bit for each address, shared with others.
    bits: Vec<u64>,
}

impl Saves {
    /// No values, of registers that take this many units.
    pub(super) fn new(word_units: u64) -> Self {
        let word_units = word_units.next_power_of_two();
        Saves { word_units, all: HashMap::new(), order: Vec::new(), bits: vec![0; BIT_WORDS] }
    }

    /// Position of the bit of an address.
    #[inline]
    fn bit(&self, address: u64) -> (usize, u64) {
        let word = address >> self.word_units.trailing_zeros();
        ((word >> 6) as usize % BIT_WORDS, 1 << (word & 63))
    }

    /// Address of the word of an address.
    fn word(&self, address: u64) -> u64 {
        address & !(self.word_units - 1)
    }

    pub(super) fn clear(&mut self) {
        *self = Saves::new(self.word_units);
    }

    /// Number of values saved so far.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// Whether the word at an address may hold a saved value.
    #[inline]
    pub(super) fn may_have(&self, address: u64) -> bool {
        let (at, bit) = self.bit(address);
        self.bits[at] & bit != 0
    }

    pub(super) fn add(&mut self, address: u64, save: Save) {
        let (at, bit) = self.bit(address);
        self.bits[at] |= bit;
        let word = self.word(address);
        if self.all.insert(word, save).is_none_or(|old| old.depth != save.depth) {
            self.order.push(word);
        }
    }

    pub(super) fn get(&self, address: u64) -> Option<Save> {
        self.all.get(&self.word(address)).copied()
    }

    pub(super) fn remove(&mut self, address: u64) {
        if self.all.remove(&self.word(address)).is_some() {
            let (at, bit) = self.bit(address);
            self.bits[at] &= !bit;
        }
    }

    /// Forgets the values that were saved after the first `count`, at this depth.
    pub(super) fn forget(&mut self, count: usize, depth: usize) {
        while self.order.len() > count {
            let Some(address) = self.order.pop() else { return };
            if self.get(address).is_some_and(|save| save.depth == depth) {
                self.remove(address);
            }
        }
    }

    /// Values saved after the first `count` with their addresses, the last one first.
    pub(super) fn after(&self, count: usize) -> impl Iterator<Item = (u64, Save)> {
        let addresses = self.order.get(count..).unwrap_or_default().iter().rev();
        addresses.filter_map(|&address| Some((address, self.get(address)?)))
    }
}
