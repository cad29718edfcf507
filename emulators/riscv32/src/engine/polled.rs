//! Blocks prepared for loops that poll: which of their instructions may access a device, and when.

use std::cell::Cell;

use machine::blocks::Block;
use machine::threads::carried;

use super::fast::Step;
use super::flow::analyse;
use super::timing::CostSum;
use crate::isa::{Op, Row};

/// How an instruction may reach a device or a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    /// It loads an integer register from address `s + imm`, extended by its sign or by zeros.
    Load { units: u8, is_signed: bool },
    /// It stores an integer register at address `s + imm`.
    Store { units: u8 },
    /// It only reads a control and status register.
    Counter,
    /// Only the careful engine can tell.
    Other,
}

impl Reach {
    /// Reach of an instruction, by its bits.
    ///
    /// Source: RISC-V Unprivileged Architecture, chapters "RV32I" (field `funct3` of loads and stores:
    /// width and sign) and "Zicsr" (a set or clear with the operand zero only reads).
    pub(crate) fn of(row: &Row, op: &Op) -> Reach {
        const LOAD: u64 = 0x03;
        const STORE: u64 = 0x23;
        const SYSTEM: u64 = 0x73;
        let bits = row.pattern.value();
        let (opcode, funct3) = (bits & 0x7f, bits >> 12 & 7);
        let units = 1 << (funct3 & 3);
        match (opcode, funct3) {
            (LOAD, 0..=2 | 4 | 5) => Reach::Load { units, is_signed: funct3 < 4 },
            (STORE, 0..=2) => Reach::Store { units },
            (SYSTEM, 2 | 3) if op.s == 0 => Reach::Counter,
            (SYSTEM, 6 | 7) if op.h == 0 => Reach::Counter,
            _ => Reach::Other,
        }
    }
}

/// How and when an instruction of a block may access a device or a counter.
#[derive(Debug, Clone)]
pub(crate) struct PolledAccess {
    pub(crate) reach: Reach,
    /// Cycles of all instructions before it in the block.
    pub(crate) cycles: u32,
    /// Address of the device register that it accessed last.
    ///
    /// An instruction that polls nearly always accesses the same one.
    pub(crate) register: Cell<Option<u32>>,
}

impl PolledAccess {
    /// Whether the plain engine cannot be expected to execute the instruction.
    pub(crate) fn is_likely(&self) -> bool {
        self.register.get().is_some() || self.reach == Reach::Counter
    }
}

/// Block prepared for polling.
#[derive(Debug, Clone)]
pub(crate) struct PolledBlock {
    pub(crate) index: usize,
    /// Address of the first instruction, and address after the last one.
    start: u32,
    pub(crate) end: u32,
    /// Number of blocks that had been discarded when it was prepared.
    version: u64,
    /// Its instructions. None takes an operand from the one before, so the plain engine can begin
    /// with any of them.
    pub(crate) steps: Box<[Step]>,
    /// The access of each instruction.
    pub(crate) accesses: Box<[PolledAccess]>,
    /// Cycles of all instructions.
    pub(crate) cycles: u32,
}

impl PolledBlock {
    pub(crate) fn new(index: usize, version: u64, block: &Block<Step, CostSum>) -> Self {
        let mut cycles = 0;
        let nexts = block.steps.iter().skip(1).map(Some).chain([None]);
        let accesses = block.steps.iter().zip(nexts).map(|(&Step { row, op, .. }, next)| {
            let before = cycles;
            if let Some(row) = row {
                let reads = next.and_then(|next| Some(analyse(next.row?, &next.op).reads()));
                let flow = analyse(row, &op);
                cycles += CostSum::of(row.class, op.length, &flow, reads.unwrap_or(0)).cycles;
            }
            let reach = row.map_or(Reach::Other, |row| Reach::of(row, &op));
            PolledAccess { reach, cycles: before, register: Cell::new(None) }
        });
        let steps = block.steps.iter().map(|step| {
            let thread = step.row.map(|row| row.interpretations.threads[carried::NONE as usize]);
            Step { thread: thread.unwrap_or(step.thread), ..*step }
        });
        PolledBlock {
            index,
            start: block.address(),
            end: block.end,
            version,
            steps: steps.collect(),
            accesses: accesses.collect(),
            cycles: block.sum.cycles,
        }
    }

    /// Address of the last instruction.
    pub(crate) fn last_pc(&self) -> u32 {
        self.steps[self.steps.len() - 1].op.pc
    }
}

/// Blocks that polled last, by their addresses.
#[derive(Debug, Clone, Default)]
pub(crate) struct PolledBlocks([Option<Box<PolledBlock>>; PLACES]);

const PLACES: usize = 16;

impl PolledBlocks {
    /// Place of the block that starts at an address.
    pub(crate) fn place(&self, address: u32) -> usize {
        (address >> 1) as usize % PLACES
    }

    /// Takes the block at an address from its place, if it is there and no block was discarded since.
    pub(crate) fn take(
        &mut self,
        place: usize,
        address: u32,
        version: u64,
    ) -> Option<Box<PolledBlock>> {
        self.0[place].take().filter(|block| block.start == address && block.version == version)
    }

    /// Stores a block at its place.
    pub(crate) fn put(&mut self, place: usize, block: Box<PolledBlock>) {
        self.0[place] = Some(block);
    }
}
