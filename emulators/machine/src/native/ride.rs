//! A ride: native code run from region to region, as long as the flow comes from one to the next.

use super::book::Book;
use super::context::{Backing, Lent, Session};
use super::region::Exit;
use crate::Observer;
use crate::blocks::{Blocks, Step};

/// What ended a run of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// The flow came to an address where no block begins yet, or the budget is spent.
    On,
    /// The flow came to where native code can be entered.
    Native,
    /// Native code is not for the rest of the budget.
    Short,
    /// Native code left a block behind so many instructions, the next of which is not for it.
    Part(usize, usize),
    /// The instruction at the program counter is the careful engine's.
    Undone,
    /// The observer asked for it.
    Pause,
}

/// How a run of blocks ends before its budget does.
#[derive(Debug, Clone, Copy)]
pub struct Slice {
    /// At the last block that fits, for more budget is left.
    pub is_cut: bool,
    /// Where native code can be entered.
    pub natives: bool,
}

/// Where a ride stands: what of a machine is neither registers nor memory.
#[derive(Debug, Clone, Copy)]
pub struct Ride {
    /// Program counter.
    pub pc: u32,
    /// Instructions that may still run.
    pub left: u64,
    /// Cycles by the model, and when what is waited for is ready.
    pub clock: (u64, u64),
    /// Address of the instruction that ran last.
    pub last: u32,
}

impl Ride {
    /// Runs native code from a region on; what a [`Ran::Part`] ran of its block is not counted yet, but
    /// for its time.
    pub fn run<S: Step, X: Default, O: Observer, const SHIFT: u32>(
        &mut self,
        book: &mut Book,
        region: usize,
        blocks: &mut Blocks<S, X, SHIFT>,
        (lent, backing): (Lent<'_>, &dyn Backing),
        observer: &mut O,
    ) -> Ran {
        let mut session = Session::begin(&mut book.context, lent, backing);
        session.set(self.clock, self.last);
        let mut number = region;
        let ran = loop {
            let Some(region) = book.regions.get(number) else { break Ran::Short };
            if self.left <= region.longest {
                break Ran::Short;
            }
            let exit = region.run(&mut session, self.pc, &mut self.left);
            observer.told(session.take_events());
            let (exit, block) = region.ended(exit);
            match exit {
                Exit::Edge(edge) => {
                    let edge = region.edge(edge);
                    self.last = blocks.block(block).steps[edge.done - 1].address();
                    self.pc = region.goes(edge, &session);
                }
                Exit::Anywhere => (self.last, self.pc) = (session.last(), session.pc()),
                Exit::Before(_) => self.pc = blocks.block(block).address,
                Exit::Undone(_, done) => {
                    session.look_up();
                    let block_now = blocks.block(block);
                    self.pc = block_now.steps[done].address();
                    if let Some(before) = done.checked_sub(1) {
                        self.last = block_now.steps[before].address();
                    }
                    let is_told = O::MARKS && done == 0 && block_now.marked;
                    break if is_told { Ran::Undone } else { Ran::Part(block, done) };
                }
            }
            match blocks.find(self.pc).map(|block| blocks.block(block).native as usize) {
                Some(native) if native > 0 => number = native - 1,
                _ => break Ran::On,
            }
        };
        self.clock = session.clock();
        ran
    }
}
