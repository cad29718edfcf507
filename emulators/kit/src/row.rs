//! Rows of an instruction table.

use machine::CallFlow;
use machine::bits::Pattern;
use machine::follow::FollowedSemantics;
use machine::semantics::{Flow, Trap};

use crate::format::Format;
use crate::state::Evaluator;

/// Maximum number of operands.
pub(crate) const MOST_OPERANDS: usize = 3;

/// Decoded operands of an instruction, in the order of its row.
pub type Operands = [i64; MOST_OPERANDS];

/// An instruction: a row of the table, which [`rows!`](crate::rows) writes.
pub struct Row<F: Format> {
    /// Name.
    pub name: &'static str,
    /// Operands as in a source: a letter of the pattern is an operand, other characters are
    /// literal, and blanks do not matter.
    pub operands: &'static str,
    /// Bits: the first unit of an instruction is on the left in a big-endian
    /// [format](Format::BIG_ENDIAN).
    pub pattern: Pattern,
    /// Cost class.
    pub class: Class,
    /// Meaning, in words.
    pub meaning: &'static str,
    /// Semantics in each interpretation.
    pub run: Interpretations<F>,
}

impl<F: Format> std::fmt::Debug for Row<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.operands)
    }
}

/// Semantics of a row, once for each interpretation.
pub struct Interpretations<F: Format> {
    /// Runs it.
    pub plain: fn(Evaluator<'_, F>, &Operands) -> Result<(), Trap>,
    /// Runs it and tracks undefined values.
    pub followed:
        for<'f> fn(FollowedSemantics<'f, Evaluator<'f, F>>, &Operands) -> Result<(), Trap>,
    /// Finds the registers and the control flow.
    pub flow: fn(&Flow, &Operands) -> Result<(), Trap>,
}

impl<F: Format> std::fmt::Debug for Interpretations<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Interpretations")
    }
}

/// Cost class of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class {
    /// Name in profiles.
    pub name: &'static str,
    /// Cycles in the machine's cycle model, without what [`Step::spend`](crate::Step::spend) adds.
    pub cycles: u8,
    /// Effect on the call chain.
    pub flow: CallFlow,
}

impl Class {
    /// Class of instructions that neither call nor return.
    #[must_use]
    pub const fn new(name: &'static str, cycles: u8) -> Class {
        Class { name, cycles, flow: CallFlow::Other }
    }

    /// Calls.
    #[must_use]
    pub const fn calls(self) -> Class {
        Class { flow: CallFlow::Call, ..self }
    }

    /// Returns.
    #[must_use]
    pub const fn returns(self) -> Class {
        Class { flow: CallFlow::Return, ..self }
    }
}

/// Writes a table of instructions: name, operands, bits, cost class, meaning and semantics.
///
/// `$table: $format` names the static and the type of the machine's [`Format`]. A closure has an
/// interpretation, which implements [`Step`](crate::Step), and the row's operands in order of
/// their letters. A word that matches two rows is the one with more fixed bits; any other word
/// that two rows claim does not compile.
#[macro_export]
macro_rules! rows {
    ($(#[$doc:meta])* $vis:vis static $table:ident: $format:ty;
        $($name:literal, $operands:literal, $bits:literal, $class:expr, $meaning:literal,
        |$m:ident $(, $operand:ident)*| $body:expr;)*) => {
        $(#[$doc])*
        $vis static $table: &[$crate::Row<$format>] = &[$({
            #[inline(always)]
            fn semantics<S: $crate::Step>(
                $m: S,
                operands: &$crate::Operands,
            ) -> Result<(), $crate::Trap> {
                let [$($operand,)* ..] = *operands;
                $body;
                Ok(())
            }
            $crate::Row {
                name: $name,
                operands: $operands,
                pattern: $crate::Pattern::new($bits),
                class: $class,
                meaning: $meaning,
                run: $crate::Interpretations {
                    plain: |m, operands| semantics(m, operands),
                    followed: |m, operands| $crate::tracked(|| semantics(m, operands)),
                    flow: |m, operands| semantics(m, operands),
                },
            }
        }),*];

        const _: () = $crate::assert_nested(
            &[$($crate::Pattern::new($bits)),*],
            <$format as $crate::Format>::UNIT_BITS,
        );
    };
}
