//! The instruction table and its readers.
//!
//! One row is a family: base opcode, mnemonic, modes, cost class, timing links, meaning and
//! semantics. A mode says where operands come from and results go; rows and modes expand at compile
//! time to one [`Opcode`] each. Mnemonics for an opcode with a fixed AC field are in a second
//! table. The assembler, the disassembler and every engine read these tables.

use machine::semantics::{Flow, Semantics, Trap};

pub(crate) mod aliases;
pub(crate) mod decode;
mod disassemble;
pub(crate) mod float;
mod helpers;
pub(crate) mod links;
mod modes;
pub(crate) mod monitor;
pub(crate) mod page;
pub(crate) mod successors;
mod table;
mod typed;

pub use aliases::{ALIASES, Alias};
pub(crate) use decode::names;
pub use disassemble::disassemble;
pub use page::page;
pub use table::FAMILIES;
pub use typed::typed;

use crate::Word36;
use crate::cpu::flag;
use crate::engine::careful::Careful;
use crate::engine::fast::Thread;
use crate::engine::followed::Followed;
use crate::engine::recorded::Recorded;
use crate::word::MASK;
use float::Float;
use helpers::flags_of_sum;
use links::Links;

/// Kind of work an instruction does, for grouping in reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Full-word moves.
    Move,
    /// Half words.
    Half,
    /// Boolean functions.
    Boolean,
    /// Addition and subtraction.
    Add,
    /// Multiplication.
    Multiply,
    /// Division.
    Divide,
    /// Shifts, rotations and counting of zeros.
    Shift,
    /// Bytes.
    Byte,
    /// Skips by comparison.
    Compare,
    /// Skips by masked bits, which may change them.
    Test,
    /// Jumps, with or without arithmetic on an accumulator.
    Jump,
    /// Pushdown lists and subroutines.
    Stack,
    /// Blocks of words.
    Block,
    /// Floating-point addition, subtraction and scaling.
    FloatAdd,
    /// Floating-point multiplication.
    FloatMultiply,
    /// Floating-point division.
    FloatDivide,
    /// Instructions that execute others, user calls and monitor calls.
    System,
}

impl Class {
    /// Name used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Move => "move",
            Class::Half => "half",
            Class::Boolean => "boolean",
            Class::Add => "add",
            Class::Multiply => "multiply",
            Class::Divide => "divide",
            Class::Shift => "shift",
            Class::Byte => "byte",
            Class::Compare => "compare",
            Class::Test => "test",
            Class::Jump => "jump",
            Class::Stack => "stack",
            Class::Block => "block",
            Class::FloatAdd => "float-add",
            Class::FloatMultiply => "float-multiply",
            Class::FloatDivide => "float-divide",
            Class::System => "system",
        }
    }
}

/// A table row: opcodes that do the same in different modes.
#[derive(Debug)]
pub struct Family {
    /// Mnemonic to which modes add letters.
    pub name: &'static str,
    /// Cost class.
    pub class: Class,
    /// Meaning in one line: `E` is the effective address, `C(E)` the word there.
    pub meaning: &'static str,
    /// One opcode per mode.
    pub opcodes: &'static [Opcode],
}

/// An instruction, as selected by bits 0 to 8 of a word.
pub struct Opcode {
    /// Mnemonic as in the manual and MIDAS; empty if there is none.
    pub name: &'static str,
    /// Bits 0 to 8.
    pub code: u16,
    /// Number of opcodes from this one on that are the same instruction.
    pub codes: u16,
    /// Cost class.
    pub class: Class,
    /// Components of its time.
    pub(crate) links: Links,
    pub(crate) interpretations: Interpretations,
}

impl std::fmt::Debug for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:03o} {}", self.code, self.name)
    }
}

/// The semantics in each interpretation.
pub(crate) struct Interpretations {
    /// Plain engine: executes the instruction, then calls the next step. One function per
    /// [`Addressing`], first those that read the accumulator, then those that take the value
    /// written last for it.
    pub(crate) threads: [[Thread; 3]; 2],
    /// Careful engine: defers effects and handles every trap.
    pub(crate) careful: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
    /// Careful engine that tracks where values come from.
    pub(crate) followed: Followed,
    /// Recorder for native code, if possible.
    pub(crate) recorded: Option<Recorded>,
    /// The flow analyser.
    pub(crate) flow: fn(&Flow, &Op) -> Result<(), Trap>,
}

/// Decoded operands, identical for every interpretation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Op {
    /// The whole word.
    pub(crate) word: Word36,
    /// Address of the instruction; for one executed by XCT, address of the XCT.
    pub(crate) address: u32,
    /// The accumulator.
    pub(crate) ac: u8,
    /// The index register, or 0.
    pub(crate) index: u8,
    /// Nanoseconds saved if the effective address is an accumulator's; set only in steps of the
    /// plain engine.
    pub(crate) saved: u16,
}

impl Op {
    /// Decodes the operands of a word.
    pub(crate) fn new(word: Word36, address: u32) -> Op {
        let ac = (word.bits() >> 23) as u8 & 0o17;
        Op { word, address, ac, index: word.left() as u8 & 0o17, saved: 0 }
    }

    /// Address after a skip.
    #[inline(always)]
    pub(crate) fn after_next(&self) -> u32 {
        (self.address + 2) & 0o777777
    }

    /// Computation of the effective address.
    pub(crate) fn addressing(&self) -> Addressing {
        match (self.word.left() & 0o20, self.index) {
            (0, 0) => Addressing::Direct,
            (0, _) => Addressing::Indexed,
            _ => Addressing::Indirect,
        }
    }
}

/// Computation of an effective address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addressing {
    /// The address in the word.
    Direct,
    /// Sum of the word's address and an index register.
    Indexed,
    /// Address fetched from other words.
    Indirect,
}

/// Actions that an instruction requests from the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemAction {
    /// Execute the instruction at the address in its place.
    Execute,
    /// Move words, the last one to the address.
    Transfer,
    /// Jump with the function `op.ac`, which may be illegal in user mode.
    Jump,
    /// User call through words 40 and 41.
    UserCall,
    /// Monitor call.
    MonitorCall,
}

/// Operations whose time depends on values.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExtraTime<V> {
    /// A shift by this many places.
    Shift(V),
    /// A search for a one after this many zeros.
    Zeros(V),
    /// A byte at an address, with the pointer before and after its step and whether it moved to the
    /// next word.
    Byte { pointer: [V; 2], at: V, crossed: V },
}

/// Floating-point result; with `NODIV` in the flags, nothing is stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FloatResult<V> {
    pub(crate) high: V,
    pub(crate) low: V,
    /// Flags to raise, as in the left half of a PC word.
    pub(crate) flags: V,
}

/// Quotient, remainder, and whether to store them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DivisionResult<V> {
    pub(crate) quotient: V,
    pub(crate) remainder: V,
    /// Not zero if the division is possible.
    pub(crate) fits: V,
}

/// Semantics that this processor needs beyond the shared vocabulary.
///
/// An address is an 18-bit value; a register's slot is its number. Accumulators are memory, so an
/// effect is visible to the row's next step, and order matters.
pub(crate) trait Pdp10Semantics: Semantics {
    /// Accumulator, for a row that has not written anything yet.
    #[inline(always)]
    fn ac(self, op: &Op) -> Self::V {
        self.get(op.ac)
    }

    /// Effective address.
    ///
    /// # Errors
    /// If a word of the address chain cannot be read.
    fn effective(self, op: &Op) -> Result<Self::V, Trap>;

    /// Address of the byte that a pointer selects, given the pointer before and after its step, and
    /// the word there. The pointer counts as already stored at `place`.
    ///
    /// # Errors
    /// If a word of the address chain cannot be read.
    fn byte(self, pointer: [Self::V; 2], place: Self::V) -> Result<(Self::V, Self::V), Trap>;

    /// The pointer to use, given its values before and after the step: a carry out of the address
    /// comes too late for the index.
    #[inline(always)]
    fn used(self, [before, after]: [Self::V; 2]) -> Self::V {
        let tags = 0o37 << 18;
        after & self.k(!tags & MASK) | before & self.k(tags)
    }

    /// The pointer value with the byte size, given its values before and after the step: if the
    /// pointer is indirect, a carry out of the address field reaches the size.
    #[inline(always)]
    fn with_size(self, [_, after]: [Self::V; 2]) -> Self::V {
        after
    }

    /// Not zero if a byte increment is suppressed because the pointer advanced before an
    /// interruption. The caller also [ends](Self::end_suppression) the suppression.
    ///
    /// # Errors
    /// In an interpretation that leaves such an instruction to another one.
    #[inline(always)]
    fn suppressed(self) -> Result<Self::V, Trap> {
        Ok(self.up(flag::BIS))
    }

    /// Ends the suppression of byte increments.
    #[inline(always)]
    fn end_suppression(self) {
        self.lower(flag::BIS);
    }

    /// Checks that a store to an address will succeed.
    ///
    /// # Errors
    /// If it will not.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;

    /// Flags in the left half of a word, as a subroutine call saves them.
    fn flags(self) -> Self::V;

    /// Clears flags.
    fn lower(self, flags: u32);

    /// Not zero if one of these flags is set.
    fn up(self, flags: u32) -> Self::V;

    /// Sets flags if the condition is not zero.
    fn raise(self, flags: u32, condition: Self::V);

    /// Sets overflow, carry 0 and carry 1, each from the sign bit of a value.
    fn note(self, overflow: Self::V, carry0: Self::V, carry1: Self::V);

    /// Overflow, carry 0 and carry 1 of the sum of two words, each in the sign bit.
    #[inline(always)]
    fn flags_of_sum(self, a: Self::V, b: Self::V, sum: Self::V) -> [Self::V; 3] {
        flags_of_sum(a, b, sum)
    }

    /// Skips the next instruction if the condition is not zero; must be the last step.
    ///
    /// # Errors
    /// [`Trap::Condition`] in an interpretation whose flow then branches.
    fn skip(self, op: &Op, condition: Self::V) -> Result<(), Trap>;

    /// Reports a full or empty pushdown list if the value is not zero.
    ///
    /// # Errors
    /// In an interpretation that cannot report it.
    fn pushdown(self, crossed: Self::V) -> Result<(), Trap>;

    /// Divides AC and AC+1 by a number.
    fn divide_long(self, dividend: [Self::V; 2], divisor: Self::V) -> DivisionResult<Self::V>;

    /// Floating-point operation on AC, AC+1 and an operand; sets flags.
    fn float(self, op: Float, ac: [Self::V; 2], operand: Self::V) -> FloatResult<Self::V>;

    /// Adds time that depends on a value known only now.
    fn spend(self, op: &Op, what: ExtraTime<Self::V>);

    /// Leaves the instruction to the machine; only an analyser continues.
    ///
    /// # Errors
    /// [`Trap::Special`].
    fn system(self, what: SystemAction, effective: Self::V) -> Result<(), Trap>;
}

/// Every mnemonic of the processor with its word, opcodes first.
pub fn opcodes() -> impl Iterator<Item = (&'static str, Word36)> {
    let rows = FAMILIES.iter().flat_map(|family| family.opcodes);
    let named = rows.filter(|row| !row.name.is_empty());
    let words = named.map(|row| (row.name, Word36::new(u64::from(row.code) << 27)));
    words.chain(ALIASES.iter().map(|alias| (alias.name, alias.word())))
}

#[cfg(test)]
mod tests;
