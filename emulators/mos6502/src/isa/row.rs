//! Rows of the instruction table, in the form that the kit needs.

use kit::{Class, Operands, Pattern, Step};

use super::access::Operand;
use super::mode::Mode;

/// Processors that have an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    Both,
    Nmos,
    Undocumented,
    Cmos,
}

impl Set {
    /// Whether the 65C02 has it, or the NMOS 6502.
    pub(crate) const fn is_of(self, cmos: bool) -> bool {
        match self {
            Set::Both => true,
            Set::Nmos | Set::Undocumented => !cmos,
            Set::Cmos => cmos,
        }
    }
}

/// An instruction in one addressing mode.
#[derive(Debug)]
pub(crate) struct Encoding {
    pub(crate) name: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) set: Set,
    pub(crate) mode: Mode,
    pub(crate) opcode: u8,
    pub(crate) cycles: u8,
    /// Whether a crossed page takes another cycle.
    pub(crate) crossing: bool,
}

/// Whether a crossed page takes another cycle, from what is written after the cycles.
pub(crate) const fn is_crossing(sign: &str) -> bool {
    !sign.is_empty()
}

/// Bits of an instruction, the opcode on the right.
pub(crate) fn pattern(opcode: u8, mode: Mode) -> Pattern {
    Pattern::new(mode.operand().1).followed_by(opcode.into(), 8)
}

/// Cost class of an instruction: its cycles, and its effect on the call chain.
pub(crate) fn class(name: &str, access: &'static str, cycles: u8) -> Class {
    let class = Class::new(access, cycles);
    match name {
        "JSR" => class.calls(),
        "RTS" | "RTI" => class.returns(),
        _ => class,
    }
}

/// Operand of an instruction, in values of an interpretation.
#[inline(always)]
pub(crate) fn operand<M: Step>(
    m: M,
    mode: Mode,
    crossing: bool,
    operands: &Operands,
) -> Operand<M::V> {
    let [number, target, ..] = operands.map(|operand| m.num(operand));
    Operand { mode, crossing, constant: operands[0], number, target }
}

/// Expands the rows of the table.
macro_rules! instructions {
    ($($name:literal $access:ident $meaning:literal ($compute:expr)
       $($set:ident $([$mode:ident $opcode:literal $cycles:literal $($crossing:tt)?])+)+;)+) => {
        /// The table as data, which needs none of the code.
        pub(crate) static ENCODINGS: &[Encoding] = &[$($($(Encoding {
            name: $name,
            meaning: $meaning,
            set: Set::$set,
            mode: Mode::$mode,
            opcode: $opcode,
            cycles: $cycles,
            crossing: is_crossing(stringify!($($crossing)?)),
        },)+)+)+];

        /// Rows of a processor.
        pub(crate) fn rows<F: kit::Format, const CMOS: bool>() -> Vec<kit::Row<F>> {
            let mut rows = Vec::new();
            $($($(if Set::$set.is_of(CMOS) {
                #[inline(always)]
                fn semantics<M: Bus, const CMOS: bool>(m: M, operands: &kit::Operands) -> Done {
                    let crossing = is_crossing(stringify!($($crossing)?));
                    let operand = operand(m, Mode::$mode, crossing, operands);
                    Cpu::<M, CMOS>(m).$access(operand, $compute)
                }
                rows.push(kit::Row {
                    name: $name,
                    operands: Mode::$mode.operand().0,
                    pattern: pattern($opcode, Mode::$mode),
                    class: class($name, stringify!($access), $cycles),
                    meaning: $meaning,
                    run: kit::Interpretations {
                        plain: |m, operands| semantics::<_, CMOS>(m, operands),
                        followed: |m, operands| semantics::<_, CMOS>(m, operands),
                        flow: |m, operands| semantics::<_, CMOS>(m, operands),
                    },
                });
            })+)+)+
            // The assembler takes the first form that fits: an operand in parentheses is indirect,
            // and `A` is the accumulator.
            rows.sort_by_key(|row| (!row.operands.starts_with('('), row.operands != "A"));
            rows
        }

        /// Runs an opcode in any interpretation.
        pub(crate) fn execute<M: Bus, const CMOS: bool>(
            m: M,
            opcode: u8,
            operands: &kit::Operands,
        ) -> Done {
            $($($(if Set::$set.is_of(CMOS) && opcode == $opcode {
                // One function with all of them takes the compiler a minute.
                #[inline(never)]
                fn semantics<M: Bus, const CMOS: bool>(m: M, operands: &kit::Operands) -> Done {
                    let crossing = is_crossing(stringify!($($crossing)?));
                    let operand = operand(m, Mode::$mode, crossing, operands);
                    Cpu::<M, CMOS>(m).$access(operand, $compute)
                }
                return semantics::<M, CMOS>(m, operands);
            })+)+)+
            Err(kit::Trap::Illegal)
        }
    };
}
pub(crate) use instructions;
