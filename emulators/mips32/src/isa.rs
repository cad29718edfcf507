//! The instruction table and its interpretations.
//!
//! One row holds everything about an instruction: name, operands, bits, cost class, meaning and
//! semantics. The assembler, the disassembler, all engines and the cycle models use it.

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

/// Cost class of an instruction, for the cycle models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Integer arithmetic, logic, shifts, moves.
    Alu,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Conditional control transfer.
    Branch,
    /// Unconditional control transfer.
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
    /// Traps that a condition or a breakpoint causes.
    Trap,
    /// System calls, coprocessor 0.
    System,
}

impl Class {
    /// Name in reports.
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
            Class::Trap => "trap",
            Class::System => "system",
        }
    }
}

/// An instruction: a row of the table.
///
/// Letters of `operands` are letters of `pattern`; [`operand`] defines them. Letters only in
/// `pattern` are ignored bits.
pub struct Row {
    /// Mnemonic as in the manual.
    pub name: &'static str,
    /// Operands in source order, separated by `, `; `i(s)` is an address.
    pub operands: &'static str,
    /// Encoding.
    pub pattern: Pattern,
    /// Cost class.
    pub class: Class,
    /// Effect in one line, with the manual's field names.
    pub meaning: &'static str,
    pub(crate) interpretations: Interpretations,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.operands)
    }
}

/// Semantics of a row, once for each interpretation.
pub(crate) struct Interpretations {
    /// Plain engine, by carried values: executes the row, then calls the next one.
    pub(crate) threads: [Thread; 3],
    /// Careful engine: knows all options and raises all traps.
    pub(crate) careful: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
    /// Careful engine with value tracking.
    pub(crate) followed: Followed,
    /// Recorder, if native code is available.
    pub(crate) recorded: Option<Recorded>,
    /// Flow analyser.
    pub(crate) flow: fn(&Flow, &Op) -> Result<(), Trap>,
}

/// Decoded operands, identical for every interpretation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Op {
    /// Immediate, code, or branch or jump target.
    pub(crate) imm: u32,
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// Slot of a source register: field `s` or `S`.
    pub(crate) s: u8,
    /// Slot of a source register: field `t`, `T`, `x`, `X`, `k` or `v`.
    pub(crate) t: u8,
    /// Slot of the destination register: field `w`, `W`, `x` or `X`.
    pub(crate) w: u8,
    /// Shift amount, bit position or condition flag.
    pub(crate) h: u8,
}

impl machine::blocks::DecodedStep for Op {
    fn address(&self) -> u32 {
        self.pc
    }
}

/// Operations on the registers of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemOperations {
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
    /// `op.w` = control register `op.h` of coprocessor 0, which only SPIM has.
    ReadControl0,
    /// Control register `op.h` of coprocessor 0 = `op.t`.
    WriteControl0,
    /// Access to the TLB.
    Translate,
}

/// Operations of MIPS32 in addition to the shared [`Semantics`].
pub(crate) trait MipsSemantics: Semantics {
    /// Value of the first source register.
    #[inline(always)]
    fn rs(self, op: &Op) -> Self::V {
        self.get(op.s)
    }
    /// Value of the second source register.
    #[inline(always)]
    fn rt(self, op: &Op) -> Self::V {
        self.get(op.t)
    }
    /// 0 for little endian, 3 for big endian.
    fn flip(self) -> Self::V;
    /// Result of a conditional store, which always succeeds: 1, or the stored value in SPIM.
    fn stored(self, value: Self::V) -> Self::V;
    /// Return address: after the call and its delay slot, if there is one.
    fn link(self, op: &Op) -> Self::V;
    /// Like [`branch`](Semantics::branch), but the delay slot (if any) runs only if the branch is
    /// taken. It is the last operation of a row.
    fn branch_likely(self, condition: Self::V, to: Self::V) -> Result<(), Trap>;
    /// Leaves the instruction to the machine; only an analyser continues.
    fn system(self, what: SystemOperations) -> Result<(), Trap>;
    /// Single precision arithmetic.
    fn single(self, op: float::Arith, a: Self::V, b: Self::V) -> Self::V;
    /// Double precision arithmetic; pairs are low and high word.
    fn double(
        self,
        op: float::Arith,
        a: (Self::V, Self::V),
        b: (Self::V, Self::V),
    ) -> (Self::V, Self::V);
    /// Checks a signalling comparison; `unordered` is 1 if an operand is a NaN.
    fn signal(self, unordered: Self::V) -> Result<(), Trap>;
    /// 1 if the condition (four bits, as encoded) is true for singles, else 0.
    fn compare_singles(self, condition: u8, a: Self::V, b: Self::V) -> Self::V;
    /// 1 if the condition (four bits, as encoded) is true for doubles, else 0.
    fn compare_doubles(
        self,
        condition: u8,
        a: (Self::V, Self::V),
        b: (Self::V, Self::V),
    ) -> Self::V;
    /// Checks the alignment of a double: to words, or to 8 bytes if the machine requires it.
    fn double_aligned(self, address: Self::V, store: bool) -> Result<(), Trap>;
    /// Checks that a store of a word will succeed, for rows that store twice.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;
    /// Converts a number; narrow formats use only the low word.
    fn convert(self, how: float::Convert, from: (Self::V, Self::V)) -> (Self::V, Self::V);
}

/// Builds the table: each row with its semantics in every interpretation.
macro_rules! rows {
    ($($name:literal $operands:literal $bits:literal $class:ident $meaning:literal
        |$m:ident, $o:ident| $body:expr;)*) => {
        /// Names of all instructions, without a dependency on the engines.
        pub(crate) static NAMES: &[&str] = &[$($name),*];

        /// Every instruction, each in one row.
        pub static ROWS: &[Row] = &[$({
            #[inline(always)]
            fn semantics<S: MipsSemantics>($m: S, $o: &Op) -> Result<(), Trap> {
                $body;
                Ok(())
            }
            Row {
                name: $name,
                operands: $operands,
                pattern: Pattern::new($bits),
                class: Class::$class,
                meaning: $meaning,
                interpretations: Interpretations {
                    threads: [
                        |cpu, one, rest, last| step::<_, _, _, { carried::NONE }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                        |cpu, one, rest, last| step::<_, _, _, { carried::FIRST }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                        |cpu, one, rest, last| step::<_, _, _, { carried::SECOND }>(cpu, one, rest, last, |m, op| semantics(m, op)),
                    ],
                    careful: |careful, op| semantics(careful, op),
                    followed: |following, op| machine::follow::tracked(|| semantics(following, op)),
                    recorded: if machine::native::CAN_BE { Some(|recording, op| semantics(recording, op)) } else { None },
                    flow: |flow, op| semantics(flow, op),
                },
            }
        }),*];

        /// Two rows that match the same word do not compile.
        const _: () = assert_disjoint(&[$(Pattern::new($bits)),*], 32);
    };
}
use rows;

/// Rows of a mnemonic in lower case.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + '_ {
    ROWS.iter().filter(move |row| row.name == name)
}

/// Row that matches a machine word.
#[must_use]
pub fn of_word(word: u32) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.pattern.matches(word.into()))
}

#[cfg(test)]
mod tests;
