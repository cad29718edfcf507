//! What native code reads and writes: registers, memory, counts, and what it has to tell.

use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::AtomicPtr;

use super::Native;
use crate::Told;

/// Entries of a table of runs; a power of two.
pub const TLB_ENTRIES: usize = 32;
/// Bits of an address below those that choose an entry.
pub const WINDOW_BITS: u32 = 16;
/// Instructions that code is given at once: it may count them in few bits.
pub const MOST_LEFT: u64 = (1 << 19) - 1;
/// Events that are kept until somebody is told: at first, and after as many doublings as there is cause for.
const FEWEST_EVENTS: usize = 1 << 10;
const MOST_EVENTS: usize = 1 << 14;

/// Words one behind the other that hold the bytes from an address on.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    /// Address of the first byte.
    pub low: u32,
    /// The words.
    pub cells: &'a [Cell<u32>],
}

/// A pointer that only native code follows, and only in a [`Session`]; so a machine that stands still may
/// go to another thread with all of them.
type To<T> = AtomicPtr<Cell<T>>;

fn to<T>(cells: &[Cell<T>]) -> To<T> {
    AtomicPtr::new(cells.as_ptr().cast_mut())
}

/// A run as native code reads it.
#[repr(C)]
#[derive(Debug)]
pub struct Entry {
    low: u32,
    is_filled: u32,
    bytes: u64,
    /// How far behind the first byte the last whole word is; less than nothing when there is none.
    last: i64,
    /// Where the byte of address 0 would be on the host.
    base: To<u32>,
}

impl Default for Entry {
    /// One in which no address is.
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

/// Who knows which words hold an address's bytes.
pub trait Backing {
    /// The run of words around an address that may be loaded, or stored to, with nothing else to do; the
    /// byte of the lowest address is the low byte of its word, or the high one, all over.
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>>;
    /// The first watched byte, how many there are, and the words around them, where stores to them are
    /// plain but for that somebody is told; none where the highest byte comes first in the midst of a word.
    fn watched(&self) -> Option<(u32, u32, Run<'_>)>;
}

/// No memory but registers and tagged words.
impl Backing for () {
    fn run(&self, _: u32, _: bool) -> Option<Run<'_>> {
        None
    }

    fn watched(&self) -> Option<(u32, u32, Run<'_>)> {
        None
    }
}

/// What native code works on; it is only run in a [`Session`], which lends what the pointers lead to.
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
    /// Where the next event goes, and where there is no room for it.
    event: AtomicPtr<Told>,
    events_end: AtomicPtr<Told>,
    /// Where there is none for stores to tagged words; null, so that there never is, when nobody is told of
    /// these.
    stores_end: AtomicPtr<Told>,
    watched_low: u64,
    watched_bytes: u64,
    watched_host: To<u32>,
    loads: [Entry; TLB_ENTRIES],
    stores: [Entry; TLB_ENTRIES],
    events: Box<[Told]>,
}

/// Where native code finds the parts of a [`Context`], in bytes from its beginning.
pub mod fields {
    use super::{Context, Entry, Told};
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
        Told {
        EVENT_ADDRESS = address, EVENT_UNITS = units, EVENT_VALUE = value,
        }
    }

    /// Bytes of an entry, as a power of two, and of an event.
    pub const ENTRY_SHIFT: u32 = size_of::<Entry>().trailing_zeros();
    const _: () = assert!(size_of::<Entry>().is_power_of_two());
    /// Bytes of an event.
    pub const EVENT_BYTES: i64 = size_of::<Told>() as i64;
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

/// Registers and memory, lent to native code.
#[derive(Debug, Clone, Copy)]
pub enum Lent<'a> {
    /// Registers of 32 bits; memory is a [`Backing`]'s.
    Narrow(&'a [Cell<u32>; 256]),
    /// Tagged words, the first of which are registers, further registers, and whether stores to words
    /// that are watched are told.
    Words(&'a [Cell<u64>; 1 << 18], &'a [Cell<u64>; 4], bool),
}

/// A time in which native code may run: what it works on is borrowed so long.
pub struct Session<'a> {
    context: &'a mut Context,
    backing: &'a dyn Backing,
    /// The events that were taken last, when there was no room for more.
    full: Box<[Told]>,
    life: PhantomData<Lent<'a>>,
}

impl fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.context.fmt(f)
    }
}

fn room_for(events: usize) -> Box<[Told]> {
    vec![Told::default(); events].into_boxed_slice()
}

impl Context {
    /// The next event is the first again.
    fn begin_events(&mut self, is_told_of_words: bool) {
        let events = self.events.as_mut_ptr_range();
        self.event = AtomicPtr::new(events.start);
        self.events_end = AtomicPtr::new(events.end);
        let end = if is_told_of_words { events.end } else { std::ptr::null_mut() };
        self.stores_end = AtomicPtr::new(end);
    }
}

impl<'a> Session<'a> {
    /// Begins one: what is known of memory from before is looked up again.
    pub fn begin(context: &'a mut Context, lent: Lent<'a>, backing: &'a dyn Backing) -> Self {
        let mut is_told_of_words = false;
        context.watched_bytes = 0;
        match lent {
            Lent::Narrow(slots) => context.slots = to(slots),
            Lent::Words(words, others, is_told) => {
                (context.words, context.others) = (to(words), to(others));
                is_told_of_words = is_told;
            }
        }
        if context.events.is_empty() {
            context.events = room_for(FEWEST_EVENTS);
        }
        context.begin_events(is_told_of_words);
        for (table, store) in [(&mut context.loads, false), (&mut context.stores, true)] {
            for entry in table.iter_mut().filter(|entry| entry.is_filled != 0) {
                *entry = backing.run(entry.low, store).map_or_else(Entry::default, Entry::of);
            }
        }
        if let Some((low, bytes, run)) = backing.watched()
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

    /// What native code is given.
    pub fn pointer(&mut self) -> *mut Context {
        self.context
    }

    /// Sets the clock, and which instruction ran last.
    pub fn set(&mut self, (cycles, ready): (u64, u64), last: u32) {
        (self.context.cycles, self.context.ready) = (cycles, ready);
        self.context.address = last.into();
    }

    /// The jump that went to an address known only then; what [`set`](Self::set) said before one did.
    #[must_use]
    pub fn last(&self) -> u32 {
        self.context.address as u32
    }

    /// Cycles by the model, and when what is waited for is ready.
    #[must_use]
    pub fn clock(&self) -> (u64, u64) {
        (self.context.cycles, self.context.ready)
    }

    /// Where the flow went, when that was known only then.
    #[must_use]
    pub fn pc(&self) -> u32 {
        self.context.pc as u32
    }

    /// What was to be told since it was asked last, in order.
    pub fn take_events(&mut self) -> &[Told] {
        let behind = self.context.event.get_mut().addr();
        let count = (behind - self.context.events.as_ptr().addr()) / size_of::<Told>();
        let is_told_of_words = !self.context.stores_end.get_mut().is_null();
        // Each time that there is no room costs what leaving native code does.
        let is_full = count == self.context.events.len() && count < MOST_EVENTS;
        if is_full {
            self.full = std::mem::replace(&mut self.context.events, room_for(2 * count));
        }
        self.context.begin_events(is_told_of_words);
        if is_full { &self.full } else { &self.context.events[..count] }
    }

    /// Runs native code from an entry on, for at most [`MOST_LEFT`] of the instructions that are left;
    /// gives the number of its exit.
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

    /// Where an instruction that was left undone last wanted to go in memory: the next one will find it,
    /// if it is plain memory.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_for_events_grows_where_it_was_short() {
        let mut context = Context::default();
        let slots = std::array::from_fn(|_| Cell::new(0));
        let mut session = Session::begin(&mut context, Lent::Narrow(&slots), &());
        let end = |session: &mut Session<'_>| *session.context.events_end.get_mut();
        let mut counts = Vec::new();
        for _ in 0..6 {
            session.context.event = AtomicPtr::new(end(&mut session));
            counts.push(session.take_events().len());
            assert_eq!(session.take_events(), [], "what was told of is not told again");
        }
        assert_eq!(counts, [1024, 2048, 4096, 8192, 16384, 16384]);
        session.context.event = AtomicPtr::new(end(&mut session).wrapping_sub(1));
        assert_eq!(session.take_events().len(), 16383);
        assert!(session.context.stores_end.get_mut().is_null(), "there are no tagged words");
    }

    #[test]
    fn nobody_is_told_of_words_who_does_not_want_it() {
        let words: Box<[Cell<u64>]> = vec![Cell::new(0); 1 << 18].into();
        let words: Box<[Cell<u64>; 1 << 18]> = words.try_into().expect("as many as there are");
        let others = std::array::from_fn(|_| Cell::new(0));
        for is_told in [false, true] {
            let mut context = Context::default();
            let lent = Lent::Words(&words, &others, is_told);
            let mut session = Session::begin(&mut context, lent, &());
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
