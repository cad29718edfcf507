//! Plain interpretation of the rows: values are numbers, and each step calls the next.
//!
//! Every row is compiled once per addressing mode. Indirection of more than one step, full or empty
//! pushdown lists, and everything that concerns the machine itself are left to the careful engine.

use std::cell::Cell;

use machine::block_machine::{BlockCpu, StepsEnd};
use machine::native::{AddressMap, BorrowedState};
use machine::semantics::{Semantics, Trap};
use machine::threads::carried;

use super::timing::Timing;
use crate::Word36;
use crate::cpu::{Cpu, flag};
use crate::isa::float::{Float, apply};
use crate::isa::{DivisionResult, ExtraTime, FloatResult, Op, Pdp10Semantics, SystemAction};
use crate::memory::ACCUMULATORS;
use crate::word::{HALF, SIGN};

/// State passed from step to step in addition to the registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StepState {
    /// Value written last.
    last: u64,
    /// Time since `load`.
    nanos: u64,
}

/// Runs a step and all following ones; returns how many were left out, as [`StepsEnd`] describes.
pub(crate) type Thread = fn(&Cpu, &Step, &[Step], StepState) -> usize;

/// The effective address is in the word.
pub(crate) const DIRECT: u8 = 0;
/// The effective address is the sum of the word's address and an index register.
pub(crate) const INDEXED: u8 = 1;
/// The effective address is fetched from other words.
pub(crate) const INDIRECT: u8 = 2;

/// A decoded instruction.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    pub(crate) thread: Thread,
    pub(crate) op: Op,
}

impl std::fmt::Debug for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.op.fmt(f)
    }
}

impl machine::blocks::DecodedStep for Step {
    fn address(&self) -> u32 {
        self.op.address
    }
}

/// The plain engine, for one addressing mode and for reading the accumulator from the value written
/// last or not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain<'a, const HOW: u8, const LAST: u8> {
    cpu: &'a Cpu,
    /// Value written last before this step.
    last: u64,
    /// Receives what the step writes, in addition to its register.
    written: &'a Cell<u64>,
    nanos: &'a Cell<u64>,
}

/// Executes one row, then calls the next step; a trap ends the run before this step.
#[inline(always)]
pub(crate) fn step<const HOW: u8, const LAST: u8>(
    cpu: &Cpu,
    step: &Step,
    rest: &[Step],
    going: StepState,
    semantics: impl Fn(Plain<'_, HOW, LAST>, &Op) -> Result<(), Trap>,
) -> usize {
    let (written, nanos) = (Cell::new(going.last), Cell::new(going.nanos));
    let done =
        semantics(Plain { cpu, last: going.last, written: &written, nanos: &nanos }, &step.op);
    let left_out = match (done, rest.split_first()) {
        (Ok(()), Some((next, rest))) => {
            let going = StepState { last: written.get(), nanos: nanos.get() };
            return (next.thread)(cpu, next, rest, going);
        }
        (Ok(()), None) => 0,
        // It was executed and skips: none of the others runs.
        (Err(Trap::Condition), _) => rest.len(),
        // Restore the time that the address took or saved, as the instruction is not executed.
        (Err(_), _) => return left_undone(cpu, step, rest, going),
    };
    cpu.elapsed_nanos.set(nanos.get());
    left_out
}

/// Set in a thread's result if the first step left out was tried.
const UNDONE: usize = 1 << 31;

/// Its memory is lent as words.
impl AddressMap for Cpu {}

impl BlockCpu<Step> for Cpu {
    #[inline(always)]
    fn program_counter(&self) -> &Cell<u32> {
        &self.pc
    }

    #[inline(always)]
    fn run_steps(&self, steps: &[Step]) -> StepsEnd {
        let Some((step, rest)) = steps.split_first() else { return StepsEnd::Whole };
        let going = StepState { last: 0, nanos: self.elapsed_nanos.get() };
        match (step.thread)(self, step, rest, going) {
            0 => StepsEnd::Whole,
            out if out & UNDONE == 0 => StepsEnd::Left(steps.len() - out),
            out => StepsEnd::Undone(steps.len() - (out - UNDONE)),
        }
    }

    fn lend(&self) -> BorrowedState<'_> {
        BorrowedState::Words(self.memory.lend(), &self.raw)
    }
}

/// A step that only the careful engine can execute.
pub(crate) fn left_undone(cpu: &Cpu, _: &Step, rest: &[Step], going: StepState) -> usize {
    cpu.elapsed_nanos.set(going.nanos);
    UNDONE + rest.len() + 1
}

impl<const HOW: u8, const LAST: u8> Plain<'_, HOW, LAST> {
    #[inline(always)]
    fn pass(self, nanos: u64) {
        self.nanos.set(self.nanos.get().wrapping_add(nanos));
    }

    /// Saves time if an operand turns out to be an accumulator.
    #[inline(always)]
    fn found(self, address: Word36, op: &Op) -> Word36 {
        if address.right() < ACCUMULATORS {
            self.pass(u64::from(op.saved).wrapping_neg());
        }
        address
    }

    #[inline(always)]
    fn indexed(self, word: Word36, index: u8) -> Word36 {
        Word36::new((word.bits() + self.cpu.memory.ac(index).bits()) & HALF)
    }

    /// Follows one further word, which is not indirect.
    #[inline(always)]
    fn address_in(self, word: Word36) -> Result<Word36, Trap> {
        match (word.left() & 0o20, word.left() as u8 & 0o17) {
            (0, 0) => Ok(Word36::new(word.bits() & HALF)),
            (0, index) => Ok(self.indexed(word, index)),
            _ => Err(Trap::Special),
        }
    }
}

impl<const HOW: u8, const LAST: u8> Semantics for Plain<'_, HOW, LAST> {
    type V = Word36;

    #[inline(always)]
    fn k(self, number: u64) -> Word36 {
        Word36::new(number)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Word36 {
        self.cpu.memory.ac(slot)
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Word36) {
        self.cpu.memory.set_ac(slot, value);
        self.written.set(value.bits());
    }

    #[inline(always)]
    fn load(self, address: Word36, _: u8) -> Result<Word36, Trap> {
        self.cpu.memory.get(address.right()).ok_or(Trap::Memory)
    }

    #[inline(always)]
    fn store(self, address: Word36, value: Word36, _: u8) -> Result<(), Trap> {
        if self.cpu.memory.set(address.right(), value) { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn jump(self, to: Word36) {
        self.cpu.pc.set(to.right());
    }

    #[inline(always)]
    fn branch(self, condition: Word36, to: Word36) {
        if condition.bits() != 0 {
            self.cpu.pc.set(to.right());
        }
    }

    #[inline(always)]
    fn trap_if(self, condition: Word36, trap: Trap) -> Result<(), Trap> {
        if condition.bits() != 0 { Err(trap) } else { Ok(()) }
    }

    #[inline(always)]
    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl<const HOW: u8, const LAST: u8> Pdp10Semantics for Plain<'_, HOW, LAST> {
    #[inline(always)]
    fn ac(self, op: &Op) -> Word36 {
        if LAST == carried::FIRST { Word36::known(self.last) } else { self.get(op.ac) }
    }

    #[inline(always)]
    fn effective(self, op: &Op) -> Result<Word36, Trap> {
        match HOW {
            DIRECT => Ok(Word36::new(op.word.bits() & HALF)),
            INDEXED => Ok(self.found(self.indexed(op.word, op.index), op)),
            _ => {
                let at = match op.index {
                    0 => op.word.right(),
                    index => self.indexed(op.word, index).right(),
                };
                let word = self.cpu.memory.get(at).ok_or(Trap::Memory)?;
                if at >= ACCUMULATORS && word.left() & 0o37 == 0 {
                    // Nearly all are like this one and take the same time.
                    let usual = self.cpu.timing.indirect(ACCUMULATORS, Word36::default());
                    self.pass(usual.into());
                    return Ok(self.found(Word36::new(word.bits() & HALF), op));
                }
                self.pass(self.cpu.timing.indirect(at, word).into());
                Ok(self.found(self.address_in(word)?, op))
            }
        }
    }

    #[inline(always)]
    fn byte(self, pointer: [Word36; 2], place: Word36) -> Result<(Word36, Word36), Trap> {
        let pointer = self.used(pointer);
        let address = self.address_in(pointer)?;
        // The result depends on the pointer already being stored.
        let index = Word36::from(pointer.left() & 0o17);
        if address == place || place.bits() != 0 && index == place {
            return Err(Trap::Special);
        }
        Ok((address, self.load(address, 1)?))
    }

    #[inline(always)]
    fn may_store(self, address: Word36) -> Result<(), Trap> {
        if self.cpu.memory.may_set(address.right()) { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn flags(self) -> Word36 {
        Word36::halves(self.cpu.flags() | flag::USER, 0)
    }

    #[inline(always)]
    fn up(self, flags: u32) -> Word36 {
        Word36::from(self.cpu.flags() & flags)
    }

    #[inline(always)]
    fn raise(self, flags: u32, condition: Word36) {
        if condition.bits() != 0 {
            self.cpu.raise(flags);
        }
    }

    #[inline(always)]
    fn note(self, overflow: Word36, carry0: Word36, carry1: Word36) {
        for (raw, noted) in self.cpu.raw.iter().zip([overflow, carry0, carry1]) {
            raw.set(raw.get() | noted.bits());
        }
    }

    #[inline(always)]
    fn lower(self, flags: u32) {
        self.cpu.lower(flags);
    }

    #[inline(always)]
    fn skip(self, op: &Op, condition: Word36) -> Result<(), Trap> {
        if condition.bits() == 0 {
            return Ok(());
        }
        self.cpu.pc.set(op.after_next());
        Err(Trap::Condition)
    }

    #[inline(always)]
    fn pushdown(self, crossed: Word36) -> Result<(), Trap> {
        self.trap_if(crossed, Trap::Special)
    }

    #[inline(always)]
    fn divide_long(self, dividend: [Word36; 2], divisor: Word36) -> DivisionResult<Word36> {
        divide_long(dividend, divisor)
    }

    #[inline(always)]
    fn float(self, op: Float, ac: [Word36; 2], operand: Word36) -> FloatResult<Word36> {
        let floated = apply(op, ac, operand);
        self.cpu.raise(floated.flags);
        FloatResult { high: floated.high, low: floated.low, flags: floated.flags.into() }
    }

    #[inline(always)]
    fn spend(self, op: &Op, what: ExtraTime<Word36>) {
        // With a direct address the shift is known at decoding.
        if HOW != DIRECT || !matches!(what, ExtraTime::Shift(_)) {
            self.pass(nanos(&self.cpu.timing, op, what).into());
        }
    }

    #[inline(always)]
    fn system(self, _: SystemAction, _: Word36) -> Result<(), Trap> {
        Err(Trap::Special)
    }
}

/// Time of a step that depends on values.
#[inline(always)]
pub(crate) fn nanos(timing: &Timing, op: &Op, what: ExtraTime<Word36>) -> u32 {
    match what {
        ExtraTime::Shift(places) => timing.shift(places.right()),
        ExtraTime::Zeros(zeros) => timing.jffo(zeros.right()),
        ExtraTime::Byte { pointer, at, crossed } => {
            timing.byte(op.word, pointer, at.right(), crossed.bits() != 0)
        }
    }
}

/// Divides a number of 70 bits and a sign by one of 35; does not fit if the quotient has more than
/// 35.
///
/// To a KA10 the lowest dividend looks smaller than any divisor, zero included.
pub(crate) fn divide_long(dividend: [Word36; 2], divisor: Word36) -> DivisionResult<Word36> {
    let low = i128::from(dividend[1].bits() & (SIGN - 1));
    let (high, by) = (i128::from(dividend[0].signed()), i128::from(divisor.signed()));
    let dividend = high << 35 | low;
    let word = |number: i128| Word36::new(number as u64);
    if dividend == -1 << 70 && by == 0 {
        let quotient = Word36::new(SIGN + 1);
        return DivisionResult { quotient, remainder: Word36::default(), fits: Word36::new(1) };
    }
    let fits = dividend.unsigned_abs() < by.unsigned_abs() << 35;
    let by = if fits { by } else { 1 };
    DivisionResult {
        quotient: word(dividend / by),
        remainder: word(dividend % by),
        fits: Word36::from(u32::from(fits)),
    }
}
