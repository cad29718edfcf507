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

/// A load the program made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Address of the first unit read.
    pub address: u64,
    /// Units read.
    pub size: u8,
}

/// Something that happened earlier, as it is told later: an arrival, or a store.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// Where.
    pub address: u32,
    /// Units stored; 0 for an arrival.
    pub units: u32,
    /// What was stored, in the low units; 0 for an arrival.
    pub value: u64,
}

impl Told {
    /// What was stored; `None` for an arrival.
    #[inline]
    #[must_use]
    pub fn store(self) -> Option<Store> {
        let Told { address, units, value } = self;
        let store = Store { address: address.into(), size: units as u8, value };
        (units != 0).then_some(store)
    }

    /// Tells an observer, when it wants to know.
    #[inline]
    pub fn tell<O: Observer + ?Sized>(self, observer: &mut O) {
        match self.store() {
            None if O::MARKS => observer.arrived(self.address.into()),
            Some(store) if O::STORES => observer.stored(store),
            _ => {}
        }
    }
}

/// Someone who looks on while a machine runs, and cannot change anything.
///
/// The constants choose the engine at compile time; an observer that wants nothing, such
/// as `()`, costs nothing. Observers compose as tuples.
pub trait Observer {
    /// Whether [`arrived`](Self::arrived) is wanted.
    const MARKS: bool = false;
    /// Whether [`stored`](Self::stored) is wanted.
    const STORES: bool = false;
    /// Whether [`loaded`](Self::loaded) is wanted; every instruction runs in the careful engine then.
    const LOADS: bool = false;

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

    /// A system call wrote to memory for the program; told apart only by who has something else to do
    /// with it.
    fn stored_by_system(&mut self, store: Store) {
        self.stored(store);
    }

    /// An instruction that was done read memory, indirect words and bytes among it; not registers, where
    /// these are the first words of memory, nor devices, nor what a system call reads for the program.
    fn loaded(&mut self, load: Load) {
        let _ = load;
    }

    /// Whether the run is to stop with [`Stop::Pause`](crate::Stop::Pause); asked after each
    /// `arrived`, before the instruction runs, and after each instruction that called `stored`.
    fn pauses(&self) -> bool {
        false
    }

    /// Whether [`pauses`](Self::pauses) may ever be true. An observer that never pauses is told
    /// later, in order, and before `run` comes back.
    fn may_pause(&self) -> bool {
        true
    }

    /// What happened of late, in order, where it is told later: as if each were told by itself.
    fn told(&mut self, all: &[Told]) {
        one_by_one(self, all);
    }
}

/// Tells of each by itself.
fn one_by_one<O: Observer + ?Sized>(observer: &mut O, all: &[Told]) {
    all.iter().for_each(|told| told.tell(observer));
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

    fn told(&mut self, all: &[Told]) {
        // Who wants all that is told is told all at once.
        match (A::MARKS || A::STORES, B::MARKS || B::STORES) {
            (true, false) => self.0.told(all),
            (false, true) => self.1.told(all),
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

    fn told(&mut self, all: &[Told]) {
        (**self).told(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keeps what it is told, and how often; marks one address.
    #[derive(Default)]
    struct Keeper<const MARKS: bool, const STORES: bool> {
        seen: Vec<u64>,
        calls: usize,
    }

    impl<const MARKS: bool, const STORES: bool> Observer for Keeper<MARKS, STORES> {
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

        fn told(&mut self, all: &[Told]) {
            self.calls += 1;
            one_by_one(self, all);
        }
    }

    #[test]
    fn of_two_each_is_told_what_it_wants() {
        let all = [Told { address: 8, ..Told::default() }, Told { address: 4, units: 1, value: 3 }];
        let mut alone = (Keeper::<true, true>::default(), ());
        alone.told(&all);
        assert_eq!((alone.0.seen, alone.0.calls), (vec![8, 3], 1), "all at once");
        let mut second = (Keeper::<false, false>::default(), Keeper::<false, true>::default());
        second.told(&all);
        assert_eq!((second.0.seen, second.1.seen, second.1.calls), (vec![], vec![3], 1));
        let mut both = (Keeper::<true, false>::default(), Keeper::<false, true>::default());
        both.told(&all);
        // Stores are told to whoever is one of two that want something.
        assert_eq!((both.0.seen, both.1.seen), (vec![8, 3], vec![3]));
    }
}
