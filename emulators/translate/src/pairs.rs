//! Results that programs often need in pairs: quotient and remainder, or both words of a product.
//!
//! A division takes longer than ten other instructions, and two multiplications take longer than
//! one of 64 bits.

use cranelift_codegen::ir::types::I32;
use cranelift_codegen::ir::{InstBuilder, Value};
use machine::native::{BinaryOp, Id, Node};

use crate::emit::Emitter;
use crate::shape::Shape;
use crate::step::Step;

/// Number of instructions after one among which the other half of its pair is sought.
const SOON: usize = 4;

/// A quotient or a product of 64 bits that was computed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownPair {
    operation: BinaryOp,
    operands: Operands,
    value: Value,
}

/// Identity of two operands, of which the second may be selected by a condition from two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Operands([Shape; 4]);

impl Operands {
    fn of((a, b): (Id, Id), step: &Step<'_>) -> Operands {
        let [condition, yes, no] = match step.nodes[b as usize] {
            Node::Pick(condition, yes, no) => [condition, yes, no],
            _ => [b; 3],
        };
        Operands([a, condition, yes, no].map(|id| step.get(id).shape))
    }
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
        let operands = Operands::of((a, b), step);
        let known = self.known_pair(quotient, operands);
        let (a, b) = (self.value(step.get(a)), self.value(step.get(b)));
        if known.is_none() && quotient != operation && !self.is_soon(quotient, step) {
            return self.two(operation, a, b, None);
        }
        let value = known.unwrap_or_else(|| self.two(quotient, a, b, None));
        self.state.known.pair = Some(KnownPair { operation: quotient, operands, value });
        if quotient == operation {
            return value;
        }
        let product = self.two(BinaryOp::Mul, value, b, None);
        self.two(BinaryOp::Sub, a, product, None)
    }

    /// A word of a product of 32-bit words, by one multiplication if both words are needed.
    pub(crate) fn multiplied(
        &mut self,
        operation: BinaryOp,
        (a, b): (Id, Id),
        step: &Step<'_>,
    ) -> Value {
        let (signed, unsigned) = (BinaryOp::MultiplyHigh, BinaryOp::MultiplyHighUnsigned);
        let operands = Operands::of((a, b), step);
        // The low word of both products is the same.
        let mut full = [signed, unsigned].into_iter().filter(|_| operation == BinaryOp::Mul);
        let known = full.clone().find(|&full| self.known_pair(full, operands).is_some());
        let soon = || full.find(|&full| self.is_soon(full, step));
        let full = known.or_else(soon).or((operation != BinaryOp::Mul).then_some(operation));
        let known = full.and_then(|full| self.known_pair(full, operands));
        let (a, b) = (self.value(step.get(a)), self.value(step.get(b)));
        let Some(full) = full else { return self.two(operation, a, b, None) };
        let product = known.unwrap_or_else(|| self.product(full == signed, a, b));
        self.state.known.pair = Some(KnownPair { operation: full, operands, value: product });
        let word = if operation == full { self.b.ins().ushr_imm_u(product, 32) } else { product };
        self.b.ins().ireduce(I32, word)
    }

    fn known_pair(&self, operation: BinaryOp, operands: Operands) -> Option<Value> {
        let is_it = |it: &KnownPair| (it.operation, it.operands) == (operation, operands);
        self.state.known.pair.filter(is_it).map(|it| it.value)
    }

    /// Whether this instruction or one of the next has an operation.
    fn is_soon(&self, operation: BinaryOp, step: &Step<'_>) -> bool {
        let steps = &self.region.blocks[self.block].steps[step.number..];
        let mut nodes = steps.iter().take(1 + SOON).flat_map(|step| step.1.iter());
        nodes.any(|node| matches!(node, Node::Two(two, ..) if *two == operation))
    }
}
