//! Log of recent stores, and an adapter for other observers.

use std::collections::BTreeMap;

use machine::{Machine as _, Observer, Store};

use super::stops::StopObserver;
use targets::target::AnyMachine;

/// A past store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreRecord {
    /// Position in the run after its instruction.
    pub position: u64,
    /// Address of its instruction.
    pub by: u64,
    /// The store.
    pub store: Store,
    /// Previous value of each unit, in rising order of address.
    pub before: Vec<u64>,
}

/// An observer with the range of stores it wants reported.
pub(crate) struct WatchedObserver<'o, O> {
    /// The observer.
    pub(crate) observer: &'o mut O,
    /// Range of watched addresses, end exclusive.
    pub(crate) watched: (u64, u64),
}

impl<O: Observer> StopObserver for WatchedObserver<'_, O> {
    fn watched(&self) -> (u64, u64) {
        self.watched
    }
}

impl<O: Observer> Observer for WatchedObserver<'_, O> {
    const MARKS: bool = O::MARKS;
    const STORES: bool = O::STORES;
    const LOADS: bool = O::LOADS;

    fn is_mark(&self, address: u64) -> bool {
        self.observer.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        self.observer.arrived(address);
    }

    fn stored(&mut self, store: Store) {
        self.observer.stored(store);
    }

    fn stored_by_system(&mut self, store: Store) {
        self.observer.stored_by_system(store);
    }

    fn loaded(&mut self, load: machine::Load) {
        self.observer.loaded(load);
    }

    fn pauses(&self) -> bool {
        self.observer.pauses()
    }

    fn may_pause(&self) -> bool {
        self.observer.may_pause()
    }

    fn events(&mut self, all: &[machine::DeferredEvent]) {
        self.observer.events(all);
    }
}

/// Maximum stores kept per instruction; a system call may fill all memory.
const MOST_OF_ONE: usize = 256;

/// Collects the stores of one instruction.
pub(super) struct InstructionStores {
    all: Vec<Store>,
    watched: (u64, u64),
}

impl StopObserver for InstructionStores {
    fn watched(&self) -> (u64, u64) {
        self.watched
    }
}

impl Observer for InstructionStores {
    const STORES: bool = true;

    fn stored(&mut self, store: Store) {
        if self.all.len() < MOST_OF_ONE {
            self.all.push(store);
        }
    }
}

/// Consecutive stores, with the previous values.
pub(super) struct StoreLog {
    /// Machine before the first store.
    first: AnyMachine,
    /// Values of units stored to since.
    since: BTreeMap<u64, u64>,
    pub(super) stored: Vec<StoreRecord>,
}

impl StoreLog {
    /// Starts with a machine's state.
    pub(super) fn new(first: AnyMachine) -> Self {
        StoreLog { first, since: BTreeMap::new(), stored: Vec::new() }
    }

    /// An observer for the next instruction.
    pub(super) fn next(&self) -> InstructionStores {
        InstructionStores { all: Vec::new(), watched: (0, 1 << self.first.spec().address_bits) }
    }

    /// Adds the stores of an instruction, given the machine after it.
    pub(super) fn add(
        &mut self,
        kept: InstructionStores,
        by: u64,
        position: u64,
        machine: &AnyMachine,
    ) {
        for store in kept.all {
            let units = store.address..store.address + u64::from(store.size);
            let held = |at: u64| self.since.get(&at).copied().or_else(|| self.first.peek(at));
            let before = units.clone().map(|at| held(at).unwrap_or(0)).collect();
            for at in units {
                self.since.insert(at, machine.peek(at).unwrap_or(0));
            }
            self.stored.push(StoreRecord { position, by, store, before });
        }
    }
}
