//! The cycle model: nanoseconds of a KA10 with fast accumulators and one core memory of 1 µs.
//!
//! Most of an instruction's time is known when it is decoded: [`Timing::fixed`]. The methods below
//! it return nanoseconds to add when their event happens.
//!
//! An instruction is a chain of pulses: fetch, address, operands, one or two steps of execution,
//! store. The manual's chart gives the time of most links, with averages where it depends on the
//! numbers. A column of an instruction's row lists its links; they, and the times of bytes and
//! blocks, come from the drawings: 20 ns per pulse amplifier, plus delay lines. Numbers here are
//! decimal.
//!
//! Sources: PDP-10 System Reference Manual, chart of KA10 instruction times; KA10 drawings, flows
//! I, A, F, E, S, SC, BYTE, BLT and MC.

use machine::Model;

use crate::Word36;
use crate::isa::decode::opcode;
use crate::isa::links::{Links, Operand};

/// The models, in the order of [`Counts::cycles`](machine::Counts::cycles).
pub(crate) const MODELS: &[Model] = &[Model {
    name: "ka10",
    unit: "ns",
    meaning: "KA10 with fast accumulators and one core memory of 1 µs cycle time; averages for \
              multiplication, division and floating point; monitor calls cost only their trap",
    source: "PDP-10 System Reference Manual, chart of KA10 instruction times; delays in the KA10 \
             drawings where the chart has no time",
}];

/// From requesting a word to receiving it: 170, the memory's 600, 160.
const READ: u32 = 930;
/// The same for an instruction or address word.
const FETCH: u32 = 940;
/// The same if the word will be written back in the same memory cycle.
const READ_TO_MODIFY: u32 = 1020;
/// Writing the word back.
const WRITE_BACK: u32 = 260;
/// Writing a word: 170, the memory's 200, 130.
const WRITE: u32 = 500;
/// Reading the word that an accumulator points at.
const READ_THROUGH: u32 = 980;
/// Reading or writing an accumulator by address, between the same points.
const FAST: u32 = 480;
/// Pause before reading an accumulator that will be written back.
const FAST_PAUSE: u32 = 90;
/// Time that memory stays busy for the next fetch after a write at the end of an instruction.
const REST_AFTER_WRITE: u32 = 500;
/// The same after writing back.
const REST_AFTER_WRITE_BACK: u32 = 180;
/// An address without index.
const ADDRESS: u32 = 110;
/// An index register.
const INDEX: u32 = 220;
/// From an address word to the address in it.
const INDIRECT: u32 = 90;
/// An instruction without an operand to fetch.
const NO_OPERAND: u32 = 30;
/// An immediate floating-point operand, moved to the left half.
const FLOAT_IMMEDIATE: u32 = 120;
/// The accumulator as an operand.
const ACCUMULATOR: u32 = 140;
/// AC+1 as an operand.
const SECOND: u32 = 220;
/// Storing AC+1.
const STORE_SECOND: u32 = 155;
/// Between the operands and execution, and after execution.
const AROUND: u32 = 60;
/// One place of a shift.
const PLACE: u32 = 150;
/// A pointer increment that crosses to the next word.
const CROSS: u32 = 260;
/// One place examined by `JFFO`.
const LOOK: u32 = 190;
/// One word moved by `BLT`, in addition to reading and writing it.
const MOVE: u32 = 975;

/// Times of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Timing {
    /// Time that relocation adds to a memory access.
    relocation: u32,
}

impl Timing {
    /// A processor with or without the cost of relocation.
    pub(crate) fn new(relocation: bool) -> Self {
        Timing { relocation: if relocation { 110 } else { 0 } }
    }

    /// Fixed time of an instruction at an address.
    ///
    /// The operand counts as in memory unless the word has neither index nor indirection and names
    /// an accumulator; without either, the places of a shift are included. Stacks are in memory. An
    /// instruction executed by `XCT` or an LUUO is charged separately.
    pub(crate) fn fixed(self, word: Word36, address: u32) -> u32 {
        let links = links(word);
        let direct = word.left() & 0o37 == 0;
        let shift = if links.shifts && direct { self.shift(places(word.right())) } else { 0 };
        self.word(FETCH, address)
            + index(word)
            + ADDRESS
            + self.operand(links.operand, direct && word.right() < ACCUMULATORS)
            + self.accumulators(links)
            + links.execution
            + AROUND
            + shift
    }

    /// Time to subtract if the operand of an indexed or indirect instruction is an accumulator.
    pub(crate) fn saved(self, word: Word36) -> u32 {
        let operand = links(word).operand;
        self.operand(operand, false) - self.operand(operand, true)
    }

    /// One indirection of an instruction or byte pointer: the address word found at `from`.
    pub(crate) fn indirect(self, from: u32, word: Word36) -> u32 {
        self.word(FETCH, from) + INDIRECT + index(word)
    }

    /// A shift by this many places, if [`fixed`](Self::fixed) could not know them.
    pub(crate) fn shift(self, places: u32) -> u32 {
        PLACE * places
    }

    /// Time of a byte instruction for its byte: the pointer before the increment, whose index it
    /// used, and after it, the address of the word, and whether the increment crossed to that word.
    /// `IBP` has no byte.
    pub(crate) fn byte(
        self,
        word: Word36,
        [before, pointer]: [Word36; 2],
        byte_at: u32,
        crossed: bool,
    ) -> u32 {
        let cross = if crossed { CROSS } else { 0 };
        let Some(operand) = links(word).byte else {
            return cross;
        };
        let (position, size) = (pointer.left() >> 12, pointer.left() >> 6 & 0o77);
        let shift = self.shift(position + size);
        cross + index(before) + self.operand(operand, byte_at < ACCUMULATORS) + shift
    }

    /// `JFFO` with a one after this many zeros.
    pub(crate) fn jffo(self, zeros: u32) -> u32 {
        // It skips the left half at once if that is zero.
        LOOK * (zeros % 18)
    }

    /// `BLT` of this many words.
    pub(crate) fn block_transfer(self, words: u32) -> u32 {
        words * (READ_THROUGH + MOVE + WRITE + 2 * self.relocation)
    }

    /// Reading a word in memory or an accumulator.
    fn word(self, in_memory: u32, address: u32) -> u32 {
        if address < ACCUMULATORS { in_memory - READ + FAST } else { in_memory + self.relocation }
    }

    /// Reading and writing the operand at the effective address.
    fn operand(self, operand: Operand, fast: bool) -> u32 {
        let access = |nanos| if fast { FAST } else { nanos + self.relocation };
        let rest = |nanos: u32| if fast { 0 } else { nanos - self.relocation };
        let write = || access(WRITE) + rest(REST_AFTER_WRITE);
        let increment = |rest: u32| {
            if fast { FAST_PAUSE + FAST + FAST } else { access(READ_TO_MODIFY) + WRITE_BACK + rest }
        };
        match operand {
            Operand::None => NO_OPERAND,
            Operand::FloatImmediate => FLOAT_IMMEDIATE,
            Operand::Read => access(READ),
            Operand::Write => NO_OPERAND + write(),
            Operand::ReadAndWrite => access(READ) + write(),
            Operand::Modify => increment(rest(REST_AFTER_WRITE_BACK)),
            Operand::Pointer => increment(0),
        }
    }

    /// Reading and writing accumulators, and what they point at.
    fn accumulators(self, links: &Links) -> u32 {
        let when = |has, nanos| if has { nanos } else { 0 };
        when(links.accumulator, ACCUMULATOR)
            + when(links.second, SECOND)
            + when(links.stores_second, STORE_SECOND)
            + when(links.reads_through, READ_THROUGH + self.relocation)
            + when(links.writes_through, WRITE + REST_AFTER_WRITE)
    }
}

/// Times of the instructions that ran singly, by address.
#[derive(Debug, Clone)]
pub(crate) struct RecentTimes(Box<[RecentTime; RECENT]>);

/// A word, its address, and the fixed time there.
type RecentTime = (Word36, u32, u32);

const RECENT: usize = 256;

impl Default for RecentTimes {
    fn default() -> Self {
        // No word is at this address.
        RecentTimes(Box::new([(Word36::default(), u32::MAX, 0); RECENT]))
    }
}

impl RecentTimes {
    /// Same as [`Timing::fixed`], which is computed once for each instruction of a loop.
    pub(crate) fn fixed(&mut self, timing: Timing, word: Word36, address: u32) -> u32 {
        let recent = &mut self.0[address as usize % RECENT];
        if (recent.0, recent.1) != (word, address) {
            *recent = (word, address, timing.fixed(word, address));
        }
        recent.2
    }
}

/// Addresses below this are accumulators.
const ACCUMULATORS: u32 = 0o20;

fn links(word: Word36) -> &'static Links {
    opcode(word).map_or(&Links::TRAP, |opcode| &opcode.links)
}

fn index(word: Word36) -> u32 {
    if word.left() & 0o17 == 0 { 0 } else { INDEX }
}

/// Places of a shift: eight bits, to the right if bit 18 is set.
fn places(effective: u32) -> u32 {
    let count = effective & 0o377;
    if effective & 0o400000 == 0 { count } else { 0o400 - count }
}

#[cfg(test)]
mod tests;
