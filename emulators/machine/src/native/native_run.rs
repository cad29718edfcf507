//! Running native code from region to region, as long as control reaches one from another.

use super::cache::RegionCache;
use super::context::{AddressMap, BorrowedState, Session};
use super::guest::watches;
use super::region::RegionExit;
use crate::blocks::{Blocks, DecodedStep};
use crate::{Clock, Observer};

/// Reason why a run of blocks ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// Control reached an address without a block, or the budget is spent.
    On,
    /// Control reached an entry of native code.
    Native,
    /// The rest of the budget is too small for native code.
    Short,
    /// Native code exited in a block, before an instruction it cannot run.
    ///
    /// The block, and the number of completed instructions.
    Part(usize, usize),
    /// The next instruction needs the careful engine.
    Undone,
    /// The observer paused the run.
    Pause,
}

/// State of a native run: everything except registers and memory.
#[derive(Debug, Clone, Copy)]
pub struct NativeRun {
    /// Program counter.
    pub pc: u32,
    /// Remaining budget.
    pub left: u64,
    /// Clock of the cycle model.
    pub clock: Clock,
    /// Address of the instruction that ran last.
    pub last: u32,
}

impl NativeRun {
    /// Runs native code, starting with a region.
    ///
    /// The instructions of a [`RunEnd::Part`] are not counted yet, except for their time.
    pub fn run<S: DecodedStep, X: Default, O: Observer, const SHIFT: u32>(
        &mut self,
        cache: &mut RegionCache,
        region: usize,
        blocks: &mut Blocks<S, X, SHIFT>,
        (lent, backing): (BorrowedState<'_>, &dyn AddressMap),
        observer: &mut O,
    ) -> RunEnd {
        let context = cache.context.get_or_insert_default();
        let mut session = Session::begin(context, lent, backing, watches(observer));
        session.set(self.clock, self.last);
        let mut number = region;
        let ran = loop {
            let Some(region) = cache.regions.get(number) else { break RunEnd::Short };
            if self.left <= region.longest {
                break RunEnd::Short;
            }
            cache.entered += 1;
            let (address, before) = (self.pc, self.left);
            let (end, exit) = region.run(&mut session, (number, SHIFT), self.pc, &mut self.left);
            observer.events(session.take_events());
            let is_short = region.note_run(before - self.left) && !cache.eager;
            if is_short && let Some(entry) = blocks.find(address) {
                cache.barred.insert(address);
                blocks.block(entry).native = 0;
            }
            let Some(region) = cache.regions.get(end) else { break RunEnd::Short };
            let (exit, block) = region.ended(exit);
            match exit {
                RegionExit::Edge(edge) => {
                    let edge = region.edge(edge);
                    self.last = blocks.block(block).steps[edge.done - 1].address();
                    self.pc = region.goes(edge, &session);
                }
                RegionExit::Anywhere => (self.last, self.pc) = (session.last(), session.pc()),
                RegionExit::Before(_) => self.pc = blocks.block(block).address(),
                RegionExit::Undone(_, done) => {
                    session.look_up();
                    let block_now = blocks.block(block);
                    self.pc = block_now.steps[done].address();
                    if let Some(before) = done.checked_sub(1) {
                        self.last = block_now.steps[before].address();
                    }
                    let is_reported = O::MARKS && done == 0 && block_now.marked;
                    break if is_reported { RunEnd::Undone } else { RunEnd::Part(block, done) };
                }
            }
            match blocks.find(self.pc).map(|block| blocks.block(block).native as usize) {
                Some(native) if native > 0 => number = native - 1,
                _ => break RunEnd::On,
            }
        };
        self.clock = session.clock();
        ran
    }
}
