//! The plain engine's interpretation of the rows: values are numbers, and each step calls the next.

use std::cell::Cell;

use machine::native::{AddressMap, Run, Runs, Versioned};
use machine::semantics::{Trap, Word32};
use machine::threads::Processor;

use crate::cpu::{Cpu, slot};
use crate::isa::float::{Arith, Convert, compare, convert, double, single};
use crate::isa::{MipsSemantics, Op, Row};

/// Function that runs a step and all following ones.
pub(crate) type Thread = machine::threads::Thread<Cpu, Op, Row>;

/// A decoded instruction.
pub(crate) type Step = machine::threads::Step<Cpu, Op, Row>;

/// The plain engine's interpretation.
pub(crate) type Plain<'a, const LAST: u8> = machine::threads::Plain<'a, Cpu, LAST>;

impl Processor for Cpu {
    #[inline(always)]
    fn slots(&self) -> &[Cell<u32>; 256] {
        &self.slots
    }

    #[inline(always)]
    fn pc(&self) -> &Cell<u32> {
        &self.pc
    }

    #[inline(always)]
    fn word(&self, address: u32) -> Option<&Cell<u32>> {
        self.memory.word(address)
    }

    #[inline(always)]
    fn writable_word(&self, address: u32) -> Option<&Cell<u32>> {
        self.memory.writable_word(address)
    }

    #[inline(always)]
    fn shift(&self, address: u32, units: u8) -> u32 {
        if units == 1 { self.memory.byte_shift(address) } else { self.memory.half_shift(address) }
    }

    #[inline(always)]
    fn take_annulled(&self) -> bool {
        self.annulled.take()
    }
}

impl AddressMap for Cpu {
    fn runs(&self) -> Option<&Versioned<dyn Runs + '_>> {
        Some(self.memory.runs())
    }

    fn watched(&self) -> Option<(u32, u32, Run<'_>)> {
        self.memory.watched_run()
    }
}

impl<const LAST: u8> MipsSemantics for Plain<'_, LAST> {
    #[inline(always)]
    fn rs(self, op: &Op) -> Word32 {
        self.first(op.s)
    }

    #[inline(always)]
    fn rt(self, op: &Op) -> Word32 {
        self.second(op.t)
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
            // The skipped instruction follows the block.
            self.cpu.pc.set(self.cpu.pc.get().wrapping_add(4));
        } else {
            // The slot is the last step of the block; it is skipped.
            self.cpu.annulled.set(true);
            return Err(Trap::Condition);
        }
        Ok(())
    }

    #[inline(always)]
    fn system(self, _: crate::isa::SystemOperations) -> Result<(), Trap> {
        Err(Trap::Special)
    }

    #[inline(always)]
    fn signal(self, unordered: Word32) -> Result<(), Trap> {
        // SPIM traps as if the program had enabled it; the others only set the flag.
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
        // Aligned double words are valid on every machine; the careful engine checks the rest.
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
