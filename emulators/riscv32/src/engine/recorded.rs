//! The recorder's interpretation of the operations that this instruction set adds.

use machine::native::{HostFloat, HostOp, Node, NodeValue, RuleRecorder};
use machine::semantics::{Semantics, Trap, Value};

use crate::isa::float::{Float, Format, NX, Rounding, call};
use crate::isa::slot::{FFLAGS, SINK};
use crate::isa::{FloatResult, Op, RiscvSemantics, Row, SystemOperation};

/// Machine properties that rows depend on besides registers and memory.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Bits that are zero in the address of an instruction.
    pub(crate) pc_mask: u32,
}

/// Recorder of rows.
pub(crate) type Recording = RuleRecorder<Rules>;

/// Row in this interpretation.
pub(crate) type Recorded = fn(&Recording, &Op) -> Result<(), Trap>;

/// Recorded operations of an instruction; `None` if it is not suitable for native code.
pub(crate) fn record(row: &Row, op: &Op, rules: Rules) -> Option<Box<[Node]>> {
    let recorder = RuleRecorder::new(rules, Some((0, SINK)));
    (row.interpretations.recorded?)(&recorder, op).ok()?;
    recorder.take()
}

impl<'a> RiscvSemantics for &'a Recording {
    fn jump_register(self, to: NodeValue<'a>) -> Result<(), Trap> {
        // The jump has already cleared the lowest bit.
        if self.rules.pc_mask & !1 != 0 {
            self.trap_if(to & self.k(self.rules.pc_mask.into()), Trap::Memory)?;
        }
        self.jump(to);
        Ok(())
    }

    fn aligned(self, address: NodeValue<'a>, units: u8, _: bool) -> Result<(), Trap> {
        self.trap_if(address & self.k(u64::from(units) - 1), Trap::Memory)
    }

    fn may_store(self, address: NodeValue<'a>) -> Result<(), Trap> {
        self.note(Node::MayStore(address.id(), 4));
        Ok(())
    }

    fn system(self, what: SystemOperation) -> Result<(), Trap> {
        if what == SystemOperation::FetchFence { Ok(()) } else { self.trap(Trap::Special) }
    }

    fn float(
        self,
        format: Format,
        op: Float,
        rounding: NodeValue<'a>,
        operands: [(NodeValue<'a>, NodeValue<'a>); 3],
    ) -> Result<FloatResult<NodeValue<'a>>, Trap> {
        self.trap_if(self.k(Rounding::COUNT - 1).below(rounding), Trap::Illegal)?;
        let [a, b, c] = operands;
        let what = self.k(call::code(format, op).into());
        let arguments = [a.0, a.1, b.0, b.1, c.0, c.1, rounding, what];
        let [low, high, flags] = match quick(format, op) {
            None => self.call(call::apply, &arguments),
            Some((host, Quick::Always)) => {
                self.call_unless(self.k(1), host, call::apply, &arguments)
            }
            Some((host, Quick::Rounding(mode))) => {
                let is_inexact = self.get(FFLAGS) & self.k(NX.into());
                let is_quick = rounding.equals(self.k(mode as u64)) & is_inexact;
                self.call_unless(is_quick, host, call::apply, &arguments)
            }
        };
        Ok(FloatResult { low, high, flags })
    }
}

/// Condition for an instruction of the host.
enum Quick {
    /// It raises no flag.
    Always,
    /// A rounding mode; the only flag that it may raise is NX, which must be set already.
    Rounding(Rounding),
}

/// Instruction of the host for the usual cases of an operation.
fn quick(format: Format, op: Float) -> Option<(HostFloat, Quick)> {
    let fused = |negates_product, negates_addend| HostOp::Fused { negates_product, negates_addend };
    let is_double = format == Format::Double;
    let (nearest, to_zero) = (Rounding::NearestEven, Rounding::Zero);
    let (op, quick) = match op {
        Float::Add => (HostOp::Add, Quick::Rounding(nearest)),
        Float::Subtract => (HostOp::Subtract, Quick::Rounding(nearest)),
        Float::Multiply => (HostOp::Multiply, Quick::Rounding(nearest)),
        Float::Divide => (HostOp::Divide, Quick::Rounding(nearest)),
        Float::SquareRoot => (HostOp::SquareRoot, Quick::Rounding(nearest)),
        Float::FusedMultiplyAdd => (fused(false, false), Quick::Rounding(nearest)),
        Float::FusedMultiplySubtract => (fused(false, true), Quick::Rounding(nearest)),
        Float::FusedNegativeMultiplySubtract => (fused(true, false), Quick::Rounding(nearest)),
        Float::FusedNegativeMultiplyAdd => (fused(true, true), Quick::Rounding(nearest)),
        Float::Equal => (HostOp::Equal, Quick::Always),
        Float::Less => (HostOp::Less, Quick::Always),
        Float::LessOrEqual => (HostOp::LessOrEqual, Quick::Always),
        Float::FromWord if is_double => (HostOp::FromWord, Quick::Always),
        Float::ToWord => (HostOp::Truncate, Quick::Rounding(to_zero)),
        Float::ToDouble => (HostOp::Convert, Quick::Always),
        Float::ToSingle => (HostOp::Convert, Quick::Rounding(nearest)),
        _ => return None,
    };
    Some((HostFloat { op, is_double, is_flagged: true }, quick))
}
