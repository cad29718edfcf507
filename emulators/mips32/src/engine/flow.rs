//! The flow analyser's interpretation of the operations specific to MIPS32.

use machine::semantics::{Flow, Known, Semantics, Trap};

use crate::isa::float::{Arith, Convert};
use crate::isa::{MipsSemantics, Op, SystemOperations};

/// Analyses one instruction.
pub(crate) fn analyse(row: &crate::isa::Row, op: &Op) -> Flow {
    let flow = Flow::new();
    // Traps do not stop the analyser, so it always reaches the end of the row.
    let _ = (row.interpretations.flow)(&flow, op);
    flow
}

impl MipsSemantics for &Flow {
    fn flip(self) -> Known {
        Known::ANY
    }

    fn stored(self, _: Known) -> Known {
        Known::ANY
    }

    fn link(self, op: &Op) -> Known {
        Known(Some(u64::from(op.pc.wrapping_add(4))))
    }

    fn branch_likely(self, condition: Known, to: Known) -> Result<(), Trap> {
        self.branch(condition, to);
        Ok(())
    }

    fn system(self, _: SystemOperations) -> Result<(), Trap> {
        self.trap(Trap::Special)
    }

    fn signal(self, _: Known) -> Result<(), Trap> {
        Ok(())
    }

    fn single(self, _: Arith, _: Known, _: Known) -> Known {
        Known::ANY
    }

    fn double(self, _: Arith, _: (Known, Known), _: (Known, Known)) -> (Known, Known) {
        (Known::ANY, Known::ANY)
    }

    fn compare_singles(self, _: u8, _: Known, _: Known) -> Known {
        Known::ANY
    }

    fn compare_doubles(self, _: u8, _: (Known, Known), _: (Known, Known)) -> Known {
        Known::ANY
    }

    fn double_aligned(self, _: Known, _: bool) -> Result<(), Trap> {
        Ok(())
    }

    fn may_store(self, _: Known) -> Result<(), Trap> {
        Ok(())
    }

    fn convert(self, _: Convert, _: (Known, Known)) -> (Known, Known) {
        (Known::ANY, Known::ANY)
    }
}
