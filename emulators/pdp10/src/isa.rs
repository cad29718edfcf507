//! The instruction table and how it is read.
//!
//! One row is a family: base opcode, mnemonic, the modes it comes in, cost class, links of its time,
//! meaning and semantics. A mode says where operands come from and results go to; rows and modes expand at
//! compile time to one [`Opcode`] each. Mnemonics that are an opcode with something in the AC field
//! stand in a second table. The assembler, the disassembler and every engine read these.

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

/// What kind of work an instruction is, as reports group it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Full words from here to there.
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
    /// Floating point addition, subtraction and scaling.
    FloatAdd,
    /// Floating point multiplication.
    FloatMultiply,
    /// Floating point division.
    FloatDivide,
    /// Instructions that execute others, calls of the program's own and of the monitor.
    System,
}

impl Class {
    /// The name reports use.
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

/// A row of the table: opcodes that do the same in different modes.
#[derive(Debug)]
pub struct Family {
    /// The mnemonic that modes add letters to.
    pub name: &'static str,
    /// What they cost.
    pub class: Class,
    /// What they do, in one line: `E` is the effective address, `C(E)` the word there.
    pub meaning: &'static str,
    /// An opcode for each mode.
    pub opcodes: &'static [Opcode],
}

/// An instruction as bits 0 to 8 of a word name it.
pub struct Opcode {
    /// The mnemonic as the manual and MIDAS spell it; empty where there is none.
    pub name: &'static str,
    /// Bits 0 to 8.
    pub code: u16,
    /// Opcodes from that one on which are the same instruction.
    pub codes: u16,
    /// What it costs.
    pub class: Class,
    /// Of what its time is made.
    pub(crate) links: Links,
    pub(crate) interpretations: Interpretations,
}

impl std::fmt::Debug for Opcode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:03o} {}", self.code, self.name)
    }
}

/// The semantics as each reader has them.
pub(crate) struct Interpretations {
    /// The plain engine: does its work, then calls the next step; one for each [`Addressing`] of those
    /// that read the accumulator, and then of those that take what was written last for it.
    pub(crate) threads: [[Thread; 3]; 2],
    /// The engine that puts effects off and owns every trap.
    pub(crate) careful: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
    /// The same engine, following where values come from.
    pub(crate) followed: Followed,
    /// The recorder, for native code where that can be.
    pub(crate) recorded: Option<Recorded>,
    /// The flow analyser.
    pub(crate) flow: fn(&Flow, &Op) -> Result<(), Trap>,
}

/// Decoded operands, the same for every reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Op {
    /// The whole word.
    pub(crate) word: Word36,
    /// Where it is; of an instruction that an XCT executes, where that is.
    pub(crate) address: u32,
    /// The accumulator.
    pub(crate) ac: u8,
    /// The index register, or 0.
    pub(crate) index: u8,
    /// Nanoseconds less when the effective address is found to be an accumulator's; only steps of
    /// the plain engine have it.
    pub(crate) saved: u16,
}

impl Op {
    /// The operands of a word.
    pub(crate) fn new(word: Word36, address: u32) -> Op {
        let ac = (word.bits() >> 23) as u8 & 0o17;
        Op { word, address, ac, index: word.left() as u8 & 0o17, saved: 0 }
    }

    /// Where a skip goes.
    #[inline(always)]
    pub(crate) fn behind_next(&self) -> u32 {
        (self.address + 2) & 0o777777
    }

    /// How the effective address comes about.
    pub(crate) fn addressing(&self) -> Addressing {
        match (self.word.left() & 0o20, self.index) {
            (0, 0) => Addressing::Direct,
            (0, _) => Addressing::Indexed,
            _ => Addressing::Indirect,
        }
    }
}

/// How an effective address comes about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Addressing {
    /// It is in the word.
    Direct,
    /// It is the sum of the word's and an index register's.
    Indexed,
    /// It is found by way of other words.
    Indirect,
}

/// What an instruction asks of the machine itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    /// The instruction at the address is executed in its place.
    Execute,
    /// Words are moved, the last one to the address.
    Transfer,
    /// A jump with a function of `op.ac` that a user may have or not.
    Jump,
    /// A call of the program's own, by the words 40 and 41.
    UserCall,
    /// A call of the monitor.
    MonitorCall,
}

/// What took more time than the word alone says.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExtraTime<V> {
    /// Shifting by places.
    Shift(V),
    /// A one was looked for behind this many zeros.
    Zeros(V),
    /// A byte at an address, by a pointer before its step and behind it, which may have moved on to the
    /// next word.
    Byte { pointer: [V; 2], at: V, crossed: V },
}

/// A floating point result; with `NODIV` among the flags, nothing is stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FloatResult<V> {
    pub(crate) high: V,
    pub(crate) low: V,
    /// Flags to raise, as in the left half of a PC word.
    pub(crate) flags: V,
}

/// A quotient, a remainder, and whether they are to be stored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DivisionResult<V> {
    pub(crate) quotient: V,
    pub(crate) remainder: V,
    /// Not zero when the division can be done.
    pub(crate) fits: V,
}

/// What semantics of this processor need beyond the shared vocabulary.
///
/// An address is a value of 18 bits; a register's slot is its number. Accumulators are memory, so
/// what a row does is seen by what it does next, and its order counts.
pub(crate) trait Pdp10: Semantics {
    /// The accumulator, of a row that has not written anything yet.
    #[inline(always)]
    fn ac(self, op: &Op) -> Self::V {
        self.get(op.ac)
    }

    /// The effective address.
    ///
    /// # Errors
    /// When a word on its way cannot be read.
    fn effective(self, op: &Op) -> Result<Self::V, Trap>;

    /// The address of the byte a pointer names, which was the first before its step and is the second,
    /// and the word there; the pointer is taken to lie at `place` already, whatever lies there.
    ///
    /// # Errors
    /// When a word on its way cannot be read.
    fn byte(self, pointer: [Self::V; 2], place: Self::V) -> Result<(Self::V, Self::V), Trap>;

    /// A pointer before its step and behind it, as it is used: a carry out of the address comes too
    /// late for the index.
    #[inline(always)]
    fn used(self, [before, after]: [Self::V; 2]) -> Self::V {
        let tags = 0o37 << 18;
        after & self.k(!tags & MASK) | before & self.k(tags)
    }

    /// The one of a pointer before its step and behind it that has the size of the byte: a carry out of what
    /// names the address comes into the size, if that is indirect.
    #[inline(always)]
    fn with_size(self, [_, after]: [Self::V; 2]) -> Self::V {
        after
    }

    /// Not zero when a byte increment is suppressed: the pointer went on before an interruption. Who asks
    /// [ends](Self::end_suppression) it, too.
    ///
    /// # Errors
    /// In a reading that leaves such an instruction to another.
    #[inline(always)]
    fn suppressed(self) -> Result<Self::V, Trap> {
        Ok(self.up(flag::BIS))
    }

    /// Byte increments are not suppressed any more.
    #[inline(always)]
    fn end_suppression(self) {
        self.lower(flag::BIS);
    }

    /// Whether a store to an address will succeed.
    ///
    /// # Errors
    /// When it will not.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;

    /// The flags in the left half of a word, as a subroutine call saves them.
    fn flags(self) -> Self::V;

    /// Lowers flags.
    fn lower(self, flags: u32);

    /// Not zero when one of these flags is up.
    fn up(self, flags: u32) -> Self::V;

    /// Raises flags when the condition is not zero.
    fn raise(self, flags: u32, condition: Self::V);

    /// Raises overflow, carry 0 and carry 1, each by the sign bit of a value.
    fn note(self, overflow: Self::V, carry0: Self::V, carry1: Self::V);

    /// Overflow, carry 0 and carry 1 of the sum of two words, each in the sign bit.
    #[inline(always)]
    fn flags_of_sum(self, a: Self::V, b: Self::V, sum: Self::V) -> [Self::V; 3] {
        flags_of_sum(a, b, sum)
    }

    /// The next instruction is left out when the condition is not zero; nothing comes after it.
    ///
    /// # Errors
    /// [`Trap::Condition`] in a reading for which the flow then parts.
    fn skip(self, op: &Op, condition: Self::V) -> Result<(), Trap>;

    /// Tells of a pushdown list that is full or empty, when the value is not zero.
    ///
    /// # Errors
    /// In a reading that cannot tell.
    fn pushdown(self, crossed: Self::V) -> Result<(), Trap>;

    /// AC and AC+1 divided by a number.
    fn divide_long(self, dividend: [Self::V; 2], divisor: Self::V) -> DivisionResult<Self::V>;

    /// A floating point operation on AC and AC+1 and an operand; raises its flags.
    fn float(self, op: Float, ac: [Self::V; 2], operand: Self::V) -> FloatResult<Self::V>;

    /// Time passes, by a step that was known only now.
    fn spend(self, op: &Op, what: ExtraTime<Self::V>);

    /// Leaves the instruction to the machine; only an analyser reads on.
    ///
    /// # Errors
    /// [`Trap::Special`].
    fn system(self, what: System, effective: Self::V) -> Result<(), Trap>;
}

/// Every mnemonic of the processor with the word it stands for, opcodes first.
pub fn opcodes() -> impl Iterator<Item = (&'static str, Word36)> {
    let rows = FAMILIES.iter().flat_map(|family| family.opcodes);
    let named = rows.filter(|row| !row.name.is_empty());
    let words = named.map(|row| (row.name, Word36::new(u64::from(row.code) << 27)));
    words.chain(ALIASES.iter().map(|alias| (alias.name, alias.word())))
}

#[cfg(test)]
mod tests;
