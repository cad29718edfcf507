//! State of native code: registers, memory, counts and events.

use std::cell::Cell;
use std::fmt;
use std::sync::atomic::AtomicPtr;

use super::versioned::{Run, Runs, Versioned};
use crate::{Clock, DeferredEvent};

/// Number of entries in a table of runs; a power of two.
pub const TLB_ENTRIES: usize = 1024;
/// Number of low address bits that do not select an entry.
pub const WINDOW_BITS: u32 = 16;
/// Maximum budget of one run, so that code can count it in few bits.
pub const MOST_LEFT: u64 = (1 << 19) - 1;
/// Initial and maximum number of pending events; the buffer doubles when it is full.
const FEWEST_EVENTS: usize = 1 << 10;
const MOST_EVENTS: usize = 1 << 14;

/// A pointer that only native code follows, and only in a [`Session`].
///
/// So a machine that is not running can move to another thread with its pointers.
type To<T> = AtomicPtr<Cell<T>>;

fn to<T>(cells: &[Cell<T>]) -> To<T> {
    AtomicPtr::new(cells.as_ptr().cast_mut())
}

/// A run in the form that native code reads; all zero if it contains no address.
#[repr(C)]
#[derive(Debug, Default)]
pub struct Entry {
    /// Address 0 relative to the first byte, modulo 2^32.
    zero: u32,
    /// Number of whole words, of halfwords, and of bytes.
    words: u32,
    halves: u32,
    bytes: u64,
    /// Number of bytes at which a whole word starts.
    starts: u64,
    /// Host address of guest address 0.
    base: To<u32>,
}

impl Entry {
    fn of(run: Run<'_>) -> Entry {
        let (words, bytes) = (run.cells.len() as u32, run.cells.len() as u64 * 4);
        let base = run.cells.as_ptr().cast_mut().wrapping_byte_sub(run.low as usize);
        Entry {
            zero: 0u32.wrapping_sub(run.low),
            words,
            halves: words * 2,
            bytes,
            starts: bytes.saturating_sub(3),
            base: AtomicPtr::new(base),
        }
    }
}

/// Number of entries in the table of jumps; a power of two.
pub const JUMPS: usize = 256;

/// An entry of a region to which code of other regions jumps directly.
#[repr(C)]
#[derive(Debug)]
struct JumpTarget {
    /// Address of the program, or one that no program has.
    pc: u64,
    /// Address of the code.
    code: usize,
    locals: To<u64>,
    /// Number of the region.
    region: u64,
}

impl Default for JumpTarget {
    fn default() -> JumpTarget {
        JumpTarget { pc: u64::MAX, code: 0, locals: To::default(), region: 0 }
    }
}

/// Known jumps from region to region, by target address.
#[derive(Debug, Default)]
struct Jumps {
    targets: Box<[JumpTarget]>,
    filled: Vec<usize>,
}

impl Jumps {
    fn clear(&mut self) {
        for at in self.filled.drain(..) {
            self.targets[at] = JumpTarget::default();
        }
    }
}

/// Entries of runs that may be used while the version of the memory is the same.
#[derive(Debug, Default)]
struct Entries {
    entries: Box<[Entry]>,
    version: u64,
}

impl Entries {
    /// Empty entries.
    fn new(count: usize) -> Entries {
        let entries = (0..count).map(|_| Entry::default()).collect();
        Entries { entries, version: 0 }
    }

    /// The entries for a version of the memory, cleared if they are from another.
    fn at(&mut self, version: u64) -> &mut [Entry] {
        if self.version != version {
            self.version = version;
            self.entries.iter_mut().for_each(|entry| *entry = Entry::default());
        }
        &mut self.entries
    }
}

/// Number of words in the arena of a context.
pub const ARENA_WORDS: usize = 1 << 15;

/// Memory for the code of regions, at a constant distance from the other fields of its context.
///
/// The code needs no register for the address, unlike for memory of its own.
#[repr(C)]
struct Arena([Cell<u64>; ARENA_WORDS]);

impl Default for Arena {
    fn default() -> Arena {
        Arena([const { Cell::new(0) }; ARENA_WORDS])
    }
}

/// Memory of a region's code: its counters, and after them an [`Entry`] for each place that accesses
/// memory.
#[derive(Debug)]
pub(super) struct Locals {
    place: Place,
    words: usize,
    counters: usize,
    version: u64,
}

/// Location of a region's memory.
#[derive(Debug)]
enum Place {
    /// In the arena, from this word on.
    Arena(usize),
    Own(Box<[Cell<u64>]>),
}

impl Locals {
    /// Memory of a region with this number of counters and of words, which is in the arena if its
    /// first word there is given.
    ///
    /// Only this region uses these words of an arena.
    pub(super) fn new(counters: usize, words: usize, arena: Option<usize>) -> Locals {
        let own = || Place::Own(vec![Cell::new(0); words].into_boxed_slice());
        let place = arena.map_or_else(own, Place::Arena);
        Locals { place, words, counters, version: 0 }
    }

    /// All words; the first are the counters.
    fn words<'a>(&'a self, context: &'a Context) -> &'a [Cell<u64>] {
        match &self.place {
            Place::Arena(first) => &context.arena.0[*first..first + self.words],
            Place::Own(words) => words,
        }
    }

    /// The counters.
    pub(super) fn counters<'a>(&'a self, context: &'a Context) -> &'a [Cell<u64>] {
        &self.words(context)[..self.counters]
    }

    /// All words; the entries are cleared if they are for another version of the memory.
    fn at<'a>(&'a mut self, context: &'a Context) -> &'a [Cell<u64>] {
        let version = context.entries.version;
        let is_new = std::mem::replace(&mut self.version, version) != version;
        let words = self.words(context);
        if is_new {
            words[self.counters..].iter().for_each(|word| word.set(0));
        }
        words
    }
}

/// Memory that native code may access without leaving; by default, none.
pub trait AddressMap {
    /// Memory that consists of runs.
    fn runs(&self) -> Option<&Versioned<dyn Runs + '_>> {
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

/// Number of 32-bit registers that native code may use: those in the first slots.
pub const NARROW_SLOTS: usize = 128;

/// Copies of the machine's registers while native code may run.
#[repr(C, align(64))]
struct Registers([u32; NARROW_SLOTS]);

impl Default for Registers {
    fn default() -> Registers {
        Registers([0; NARROW_SLOTS])
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
    words: To<u64>,
    /// Counters and sites of the region that runs.
    locals: To<u64>,
    /// Position of the next event, and end of the buffer.
    event: AtomicPtr<DeferredEvent>,
    events_end: AtomicPtr<DeferredEvent>,
    /// End of the buffer for stores to tagged words; null if these are not reported.
    stores_end: AtomicPtr<DeferredEvent>,
    watched_low: u64,
    watched_bytes: u64,
    watched_host: To<u32>,
    /// All known runs that allow loads, by window, and after them those that allow stores.
    table: AtomicPtr<Entry>,
    /// Arguments and results of a call.
    arguments: [u64; 8],
    /// A search in the table: the entry to fill and the units to find; the address, and in bit 32
    /// whether it is for a store; and the base that was found, or zero.
    request: u64,
    asked: u64,
    found: u64,
    /// Number of the region whose code runs.
    region: u64,
    /// Registers: copies of the machine's.
    slots: Registers,
    /// Known jumps between regions.
    jumps_at: AtomicPtr<JumpTarget>,
    entries: Entries,
    jumps: Jumps,
    events: Box<[DeferredEvent]>,
    arena: Arena,
}

/// Offsets of the fields of a [`Context`] in bytes.
pub mod fields {
    use super::{Context, DeferredEvent, Entry, JumpTarget};
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
        WORDS = words, LOCALS = locals, EVENT = event, EVENTS_END = events_end,
        STORES_END = stores_end,
        WATCHED_LOW = watched_low, WATCHED_BYTES = watched_bytes, WATCHED_HOST = watched_host,
        ARGUMENTS = arguments, TABLE = table, REQUEST = request, ASKED = asked, FOUND = found,
        REGION = region, JUMPS_AT = jumps_at, ARENA = arena,
        }
        Entry {
        ENTRY_ZERO = zero, ENTRY_WORDS = words, ENTRY_HALVES = halves, ENTRY_BYTES = bytes,
        ENTRY_STARTS = starts, ENTRY_BASE = base,
        }
        JumpTarget {
        JUMP_PC = pc, JUMP_CODE = code, JUMP_LOCALS = locals, JUMP_REGION = region,
        }
        DeferredEvent {
        EVENT_ADDRESS = address, EVENT_UNITS = units, EVENT_VALUE = value,
        }
    }

    /// Size of an entry in bytes.
    pub const ENTRY_SIZE: i32 = size_of::<Entry>() as i32;
    /// Size of a target of jumps in bytes.
    pub const JUMP_SIZE: i32 = size_of::<JumpTarget>() as i32;
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
    /// 32-bit registers, of which native code may use the first; memory is in a [`AddressMap`].
    Narrow(&'a [Cell<u32>; 256]),
    /// Tagged words, of which the first are registers; and further registers.
    Words(&'a [Cell<u64>; 1 << 18], &'a [Cell<u64>; 4]),
}

/// Borrows a machine's state while native code may run.
pub struct Session<'a> {
    context: &'a mut Context,
    lent: BorrowedState<'a>,
    backing: &'a dyn AddressMap,
    /// The last full event buffer.
    full: Box<[DeferredEvent]>,
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
    /// Forgets all jumps between regions; call before one is removed.
    pub(super) fn forget_jumps(&mut self) {
        self.jumps.clear();
    }

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
    /// Starts a session; runs that were found before are kept if memory has not changed.
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
            BorrowedState::Narrow(slots) => {
                context.slots.0.iter_mut().zip(slots).for_each(|(copy, slot)| *copy = slot.get());
            }
            BorrowedState::Words(words, others) => {
                context.words = to(words);
                for (copy, word) in context.slots.0.chunks_exact_mut(2).zip(others) {
                    [copy[0], copy[1]] = [word.get() as u32, (word.get() >> 32) as u32];
                }
                reports_words = watching;
            }
        }
        if context.events.is_empty() {
            context.events = room_for(FEWEST_EVENTS);
        }
        context.begin_events(reports_words);
        let version = backing.runs().map_or(0, Versioned::version);
        if version != 0 && context.entries.entries.is_empty() {
            context.entries = Entries::new(2 * TLB_ENTRIES);
        }
        if context.jumps.targets.is_empty() {
            context.jumps.targets = (0..JUMPS).map(|_| JumpTarget::default()).collect();
        }
        if version != context.entries.version {
            context.jumps.clear();
        }
        context.table = AtomicPtr::new(context.entries.at(version).as_mut_ptr());
        context.jumps_at = AtomicPtr::new(context.jumps.targets.as_mut_ptr());
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
        Session { context, lent, backing, full: Box::default() }
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

    /// Runs native code from an entry of the region with this number, for at most [`MOST_LEFT`] of
    /// the remaining instructions.
    ///
    /// Code of other regions may jump to the entry from then on. Returns the number of the region
    /// in which the run ended, and the number of its exit.
    pub(super) fn run(
        &mut self,
        native: &dyn Native,
        locals: &mut Locals,
        (region, shift): (usize, u32),
        address: u32,
        left: &mut u64,
    ) -> (usize, usize) {
        let given = (*left).min(MOST_LEFT);
        let words = locals.at(self.context);
        let (locals, count) = (words.as_ptr().cast_mut(), words.len());
        self.context.left = given as i64;
        self.context.locals = AtomicPtr::new(locals);
        self.context.region = region as u64;
        let at = (address >> shift) as usize % JUMPS;
        if self.context.jumps.targets[at].pc != u64::from(address) {
            self.context.jumps.targets[at] = JumpTarget {
                pc: address.into(),
                code: native.code(),
                locals: AtomicPtr::new(locals),
                region: region as u64,
            };
            self.context.jumps.filled.push(at);
        }
        let exit = native.run(self, count, address);
        self.context.locals = To::default();
        *left -= given - self.context.left.clamp(0, given as i64) as u64;
        (self.context.region as usize, exit)
    }

    /// Caches the memory that code searched last without success, if it is plain memory.
    pub fn look_up(&mut self) {
        let (address, store) = (self.context.asked as u32, self.context.asked >> 32 != 0);
        let at = (address >> WINDOW_BITS) as usize % TLB_ENTRIES;
        let found = self.backing.runs().and_then(|runs| runs.run_on_heap(address, store));
        if let Some(run) = found {
            let at = if store { TLB_ENTRIES + at } else { at };
            self.context.entries.entries[at] = Entry::of(run);
        }
    }
}

impl Drop for Session<'_> {
    /// Gives the registers back to the machine.
    fn drop(&mut self) {
        let copies = &self.context.slots.0;
        match self.lent {
            BorrowedState::Narrow(slots) => {
                slots.iter().zip(copies).for_each(|(slot, &copy)| slot.set(copy));
            }
            BorrowedState::Words(_, others) => {
                for (word, copy) in others.iter().zip(copies.chunks_exact(2)) {
                    word.set(u64::from(copy[0]) | u64::from(copy[1]) << 32);
                }
            }
        }
    }
}

/// Native code of a region.
pub trait Native: fmt::Debug + Send + Sync {
    /// Address of the code for jumps from other code; valid as long as this value.
    fn code(&self) -> usize;

    /// Runs from the entry at an address; returns the number of the exit.
    ///
    /// `locals` is the number of words of counters and sites. The caller provides a budget larger
    /// than the region, so the remaining budget does not become negative.
    fn run(&self, session: &mut Session<'_>, locals: usize, address: u32) -> usize;
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
        for is_reported in [false, true] {
            let mut context = Context::default();
            let lent = BorrowedState::Words(&words, &others);
            let mut session = Session::begin(&mut context, lent, &(), is_reported);
            for room in [1024, 2048] {
                let ends = [&mut session.context.events_end, &mut session.context.stores_end];
                let [all, of_words] = ends.map(|end| *end.get_mut());
                assert_eq!(of_words, if is_reported { all } else { std::ptr::null_mut() });
                session.context.event = AtomicPtr::new(all);
                assert_eq!(session.take_events().len(), room);
            }
        }
    }
}
