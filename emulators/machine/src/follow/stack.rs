//! The stack of a followed program: how far it is used, and what is kept below its pointer.

use std::ops::Range;

/// Stores below the stack pointer that are remembered.
const MOST_BELOW: usize = 64;

/// Units below the stack pointer that a store may be: farther ones are no slip of a frame.
const FAR_UNITS: u64 = 1 << 15;

/// The stack below the caller's, and what the program does there.
#[derive(Debug, Clone, Default)]
pub struct Stack {
    /// The memory.
    pub region: Range<u64>,
    /// The slot of the stack pointer, where nothing below it is the program's.
    pub pointer: Option<u8>,
    /// Lowest and highest unit that was loaded or stored.
    touched: Option<(u64, u64)>,
    /// Stores below the stack pointer, which has not come below them since: instruction and address.
    below: Vec<(u64, u64)>,
}

/// Where an access to memory is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// Not in the stack.
    Elsewhere,
    /// In the stack, above its pointer.
    Frame,
    /// Below the stack pointer.
    Below,
    /// So far below it that it belongs to no frame.
    Far,
}

impl Stack {
    /// The stack in some memory, with the slot of its pointer where nothing below it is the program's.
    #[must_use]
    pub fn new(region: Range<u64>, pointer: Option<u8>) -> Self {
        Stack { region, pointer, touched: None, below: Vec::new() }
    }

    /// Lowest and highest unit that was loaded or stored; none where there was no such access.
    #[must_use]
    pub fn touched(&self) -> Option<(u64, u64)> {
        self.touched
    }

    /// Returns where an access is; `pointer` gives the value of the stack pointer's slot.
    #[inline]
    pub(super) fn access(&mut self, address: u64, pointer: impl FnOnce(u8) -> u64) -> Access {
        if !self.region.contains(&address) {
            return Access::Elsewhere;
        }
        let (low, high) = self.touched.unwrap_or((address, address));
        self.touched = Some((low.min(address), high.max(address)));
        match self.pointer.map(pointer) {
            Some(pointer) if address + FAR_UNITS < pointer => Access::Far,
            Some(pointer) if address < pointer => Access::Below,
            _ => Access::Frame,
        }
    }

    /// Remembers a store below the stack pointer.
    pub(super) fn store(&mut self, pc: u64, address: u64) {
        self.below.retain(|&(_, at)| at != address);
        if self.below.len() < MOST_BELOW {
            self.below.push((pc, address));
        }
    }

    /// The instruction that stored to an address below the stack pointer.
    pub(super) fn stored_by(&self, address: u64) -> Option<u64> {
        self.below.iter().find(|(_, at)| *at == address).map(|(pc, _)| *pc)
    }

    /// The stack pointer has another value: what is above it is in a frame.
    pub(super) fn moved(&mut self, pointer: u64) {
        self.below.retain(|&(_, at)| at < pointer);
    }

    /// Takes the instructions that stored below the stack pointer, and in no frame since.
    pub fn take_below(&mut self) -> Vec<u64> {
        self.below.drain(..).map(|(pc, _)| pc).collect()
    }
}
