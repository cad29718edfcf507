//! Compiling the nodes of an instruction.

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{self, BlockArg, InstBuilder, Value};
use machine::native::{BinaryOp, Id, Node};

use crate::emit::{CachedRegister, Emitter, Held, State, trusted};
use crate::floats;
use crate::shape::{self, Shape, found, root};

/// Registers that an exit stores, at most, if they can be stored before.
const MOST_DIRTY: usize = 8;

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

/// An instruction being compiled.
pub(crate) struct Step<'n> {
    /// Its number in the block.
    pub(crate) number: usize,
    pub(crate) nodes: &'n [Node],
    /// Values of the nodes up to this one.
    values: Vec<Held>,
    turn: Successor,
    /// Cycles to count after it is done.
    spent: Vec<Held>,
    /// Arguments of the next call.
    pub(crate) arguments: Vec<(u8, Id)>,
    /// Results of the last call, if they are not in the context.
    results: Option<[Value; floats::RESULTS]>,
}

impl Step<'_> {
    /// Value of a node.
    pub(crate) fn get(&self, node: Id) -> Held {
        self.values[node as usize]
    }
}

impl Emitter<'_, '_> {
    /// Compiles a block's instructions.
    pub(crate) fn steps(&mut self) -> Successor {
        let block = &self.region.blocks[self.block];
        let slots = self.state.cache.iter().map(|cached| (cached.slot, cached.held.shape));
        let slots: BTreeMap<u8, Shape> = slots.collect();
        let bits = self.region.shape.bits;
        self.hulls = shape::hulls(&shape::accesses(self.block, block, bits, slots));
        // Stores that may be watched are looked up individually.
        if !self.region.watching {
            shape::join_loads(&mut self.hulls);
        }
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

    fn step(&mut self, number: usize, nodes: &[Node]) -> Successor {
        let values = Vec::with_capacity(nodes.len());
        let (spent, arguments) = (Vec::new(), Vec::new());
        let turn = Successor::On;
        let mut step = Step { number, nodes, values, turn, spent, arguments, results: None };
        self.state.known.may_store.clear();
        self.state.known.undone = None;
        self.state.known.cycles = Some(self.b.use_var(self.clock));
        for (at, &node) in nodes.iter().enumerate() {
            let Some(held) = self.node(at, node, &mut step) else { return Successor::Gone };
            step.values.push(held);
        }
        self.spend(&mut step.spent);
        step.turn
    }

    /// Compiles a node; returns its value, or `None` if the instruction always exits there.
    fn node(&mut self, at: usize, node: Node, step: &mut Step<'_>) -> Option<Held> {
        match node {
            Node::Get(slot) => return Some(self.get(slot)),
            Node::AddressIn(words, nanos, but) => {
                let words = words.map(|word| self.value(step.get(word)));
                let address = self.address_in(words, nanos, step.get(but));
                return Some(Self::fresh(root(self.block, step.number, at), address));
            }
            Node::Set(slot, value) => self.set(slot, step.get(value)),
            Node::Store(address, value, units) => {
                self.store((address, step.get(address)), step.get(value), units);
            }
            Node::MayStore(address, units) => {
                self.may_store((address, step.get(address)), units);
            }
            Node::Leave(condition) => {
                if !self.leave_if(condition, step) {
                    return None;
                }
            }
            Node::Argument(number, value) => step.arguments.push((number, value)),
            Node::Call(function) => {
                self.call(function, step);
                (step.results, step.arguments) = (None, Vec::new());
            }
            Node::CallUnless(condition, host, function) => {
                step.results = self.call_unless(condition, host, function, step);
                step.arguments.clear();
            }
            Node::Outcome(number) => {
                let value = match &step.results {
                    Some(results) => results[usize::from(number)],
                    None => self.outcome(number),
                };
                return Some(Self::fresh(root(self.block, step.number, at), value));
            }
            Node::Jump(to) => step.turn = Successor::To(step.get(to)),
            Node::Branch(condition, to) => {
                step.turn = match step.get(condition).shape {
                    Shape::Number(0) => Successor::On,
                    Shape::Number(_) => Successor::To(step.get(to)),
                    Shape::Near(..) => Successor::If(self.value(step.get(condition)), step.get(to)),
                };
            }
            Node::Skip(condition) => {
                self.spend(&mut step.spent);
                step.turn = self.skip(step.number, step.get(condition));
            }
            Node::Spend(nanos) => step.spent.push(step.get(nanos)),
            Node::SaveIf(condition, nanos, is_seldom) => {
                self.save_if(step.get(condition), nanos, is_seldom);
            }
            _ => return Some(self.give(at, step)),
        }
        Some(Held { shape: Shape::Number(0), base: None })
    }

    /// Exits before this instruction if a condition is true; false if it is known to be.
    fn leave_if(&mut self, condition: Id, step: &Step<'_>) -> bool {
        match step.get(condition).shape {
            Shape::Number(0) => {}
            Shape::Number(_) => {
                self.leave_here();
                return false;
            }
            Shape::Near(..) if self.is_known_zero(condition, step.nodes) => {}
            Shape::Near(..) => {
                let condition = self.value(step.get(condition));
                self.relieve();
                self.leave_if_here(condition);
            }
        }
        true
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

    /// Stores registers here if an exit before this instruction would have to store many.
    ///
    /// Otherwise each of the exits of a long block stores all registers that it has changed. Not for
    /// code that runs conditionally, unless the state is restored after it.
    pub(crate) fn relieve(&mut self) {
        let known = &self.state.known;
        let is_possible = known.undone.is_none() && known.branch.is_none();
        let dirty = self.state.cache.iter().filter(|cached| cached.dirty);
        if is_possible && dirty.count() > MOST_DIRTY {
            self.flush();
        }
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
