//! The plain engine's reading of the rows: values are numbers, and each step calls the next.

use std::cell::Cell;

use machine::semantics::{Semantics, Trap, Word32};
use machine::threads::carried;

use crate::cpu::{Cpu, slot};
use crate::isa::float::{Arith, Convert, compare, convert, double, single};
use crate::isa::{Mips, Op};

/// What runs a step, and all behind it.
pub(crate) type Thread = machine::threads::Thread<Cpu, Op>;

/// A decoded instruction.
pub(crate) type Step = machine::threads::Step<Cpu, Op>;

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
        let aligned = if units == 4 { at } else { at & !3 | if units == 2 { at & 1 } else { 0 } };
        let Some(word) = self.cpu.memory.word(aligned) else { return Err(Trap::Memory) };
        Ok(Word32(match units {
            1 => word.get() >> self.cpu.memory.byte_shift(at) & 0xff,
            2 => word.get() >> self.cpu.memory.half_shift(at) & 0xffff,
            _ => word.get(),
        }))
    }

    #[inline(always)]
    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let at = address.0;
        let aligned = if units == 4 { at } else { at & !3 | if units == 2 { at & 1 } else { 0 } };
        let Some(word) = self.cpu.memory.writable_word(aligned) else { return Err(Trap::Memory) };
        let (mask, shift) = match units {
            1 => (0xff, self.cpu.memory.byte_shift(at)),
            2 => (0xffff, self.cpu.memory.half_shift(at)),
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

impl<const LAST: u8> Mips for Plain<'_, LAST> {
    #[inline(always)]
    fn rs(self, op: &Op) -> Word32 {
        if LAST == carried::FIRST { Word32(self.last) } else { self.get(op.s) }
    }

    #[inline(always)]
    fn rt(self, op: &Op) -> Word32 {
        if LAST == carried::SECOND { Word32(self.last) } else { self.get(op.t) }
    }

    #[inline(always)]
    fn flip(self) -> Word32 {
        Word32(self.cpu.memory.flip())
    }

    #[inline(always)]
    fn stored(self, value: Word32) -> Word32 {
        if self.cpu.is_spim() { value } else { Word32(1) }
    }

    #[inline(always)]
    fn link(self, op: &Op) -> Word32 {
        Word32(op.pc.wrapping_add(self.cpu.link_bytes))
    }

    #[inline(always)]
    fn branch_likely(self, condition: Word32, to: Word32) -> Result<(), Trap> {
        if condition.0 != 0 {
            self.cpu.pc.set(to.0);
        } else if self.cpu.link_bytes == 4 {
            // Behind the block lies what is skipped.
            self.cpu.pc.set(self.cpu.pc.get().wrapping_add(4));
        } else {
            // The slot is the block's last step; the flow is behind it without it.
            self.cpu.annulled.set(true);
            return Err(Trap::Condition);
        }
        Ok(())
    }

    #[inline(always)]
    fn system(self, _: crate::isa::System) -> Result<(), Trap> {
        Err(Trap::Special)
    }

    #[inline(always)]
    fn signal(self, unordered: Word32) -> Result<(), Trap> {
        // SPIM traps as if the program had enabled that; the others leave the flag at that.
        let traps = self.cpu.is_spim() && unordered.0 != 0;
        if traps { Err(Trap::Float) } else { Ok(()) }
    }

    #[inline(always)]
    fn single(self, op: Arith, a: Word32, b: Word32) -> Word32 {
        Word32(single(self.cpu.float_rules, op, a.0, b.0))
    }

    #[inline(always)]
    fn double(self, op: Arith, a: (Word32, Word32), b: (Word32, Word32)) -> (Word32, Word32) {
        split(double(self.cpu.float_rules, op, join(a), join(b)))
    }

    #[inline(always)]
    fn compare_singles(self, condition: u8, a: Word32, b: Word32) -> Word32 {
        let order = f32::from_bits(a.0).partial_cmp(&f32::from_bits(b.0));
        Word32(compare(condition, order).into())
    }

    #[inline(always)]
    fn compare_doubles(self, condition: u8, a: (Word32, Word32), b: (Word32, Word32)) -> Word32 {
        let order = f64::from_bits(join(a)).partial_cmp(&f64::from_bits(join(b)));
        Word32(compare(condition, order).into())
    }

    #[inline(always)]
    fn double_aligned(self, address: Word32, _: bool) -> Result<(), Trap> {
        // Whole double words are the same to every machine; the careful engine knows the rest.
        if address.0 & 7 == 0 { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn may_store(self, address: Word32) -> Result<(), Trap> {
        self.cpu.memory.writable_word(address.0).map(drop).ok_or(Trap::Memory)
    }

    #[inline(always)]
    fn convert(self, how: Convert, from: (Word32, Word32)) -> (Word32, Word32) {
        let mode = self.cpu.slots[slot::FCSR as usize].get();
        split(convert(self.cpu.float_rules, mode, how, join(from)))
    }
}

fn join((low, high): (Word32, Word32)) -> u64 {
    u64::from(low.0) | u64::from(high.0) << 32
}

fn split(bits: u64) -> (Word32, Word32) {
    (Word32(bits as u32), Word32((bits >> 32) as u32))
}
