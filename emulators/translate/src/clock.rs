//! Counting instructions, cycles and edges while code runs.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use machine::native::{Cost, MOST_LEFT, Region, fields};

use crate::emit::{Emitter, trusted};

/// Number of cycle bits in the clock, below the remaining instructions.
///
/// Both in one number take one host register and one addition; a spent budget makes it negative.
pub(crate) const CYCLE_BITS: i64 = 44;

/// Maximum number of counters kept in host registers.
const MOST_COUNTS: usize = 2;

/// The most frequent counters of loops: incrementing one in memory takes as long as a short loop.
pub(crate) fn often_counted(region: &Region) -> Vec<usize> {
    let edges = region.counted.iter().map(|&edge| region.edges[edge]).enumerate();
    let back = edges.filter(|(_, edge)| edge.back().is_some());
    let mut back: Vec<_> = back.map(|(counter, edge)| (edge.weight, counter)).collect();
    back.sort_by_key(|&(weight, _)| std::cmp::Reverse(weight));
    back.truncate(MOST_COUNTS);
    back.into_iter().map(|(_, counter)| counter).collect()
}

const _: () = assert!(MOST_LEFT < 1 << (63 - CYCLE_BITS), "what is left has room above the cycles");

impl Emitter<'_, '_> {
    /// Loads the counts from memory.
    pub(crate) fn begin_to_count(&mut self) {
        let left = self.b.ins().load(I64, trusted(), self.context, fields::LEFT);
        let above = self.b.ins().iadd_imm_s(left, -(self.region.longest() as i64));
        let clock = self.b.ins().ishl_imm_u(above, CYCLE_BITS);
        self.b.def_var(self.clock, clock);
        for (counter, variable) in self.counts.clone() {
            let (locals, offset) = self.local(counter);
            let times = self.b.ins().load(I64, trusted(), locals, offset);
            self.b.def_var(variable, times);
        }
    }

    /// Stores the counts to memory.
    pub(crate) fn end_to_count(&mut self) {
        let now = self.now();
        self.b.ins().store(trusted(), now, self.context, fields::CYCLES);
        let clock = self.b.use_var(self.clock);
        let above = self.b.ins().sshr_imm_u(clock, CYCLE_BITS);
        let left = self.b.ins().iadd_imm_s(above, self.region.longest() as i64);
        self.b.ins().store(trusted(), left, self.context, fields::LEFT);
        for (counter, variable) in self.counts.clone() {
            let times = self.b.use_var(variable);
            let (locals, offset) = self.local(counter);
            self.b.ins().store(trusted(), times, locals, offset);
        }
    }

    /// Counts instructions of the block and their cost.
    pub(crate) fn pass(&mut self, done: usize) {
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

    /// Adds the cost of instructions that wait until the slow unit is ready.
    ///
    /// The wait is a branch, because each instruction usually waits each time or never: a selection
    /// would make the next iteration of a loop depend on the arithmetic here. After it, the time of
    /// being ready becomes zero, so that the next wait need not compare times.
    fn wait(&mut self, cost: Cost, first: u32, left: u32) {
        if !self.state.is_ready {
            if self.state.spent.is_some() {
                self.account();
            }
            let ready = self.b.ins().load(I64, trusted(), self.context, fields::READY);
            let [compares, on] = self.part(ready);
            self.b.switch_to_block(compares);
            let then = self.later(first);
            let late = self.b.ins().icmp(IntCC::UnsignedGreaterThan, ready, then);
            let [waits, passed] = self.part(late);
            self.b.switch_to_block(waits);
            let wait = self.b.ins().isub(ready, then);
            self.pass_cycles(wait);
            self.b.ins().jump(passed, &[]);
            self.b.switch_to_block(passed);
            let zero = self.b.ins().iconst(I64, 0);
            self.b.ins().store(trusted(), zero, self.context, fields::READY);
            self.b.ins().jump(on, &[]);
            self.b.switch_to_block(on);
        }
        self.state.is_ready = left == 0;
        self.state.cycles += i64::from(cost.cycles);
        if left > 0 {
            if self.state.spent.is_some() {
                self.account();
            }
            let ready = self.later(left);
            self.b.ins().store(trusted(), ready, self.context, fields::READY);
        }
    }

    /// Updates the clock with what ran since the last update.
    pub(crate) fn account(&mut self) {
        let instructions = std::mem::take(&mut self.state.instructions);
        let cycles = std::mem::take(&mut self.state.cycles);
        let both = cycles - (instructions << CYCLE_BITS);
        let known = (both != 0).then(|| self.b.ins().iconst(I64, both));
        let all = match (self.state.spent.take(), known) {
            (Some(spent), Some(known)) => self.b.ins().iadd(spent, known),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        self.pass_cycles(all);
    }

    /// Adds cycles to be counted at the next update.
    ///
    /// They are summed first, because the clock is the critical path through a loop.
    pub(crate) fn spend_cycles(&mut self, cycles: Value) {
        let spent = self.state.spent.map(|spent| self.b.ins().iadd(spent, cycles));
        self.state.spent = Some(spent.unwrap_or(cycles));
    }

    /// Adds cycles to the clock.
    pub(crate) fn pass_cycles(&mut self, cycles: Value) {
        let clock = self.b.use_var(self.clock);
        let clock = self.b.ins().iadd(clock, cycles);
        self.b.def_var(self.clock, clock);
    }

    /// Current cycle count.
    fn now(&mut self) -> Value {
        let before = self.b.ins().load(I64, trusted(), self.context, fields::CYCLES);
        let clock = self.b.use_var(self.clock);
        let since = self.b.ins().band_imm_u(clock, (1 << CYCLE_BITS) - 1);
        self.b.ins().iadd(before, since)
    }

    /// Cycle count after the cycles that are not in the clock yet, and `more`.
    fn later(&mut self, more: u32) -> Value {
        let now = self.now();
        self.b.ins().iadd_imm_s(now, self.state.cycles + i64::from(more))
    }

    /// Whether the remaining budget is smaller than the region.
    pub(crate) fn is_short(&mut self) -> Value {
        let clock = self.b.use_var(self.clock);
        self.b.ins().icmp_imm_s(IntCC::SignedLessThan, clock, 0)
    }

    /// Increments a counter, if there is one.
    pub(crate) fn count(&mut self, counter: Option<usize>) {
        let Some(counter) = counter else { return };
        if let Some(&(_, variable)) = self.counts.iter().find(|it| it.0 == counter) {
            let times = self.b.use_var(variable);
            let times = self.b.ins().iadd_imm_s(times, 1);
            self.b.def_var(variable, times);
            return;
        }
        self.count_in_memory(counter, 1);
    }

    /// Adds to a counter that is not kept in a host register.
    pub(crate) fn count_in_memory(&mut self, counter: usize, by: i64) {
        let (locals, offset) = self.local(counter);
        let times = self.b.ins().load(I64, trusted(), locals, offset);
        let times = self.b.ins().iadd_imm_s(times, by);
        self.b.ins().store(trusted(), times, locals, offset);
    }

    /// Location of a word of the region's own memory, such as a counter.
    pub(crate) fn local(&self, word: usize) -> (Value, i32) {
        let (memory, offset) = self.locals;
        (memory, offset + word as i32 * 8)
    }
}
