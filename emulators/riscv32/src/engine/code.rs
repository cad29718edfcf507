//! The program as the plain engine sees it: decoded instructions and their costs.

use std::cell::Cell;

use machine::blocks::{Blocks, Decoder, Piece};
use machine::threads::{Carry, left_undone};

use super::fast::Step;
use super::flow::analyse;
use super::timing::CostSum;
use crate::cpu::Cpu;
use crate::isa::decode::{Decoded, decode};
use crate::isa::{Extensions, Op};

/// Blocks of steps; instructions begin at even addresses.
pub(crate) type Code = Blocks<Step, CostSum, 1>;

/// Result of decoding at an address.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DecodeResult {
    /// Instruction.
    Instruction(Decoded),
    /// Bits that do not encode an instruction.
    Nothing(u32),
    /// Address without executable memory, possibly that of the second half.
    NoMemory(u32),
}

/// Memory as the decoder sees it.
pub(crate) struct CodeReader<'a, F> {
    pub(crate) cpu: &'a Cpu,
    pub(crate) extensions: Extensions,
    /// Whether the program has content at an address.
    pub(crate) is_present: F,
    /// Whether an observer requests notification at an address.
    pub(crate) is_mark: &'a dyn Fn(u32) -> bool,
    pub(crate) carry: Carry,
}

/// Decodes the instruction at an address.
pub(crate) fn find(cpu: &Cpu, extensions: Extensions, address: u32) -> DecodeResult {
    match cpu.memory.fetch(address) {
        Err(nowhere) => DecodeResult::NoMemory(nowhere),
        Ok(word) => match decode(word, address, extensions) {
            Some(decoded) => DecodeResult::Instruction(decoded),
            None => DecodeResult::Nothing(word),
        },
    }
}

/// Cost of an instruction at its address.
pub(crate) fn cost(cpu: &Cpu, extensions: Extensions, decoded: &Decoded) -> CostSum {
    let Decoded { row, op, .. } = decoded;
    let next = op.pc.wrapping_add(op.length.into());
    let flow = analyse(row, op);
    // Only a load can delay the next instruction.
    let reads = match flow.loads().then(|| find(cpu, extensions, next)) {
        Some(DecodeResult::Instruction(next)) => analyse(next.row, &next.op).reads(),
        _ => 0,
    };
    CostSum::of(row.class, op.length, &flow, reads)
}

/// Cache of decoded instructions that ran singly, indexed by address.
///
/// An entry is valid only while memory holds the same bits.
#[derive(Debug, Clone)]
pub(crate) struct DecodeCache(Box<[CacheEntry; PLACES]>);

const PLACES: usize = 256;

/// An instruction. Its parts are separate cells, so that only those that are needed are copied.
#[derive(Debug, Clone, Default)]
struct CacheEntry {
    /// Its address, and the bits at that address.
    key: Cell<(u32, u32)>,
    decoded: Cell<Option<Decoded>>,
    cost: Cell<Option<KnownCost>>,
}

#[derive(Debug, Clone, Copy)]
struct KnownCost {
    /// The bits after the instruction, if the cost depends on them.
    next: Option<Result<u32, u32>>,
    sum: CostSum,
}

impl Default for DecodeCache {
    fn default() -> Self {
        DecodeCache(Box::new(std::array::from_fn(|_| CacheEntry::default())))
    }
}

impl DecodeCache {
    fn entry(&self, address: u32) -> &CacheEntry {
        &self.0[(address >> 1) as usize % PLACES]
    }

    /// The instruction at an address, if it ran recently and is unchanged.
    #[inline(always)]
    pub(crate) fn known(&self, cpu: &Cpu, address: u32) -> Option<Decoded> {
        let entry = self.entry(address);
        let (known, word) = entry.key.get();
        let is_current = known == address && cpu.memory.still_has(address, word);
        if is_current { entry.decoded.get() } else { None }
    }

    /// Same as [`find`], with caching.
    pub(crate) fn find(&self, cpu: &Cpu, extensions: Extensions, address: u32) -> DecodeResult {
        match self.known(cpu, address) {
            Some(decoded) => DecodeResult::Instruction(decoded),
            None => self.find_anew(cpu, extensions, address),
        }
    }

    #[cold]
    fn find_anew(&self, cpu: &Cpu, extensions: Extensions, address: u32) -> DecodeResult {
        let found = find(cpu, extensions, address);
        if let (DecodeResult::Instruction(decoded), Ok(word)) = (found, cpu.memory.fetch(address)) {
            let entry = self.entry(address);
            entry.key.set((address, word));
            entry.decoded.set(Some(decoded));
            entry.cost.set(None);
        }
        found
    }

    /// Same as [`cost`], with caching.
    pub(crate) fn cost(&self, cpu: &Cpu, extensions: Extensions, decoded: &Decoded) -> CostSum {
        let next_at = decoded.op.pc.wrapping_add(decoded.op.length.into());
        let next = || cpu.memory.fetch(next_at);
        let entry = self.entry(decoded.op.pc);
        // It is there since the instruction was found.
        let is_entry = entry.key.get().0 == decoded.op.pc
            && entry.decoded.get().is_some_and(|seen| std::ptr::eq(seen.row, decoded.row));
        if let Some(known) = entry.cost.get().filter(|_| is_entry)
            && known.next.is_none_or(|before| match before {
                Ok(bits) => cpu.memory.still_has(next_at, bits),
                Err(_) => next() == before,
            })
        {
            return known.sum;
        }
        let sum = cost(cpu, extensions, decoded);
        if is_entry {
            let next = analyse(decoded.row, &decoded.op).loads().then(next);
            entry.cost.set(Some(KnownCost { next, sum }));
        }
        sum
    }
}

impl<F: Fn(u32) -> bool> Decoder<Step, CostSum> for CodeReader<'_, F> {
    fn piece(&self, address: u32) -> Option<Piece<Step>> {
        if !(self.is_present)(address) || self.cpu.memory.held(address).is_none() {
            return None;
        }
        let nothing = Op { pc: address, length: 2, ..Op::default() };
        let (step, ends) = match find(self.cpu, self.extensions, address) {
            DecodeResult::NoMemory(_) => return None,
            DecodeResult::Nothing(_) => {
                (Step { thread: left_undone, row: None, op: nothing }, true)
            }
            DecodeResult::Instruction(Decoded { row, op, .. }) => {
                // Stores to memory that was never touched would not be noticed.
                self.cpu.memory.held(address.wrapping_add(u32::from(op.length) - 1))?;
                let flow = analyse(row, &op);
                // The careful engine handles jumps to misaligned addresses.
                let fits = |to: u64| to as u32 & self.cpu.pc_mask == 0;
                let how = self.carry.next(&flow, op.s, op.t);
                let step = if flow.target().is_none_or(fits) {
                    let thread = row.interpretations.threads[how as usize];
                    Step { thread, row: Some(row), op }
                } else {
                    Step { thread: left_undone, row: None, op }
                };
                (step, flow.ends_block())
            }
        };
        Some(Piece { step, next: address.wrapping_add(step.op.length.into()), ends })
    }

    fn sum(&self, steps: &[Step]) -> CostSum {
        let sums = steps.iter().map(|step| match find(self.cpu, self.extensions, step.op.pc) {
            DecodeResult::Instruction(decoded) => cost(self.cpu, self.extensions, &decoded),
            _ => CostSum::default(),
        });
        sums.fold(CostSum::default(), CostSum::then)
    }

    fn is_mark(&self, address: u32) -> bool {
        (self.is_mark)(address)
    }
}
