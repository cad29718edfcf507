//! The plain engine's reading of the rows: values are numbers, and each step calls the next.
//!
//! Every row is read once for each way its effective address comes about. Indirections of more than
//! one step, pushdown lists that are full or empty, and all that is the machine's own business, are
//! left to the careful engine.

use machine::semantics::{Semantics, Trap};

use super::timing::Timing;
use crate::Word36;
use crate::cpu::{Cpu, flag};
use crate::isa::float::{Float, apply};
use crate::isa::{Divided, Floated, Op, Pdp10, Spent, System};
use crate::memory::ACCUMULATORS;
use crate::word::{HALF, SIGN};

/// Runs a step and all those behind it; gives how many were left out, as [`Ended`] tells.
pub(crate) type Thread = fn(&Cpu, &Step, &[Step]) -> usize;

/// The effective address is in the word.
pub(crate) const DIRECT: u8 = 0;
/// The effective address is the sum of the word's and an index register's.
pub(crate) const INDEXED: u8 = 1;
/// The effective address is found by way of other words.
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

impl machine::blocks::Step for Step {
    fn address(&self) -> u32 {
        self.op.address
    }
}

/// The plain engine, for instructions whose address comes about in one way.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain<'a, const HOW: u8>(&'a Cpu);

/// Does one row's work, then calls the next step; a trap ends the run with this step undone.
#[inline(always)]
pub(crate) fn step<'a, const HOW: u8>(
    cpu: &'a Cpu,
    step: &Step,
    rest: &[Step],
    semantics: impl Fn(Plain<'a, HOW>, &Op) -> Result<(), Trap>,
) -> usize {
    // Time that the address took or saved is as before when the instruction is not done.
    let before = if HOW != DIRECT { cpu.elapsed_nanos.get() } else { 0 };
    match semantics(Plain(cpu), &step.op) {
        Ok(()) => match rest.split_first() {
            Some((next, rest)) => (next.thread)(cpu, next, rest),
            None => 0,
        },
        // It was done and skips: none of the others is.
        Err(Trap::Condition) => rest.len(),
        Err(_) => {
            if HOW != DIRECT {
                cpu.elapsed_nanos.set(before);
            }
            left_undone(cpu, step, rest)
        }
    }
}

/// How a run of steps ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Behind the last one.
    Whole,
    /// Behind so many, the last of which skips.
    Left(usize),
    /// Before one that the careful engine must do, behind so many.
    Undone(usize),
}

/// Set in a thread's answer when the first of the steps that were left out was tried.
const UNDONE: usize = 1 << 31;

/// Runs steps from the first one on.
#[inline(always)]
pub(crate) fn run(cpu: &Cpu, steps: &[Step]) -> Ended {
    let Some((step, rest)) = steps.split_first() else { return Ended::Whole };
    match (step.thread)(cpu, step, rest) {
        0 => Ended::Whole,
        out if out & UNDONE == 0 => Ended::Left(steps.len() - out),
        out => Ended::Undone(steps.len() - (out - UNDONE)),
    }
}

/// A step that is the careful engine's business alone.
pub(crate) fn left_undone(_: &Cpu, _: &Step, rest: &[Step]) -> usize {
    UNDONE + rest.len() + 1
}

impl<const HOW: u8> Plain<'_, HOW> {
    /// An operand takes less time when it turns out to be an accumulator.
    #[inline(always)]
    fn found(self, address: Word36, op: &Op) -> Word36 {
        if address.right() < ACCUMULATORS {
            self.0.save(op.saved.into());
        }
        address
    }

    #[inline(always)]
    fn indexed(self, word: Word36, index: u8) -> Word36 {
        Word36::new((word.bits() + self.0.memory.ac(index).bits()) & HALF)
    }

    /// A word that is not indirect once more.
    #[inline(always)]
    fn address_in(self, word: Word36) -> Result<Word36, Trap> {
        match (word.left() & 0o20, word.left() as u8 & 0o17) {
            (0, 0) => Ok(Word36::new(word.bits() & HALF)),
            (0, index) => Ok(self.indexed(word, index)),
            _ => Err(Trap::Special),
        }
    }
}

impl<const HOW: u8> Semantics for Plain<'_, HOW> {
    type V = Word36;

    #[inline(always)]
    fn k(self, number: u64) -> Word36 {
        Word36::new(number)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Word36 {
        self.0.memory.ac(slot)
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Word36) {
        self.0.memory.set_ac(slot, value);
    }

    #[inline(always)]
    fn load(self, address: Word36, _: u8) -> Result<Word36, Trap> {
        self.0.memory.get(address.right()).ok_or(Trap::Memory)
    }

    #[inline(always)]
    fn store(self, address: Word36, value: Word36, _: u8) -> Result<(), Trap> {
        if self.0.memory.set(address.right(), value) { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn jump(self, to: Word36) {
        self.0.pc.set(to.right());
    }

    #[inline(always)]
    fn branch(self, condition: Word36, to: Word36) {
        if condition.bits() != 0 {
            self.0.pc.set(to.right());
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

impl<const HOW: u8> Pdp10 for Plain<'_, HOW> {
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
                let word = self.0.memory.get(at).ok_or(Trap::Memory)?;
                self.0.spend(self.0.timing.indirect(at, word).into());
                Ok(self.found(self.address_in(word)?, op))
            }
        }
    }

    #[inline(always)]
    fn byte(self, pointer: Word36, place: Word36) -> Result<(Word36, Word36), Trap> {
        let address = self.address_in(pointer)?;
        // Whatever depends on the pointer's being there already.
        let index = Word36::from(pointer.left() & 0o17);
        if address == place || place.bits() != 0 && index == place {
            return Err(Trap::Special);
        }
        Ok((address, self.load(address, 1)?))
    }

    #[inline(always)]
    fn may_store(self, address: Word36) -> Result<(), Trap> {
        if self.0.memory.may_set(address.right()) { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn flags(self) -> Word36 {
        Word36::halves(self.0.flags() | flag::USER, 0)
    }

    #[inline(always)]
    fn up(self, flags: u32) -> Word36 {
        Word36::from(self.0.flags() & flags)
    }

    #[inline(always)]
    fn raise(self, flags: u32, condition: Word36) {
        if condition.bits() != 0 {
            self.0.raise(flags);
        }
    }

    #[inline(always)]
    fn note(self, overflow: Word36, carry0: Word36, carry1: Word36) {
        for (raw, noted) in self.0.raw.iter().zip([overflow, carry0, carry1]) {
            raw.set(raw.get() | noted.bits());
        }
    }

    #[inline(always)]
    fn lower(self, flags: u32) {
        self.0.lower(flags);
    }

    #[inline(always)]
    fn skip(self, op: &Op, condition: Word36) -> Result<(), Trap> {
        if condition.bits() == 0 {
            return Ok(());
        }
        self.0.pc.set(op.behind_next());
        Err(Trap::Condition)
    }

    #[inline(always)]
    fn pushdown(self, crossed: Word36) -> Result<(), Trap> {
        self.trap_if(crossed, Trap::Special)
    }

    fn divide_long(self, dividend: [Word36; 2], divisor: Word36) -> Divided<Word36> {
        divide_long(dividend, divisor)
    }

    fn float(self, op: Float, ac: [Word36; 2], operand: Word36) -> Floated<Word36> {
        let floated = apply(op, ac, operand);
        self.0.raise(floated.flags);
        Floated { high: floated.high, low: floated.low, flags: floated.flags.into() }
    }

    #[inline(always)]
    fn spend(self, op: &Op, what: Spent<Word36>) {
        // Of a direct address the shift is known when the instruction is decoded.
        if HOW != DIRECT || !matches!(what, Spent::Shift(_)) {
            self.0.spend(nanos(&self.0.timing, op, what).into());
        }
    }

    #[inline(always)]
    fn system(self, _: System, _: Word36) -> Result<(), Trap> {
        Err(Trap::Special)
    }
}

/// What a step that was known only now takes.
#[inline(always)]
pub(crate) fn nanos(timing: &Timing, op: &Op, what: Spent<Word36>) -> u32 {
    match what {
        Spent::Shift(places) => timing.shift(places.right()),
        Spent::Zeros(zeros) => timing.jffo(zeros.right()),
        Spent::Byte { pointer, at, crossed } => {
            timing.byte(op.word, pointer, at.right(), crossed.bits() != 0)
        }
    }
}

/// A number of 70 bits and a sign by one of 35; they do not fit when the quotient has more than 35.
///
/// The lowest dividend looks smaller than any divisor to a KA10, zero included.
pub(crate) fn divide_long(dividend: [Word36; 2], divisor: Word36) -> Divided<Word36> {
    let low = i128::from(dividend[1].bits() & (SIGN - 1));
    let (high, by) = (i128::from(dividend[0].signed()), i128::from(divisor.signed()));
    let dividend = high << 35 | low;
    let word = |number: i128| Word36::new(number as u64);
    if dividend == -1 << 70 && by == 0 {
        let quotient = Word36::new(SIGN + 1);
        return Divided { quotient, remainder: Word36::default(), fits: Word36::new(1) };
    }
    let fits = dividend.unsigned_abs() < by.unsigned_abs() << 35;
    let by = if fits { by } else { 1 };
    Divided {
        quotient: word(dividend / by),
        remainder: word(dividend % by),
        fits: Word36::from(u32::from(fits)),
    }
}
