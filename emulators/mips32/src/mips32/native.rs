//! Hot blocks as code of the host: what a book of regions must know of this machine.

use std::sync::Arc;

use machine::Observer;
use machine::blocks::Blocks;
use machine::native::{
    Arrival, Backing, Book, Cost, Described, Exit, Guest, Lent, MOST_BUDGET, Memory as Reach, Run,
    Session, Shape, Slots, To, arrival,
};

use super::Mips32;
use super::run::Ran;
use crate::cpu::Cpu;
use crate::engine::code::Sums;
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::{Rules, record};
use crate::engine::timing;

/// The registers that point to the stack and to data.
const SP: u8 = 29;
const GP: u8 = 28;

/// The machine while regions are formed.
pub(super) struct Forming<'a> {
    machine: &'a mut Mips32,
    /// Whether an observer wants to know of arrivals at an address.
    is_mark: &'a dyn Fn(u32) -> bool,
}

impl Forming<'_> {
    /// How many of a block's steps are for native code, and their programs.
    fn programs(&mut self, block: usize) -> Vec<(u32, Arc<[machine::native::Node]>)> {
        let Mips32 { cpu, code, .. } = &mut *self.machine;
        let (rules, in_slot) = (Rules::of(cpu), code.ends_in_slot(block));
        let ops: Vec<_> = code.blocks.block(block).steps.iter().map(|step| step.op).collect();
        let mut programs = Vec::new();
        for (at, op) in ops.iter().enumerate() {
            let row = code.index(op.pc).and_then(|index| code.row(index));
            // A branch whose slot is no step of the block is the careful engine's.
            let is_alone = code.has_slot(op.pc) && !(in_slot && at + 2 == ops.len());
            let Some(nodes) = row.filter(|_| !is_alone).and_then(|row| record(row, op, rules))
            else {
                break;
            };
            programs.push((op.pc, Arc::from(nodes)));
        }
        // A branch and its slot stay together.
        if in_slot && programs.len() + 1 == ops.len() {
            programs.pop();
        }
        programs
    }
}

impl Guest<Step, Sums, 2> for Forming<'_> {
    fn shape(&self) -> Shape {
        let flip = self.machine.cpu.memory.flip() as u8;
        Shape {
            bits: 32,
            shift: 2,
            slots: Slots::Narrow,
            memory: Reach::Runs { aligned: true, flip },
            turn_cycles: u32::from(!self.machine.options.delayed_branches),
        }
    }

    fn blocks(&mut self) -> &mut Blocks<Step, Sums, 2> {
        &mut self.machine.code.blocks
    }

    fn form(&mut self, address: u32) -> Option<usize> {
        self.machine.form_block(address, self.is_mark)
    }

    fn describe(&mut self, block: usize) -> Option<Described> {
        let steps = self.programs(block);
        let code = &mut self.machine.code;
        let all = code.blocks.block(block).steps.len();
        let is_cut = steps.len() < all;
        let delayed = !is_cut && code.ends_in_slot(block);
        let turning = steps.len().checked_sub(if delayed { 2 } else { 1 })?;
        let op = code.blocks.block(block).steps[turning].op;
        let flow = analyse(code.row(code.index(op.pc)?)?, &op);
        let costs = (1..=steps.len()).map(|done| {
            let timing::Run { cycles, first, left } = code.run_of(block, done);
            Cost { cycles, wait: first.map(|first| (first, left)) }
        });
        let costs = costs.collect();
        let target = flow.target().map_or(To::Anywhere, |to| To::Address(to as u32));
        Some(Described {
            steps,
            costs,
            delayed,
            is_cut,
            falls: flow.falls_through() || target == To::Anywhere,
            elsewhere: (flow.ends_block() && !is_cut).then_some(target),
            skips: Vec::new(),
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.machine.word_at(address).into()
    }

    fn hints(&self) -> (Vec<u64>, u32) {
        let cpu = &self.machine.cpu;
        let lies = |address: u32| cpu.memory.run(address, false).is_some();
        let usual = Some(cpu.reg(GP)).filter(|&at| lies(at));
        let usual = usual.or_else(|| cpu.memory.first_data()).unwrap_or(cpu.reg(SP));
        let near = |slot: u8| Some(cpu.reg(slot)).filter(|&at| lies(at)).unwrap_or(usual);
        ((0..32).map(|slot| near(slot).into()).collect(), usual)
    }
}

/// Memory, and whether stores to the watched range are told.
struct Lending<'a> {
    cpu: &'a Cpu,
    watching: bool,
}

impl Backing for Lending<'_> {
    fn run(&self, address: u32, store: bool) -> Option<Run<'_>> {
        self.cpu.memory.run(address, store)
    }

    fn watched(&self) -> Option<(u32, u32, Run<'_>)> {
        if self.watching { self.cpu.memory.watched_run() } else { None }
    }
}

impl Mips32 {
    /// Lends the book and the rest of the machine.
    pub(super) fn with_book<O: Observer, T>(
        &mut self,
        observer: &O,
        work: impl FnOnce(&mut Book, &mut Forming<'_>, &dyn Fn(u32) -> Arrival) -> T,
    ) -> Option<T> {
        let mut book = self.book.take()?;
        let is_mark = |address: u32| O::MARKS && observer.is_mark(address.into());
        let mut forming = Forming { machine: self, is_mark: &is_mark };
        let done = work(&mut book, &mut forming, &|address| arrival(observer, address));
        self.book = Some(book);
        Some(done)
    }

    /// Runs native code from a block on, as long as the flow comes from region to region.
    pub(super) fn run_native<O: Observer>(
        &mut self,
        first: usize,
        left: &mut u64,
        observer: &mut O,
    ) -> Ran {
        let Some(mut book) = self.book.take() else { return Ran::On };
        let budget = (*left).min(MOST_BUDGET);
        let rest = *left - budget;
        *left = budget;
        let (mut number, mut pc) = (first, self.cpu.pc.get());
        let lending = Lending { cpu: &self.cpu, watching: O::STORES && !observer.may_pause() };
        let mut session =
            Session::begin(&mut book.context, Lent::Narrow(&self.cpu.slots), &lending);
        session.set(budget, self.clock.state(), self.last_pc);
        let blocks = &mut self.code.blocks;
        let ran = loop {
            let Some(region) = book.regions.get(number) else { break Ran::Short };
            if *left <= region.longest {
                break Ran::Short;
            }
            let exit = region.run(&mut session, pc);
            observer.told(session.take_events());
            *left = session.left();
            let (exit, block) = region.ended(exit);
            match exit {
                Exit::Edge(edge) => {
                    let edge = region.edge(edge);
                    self.last_pc = blocks.block(block).steps[edge.done - 1].op.pc;
                    pc = region.goes(edge, &session);
                }
                Exit::Anywhere => (self.last_pc, pc) = (session.last(), session.pc()),
                Exit::Before(_) => pc = blocks.block(block).address,
                Exit::Undone(_, done) => {
                    session.look_up();
                    let told = O::MARKS && done == 0 && blocks.block(block).marked;
                    pc = blocks.block(block).steps[done].op.pc;
                    break if told { Ran::Undone } else { Ran::Part(block, done) };
                }
            }
            match blocks.find(pc).map(|block| blocks.block(block).native as usize) {
                Some(native) if native > 0 => number = native - 1,
                _ => break Ran::On,
            }
        };
        self.clock.set_state(session.clock());
        self.retired += budget - *left;
        *left += rest;
        self.cpu.pc.set(pc);
        if let Ran::Part(block, done) = ran
            && done > 0
        {
            // Native code has their cycles already.
            let _ = self.code.count_part(block, done, false);
            self.last_pc = self.code.blocks.block(block).steps[done - 1].op.pc;
        }
        self.book = Some(book);
        ran
    }
}
