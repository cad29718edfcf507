//! Compiling a region to a function: blocks, edges and exits.
//!
//! Registers are values within a block and in memory between blocks, except for those that a loop
//! passes on. A block with only one incoming edge continues with everything known at the end of its
//! predecessor, so a tree of blocks is compiled like one block. Instructions and cycles are counted
//! where control leaves such a tree.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I32, I64};
use cranelift_codegen::ir::{
    self, AbiParam, BlockArg, Function, InstBuilder, JumpTableData, MemFlagsData, SigRef,
    Signature, Type, Value,
};
use cranelift_codegen::isa::{CallConv, TargetFrontendConfig};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use machine::native::{Edge, Region, RegionExit, Slots, To, fields};

use crate::access::Known;
use crate::clock;
use crate::helpers;
use crate::loops::{self, PassedValues};
use crate::shape::{Hull, Root, Shape, found};
use crate::step::Successor;

/// A register's value within a block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CachedRegister {
    pub(crate) slot: u8,
    pub(crate) held: Held,
    /// Whether memory still has an older value.
    pub(crate) dirty: bool,
}

/// A value: what is known about it, and the value of its root.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Held {
    pub(crate) shape: Shape,
    /// Value of the root; `None` for constants.
    pub(crate) base: Option<Value>,
}

/// Knowledge at a point in a tree of blocks.
#[derive(Debug, Clone, Default)]
pub(crate) struct State {
    pub(crate) cache: Vec<CachedRegister>,
    /// Instructions and cycles since the clock was updated.
    pub(crate) instructions: i64,
    pub(crate) cycles: i64,
    /// Additional cycles known only at run time.
    pub(crate) spent: Option<Value>,
    /// Whether the slow unit is certainly ready.
    pub(crate) is_ready: bool,
    pub(crate) known: Known,
}

/// A function under construction.
pub(crate) struct Emitter<'a, 'f> {
    pub(crate) b: FunctionBuilder<'f>,
    pub(crate) region: &'a Region,
    pub(crate) context: Value,
    /// Counters, and after them the entries of the places that access memory: the address of memory
    /// with them, and their offset there.
    pub(crate) locals: (Value, i32),
    /// Number of these places so far.
    pub(crate) sites: usize,
    /// Signature and address of the function that searches the table of runs.
    pub(crate) search: (SigRef, usize),
    /// Signature of functions that instructions call.
    pub(crate) pure: SigRef,
    /// Whether the host multiplies and adds with one rounding.
    pub(crate) has_fused: bool,
    /// Words of memory, of which the first are registers.
    pub(crate) words: Value,
    pub(crate) state: State,
    /// Ranges of memory that the block accesses.
    pub(crate) hulls: BTreeMap<(Root, bool), Hull>,
    /// Remaining instructions above the minimum, shifted by [`clock::CYCLE_BITS`], and cycles since
    /// entry.
    pub(crate) clock: Variable,
    /// Maximum width of values with fewer bits than a word.
    pub(crate) widths: BTreeMap<Value, u32>,
    /// Values before masking, with tags or carries above the word.
    pub(crate) loose: BTreeMap<Value, Value>,
    /// Counters kept in host registers, by number.
    pub(crate) counts: Vec<(usize, Variable)>,
    pub(crate) exits: Vec<RegionExit>,
    /// Start of each block's code, once it is reachable.
    starts: Vec<Option<ir::Block>>,
    /// Initial state of blocks with only one incoming edge.
    inherited: BTreeMap<usize, State>,
    /// Blocks still to be compiled.
    waiting: Vec<usize>,
    single: Vec<bool>,
    /// Values passed to blocks with several incoming edges.
    carried: Vec<Rc<PassedValues>>,
    /// Common target of jumps to computed addresses, with the address as its argument.
    meeting: ir::Block,
    /// Common jump to another region, with the address and the exit if there is none there.
    pub(crate) moving: ir::Block,
    /// Common return to the caller, with the number of the exit as its argument.
    pub(crate) leaving: ir::Block,
    /// The block being compiled, and the number of its instructions done.
    pub(crate) block: usize,
    pub(crate) done: usize,
}

/// Flags for the context's memory and for registers.
pub(crate) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

/// Flags for memory of the context that does not change while code runs.
pub(crate) fn constant() -> MemFlagsData {
    MemFlagsData::trusted().with_readonly().with_can_move()
}

/// Signature of a region's function: takes context and address, returns the number of the exit.
pub(crate) fn signature() -> Signature {
    let mut signature = Signature::new(CallConv::Tail);
    signature.params.extend([AbiParam::new(I64), AbiParam::new(I64)]);
    signature.returns.push(AbiParam::new(I64));
    signature
}

/// Compiles a region into a function; returns the meaning of its exits, and the number of places
/// that access memory.
///
/// `search` is the address of the function that searches the table of runs, and `has_fused` whether the
/// host multiplies and adds with one rounding; the region's counters and entries may be in an arena.
pub(crate) fn region(
    region: &Region,
    function: &mut Function,
    room: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
    (search, has_fused): (usize, bool),
    arena: Option<usize>,
) -> (Vec<RegionExit>, usize) {
    function.signature = signature();
    let mut b = FunctionBuilder::new(function, room);
    let entry = b.create_block();
    b.append_block_params_for_function_params(entry);
    b.switch_to_block(entry);
    let (context, address) = (b.block_params(entry)[0], b.block_params(entry)[1]);
    let (clock, counts) = (b.declare_var(I64), clock::often_counted(region));
    let counts = counts.into_iter().map(|counter| (counter, b.declare_var(I64))).collect();
    let array =
        |b: &mut FunctionBuilder<'_>, offset| b.ins().load(I64, constant(), context, offset);
    let words = match region.shape.slots {
        Slots::Narrow => context,
        Slots::First16 => array(&mut b, fields::WORDS),
    };
    let locals = match arena {
        Some(first) => (context, fields::ARENA + first as i32 * 8),
        None => (array(&mut b, fields::LOCALS), 0),
    };
    let search = (b.import_signature(helpers::search_signature()), search);
    let mut pure = Signature::new(config.default_call_conv);
    pure.params.push(AbiParam::new(I64));
    let pure = b.import_signature(pure);
    let [meeting, moving, leaving] =
        [&[I32][..], &[I64, I64], &[I64]].map(|types| block_with(&mut b, types));
    let (count, single) = (region.blocks.len(), single(region));
    let mut emit = Emitter {
        b,
        region,
        context,
        locals,
        sites: 0,
        search,
        pure,
        has_fused,
        words,
        state: State::default(),
        hulls: BTreeMap::new(),
        clock,
        widths: BTreeMap::new(),
        loose: BTreeMap::new(),
        counts,
        exits: Vec::new(),
        starts: vec![None; count],
        inherited: BTreeMap::new(),
        waiting: Vec::new(),
        carried: loops::carried(region, &single),
        single,
        meeting,
        moving,
        leaving,
        block: 0,
        done: 0,
    };
    emit.all(address);
    let Emitter { mut b, exits, sites, .. } = emit;
    b.seal_all_blocks();
    b.finalize(config);
    (exits, sites)
}

/// A new block with arguments of these types.
fn block_with(b: &mut FunctionBuilder<'_>, types: &[Type]) -> ir::Block {
    let block = b.create_block();
    for &of in types {
        b.append_block_param(block, of);
    }
    block
}

/// For each block, whether it has only one incoming edge.
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

impl Emitter<'_, '_> {
    /// Type of a word.
    pub(crate) fn word(&self) -> Type {
        if self.region.shape.bits == 32 { I32 } else { I64 }
    }

    /// Compiles everything; the region is entered at an address.
    fn all(&mut self, address: Value) {
        self.begin_to_count();
        self.count_in_memory(self.region.balance(), 1);
        let address = self.b.ins().ireduce(I32, address);
        self.b.ins().jump(self.meeting, &[BlockArg::Value(address)]);
        self.meet();
        self.blocks();
        self.move_on();
        self.come_back();
    }

    /// Compiles the dispatch for entries and for jumps to computed addresses.
    fn meet(&mut self) {
        self.b.switch_to_block(self.meeting);
        let address = self.b.block_params(self.meeting)[0];
        let elsewhere = self.b.create_block();
        let is_short = self.is_short();
        let [short, enough] = self.part(is_short);
        self.b.set_cold_block(short);
        for (at, moves) in [(short, false), (elsewhere, true)] {
            self.b.switch_to_block(at);
            let address = self.b.ins().uextend(I64, address);
            self.b.ins().store(trusted(), address, self.context, fields::PC);
            self.count_in_memory(self.region.balance(), -1);
            self.finish(RegionExit::Anywhere, moves.then_some(address));
        }
        self.b.switch_to_block(enough);
        // Entries may be far apart, so that a table of all addresses between them would be large.
        let shift = self.region.shape.shift;
        let bits = (2 * self.region.entries.len()).next_power_of_two().trailing_zeros();
        let number = |address: u32| (address >> shift ^ address >> (shift + bits)) % (1 << bits);
        let mut buckets: BTreeMap<u32, Vec<(usize, Option<usize>)>> = BTreeMap::new();
        for &entry in &self.region.entries {
            let address = self.region.blocks[entry.0].address;
            buckets.entry(number(address)).or_default().push(entry);
        }
        let looks: Vec<_> = (0..1 << bits)
            .map(|at| if buckets.contains_key(&at) { self.b.create_block() } else { elsewhere })
            .collect();
        let mut part = |of| self.b.ins().ushr_imm_u(address, i64::from(of));
        let (low, high) = (part(shift), part(shift + bits));
        let mixed = self.b.ins().bxor(low, high);
        let place = self.b.ins().band_imm_u(mixed, (1 << bits) - 1);
        let calls: Vec<_> =
            looks.iter().map(|&look| self.b.func.dfg.block_call(look, &[])).collect();
        let default = self.b.func.dfg.block_call(elsewhere, &[]);
        let table = self.b.create_jump_table(JumpTableData::new(default, &calls));
        self.b.ins().br_table(place, table);
        for (at, entries) in buckets {
            let mut look = looks[at as usize];
            for (block, counter) in entries {
                self.b.switch_to_block(look);
                let there = i64::from(self.region.blocks[block].address);
                let is_there = self.b.ins().icmp_imm_u(IntCC::Equal, address, there);
                let [here, other] = self.part(is_there);
                look = other;
                self.b.switch_to_block(here);
                self.waiting.push(block);
                self.count(counter);
                self.state = State::default();
                self.hand_on(block);
            }
            self.b.switch_to_block(look);
            self.b.ins().jump(elsewhere, &[]);
        }
    }

    /// Start of a block's code.
    fn start(&mut self, block: usize) -> ir::Block {
        match self.starts[block] {
            Some(start) => start,
            None => {
                let start = self.b.create_block();
                let word = self.word();
                let carried = &self.carried[block];
                for _ in &carried.registers {
                    self.b.append_block_param(start, word);
                }
                for _ in &carried.cells {
                    self.b.append_block_param(start, word);
                    self.b.append_block_param(start, I8);
                }
                for _ in &carried.lookups {
                    self.b.append_block_param(start, I64);
                }
                self.starts[block] = Some(start);
                start
            }
        }
    }

    /// Compiles all reachable blocks.
    fn blocks(&mut self) {
        let mut made = vec![false; self.region.blocks.len()];
        let heads: BTreeSet<usize> = self.region.edges.iter().filter_map(Edge::back).collect();
        while let Some(block) = self.waiting.pop() {
            if std::mem::replace(&mut made[block], true) {
                continue;
            }
            let start = self.start(block);
            self.b.switch_to_block(start);
            (self.block, self.done) = (block, 0);
            self.state = match self.inherited.remove(&block) {
                Some(state) => state,
                None => self.handed(block, start),
            };
            if heads.contains(&block) {
                self.look_at_budget();
            }
            if self.region.blocks[block].marked {
                self.arrive();
            }
            let turn = self.steps();
            self.leave(turn);
        }
    }

    /// Compiles the end of a block.
    fn leave(&mut self, turn: Successor) {
        let block = &self.region.blocks[self.block];
        let (on, elsewhere) = (block.on, block.elsewhere);
        match (turn, elsewhere) {
            (Successor::Gone, _) => {}
            (Successor::To(to), Some(edge)) => self.go(edge, to),
            (Successor::If(condition, to), Some(edge)) => {
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

    /// Continues at an address by an edge, even if a computed address turns out to be constant.
    fn go(&mut self, edge: usize, to: Held) {
        if self.region.edges[edge].to == To::Anywhere {
            let to = self.value(to);
            self.anywhere(edge, to);
        } else {
            self.take(edge, None);
        }
    }

    /// Continues after the block; exits if there is no such edge.
    fn go_on(&mut self, on: Option<usize>) {
        match on {
            Some(edge) => self.take(edge, None),
            None => self.undone(),
        }
    }

    /// Continues at a computed address, which may be after the block or the guessed target.
    fn anywhere(&mut self, edge: usize, to: Value) {
        let block = &self.region.blocks[self.block];
        if let Some(guess) = block.guess {
            self.go_if(to, guess, true);
        }
        if let Some(on) = block.on {
            self.go_if(to, on, false);
        }
        let to = if self.word() == I64 { self.b.ins().ireduce(I32, to) } else { to };
        self.take(edge, Some(to));
    }

    /// Continues by an edge if it leads to a computed address.
    fn go_if(&mut self, to: Value, edge: usize, is_often: bool) {
        let address = match self.region.edges[edge].to {
            To::Block(at) => self.region.blocks[at].address,
            To::Address(address) => address,
            To::Anywhere => return,
        };
        let is_there = self.b.ins().icmp_imm_u(IntCC::Equal, to, i64::from(address));
        let [yes, no] = self.part(is_there);
        self.b.set_cold_block(if is_often { no } else { yes });
        let kept = self.state.clone();
        self.b.switch_to_block(yes);
        self.take(edge, None);
        self.state = kept;
        self.b.switch_to_block(no);
    }

    /// Branches to one of two new blocks.
    pub(crate) fn part(&mut self, condition: Value) -> [ir::Block; 2] {
        let [yes, no] = [self.b.create_block(), self.b.create_block()];
        self.b.ins().brif(condition, yes, &[], no, &[]);
        [yes, no]
    }

    /// A value unless a condition is zero; else the result of rarely executed code.
    pub(crate) fn unless_zero(
        &mut self,
        condition: Value,
        value: Value,
        of: Type,
        seldom: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let [look, have] = [(); 2].map(|()| self.b.create_block());
        self.b.set_cold_block(look);
        self.b.append_block_param(have, of);
        self.b.ins().brif(condition, have, &[BlockArg::Value(value)], look, &[]);
        self.b.switch_to_block(look);
        // Knowledge from this path is not valid after it.
        let kept = self.state.clone();
        let found = seldom(self);
        self.state = kept;
        if let Some(after) = self.b.current_block() {
            self.b.set_cold_block(after);
        }
        self.b.ins().jump(have, &[BlockArg::Value(found)]);
        self.b.switch_to_block(have);
        self.b.block_params(have)[0]
    }

    /// Leaves the block by an edge, with a computed address if there is one.
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
                self.account();
                self.count(counter);
                self.hand_on(to);
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
                self.count_in_memory(self.region.ended(number), 1);
                let to = match edge.to {
                    To::Address(to) => Some(self.b.ins().iconst(I64, i64::from(to))),
                    _ => None,
                };
                self.finish(RegionExit::Edge(number), to);
            }
        }
    }

    /// Continues at a block with several incoming edges, and passes its values.
    fn hand_on(&mut self, to: usize) {
        let carried = Rc::clone(&self.carried[to]);
        let handed = |slot| carried.registers.iter().any(|it| it.slot == slot && it.written);
        self.flush_but(&handed);
        let mut values: Vec<BlockArg> = Vec::new();
        for register in &carried.registers {
            let held = self.get(register.slot);
            values.push(BlockArg::Value(self.value(held)));
        }
        for &cell in &carried.cells {
            values.extend(self.hand_cell(cell).map(BlockArg::Value));
        }
        for &look in &carried.lookups {
            values.push(BlockArg::Value(self.hand_look(look)));
        }
        let start = self.start(to);
        self.b.ins().jump(start, &values);
    }

    /// Initial state of a block with several incoming edges.
    fn handed(&self, block: usize, start: ir::Block) -> State {
        let PassedValues { registers, cells, lookups } = &*self.carried[block];
        let (words, pairs) = self.b.block_params(start).split_at(registers.len());
        let (pairs, firsts) = pairs.split_at(2 * cells.len());
        let cache = registers.iter().zip(words).map(|(register, &value)| CachedRegister {
            slot: register.slot,
            held: Self::fresh(found(block, register.slot), value),
            dirty: register.written,
        });
        let mut state = State { cache: cache.collect(), ..State::default() };
        state.known.cells = self.handed_cells(block, cells, pairs);
        state.known.looked = self.handed_looks(block, lookups, firsts);
        state
    }

    /// Exits before the block if the remaining budget is too small for another iteration.
    fn look_at_budget(&mut self) {
        let is_short = self.is_short();
        let [short, enough] = self.part(is_short);
        self.leave_before(short);
        self.b.switch_to_block(enough);
    }

    /// Stores registers that memory does not have yet; values stay known.
    pub(crate) fn flush(&mut self) {
        self.flush_but(&|_| false);
    }

    /// The same, except for some registers.
    pub(crate) fn flush_but(&mut self, is_left: &dyn Fn(u8) -> bool) {
        for at in 0..self.state.cache.len() {
            let CachedRegister { slot, held, dirty } = self.state.cache[at];
            if dirty && !is_left(slot) {
                let value = self.value(held);
                let (array, offset) = self.slot(slot);
                self.b.ins().store(trusted(), value, array, offset);
                self.state.cache[at].dirty = false;
            }
        }
    }

    /// Location of a register.
    pub(crate) fn slot(&self, slot: u8) -> (Value, i32) {
        match self.region.shape.slots {
            Slots::Narrow => (self.context, fields::SLOTS + i32::from(slot) * 4),
            Slots::First16 if slot < 16 => (self.words, i32::from(slot) * 8),
            Slots::First16 => (self.context, fields::SLOTS + i32::from(slot - 16) * 8),
        }
    }

    /// Knowledge about a register, if it was used.
    pub(crate) fn shape_of(&self, slot: u8) -> Option<Shape> {
        let cached = self.state.cache.iter().find(|cached| cached.slot == slot);
        cached.map(|cached| cached.held.shape)
    }

    /// The value in code.
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

    /// Notes the maximum width of a value.
    pub(crate) fn narrow(&mut self, value: Value, bits: u32) -> Value {
        if bits < self.region.shape.bits {
            self.widths.insert(value, bits);
        }
        value
    }

    /// Maximum width of a value.
    pub(crate) fn width(&self, value: Value) -> u32 {
        self.widths.get(&value).copied().unwrap_or(self.region.shape.bits)
    }

    /// A value without further knowledge.
    pub(crate) fn fresh(root: Root, value: Value) -> Held {
        Held { shape: Shape::Near(root, 0), base: Some(value) }
    }
}
