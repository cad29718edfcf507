//! Quotients and remainders of the same numbers.
//!
//! A division takes longer than ten other instructions, and programs often need both results.

use cranelift_codegen::ir::Value;
use machine::native::{BinaryOp, Id, Node};

use crate::emit::Emitter;
use crate::shape::Shape;
use crate::step::Step;

/// Number of instructions after a remainder among which its quotient is sought.
const SOON: usize = 4;

/// A quotient that was computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownQuotient {
    operation: BinaryOp,
    operands: Operands,
    value: Value,
}

/// Identity of dividend and divisor, which may be selected by a condition from two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Operands {
    dividend: Shape,
    divisor: [Shape; 3],
}

impl Emitter<'_, '_> {
    /// A quotient or remainder, by one division if both are needed.
    pub(crate) fn divided(
        &mut self,
        operation: BinaryOp,
        (a, b): (Id, Id),
        step: &Step<'_>,
    ) -> Value {
        let quotient = match operation {
            BinaryOp::Remainder => BinaryOp::Divide,
            BinaryOp::RemainderUnsigned => BinaryOp::DivideUnsigned,
            quotient => quotient,
        };
        let shape = |id: Id| step.get(id).shape;
        let divisor = match step.nodes[b as usize] {
            Node::Pick(condition, yes, no) => [condition, yes, no].map(shape),
            _ => [shape(b); 3],
        };
        let operands = Operands { dividend: shape(a), divisor };
        let is_it = |it: &KnownQuotient| (it.operation, it.operands) == (quotient, operands);
        let known = self.state.known.quotient.filter(is_it).map(|it| it.value);
        let (a, b) = (self.value(step.get(a)), self.value(step.get(b)));
        if known.is_none() && quotient != operation && !self.divides_soon(quotient, step) {
            return self.two(operation, a, b, None);
        }
        let value = known.unwrap_or_else(|| self.two(quotient, a, b, None));
        self.state.known.quotient = Some(KnownQuotient { operation: quotient, operands, value });
        if quotient == operation {
            return value;
        }
        let product = self.two(BinaryOp::Mul, value, b, None);
        self.two(BinaryOp::Sub, a, product, None)
    }

    /// Whether this instruction or one of the next computes a quotient.
    fn divides_soon(&self, quotient: BinaryOp, step: &Step<'_>) -> bool {
        let steps = &self.region.blocks[self.block].steps[step.number..];
        let mut nodes = steps.iter().take(1 + SOON).flat_map(|step| step.1.iter());
        nodes.any(|node| matches!(node, Node::Two(two, ..) if *two == quotient))
    }
}
