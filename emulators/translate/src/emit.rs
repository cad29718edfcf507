//! From a region to a function: its blocks, the ways between them, and the exits.
//!
//! Registers are in memory between blocks, and values within one. A block that is come to by one way
//! only goes on with what is known at the end of the one before, so that a tree of blocks is like one.
//! Instructions and cycles are counted where the flow leaves such a tree.

use std::collections::BTreeMap;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I32, I64};
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, Function, InstBuilder, JumpTableData, MemFlagsData, Type, Value,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use machine::native::{Cost, Exit, Region, Slots, To, fields};

use crate::access::Known;
use crate::shape::{Hull, Root, Shape};
use crate::step::Turn;

/// A register's value within a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cached {
    pub(crate) slot: u8,
    pub(crate) held: Held,
    /// Whether memory has another one yet.
    pub(crate) dirty: bool,
}

/// A value: what is known of it, and where its root is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held {
    pub(crate) shape: Shape,
    /// The root's value; none for numbers.
    pub(crate) base: Option<Value>,
}

/// What is known while a tree of blocks is gone through.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) cache: Vec<Cached>,
    /// Instructions and cycles that ran since they were last counted.
    pub(crate) instructions: i64,
    pub(crate) cycles: i64,
    pub(crate) known: Known,
}

/// A function in the making.
pub(crate) struct Emit<'a, 'f> {
    pub(crate) b: FunctionBuilder<'f>,
    pub(crate) region: &'a Region,
    pub(crate) context: Value,
    /// Arrays of registers and words.
    pub(crate) slots: Value,
    pub(crate) words: Value,
    pub(crate) state: State,
    /// Where the block accesses memory.
    pub(crate) hulls: BTreeMap<(Root, bool), Hull>,
    pub(crate) cycles: Variable,
    /// Bits that values have at most, where these are fewer than a word's.
    pub(crate) widths: BTreeMap<Value, u32>,
    left: Variable,
    exits: Vec<Exit>,
    /// The beginning of each block's code, once something leads there.
    starts: Vec<Option<ir::Block>>,
    /// What is known at the beginning of blocks that are come to by one way only.
    inherited: BTreeMap<usize, State>,
    /// Blocks whose code is still to be made.
    waiting: Vec<usize>,
    single: Vec<bool>,
    /// Where jumps to anywhere meet; the address is given.
    meeting: ir::Block,
    /// The block whose code is being made, and the instructions of it that were done.
    pub(crate) block: usize,
    pub(crate) done: usize,
}

/// Memory that is the context's or holds registers.
pub(crate) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// The context's memory that does not change while code runs.
pub(crate) fn constant() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly().with_can_move()
}

/// Fills a function with a region's code; gives what its exits mean.
pub(crate) fn region(
    region: &Region,
    function: &mut Function,
    room: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
) -> Vec<Exit> {
    function.signature.params.extend([AbiParam::new(I64), AbiParam::new(I64)]);
    function.signature.returns.push(AbiParam::new(I64));
    let mut b = FunctionBuilder::new(function, room);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let (context, address) = (b.block_params(entry)[0], b.block_params(entry)[1]);
    let (left, cycles) = (b.declare_var(I64), b.declare_var(I64));
    for (variable, offset) in [(left, fields::LEFT), (cycles, fields::CYCLES)] {
        let value = b.ins().load(I64, trusted(), context, offset);
        b.def_var(variable, value);
    }
    let array =
        |b: &mut FunctionBuilder<'_>, offset| b.ins().load(I64, constant(), context, offset);
    let (slots, words) = match region.shape.slots {
        Slots::Narrow => (array(&mut b, fields::SLOTS), context),
        Slots::First16 => (array(&mut b, fields::OTHERS), array(&mut b, fields::WORDS)),
    };
    let meeting = b.create_block();
    b.append_block_param(meeting, I32);
    let address = b.ins().ireduce(I32, address);
    b.ins().jump(meeting, &[BlockArg::Value(address)]);
    let count = region.blocks.len();
    let mut emit = Emit {
        b,
        region,
        context,
        slots,
        words,
        state: State::default(),
        hulls: BTreeMap::new(),
        cycles,
        widths: BTreeMap::new(),
        left,
        exits: Vec::new(),
        starts: vec![None; count],
        inherited: BTreeMap::new(),
        waiting: Vec::new(),
        single: single(region),
        meeting,
        block: 0,
        done: 0,
    };
    emit.meet();
    emit.blocks();
    let Emit { mut b, exits, .. } = emit;
    b.seal_all_blocks();
    b.finalize(config);
    exits
}

/// Which blocks are come to by one way only.
fn single(region: &Region) -> Vec<bool> {
    let mut ways = vec![0; region.blocks.len()];
    for edge in &region.edges {
        if let To::Block(to) = edge.to {
            ways[to] += 1;
        }
    }
    region.entries.iter().for_each(|entry| ways[entry.0] += 2);
    ways.into_iter().map(|ways| ways == 1).collect()
}

impl Emit<'_, '_> {
    /// The type of a word.
    pub(crate) fn word(&self) -> Type {
        if self.region.shape.bits == 32 { I32 } else { I64 }
    }

    /// The code at which all jumps to an address known only then arrive, and all calls.
    fn meet(&mut self) {
        self.b.switch_to_block(self.meeting);
        let address = self.b.block_params(self.meeting)[0];
        let elsewhere = self.b.create_block();
        self.b.set_cold_block(elsewhere);
        let enough = self.b.create_block();
        let is_short = self.is_short();
        self.b.ins().brif(is_short, elsewhere, &[], enough, &[]);
        self.b.switch_to_block(enough);
        let addresses = self.region.entries.iter().map(|entry| self.region.blocks[entry.0].address);
        let lowest = addresses.clone().min().unwrap_or(0);
        let highest = addresses.max().unwrap_or(0);
        let shift = self.region.shape.shift;
        let places = ((highest - lowest) >> shift) as usize + 1;
        let mut stubs = vec![elsewhere; places];
        for &(block, counter) in &self.region.entries {
            let place = (self.region.blocks[block].address - lowest) >> shift;
            let start = self.start(block);
            self.waiting.push(block);
            stubs[place as usize] = match counter {
                None => start,
                Some(_) => self.b.create_block(),
            };
        }
        let from = self.b.ins().iadd_imm_s(address, -i64::from(lowest));
        let place = if shift > 0 { self.b.ins().rotr_imm_u(from, i64::from(shift)) } else { from };
        let calls: Vec<_> =
            stubs.iter().map(|&stub| self.b.func.dfg.block_call(stub, &[])).collect();
        let default = self.b.func.dfg.block_call(elsewhere, &[]);
        let table = self.b.create_jump_table(JumpTableData::new(default, &calls));
        self.b.ins().br_table(place, table);
        for &(block, counter) in &self.region.entries {
            let place = (self.region.blocks[block].address - lowest) >> shift;
            if counter.is_none() {
                continue;
            }
            self.b.switch_to_block(stubs[place as usize]);
            self.count(counter);
            let start = self.start(block);
            self.b.ins().jump(start, &[]);
        }
        self.b.switch_to_block(elsewhere);
        let address = self.b.ins().uextend(I64, address);
        self.b.ins().store(trusted(), address, self.context, fields::PC);
        self.finish(Exit::Anywhere);
    }

    /// The beginning of a block's code.
    fn start(&mut self, block: usize) -> ir::Block {
        match self.starts[block] {
            Some(start) => start,
            None => {
                let start = self.b.create_block();
                self.starts[block] = Some(start);
                start
            }
        }
    }

    /// Makes the code of all blocks that something leads to.
    fn blocks(&mut self) {
        let mut made = vec![false; self.region.blocks.len()];
        while let Some(block) = self.waiting.pop() {
            if std::mem::replace(&mut made[block], true) {
                continue;
            }
            self.state = self.inherited.remove(&block).unwrap_or_default();
            let start = self.start(block);
            self.b.switch_to_block(start);
            (self.block, self.done) = (block, 0);
            if self.region.blocks[block].marked {
                self.arrive();
            }
            let turn = self.steps();
            self.leave(turn);
        }
    }

    /// Leaves a block behind its last instruction.
    fn leave(&mut self, turn: Turn) {
        let block = &self.region.blocks[self.block];
        let (on, elsewhere) = (block.on, block.elsewhere);
        match (turn, elsewhere) {
            (Turn::Gone, _) => {}
            (Turn::To(to), Some(edge)) => self.go(edge, to),
            (Turn::If(condition, to), Some(edge)) => {
                let [yes, no] = self.part(condition);
                let kept = self.state.clone();
                self.b.switch_to_block(yes);
                self.go(edge, to);
                self.state = kept;
                self.b.switch_to_block(no);
                self.go_on(on);
            }
            _ => self.go_on(on),
        }
    }

    /// Goes to an address. An edge to anywhere stays one, even where the address is found to be a number.
    fn go(&mut self, edge: usize, to: Held) {
        if self.region.edges[edge].to == To::Anywhere {
            let to = self.value(to);
            self.anywhere(edge, to);
        } else {
            self.take(edge, None);
        }
    }

    /// Goes on behind the block, or where nothing is known of that, leaves it as what cannot be done.
    fn go_on(&mut self, on: Option<usize>) {
        match on {
            Some(edge) => self.take(edge, None),
            None => self.undone(),
        }
    }

    /// Goes to an address known only now, which may be the one behind the block.
    fn anywhere(&mut self, edge: usize, to: Value) {
        let block = &self.region.blocks[self.block];
        let word = self.word();
        if let Some(on) = block.on {
            let behind = self.region.edges[on].to;
            let behind = match behind {
                To::Block(at) => self.region.blocks[at].address,
                To::Address(address) => address,
                To::Anywhere => 0,
            };
            let is_behind = self.b.ins().icmp_imm_u(IntCC::Equal, to, i64::from(behind));
            let [yes, no] = self.part(is_behind);
            self.b.set_cold_block(yes);
            let kept = self.state.clone();
            self.b.switch_to_block(yes);
            self.take(on, None);
            self.state = kept;
            self.b.switch_to_block(no);
        }
        let to = if word == I64 { self.b.ins().ireduce(I32, to) } else { to };
        self.take(edge, Some(to));
    }

    /// Two blocks that a condition chooses between.
    pub(crate) fn part(&mut self, condition: Value) -> [ir::Block; 2] {
        let [yes, no] = [self.b.create_block(), self.b.create_block()];
        self.b.ins().brif(condition, yes, &[], no, &[]);
        [yes, no]
    }

    /// Leaves the block by an edge, with the address where that is known only now.
    pub(crate) fn take(&mut self, number: usize, to: Option<Value>) {
        let edge = self.region.edges[number];
        self.pass(edge.done);
        if edge.turned {
            self.state.cycles += i64::from(self.region.shape.turn_cycles);
        }
        let counter = self.region.counted.iter().position(|&counted| counted == number);
        match (edge.to, to) {
            (To::Block(to), _) if self.single[to] => {
                self.count(counter);
                let start = self.start(to);
                self.b.ins().jump(start, &[]);
                self.inherited.insert(to, self.state.clone());
                self.waiting.push(to);
            }
            (To::Block(to), _) => {
                self.flush();
                self.account();
                if to <= edge.from {
                    self.look_at_budget(number);
                }
                self.count(counter);
                let start = self.start(to);
                self.b.ins().jump(start, &[]);
                self.waiting.push(to);
            }
            (To::Anywhere, Some(to)) => {
                self.flush();
                self.account();
                let last = self.region.blocks[edge.from].steps.last().map_or(0, |step| step.0);
                let last = self.b.ins().iconst(I64, i64::from(last));
                self.b.ins().store(trusted(), last, self.context, fields::ADDRESS);
                self.count(counter);
                self.b.ins().jump(self.meeting, &[BlockArg::Value(to)]);
            }
            (To::Address(_) | To::Anywhere, _) => {
                self.flush();
                self.account();
                self.finish(Exit::Edge(number));
            }
        }
    }

    /// Counts so many instructions of the block, and what they take.
    fn pass(&mut self, done: usize) {
        self.state.instructions += done as i64;
        let Some(cost) = done.checked_sub(1).map(|last| self.region.blocks[self.block].costs[last])
        else {
            return;
        };
        match cost.wait {
            None => self.state.cycles += i64::from(cost.cycles),
            Some((first, left)) => self.wait(cost, first, left),
        }
    }

    /// What instructions take that wait for something.
    fn wait(&mut self, cost: Cost, first: u32, left: u32) {
        self.account_cycles();
        let now = self.b.use_var(self.cycles);
        let ready = self.b.ins().load(I64, trusted(), self.context, fields::READY);
        let then = self.b.ins().iadd_imm_s(now, i64::from(first));
        let late = self.b.ins().icmp(IntCC::UnsignedGreaterThan, ready, then);
        let wait = self.b.ins().isub(ready, then);
        let none = self.b.ins().iconst(I64, 0);
        let wait = self.b.ins().select(late, wait, none);
        let now = self.b.ins().iadd(now, wait);
        let now = self.b.ins().iadd_imm_s(now, i64::from(cost.cycles));
        self.b.def_var(self.cycles, now);
        if left > 0 {
            let ready = self.b.ins().iadd_imm_s(now, i64::from(left));
            self.b.ins().store(trusted(), ready, self.context, fields::READY);
        }
    }

    /// Takes off what ran since the last time.
    fn account(&mut self) {
        let instructions = std::mem::take(&mut self.state.instructions);
        if instructions != 0 {
            let left = self.b.use_var(self.left);
            let left = self.b.ins().iadd_imm_s(left, -instructions);
            self.b.def_var(self.left, left);
        }
        self.account_cycles();
    }

    fn account_cycles(&mut self) {
        let cycles = std::mem::take(&mut self.state.cycles);
        if cycles != 0 {
            let now = self.b.use_var(self.cycles);
            let now = self.b.ins().iadd_imm_s(now, cycles);
            self.b.def_var(self.cycles, now);
        }
    }

    /// Whether fewer instructions are left than the region has.
    fn is_short(&mut self) -> Value {
        let left = self.b.use_var(self.left);
        self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, self.region.longest() as i64)
    }

    fn look_at_budget(&mut self, edge: usize) {
        let is_short = self.is_short();
        let [short, enough] = self.part(is_short);
        self.b.set_cold_block(short);
        self.b.switch_to_block(short);
        self.finish(Exit::Edge(edge));
        self.b.switch_to_block(enough);
    }

    /// Adds one to a counter, if there is one.
    fn count(&mut self, counter: Option<usize>) {
        let Some(counter) = counter else { return };
        let counters = self.b.ins().load(I64, constant(), self.context, fields::COUNTERS);
        let offset = counter as i32 * 8;
        let times = self.b.ins().load(I64, trusted(), counters, offset);
        let times = self.b.ins().iadd_imm_s(times, 1);
        self.b.ins().store(trusted(), times, counters, offset);
    }

    /// Gives memory the registers it has not yet; values stay known.
    pub(crate) fn flush(&mut self) {
        for at in 0..self.state.cache.len() {
            let Cached { slot, held, dirty } = self.state.cache[at];
            if dirty {
                let value = self.value(held);
                let (array, offset) = self.slot(slot);
                self.b.ins().store(trusted(), value, array, offset);
                self.state.cache[at].dirty = false;
            }
        }
    }

    /// Where a register is kept.
    pub(crate) fn slot(&self, slot: u8) -> (Value, i32) {
        match self.region.shape.slots {
            Slots::Narrow => (self.slots, i32::from(slot) * 4),
            Slots::First16 if slot < 16 => (self.words, i32::from(slot) * 8),
            Slots::First16 => (self.slots, i32::from(slot - 16) * 8),
        }
    }

    /// Leaves with the instruction that is to be done now undone; nothing comes behind.
    pub(crate) fn undone(&mut self) {
        self.flush();
        self.pass(self.done);
        self.account();
        self.finish(Exit::Undone(self.block, self.done));
    }

    /// Makes a block leave before anything of this block's was done.
    pub(crate) fn leave_before(&mut self, cold: ir::Block) {
        let kept = self.state.clone();
        self.b.set_cold_block(cold);
        self.b.switch_to_block(cold);
        self.flush();
        self.account();
        self.finish(Exit::Before(self.block));
        self.state = kept;
    }

    /// Comes back to who called.
    fn finish(&mut self, exit: Exit) {
        for (variable, offset) in [(self.left, fields::LEFT), (self.cycles, fields::CYCLES)] {
            let value = self.b.use_var(variable);
            self.b.ins().store(trusted(), value, self.context, offset);
        }
        let number = self.b.ins().iconst(I64, self.exits.len() as i64);
        self.exits.push(exit);
        self.b.ins().return_(&[number]);
    }

    /// A value as code has it.
    pub(crate) fn value(&mut self, held: Held) -> Value {
        let word = self.word();
        match (held.shape, held.base) {
            (Shape::Number(number), _) => {
                let value = self.b.ins().iconst(word, number as i64);
                self.narrow(value, u64::BITS - number.leading_zeros())
            }
            (Shape::Near(_, 0), Some(base)) => base,
            (Shape::Near(_, distance), Some(base)) => {
                self.b.ins().iadd_imm_s(base, i64::from(distance))
            }
            (Shape::Near(..), None) => unreachable!("a root has a value"),
        }
    }

    /// A value of which it is known that it has no more bits than this.
    pub(crate) fn narrow(&mut self, value: Value, bits: u32) -> Value {
        if bits < self.region.shape.bits {
            self.widths.insert(value, bits);
        }
        value
    }

    /// Bits that a value has at most.
    pub(crate) fn width(&self, value: Value) -> u32 {
        self.widths.get(&value).copied().unwrap_or(self.region.shape.bits)
    }

    /// A value that nothing is known of.
    pub(crate) fn fresh(root: Root, value: Value) -> Held {
        Held { shape: Shape::Near(root, 0), base: Some(value) }
    }
}
