//! The instruction tables and how they are read.
//!
//! One row holds all that is known of an instruction: name, operands, bits, extension, cost class,
//! meaning and semantics. A compressed instruction is a row of a second table that says which row
//! it stands for, so it has no semantics of its own. The assemblers, the disassembler, every engine
//! and the cycle models read these rows.

use machine::bits::{Pattern, assert_disjoint};
use machine::semantics::{Flow, Semantics, Trap};

pub(crate) mod compressed;
pub(crate) mod csr_names;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod extension;
pub(crate) mod float;
mod helpers;
pub mod operand;
pub(crate) mod page;
pub(crate) mod slot;
mod table;

pub(crate) use compressed::compressed;
pub use compressed::{COMPRESSED, Compressed};
pub use csr_names::{CSRS, csr_number};
pub use encode::{EncodeError, disassemble, ordered};
pub use extension::{Extension, Extensions};
pub use operand::{FLOAT_REGISTERS, REGISTERS};
pub use page::page;
pub(crate) use table::NAMES;
pub use table::ROWS;

use crate::engine::careful::Careful;
use crate::engine::fast::Thread;
use crate::engine::followed::Followed;
use crate::engine::recorded::Recorded;
use float::{Float, Format};

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
    /// Reads and writes memory in one step.
    Atomic,
    /// Floating point: moves, sign changes, comparisons.
    FloatMove,
    /// Floating point: addition, multiplication, conversion.
    FloatAdd,
    /// Floating point: division and square root.
    FloatDivide,
    /// Control and status registers, environment calls, fences.
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
            Class::Atomic => "atomic",
            Class::FloatMove => "float-move",
            Class::FloatAdd => "float-add",
            Class::FloatDivide => "float-divide",
            Class::System => "system",
        }
    }
}

/// An instruction of four bytes: a row of the table.
///
/// Letters of `operands` are letters of `pattern`; [`operand`] says what each stands for. Letters
/// of `pattern` alone are bits that do not matter.
pub struct Row {
    /// The mnemonic as the manual spells it; rows with a field `o` also take `.aq`, `.rl`, `.aqrl`.
    pub name: &'static str,
    /// Operands in source order, separated by `, `; `i(s)` is an address.
    pub operands: &'static str,
    /// The bits.
    pub pattern: Pattern,
    /// What has it.
    pub extension: Extension,
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
    /// Immediate, number of a control and status register, or the address a branch or jump goes to.
    pub(crate) imm: u32,
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// Slot of the register that is written.
    pub(crate) d: u8,
    /// Slot of the first register that is read.
    pub(crate) s: u8,
    /// Slot of the second register that is read.
    pub(crate) t: u8,
    /// Slot of the third register that is read.
    pub(crate) r: u8,
    /// Shift distance, rounding mode, or unsigned five-bit immediate.
    pub(crate) h: u8,
    /// Bytes of the instruction: 2 or 4.
    pub(crate) length: u8,
}

impl machine::blocks::Step for Op {
    fn address(&self) -> u32 {
        self.pc
    }
}

/// How a register of control and status changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// It becomes the operand.
    Write,
    /// The operand's ones become ones.
    Set,
    /// The operand's ones become zeros.
    Clear,
}

/// What an instruction asks of the machine itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    /// `op.d` = register `op.imm`, which changes by register `op.s`; slot 0 changes nothing by set and clear.
    Csr(Change),
    /// The same by the number `op.h`.
    CsrImmediate(Change),
    /// Return from a trap to machine mode.
    MachineReturn,
    /// Return from a trap to user mode, as RARS has it.
    UserReturn,
    /// Wait for an interrupt.
    Wait,
    /// What was stored is now what is executed.
    FetchFence,
}

/// A floating point result: low and high word, and the exceptions it raised (`fflags`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Floated<V> {
    pub(crate) low: V,
    pub(crate) high: V,
    pub(crate) flags: V,
}

/// What semantics of this instruction set need beyond the shared vocabulary.
pub(crate) trait RiscV: Semantics {
    /// The register of the first operand.
    #[inline(always)]
    fn rs1(self, op: &Op) -> Self::V {
        self.get(op.s)
    }
    /// The register of the second operand.
    #[inline(always)]
    fn rs2(self, op: &Op) -> Self::V {
        self.get(op.t)
    }
    /// Goes to an address known only now.
    ///
    /// # Errors
    /// [`Trap::Memory`] when no instruction can begin there.
    fn jump_register(self, to: Self::V) -> Result<(), Trap>;
    /// Checks an address that must be a multiple of the units, which plain accesses need not be.
    fn aligned(self, address: Self::V, units: u8, store: bool) -> Result<(), Trap>;
    /// Whether a store of the word at an address will succeed; asked by a row that stores twice.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;
    /// Leaves the instruction to the machine; only an analyser reads on.
    fn system(self, what: System) -> Result<(), Trap>;
    /// A floating point operation on low and high words; singles come unboxed in the low word.
    ///
    /// # Errors
    /// [`Trap::Illegal`] when `rounding` is no rounding mode.
    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Self::V,
        operands: [(Self::V, Self::V); 3],
    ) -> Result<Floated<Self::V>, Trap>;
}

/// A row with these semantics, read every way.
macro_rules! rows {
    ($($name:literal $operands:literal $bits:literal $(- $letter:literal $value:literal)? $extension:ident $class:ident $meaning:literal
        |$m:ident, $o:ident| $body:expr;)*) => {
        /// The name of each, without the row: who asks for a name needs no engine.
        pub(crate) static NAMES: &[&str] = &[$($name),*];

        /// Every instruction of four bytes, each in one row.
        pub static ROWS: &[Row] = &[$({
            #[inline(always)]
            fn semantics<S: RiscV>($m: S, $o: &Op) -> Result<(), Trap> {
                $body;
                Ok(())
            }
            Row {
                name: $name,
                operands: $operands,
                pattern: Pattern::new($bits)$(.except($letter, $value))?,
                extension: Extension::$extension,
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
        const _: () = assert_disjoint(&[$(Pattern::new($bits)$(.except($letter, $value))?),*], 32);
    };
}
use rows;

/// The first row of this mnemonic.
///
/// For other tables and the assembler's own use, at compile time: a name that no row has does not
/// compile.
pub(crate) const fn row(name: &str) -> &'static Row {
    let mut at = 0;
    while at < ROWS.len() {
        if same(ROWS[at].name, name) {
            return &ROWS[at];
        }
        at += 1;
    }
    panic!("no row has this name")
}

/// Whether texts are the same, at compile time too.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// The rows of this mnemonic, written in lower case, without a suffix such as `.aq`.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + '_ {
    ROWS.iter().filter(move |row| row.name == name)
}

#[cfg(test)]
mod tests;
