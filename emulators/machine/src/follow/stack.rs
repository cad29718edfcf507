//! The stack of a followed program: its extent, and accesses below the stack pointer.

use std::ops::Range;

/// Maximum number of recorded stores below the stack pointer.
const MOST_BELOW: usize = 64;

/// Maximum distance below the stack pointer for a store that belongs to a stack frame.
const FAR_UNITS: u64 = 1 << 15;

/// The stack below the caller's frame, and the program's accesses to it.
#[derive(Debug, Clone, Default)]
pub struct FollowedStack {
    /// Memory of the stack.
    pub region: Range<u64>,
    /// Slot of the stack pointer, if memory below it must not be used.
    pub pointer: Option<u8>,
    /// Lowest and highest unit accessed.
    touched: Option<(u64, u64)>,
    /// Stores below the stack pointer that are still below it: instruction and address.
    below: Vec<(u64, u64)>,
}

/// Location of an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StackAccess {
    /// Not in the stack.
    Elsewhere,
    /// In the stack, above the stack pointer.
    Frame,
    /// Below the stack pointer.
    Below,
    /// Too far below it to belong to a stack frame.
    Far,
}

impl FollowedStack {
    /// Stack in a memory range; `pointer` is the stack pointer's slot if memory below it must not
    /// be used.
    #[must_use]
    pub fn new(region: Range<u64>, pointer: Option<u8>) -> Self {
        FollowedStack { region, pointer, touched: None, below: Vec::new() }
    }

    /// Lowest and highest unit accessed, if any.
    #[must_use]
    pub fn touched(&self) -> Option<(u64, u64)> {
        self.touched
    }

    /// Location of an access; `pointer` returns the value of the stack pointer's slot.
    #[inline]
    pub(super) fn access(&mut self, address: u64, pointer: impl FnOnce(u8) -> u64) -> StackAccess {
        if !self.region.contains(&address) {
            return StackAccess::Elsewhere;
        }
        let (low, high) = self.touched.unwrap_or((address, address));
        self.touched = Some((low.min(address), high.max(address)));
        match self.pointer.map(pointer) {
            Some(pointer) if address + FAR_UNITS < pointer => StackAccess::Far,
            Some(pointer) if address < pointer => StackAccess::Below,
            _ => StackAccess::Frame,
        }
    }

    /// Records a store below the stack pointer.
    pub(super) fn store(&mut self, pc: u64, address: u64) {
        self.below.retain(|&(_, at)| at != address);
        if self.below.len() < MOST_BELOW {
            self.below.push((pc, address));
        }
    }

    /// Address of the instruction that stored to an address below the stack pointer.
    pub(super) fn stored_by(&self, address: u64) -> Option<u64> {
        self.below.iter().find(|(_, at)| *at == address).map(|(pc, _)| *pc)
    }

    /// Notes a new value of the stack pointer: stores above it are in a frame now.
    pub(super) fn moved(&mut self, pointer: u64) {
        self.below.retain(|&(_, at)| at < pointer);
    }

    /// Removes and returns the instructions whose stores are still below the stack pointer.
    pub fn take_below(&mut self) -> Vec<u64> {
        self.below.drain(..).map(|(pc, _)| pc).collect()
    }
}
