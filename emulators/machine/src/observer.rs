//! Hooks into a run that cost nothing until overridden.

/// A store the program made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Store {
    /// Address of the first unit written.
    pub address: u64,
    /// Units written.
    pub size: u8,
    /// What was written, in the low bits.
    pub value: u64,
}

/// Someone who looks on while a machine runs, and cannot change anything.
///
/// The two constants choose the engine at compile time; an observer that wants nothing, such
/// as `()`, costs nothing. Observers compose as tuples.
pub trait Observer {
    /// Whether [`arrived`](Self::arrived) is wanted.
    const MARKS: bool = false;
    /// Whether [`stored`](Self::stored) is wanted.
    const STORES: bool = false;

    /// Whether the instruction at this address is marked; must not change while a run lasts.
    fn is_mark(&self, address: u64) -> bool {
        let _ = address;
        false
    }

    /// The program is about to execute the marked instruction at `address`.
    fn arrived(&mut self, address: u64) {
        let _ = address;
    }

    /// An instruction of the program, or a system call for it, wrote to memory.
    fn stored(&mut self, store: Store) {
        let _ = store;
    }

    /// Whether the run is to stop with [`Stop::Pause`](crate::Stop::Pause); asked after each
    /// `arrived`, before the instruction runs, and after each instruction that called `stored`.
    fn pauses(&self) -> bool {
        false
    }
}

impl Observer for () {}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const MARKS: bool = A::MARKS || B::MARKS;
    const STORES: bool = A::STORES || B::STORES;

    fn is_mark(&self, address: u64) -> bool {
        self.0.is_mark(address) || self.1.is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        if self.0.is_mark(address) {
            self.0.arrived(address);
        }
        if self.1.is_mark(address) {
            self.1.arrived(address);
        }
    }

    fn stored(&mut self, store: Store) {
        self.0.stored(store);
        self.1.stored(store);
    }

    fn pauses(&self) -> bool {
        self.0.pauses() || self.1.pauses()
    }
}

impl<O: Observer> Observer for &mut O {
    const MARKS: bool = O::MARKS;
    const STORES: bool = O::STORES;

    fn is_mark(&self, address: u64) -> bool {
        (**self).is_mark(address)
    }

    fn arrived(&mut self, address: u64) {
        (**self).arrived(address);
    }

    fn stored(&mut self, store: Store) {
        (**self).stored(store);
    }

    fn pauses(&self) -> bool {
        (**self).pauses()
    }
}
