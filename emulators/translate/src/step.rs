//! Compiling the nodes of an instruction.

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, Value};
use machine::native::{BinaryOp, Id, Node, Slots};

use crate::access::REGISTERS;
use crate::emit::{CachedRegister, Emitter, Held, State, trusted};
use crate::shape::{self, Shape, found, root};

/// Control flow after a block's last instruction.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Successor {
    /// To the following instruction.
    On,
    /// To an address.
    To(Held),
    /// To an address if a condition is not zero.
    If(Value, Held),
    /// Already compiled.
    Gone,
}

impl Emitter<'_, '_> {
    /// Compiles a block's instructions.
    pub(crate) fn steps(&mut self) -> Successor {
        let block = &self.region.blocks[self.block];
        let slots = self.state.cache.iter().map(|cached| (cached.slot, cached.held.shape));
        let slots: BTreeMap<u8, Shape> = slots.collect();
        let bits = self.region.shape.bits;
        self.hulls = shape::hulls(&shape::accesses(self.block, block, bits, slots));
        let mut turn = Successor::On;
        // If the instruction in a delay slot cannot be done, its branch is cancelled, too.
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
                Successor::On => {}
                Successor::Gone => return Successor::Gone,
                went => turn = went,
            }
        }
        self.state.known.branch = None;
        self.done = block.steps.len();
        turn
    }

    fn step(&mut self, step: usize, nodes: &[Node]) -> Successor {
        let mut values: Vec<Held> = Vec::with_capacity(nodes.len());
        let (mut turn, mut spent) = (Successor::On, Vec::new());
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
                            return Successor::Gone;
                        }
                        Shape::Near(..) if self.is_known_zero(condition, nodes) => {}
                        Shape::Near(..) => {
                            let condition = self.value(values[condition as usize]);
                            self.leave_if_here(condition);
                        }
                    }
                    nothing
                }
                Node::Jump(to) => {
                    turn = Successor::To(values[to as usize]);
                    nothing
                }
                Node::Branch(condition, to) => {
                    turn = match values[condition as usize].shape {
                        Shape::Number(0) => Successor::On,
                        Shape::Number(_) => Successor::To(values[to as usize]),
                        Shape::Near(..) => Successor::If(
                            self.value(values[condition as usize]),
                            values[to as usize],
                        ),
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
                Node::AddressIn(words, nanos, but) => {
                    let words = words.map(|word| self.value(values[word as usize]));
                    let address = self.address_in(words, nanos, values[but as usize]);
                    Self::fresh(root(self.block, step, at), address)
                }
                _ => self.give(step, at, nodes, &values),
            };
            values.push(held);
        }
        self.spend(&mut spent);
        turn
    }

    /// Whether a condition tests register bits that an earlier test found to be zero; notes them if
    /// not.
    fn is_known_zero(&mut self, condition: Id, nodes: &[Node]) -> bool {
        let Node::Two(BinaryOp::And, register, mask) = nodes[condition as usize] else {
            return false;
        };
        match (nodes[register as usize], nodes[mask as usize]) {
            (Node::Get(slot), Node::Number(mask)) => self.state.known.were_zero(slot, mask),
            _ => false,
        }
    }

    /// Value of a node without side effects.
    fn give(&mut self, step: usize, at: usize, nodes: &[Node], values: &[Held]) -> Held {
        let get = |id: Id| values[id as usize];
        let node = self.as_shifted(nodes[at], nodes, &get);
        if let Some(shape) = shape::of(node, self.region.shape.bits, |id| get(id).shape) {
            let base = match (shape, node) {
                (Shape::Number(_), _) => None,
                (
                    Shape::Near(root, _),
                    Node::Two(_, a, b) | Node::Pick(_, a, b) | Node::PickSeldom(_, a, b),
                ) => {
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
        if let Node::Two(BinaryOp::Below, address, limit) = node
            && get(limit).shape == Shape::Number(REGISTERS.into())
            && self.state.known.may_store.iter().any(|it| it.0 == address)
        {
            // A word that may be stored to is not a register.
            return Held { shape: Shape::Number(0), base: None };
        }
        let root = root(self.block, step, at);
        let value = match node {
            Node::Two(BinaryOp::And, a, b) if self.region.shape.bits == 36 => {
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
            Node::Load(address, units) => {
                let after = &nodes[at + 1..];
                let is_stored = |node: &Node| matches!(*node, Node::MayStore(to, _) | Node::Store(to, ..) if to == address);
                if self.region.shape.slots == Slots::First16
                    && !self.region.watching
                    && after.iter().any(is_stored)
                {
                    // One check of the tags serves both.
                    self.may_store((address, get(address)), units);
                }
                self.load((address, get(address)), units)
            }
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
            Node::PickSeldom(condition, yes, no) => {
                let condition = self.value(get(condition));
                let (yes, no) = (self.value(get(yes)), self.value(get(no)));
                let [seldom, on] = [(); 2].map(|()| self.b.create_block());
                self.b.set_cold_block(seldom);
                self.b.append_block_param(on, self.word());
                self.b.ins().brif(condition, seldom, &[], on, &[BlockArg::Value(no)]);
                self.b.switch_to_block(seldom);
                self.b.ins().jump(on, &[BlockArg::Value(yes)]);
                self.b.switch_to_block(on);
                let value = self.b.block_params(on)[0];
                self.narrow(value, self.width(yes).max(self.width(no)))
            }
            _ => unreachable!("a node that has an effect"),
        };
        Self::fresh(root, value)
    }

    /// Removes the mask of a shift distance for 32-bit words, because the host masks it, too.
    fn as_shifted(&self, node: Node, nodes: &[Node], get: &impl Fn(Id) -> Held) -> Node {
        let is_31 = |id: Id| get(id).shape == Shape::Number(31);
        match node {
            Node::Two(two @ (BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Sar), a, b)
                if self.region.shape.bits == 32 =>
            {
                match nodes[b as usize] {
                    Node::Two(BinaryOp::And, by, mask) if is_31(mask) => Node::Two(two, a, by),
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
        self.state.cache.push(CachedRegister { slot, held, dirty: false });
        held
    }

    pub(crate) fn set(&mut self, slot: u8, held: Held) {
        self.state.known.forget_register(slot);
        self.state.known.undone = None;
        match self.state.cache.iter_mut().find(|cached| cached.slot == slot) {
            Some(cached) => (cached.held, cached.dirty) = (held, true),
            None => self.state.cache.push(CachedRegister { slot, held, dirty: true }),
        }
    }

    /// Effective address from two words; an index register costs time and must not be `but`.
    fn address_in(&mut self, [tags, word]: [Value; 2], nanos: u32, but: Held) -> Value {
        let [odd, found] = [(); 2].map(|()| self.b.create_block());
        self.b.append_block_param(found, I64);
        let more = self.b.ins().band_imm_u(tags, 0o37 << 18);
        let address = self.b.ins().band_imm_u(word, 0o777777);
        self.b.ins().brif(more, odd, &[], found, &[BlockArg::Value(address)]);
        self.b.switch_to_block(odd);
        self.b.set_cold_block(odd);
        let mut left = self.b.ins().band_imm_u(tags, 0o20 << 18);
        if !matches!(but.shape, Shape::Number(0 | 16..)) {
            let index = self.b.ins().band_imm_u(tags, 0o17 << 18);
            let but = self.value(but);
            let but = self.b.ins().ishl_imm_u(but, 18);
            let is_but = self.compare(IntCC::Equal, index, but);
            left = self.b.ins().bor(left, is_but);
        }
        self.leave_if_here(left);
        // Marking it cold moves it out of the path of the usual case.
        if let Some(once) = self.b.current_block() {
            self.b.set_cold_block(once);
        }
        // Registers are stored to memory on this path only.
        let kept = self.state.clone();
        self.flush();
        self.state = kept;
        let slot = self.b.ins().ushr_imm_u(tags, 18 - 3);
        let offset = self.b.ins().band_imm_u(slot, 0o17 << 3);
        let place = self.b.ins().iadd(self.words, offset);
        let base = self.b.ins().load(I64, trusted(), place, 0);
        let sum = self.b.ins().iadd(word, base);
        let sum = self.b.ins().band_imm_u(sum, 0o777777);
        if nanos > 0 {
            self.add_cycles(nanos.into());
        }
        self.b.ins().jump(found, &[BlockArg::Value(sum)]);
        self.b.switch_to_block(found);
        let address = self.b.block_params(found)[0];
        self.narrow(address, 18)
    }

    fn add_cycles(&mut self, cycles: i64) {
        let cycles = self.b.ins().iconst(I64, cycles);
        self.pass_cycles(cycles);
    }

    /// Subtracts time if a condition is true.
    ///
    /// A branch is faster than arithmetic, because the condition of an instruction rarely changes.
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

    /// Skips the next instruction if a condition is true.
    fn skip(&mut self, step: usize, condition: Held) -> Successor {
        let block = &self.region.blocks[self.block];
        let skips = block.skips.iter().find(|skip| skip.0 == step).map(|skip| skip.1);
        match condition.shape {
            Shape::Number(0) => Successor::On,
            Shape::Number(_) => {
                // An instruction that may skip has an edge for it, even if the condition turns out
                // to be constant; one that always skips is a jump.
                self.done = step + 1;
                match skips.or(block.elsewhere) {
                    Some(edge) => self.take(edge, None),
                    None => unreachable!("what skips has a way for that"),
                }
                Successor::Gone
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
                Successor::On
            }
        }
    }

    /// Counts the time of an instruction after it is done.
    fn spend(&mut self, spent: &mut Vec<Held>) {
        for held in spent.drain(..) {
            if let Shape::Number(cycles) = held.shape {
                self.state.cycles += cycles as i64;
                continue;
            }
            let value = self.value(held);
            self.spend_cycles(value);
        }
    }

    /// Exits before this instruction, or before its branch if it is in a delay slot.
    pub(crate) fn leave_here(&mut self) {
        let cycles = self.state.known.cycles;
        if let Some(before) = self.state.known.branch.take() {
            self.state = *before;
        }
        // The clock includes a branch only after its delay slot.
        if let Some(cycles) = cycles {
            self.b.def_var(self.clock, cycles);
        }
        self.undone();
    }

    /// The same, if a condition is not zero.
    pub(crate) fn leave_if_here(&mut self, condition: Value) {
        let (undone, on) = (self.undone_block(), self.b.create_block());
        self.b.ins().brif(condition, undone.0, &[], on, &[]);
        self.fill_undone(undone);
        self.b.switch_to_block(on);
    }

    /// The shared block that exits before this instruction, and whether it still has to be
    /// [compiled](Self::fill_undone).
    pub(crate) fn undone_block(&mut self) -> (ir::Block, bool) {
        match self.state.known.undone {
            Some(block) => (block, false),
            None => (self.b.create_block(), true),
        }
    }

    /// Compiles the block if it is new.
    pub(crate) fn fill_undone(&mut self, (block, is_new): (ir::Block, bool)) {
        if is_new {
            self.leave_here_at(block);
            self.state.known.undone = Some(block);
        }
    }

    /// Compiles an exit before this instruction.
    pub(crate) fn leave_here_at(&mut self, cold: ir::Block) {
        let kept = self.state.clone();
        self.b.set_cold_block(cold);
        self.b.switch_to_block(cold);
        self.leave_here();
        self.state = kept;
    }
}
