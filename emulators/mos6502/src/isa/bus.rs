//! Bus cycles that change nothing, which only a record of the bus sees.

use kit::{Evaluator, Format, Step};
use machine::follow::{Bits, FollowedSemantics};
use machine::semantics::Flow;

/// An interpretation that can see every cycle of the bus.
pub(crate) trait Bus: Step {
    /// Whether instructions share the code for operands, which takes the compiler less time, instead
    /// of having code for their addressing mode.
    const SHARES: bool = true;

    /// A cycle, if `condition` is not 0, in which the processor reads a byte and ignores it.
    #[inline(always)]
    fn idle_if(self, condition: Self::V, address: Self::V) {
        let _ = (condition, address);
    }

    /// A cycle in which the processor reads a byte and ignores it.
    #[inline(always)]
    fn idle(self, address: Self::V) {
        self.idle_if(self.k(1), address);
    }

    /// A part of the operand that is read again, `encoded` unless the instruction has changed itself.
    #[inline(always)]
    fn read_again(self, encoded: Self::V, read: Self::V) -> Self::V {
        let _ = encoded;
        read
    }

    /// A cycle in which the NMOS processor writes a byte back before it writes the result.
    #[inline(always)]
    fn write_back(self, address: Self::V, value: Self::V) {
        let _ = (address, value);
    }
}

impl<F: Format> Bus for Evaluator<'_, F> {
    const SHARES: bool = false;
}

impl<S: Step> Bus for FollowedSemantics<'_, S> where S::V: Bits {}

impl Bus for &Flow {
    fn read_again(self, encoded: Self::V, _: Self::V) -> Self::V {
        encoded
    }
}
