//! The instruction table and how it is read.
//!
//! One row holds all that is known of an instruction: name, operands, bits, cost class, meaning
//! and semantics. The assembler, the disassembler, every engine and the cycle models read it.

use machine::bits::{Pattern, assert_disjoint};
use machine::semantics::{Flow, Semantics, Trap};

pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod float;
mod helpers;
pub mod operand;
pub(crate) mod page;
mod table;

pub use encode::REGISTERS;
pub use page::page;
pub(crate) use table::NAMES;
pub use table::ROWS;

use crate::engine::careful::Careful;
use crate::engine::fast::Thread;
use crate::engine::followed::Followed;
use crate::engine::recorded::Recorded;

/// What an instruction costs, in the words of the cycle models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Integer arithmetic, logic, shifts, moves.
    Alu,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// May change the flow by a condition.
    Branch,
    /// Changes the flow.
    Jump,
    /// Integer multiplication.
    Multiply,
    /// Integer division.
    Divide,
    /// Moves to or from HI and LO.
    HiLo,
    /// Floating point: moves, sign changes, comparisons.
    FloatMove,
    /// Floating point: addition, subtraction, conversion.
    FloatAdd,
    /// Floating point: single multiplication.
    FloatMultiply,
    /// Floating point: double multiplication.
    FloatMultiplyDouble,
    /// Floating point: single division and square root.
    FloatDivide,
    /// Floating point: double division and square root.
    FloatDivideDouble,
    /// System calls, traps, coprocessor 0.
    System,
}

impl Class {
    /// The name reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Alu => "alu",
            Class::Load => "load",
            Class::Store => "store",
            Class::Branch => "branch",
            Class::Jump => "jump",
            Class::Multiply => "multiply",
            Class::Divide => "divide",
            Class::HiLo => "hilo",
            Class::FloatMove => "float-move",
            Class::FloatAdd => "float-add",
            Class::FloatMultiply => "float-multiply",
            Class::FloatMultiplyDouble => "float-multiply-double",
            Class::FloatDivide => "float-divide",
            Class::FloatDivideDouble => "float-divide-double",
            Class::System => "system",
        }
    }
}

/// An instruction: a row of the table.
///
/// Letters of `operands` are letters of `pattern`; [`operand`] says what each stands for. Letters
/// of `pattern` alone are bits that do not matter.
pub struct Row {
    /// The mnemonic as the manual spells it.
    pub name: &'static str,
    /// Operands in source order, separated by `, `; `i(s)` is an address.
    pub operands: &'static str,
    /// The bits.
    pub pattern: Pattern,
    /// What it costs.
    pub class: Class,
    /// What it does, in one line and in the manual's field names.
    pub meaning: &'static str,
    pub(crate) readings: Readings,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.operands)
    }
}

/// The row's semantics as each reader has them.
pub(crate) struct Readings {
    /// The plain engine: does its work, then calls the next row; by what is carried.
    pub(crate) threads: [Thread; 3],
    /// The engine that knows every option and owns every trap.
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
    /// Immediate, code, or the address a branch or jump goes to.
    pub(crate) imm: u32,
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// Slot of a register that is read: field `s` or `S`.
    pub(crate) s: u8,
    /// Slot of a register that is read: field `t`, `T`, `x`, `X`, `k` or `v`.
    pub(crate) t: u8,
    /// Slot of the register that is written: field `w`, `W`, `x` or `X`.
    pub(crate) w: u8,
    /// Shift distance, bit position or condition flag.
    pub(crate) h: u8,
}

impl machine::blocks::Step for Op {
    fn address(&self) -> u32 {
        self.pc
    }
}

/// What an instruction asks of registers that the machine keeps itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    /// `op.w` = register `op.t` of coprocessor 0.
    Read,
    /// Register `op.w` of coprocessor 0 = `op.t`.
    Write,
    /// Return from an exception.
    Return,
    /// Wait for an interrupt.
    Wait,
    /// `op.w` = Status, then interrupts off.
    Disable,
    /// `op.w` = Status, then interrupts on.
    Enable,
    /// `op.w` = hardware register `op.h`.
    ReadHardware,
    /// `op.w` = floating point control register `op.h`.
    ReadControl,
    /// Floating point control register `op.h` = `op.t`.
    WriteControl,
    /// `op.w` = control register `op.h` of coprocessor 0, which SPIM alone has.
    ReadControl0,
    /// Control register `op.h` of coprocessor 0 = `op.t`.
    WriteControl0,
    /// The table that translates addresses.
    Translate,
}

/// What semantics of this instruction set need beyond the shared vocabulary.
pub(crate) trait Mips: Semantics {
    /// The register of the first operand.
    #[inline(always)]
    fn rs(self, op: &Op) -> Self::V {
        self.get(op.s)
    }
    /// The register of the second operand.
    #[inline(always)]
    fn rt(self, op: &Op) -> Self::V {
        self.get(op.t)
    }
    /// 0 for little endian, 3 for big endian.
    fn flip(self) -> Self::V;
    /// What a conditional store, which is always done, leaves in the register it stored: 1, but in
    /// SPIM what was stored.
    fn stored(self, value: Self::V) -> Self::V;
    /// Where a call returns to: behind the call, and behind its delay slot if there is one.
    fn link(self, op: &Op) -> Self::V;
    /// As [`branch`](Semantics::branch), and the next instruction runs only when the branch is taken,
    /// as its delay slot, if the machine has any. Nothing comes behind it in a row.
    fn branch_likely(self, condition: Self::V, to: Self::V) -> Result<(), Trap>;
    /// Leaves the instruction to the machine; only an analyser reads on.
    fn system(self, what: System) -> Result<(), Trap>;
    /// A single precision result.
    fn single(self, op: float::Arith, a: Self::V, b: Self::V) -> Self::V;
    /// A double precision result; pairs are low and high word.
    fn double(
        self,
        op: float::Arith,
        a: (Self::V, Self::V),
        b: (Self::V, Self::V),
    ) -> (Self::V, Self::V);
    /// Checks a comparison that signals; `unordered` is 1 when an operand is no number.
    fn signal(self, unordered: Self::V) -> Result<(), Trap>;
    /// 1 when the condition (four bits, as encoded) holds between singles, else 0.
    fn compare_singles(self, condition: u8, a: Self::V, b: Self::V) -> Self::V;
    /// 1 when the condition (four bits, as encoded) holds between doubles, else 0.
    fn compare_doubles(
        self,
        condition: u8,
        a: (Self::V, Self::V),
        b: (Self::V, Self::V),
    ) -> Self::V;
    /// Checks an address for a double: whole words for all, multiples of 8 where the machine asks.
    fn double_aligned(self, address: Self::V, store: bool) -> Result<(), Trap>;
    /// Whether a store of the word at an address will succeed; asked by a row that stores twice.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;
    /// A number in another format; narrow formats use the low word only.
    fn convert(self, how: float::Convert, from: (Self::V, Self::V)) -> (Self::V, Self::V);
}

/// A row with these semantics, read every way.
macro_rules! rows {
    ($($name:literal $operands:literal $bits:literal $class:ident $meaning:literal
        |$m:ident, $o:ident| $body:expr;)*) => {
        /// The name of each, without the row: who asks for a name needs no engine.
        pub(crate) static NAMES: &[&str] = &[$($name),*];

        /// Every instruction, each in one row.
        pub static ROWS: &[Row] = &[$({
            #[inline(always)]
            fn semantics<S: Mips>($m: S, $o: &Op) -> Result<(), Trap> {
                $body;
                Ok(())
            }
            Row {
                name: $name,
                operands: $operands,
                pattern: Pattern::new($bits),
                class: Class::$class,
                meaning: $meaning,
                readings: Readings {
                    threads: [
                        |cpu, one, rest, last| step::<_, _, { carried::NONE }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                        |cpu, one, rest, last| step::<_, _, { carried::FIRST }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                        |cpu, one, rest, last| step::<_, _, { carried::SECOND }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                    ],
                    careful: |careful, op| semantics(careful, op),
                    followed: |following, op| semantics(following, op),
                    recorded: if machine::native::CAN_BE { Some(|recording, op| semantics(recording, op)) } else { None },
                    flow: |flow, op| semantics(flow, op),
                },
            }
        }),*];

        /// Proof that no word is two instructions: an overlap does not compile.
        const _: () = assert_disjoint(&[$(Pattern::new($bits)),*], 32);
    };
}
use rows;

/// The rows of this mnemonic, written in lower case.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + '_ {
    ROWS.iter().filter(move |row| row.name == name)
}

/// The row that a machine word is an instruction of.
#[must_use]
pub fn of_word(word: u32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.pattern.matches(word.into()))
}

#[cfg(test)]
mod tests;
