//! Rows of the instruction table, in the form that the kit needs.

use kit::{Class, Format, Interpretations, Operands, Pattern, Row, Step};

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
    /// Kind of its accesses, which is its cost class.
    pub(crate) access: &'static str,
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

impl Encoding {
    /// The row with these semantics.
    fn row<F: Format>(&self, run: Interpretations<F>) -> Row<F> {
        let (operands, bits) = self.mode.operand();
        let class = Class::new(self.access, self.cycles);
        Row {
            name: self.name,
            operands,
            // The opcode is on the right.
            pattern: Pattern::new(bits).followed_by(self.opcode.into(), 8),
            class: match self.name {
                "JSR" => class.calls(),
                "RTS" | "RTI" => class.returns(),
                _ => class,
            },
            meaning: self.meaning,
            run,
        }
    }
}

/// Semantics of all encodings, in order; `None` for those of other processors.
#[derive(Debug)]
pub(crate) struct SemanticsList<F: Format>(pub(crate) Vec<Option<Interpretations<F>>>);

impl<F: Format> SemanticsList<F> {
    /// Adds those of the next encoding.
    #[inline(never)]
    pub(crate) fn add(&mut self, run: Option<Interpretations<F>>) {
        self.0.push(run);
    }

    /// Rows of the encodings that have semantics.
    pub(crate) fn rows(self, encodings: &[Encoding]) -> Vec<Row<F>> {
        let mut rows = Vec::new();
        for (encoding, run) in encodings.iter().zip(self.0) {
            let Some(run) = run else { continue };
            if encoding.mode == Mode::Accumulator {
                // Sources may leave out the operand; the disassembler takes the row after this one.
                let Interpretations { plain, followed, flow } = run;
                let bare = encoding.row(Interpretations { plain, followed, flow });
                rows.push(Row { operands: "", ..bare });
            }
            rows.push(encoding.row(run));
        }
        // The assembler takes the first form that fits: an operand in parentheses is indirect, and
        // `A` is the accumulator.
        rows.sort_by_key(|row| (!row.operands.starts_with('('), !matches!(row.operands, "" | "A")));
        rows
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
        /// Names of the instructions; some are in the list twice.
        pub(crate) static NAMES: &[&str] = &[$($name),+];

        /// The table as data, which needs none of the code.
        pub(crate) static ENCODINGS: &[Encoding] = &[$($($(Encoding {
            name: $name,
            access: stringify!($access),
            meaning: $meaning,
            set: Set::$set,
            mode: Mode::$mode,
            opcode: $opcode,
            cycles: $cycles,
            crossing: is_crossing(stringify!($($crossing)?)),
        },)+)+)+];

        /// Rows of a processor.
        pub(crate) fn rows<F: kit::Format, const CMOS: bool>() -> Vec<kit::Row<F>> {
            let mut list = SemanticsList(Vec::new());
            $({
                #[inline(always)]
                fn semantics<M: Bus, const CMOS: bool>(m: M, operand: Operand<M::V>) -> Done {
                    Cpu::<M, CMOS>(m).$access(operand, $compute)
                }
                // A copy for each addressing mode would take the compiler long.
                #[inline(never)]
                fn shared<M: Bus, const CMOS: bool>(m: M, operand: Operand<M::V>) -> Done {
                    semantics::<M, CMOS>(m, operand)
                }
                $($(list.add(if Set::$set.is_of(CMOS) {
                    const CROSSING: bool = is_crossing(stringify!($($crossing)?));
                    Some(kit::Interpretations {
                        plain: |m, operands| {
                            let operand = operand(m, Mode::$mode, CROSSING, operands);
                            semantics::<_, CMOS>(m, operand)
                        },
                        followed: |m, operands| kit::tracked(|| {
                            let operand = operand(m, Mode::$mode, CROSSING, operands);
                            shared::<_, CMOS>(m, operand)
                        }),
                        flow: |m, operands| {
                            let operand = operand(m, Mode::$mode, CROSSING, operands);
                            shared::<_, CMOS>(m, operand)
                        },
                    })
                } else {
                    None
                });)+)+
            })+
            list.rows(ENCODINGS)
        }

        /// Runs an opcode in any interpretation.
        pub(crate) fn execute<M: Bus, const CMOS: bool>(
            m: M,
            opcode: u8,
            operands: &kit::Operands,
        ) -> Done {
            $({
                #[inline(never)]
                fn semantics<M: Bus, const CMOS: bool>(m: M, operand: Operand<M::V>) -> Done {
                    Cpu::<M, CMOS>(m).$access(operand, $compute)
                }
                $($(if Set::$set.is_of(CMOS) && opcode == $opcode {
                    let crossing = is_crossing(stringify!($($crossing)?));
                    let operand = operand(m, Mode::$mode, crossing, operands);
                    return semantics::<M, CMOS>(m, operand);
                })+)+
            })+
            Err(kit::Trap::Illegal)
        }
    };
}
pub(crate) use instructions;
