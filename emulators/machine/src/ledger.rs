//! The careful engine's ledger: effects of an instruction, pending until it is known to succeed.
//!
//! For 32-bit machines. The machine applies the effects when the whole row has run without a trap.

use std::cell::{Cell, RefCell};

use crate::Cause;
use crate::semantics::Trap;

/// A checked store that is still to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending<K> {
    /// Address.
    pub address: u32,
    /// Value, in the low units.
    pub value: u32,
    /// Number of units.
    pub units: u8,
    /// Kind of memory.
    pub kind: K,
}

/// Effects of an instruction, to be applied.
#[derive(Debug, Clone)]
pub struct Effects<K, T> {
    /// Registers and their new values.
    pub registers: Vec<(u8, u32)>,
    /// Stores, in order.
    pub stores: Vec<Pending<K>>,
    /// Memory read, as first address and units; it may not be allocated yet.
    pub loads: Vec<(u32, u8)>,
    /// Next address, if not the following instruction.
    pub turn: Option<T>,
}

/// Reason why an instruction was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undone<S> {
    /// The row's trap.
    pub trap: Trap,
    /// The fault that memory or a device reported.
    pub cause: Option<Cause>,
    /// Its request to the machine.
    pub system: Option<S>,
}

/// Pending effects of one instruction.
///
/// `K` is the kind of memory, `T` a transfer of control, `S` a request to the machine.
pub struct Ledger<'e, K, T, S> {
    /// Borrowed, so that nothing is copied for each instruction.
    effects: RefCell<&'e mut Effects<K, T>>,
    cause: Cell<Option<Cause>>,
    system: Cell<Option<S>>,
}

impl<K, T> Default for Effects<K, T> {
    fn default() -> Self {
        Effects { registers: Vec::new(), stores: Vec::new(), loads: Vec::new(), turn: None }
    }
}

impl<K, T> Effects<K, T> {
    /// Removes all effects and keeps the memory for those of the next instruction.
    pub fn clear(&mut self) {
        self.registers.clear();
        self.stores.clear();
        self.loads.clear();
        self.turn = None;
    }
}

impl<'e, K, T, S> Ledger<'e, K, T, S> {
    /// Ledger that collects effects; there are none yet.
    #[must_use]
    pub fn new(effects: &'e mut Effects<K, T>) -> Self {
        Ledger { effects: RefCell::new(effects), cause: Cell::new(None), system: Cell::new(None) }
    }
}

impl<K, T: Copy, S: Copy> Ledger<'_, K, T, S> {
    /// Adds a write to a register.
    pub fn set(&self, slot: u8, value: u32) {
        self.effects.borrow_mut().registers.push((slot, value));
    }

    /// Adds a store.
    pub fn store(&self, pending: Pending<K>) {
        self.effects.borrow_mut().stores.push(pending);
    }

    /// Adds a load.
    pub fn load(&self, address: u32, units: u8) {
        self.effects.borrow_mut().loads.push((address, units));
    }

    /// Sets the transfer of control.
    pub fn turn(&self, to: T) {
        self.effects.borrow_mut().turn = Some(to);
    }

    /// The transfer of control, if there is one.
    pub fn turned(&self) -> Option<T> {
        self.effects.borrow().turn
    }

    /// Whether there are no effects but a transfer of control.
    pub fn is_applied(&self) -> bool {
        let effects = self.effects.borrow();
        effects.registers.is_empty() && effects.stores.is_empty() && effects.loads.is_empty()
    }

    /// Removes and returns the transfer of control.
    pub fn take_turn(&self) -> Option<T> {
        self.effects.borrow_mut().turn.take()
    }

    /// Cancels the instruction with a memory fault.
    ///
    /// # Errors
    /// [`Trap::Memory`].
    pub fn refuse<V>(&self, cause: Cause) -> Result<V, Trap> {
        self.cause.set(Some(cause));
        Err(Trap::Memory)
    }

    /// Passes the instruction to the machine.
    ///
    /// # Errors
    /// [`Trap::Special`].
    pub fn ask(&self, what: S) -> Result<(), Trap> {
        self.system.set(Some(what));
        Err(Trap::Special)
    }

    /// The end of the row: its effects are complete.
    ///
    /// # Errors
    /// The reason why the instruction was cancelled; nothing has changed then.
    pub fn close(&self, done: Result<(), Trap>) -> Result<(), Undone<S>> {
        let undone = |trap| Undone { trap, cause: self.cause.get(), system: self.system.get() };
        done.map_err(undone)
    }
}
