//! The plain engine's interpretation, for processors with 32-bit registers.

use std::cell::Cell;

use super::{Step, carried, run};
use crate::block_machine::{BlockCpu, StepsEnd};
use crate::native::{AddressMap, BorrowedState};
use crate::semantics::{Semantics, Trap, Word32};

/// A processor with 32-bit registers, and memory in words of four bytes.
pub trait Processor {
    /// Registers by slot.
    fn slots(&self) -> &[Cell<u32>; 256];
    /// The address of the next instruction.
    fn pc(&self) -> &Cell<u32>;
    /// The word at an address, if a plain load may read it; `None` for a misaligned address.
    fn word(&self, address: u32) -> Option<&Cell<u32>>;
    /// The same, if a plain store may change it.
    fn writable_word(&self, address: u32) -> Option<&Cell<u32>>;
    /// Distance of the right shift that moves the 1- or 2-byte unit at the address to the low bits.
    fn shift(&self, address: u32, units: u8) -> u32;
    /// Whether the step that trapped last has completed and skips the others; resets it.
    #[inline(always)]
    fn take_annulled(&self) -> bool {
        false
    }
}

impl<C: Processor + AddressMap, O, R> BlockCpu<Step<C, O, R>> for C {
    #[inline(always)]
    fn program_counter(&self) -> &Cell<u32> {
        self.pc()
    }

    #[inline(always)]
    fn run_steps(&self, steps: &[Step<C, O, R>]) -> StepsEnd {
        match run(self, steps) {
            0 => StepsEnd::Whole,
            undone if self.take_annulled() => StepsEnd::Left(steps.len() - undone + 1),
            undone => StepsEnd::Undone(steps.len() - undone),
        }
    }

    fn lend(&self) -> BorrowedState<'_> {
        BorrowedState::Narrow(self.slots())
    }
}

/// The plain engine's interpretation: values are numbers.
///
/// A step may take one operand from the value written last; `LAST` is a constant of [`carried`].
#[derive(Debug)]
pub struct Plain<'a, C, const LAST: u8> {
    /// The processor.
    pub cpu: &'a C,
    /// Value written last before this step.
    pub last: u32,
    /// Receives the value it writes, in addition to its register.
    pub written: &'a Cell<u32>,
}

impl<C, const LAST: u8> Clone for Plain<'_, C, LAST> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const LAST: u8> Copy for Plain<'_, C, LAST> {}

impl<C: Processor, const LAST: u8> Plain<'_, C, LAST> {
    /// The first operand, in the register of this slot.
    #[inline(always)]
    #[must_use]
    pub fn first(self, slot: u8) -> Word32 {
        if LAST == carried::FIRST { Word32(self.last) } else { self.get(slot) }
    }

    /// The second operand, in the register of this slot.
    #[inline(always)]
    #[must_use]
    pub fn second(self, slot: u8) -> Word32 {
        if LAST == carried::SECOND { Word32(self.last) } else { self.get(slot) }
    }
}

/// Address of the word that contains an aligned access; an odd address for a misaligned one.
#[inline(always)]
fn word_of(address: u32, units: u8) -> u32 {
    match units {
        1 => address & !3,
        2 => address & !3 | address & 1,
        _ => address,
    }
}

impl<C: Processor, const LAST: u8> Semantics for Plain<'_, C, LAST> {
    type V = Word32;

    #[inline(always)]
    fn k(self, number: u64) -> Word32 {
        Word32(number as u32)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Word32 {
        Word32(self.cpu.slots()[slot as usize].get())
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Word32) {
        self.cpu.slots()[slot as usize].set(value.0);
        self.written.set(value.0);
    }

    #[inline(always)]
    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        let at = address.0;
        let Some(word) = self.cpu.word(word_of(at, units)) else { return Err(Trap::Memory) };
        Ok(Word32(match units {
            1 => word.get() >> self.cpu.shift(at, 1) & 0xff,
            2 => word.get() >> self.cpu.shift(at, 2) & 0xffff,
            _ => word.get(),
        }))
    }

    #[inline(always)]
    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let at = address.0;
        let Some(word) = self.cpu.writable_word(word_of(at, units)) else {
            return Err(Trap::Memory);
        };
        let (mask, shift) = match units {
            1 => (0xff, self.cpu.shift(at, 1)),
            2 => (0xffff, self.cpu.shift(at, 2)),
            _ => (u32::MAX, 0),
        };
        word.set(word.get() & !(mask << shift) | (value.0 & mask) << shift);
        Ok(())
    }

    #[inline(always)]
    fn jump(self, to: Word32) {
        self.cpu.pc().set(to.0);
    }

    #[inline(always)]
    fn branch(self, condition: Word32, to: Word32) {
        if condition.0 != 0 {
            self.cpu.pc().set(to.0);
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
