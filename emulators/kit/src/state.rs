//! Registers and memory, and the interpretation of instructions that works on them.

use std::cell::{Cell, RefCell};
use std::ops::Range;

use machine::follow::Bits;
use machine::semantics::{Semantics, Trap};
use machine::{Access, Cause, Fault, Host, Load, Stop, Store};

use crate::format::{Format, Number, Unit};

/// Number of registers, and of other values that instructions set, that a machine may have.
pub const SLOTS: usize = 256;

/// Accesses that need a decision of the machine's [`Devices`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Guard(u8);

impl Guard {
    /// None: plain memory.
    pub const NONE: Guard = Guard(0);
    /// Loads.
    pub const LOADS: Guard = Guard(1);
    /// Stores.
    pub const STORES: Guard = Guard(2);
    /// Fetches: instructions are decoded again each time.
    pub const FETCHES: Guard = Guard(4);
    /// All accesses.
    pub const ALL: Guard = Guard(7);

    /// Set for units of decoded instructions.
    const CODE: u8 = 8;
}

/// Registers, memory and program counter.
#[derive(Debug, Clone)]
pub struct State<F: Format> {
    slots: [Cell<F::Number>; SLOTS],
    memory: Vec<Cell<F::Unit>>,
    /// Guards of each unit.
    guards: Vec<Cell<u8>>,
    pc: Cell<u64>,
    next: Cell<u64>,
    last: Cell<u64>,
    cycles: Cell<u64>,
    /// Whether the machine must look at its interrupts before the next instruction.
    attention: Cell<bool>,
    /// Stop at a failed access, and the request of the current instruction.
    refusal: Cell<Option<Stop>>,
    request: Cell<u32>,
    /// Units of decoded instructions that were overwritten.
    rewritten: RefCell<Vec<u64>>,
    /// Whether there are any, or attention is needed.
    is_unsettled: Cell<bool>,
    /// Addresses of the program, segment by segment.
    pub(crate) program: Vec<Range<u64>>,
    /// Address and number of units of the last store to a device.
    given: Cell<Option<(u64, u8)>>,
    /// Whether loads are noted, the addresses of which stores are, from the first to after the last,
    /// and those of the current instruction.
    notes_loads: Cell<bool>,
    noted: Cell<(u64, u64)>,
    stores: RefCell<Vec<Store>>,
    loads: RefCell<Vec<Load>>,
}

impl<F: Format> State<F> {
    /// Registers and memory of zeros, all of it plain.
    #[must_use]
    pub fn new(memory_units: u64) -> Self {
        State {
            slots: std::array::from_fn(|_| Cell::default()),
            memory: vec![Cell::default(); memory_units as usize],
            guards: vec![Cell::new(0); memory_units as usize],
            pc: Cell::new(0),
            next: Cell::new(0),
            last: Cell::new(0),
            cycles: Cell::new(0),
            attention: Cell::new(false),
            refusal: Cell::new(None),
            request: Cell::new(0),
            rewritten: RefCell::default(),
            is_unsettled: Cell::new(false),
            notes_loads: Cell::new(false),
            noted: Cell::new((0, 0)),
            program: Vec::new(),
            given: Cell::default(),
            stores: RefCell::default(),
            loads: RefCell::default(),
        }
    }

    /// Value of a slot.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, slot: u8) -> u64 {
        self.slots[usize::from(slot)].get().bits()
    }

    /// Sets a slot to the low bits of a number.
    #[inline(always)]
    pub fn set(&self, slot: u8, number: u64) {
        self.slots[usize::from(slot)].set(F::Number::new(number));
    }

    /// Values of all slots.
    pub(crate) fn slots(&self) -> Vec<Cell<u64>> {
        self.slots.iter().map(|slot| Cell::new(slot.get().bits())).collect()
    }

    /// Address of the current instruction; before and after a run, of the next one.
    #[inline(always)]
    #[must_use]
    pub fn pc(&self) -> u64 {
        self.pc.get()
    }

    /// Sets the program counter; while an instruction runs, use [`jump`](Self::jump).
    #[inline(always)]
    pub fn set_pc(&self, address: u64) {
        self.pc.set(address);
    }

    /// Address of the instruction that ran last.
    #[must_use]
    pub fn last(&self) -> u64 {
        self.last.get()
    }

    /// Moves to the next instruction.
    #[inline(always)]
    pub(crate) fn advance(&self) {
        self.last.set(self.pc.replace(self.next.get()));
    }

    /// Fault at the current instruction, or at the one that led to where there is none.
    #[must_use]
    pub fn fault(&self, cause: Cause) -> Stop {
        let is_fetch = matches!(
            cause,
            Cause::RanOff { .. }
                | Cause::Unmapped { access: Access::Fetch, .. }
                | Cause::Misaligned { access: Access::Fetch, .. }
                | Cause::Protected { access: Access::Fetch, .. }
        );
        Stop::Fault(Fault { pc: if is_fetch { self.last() } else { self.pc() }, cause })
    }

    /// Address at which execution continues after the current instruction.
    #[inline(always)]
    #[must_use]
    pub fn next(&self) -> u64 {
        self.next.get()
    }

    /// Continues at an address after the current instruction.
    #[inline(always)]
    pub fn jump(&self, address: u64) {
        self.next.set(F::Number::new(address).bits());
    }

    /// Cycles since `load`.
    #[inline(always)]
    #[must_use]
    pub fn cycles(&self) -> u64 {
        self.cycles.get()
    }

    /// Adds cycles to those of the current instruction.
    #[inline(always)]
    pub fn spend(&self, cycles: u64) {
        self.cycles.set(self.cycles.get() + cycles);
    }

    /// Calls [`Devices::interrupt`] before each instruction, or stops doing so.
    pub fn set_attention(&self, is_on: bool) {
        self.attention.set(is_on);
        self.is_unsettled.set(true);
    }

    /// Whether [`Devices::interrupt`] is called before the next instruction.
    #[inline(always)]
    #[must_use]
    pub fn attention(&self) -> bool {
        self.attention.get()
    }

    /// Number of units of memory.
    #[must_use]
    pub fn memory_units(&self) -> u64 {
        self.memory.len() as u64
    }

    /// Unit at an address, without effects on devices; `None` if there is no memory.
    #[inline(always)]
    #[must_use]
    pub fn peek(&self, address: u64) -> Option<u64> {
        self.memory.get(address as usize).map(|unit| unit.get().get())
    }

    /// Writes a unit without effects on devices; false if there is no memory.
    ///
    /// The write is that of the current instruction, if one is running.
    pub fn poke(&self, address: u64, value: u64) -> bool {
        let Some(unit) = self.memory.get(address as usize) else { return false };
        unit.set(F::Unit::new(value & unit_mask::<F>()));
        self.note_write(address, 1);
        self.note_store(address, value & unit_mask::<F>(), 1);
        true
    }

    /// Whether an address is in the program as it was loaded.
    #[must_use]
    pub fn is_in_program(&self, address: u64) -> bool {
        self.program.iter().any(|range| range.contains(&address))
    }

    /// Addresses of the last store to a device, once.
    pub(crate) fn take_given(&self) -> Option<Range<u64>> {
        self.given.take().map(|(address, units)| address..address + u64::from(units))
    }

    /// Guards addresses; later guards replace earlier ones.
    pub fn guard(&self, range: Range<u64>, guard: Guard) {
        let guarded = self.guards.get(range.start as usize..range.end as usize);
        for kept in guarded.unwrap_or_default() {
            kept.set(kept.get() & Guard::CODE | guard.0);
        }
    }

    /// Whether an access to an address needs a decision, or is outside of memory.
    #[inline(always)]
    pub(crate) fn is_guarded(&self, address: u64, guard: Guard) -> bool {
        self.flags(address).is_none_or(|flags| flags & guard.0 != 0)
    }

    #[inline(always)]
    fn flags(&self, address: u64) -> Option<u8> {
        self.guards.get(address as usize).map(Cell::get)
    }

    /// Notes that an instruction was decoded from an address.
    pub(crate) fn note_code(&self, address: u64) {
        if let Some(flags) = self.guards.get(address as usize) {
            flags.set(flags.get() | Guard::CODE);
        }
    }

    /// Notes that no decoded instruction contains an address any more.
    pub(crate) fn forget_code(&self, address: u64) {
        if let Some(flags) = self.guards.get(address as usize) {
            flags.set(flags.get() & !Guard::CODE);
        }
    }

    /// Starts an instruction.
    #[inline(always)]
    pub(crate) fn begin(&self, following: u64) {
        self.next.set(following);
    }

    /// Stop at the failed access, if there is one.
    pub(crate) fn take_refusal(&self) -> Option<Stop> {
        self.refusal.take()
    }

    /// Request of the instruction that ended with [`Trap::Special`].
    pub(crate) fn request(&self) -> u32 {
        self.request.get()
    }

    /// Addresses at which memory that was decoded has changed.
    pub(crate) fn take_rewritten(&self) -> Vec<u64> {
        self.is_unsettled.set(self.attention.get());
        self.rewritten.take()
    }

    /// Whether anything must be done before the next instruction.
    #[inline(always)]
    pub(crate) fn is_unsettled(&self) -> bool {
        self.is_unsettled.get()
    }

    /// Notes accesses of instructions, or stops doing so.
    pub(crate) fn set_notes(&self, loads: bool, stores: Range<u64>) {
        self.notes_loads.set(loads);
        self.noted.set((stores.start, stores.end));
        self.forget_notes();
    }

    /// Removes the accesses noted.
    pub(crate) fn forget_notes(&self) {
        self.stores.borrow_mut().clear();
        self.loads.borrow_mut().clear();
    }

    /// Removes the stores noted.
    #[inline(always)]
    pub(crate) fn each_store(&self, mut report: impl FnMut(Store)) {
        if !self.stores.borrow().is_empty() {
            self.stores.borrow_mut().drain(..).for_each(&mut report);
        }
    }

    /// Removes the loads noted.
    pub(crate) fn each_load(&self, mut report: impl FnMut(Load)) {
        self.loads.borrow_mut().drain(..).for_each(&mut report);
    }

    #[inline(always)]
    fn note_store(&self, address: u64, value: u64, units: u8) {
        let (start, end) = self.noted.get();
        if address < end && address.saturating_add(units.into()) > start {
            self.stores.borrow_mut().push(Store { address, size: units, value });
        }
    }

    /// Notes a change of memory that may have been decoded.
    #[inline(always)]
    fn note_write(&self, address: u64, units: u8) {
        let decoded = (0..u64::from(units)).map(|at| address + at);
        let is_code = |at: &u64| self.flags(*at).is_some_and(|flags| flags & Guard::CODE != 0);
        for at in decoded.filter(is_code) {
            self.is_unsettled.set(true);
            self.rewritten.borrow_mut().push(at);
        }
    }

    /// Address of a unit of a value.
    #[inline(always)]
    fn unit(address: u64, at: u8) -> usize {
        F::Number::new(address.wrapping_add(at.into())).bits() as usize
    }

    /// Value of consecutive units; `None` if there is no memory at one of them.
    #[inline(always)]
    pub(crate) fn value(&self, address: u64, units: u8) -> Option<u64> {
        if units == 1 {
            return self.peek(address);
        }
        let mut value = 0;
        for at in 0..units {
            let at = if F::BIG_ENDIAN { at } else { units - 1 - at };
            value = value << F::UNIT_BITS | self.memory.get(Self::unit(address, at))?.get().get();
        }
        Some(value)
    }

    #[inline(always)]
    fn set_value(&self, address: u64, value: u64, units: u8) -> Option<()> {
        if units > 1 {
            self.value(address, units)?;
        }
        for at in 0..units {
            let place = if F::BIG_ENDIAN { units - 1 - at } else { at };
            let unit = value.unbounded_shr(u32::from(at) * F::UNIT_BITS) & unit_mask::<F>();
            self.memory.get(Self::unit(address, place))?.set(F::Unit::new(unit));
        }
        Some(())
    }
}

/// Mask of a unit.
const fn unit_mask<F: Format>() -> u64 {
    u64::MAX >> (64 - F::UNIT_BITS)
}

/// A machine's decisions about guarded accesses and about interrupts.
pub trait Devices<F: Format> {
    /// Loads from a guarded address; `None` for plain memory.
    ///
    /// # Errors
    /// Why the program stops. A [fault](State::fault) goes to [`Design::except`](crate::Design::except).
    fn load(&mut self, at: &Bus<'_, F>, host: &mut Host) -> Result<Option<u64>, Stop> {
        let _ = (at, host);
        Ok(None)
    }

    /// Stores to a guarded address; true if it is not plain memory and the store is done.
    ///
    /// # Errors
    /// Why the program stops, as for loads.
    fn store(&mut self, at: &Bus<'_, F>, value: u64, host: &mut Host) -> Result<bool, Stop> {
        let _ = (at, value, host);
        Ok(false)
    }

    /// Checks an address before an instruction is decoded there: once, or before each execution if
    /// it is guarded against fetches.
    ///
    /// # Errors
    /// Why the program stops, as for loads.
    fn fetch(&mut self, at: &Bus<'_, F>) -> Result<(), Stop> {
        let _ = at;
        Ok(())
    }

    /// Starts an interrupt if one is pending, by [`State::set_pc`]; called before each instruction
    /// while [`State::set_attention`] is on.
    ///
    /// # Errors
    /// If the program stops.
    fn interrupt(&mut self, state: &State<F>, host: &mut Host) -> Result<(), Stop> {
        let _ = (state, host);
        Ok(())
    }
}

/// An access by an instruction.
#[derive(Debug)]
pub struct Bus<'s, F: Format> {
    /// Registers and memory.
    pub state: &'s State<F>,
    /// Address of the first unit.
    pub address: u64,
    /// Number of units.
    pub units: u8,
}

/// What instructions see besides registers and memory.
pub(crate) struct World<'w, F> {
    pub(crate) devices: &'w mut dyn Devices<F>,
    pub(crate) host: &'w mut Host,
}

/// The interpretation that runs instructions on a [`State`]; effects are immediate.
pub struct Evaluator<'e, F: Format> {
    pub(crate) state: &'e State<F>,
    pub(crate) world: &'e RefCell<World<'e, F>>,
}

impl<F: Format> Clone for Evaluator<'_, F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Format> Copy for Evaluator<'_, F> {}

impl<F: Format> std::fmt::Debug for Evaluator<'_, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluator").field("pc", &self.state.pc()).finish_non_exhaustive()
    }
}

impl<'e, F: Format> Evaluator<'e, F> {
    /// Passes the instruction to the machine.
    pub(crate) fn ask(self, request: u32) -> Trap {
        self.state.request.set(request);
        Trap::Special
    }

    #[cold]
    fn refuse<V>(self, cause: Cause) -> Result<V, Trap> {
        self.stop(self.state.fault(cause))
    }

    fn stop<V>(self, stop: Stop) -> Result<V, Trap> {
        self.state.refusal.set(Some(stop));
        Err(Trap::Memory)
    }

    /// Checks the alignment of an access.
    #[inline(always)]
    fn aligned(self, access: Access, address: u64, units: u8) -> Result<(), Trap> {
        if F::ALIGNED && !address.is_multiple_of(units.into()) {
            return self.refuse(Cause::Misaligned { access, address, multiple: units });
        }
        Ok(())
    }

    /// Whether an access of several units may be made without asking the machine.
    #[inline(always)]
    fn is_plain(self, address: u64, units: u8, flags: u8) -> bool {
        let is_plain = |at: u8| {
            let at = State::<F>::unit(address, at) as u64;
            self.state.flags(at).is_some_and(|kept| kept & flags == 0)
        };
        (0..units).all(is_plain)
    }

    #[cold]
    fn load_guarded(self, address: u64, units: u8) -> Result<u64, Trap> {
        let at = Bus { state: self.state, address, units };
        let mut world = self.world.borrow_mut();
        let World { devices, host } = &mut *world;
        match devices.load(&at, host) {
            Ok(Some(value)) => Ok(value),
            Ok(None) => match self.state.value(address, units) {
                Some(value) => Ok(value),
                None => self.refuse(Cause::Unmapped { access: Access::Load, address }),
            },
            Err(stop) => self.stop(stop),
        }
    }

    #[cold]
    fn store_guarded(self, address: u64, value: u64, units: u8) -> Result<(), Trap> {
        let at = Bus { state: self.state, address, units };
        if !self.is_plain(address, units, Guard::STORES.0) {
            let mut world = self.world.borrow_mut();
            let World { devices, host } = &mut *world;
            match devices.store(&at, value, host) {
                Ok(true) => {
                    self.state.given.set(Some((address, units)));
                    return Ok(());
                }
                Ok(false) => {}
                Err(stop) => return self.stop(stop),
            }
        }
        if self.state.value(address, units).is_none() {
            return self.refuse(Cause::Unmapped { access: Access::Store, address });
        }
        self.write(address, value, units);
        Ok(())
    }

    /// Writes memory that exists.
    #[inline(always)]
    fn write(self, address: u64, value: u64, units: u8) {
        let _ = self.state.set_value(address, value, units);
        self.state.note_write(address, units);
        self.state.note_store(address, value, units);
    }
}

impl<F: Format> Semantics for Evaluator<'_, F> {
    type V = F::Number;

    #[inline(always)]
    fn k(self, number: u64) -> Self::V {
        F::Number::new(number)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Self::V {
        self.state.slots[usize::from(slot)].get()
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Self::V) {
        self.state.slots[usize::from(slot)].set(value);
    }

    #[inline(always)]
    fn load(self, address: Self::V, units: u8) -> Result<Self::V, Trap> {
        let at = address.bits();
        self.aligned(Access::Load, at, units)?;
        let plain = if self.is_plain(at, units, Guard::LOADS.0) {
            self.state.value(at, units)
        } else {
            None
        };
        let value = match plain {
            Some(value) => value,
            None => self.load_guarded(at, units)?,
        };
        if self.state.notes_loads.get() {
            self.state.loads.borrow_mut().push(Load { address: at, size: units });
        }
        Ok(F::Number::new(value))
    }

    #[inline(always)]
    fn store(self, address: Self::V, value: Self::V, units: u8) -> Result<(), Trap> {
        let at = address.bits();
        self.aligned(Access::Store, at, units)?;
        let value = value.bits() & (u64::MAX >> (64 - F::UNIT_BITS * u32::from(units)));
        let is_plain = self.is_plain(at, units, Guard::STORES.0 | Guard::CODE);
        if is_plain && self.state.set_value(at, value, units).is_some() {
            self.state.note_store(at, value, units);
            return Ok(());
        }
        self.store_guarded(at, value, units)
    }

    #[inline(always)]
    fn jump(self, to: Self::V) {
        self.state.next.set(to.bits());
    }

    #[inline(always)]
    fn branch(self, condition: Self::V, to: Self::V) {
        if condition.bits() != 0 {
            self.state.next.set(to.bits());
        }
    }

    #[inline(always)]
    fn trap_if(self, condition: Self::V, trap: Trap) -> Result<(), Trap> {
        if condition.bits() == 0 { Ok(()) } else { Err(trap) }
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}
