//! State of tracking: doubts about registers and memory, and pending events.

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::Arc;

use super::events::Events;
use super::frames::{FlowCounts, Frames};
use super::memory::Pages;
use super::stack::{FollowedStack, StackAccess};
use super::{Doubt, Event, Source, StoredDoubt, Use, Watch};
use crate::calls::HeapChange;

/// Number of slots.
const SLOTS: usize = 256;

/// State of tracking, and the places where the run pauses.
#[derive(Debug, Clone)]
pub struct Follow {
    /// Addresses of the followed code; the run pauses before an instruction elsewhere.
    pub home: Vec<Range<u64>>,
    /// Addresses in it before which the run pauses, too.
    pub stops: Vec<u64>,
    /// Memory that may be written; other stores are reported.
    pub allowed: Vec<Range<u64>>,
    /// Further memory that may be read; other loads are reported. `None` allows all loads.
    pub readable: Option<Vec<Range<u64>>>,
    /// The stack below the caller's.
    stack: RefCell<FollowedStack>,
    /// Slot of the stack pointer, if memory below it must not be used.
    pointer: Option<u8>,
    frames: Frames,
    /// Whether heap memory that the program allocates may be written, too.
    pub takes_heap: bool,
    unit_bits: u32,
    is_big_endian: bool,
    /// Number of words at the start of memory that are registers, as on a PDP-10.
    register_words: u64,
    registers: Vec<Cell<StoredDoubt>>,
    /// What the value of each register was made from; noted only of a watched program.
    sources: Vec<Cell<Source>>,
    /// The watch of a whole program.
    pub watch: Option<Box<Watch>>,
    pages: RefCell<Pages>,
    events: RefCell<Events>,
    /// Last identity given to a value.
    values: Cell<u32>,
    pc: Cell<u64>,
    last: Option<u64>,
    /// The part of `home` used last.
    at_home: Cell<(u64, u64)>,
    /// A small filter that quickly excludes most addresses that are not stops.
    stop_bits: u64,
}

impl Default for Follow {
    fn default() -> Self {
        Follow::new()
    }
}

/// Bit of an address in `stop_bits`.
fn stop_bit(address: u64) -> u64 {
    1 << ((address >> 2 ^ address >> 8 ^ address << 4) & 63)
}

impl Follow {
    /// Initial state: nothing is doubtful, and no code is followed, so every instruction pauses.
    #[must_use]
    pub fn new() -> Self {
        Follow {
            registers: vec![Cell::new(StoredDoubt::NONE); SLOTS],
            sources: vec![Cell::new(Source::Number); SLOTS],
            ..Follow::hollow()
        }
    }

    /// Placeholder for a state that is lent.
    fn hollow() -> Self {
        Follow {
            home: Vec::new(),
            stops: Vec::new(),
            allowed: Vec::new(),
            readable: None,
            stack: RefCell::default(),
            pointer: None,
            frames: Frames::default(),
            takes_heap: false,
            unit_bits: 8,
            is_big_endian: false,
            register_words: 0,
            registers: Vec::new(),
            sources: Vec::new(),
            watch: None,
            pages: RefCell::default(),
            events: RefCell::default(),
            values: Cell::new(0),
            pc: Cell::new(0),
            last: None,
            at_home: Cell::new((0, 0)),
            stop_bits: 0,
        }
    }

    /// Lends the state to a machine for a run; the machine returns it.
    #[must_use]
    pub fn lend(&mut self) -> Box<Follow> {
        self.stop_bits = self.stops.iter().fold(0, |bits, &stop| bits | stop_bit(stop));
        self.at_home.set((0, 0));
        Box::new(std::mem::replace(self, Follow::hollow()))
    }

    /// Sets the memory layout: bits of a unit, byte order, and number of words that are registers.
    pub fn memory_is(&mut self, unit_bits: u32, is_big_endian: bool, register_words: u64) {
        self.unit_bits = unit_bits;
        self.is_big_endian = is_big_endian;
        self.register_words = register_words;
    }

    /// Doubt about a register.
    #[must_use]
    pub fn register(&self, slot: u8) -> Doubt {
        self.kept(slot).doubt
    }

    /// Sets the doubt about a register.
    pub fn set_register(&mut self, slot: u8, doubt: Doubt) {
        let kept = self.named(doubt, 0);
        self.registers[usize::from(slot)].set(kept);
    }

    /// Doubt about a unit of memory.
    #[must_use]
    pub fn unit(&self, address: u64) -> Doubt {
        self.unit_kept(address).doubt
    }

    /// Sets the doubt about units of memory.
    pub fn set_units(&mut self, range: Range<u64>, doubt: Doubt) {
        let kept = StoredDoubt { doubt, ..StoredDoubt::NONE };
        let middle = range.end.min(self.register_words).max(range.start);
        (range.start..middle).for_each(|slot| self.set_register(slot as u8, doubt));
        self.pages.get_mut().set_units(middle..range.end, kept);
    }

    /// Sets the stack, and the calls and jumps of the followed code.
    pub fn set_stack(&mut self, stack: FollowedStack, turns: Arc<FlowCounts>) {
        self.pointer = stack.pointer;
        self.stack = RefCell::new(stack);
        self.frames = Frames::new(turns);
    }

    /// The stack, with its accesses.
    pub fn stack(&mut self) -> &mut FollowedStack {
        self.stack.get_mut()
    }

    /// Whether an open call in the followed code returns to an address.
    #[must_use]
    pub fn returns_to(&self, address: u64) -> bool {
        self.frames.returns_to(address)
    }

    /// Number of open calls in the followed code.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.frames.depth()
    }

    /// Makes everything sound and forgets all events, for the next of many runs.
    pub fn clear(&mut self) {
        self.registers.iter().for_each(|register| register.set(StoredDoubt::NONE));
        self.values.set(0);
        self.pages.get_mut().clear();
        self.events.get_mut().clear();
        self.last = None;
    }

    /// Removes and returns the events since the last call, at most 64.
    ///
    /// The same event of an instruction is reported only once.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.get_mut().take()
    }

    /// Address of the instruction that first computed with a value of this reason, if any.
    #[must_use]
    pub fn read_at(&self, origin: u32) -> Option<u64> {
        self.events.borrow().read_at(origin)
    }

    /// Address of the instruction that ran last.
    #[must_use]
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Call before the machine runs the instruction at an address.
    #[inline]
    pub fn arrive(&mut self, pc: u64) {
        let is_turn = |last: &u64| pc.wrapping_sub(*last) > self.longest();
        if let Some(last) = self.last.filter(|last| self.watch.is_none() && is_turn(last)) {
            self.frames.turned(last, pc);
        }
        self.pc.set(pc);
        self.last = Some(pc);
    }

    /// Length of the longest instruction in units.
    pub(super) fn longest(&self) -> u64 {
        if self.unit_bits == 8 { 4 } else { 1 }
    }

    /// Whether the run pauses before the instruction at an address.
    #[must_use]
    #[inline]
    pub fn pauses_before(&self, pc: u64) -> bool {
        let (start, end) = self.at_home.get();
        if pc < start || pc >= end {
            let Some(range) = self.home.iter().find(|range| range.contains(&pc)) else {
                return true;
            };
            self.at_home.set((range.start, range.end));
        }
        self.stop_bits & stop_bit(pc) != 0 && self.stops.contains(&pc)
    }

    /// Call after the words of the instruction were fetched.
    #[inline(always)]
    pub fn fetched(&self, address: u64, units: u64) {
        if self.watch.is_none() {
            self.fetched_unwatched(address, units);
        }
    }

    fn fetched_unwatched(&self, address: u64, units: u64) {
        if address < self.register_words || !self.pages.borrow().is_sound(address, units) {
            (0..units).for_each(|at| self.used(Use::Jump, self.unit(address.wrapping_add(at))));
        }
    }

    /// Call before a system call that reads these registers; `get` returns the value of one.
    pub fn called(&self, number: u64, reads: &[u8], get: impl Fn(u8) -> u64) {
        for doubt in reads.iter().map(|&slot| self.register(slot)) {
            if !self.is_old_number(doubt) {
                self.used(Use::Call, doubt);
            }
        }
        self.check_system_call(number, reads, get);
        self.events.borrow_mut().called(self.pc.get(), number);
    }

    /// Call after a register was copied to another.
    pub fn moved(&self, from: u8, to: u8) {
        self.registers[usize::from(to)].set(self.kept(from));
    }

    /// Call after the machine itself copied a word.
    pub fn copied(&self, from: u64, to: u64) {
        let kept = self.loaded(from, 1, 1);
        self.stored(to, 1, 1, kept);
    }

    /// Call after a register received a sound value.
    #[inline]
    pub fn answered(&self, slot: u8) {
        self.registers[usize::from(slot)].set(StoredDoubt::NONE);
        self.sources[usize::from(slot)].set(Source::Number);
    }

    /// Marks the registers that a system call changed as sound.
    pub fn changed<T: Copy + PartialEq + Into<u64>>(&self, before: &[Cell<T>], after: &[Cell<T>]) {
        let slots = (0..=u8::MAX).zip(before.iter().zip(after));
        let changed = slots.filter(|(_, (old, new))| old != new);
        changed.clone().for_each(|(slot, _)| self.answered(slot));
        self.note_results(changed.map(|(slot, (_, new))| (slot, new.get().into())));
    }

    /// Call after the system allocated memory for the program.
    pub fn granted(&mut self, range: Range<u64>) {
        if self.takes_heap && !range.is_empty() {
            self.allowed.push(range.clone());
        }
        self.note_granted(range);
    }

    /// Call after the system took memory back.
    pub fn freed(&mut self, range: Range<u64>) {
        let pc = self.pc();
        if let Some(watch) = &mut self.watch {
            watch.objects.change(range, Some(pc));
        }
    }

    /// Call after a system call that gave these pieces of memory to the program or took them back.
    pub fn changed_heap(&mut self, changes: &[HeapChange]) {
        for HeapChange { range, is_freed } in changes {
            let range = range.start.into()..range.end.into();
            if *is_freed { self.freed(range) } else { self.granted(range) }
        }
    }

    /// Call after a store to a device at these addresses.
    pub fn given(&self, range: Range<u64>) {
        range.clone().for_each(|at| self.used(Use::Device, self.unit(at)));
        self.filled(range);
    }

    /// Call after memory was filled with sound values.
    pub fn filled(&self, range: Range<u64>) {
        let middle = range.end.min(self.register_words).max(range.start);
        (range.start..middle).for_each(|slot| self.answered(slot as u8));
        self.pages.borrow_mut().set_units(middle..range.end, StoredDoubt::NONE);
    }

    /// Addresses of doubtful memory, except registers.
    #[must_use]
    pub fn doubtful(&self) -> Vec<u64> {
        self.pages.borrow().doubtful()
    }

    /// Reports the use of a value if it is doubtful.
    #[inline]
    pub fn used(&self, how: Use, doubt: Doubt) {
        if !doubt.is_none() {
            self.events.borrow_mut().used(self.pc.get(), how, doubt);
        }
    }

    /// Stores a doubt, with a new identity unless it has one.
    #[inline]
    fn named(&self, doubt: Doubt, same: u32) -> StoredDoubt {
        if doubt.is_none() {
            return StoredDoubt::NONE;
        }
        if same != 0 {
            return StoredDoubt { doubt, same, place: 0 };
        }
        let next = self.values.get().wrapping_add(1).max(1);
        self.values.set(next);
        StoredDoubt { doubt, same: next, place: 0 }
    }

    /// Stores the doubt of a value that was computed or copied.
    #[inline]
    fn noted(&self, kept: StoredDoubt) -> StoredDoubt {
        if kept.doubt.is_none() {
            return StoredDoubt::NONE;
        }
        if !kept.doubt.is_copy {
            self.events.borrow_mut().read(self.pc.get(), kept.doubt.origin);
        }
        self.named(kept.doubt, kept.same)
    }

    #[inline]
    pub(super) fn kept(&self, slot: u8) -> StoredDoubt {
        self.registers[usize::from(slot)].get()
    }

    fn unit_kept(&self, address: u64) -> StoredDoubt {
        if address < self.register_words {
            self.kept(address as u8)
        } else {
            self.pages.borrow().unit(address)
        }
    }

    /// Sets a register's doubt.
    #[inline]
    pub(super) fn set(&self, slot: u8, kept: StoredDoubt, source: Source) {
        let at = usize::from(slot);
        self.registers[at].set(self.noted(kept));
        if let Some(watch) = &self.watch {
            watch.wrote(slot, self.pc.get());
        }
        if self.register_words == 0 {
            let watched = self.watch.as_ref().map(|watch| watch.source_in(slot, source));
            self.sources[at].set(watched.unwrap_or(source));
        }
    }

    /// Call after setting `watch`, before the program runs.
    pub fn begin_watch(&mut self) {
        if let Some(stack) = self.watch.as_ref().map(|watch| watch.stack_slot()) {
            self.set_source(stack, Source::Stack);
        }
    }

    /// Address of the instruction that is running.
    pub(super) fn pc(&self) -> u64 {
        self.pc.get()
    }

    /// What the value of a register was made from.
    #[inline]
    pub(super) fn source(&self, slot: u8) -> Source {
        self.sources[usize::from(slot)].get()
    }

    pub(super) fn set_source(&self, slot: u8, source: Source) {
        self.sources[usize::from(slot)].set(source);
    }

    /// Sets the doubt about a register after a system call.
    pub(super) fn set_late(&self, slot: u8, doubt: Doubt) {
        self.registers[usize::from(slot)].set(self.named(doubt, 0));
    }

    /// Sets the doubt about units of memory.
    pub(super) fn set_units_late(&self, range: Range<u64>, kept: StoredDoubt) {
        self.pages.borrow_mut().set_units(range, kept);
    }

    /// Whether something was found that was not taken.
    #[inline]
    pub fn has_news(&mut self) -> bool {
        let events = self.events.get_mut();
        self.watch.as_mut().is_some_and(|watch| watch.has_news() || events.is_new())
    }

    /// Doubt about loaded units; a complete value has `whole` units.
    #[inline]
    pub(super) fn loaded(&self, address: u64, units: u64, whole: u64) -> StoredDoubt {
        let is_sound = if address >= self.register_words {
            self.pages.borrow().is_sound(address, units)
        } else {
            units == 1 && self.kept(address as u8).doubt.is_none()
        };
        if is_sound { StoredDoubt::NONE } else { self.gathered(address, units, whole) }
    }

    fn gathered(&self, address: u64, units: u64, whole: u64) -> StoredDoubt {
        let mut all = Doubt::NONE;
        let first = self.unit_kept(address);
        let mut same = if units == whole { first.same } else { 0 };
        for at in 0..units {
            let kept = self.unit_kept(address.wrapping_add(at));
            if kept.same != same || u64::from(kept.place) != at {
                same = 0;
            }
            let unit = kept.doubt;
            if !unit.is_none() {
                let is_first = all.is_none();
                let is_other = !is_first && all.origin != unit.origin;
                all.is_copy = unit.is_copy && (is_first || all.is_copy && !is_other);
                all.origin = if is_first { unit.origin } else { all.origin };
                all.bits |= unit.bits << self.shift(at, units);
            }
        }
        // Libraries look for the end of a text in whole words, which may be longer than the text.
        let is_part = (0..units).any(|at| self.unit(address.wrapping_add(at)).is_none());
        if is_part && self.watch.as_ref().is_some_and(|watch| watch.is_compiled) {
            return StoredDoubt::NONE;
        }
        self.named(self.doubt_of_load(all), same)
    }

    /// Position of a unit's bits in its value.
    fn shift(&self, at: u64, units: u64) -> u64 {
        let at = if self.is_big_endian { units - 1 - at } else { at };
        at * u64::from(self.unit_bits)
    }

    /// Checks a load; `pointer` returns the value of the stack pointer's slot.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn reads(
        &self,
        address: u64,
        units: u64,
        kept: StoredDoubt,
        pointer: impl FnOnce(u8) -> u64,
    ) {
        if let Some(readable) = &self.readable
            && address >= self.register_words
        {
            self.reads_from(readable, address, units, kept, pointer);
        }
    }

    fn reads_from(
        &self,
        readable: &[Range<u64>],
        address: u64,
        units: u64,
        kept: StoredDoubt,
        pointer: impl FnOnce(u8) -> u64,
    ) {
        let mut stack = self.stack.borrow_mut();
        match stack.access(address, pointer) {
            StackAccess::Below => {
                let stored_by = stack.stored_by(address);
                if stored_by.is_some() || kept.doubt.is_none() {
                    self.events.borrow_mut().below(self.pc.get(), address, stored_by);
                }
            }
            StackAccess::Frame => {}
            StackAccess::Far | StackAccess::Elsewhere => {
                let end = address.saturating_add(units);
                let is_inside = |range: &Range<u64>| range.start <= address && end <= range.end;
                if !self.allowed.iter().chain(readable).any(is_inside) {
                    self.events.borrow_mut().loaded(self.pc.get(), address, units);
                }
            }
        }
    }

    /// Checks a store to the stack; `pointer` returns the value of the stack pointer's slot.
    #[inline]
    pub(super) fn writes(&self, address: u64, units: u64, pointer: impl FnOnce(u8) -> u64) {
        let mut stack = self.stack.borrow_mut();
        match stack.access(address, pointer) {
            StackAccess::Below => stack.store(self.pc.get(), address),
            StackAccess::Far => self.events.borrow_mut().stored(self.pc.get(), address, units),
            StackAccess::Frame | StackAccess::Elsewhere => {}
        }
    }

    /// Whether a slot is the stack pointer.
    #[inline]
    pub(super) fn is_pointer(&self, slot: u8) -> bool {
        self.pointer == Some(slot)
    }

    /// Call after the stack pointer changed.
    pub(super) fn moves_stack(&self, pointer: u64, source: Source) {
        self.stack.borrow_mut().moved(pointer);
        self.sets_stack(pointer, source);
    }

    /// Stores the doubt of written units, and checks the store; a complete value has `whole` units.
    #[inline]
    pub(super) fn stored(&self, address: u64, units: u64, whole: u64, kept: StoredDoubt) {
        let is_register = address < self.register_words;
        let is_sound = kept.doubt.is_none();
        if is_register || !is_sound {
            self.scatter(address, units, whole, kept);
        } else if !self.pages.borrow().is_sound(address, units) {
            self.pages.borrow_mut().make_sound(address, units);
        }
        if self.watch.is_some() {
            return;
        }
        let end = address.saturating_add(units);
        let is_inside = |range: &Range<u64>| range.start <= address && end <= range.end;
        if !is_register && !self.allowed.iter().any(is_inside) {
            self.events.borrow_mut().stored(self.pc.get(), address, units);
        }
    }

    fn scatter(&self, address: u64, units: u64, whole: u64, kept: StoredDoubt) {
        let kept = self.noted(kept);
        let unit = u64::MAX >> (64 - self.unit_bits);
        for at in 0..units {
            let bits = kept.doubt.bits >> self.shift(at, units) & unit;
            let same = if units == whole { kept.same } else { 0 };
            let doubt = Doubt { bits, ..kept.doubt };
            let kept = if bits == 0 {
                StoredDoubt::NONE
            } else {
                StoredDoubt { doubt, same, place: at as u8 }
            };
            let address = address.wrapping_add(at);
            if address < self.register_words {
                self.registers[address as usize].set(kept);
            } else {
                self.pages.borrow_mut().set_unit(address, kept);
            }
        }
    }
}
