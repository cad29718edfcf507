//! What the plain engines of processors with registers of 32 bits have in common.

use std::cell::Cell;

use super::carried;
use crate::semantics::{Semantics, Trap, Word32};

/// A processor with registers of 32 bits, and memory in words of four bytes.
pub trait Processor {
    /// The registers, by their slots.
    fn slots(&self) -> &[Cell<u32>; 256];
    /// The address of the next instruction.
    fn pc(&self) -> &Cell<u32>;
    /// The word at an address, if a plain load may read it; none at an address that is not aligned.
    fn word(&self, address: u32) -> Option<&Cell<u32>>;
    /// The same, if a plain store may change it.
    fn writable_word(&self, address: u32) -> Option<&Cell<u32>>;
    /// Bits to shift a word right by so that its unit of 1 or 2 bytes at the address is lowest.
    fn shift(&self, address: u32, units: u8) -> u32;
}

/// The plain engine's reading: values are numbers.
///
/// A step takes one operand, or none, from what was written last; `LAST` is of [`carried`].
#[derive(Debug)]
pub struct Plain<'a, C, const LAST: u8> {
    /// The processor.
    pub cpu: &'a C,
    /// What was written last before this step.
    pub last: u32,
    /// Where what it writes goes, besides its register.
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
    /// The first operand, whose register is in this slot.
    #[inline(always)]
    #[must_use]
    pub fn first(self, slot: u8) -> Word32 {
        if LAST == carried::FIRST { Word32(self.last) } else { self.get(slot) }
    }

    /// The second operand, whose register is in this slot.
    #[inline(always)]
    #[must_use]
    pub fn second(self, slot: u8) -> Word32 {
        if LAST == carried::SECOND { Word32(self.last) } else { self.get(slot) }
    }
}

/// The address of the word that holds an access, if the access is aligned; else an odd address.
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
