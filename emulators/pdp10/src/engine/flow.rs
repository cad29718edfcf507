//! Flow analysis of what this processor adds to the shared vocabulary.

use machine::semantics::{Flow, Known, Semantics, Trap};

use crate::isa::float::Float;
use crate::isa::{
    Addressing, DivisionResult, ExtraTime, FloatResult, Op, Opcode, Pdp10Semantics, SystemAction,
};

/// Analyses one instruction.
pub(crate) fn analyse(opcode: &Opcode, op: &Op) -> Flow {
    let flow = Flow::new();
    // The analyser continues after traps, so it always reads the whole row.
    let _ = (opcode.interpretations.flow)(&flow, op);
    flow
}

impl Pdp10Semantics for &Flow {
    fn effective(self, op: &Op) -> Result<Known, Trap> {
        if op.index != 0 {
            self.get(op.index);
        }
        Ok(match op.addressing() {
            Addressing::Direct => self.k(op.word.right().into()),
            _ => Known::ANY,
        })
    }

    fn byte(self, _: [Known; 2], _: Known) -> Result<(Known, Known), Trap> {
        Ok((Known::ANY, Known::ANY))
    }

    fn may_store(self, _: Known) -> Result<(), Trap> {
        Ok(())
    }

    fn flags(self) -> Known {
        Known::ANY
    }

    fn up(self, _: u32) -> Known {
        Known::ANY
    }

    fn raise(self, _: u32, _: Known) {}

    fn note(self, _: Known, _: Known, _: Known) {}

    fn lower(self, _: u32) {}

    /// A block continues after a skip; runs that skip leave it there.
    fn skip(self, op: &Op, condition: Known) -> Result<(), Trap> {
        match condition.0 {
            Some(1) => self.jump(self.k(op.after_next().into())),
            Some(_) => {}
            None => self.may_skip(),
        }
        Ok(())
    }

    fn pushdown(self, _: Known) -> Result<(), Trap> {
        Ok(())
    }

    fn divide_long(self, _: [Known; 2], _: Known) -> DivisionResult<Known> {
        DivisionResult { quotient: Known::ANY, remainder: Known::ANY, fits: Known::ANY }
    }

    fn float(self, _: Float, _: [Known; 2], _: Known) -> FloatResult<Known> {
        FloatResult { high: Known::ANY, low: Known::ANY, flags: Known::ANY }
    }

    fn spend(self, _: &Op, _: ExtraTime<Known>) {}

    fn system(self, _: SystemAction, _: Known) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }
}
