//! Operations of instruction rows, in addition to the shared [`Semantics`].

use machine::follow::{Bits, FollowedSemantics};
use machine::semantics::{Flow, Known, Semantics, Trap};

use crate::format::Format;
use crate::state::Evaluator;

/// Operations of an instruction of a simple machine, for any interpretation.
///
/// Effects are immediate: a row reads registers before it sets them, and everything that can fail
/// comes before the first change. Operands are those of the row, decoded: the slot of a register,
/// or a number.
pub trait Step: Semantics {
    /// Value of a register operand.
    #[inline(always)]
    fn reg(self, operand: i64) -> Self::V {
        self.get(operand as u8)
    }

    /// Sets a register operand.
    #[inline(always)]
    fn put(self, operand: i64, value: Self::V) {
        self.set(operand as u8, value);
    }

    /// Value of a number operand.
    #[inline(always)]
    fn num(self, operand: i64) -> Self::V {
        self.k(operand.cast_unsigned())
    }

    /// Address of the following instruction.
    fn following(self) -> Self::V;

    /// Adds cycles to those of the row, such as for a taken branch.
    fn spend(self, cycles: Self::V);

    /// Leaves the rest of the instruction to [`Design::perform`](crate::Design::perform).
    ///
    /// # Errors
    /// [`Trap::Special`], except for an analyser.
    fn ask(self, request: u32) -> Result<(), Trap>;
}

impl<F: Format> Step for Evaluator<'_, F> {
    #[inline(always)]
    fn following(self) -> Self::V {
        self.k(self.state.next())
    }

    #[inline(always)]
    fn spend(self, cycles: Self::V) {
        self.state.spend(cycles.bits());
    }

    fn ask(self, request: u32) -> Result<(), Trap> {
        Err(Evaluator::ask(self, request))
    }
}

impl<S: Step> Step for FollowedSemantics<'_, S>
where
    S::V: Bits,
{
    fn following(self) -> Self::V {
        Self::V::sound(self.inner.following())
    }

    fn spend(self, cycles: Self::V) {
        self.inner.spend(cycles.value);
    }

    fn ask(self, request: u32) -> Result<(), Trap> {
        self.inner.ask(request)
    }
}

impl Step for &Flow {
    fn following(self) -> Known {
        Known::ANY
    }

    fn spend(self, _: Known) {}

    fn ask(self, _: u32) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }
}
