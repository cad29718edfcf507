//! Compiling nodes without side effects.

use cranelift_codegen::ir::{BlockArg, InstBuilder, Value};
use machine::native::{BinaryOp, Id, Node, Slots};

use crate::access::REGISTERS;
use crate::emit::{Emitter, Held};
use crate::shape::{self, Shape, root};
use crate::step::Step;

impl Emitter<'_, '_> {
    /// Value of a node without side effects.
    pub(crate) fn give(&mut self, at: usize, step: &Step<'_>) -> Held {
        let node = self.as_shifted(step.nodes[at], step);
        if let Some(held) = self.without_code(node, step) {
            return held;
        }
        let root = root(self.block, step.number, at);
        let value = match node {
            Node::Two(BinaryOp::And, a, b) if self.region.shape.bits == 36 => {
                self.and_of(a, b, step)
            }
            Node::Load(address, units) => self.load_of(address, units, at, step),
            Node::Two(
                two @ (BinaryOp::Divide
                | BinaryOp::DivideUnsigned
                | BinaryOp::Remainder
                | BinaryOp::RemainderUnsigned),
                a,
                b,
            ) => self.divided(two, (a, b), step),
            Node::Two(
                two @ (BinaryOp::Mul | BinaryOp::MultiplyHigh | BinaryOp::MultiplyHighUnsigned),
                a,
                b,
            ) if self.region.shape.bits == 32 => self.multiplied(two, (a, b), step),
            Node::Two(two, a, b) => self.two_of(two, step.get(a), step.get(b)),
            Node::SignExtend(a, _) if self.is_signed_load(a as usize, step) => {
                self.value(step.get(a))
            }
            Node::SignExtend(a, bits) => {
                let a = self.value(step.get(a));
                self.sign_extend(a, bits)
            }
            Node::LeadingZeros(a) => {
                let a = self.value(step.get(a));
                self.leading_zeros(a)
            }
            Node::Not(a) => {
                let a = self.value(step.get(a));
                self.not(a)
            }
            Node::Pick(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|id| self.value(step.get(id)));
                let value = self.b.ins().select(condition, yes, no);
                self.narrow(value, self.width(yes).max(self.width(no)))
            }
            Node::PickSeldom(condition, yes, no) => {
                let [condition, yes, no] = [condition, yes, no].map(|id| self.value(step.get(id)));
                let value = self.pick_seldom(condition, yes, no);
                self.narrow(value, self.width(yes).max(self.width(no)))
            }
            _ => unreachable!("a node that has an effect"),
        };
        Self::fresh(root, value)
    }

    /// Operation on two values.
    fn two_of(&mut self, two: BinaryOp, a: Held, b: Held) -> Value {
        let count = match b.shape {
            Shape::Number(number) => Some(number),
            Shape::Near(..) => None,
        };
        let a = self.value(a);
        if (two, count) == (BinaryOp::Xor, Some(1))
            && let Some(opposite) = self.opposite(a)
        {
            return opposite;
        }
        let b = self.value(b);
        self.two(two, a, b, count)
    }

    /// Removes the mask of a shift distance for 32-bit words, because the host masks it, too.
    fn as_shifted(&self, node: Node, step: &Step<'_>) -> Node {
        let is_31 = |id: Id| step.get(id).shape == Shape::Number(31);
        match node {
            Node::Two(two @ (BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Sar), a, b)
                if self.region.shape.bits == 32 =>
            {
                match step.nodes[b as usize] {
                    Node::Two(BinaryOp::And, by, mask) if is_31(mask) => Node::Two(two, a, by),
                    _ => node,
                }
            }
            node => node,
        }
    }

    /// Value that is a constant, near another value or in a register, so that it needs no
    /// arithmetic.
    fn without_code(&mut self, node: Node, step: &Step<'_>) -> Option<Held> {
        let get = |id: Id| step.get(id);
        if let Some(shape) = shape::of(node, self.region.shape.bits, |id| get(id).shape) {
            let base = match (shape, node) {
                (
                    Shape::Near(root, _),
                    Node::Two(_, a, b) | Node::Pick(_, a, b) | Node::PickSeldom(_, a, b),
                ) => {
                    let mut both = [a, b].into_iter().map(get);
                    let same = |held: &Held| matches!(held.shape, Shape::Near(it, _) if it == root);
                    both.find(same).and_then(|held| held.base)
                }
                _ => None,
            };
            return Some(Held { shape, base });
        }
        match node {
            Node::Load(address, _) if self.region.shape.slots == Slots::First16 => {
                let slot = Self::register(get(address))?;
                Some(self.get(slot))
            }
            // A word that may be stored to is not a register.
            Node::Two(BinaryOp::Below, address, limit)
                if get(limit).shape == Shape::Number(REGISTERS.into())
                    && self.state.known.may_store.iter().any(|it| it.0 == address) =>
            {
                Some(Held { shape: Shape::Number(0), base: None })
            }
            _ => None,
        }
    }

    /// `a & b` of 36-bit words, one of which may be a complement.
    fn and_of(&mut self, a: Id, b: Id, step: &Step<'_>) -> Value {
        let not = |id: Id| match step.nodes[id as usize] {
            Node::Not(of) => Some(of),
            _ => None,
        };
        match (not(a), not(b)) {
            (_, Some(b)) => self.and_not(step.get(a), step.get(b)),
            (Some(a), None) => self.and_not(step.get(b), step.get(a)),
            (None, None) => self.and(step.get(a), step.get(b)),
        }
    }

    /// A word of memory, which the instruction may store to afterwards.
    fn load_of(&mut self, address: Id, units: u8, at: usize, step: &Step<'_>) -> Value {
        let is_stored = |node: &Node| matches!(*node, Node::MayStore(to, _) | Node::Store(to, ..) if to == address);
        if self.region.shape.slots == Slots::First16
            && !self.region.watching
            && step.nodes[at + 1..].iter().any(is_stored)
        {
            // One check of the tags serves both.
            self.may_store((address, step.get(address)), units);
        }
        let is_signed = self.is_signed_load(at, step);
        self.load((address, step.get(address)), units, is_signed)
    }

    /// Whether a node loads less than a word only to sign-extend it into a register.
    fn is_signed_load(&self, at: usize, step: &Step<'_>) -> bool {
        let load = at as Id;
        match step.nodes[at..] {
            [Node::Load(_, units), Node::SignExtend(loaded, bits), Node::Set(_, extended)] => {
                (loaded, extended) == (load, load + 1)
                    && bits < self.region.shape.bits
                    && bits == 8 * u32::from(units)
            }
            _ => false,
        }
    }

    fn leading_zeros(&mut self, a: Value) -> Value {
        let zeros = self.b.ins().clz(a);
        let above = 64 - i64::from(self.region.shape.bits);
        let zeros = match self.region.shape.slots {
            Slots::First16 => self.b.ins().iadd_imm_s(zeros, -above),
            Slots::Narrow => zeros,
        };
        self.narrow(zeros, 6)
    }

    /// `yes` if a condition is true, which is rare: a branch is faster than a selection.
    fn pick_seldom(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let [seldom, on] = [(); 2].map(|()| self.b.create_block());
        self.b.set_cold_block(seldom);
        self.b.append_block_param(on, self.word());
        self.b.ins().brif(condition, seldom, &[], on, &[BlockArg::Value(no)]);
        self.b.switch_to_block(seldom);
        self.b.ins().jump(on, &[BlockArg::Value(yes)]);
        self.b.switch_to_block(on);
        self.b.block_params(on)[0]
    }
}
