//! Cycle models and events: instruction costs on a named machine, and its event counters.
//!
//! Everything except taken changes of flow is known when the program is decoded. The sums of blocks
//! and their execution counts therefore determine the totals.

use machine::block_machine::BlockCost;
use machine::semantics::Flow;
use machine::{Clock, Model};

use crate::isa::Class;

/// The models, in the order of [`Counts::cycles`](machine::Counts::cycles).
pub(crate) const MODELS: &[Model] = &[
    Model {
        name: "unit",
        unit: "cycles",
        meaning: "one cycle per instruction, in handlers too",
        source: "definition",
    },
    Model {
        name: "esp32c3",
        unit: "cycles",
        meaning: "a model, not silicon: one cycle per instruction; +1 if the next one uses a \
                  loaded register; +1 for a jump or a taken branch; division and \
                  remainder 32; memory and flash cache without wait states",
        source: "the event classes that the ESP32-C3 counts (Technical Reference Manual, chapter \
                 1, mpcer: LD_HAZARD, JMP_HAZARD); jump of 2 cycles from IRAM measured by \
                 ctrlsrc.io, \"Counting CPU cycles on ESP32-C3 and ESP32-C6\", 2023; division \
                 assumed to produce one bit per cycle",
    },
];

/// Cycles lost if the next instruction uses a loaded value.
const LOAD_HAZARD: u32 = 1;
/// Cycles lost if execution does not continue with the next instruction.
pub(crate) const JUMP_HAZARD: u64 = 1;
/// Cycles of a division after the first.
const DIVISION: u32 = 31;

/// Maximum cycles of an instruction.
pub(crate) const MOST_CYCLES: u64 = 1 + DIVISION as u64 + LOAD_HAZARD as u64 + JUMP_HAZARD;

/// Cost of a sequence of instructions on the `esp32c3`, and its events.
///
/// The change of flow at its end is not included. A sequence has at most [`LONGEST`] instructions.
///
/// [`LONGEST`]: machine::blocks::LONGEST
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CostSum {
    /// Cycles if execution continues after the end; otherwise, [`JUMP_HAZARD`] more.
    pub(crate) cycles: u32,
    instructions: u8,
    load_hazards: u8,
    loads: u8,
    stores: u8,
    jumps: u8,
    branches: u8,
    compressed: u8,
}

impl CostSum {
    /// Cost of one instruction, given its flow and the registers that the next one reads.
    pub(crate) fn of(class: Class, length: u8, flow: &Flow, next_reads: u128) -> CostSum {
        let hazard = flow.loads() && flow.writes() & next_reads != 0;
        let division = if class == Class::Divide { DIVISION } else { 0 };
        CostSum {
            cycles: 1 + division + if hazard { LOAD_HAZARD } else { 0 },
            instructions: 1,
            load_hazards: hazard.into(),
            loads: flow.loads().into(),
            stores: flow.stores().into(),
            jumps: (class == Class::Jump).into(),
            branches: (class == Class::Branch).into(),
            compressed: (length == 2).into(),
        }
    }

    /// Cost of this sequence followed by `other`.
    pub(crate) fn then(self, other: CostSum) -> CostSum {
        CostSum {
            cycles: self.cycles + other.cycles,
            instructions: self.instructions + other.instructions,
            load_hazards: self.load_hazards + other.load_hazards,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
            jumps: self.jumps + other.jumps,
            branches: self.branches + other.branches,
            compressed: self.compressed + other.compressed,
        }
    }
}

impl BlockCost for CostSum {
    #[inline(always)]
    fn pass(&self, clock: &mut Clock) {
        clock.cycles += u64::from(self.cycles);
    }
}

/// Events since the start, in the classes that the ESP32-C3 can count.
///
/// Source: ESP32-C3 Technical Reference Manual, chapter 1, register mpcer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Events {
    pub(crate) cycles: u64,
    pub(crate) instructions: u64,
    pub(crate) load_hazards: u64,
    pub(crate) jump_hazards: u64,
    pub(crate) loads: u64,
    pub(crate) stores: u64,
    /// Unconditional jumps.
    pub(crate) jumps: u64,
    pub(crate) branches: u64,
    pub(crate) branches_taken: u64,
    pub(crate) compressed: u64,
}

impl Events {
    /// Adds executions of a sequence: those that continued after its end, and those that did not.
    pub(crate) fn add(&mut self, sum: &CostSum, ways: [u64; 2]) {
        let [on, elsewhere] = ways;
        let of = |count: u8| u64::from(count) * (on + elsewhere);
        self.cycles += u64::from(sum.cycles) * (on + elsewhere) + elsewhere * JUMP_HAZARD;
        self.instructions += of(sum.instructions);
        self.load_hazards += of(sum.load_hazards);
        self.jump_hazards += elsewhere * JUMP_HAZARD;
        self.loads += of(sum.loads);
        self.stores += of(sum.stores);
        self.jumps += of(sum.jumps);
        self.branches += of(sum.branches);
        self.compressed += of(sum.compressed);
        // A sequence has at most one branch, its last instruction.
        self.branches_taken += if sum.branches > 0 { elsewhere } else { 0 };
    }
}
