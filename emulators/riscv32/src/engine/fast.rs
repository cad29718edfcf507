//! The plain engine's interpretation of the rows: values are numbers, and each step calls the next.

use std::cell::Cell;

use machine::native::{AddressMap, Run, Runs, Versioned};
use machine::semantics::{Trap, Word32};
use machine::threads::Processor;

use crate::cpu::Cpu;
use crate::isa::float::{Float, Format, Rounding, apply};
use crate::isa::{FloatResult, Op, RiscvSemantics, Row, SystemOperation};

/// Function that runs a step and all following ones.
pub(crate) type Thread = machine::threads::Thread<Cpu, Op, Row>;

/// Decoded instruction.
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
        (address & if units == 1 { 3 } else { 2 }) * 8
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

impl<const LAST: u8> RiscvSemantics for Plain<'_, LAST> {
    #[inline(always)]
    fn rs1(self, op: &Op) -> Word32 {
        self.first(op.s)
    }

    #[inline(always)]
    fn rs2(self, op: &Op) -> Word32 {
        self.second(op.t)
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
    fn system(self, what: SystemOperation) -> Result<(), Trap> {
        // Stores always take effect on the following fetches.
        if what == SystemOperation::FetchFence { Ok(()) } else { Err(Trap::Special) }
    }

    #[inline(always)]
    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Word32,
        operands: [(Word32, Word32); 3],
    ) -> Result<FloatResult<Word32>, Trap> {
        let Some(rounding) = Rounding::from_bits(rounding.0 as u8) else {
            return Err(Trap::Illegal);
        };
        let [a, b, c] = operands.map(|(low, high)| u64::from(low.0) | u64::from(high.0) << 32);
        let outcome = apply(format, op, rounding, a, b, c);
        Ok(FloatResult {
            low: Word32(outcome.bits as u32),
            high: Word32((outcome.bits >> 32) as u32),
            flags: Word32(outcome.flags.into()),
        })
    }
}
