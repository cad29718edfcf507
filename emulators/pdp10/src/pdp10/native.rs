//! Hot blocks as code of the host: what a book of regions must know of this machine.

use std::sync::Arc;

use machine::Observer;
use machine::blocks::Blocks;
use machine::native::{
    Arrival, Book, Cost, Described, Exit, Guest, Lent, MOST_BUDGET, Memory as Reach, Session,
    Shape, Slots, To, arrival,
};

use super::Pdp10;
use super::run::Ran;
use crate::engine::code::Nanos;
use crate::engine::fast::Step;
use crate::engine::flow::analyse;
use crate::engine::recorded::record;
use crate::isa::decode::{Decoded, decode};
use crate::memory::WATCHED;

/// The machine while regions are formed.
pub(super) struct Forming<'a> {
    machine: &'a mut Pdp10,
    /// Whether an observer wants to know of arrivals at an address.
    is_mark: &'a dyn Fn(u32) -> bool,
}

impl Guest<Step, Nanos, 0> for Forming<'_> {
    fn shape(&self) -> Shape {
        Shape {
            bits: 36,
            shift: 0,
            slots: Slots::First16,
            memory: Reach::Tagged { watched: WATCHED },
            turn_cycles: 0,
        }
    }

    fn blocks(&mut self) -> &mut Blocks<Step, Nanos, 0> {
        &mut self.machine.code
    }

    fn form(&mut self, address: u32) -> Option<usize> {
        self.machine.form_block(address, self.is_mark)
    }

    fn describe(&mut self, block: usize) -> Option<Described> {
        let Pdp10 { cpu, code, .. } = &mut *self.machine;
        let block = code.block(block);
        let (mut steps, mut costs, mut skips, mut last) =
            (Vec::new(), Vec::new(), Vec::new(), None);
        for (at, step) in block.steps.iter().enumerate() {
            let op = step.op;
            let Some(Decoded { opcode, .. }) = decode(op.word, op.address) else { break };
            let Some(nodes) = record(opcode, &op, cpu.timing) else { break };
            let flow = analyse(opcode, &op);
            if flow.skips() {
                skips.push((at, op.behind_next()));
            }
            steps.push((op.address, Arc::from(nodes)));
            costs.push(Cost { cycles: block.sum.of(at + 1) as u32, wait: None });
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
            skips,
        })
    }

    fn word(&self, address: u32) -> u64 {
        self.machine.cpu.memory.get(address).map_or(u64::MAX, crate::Word36::bits)
    }

    fn hints(&self) -> (Vec<u64>, u32) {
        (Vec::new(), 0)
    }
}

impl Pdp10 {
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
        budget: u64,
        observer: &mut O,
    ) -> Ran {
        let Some(mut book) = self.book.take() else { return Ran::On };
        let budget = budget.min(MOST_BUDGET);
        let (mut number, mut pc, mut left) = (first, self.cpu.pc.get(), budget);
        let is_told = O::STORES && !observer.may_pause();
        let lent = Lent::Words(self.cpu.memory.lend(), &self.cpu.raw, is_told);
        let mut session = Session::begin(&mut book.context, lent, &());
        session.set(left, (self.cpu.elapsed_nanos.get(), 0), 0);
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
                Exit::Edge(edge) => pc = region.goes(region.edge(edge), &session),
                Exit::Anywhere => pc = session.pc(),
                Exit::Before(_) => pc = self.code.block(block).address,
                Exit::Undone(_, done) => {
                    let told = O::MARKS && done == 0 && self.code.block(block).marked;
                    pc = self.code.block(block).steps[done].op.address;
                    break if told { Ran::Undone } else { Ran::Part(block, done) };
                }
            }
            match self.code.find(pc).map(|block| self.code.block(block).native as usize) {
                Some(native) if native > 0 => number = native - 1,
                _ => break Ran::On,
            }
        };
        self.cpu.elapsed_nanos.set(session.clock().0);
        self.retired += budget - left;
        self.cpu.pc.set(pc);
        if let Ran::Part(block, done) = ran
            && done > 0
        {
            // Native code has their time already.
            self.code.count_part(block, done, false);
        }
        self.book = Some(book);
        ran
    }
}
