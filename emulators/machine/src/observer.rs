//! Hooks into a run, which cost nothing unless they are used.

/// A store made by the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Store {
    /// Address of the first unit.
    pub address: u64,
    /// Number of units.
    pub size: u8,
    /// Value, in the low bits.
    pub value: u64,
}

/// A load made by the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Address of the first unit.
    pub address: u64,
    /// Number of units.
    pub size: u8,
}

/// An event that is reported later: an arrival or a store.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DeferredEvent {
    /// Address.
    pub address: u32,
    /// Units stored; 0 for an arrival.
    pub units: u32,
    /// Value stored, in the low units; 0 for an arrival.
    pub value: u64,
}

impl DeferredEvent {
    /// The store; `None` for an arrival.
    #[inline]
    #[must_use]
    pub fn store(self) -> Option<Store> {
        let DeferredEvent { address, units, value } = self;
        let store = Store { address: address.into(), size: units as u8, value };
        (units != 0).then_some(store)
    }

    /// Reports it to an observer that needs it.
    #[inline]
    pub fn report_to<O: Observer + ?Sized>(self, observer: &mut O) {
        match self.store() {
            None if O::MARKS => observer.arrived(self.address.into()),
            Some(store) if O::STORES => observer.stored(store),
            _ => {}
        }
    }
}

/// Observes a running machine; it cannot change anything.
///
/// The constants select the engine at compile time: an observer without hooks, such as `()`, costs
/// nothing. Observers compose as tuples.
pub trait Observer {
    /// Whether [`arrived`](Self::arrived) is called.
    const MARKS: bool = false;
    /// Whether [`stored`](Self::stored) is called.
    const STORES: bool = false;
    /// Whether [`loaded`](Self::loaded) is called; all instructions run in the careful engine then.
    const LOADS: bool = false;

    /// Whether the instruction at this address is marked; must not change during a run.
    fn is_mark(&self, address: u64) -> bool {
        let _ = address;
        false
    }

    /// Number of the set of marked addresses. Runs of one machine with the same number mark the same
    /// addresses, so that it need not look for them again; 0 promises nothing.
    fn marks_number(&self) -> u64 {
        0
    }

    /// The program is about to execute the marked instruction at `address`.
    fn arrived(&mut self, address: u64) {
        let _ = address;
    }

    /// An instruction or system call of the program wrote to memory.
    fn stored(&mut self, store: Store) {
        let _ = store;
    }

    /// A system call wrote to memory; override it to treat such stores differently.
    fn stored_by_system(&mut self, store: Store) {
        self.stored(store);
    }

    /// A completed instruction read memory, including indirect words and bytes.
    ///
    /// Not called for registers that are the first words of memory, for devices, or for system
    /// calls.
    fn loaded(&mut self, load: Load) {
        let _ = load;
    }

    /// Whether to stop the run with [`Stop::Pause`](crate::Stop::Pause).
    ///
    /// Called after each `arrived`, before the instruction runs, and after each instruction that
    /// called `stored`.
    fn pauses(&self) -> bool {
        false
    }

    /// Whether [`pauses`](Self::pauses) may ever return true.
    ///
    /// An observer that never pauses gets its events later, in order, and before `run` returns.
    fn may_pause(&self) -> bool {
        true
    }

    /// Receives several events at once, in order; by default calls the hook of each.
    fn events(&mut self, all: &[DeferredEvent]) {
        one_by_one(self, all);
    }
}

/// Reports each event individually.
fn one_by_one<O: Observer + ?Sized>(observer: &mut O, all: &[DeferredEvent]) {
    all.iter().for_each(|event| event.report_to(observer));
}

impl Observer for () {
    fn may_pause(&self) -> bool {
        false
    }
}

impl<A: Observer, B: Observer> Observer for (A, B) {
    const MARKS: bool = A::MARKS || B::MARKS;
    const STORES: bool = A::STORES || B::STORES;
    const LOADS: bool = A::LOADS || B::LOADS;

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

    fn stored_by_system(&mut self, store: Store) {
        self.0.stored_by_system(store);
        self.1.stored_by_system(store);
    }

    fn loaded(&mut self, load: Load) {
        self.0.loaded(load);
        self.1.loaded(load);
    }

    fn pauses(&self) -> bool {
        self.0.pauses() || self.1.pauses()
    }

    fn may_pause(&self) -> bool {
        self.0.may_pause() || self.1.may_pause()
    }

    fn events(&mut self, all: &[DeferredEvent]) {
        // If only one of the two needs events, it gets all of them at once.
        match (A::MARKS || A::STORES, B::MARKS || B::STORES) {
            (true, false) => self.0.events(all),
            (false, true) => self.1.events(all),
            _ => one_by_one(self, all),
        }
    }
}

impl<O: Observer> Observer for &mut O {
    const MARKS: bool = O::MARKS;
    const STORES: bool = O::STORES;
    const LOADS: bool = O::LOADS;

    fn is_mark(&self, address: u64) -> bool {
        (**self).is_mark(address)
    }

    fn marks_number(&self) -> u64 {
        (**self).marks_number()
    }

    fn arrived(&mut self, address: u64) {
        (**self).arrived(address);
    }

    fn stored(&mut self, store: Store) {
        (**self).stored(store);
    }

    fn stored_by_system(&mut self, store: Store) {
        (**self).stored_by_system(store);
    }

    fn loaded(&mut self, load: Load) {
        (**self).loaded(load);
    }

    fn pauses(&self) -> bool {
        (**self).pauses()
    }

    fn may_pause(&self) -> bool {
        (**self).may_pause()
    }

    fn events(&mut self, all: &[DeferredEvent]) {
        (**self).events(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records its events and the number of calls; marks one address.
    #[derive(Default)]
    struct Recorder<const MARKS: bool, const STORES: bool> {
        seen: Vec<u64>,
        calls: usize,
    }

    impl<const MARKS: bool, const STORES: bool> Observer for Recorder<MARKS, STORES> {
        const MARKS: bool = MARKS;
        const STORES: bool = STORES;

        fn is_mark(&self, address: u64) -> bool {
            MARKS && address == 8
        }

        fn arrived(&mut self, address: u64) {
            self.seen.push(address);
        }

        fn stored(&mut self, store: Store) {
            self.seen.push(store.value);
        }

        fn events(&mut self, all: &[DeferredEvent]) {
            self.calls += 1;
            one_by_one(self, all);
        }
    }

    #[test]
    fn each_of_two_observers_gets_its_events() {
        let all = [
            DeferredEvent { address: 8, ..DeferredEvent::default() },
            DeferredEvent { address: 4, units: 1, value: 3 },
        ];
        let mut alone = (Recorder::<true, true>::default(), ());
        alone.events(&all);
        assert_eq!((alone.0.seen, alone.0.calls), (vec![8, 3], 1), "all at once");
        let mut second = (Recorder::<false, false>::default(), Recorder::<false, true>::default());
        second.events(&all);
        assert_eq!((second.0.seen, second.1.seen, second.1.calls), (vec![], vec![3], 1));
        let mut both = (Recorder::<true, false>::default(), Recorder::<false, true>::default());
        both.events(&all);
        // With two observers that need events, each event is reported individually.
        assert_eq!((both.0.seen, both.1.seen), (vec![8, 3], vec![3]));
    }
}
