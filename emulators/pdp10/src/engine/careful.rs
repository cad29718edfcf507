//! Careful interpretation of the rows: one instruction with every check.
//!
//! It computes like the plain engine, but defers every effect until the instruction is known to
//! succeed, and records why it failed. An instruction reads back what it has written itself. In
//! blocks with value tracking, effects are immediate, as in the plain engine.

use std::cell::{Cell, RefCell};

use machine::semantics::{Semantics, Trap};
use machine::{Access, Cause};

use super::fast::{divide_long, nanos};
use crate::Word36;
use crate::cpu::{Cpu, LONGEST_CHAIN, flag};
use crate::isa::float::{Float, apply};
use crate::isa::{DivisionResult, ExtraTime, FloatResult, Op, Pdp10Semantics, SystemAction};
use crate::memory::ACCUMULATORS;
use crate::word::SIGN;

/// Maximum words written by an instruction: AC, AC+1, memory, and a byte's word.
const WRITES: usize = 4;

/// The instruction being executed.
pub(crate) struct Careful<'a> {
    cpu: &'a Cpu,
    /// Whether effects on accumulators, flags and plain memory are immediate, as in the plain engine.
    is_direct: bool,
    writes: [Cell<(u32, Word36)>; WRITES],
    written: Cell<usize>,
    flags: Cell<u32>,
    nanos: Cell<u64>,
    saved_nanos: Cell<u64>,
    target: Cell<Option<u32>>,
    pushdown: Cell<bool>,
    cause: Cell<Option<Cause>>,
    system: Cell<Option<(SystemAction, u32)>>,
    /// Last word that the effective address was taken from.
    source: Cell<Word36>,
    raised: Cell<u32>,
    /// Collects addresses read, if requested; registers are not memory.
    reads: Option<&'a RefCell<Vec<u32>>>,
}

/// Effects of an executed instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Effects {
    /// Jump target, if any.
    pub(crate) target: Option<u32>,
    /// Whether a pushdown list became full or empty.
    pub(crate) pushdown: bool,
    /// Flags it set, including those already set.
    pub(crate) raised: u32,
    /// Whether it stored words that the plain engine may not store.
    pub(crate) stores: bool,
}

/// Why an instruction was not executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// A memory fault.
    Memory(Cause),
    /// A request to the machine with an effective address, and the last word that address was taken
    /// from.
    System { what: SystemAction, effective: u32, source: Word36 },
}

impl<'a> Careful<'a> {
    /// An instruction, collecting the addresses that it reads if `reads` is given.
    pub(crate) fn new(cpu: &'a Cpu, reads: Option<&'a RefCell<Vec<u32>>>) -> Self {
        Careful {
            cpu,
            is_direct: false,
            writes: std::array::from_fn(|_| Cell::default()),
            written: Cell::new(0),
            flags: Cell::new(cpu.flags()),
            nanos: Cell::new(0),
            saved_nanos: Cell::new(0),
            target: Cell::new(None),
            pushdown: Cell::new(false),
            cause: Cell::new(None),
            system: Cell::new(None),
            source: Cell::default(),
            raised: Cell::new(0),
            reads,
        }
    }

    /// Instructions of a block, with immediate effects.
    pub(crate) fn of_block(cpu: &'a Cpu) -> Self {
        Careful { is_direct: true, ..Careful::new(cpu, None) }
    }

    /// Prepares it for the next instruction of a block, if the last one has succeeded.
    pub(crate) fn begin(&self) {
        self.written.set(0);
        self.nanos.set(0);
        self.saved_nanos.set(0);
        self.target.set(None);
        self.pushdown.set(false);
        self.raised.set(0);
    }

    /// Executes a row.
    ///
    /// # Errors
    /// The reason for failure; then only the time for the address has been spent.
    pub(crate) fn run(
        &self,
        row: impl FnOnce(&Careful<'_>, &Op) -> Result<(), Trap>,
        op: &Op,
    ) -> Result<Effects, StopReason> {
        match row(self, op) {
            Ok(()) => Ok(self.commit()),
            Err(_) => Err(self.stop_reason(op)),
        }
    }

    #[cold]
    fn stop_reason(&self, op: &Op) -> StopReason {
        match (self.system.get(), self.cause.get()) {
            (Some((what, effective)), _) => {
                self.cpu.spend(self.nanos.get());
                StopReason::System { what, effective, source: self.source.get() }
            }
            (_, Some(cause)) => StopReason::Memory(cause),
            // Rows trap only for memory and the machine.
            _ => StopReason::Memory(Cause::Illegal { word: op.word.bits() }),
        }
    }

    #[inline(always)]
    fn commit(&self) -> Effects {
        if !self.is_direct {
            self.cpu.set_flags(self.flags.get());
        }
        for write in &self.writes[..self.written.get()] {
            let (address, word) = write.get();
            // Every store was checked.
            let _ = self.cpu.memory.write(address, word);
        }
        self.cpu.spend(self.nanos.get());
        self.cpu.save(self.saved_nanos.get());
        Effects {
            target: self.target.get(),
            pushdown: self.pushdown.get(),
            raised: self.raised.get(),
            stores: self.written.get() > 0,
        }
    }

    /// The flags, with those of this instruction.
    fn all_flags(&self) -> u32 {
        if self.is_direct { self.cpu.flags() } else { self.flags.get() }
    }

    fn refuse<T>(&self, cause: Cause) -> Result<T, Trap> {
        self.cause.set(Some(cause));
        Err(Trap::Memory)
    }

    fn push_write(&self, address: u32, word: Word36) {
        let at = self.written.get();
        self.writes[at].set((address, word));
        self.written.set(at + 1);
    }

    /// Word at an address, including the instruction's own writes.
    fn word(&self, address: u32) -> Result<Word36, Trap> {
        let written = self.writes[..self.written.get()].iter().rev().map(Cell::get);
        for (place, word) in written {
            if place == address {
                return Ok(word);
            }
        }
        match self.cpu.memory.read(address, Access::Load) {
            Ok(word) => {
                if let (Some(reads), ACCUMULATORS..) = (self.reads, address) {
                    reads.borrow_mut().push(address);
                }
                Ok(word)
            }
            Err(cause) => self.refuse(cause),
        }
    }

    /// Address given by a word's right 23 bits, and the last word that it was taken from; `read`
    /// returns words of memory.
    fn follow(
        &self,
        word: Word36,
        read: impl Fn(u32) -> Result<Word36, Trap>,
    ) -> Result<(u32, Word36), Trap> {
        let mut word = word;
        for _ in 0..LONGEST_CHAIN {
            let index = word.left() & 0o17;
            let base = if index == 0 { word } else { read(index)? };
            let offset = if index == 0 { 0 } else { base.right() };
            let address = (word.right() + offset) & 0o777777;
            if word.left() & 0o20 == 0 {
                return Ok((address, base));
            }
            word = read(address)?;
            self.pass_indirect(address, word);
        }
        self.refuse_chain(word)
    }

    /// Spends the time to fetch a word on the way to an address.
    #[inline]
    pub(super) fn pass_indirect(&self, address: u32, word: Word36) {
        let spent = self.nanos.get() + u64::from(self.cpu.timing.indirect(address, word));
        self.nanos.set(spent);
    }

    /// Cancels an instruction with an address that a chain of words does not reach.
    ///
    /// # Errors
    /// [`Trap::Memory`].
    pub(super) fn refuse_chain<T>(&self, last: Word36) -> Result<T, Trap> {
        let address = last.right().into();
        self.refuse(Cause::Endless { what: "indirect address", address })
    }

    /// Notes the effective address of an instruction, and the last word that it was taken from.
    #[inline]
    pub(super) fn found(&self, op: &Op, address: u32, source: Word36) {
        self.source.set(source);
        if op.word.left() & 0o37 != 0 && address < ACCUMULATORS {
            // Steps of blocks have it.
            let saved =
                if self.is_direct { op.saved.into() } else { self.cpu.timing.saved(op.word) };
            self.saved_nanos.set(saved.into());
        }
    }
}

impl Semantics for &Careful<'_> {
    type V = Word36;

    fn k(self, number: u64) -> Word36 {
        Word36::new(number)
    }

    #[inline]
    fn get(self, slot: u8) -> Word36 {
        if self.is_direct {
            return self.cpu.memory.ac(slot);
        }
        // Accumulators always exist.
        self.word(slot.into()).unwrap_or_default()
    }

    fn set(self, slot: u8, value: Word36) {
        if self.is_direct {
            return self.cpu.memory.set_ac(slot, value);
        }
        self.push_write(slot.into(), value);
    }

    #[inline]
    fn load(self, address: Word36, _: u8) -> Result<Word36, Trap> {
        if self.is_direct
            && let Some(word) = self.cpu.memory.get(address.right())
        {
            return Ok(word);
        }
        self.word(address.right())
    }

    fn store(self, address: Word36, value: Word36, _: u8) -> Result<(), Trap> {
        if self.is_direct && self.cpu.memory.set(address.right(), value) {
            return Ok(());
        }
        self.may_store(address)?;
        self.push_write(address.right(), value);
        Ok(())
    }

    fn jump(self, to: Word36) {
        self.target.set(Some(to.right()));
    }

    fn branch(self, condition: Word36, to: Word36) {
        if condition.bits() != 0 {
            self.jump(to);
        }
    }

    fn trap_if(self, condition: Word36, trap: Trap) -> Result<(), Trap> {
        if condition.bits() != 0 { Err(trap) } else { Ok(()) }
    }

    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl Pdp10Semantics for &Careful<'_> {
    fn effective(self, op: &Op) -> Result<Word36, Trap> {
        let (address, source) = self.follow(op.word, |address| self.word(address))?;
        self.found(op, address, source);
        Ok(address.into())
    }

    fn byte(self, pointer: [Word36; 2], place: Word36) -> Result<(Word36, Word36), Trap> {
        let pointer = self.used(pointer);
        let read = |address: u32| {
            if Word36::from(address) == place { Ok(pointer) } else { self.word(address) }
        };
        let (address, _) = self.follow(pointer, read)?;
        Ok((address.into(), read(address)?))
    }

    fn may_store(self, address: Word36) -> Result<(), Trap> {
        match self.cpu.memory.check_write(address.right()) {
            Ok(()) => Ok(()),
            Err(cause) => self.refuse(cause),
        }
    }

    fn flags(self) -> Word36 {
        Word36::halves(self.all_flags() | flag::USER, 0)
    }

    fn up(self, flags: u32) -> Word36 {
        Word36::from(self.all_flags() & flags)
    }

    fn raise(self, flags: u32, condition: Word36) {
        if condition.bits() != 0 {
            if self.is_direct {
                self.cpu.raise(flags & flag::ALL);
            } else {
                self.flags.set(self.flags.get() | flags & flag::ALL);
            }
            self.raised.set(self.raised.get() | flags);
        }
    }

    fn note(self, overflow: Word36, carry0: Word36, carry1: Word36) {
        let names = [flag::OV, flag::CRY0, flag::CRY1];
        for (noted, name) in [overflow, carry0, carry1].into_iter().zip(names) {
            self.raise(name, noted & Word36::new(SIGN));
        }
    }

    fn lower(self, flags: u32) {
        if self.is_direct {
            return self.cpu.lower(flags);
        }
        self.flags.set(self.flags.get() & !flags);
    }

    fn skip(self, op: &Op, condition: Word36) -> Result<(), Trap> {
        self.branch(condition, op.after_next().into());
        Ok(())
    }

    fn pushdown(self, crossed: Word36) -> Result<(), Trap> {
        self.pushdown.set(crossed.bits() != 0);
        Ok(())
    }

    fn divide_long(self, dividend: [Word36; 2], divisor: Word36) -> DivisionResult<Word36> {
        divide_long(dividend, divisor)
    }

    fn float(self, op: Float, ac: [Word36; 2], operand: Word36) -> FloatResult<Word36> {
        let floated = apply(op, ac, operand);
        self.raise(floated.flags, Word36::new(1));
        FloatResult { high: floated.high, low: floated.low, flags: floated.flags.into() }
    }

    fn spend(self, op: &Op, what: ExtraTime<Word36>) {
        let is_known = op.word.left() & 0o37 == 0 && matches!(what, ExtraTime::Shift(_));
        if !is_known {
            let nanos = nanos(&self.cpu.timing, op, what);
            self.nanos.set(self.nanos.get() + u64::from(nanos));
        }
    }

    fn system(self, what: SystemAction, effective: Word36) -> Result<(), Trap> {
        self.system.set(Some((what, effective.right())));
        Err(Trap::Special)
    }
}
