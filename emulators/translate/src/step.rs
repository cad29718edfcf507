//! From an instruction's nodes to code.

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I16, I32, I64};
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, Value};
use machine::native::{Id, Node, Slots, Two};

use crate::emit::{Cached, Emit, Held, State, trusted};
use crate::shape::{self, Shape, found, root};

/// Where the flow goes behind a block's last instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Turn {
    /// On.
    On,
    /// To an address.
    To(Held),
    /// To an address when a condition is not zero.
    If(Value, Held),
    /// It went already.
    Gone,
}

impl Emit<'_, '_> {
    /// The code of a block's instructions.
    pub(crate) fn steps(&mut self) -> Turn {
        let block = &self.region.blocks[self.block];
        let slots = self.state.cache.iter().map(|cached| (cached.slot, cached.held.shape));
        let slots: BTreeMap<u8, Shape> = slots.collect();
        self.hulls = shape::hulls(self.block, block, self.region.shape.bits, slots);
        let mut turn = Turn::On;
        // A delay slot that cannot be done takes its branch with it.
        let mut before: Option<State> = None;
        for (step, (_, nodes)) in block.steps.iter().enumerate() {
            let is_branch = block.delayed && step + 2 == block.steps.len();
            let is_slot = block.delayed && step + 1 == block.steps.len();
            if is_branch {
                before = Some(self.state.clone());
            }
            self.done = if is_slot { step - 1 } else { step };
            self.state.known.branch = if is_slot { before.take().map(Box::new) } else { None };
            match self.step(step, nodes) {
                Turn::On => {}
                Turn::Gone => return Turn::Gone,
                went => turn = went,
            }
        }
        self.state.known.branch = None;
        self.done = block.steps.len();
        turn
    }

    fn step(&mut self, step: usize, nodes: &[Node]) -> Turn {
        let mut values: Vec<Held> = Vec::with_capacity(nodes.len());
        let (mut turn, mut spent) = (Turn::On, Vec::new());
        self.state.known.may_store.clear();
        self.state.known.undone = None;
        self.state.known.cycles = Some(self.b.use_var(self.clock));
        for (at, &node) in nodes.iter().enumerate() {
            let nothing = Held { shape: Shape::Number(0), base: None };
            let held = match node {
                Node::Get(slot) => self.get(slot),
                Node::Set(slot, value) => {
                    self.set(slot, values[value as usize]);
                    nothing
                }
                Node::Store(address, value, units) => {
                    self.store((address, values[address as usize]), values[value as usize], units);
                    nothing
                }
                Node::MayStore(address, units) => {
                    self.may_store((address, values[address as usize]), units);
                    nothing
                }
                Node::Leave(condition) => {
                    match values[condition as usize].shape {
                        Shape::Number(0) => {}
                        Shape::Number(_) => {
                            self.leave_here();
                            return Turn::Gone;
                        }
                        Shape::Near(..) => {
                            let condition = self.value(values[condition as usize]);
                            self.leave_if_here(condition);
                        }
                    }
                    nothing
                }
                Node::Jump(to) => {
                    turn = Turn::To(values[to as usize]);
                    nothing
                }
                Node::Branch(condition, to) => {
                    turn = match values[condition as usize].shape {
                        Shape::Number(0) => Turn::On,
                        Shape::Number(_) => Turn::To(values[to as usize]),
                        Shape::Near(..) => {
                            Turn::If(self.value(values[condition as usize]), values[to as usize])
                        }
                    };
                    nothing
                }
                Node::Skip(condition) => {
                    self.spend(&mut spent);
                    turn = self.skip(step, values[condition as usize]);
                    nothing
                }
                Node::Spend(nanos) => {
                    spent.push(values[nanos as usize]);
                    nothing
                }
                Node::SaveIf(condition, nanos, is_seldom) => {
                    self.save_if(values[condition as usize], nanos, is_seldom);
                    nothing
                }
                Node::AddressIn(word, nanos) => {
                    let word = self.value(values[word as usize]);
                    let address = self.address_in(word, nanos);
                    Self::fresh(root(self.block, step, at), address)
                }
                _ => self.give(step, at, nodes, &values),
            };
            values.push(held);
        }
        self.spend(&mut spent);
        turn
    }

    /// The value of a node that has one, and no effect.
    fn give(&mut self, step: usize, at: usize, nodes: &[Node], values: &[Held]) -> Held {
        let get = |id: Id| values[id as usize];
        let node = self.as_shifted(nodes[at], nodes, &get);
        if let Some(shape) = shape::of(node, self.region.shape.bits, |id| get(id).shape) {
            let base = match (shape, node) {
                (Shape::Number(_), _) => None,
                (Shape::Near(root, _), Node::Two(_, a, b) | Node::Pick(_, a, b)) => {
                    let mut both = [a, b].into_iter().map(get);
                    let same = |held: &Held| matches!(held.shape, Shape::Near(it, _) if it == root);
                    both.find(same).and_then(|held| held.base)
                }
                (Shape::Near(..), _) => None,
            };
            return Held { shape, base };
        }
        if let Node::Load(address, _) = node
            && self.region.shape.slots == Slots::First16
            && let Some(slot) = Self::register(get(address))
        {
            return self.get(slot);
        }
        let root = root(self.block, step, at);
        let value = match node {
            Node::Two(Two::And, a, b) if self.region.shape.bits == 36 => {
                let not = |id: Id| match nodes[id as usize] {
                    Node::Not(of) => Some(of),
                    _ => None,
                };
                match (not(a), not(b)) {
                    (_, Some(b)) => self.and_not(get(a), get(b)),
                    (Some(a), None) => self.and_not(get(b), get(a)),
                    (None, None) => self.and(get(a), get(b)),
                }
            }
            Node::Load(address, units) => self.load((address, get(address)), units),
            Node::Two(two, a, b) => {
                let count = |held: Held| match held.shape {
                    Shape::Number(number) => Some(number),
                    Shape::Near(..) => None,
                };
                let count = count(get(b));
                let (a, b) = (self.value(get(a)), self.value(get(b)));
                self.two(two, a, b, count)
            }
            Node::SignExtend(a, bits) => {
                let a = self.value(get(a));
                self.sign_extend(a, bits)
            }
            Node::LeadingZeros(a) => {
                let a = self.value(get(a));
                let zeros = self.b.ins().clz(a);
                let above = 64 - i64::from(self.region.shape.bits);
                let zeros = match self.region.shape.slots {
                    Slots::First16 => self.b.ins().iadd_imm_s(zeros, -above),
                    Slots::Narrow => zeros,
                };
                self.narrow(zeros, 6)
            }
            Node::Not(a) => {
                let a = self.value(get(a));
                self.not(a)
            }
            Node::Pick(condition, yes, no) => {
                let condition = self.value(get(condition));
                let (yes, no) = (self.value(get(yes)), self.value(get(no)));
                let value = self.b.ins().select(condition, yes, no);
                self.narrow(value, self.width(yes).max(self.width(no)))
            }
            _ => unreachable!("a node that has an effect"),
        };
        Self::fresh(root, value)
    }

    /// A shift by a number's low five bits is one by the number where words have 32, for the host takes
    /// no more of it.
    fn as_shifted(&self, node: Node, nodes: &[Node], get: &impl Fn(Id) -> Held) -> Node {
        let is_31 = |id: Id| get(id).shape == Shape::Number(31);
        match node {
            Node::Two(two @ (Two::Shl | Two::Shr | Two::Sar), a, b)
                if self.region.shape.bits == 32 =>
            {
                match nodes[b as usize] {
                    Node::Two(Two::And, by, mask) if is_31(mask) => Node::Two(two, a, by),
                    _ => node,
                }
            }
            node => node,
        }
    }

    pub(crate) fn get(&mut self, slot: u8) -> Held {
        if let Some(cached) = self.state.cache.iter().find(|cached| cached.slot == slot) {
            return cached.held;
        }
        let ((array, offset), word) = (self.slot(slot), self.word());
        let value = self.b.ins().load(word, trusted(), array, offset);
        let held = Self::fresh(found(self.block, slot), value);
        self.state.cache.push(Cached { slot, held, dirty: false });
        held
    }

    pub(crate) fn set(&mut self, slot: u8, held: Held) {
        self.state.known.forget_registers();
        self.state.known.undone = None;
        match self.state.cache.iter_mut().find(|cached| cached.slot == slot) {
            Some(cached) => (cached.held, cached.dirty) = (held, true),
            None => self.state.cache.push(Cached { slot, held, dirty: true }),
        }
    }

    /// The address in a word; its index takes time.
    fn address_in(&mut self, word: Value, nanos: u32) -> Value {
        let [odd, plain, found] = [(); 3].map(|()| self.b.create_block());
        self.b.append_block_param(found, I64);
        let more = self.b.ins().band_imm_u(word, 0o37 << 18);
        self.b.ins().brif(more, odd, &[], plain, &[]);
        self.b.switch_to_block(odd);
        self.b.set_cold_block(odd);
        let again = self.b.ins().band_imm_u(word, 0o20 << 18);
        self.leave_if_here(again);
        // Else this block would lie in the way of the others.
        if let Some(once) = self.b.current_block() {
            self.b.set_cold_block(once);
        }
        // Registers are in memory for this path alone.
        let kept = self.state.clone();
        self.flush();
        self.state = kept;
        let slot = self.b.ins().ushr_imm_u(word, 18 - 3);
        let offset = self.b.ins().band_imm_u(slot, 0o17 << 3);
        let place = self.b.ins().iadd(self.words, offset);
        let base = self.b.ins().load(I64, trusted(), place, 0);
        let sum = self.b.ins().iadd(word, base);
        let sum = self.b.ins().band_imm_u(sum, 0o777777);
        if nanos > 0 {
            self.add_cycles(nanos.into());
        }
        self.b.ins().jump(found, &[BlockArg::Value(sum)]);
        self.b.switch_to_block(plain);
        let address = self.b.ins().band_imm_u(word, 0o777777);
        self.b.ins().jump(found, &[BlockArg::Value(address)]);
        self.b.switch_to_block(found);
        let address = self.b.block_params(found)[0];
        self.narrow(address, 18)
    }

    fn add_cycles(&mut self, cycles: i64) {
        let cycles = self.b.ins().iconst(I64, cycles);
        self.pass_cycles(cycles);
    }

    /// Takes off time when a condition holds.
    ///
    /// Each instruction nearly always does the same, so a branch costs less than a sum.
    fn save_if(&mut self, condition: Held, nanos: u32, is_seldom: bool) {
        match condition.shape {
            Shape::Number(0) => {}
            Shape::Number(_) => self.add_cycles(-i64::from(nanos)),
            Shape::Near(..) => {
                let condition = self.value(condition);
                let [yes, no] = self.part(condition);
                if is_seldom {
                    self.b.set_cold_block(yes);
                }
                self.b.switch_to_block(yes);
                self.add_cycles(-i64::from(nanos));
                self.b.ins().jump(no, &[]);
                self.b.switch_to_block(no);
            }
        }
    }

    /// Leaves the next instruction out when the condition holds.
    fn skip(&mut self, step: usize, condition: Held) -> Turn {
        let block = &self.region.blocks[self.block];
        let skips = block.skips.iter().find(|skip| skip.0 == step).map(|skip| skip.1);
        match condition.shape {
            Shape::Number(0) => Turn::On,
            Shape::Number(_) => {
                // One that may skip has a way for that, also where it is found that it does; one that does
                // always goes elsewhere, as a jump.
                self.done = step + 1;
                match skips.or(block.elsewhere) {
                    Some(edge) => self.take(edge, None),
                    None => unreachable!("what skips has a way for that"),
                }
                Turn::Gone
            }
            Shape::Near(..) => {
                let condition = self.value(condition);
                let [yes, no] = self.part(condition);
                let kept = self.state.clone();
                self.b.switch_to_block(yes);
                self.done = step + 1;
                match skips {
                    Some(edge) => self.take(edge, None),
                    None => unreachable!("what skips has a way for that"),
                }
                self.state = kept;
                self.b.switch_to_block(no);
                Turn::On
            }
        }
    }

    /// Time that passed, now that the instruction is done.
    fn spend(&mut self, spent: &mut Vec<Held>) {
        for held in spent.drain(..) {
            if let Shape::Number(cycles) = held.shape {
                self.state.cycles += cycles as i64;
                continue;
            }
            let value = self.value(held);
            self.pass_cycles(value);
        }
    }

    /// Leaves this instruction undone, with the branch it is the slot of, if it is one.
    pub(crate) fn leave_here(&mut self) {
        let cycles = self.state.known.cycles;
        if let Some(before) = self.state.known.branch.take() {
            self.state = *before;
        }
        // A branch changes no clock before its slot is done.
        if let Some(cycles) = cycles {
            self.b.def_var(self.clock, cycles);
        }
        self.undone();
    }

    /// The same when a condition is not zero.
    pub(crate) fn leave_if_here(&mut self, condition: Value) {
        let (undone, on) = (self.undone_block(), self.b.create_block());
        self.b.ins().brif(condition, undone.0, &[], on, &[]);
        self.fill_undone(undone);
        self.b.switch_to_block(on);
    }

    /// The block that leaves this instruction undone, and whether it is still to be
    /// [filled](Self::fill_undone): all ways that leave it share it.
    pub(crate) fn undone_block(&mut self) -> (ir::Block, bool) {
        match self.state.known.undone {
            Some(block) => (block, false),
            None => (self.b.create_block(), true),
        }
    }

    /// Gives the block its code, where it has none yet, once something leads there.
    pub(crate) fn fill_undone(&mut self, (block, is_new): (ir::Block, bool)) {
        if is_new {
            self.leave_here_at(block);
            self.state.known.undone = Some(block);
        }
    }

    /// Makes a block leave this instruction undone.
    pub(crate) fn leave_here_at(&mut self, cold: ir::Block) {
        let kept = self.state.clone();
        self.b.set_cold_block(cold);
        self.b.switch_to_block(cold);
        self.leave_here();
        self.state = kept;
    }

    /// Tags of one operand are none of the other's bits.
    fn and(&mut self, a: Held, b: Held) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let bits = self.width(a).min(self.width(b));
        let (a, b) = match (self.tagged.get(&a), self.tagged.get(&b)) {
            (_, Some(&tagged)) => (a, tagged),
            (Some(&tagged), None) => (tagged, b),
            (None, None) => (a, b),
        };
        let value = self.b.ins().band(a, b);
        self.narrow(value, bits)
    }

    /// The bits of the first that the second has not.
    fn and_not(&mut self, a: Held, b: Held) -> Value {
        let (a, b) = (self.value(a), self.value(b));
        let b = self.tagged.get(&b).copied().unwrap_or(b);
        let value = self.b.ins().band_not(a, b);
        self.narrow(value, self.width(a))
    }

    fn not(&mut self, a: Value) -> Value {
        if self.region.shape.bits == 32 {
            self.b.ins().bnot(a)
        } else {
            self.b.ins().bxor_imm_u(a, MASK)
        }
    }

    fn sign_extend(&mut self, a: Value, bits: u32) -> Value {
        match (self.region.shape.bits, bits) {
            (32, 8) => {
                let low = self.b.ins().ireduce(I8, a);
                self.b.ins().sextend(I32, low)
            }
            (32, 16) => {
                let low = self.b.ins().ireduce(I16, a);
                self.b.ins().sextend(I32, low)
            }
            (width, bits) => {
                let away = if width == 32 { 32 } else { 64 } - i64::from(bits);
                let high = self.b.ins().ishl_imm_u(a, away);
                let number = self.b.ins().sshr_imm_u(high, away);
                if width == 36 { self.b.ins().band_imm_u(number, MASK) } else { number }
            }
        }
    }

    /// Two values; `count` is the second, where that is a number.
    fn two(&mut self, two: Two, a: Value, b: Value, count: Option<u64>) -> Value {
        if self.region.shape.bits == 32 {
            return self.two32(two, a, b);
        }
        let (value, bits) = self.two36(two, a, b, count);
        if bits <= self.region.shape.bits {
            self.narrow(value, bits)
        } else {
            self.b.ins().band_imm_u(value, MASK)
        }
    }

    fn compare(&mut self, condition: IntCC, a: Value, b: Value) -> Value {
        let word = self.word();
        let holds = self.b.ins().icmp(condition, a, b);
        self.b.ins().uextend(word, holds)
    }

    fn two32(&mut self, two: Two, a: Value, b: Value) -> Value {
        let signed = !matches!(
            two,
            Two::DivideUnsigned | Two::RemainderUnsigned | Two::MultiplyHighUnsigned
        );
        match two {
            Two::Add => self.b.ins().iadd(a, b),
            Two::Sub => self.b.ins().isub(a, b),
            Two::Mul => self.b.ins().imul(a, b),
            Two::And => self.b.ins().band(a, b),
            Two::Or => self.b.ins().bor(a, b),
            Two::Xor => self.b.ins().bxor(a, b),
            Two::Shl => self.b.ins().ishl(a, b),
            Two::Shr => self.b.ins().ushr(a, b),
            Two::Sar => self.b.ins().sshr(a, b),
            Two::Equals => self.compare(IntCC::Equal, a, b),
            Two::Differs => self.compare(IntCC::NotEqual, a, b),
            Two::Less => self.compare(IntCC::SignedLessThan, a, b),
            Two::Below => self.compare(IntCC::UnsignedLessThan, a, b),
            // In 64 bits no quotient is too large.
            _ => {
                let mut wide = |value| {
                    let ins = self.b.ins();
                    if signed { ins.sextend(I64, value) } else { ins.uextend(I64, value) }
                };
                let (a, b) = (wide(a), wide(b));
                let both = self.wide(two, a, b);
                self.b.ins().ireduce(I32, both)
            }
        }
    }

    /// Products and quotients of words as numbers of 64 bits.
    fn wide(&mut self, two: Two, a: Value, b: Value) -> Value {
        match two {
            Two::Divide => self.b.ins().sdiv(a, b),
            Two::DivideUnsigned => self.b.ins().udiv(a, b),
            Two::Remainder => self.b.ins().srem(a, b),
            Two::RemainderUnsigned => self.b.ins().urem(a, b),
            _ => {
                let product = self.b.ins().imul(a, b);
                self.b.ins().ushr_imm_u(product, 32)
            }
        }
    }

    /// The result, not cut off yet, and the bits that it has at most.
    fn two36(&mut self, two: Two, a: Value, b: Value, count: Option<u64>) -> (Value, u32) {
        let (wide, narrow) = (self.width(a), self.width(b));
        let count = count.and_then(|count| u32::try_from(count).ok());
        match two {
            Two::Add => (self.b.ins().iadd(a, b), wide.max(narrow) + 1),
            Two::Sub => (self.b.ins().isub(a, b), u64::BITS),
            Two::Mul => (self.b.ins().imul(a, b), wide + narrow),
            Two::And => (self.b.ins().band(a, b), wide.min(narrow)),
            Two::Or => (self.b.ins().bor(a, b), wide.max(narrow)),
            Two::Xor => (self.b.ins().bxor(a, b), wide.max(narrow)),
            Two::Shl => (self.b.ins().ishl(a, b), count.map_or(u64::BITS, |count| wide + count)),
            Two::Shr => (self.b.ins().ushr(a, b), wide.saturating_sub(count.unwrap_or(0))),
            Two::Equals => (self.compare(IntCC::Equal, a, b), 1),
            Two::Differs => (self.compare(IntCC::NotEqual, a, b), 1),
            Two::Below => (self.compare(IntCC::UnsignedLessThan, a, b), 1),
            Two::Less => {
                let (a, b) = (self.high(a), self.high(b));
                (self.compare(IntCC::SignedLessThan, a, b), 1)
            }
            Two::Sar => {
                let a = self.signed(a);
                (self.b.ins().sshr(a, b), u64::BITS)
            }
            Two::Divide | Two::Remainder => {
                let (a, b) = (self.signed(a), self.signed(b));
                (self.wide(two, a, b), u64::BITS)
            }
            Two::DivideUnsigned | Two::RemainderUnsigned => (self.wide(two, a, b), wide),
            Two::MultiplyHigh => {
                let (a, b) = (self.high(a), self.signed(b));
                (self.b.ins().smulhi(a, b), u64::BITS)
            }
            Two::MultiplyHighUnsigned => {
                let a = self.high(a);
                (self.b.ins().umulhi(a, b), u64::BITS)
            }
        }
    }

    /// A word's bits at the upper end of 64.
    fn high(&mut self, a: Value) -> Value {
        self.b.ins().ishl_imm_u(a, 64 - 36)
    }

    fn signed(&mut self, a: Value) -> Value {
        let high = self.high(a);
        self.b.ins().sshr_imm_u(high, 64 - 36)
    }
}

/// All bits of a word of 36.
pub(crate) const MASK: i64 = (1 << 36) - 1;
