//! Cycle models: costs of instructions on specific machines.
//!
//! `r3000` charges one cycle per instruction plus the stalls caused by its neighbours. All of this
//! is known after decoding, except whether a branch is taken and how far a multiplication from
//! one block has progressed when another block reads its result.

use machine::semantics::Flow;
use machine::{Clock, Model};

use crate::cpu::slot::{HI, LO};
use crate::isa::Class;

/// Cycle models, in the order of [`Counts::cycles`](machine::Counts::cycles).
pub(crate) const MODELS: &[Model] = &[
    Model {
        name: "unit",
        unit: "cycles",
        meaning: "one cycle an instruction, in handlers too",
        source: "definition",
    },
    Model {
        name: "r3000",
        unit: "cycles",
        meaning: "one cycle an instruction; +1 when the next one uses a loaded register; +1 for \
                  going elsewhere than to the next one, unless delay slots are on; HI and LO ready 12 cycles after a multiplication begins \
                  and 35 after a division, during which instructions that use them wait; mul 12; floating \
                  point add 2, multiply 4 (double 5), divide 12 (double 19); no caches",
        source: "GCC's machine description of the R3000 (load 2, imul 12, idiv 35, fadd 2, fmul \
                 4/5, fdiv 12/19) and the R3000 pipeline's branch delay",
    },
];

/// Cycles from the start of a multiplication until HI and LO can be read.
const MULTIPLY: u8 = 12;
/// Cycles from the start of a division until HI and LO can be read.
const DIVIDE: u8 = 35;

/// Effect of one instruction on the `r3000`'s clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Cycles that it always takes.
    pub(crate) cycles: u8,
    /// Whether it waits for HI and LO.
    pub(crate) waits: bool,
    /// Cycles from its start until HI and LO are ready; 0 if it does not write them.
    pub(crate) ready: u8,
}

impl Cost {
    /// Cost of an instruction from its class, its registers and the registers that the next one
    /// reads.
    pub(crate) fn of(class: Class, flow: &Flow, next_reads: u128) -> Cost {
        let hi_lo: u128 = 1 << HI | 1 << LO;
        let long = match class {
            Class::FloatAdd => 1,
            Class::FloatMultiply => 3,
            Class::FloatMultiplyDouble => 4,
            Class::FloatDivide => 11,
            Class::FloatDivideDouble => 18,
            // `mul` writes a general register, so the next instruction waits for the result.
            Class::Multiply if flow.writes() & !hi_lo != 0 => MULTIPLY - 1,
            _ => 0,
        };
        let stall = u8::from(class == Class::Load && flow.writes() & next_reads != 0);
        Cost {
            cycles: 1 + long + stall,
            waits: (flow.reads() | flow.writes()) & hi_lo != 0,
            ready: match class {
                Class::Multiply => MULTIPLY,
                Class::Divide => DIVIDE,
                _ => 0,
            },
        }
    }
}

/// Effect of a sequence of instructions on the clock, if none of its branches is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SequenceCost {
    /// Cycles if it does not wait for HI and LO at its start.
    pub(crate) cycles: u32,
    /// Cycles from its start to its first access to HI or LO.
    pub(crate) first: Option<u32>,
    /// Cycles from its end until HI and LO are ready.
    pub(crate) left: u32,
}

impl From<Cost> for SequenceCost {
    /// Cost of a single instruction.
    fn from(cost: Cost) -> Self {
        let Cost { cycles, waits, ready } = cost;
        SequenceCost {
            cycles: cycles.into(),
            first: waits.then_some(0),
            left: u32::from(ready).saturating_sub(cycles.into()),
        }
    }
}

impl SequenceCost {
    /// Combines the costs of a sequence of instructions.
    pub(crate) fn of(costs: impl Iterator<Item = Cost>) -> SequenceCost {
        let mut run = SequenceCost::default();
        let mut ready = 0;
        for cost in costs {
            if cost.waits {
                if run.first.is_none() {
                    run.first = Some(run.cycles);
                }
                run.cycles = run.cycles.max(ready);
            }
            if cost.ready > 0 {
                ready = run.cycles + u32::from(cost.ready);
            }
            run.cycles += u32::from(cost.cycles);
        }
        run.left = ready.saturating_sub(run.cycles);
        run
    }

    /// Advances a clock over the sequence; HI and LO are its slow unit.
    #[inline(always)]
    pub(crate) fn pass(&self, clock: &mut Clock) {
        match self.first {
            None => clock.cycles += u64::from(self.cycles),
            Some(first) => {
                let wait = clock.ready.saturating_sub(clock.cycles + u64::from(first));
                clock.cycles += wait + u64::from(self.cycles);
                if self.left > 0 {
                    clock.ready = clock.cycles + u64::from(self.left);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(cycles: u8, waits: bool, ready: u8) -> Cost {
        Cost { cycles, waits, ready }
    }

    #[test]
    fn a_product_is_waited_for_within_a_run_and_across_runs() {
        let (mult, plain, mflo) = (cost(1, true, 12), cost(1, false, 0), cost(1, true, 0));
        let whole = SequenceCost::of([mult, plain, plain, mflo].into_iter());
        assert_eq!((whole.cycles, whole.left), (13, 0));
        let mut clock = Clock::default();
        SequenceCost::of([mult, plain].into_iter()).pass(&mut clock);
        SequenceCost::of([plain, mflo].into_iter()).pass(&mut clock);
        assert_eq!(clock.cycles, 13);
    }

    #[test]
    fn a_single_instruction_is_a_sequence_of_one() {
        for (cycles, ready) in [(1, 0), (1, 12), (1, 35), (12, 0), (20, 12)] {
            for waits in [false, true] {
                let cost = cost(cycles, waits, ready);
                assert_eq!(SequenceCost::from(cost), SequenceCost::of([cost].into_iter()));
            }
        }
    }

    #[test]
    fn a_division_after_a_multiplication_waits_for_it() {
        let (mult, div, mfhi) = (cost(1, true, 12), cost(1, true, 35), cost(1, true, 0));
        assert_eq!(SequenceCost::of([mult, div, mfhi].into_iter()).cycles, 12 + 35 + 1);
    }
}
