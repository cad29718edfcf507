//! The instruction tables and their interpretations.
//!
//! One row defines everything about an instruction: name, operands, bits, extension, cost class,
//! meaning and semantics. A compressed instruction is a row of a second table that refers to the
//! row it stands for, so it has no semantics of its own. The assemblers, the disassembler, all
//! engines and the cycle models use these rows.

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

/// Cost class of an instruction, for the cycle models.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Integer arithmetic, logic, shifts, moves.
    Alu,
    /// Reads memory.
    Load,
    /// Writes memory.
    Store,
    /// Conditional change of flow.
    Branch,
    /// Unconditional change of flow.
    Jump,
    /// Integer multiplication.
    Multiply,
    /// Integer division.
    Divide,
    /// Reads and writes memory atomically.
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
            Class::Atomic => "atomic",
            Class::FloatMove => "float-move",
            Class::FloatAdd => "float-add",
            Class::FloatDivide => "float-divide",
            Class::System => "system",
        }
    }
}

/// Four-byte instruction: a row of the table.
///
/// The letters of `operands` are letters of `pattern`; [`operand`] lists their meanings. Other
/// letters of `pattern` are ignored bits.
pub struct Row {
    /// Mnemonic as in the manual; rows with a field `o` also take `.aq`, `.rl`, `.aqrl`.
    pub name: &'static str,
    /// Operands in source order, separated by `, `; `i(s)` is an address.
    pub operands: &'static str,
    /// Bit pattern.
    pub pattern: Pattern,
    /// Extension that contains it.
    pub extension: Extension,
    /// Cost class.
    pub class: Class,
    /// Description in one line, with the manual's field names.
    pub meaning: &'static str,
    pub(crate) interpretations: Interpretations,
}

impl std::fmt::Debug for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.operands)
    }
}

/// Interpretations of the row's semantics.
pub(crate) struct Interpretations {
    /// Plain engine: executes the step, then calls the next one; indexed by the carried value.
    pub(crate) threads: [Thread; 3],
    /// Careful engine, with all options and traps.
    pub(crate) careful: fn(&Careful<'_>, &Op) -> Result<(), Trap>,
    /// Careful engine with data-flow tracking.
    pub(crate) followed: Followed,
    /// Recorder for native code, if the row is suitable.
    pub(crate) recorded: Option<Recorded>,
    /// The flow analyser.
    pub(crate) flow: fn(&Flow, &Op) -> Result<(), Trap>,
}

/// Decoded operands, identical for every interpretation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Op {
    /// Immediate, number of a control and status register, or target address of a branch or jump.
    pub(crate) imm: u32,
    /// Address of the instruction.
    pub(crate) pc: u32,
    /// Slot of the destination register.
    pub(crate) d: u8,
    /// Slot of the first source register.
    pub(crate) s: u8,
    /// Slot of the second source register.
    pub(crate) t: u8,
    /// Slot of the third source register.
    pub(crate) r: u8,
    /// Shift amount, rounding mode, or unsigned five-bit immediate.
    pub(crate) h: u8,
    /// Bytes of the instruction: 2 or 4.
    pub(crate) length: u8,
}

impl machine::blocks::DecodedStep for Op {
    fn address(&self) -> u32 {
        self.pc
    }
}

/// Change of a control and status register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// The register becomes the operand.
    Write,
    /// The bits that are 1 in the operand are set.
    Set,
    /// The bits that are 1 in the operand are cleared.
    Clear,
}

/// Operation on the machine itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SystemOperation {
    /// `op.d` = register `op.imm`, changed by register `op.s`; slot 0 makes set and clear change
    /// nothing.
    Csr(Change),
    /// The same with the number `op.h` as operand.
    CsrImmediate(Change),
    /// Return from a machine-mode trap.
    MachineReturn,
    /// Return from a supervisor-mode trap.
    SupervisorReturn,
    /// Return from a user-mode trap, as in RARS.
    UserReturn,
    /// Wait for an interrupt.
    Wait,
    /// Make changes of page tables visible.
    AddressFence,
    /// Make earlier stores visible to instruction fetches.
    FetchFence,
}

/// Floating-point result: low and high word, and the exceptions raised (`fflags`).
#[derive(Debug, Clone, Copy)]
pub(crate) struct FloatResult<V> {
    pub(crate) low: V,
    pub(crate) high: V,
    pub(crate) flags: V,
}

/// Operations that semantics of this instruction set need in addition to the shared ones.
pub(crate) trait RiscvSemantics: Semantics {
    /// Value of the first source register.
    #[inline(always)]
    fn rs1(self, op: &Op) -> Self::V {
        self.get(op.s)
    }
    /// Value of the second source register.
    #[inline(always)]
    fn rs2(self, op: &Op) -> Self::V {
        self.get(op.t)
    }
    /// Jumps to an address known only at run time.
    ///
    /// # Errors
    /// [`Trap::Memory`] if no instruction can begin there.
    fn jump_register(self, to: Self::V) -> Result<(), Trap>;
    /// Checks the alignment of an address, for accesses that require it in any case.
    fn aligned(self, address: Self::V, units: u8, store: bool) -> Result<(), Trap>;
    /// Checks that a store of the word at an address will succeed; for rows that store twice.
    fn may_store(self, address: Self::V) -> Result<(), Trap>;
    /// Whether it accesses `mstatus` itself, as far as the slots allow that, and leaves only the rest
    /// to the machine.
    const QUICK_STATUS: bool = true;
    /// Leaves the instruction to the machine; only an analyser continues after it.
    fn system(self, what: SystemOperation) -> Result<(), Trap>;
    /// Floating-point operation on low and high words; a single is unboxed in the low word.
    ///
    /// # Errors
    /// [`Trap::Illegal`] if `rounding` is not a rounding mode.
    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Self::V,
        operands: [(Self::V, Self::V); 3],
    ) -> Result<FloatResult<Self::V>, Trap>;
}

/// Row with these semantics in all interpretations.
macro_rules! rows {
    ($($name:literal $operands:literal $bits:literal $(- $letter:literal $value:literal)? $extension:ident $class:ident $meaning:literal
        |$m:ident, $o:ident| $body:expr;)*) => {
        /// Names of all instructions, without their rows: looking up a name needs no engine.
        pub(crate) static NAMES: &[&str] = &[$($name),*];

        /// All four-byte instructions, one per row.
        pub static ROWS: &[Row] = &[$({
            #[inline(always)]
            fn semantics<S: RiscvSemantics>($m: S, $o: &Op) -> Result<(), Trap> {
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

        /// Proof that no word encodes two instructions: an overlap does not compile.
        const _: () = assert_disjoint(&[$(Pattern::new($bits)$(.except($letter, $value))?),*], 32);
    };
}
use rows;

/// First row with this mnemonic.
///
/// For other tables and the assembler, at compile time: an unknown name does not compile.
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

/// Whether texts are equal, also at compile time.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

/// Rows with this lower-case mnemonic, without a suffix such as `.aq`.
pub fn named(name: &str) -> impl Iterator<Item = &'static Row> + '_ {
    ROWS.iter().filter(move |row| row.name == name)
}

#[cfg(test)]
mod tests;
