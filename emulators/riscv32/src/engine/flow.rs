//! The flow analyser's interpretation of the operations that this instruction set adds.

use machine::semantics::{Flow, Known, Semantics, Trap};

use crate::isa::float::{Float, Format};
use crate::isa::{FloatResult, Op, RiscvSemantics, Row, SystemOperation};

/// Control flow of one instruction.
pub(crate) fn analyse(row: &Row, op: &Op) -> Flow {
    let flow = Flow::new();
    // No trap stops the analyser, so it always processes the whole row.
    let _ = (row.interpretations.flow)(&flow, op);
    flow
}

impl RiscvSemantics for &Flow {
    fn jump_register(self, to: Known) -> Result<(), Trap> {
        self.jump(to);
        Ok(())
    }

    fn aligned(self, _: Known, _: u8, _: bool) -> Result<(), Trap> {
        Ok(())
    }

    fn may_store(self, _: Known) -> Result<(), Trap> {
        Ok(())
    }

    fn system(self, what: SystemOperation) -> Result<(), Trap> {
        if what == SystemOperation::FetchFence { Ok(()) } else { self.trap(Trap::Special) }
    }

    fn float(
        self,
        _: Format,
        _: Float,
        _: Known,
        _: [(Known, Known); 3],
    ) -> Result<FloatResult<Known>, Trap> {
        Ok(FloatResult { low: Known::ANY, high: Known::ANY, flags: Known::ANY })
    }
}
