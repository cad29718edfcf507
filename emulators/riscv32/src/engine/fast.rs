//! The plain engine's reading of the rows: values are numbers, and each step calls the next.

use machine::semantics::{Semantics, Trap, Word32};

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

impl Semantics for &Cpu {
    type V = Word32;

    #[inline(always)]
    fn k(self, number: u64) -> Word32 {
        Word32(number as u32)
    }

    #[inline(always)]
    fn get(self, slot: u8) -> Word32 {
        Word32(self.slots[slot as usize].get())
    }

    #[inline(always)]
    fn set(self, slot: u8, value: Word32) {
        self.slots[slot as usize].set(value.0);
    }

    #[inline(always)]
    fn load(self, address: Word32, units: u8) -> Result<Word32, Trap> {
        let at = address.0;
        let Some(word) = self.memory.word(word_of(at, units)) else { return Err(Trap::Memory) };
        Ok(Word32(match units {
            1 => word.get() >> ((at & 3) * 8) & 0xff,
            2 => word.get() >> ((at & 2) * 8) & 0xffff,
            _ => word.get(),
        }))
    }

    #[inline(always)]
    fn store(self, address: Word32, value: Word32, units: u8) -> Result<(), Trap> {
        let at = address.0;
        let Some(word) = self.memory.writable_word(word_of(at, units)) else {
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
        self.pc.set(to.0);
    }

    #[inline(always)]
    fn branch(self, condition: Word32, to: Word32) {
        if condition.0 != 0 {
            self.pc.set(to.0);
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

impl RiscV for &Cpu {
    #[inline(always)]
    fn jump_register(self, to: Word32) -> Result<(), Trap> {
        if to.0 & self.pc_mask != 0 {
            return Err(Trap::Memory);
        }
        self.pc.set(to.0);
        Ok(())
    }

    #[inline(always)]
    fn aligned(self, address: Word32, units: u8, _: bool) -> Result<(), Trap> {
        if address.0 & u32::from(units - 1) == 0 { Ok(()) } else { Err(Trap::Memory) }
    }

    #[inline(always)]
    fn may_store(self, address: Word32) -> Result<(), Trap> {
        self.memory.writable_word(address.0).map(drop).ok_or(Trap::Memory)
    }

    #[inline(always)]
    fn system(self, what: System) -> Result<(), Trap> {
        // What is executed is always what was stored.
        if what == System::FetchFence { Ok(()) } else { Err(Trap::Special) }
    }

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
