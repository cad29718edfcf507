//! Data-flow tracking: the careful engine's interpretation with the origin of each value.

use machine::follow::{FollowedSemantics, FollowedValue as V};
use machine::semantics::{Semantics, Trap, Word32};

use super::careful::Careful;
use crate::isa::float::{Float, Format};
use crate::isa::{FloatResult, Op, RiscvSemantics, SystemOperation};

/// Row in this interpretation.
pub(crate) type Followed = fn(FollowedSemantics<'_, &Careful<'_>>, &Op) -> Result<(), Trap>;

type Word = V<Word32>;

impl RiscvSemantics for FollowedSemantics<'_, &Careful<'_>> {
    const QUICK_STATUS: bool = false;

    fn jump_register(self, to: Word) -> Result<(), Trap> {
        self.jump(to);
        Ok(())
    }

    fn aligned(self, address: Word, units: u8, store: bool) -> Result<(), Trap> {
        self.inner.aligned(address.value, units, store)
    }

    fn may_store(self, address: Word) -> Result<(), Trap> {
        self.inner.may_store(address.value)
    }

    fn system(self, what: SystemOperation) -> Result<(), Trap> {
        self.inner.system(what)
    }

    fn float(
        self,
        format: Format,
        op: Float,
        rounding: Word,
        operands: [(Word, Word); 3],
    ) -> Result<FloatResult<Word>, Trap> {
        let values = operands.map(|(low, high)| (low.value, high.value));
        let floated = self.inner.float(format, op, rounding.value, values)?;
        let mut all = V::sound(floated.low);
        for (low, high) in operands {
            all = V::all(floated.low, all, V::all(floated.low, low, high));
        }
        let with = |value| V::with(value, all.doubt);
        Ok(FloatResult { low: all, high: with(floated.high), flags: with(floated.flags) })
    }
}

#[cfg(test)]
mod tests;
