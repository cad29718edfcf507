//! State of native code: registers, memory, counts and events.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicPtr;

use crate::{Clock, DeferredEvent};

/// Number of entries in a table of runs; a power of two.
pub const TLB_ENTRIES: usize = 32;
/// Number of low address bits that do not select an entry.
pub const WINDOW_BITS: u32 = 16;
/// Maximum budget of one run, so that code can count it in few bits.
pub const MOST_LEFT: u64 = (1 << 19) - 1;
/// Initial and maximum number of pending events; the buffer doubles when it is full.
const FEWEST_EVENTS: usize = 1 << 10;
const MOST_EVENTS: usize = 1 << 14;

/// Consecutive words with the bytes from an address on.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Address of the first byte.
    pub low: u32,
    /// The words.
    pub cells: &'a [Cell<u32>],
}

/// A pointer that only native code follows, and only in a [`Session`].
///
/// So a machine that is not running can move to another thread with its pointers.
type To<T> = AtomicPtr<Cell<T>>;

fn to<T>(cells: &[Cell<T>]) -> To<T> {
    AtomicPtr::new(cells.as_ptr().cast_mut())
}

/// A run in the form that native code reads.
#[repr(C)]
#[derive(Debug)]
pub struct Entry {
    low: u32,
    is_filled: u32,
    bytes: u64,
    /// Offset of the last whole word; negative if there is none.
    last: i64,
    /// Host address of guest address 0.
    base: To<u32>,
}

impl Default for Entry {
    /// An entry that contains no address.
    fn default() -> Entry {
        Entry { low: 0, is_filled: 0, bytes: 0, last: -1, base: To::default() }
    }
}

impl Entry {
    fn of(run: Run<'_>) -> Entry {
        let bytes = run.cells.len() as u64 * 4;
        let base = run.cells.as_ptr().cast_mut().wrapping_byte_sub(run.low as usize);
        let (last, base) = (bytes as i64 - 4, AtomicPtr::new(base));
        Entry { low: run.low, is_filled: 1, bytes, last, base }
    }
}

/// Maps guest addresses to words of the host; by default, none is mapped.
pub trait AddressMap {
    /// The run of words around an address that plain loads, or stores, may access directly.
    ///
    /// All words have the same byte order.
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
        let _ = (address, store);
        None
    }

    /// First watched byte, number of watched bytes, and the words around them.
    ///
    /// Stores there are plain, except that they are reported. `None` for a big-endian range that is
    /// not aligned to words.
    fn watched(&self) -> Option<(u32, u32, Run<'_>)> {
        None
    }
}

/// State of native code; it runs only in a [`Session`], which borrows what the pointers refer to.
#[repr(C)]
#[derive(Default)]
pub struct Context {
    left: i64,
    cycles: u64,
    ready: u64,
    pc: u64,
    address: u64,
    slots: To<u32>,
    words: To<u64>,
    others: To<u64>,
    counters: To<u64>,
    /// Position of the next event, and end of the buffer.
    event: AtomicPtr<DeferredEvent>,
    events_end: AtomicPtr<DeferredEvent>,
    /// End of the buffer for stores to tagged words; null if these are not reported.
    stores_end: AtomicPtr<DeferredEvent>,
    watched_low: u64,
    watched_bytes: u64,
    watched_host: To<u32>,
    loads: [Entry; TLB_ENTRIES],
    stores: [Entry; TLB_ENTRIES],
    events: Box<[DeferredEvent]>,
}

/// Offsets of the fields of a [`Context`] in bytes.
pub mod fields {
    use super::{Context, DeferredEvent, Entry};
    use std::mem::offset_of;

    macro_rules! offsets {
        ($($of:ident { $($name:ident = $field:ident,)* })*) => { $($(
            #[doc = concat!("`", stringify!($field), "` of a `", stringify!($of), "`.")]
            pub const $name: i32 = offset_of!($of, $field) as i32;
        )*)* };
    }

    offsets! {
        Context {
        LEFT = left, CYCLES = cycles, READY = ready, PC = pc, ADDRESS = address, SLOTS = slots,
        WORDS = words, OTHERS = others, COUNTERS = counters, EVENT = event, EVENTS_END = events_end,
        STORES_END = stores_end,
        WATCHED_LOW = watched_low, WATCHED_BYTES = watched_bytes, WATCHED_HOST = watched_host,
        LOADS = loads, STORES = stores,
        }
        Entry {
        ENTRY_LOW = low, ENTRY_BYTES = bytes, ENTRY_LAST = last, ENTRY_BASE = base,
        }
        DeferredEvent {
        EVENT_ADDRESS = address, EVENT_UNITS = units, EVENT_VALUE = value,
        }
    }

    /// Binary logarithm of the size of an entry.
    pub const ENTRY_SHIFT: u32 = size_of::<Entry>().trailing_zeros();
    const _: () = assert!(size_of::<Entry>().is_power_of_two());
    /// Size of an event in bytes.
    pub const EVENT_BYTES: i64 = size_of::<DeferredEvent>() as i64;
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Context { left, cycles, pc, .. } = self;
        f.debug_struct("Context")
            .field("left", left)
            .field("cycles", cycles)
            .field("pc", pc)
            .finish()
    }
}

/// Registers and memory lent to native code.
#[derive(Debug, Clone, Copy)]
pub enum BorrowedState<'a> {
    /// 32-bit registers; memory is in a [`AddressMap`].
    Narrow(&'a [Cell<u32>; 256]),
    /// Tagged words, of which the first are registers; and further registers.
    Words(&'a [Cell<u64>; 1 << 18], &'a [Cell<u64>; 4]),
}

/// Borrows a machine's state while native code may run.
pub struct Session<'a> {
    context: &'a mut Context,
    backing: &'a dyn AddressMap,
    /// The last full event buffer.
    full: Box<[DeferredEvent]>,
    life: PhantomData<BorrowedState<'a>>,
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.fmt(f)
    }
}

fn room_for(events: usize) -> Box<[DeferredEvent]> {
    vec![DeferredEvent::default(); events].into_boxed_slice()
}

impl Context {
    /// Restarts the event buffer.
    fn begin_events(&mut self, reports_words: bool) {
        let events = self.events.as_mut_ptr_range();
        self.event = AtomicPtr::new(events.start);
        self.events_end = AtomicPtr::new(events.end);
        let end = if reports_words { events.end } else { std::ptr::null_mut() };
        self.stores_end = AtomicPtr::new(end);
    }
}

impl<'a> Session<'a> {
    /// Starts a session; cached runs of memory are looked up again.
    ///
    /// `watching` if stores to watched memory are reported.
    pub fn begin(
        context: &'a mut Context,
        lent: BorrowedState<'a>,
        backing: &'a dyn AddressMap,
        watching: bool,
    ) -> Self {
        let mut reports_words = false;
        context.watched_bytes = 0;
        match lent {
            BorrowedState::Narrow(slots) => context.slots = to(slots),
            BorrowedState::Words(words, others) => {
                (context.words, context.others) = (to(words), to(others));
                reports_words = watching;
            }
        }
        if context.events.is_empty() {
            context.events = room_for(FEWEST_EVENTS);
        }
        context.begin_events(reports_words);
        for (table, store) in [(&mut context.loads, false), (&mut context.stores, true)] {
            for entry in table.iter_mut().filter(|entry| entry.is_filled != 0) {
                *entry = backing.run(entry.low, store).map_or_else(Entry::default, Entry::of);
            }
        }
        if watching
            && let Some((low, bytes, run)) = backing.watched()
            && let Some(offset) = low.checked_sub(run.low)
            && u64::from(offset) + u64::from(bytes) <= run.cells.len() as u64 * 4
        {
            (context.watched_low, context.watched_bytes) = (low.into(), bytes.into());
            let word = run.cells[offset as usize / 4..].as_ptr().cast_mut();
            let byte = word.cast::<u8>().wrapping_add(offset as usize % 4);
            context.watched_host = AtomicPtr::new(byte.cast());
        }
        Session { context, backing, full: Box::default(), life: PhantomData }
    }

    /// Pointer to pass to native code.
    pub fn pointer(&mut self) -> *mut Context {
        self.context
    }

    /// Sets the clock, and the address of the last instruction.
    pub fn set(&mut self, clock: Clock, last: u32) {
        (self.context.cycles, self.context.ready) = (clock.cycles, clock.ready);
        self.context.address = last.into();
    }

    /// Address of the last jump to a computed address; initially the one from [`set`](Self::set).
    #[must_use]
    pub fn last(&self) -> u32 {
        self.context.address as u32
    }

    /// Clock of the cycle model.
    #[must_use]
    pub fn clock(&self) -> Clock {
        Clock { cycles: self.context.cycles, ready: self.context.ready }
    }

    /// Target of a jump to a computed address.
    #[must_use]
    pub fn pc(&self) -> u32 {
        self.context.pc as u32
    }

    /// Events since the last call, in order.
    pub fn take_events(&mut self) -> &[DeferredEvent] {
        let end = self.context.event.get_mut().addr();
        let count = (end - self.context.events.as_ptr().addr()) / size_of::<DeferredEvent>();
        let reports_words = !self.context.stores_end.get_mut().is_null();
        // A full buffer makes native code exit, so it is enlarged.
        let is_full = count == self.context.events.len() && count < MOST_EVENTS;
        if is_full {
            self.full = std::mem::replace(&mut self.context.events, room_for(2 * count));
        }
        self.context.begin_events(reports_words);
        if is_full { &self.full } else { &self.context.events[..count] }
    }

    /// Runs native code from an entry, for at most [`MOST_LEFT`] of the remaining instructions.
    ///
    /// Returns the number of its exit.
    pub fn run(
        &mut self,
        native: &dyn Native,
        counters: &[Cell<u64>],
        address: u32,
        left: &mut u64,
    ) -> usize {
        let given = (*left).min(MOST_LEFT);
        self.context.left = given as i64;
        self.context.counters = to(counters);
        let exit = native.run(self, counters.len(), address);
        self.context.counters = To::default();
        *left -= given - self.context.left.clamp(0, given as i64) as u64;
        exit
    }

    /// Caches the memory that the last cancelled instruction accessed, if it is plain memory.
    pub fn look_up(&mut self) {
        let (address, store) = (self.context.address as u32, self.context.address >> 32 != 0);
        let at = (address >> WINDOW_BITS) as usize % TLB_ENTRIES;
        let found = self.backing.run(address, store);
        let table = if store { &mut self.context.stores } else { &mut self.context.loads };
        if let Some(run) = found {
            table[at] = Entry::of(run);
        }
    }
}

/// Native code of a region.
pub trait Native: fmt::Debug + Send + Sync {
    /// Runs from the entry at an address; returns the number of the exit.
    ///
    /// `counters` is the number of counters. The caller provides a budget larger than the region,
    /// so the remaining budget does not become negative.
    fn run(&self, session: &mut Session<'_>, counters: usize, address: u32) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;

    impl AddressMap for () {}

    #[test]
    fn the_event_buffer_grows_when_it_is_full() {
        let mut context = Context::default();
        let slots = std::array::from_fn(|_| Cell::new(0));
        let mut session = Session::begin(&mut context, BorrowedState::Narrow(&slots), &(), true);
        let end = |session: &mut Session<'_>| *session.context.events_end.get_mut();
        let mut counts = Vec::new();
        for _ in 0..6 {
            session.context.event = AtomicPtr::new(end(&mut session));
            counts.push(session.take_events().len());
            assert_eq!(session.take_events(), [], "events are reported once");
        }
        assert_eq!(counts, [1024, 2048, 4096, 8192, 16384, 16384]);
        session.context.event = AtomicPtr::new(end(&mut session).wrapping_sub(1));
        assert_eq!(session.take_events().len(), 16383);
        assert!(session.context.stores_end.get_mut().is_null(), "there are no tagged words");
    }

    #[test]
    fn stores_to_words_are_reported_only_on_request() {
        let words: Box<[Cell<u64>]> = vec![Cell::new(0); 1 << 18].into();
        let words: Box<[Cell<u64>; 1 << 18]> = words.try_into().expect("as many as there are");
        let others = std::array::from_fn(|_| Cell::new(0));
        for is_told in [false, true] {
            let mut context = Context::default();
            let lent = BorrowedState::Words(&words, &others);
            let mut session = Session::begin(&mut context, lent, &(), is_told);
            for room in [1024, 2048] {
                let ends = [&mut session.context.events_end, &mut session.context.stores_end];
                let [all, of_words] = ends.map(|end| *end.get_mut());
                assert_eq!(of_words, if is_told { all } else { std::ptr::null_mut() });
                session.context.event = AtomicPtr::new(all);
                assert_eq!(session.take_events().len(), room);
            }
        }
    }
}
