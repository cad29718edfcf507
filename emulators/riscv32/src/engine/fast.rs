//! The plain engine's reading of the rows: values are numbers, and each step calls the next.

use std::cell::Cell;

use machine::semantics::{Semantics, Trap, Word32};
use machine::threads::carried;

use crate::cpu::Cpu;
use crate::isa::float::{Float, Format, Rounding, apply};
use crate::isa::{Floated, Op, RiscV, System};

/// What runs a step, and all behind it.
pub(crate) type Thread = machine::threads::Thread<Cpu, Op>;

/// A decoded instruction.
pub(crate) type Step = machine::threads::Step<Cpu, Op>;

/// The address of the word that holds an access, if the access is aligned; else an odd address.
#[inline(always)]
fn word_of(address: u32, units: u8) -> u32 {
    match units {
        1 => address & !3,
        2 => address & !3 | address & 1,
        _ => address,
    }
}

/// The plain engine, for steps that take one operand, or none, from what was written last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain<'a, const LAST: u8> {
    cpu: &'a Cpu,
    /// What was written last before this step.
    last: u32,
    /// Where what it writes goes, besides its register.
    written: &'a Cell<u32>,
}

impl<'a> Plain<'a, { carried::NONE }> {
    /// To compute with.
    pub(crate) fn new(cpu: &'a Cpu, written: &'a Cell<u32>) -> Self {
        Plain { cpu, last: 0, written }
    }
}

/// Does one row's work, then calls the next step.
#[inline(always)]
pub(crate) fn step<const LAST: u8>(
    cpu: &Cpu,
    step: &Step,
    rest: &[Step],
    last: u32,
    semantics: impl Fn(Plain<'_, LAST>, &Op) -> Result<(), Trap>,
) -> usize {
    machine::threads::step(cpu, step, rest, last, |cpu, op, written| {
        semantics(Plain { cpu, last, written }, op)
    })
}

impl<const LAST: u8> Semantics for Plain<'_, LAST> {
    type V = Word32;

    #[inline(always)]
    fn k(self, number: u64) -> Word32 {
        Word32(number as u32)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Word32 {
        Word32(self.cpu.slots[slot as usize].get())
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Word32) {
        self.cpu.slots[slot as usize].set(value.0);
        self.written.set(value.0);
    }

    #[inline(always)]
    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        let at = address.0;
        let Some(word) = self.cpu.memory.word(word_of(at, units)) else { return Err(Trap::Memory) };
        Ok(Word32(match units {
            1 => word.get() >> ((at & 3) * 8) & 0xff,
            2 => word.get() >> ((at & 2) * 8) & 0xffff,
            _ => word.get(),
        }))
    }

    #[inline(always)]
    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let at = address.0;
        let Some(word) = self.cpu.memory.writable_word(word_of(at, units)) else {
            return Err(Trap::Memory);
        };
        let (mask, shift) = match units {
            1 => (0xff, (at & 3) * 8),
            2 => (0xffff, (at & 2) * 8),
            _ => (u32::MAX, 0),
        };
        word.set(word.get() & !(mask << shift) | (value.0 & mask) << shift);
        Ok(())
    }

    #[inline(always)]
    fn jump(self, to: Word32) {
        self.cpu.pc.set(to.0);
    }

    #[inline(always)]
    fn branch(self, condition: Word32, to: Word32) {
        if condition.0 != 0 {
            self.cpu.pc.set(to.0);
        }
    }

    #[inline(always)]
    fn trap_if(self, condition: Word32, trap: Trap) -> Result<(), Trap> {
        if condition.0 != 0 { Err(trap) } else { Ok(()) }
    }

    #[inline(always)]
    fn trap(self, trap: Trap) -> Result<(), Trap> {
        Err(trap)
    }
}

impl<const LAST: u8> RiscV for Plain<'_, LAST> {
    #[inline(always)]
    fn rs1(self, op: &Op) -> Word32 {
        if LAST == carried::FIRST { Word32(self.last) } else { self.get(op.s) }
    }

    #[inline(always)]
    fn rs2(self, op: &Op) -> Word32 {
        if LAST == carried::SECOND { Word32(self.last) } else { self.get(op.t) }
    }

    #[inline(always)]
    fn jump_register(self, to: Word32) -> Result<(), Trap> {
        if to.0 & self.cpu.pc_mask != 0 {
            return Err(Trap::Memory);
        }
        self.cpu.pc.set(to.0);
        Ok(())
    }

    #[inline(always)]
    fn aligned(self, address: Word32, units: u8, _: bool) -> Result<(), Trap> {
        if address.0 & u32::from(units - 1) == 0 { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn may_store(self, address: Word32) -> Result<(), Trap> {
        self.cpu.memory.writable_word(address.0).map(drop).ok_or(Trap::Memory)
    }

    #[inline(always)]
    fn system(self, what: System) -> Result<(), Trap> {
        // What is executed is always what was stored.
        if what == System::FetchFence { Ok(()) } else { Err(Trap::Special) }
    }

    #[inline(always)]
    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Word32,
        operands: [(Word32, Word32); 3],
    ) -> Result<Floated<Word32>, Trap> {
        let Some(rounding) = Rounding::from_bits(rounding.0 as u8) else {
            return Err(Trap::Illegal);
        };
        let [a, b, c] = operands.map(|(low, high)| u64::from(low.0) | u64::from(high.0) << 32);
        let outcome = apply(format, op, rounding, a, b, c);
        Ok(Floated {
            low: Word32(outcome.bits as u32),
            high: Word32((outcome.bits >> 32) as u32),
            flags: Word32(outcome.flags.into()),
        })
    }
}
