//! Hot blocks as code of the host: what a book of regions must know of this machine.

use std::sync::Arc;

use machine::Observer;
use machine::blocks::Blocks;
use machine::native::{
    Arrival, Backing, Book, Cost, Described, Exit, Guest, Lent, MOST_BUDGET, Memory as Reach, Run,
    Session, Shape, Slots, To, arrival,
};

use super::Riscv32;
use super::run::Ran;
use crate::cpu::Cpu;
use crate::engine::code::{Found, cost, find};
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::{Rules, record};
use crate::engine::timing::{JUMP_HAZARD, Sum};

/// Registers that point to the stack and to data.
const SP: u8 = 2;
const GP: u8 = 3;

/// The machine while regions are formed.
pub(super) struct Forming<'a> {
    pub(super) machine: &'a mut Riscv32,
    /// Whether an observer wants to know of arrivals at an address.
    pub(super) is_mark: &'a dyn Fn(u32) -> bool,
}

impl Guest<Step, Sum, 1> for Forming<'_> {
    fn shape(&self) -> Shape {
        let aligned = self.machine.options.strict_align;
        Shape {
            bits: 32,
            shift: 1,
            slots: Slots::Narrow,
            memory: Reach::Runs { aligned, flip: 0 },
            turn_cycles: JUMP_HAZARD as u32,
        }
    }

    fn blocks(&mut self) -> &mut Blocks<Step, Sum, 1> {
        &mut self.machine.code
    }

    fn form(&mut self, address: u32) -> Option<usize> {
        self.machine.form_block(address, self.is_mark)
    }

    fn describe(&mut self, block: usize) -> Option<Described> {
        let Riscv32 { cpu, code, options, .. } = &mut *self.machine;
        let (cpu, extensions) = (&*cpu, options.profile.extensions);
        let block = code.block(block);
        let rules = Rules { pc_mask: cpu.pc_mask };
        let (mut steps, mut costs, mut cycles) = (Vec::new(), Vec::new(), 0);
        let mut last = None;
        for step in &block.steps {
            let address = step.op.pc;
            let Found::Instruction(found) = find(cpu, extensions, address) else { break };
            let flow = analyse(found.row, &found.op);
            let lands = flow.target().is_none_or(|to| to as u32 & cpu.pc_mask == 0);
            let Some(nodes) = record(found.row, &found.op, rules).filter(|_| lands) else { break };
            cycles += cost(cpu, extensions, &found).cycles;
            steps.push((address, Arc::from(nodes)));
            costs.push(Cost { cycles, wait: None });
            last = Some(flow);
        }
        let (flow, is_cut) = (last?, steps.len() < block.steps.len());
        let target = flow.target().map_or(To::Anywhere, |to| To::Address(to as u32));
        Some(Described {
            steps,
            costs,
            delayed: false,
            is_cut,
            falls: flow.falls_through() || target == To::Anywhere,
            elsewhere: (flow.ends_block() && !is_cut).then_some(target),
            skips: Vec::new(),
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.machine.cpu.memory.fetch(address).map_or(u64::MAX, u64::from)
    }

    fn hints(&self) -> (Vec<u64>, u32) {
        let cpu = &self.machine.cpu;
        let lies = |address: u32| cpu.memory.run(address, false).is_some();
        let data = self.machine.image.segments.iter().rev().map(|segment| segment.base as u32);
        let usual = std::iter::once(cpu.reg(GP)).chain(data).find(|&at| lies(at));
        let usual = usual.unwrap_or(cpu.reg(SP));
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

impl Riscv32 {
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

    /// Looks whether a block that the flow is at is run often, for native code.
    pub(super) fn look<O: Observer>(&mut self, block: usize, observer: &O) {
        let watching = O::STORES && !observer.may_pause();
        self.with_book(observer, |book, forming, kind| book.looked(forming, block, watching, kind));
    }

    /// Forms the block that begins at an address.
    pub(super) fn form<O: Observer>(&mut self, pc: u32, observer: &O) -> Option<usize> {
        if self.code.are_many() {
            self.with_book(observer, |book, forming, _| book.remove_all(forming));
            let banked = &mut self.banked;
            self.code.forget_all(|block| banked.add(&block.sum, block.ways));
        }
        let block = self.form_block(pc, &|address| O::MARKS && observer.is_mark(address.into()))?;
        let watching = O::STORES && !observer.may_pause();
        self.with_book(observer, |book, forming, kind| book.formed(forming, block, watching, kind));
        Some(block)
    }

    /// Runs native code from a block on, as long as the flow comes from region to region.
    pub(super) fn run_native<O: Observer>(
        &mut self,
        first: usize,
        budget: u64,
        observer: &mut O,
    ) -> Ran {
        let Some(mut book) = self.book.take() else { return Ran::On };
        let watching = O::STORES && !observer.may_pause();
        let budget = budget.min(MOST_BUDGET);
        let (mut number, mut pc, mut left) = (first, self.cpu.pc.get(), budget);
        let lending = Lending { cpu: &self.cpu, watching };
        let mut session =
            Session::begin(&mut book.context, Lent::Narrow(&self.cpu.slots), &lending);
        session.set(left, (self.clock_cycles, 0), self.last_pc);
        let ran = loop {
            let Some(region) = book.regions.get(number) else { break Ran::Short };
            if left <= region.longest {
                break Ran::Short;
            }
            let exit = region.run(&mut session, pc);
            observer.told(session.take_events());
            left = session.left();
            let (exit, block) = region.ended(exit);
            match exit {
                Exit::Edge(edge) => {
                    let edge = region.edge(edge);
                    self.last_pc = self.code.block(block).steps[edge.done - 1].op.pc;
                    pc = region.goes(edge, &session);
                }
                Exit::Anywhere => (self.last_pc, pc) = (session.last(), session.pc()),
                Exit::Before(_) => pc = self.code.block(block).address,
                Exit::Undone(_, done) => {
                    session.look_up();
                    let told = O::MARKS && done == 0 && self.code.block(block).marked;
                    pc = self.code.block(block).steps[done].op.pc;
                    break if told { Ran::Undone } else { Ran::Part(block, done) };
                }
            }
            match self.code.find(pc).map(|block| self.code.block(block).native as usize) {
                Some(native) if native > 0 => number = native - 1,
                _ => break Ran::On,
            }
        };
        (self.clock_cycles, _) = session.clock();
        self.retired += budget - left;
        self.cpu.pc.set(pc);
        self.book = Some(book);
        if let Ran::Part(block, done) = ran {
            // Native code has their cycles already.
            self.count_part(block, done, &mut 0);
        }
        ran
    }
}
