//! What a careful engine keeps of an instruction until it is known to succeed.
//!
//! For machines of 32 bits: each effect is put off, and made true by the machine when the whole row
//! has been read without a trap.

use std::cell::{Cell, RefCell};

use crate::Cause;
use crate::semantics::Trap;

/// A store that was found allowed and is still to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending<K> {
    /// Where.
    pub address: u32,
    /// What: its low units.
    pub value: u32,
    /// How many units.
    pub units: u8,
    /// What lies there.
    pub kind: K,
}

/// What an instruction did, to be made true.
#[derive(Debug)]
pub struct Effects<K, T> {
    /// Registers and their values.
    pub registers: Vec<(u8, u32)>,
    /// Stores, in order.
    pub stores: Vec<Pending<K>>,
    /// Memory that was read, as first address and units; it may not have words yet.
    pub loads: Vec<(u32, u8)>,
    /// Where the flow goes, if not on.
    pub turn: Option<T>,
}

/// Why an instruction was left undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undone<S> {
    /// What the row said.
    pub trap: Trap,
    /// What memory or a device had against it.
    pub cause: Option<Cause>,
    /// What it asked of the machine itself.
    pub system: Option<S>,
}

/// The ledger of one instruction in the making: kinds of memory `K`, turns of the flow `T`, requests
/// to the machine `S`.
pub struct Ledger<K, T, S> {
    effects: RefCell<Effects<K, T>>,
    cause: Cell<Option<Cause>>,
    system: Cell<Option<S>>,
}

impl<K, T, S> Default for Ledger<K, T, S> {
    fn default() -> Self {
        let (registers, stores, loads) = (Vec::new(), Vec::new(), Vec::new());
        Ledger {
            effects: RefCell::new(Effects { registers, stores, loads, turn: None }),
            cause: Cell::new(None),
            system: Cell::new(None),
        }
    }
}

impl<K, T: Copy, S: Copy> Ledger<K, T, S> {
    /// A register will have a value.
    pub fn set(&self, slot: u8, value: u32) {
        self.effects.borrow_mut().registers.push((slot, value));
    }

    /// A store will be made.
    pub fn store(&self, pending: Pending<K>) {
        self.effects.borrow_mut().stores.push(pending);
    }

    /// Memory was read.
    pub fn load(&self, address: u32, units: u8) {
        self.effects.borrow_mut().loads.push((address, units));
    }

    /// The flow will go elsewhere than on.
    pub fn turn(&self, to: T) {
        self.effects.borrow_mut().turn = Some(to);
    }

    /// Where the flow will go, if not on.
    pub fn turned(&self) -> Option<T> {
        self.effects.borrow().turn
    }

    /// Leaves the instruction undone for what memory has against it.
    ///
    /// # Errors
    /// [`Trap::Memory`].
    pub fn refuse<V>(&self, cause: Cause) -> Result<V, Trap> {
        self.cause.set(Some(cause));
        Err(Trap::Memory)
    }

    /// Leaves the instruction to the machine.
    ///
    /// # Errors
    /// [`Trap::Special`].
    pub fn ask(&self, what: S) -> Result<(), Trap> {
        self.system.set(Some(what));
        Err(Trap::Special)
    }

    /// What the instruction came to, now that its row has been read.
    ///
    /// # Errors
    /// Why it was left undone; nothing has changed then.
    pub fn close(self, done: Result<(), Trap>) -> Result<Effects<K, T>, Undone<S>> {
        match done {
            Ok(()) => Ok(self.effects.into_inner()),
            Err(trap) => Err(Undone { trap, cause: self.cause.get(), system: self.system.get() }),
        }
    }
}
