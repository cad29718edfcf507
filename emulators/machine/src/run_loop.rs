//! The run loop of machines with decoded blocks.
//!
//! The plain engine runs block after block, and native code runs hot blocks. Both exit before an
//! instruction that they cannot execute; the careful engine executes that one. What differs
//! between machines is in [`BlockMachine`].
//!
//! A budget is kept as its end: the value of [`BlockMachine::spent`] at which it is used up. Only
//! runs of blocks and native code count down what is left of it, in a register of the host.

use crate::block_machine::{BlockCost, BlockCpu, BlockMachine, Progress, StepsEnd};
use crate::blocks::{Block, DecodedStep};
use crate::follow::{Follow, FollowedEnd, FollowedSteps, NotDone};
use crate::native::{NativeRun, RunEnd};
use crate::{Host, Limit, Observer, Stop, Work};

impl<M, S, X, const SHIFT: u32> RunLoop<S, X, SHIFT> for M
where
    M: BlockMachine<S, X, SHIFT>,
    S: DecodedStep,
    X: BlockCost,
{
}

/// The run loop of a machine.
pub trait RunLoop<S: DecodedStep, X: BlockCost, const SHIFT: u32>:
    BlockMachine<S, X, SHIFT>
{
    /// Runs a started program, as [`Machine::run`](crate::Machine::run) requires.
    fn run_slices<O: Observer>(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        observer: &mut O,
    ) -> Stop {
        self.open_native(budget_instrs, observer);
        if self.blocks().needs_marks(O::MARKS.then(|| observer.marks_number())) {
            self.mark_blocks(&|address| observer.is_mark(address.into()));
        }
        let end = self.spent().saturating_add(budget_instrs);
        let ran = self.run_to(host, end, observer);
        self.settle_native();
        ran.err().unwrap_or(Stop::Budget)
    }

    /// Runs slice after slice.
    ///
    /// # Errors
    /// If the program stops before the end.
    fn run_to<O: Observer>(
        &mut self,
        host: &mut Host,
        end: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        while self.spent() < end {
            let slice_end = self.begin_slice(host, end)?;
            if self.is_careful() || O::LOADS {
                self.run_careful(host, slice_end, observer)?;
            } else {
                self.run_plain(host, slice_end, observer)?;
            }
            self.end_slice(host);
        }
        Ok(())
    }

    /// Runs single instructions.
    ///
    /// # Errors
    /// If the program stops before the end.
    fn run_careful<O: Observer>(
        &mut self,
        host: &mut Host,
        end: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        while self.spent() < end && !self.is_interrupted() {
            self.run_one(host, observer)?;
        }
        Ok(())
    }

    /// Runs one instruction, which may be marked, in the careful engine.
    ///
    /// # Errors
    /// If the program stops.
    fn run_one<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let pc = self.pc();
        if O::MARKS && observer.is_mark(pc) {
            observer.arrived(pc);
            if observer.pauses() {
                return Err(Stop::Pause);
            }
        }
        self.step_charged(host, observer)
    }

    /// Runs one instruction in the careful engine; an exception is work.
    ///
    /// # Errors
    /// If the program stops.
    fn step_charged<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop> {
        let before = self.exceptions();
        self.step(host, observer)?;
        self.charge_exceptions(before, host)
    }

    /// Number of instructions that ended in an exception.
    fn exceptions(&self) -> u64 {
        self.attempted() - self.progress().retired
    }

    /// Adds the work of the exceptions since there were `before`.
    ///
    /// # Errors
    /// If that is more than the program may do.
    fn charge_exceptions(&self, before: u64, host: &mut Host) -> Result<(), Stop> {
        let raised = self.exceptions() - before;
        if raised == 0 {
            return Ok(());
        }
        host.work.charge(Work::EXCEPTION * raised);
        if host.work.is_spent() { Err(Stop::Limit(Limit::Work)) } else { Ok(()) }
    }

    /// Runs single instructions with value tracking, as
    /// [`Machine::run_followed`](crate::Machine::run_followed) requires.
    ///
    /// `memory` are the arguments of [`Follow::memory_is`].
    fn run_tracked(
        &mut self,
        host: &mut Host,
        budget_instrs: u64,
        follow: &mut Follow,
        (unit_bits, big_endian, first): (u32, bool, u64),
    ) -> Stop {
        // A budget of 0 does everything that comes before the next instruction.
        match self.run(host, 0, &mut ()) {
            Stop::Budget => {}
            stop => return stop,
        }
        follow.memory_is(unit_bits, big_endian, first);
        self.follow().put(follow.lend());
        let ran = self.run_following(host, budget_instrs);
        *follow = self.follow().take().map(|kept| *kept).unwrap_or_default();
        ran.err().unwrap_or(Stop::Budget)
    }

    /// Runs blocks with value tracking, and single instructions where there is no block.
    ///
    /// # Errors
    /// If the program stops, or at one of the stops of the tracking after the first instruction.
    fn run_following(&mut self, host: &mut Host, budget_instrs: u64) -> Result<(), Stop> {
        let (end, mut is_first) = (self.spent().saturating_add(budget_instrs), true);
        let mut rewrites = Rewrites { seen: self.blocks().rewritten(), since: self.spent() };
        let mut single_end = 0;
        while self.spent() < end {
            let slice_end = self.begin_slice(host, end)?;
            while self.spent() < slice_end && !self.is_interrupted() {
                if rewrites.are_many(self.blocks().rewritten(), self.spent()) {
                    single_end = self.spent() + CAREFUL_INSTRS;
                }
                let is_single = self.is_careful() || self.spent() < single_end;
                let block = if is_single { None } else { self.block_at_pc(&()) };
                match block {
                    Some(block) => {
                        let most = usize::try_from(slice_end - self.spent()).unwrap_or(usize::MAX);
                        self.run_followed_steps(host, block, most, is_first)?;
                    }
                    None => self.run_one_followed(host, is_first)?,
                }
                is_first = false;
                if self.follow().get_mut().is_some_and(|follow| follow.has_news()) {
                    return Err(Stop::Pause);
                }
            }
            self.end_slice(host);
        }
        Ok(())
    }

    /// Runs the steps of a block with value tracking, up to `most`.
    ///
    /// # Errors
    /// If the program stops, or at a stop of the tracking, but not before the first step if
    /// `is_first`.
    fn run_followed_steps(
        &mut self,
        host: &mut Host,
        block: usize,
        most: usize,
        is_first: bool,
    ) -> Result<(), Stop> {
        let before = self.progress();
        let Some(mut follow) = self.follow().take() else { return Ok(()) };
        let ran = self.follow_steps(&mut follow, host, block, most, is_first);
        self.follow().put(follow);
        self.leave_steps(before, block, &ran);
        match ran.end {
            FollowedEnd::Whole => Ok(()),
            FollowedEnd::Pause => Err(Stop::Pause),
            FollowedEnd::NotDone(NotDone::Untried) => self.step_charged(host, &mut ()),
            FollowedEnd::NotDone(NotDone::Tried(undone)) => {
                let step = self.blocks().block(block).steps[ran.done];
                let before = self.exceptions();
                self.complete_step(host, step, undone)?;
                self.charge_exceptions(before, host)
            }
        }
    }

    /// Runs one instruction with value tracking.
    ///
    /// # Errors
    /// If the program stops, or at a stop of the tracking unless it `is_first`.
    fn run_one_followed(&mut self, host: &mut Host, is_first: bool) -> Result<(), Stop> {
        let pc = self.pc();
        if let Some(follow) = self.follow().get_mut() {
            if !is_first && follow.pauses_before(pc) {
                return Err(Stop::Pause);
            }
            if follow.is_transfer(pc) {
                self.note_transfer(pc);
            }
        }
        if let Some(follow) = self.follow().get_mut() {
            follow.arrive(pc);
        }
        self.step_charged(host, &mut ())
    }

    /// Counts the steps that ran with value tracking from a position, and moves to the next
    /// instruction.
    fn leave_steps<U>(&mut self, before: Progress, block: usize, ran: &FollowedSteps<U>) {
        let &FollowedSteps { done, turned, .. } = ran;
        let turn_cycles = u64::from(self.shape().turn_cycles);
        let mut now = before;
        let (blocks, cpu) = self.parts();
        let running = blocks.block(block);
        let (length, end) = (running.steps.len(), running.end);
        let next = turned.unwrap_or(end);
        cpu.program_counter().set(next);
        if done == length {
            let way = usize::from(next != end);
            running.sum.pass(&mut now.clock);
            running.ways[way] += 1;
            now.clock.cycles += if way == 0 { 0 } else { turn_cycles };
        } else if ran.is_out {
            running.sum.pass_first(done, &mut now.clock);
            blocks.leave_often(block, done, 1);
        } else {
            self.move_to_step(block, done);
            self.count_part(block, done, false, &mut now);
        }
        if let Some(last) = done.checked_sub(1) {
            now.last_pc = self.blocks().block(block).steps[last].address();
        }
        now.retired += done as u64;
        self.set_progress(before, now);
    }

    /// Reports a transfer of control to the watch of a program.
    fn note_transfer(&mut self, pc: u64) {
        if let Some(mut follow) = self.follow().take() {
            follow.transfer(pc, &|slot| self.slot_value(slot));
            self.follow().put(follow);
        }
    }

    /// Runs blocks and native code, and in the careful engine what these cannot execute.
    ///
    /// # Errors
    /// If the program stops before the end.
    fn run_plain<O: Observer>(
        &mut self,
        host: &mut Host,
        end: u64,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let longest_slice = self.native().as_ref().map_or(u64::MAX, |cache| cache.slice());
        let mut natives = longest_slice != u64::MAX;
        let (mut random, mut slice_instrs) = (1, longest_slice);
        // Whether the plain engine runs the first block even if it has native code.
        let mut is_plain = false;
        let mut next_look = self.spent().saturating_add(slice_instrs);
        let is_eager = self.native().as_ref().is_some_and(|cache| cache.eager);
        let mut rewrites = Rewrites { seen: self.blocks().rewritten(), since: self.spent() };
        let mut last_undone = u64::MAX;
        while self.spent() < end && !self.is_interrupted() {
            if !is_eager && rewrites.are_many(self.blocks().rewritten(), self.spent()) {
                let careful_end = end.min(self.spent() + CAREFUL_INSTRS);
                self.run_careful(host, careful_end, observer)?;
                continue;
            }
            let Some(block) = self.block_at_pc(observer) else {
                self.run_one(host, observer)?;
                continue;
            };
            if self.spent() >= next_look && self.blocks().block(block).native == 0 {
                self.note_seen(block, observer);
                // Slices of one length would always end in the same part of some loops.
                random = next_random(random);
                slice_instrs = longest_slice - random % (longest_slice / 4);
                next_look = self.spent().saturating_add(slice_instrs);
            }
            let left = end - self.spent();
            let native = self.blocks().block(block).native as usize;
            let ran = if natives && native != 0 && !is_plain {
                self.run_native(native - 1, left, observer)
            } else {
                self.run_blocks(block, left, slice_instrs, natives, observer)
            };
            is_plain = matches!(ran, RunEnd::Part(..));
            match ran {
                RunEnd::On | RunEnd::Native | RunEnd::Part(..) => {}
                RunEnd::Short => natives = false,
                RunEnd::Undone => {
                    let before = self.spent();
                    self.step_charged(host, observer)?;
                    if before == last_undone {
                        let careful_end = end.min(self.spent() + NEXT_INSTRS);
                        self.run_careful(host, careful_end, observer)?;
                    }
                    last_undone = self.spent();
                }
                RunEnd::Pause => return Err(Stop::Pause),
            }
        }
        Ok(())
    }

    /// The block at the program counter, formed if necessary.
    ///
    /// `None` if the careful engine must run the next instruction.
    fn block_at_pc<O: Observer>(&mut self, observer: &O) -> Option<usize> {
        if self.needs_careful() {
            return None;
        }
        let pc = self.pc() as u32;
        if let Some(block) = self.blocks().find(pc) {
            return Some(block);
        }
        if self.blocks().are_many() {
            self.clear_native();
            self.forget_blocks();
        }
        let block = self.form_block(pc, &|address| O::MARKS && observer.is_mark(address.into()))?;
        self.note_formed(block, observer);
        Some(block)
    }

    /// Runs native code from an entry of a region, as long as control moves from region to region.
    fn run_native<O: Observer>(&mut self, region: usize, budget: u64, observer: &mut O) -> RunEnd {
        let Some(mut cache) = self.native().take() else { return RunEnd::On };
        let before = self.progress();
        let (blocks, cpu) = self.parts();
        let pc = cpu.program_counter();
        let (clock, last) = (before.clock, before.last_pc);
        let mut native = NativeRun { pc: pc.get(), left: budget, clock, last };
        let ran = native.run(&mut cache, region, blocks, (cpu.lend(), cpu), observer);
        pc.set(native.pc);
        *self.native() = Some(cache);
        if let RunEnd::Part(block, done) = ran {
            // Native code has advanced its clock already.
            self.count_part(block, done, false, &mut Progress::default());
        }
        let retired = before.retired + (budget - native.left);
        self.set_progress(before, Progress { retired, clock: native.clock, last_pc: native.last });
        ran
    }

    /// Runs blocks within the budget and a slice, as long as they exist.
    ///
    /// If the budget is larger than the slice, it ends at the last block that fits. With `natives`,
    /// it ends at an entry of native code.
    fn run_blocks<O: Observer>(
        &mut self,
        first: usize,
        budget: u64,
        slice_instrs: u64,
        natives: bool,
        observer: &mut O,
    ) -> RunEnd {
        let (is_cut, budget) = (budget > slice_instrs, budget.min(slice_instrs));
        let turn_cycles = u64::from(self.shape().turn_cycles);
        let before = self.progress();
        let (mut now, mut clock) = (before, before.clock);
        let (blocks, cpu) = self.parts();
        // No block has index 0.
        let (mut index, mut left, mut previous) = (first, budget, 0);
        let exit = loop {
            let block = blocks.block(index);
            if let Some(exit) = ends_before(block, left, is_cut && previous != 0, observer) {
                break exit;
            }
            let length = block.steps.len();
            cpu.program_counter().set(block.end);
            let ended = cpu.run_steps(&block.steps);
            let pc = cpu.program_counter().get();
            // Separate calls, so that the host's processor predicts them separately.
            let (done, next) = match ended {
                StepsEnd::Whole if pc == block.end => {
                    block.sum.pass(&mut clock);
                    block.ways[0] += 1;
                    (length, blocks.follow(index, 0, pc))
                }
                StepsEnd::Whole => {
                    block.sum.pass(&mut clock);
                    clock.cycles += turn_cycles;
                    block.ways[1] += 1;
                    (length, blocks.follow(index, 1, pc))
                }
                StepsEnd::Left(done) => {
                    block.sum.pass_first(done, &mut clock);
                    (done, blocks.leave(index, done, pc))
                }
                StepsEnd::Undone(done) => break Exit::Undone(done),
            };
            left -= done as u64;
            match next {
                Some(next) if !natives || blocks.block(next).native == 0 => {
                    (previous, index) = (index, next);
                }
                next => {
                    previous = 0;
                    now.last_pc = blocks.block(index).steps[done - 1].address();
                    break Exit::Ended(if next.is_some() { RunEnd::Native } else { RunEnd::On });
                }
            }
        };
        now.clock = clock;
        if previous != 0 {
            let steps = &blocks.block(previous).steps;
            now.last_pc = steps[steps.len() - 1].address();
        }
        let ran = match exit {
            Exit::Ended(ran) => ran,
            Exit::Short => self.run_part(index, &mut left, &mut now),
            Exit::Undone(done) => self.exit_before(index, done, &mut left, &mut now),
        };
        now.retired += budget - left;
        self.set_progress(before, now);
        ran
    }

    /// Runs the part of a block that the budget allows.
    fn run_part(&mut self, block: usize, left: &mut u64, now: &mut Progress) -> RunEnd {
        let wanted = *left as usize;
        if wanted == 0 {
            return RunEnd::On;
        }
        let part = self.longest_part(block, wanted);
        let (blocks, cpu) = self.parts();
        let (steps, pc) = (&blocks.block(block).steps, cpu.program_counter());
        let after = steps[part].address();
        pc.set(after);
        let (done, turned) = match cpu.run_steps(&steps[..part]) {
            // The last of them may skip.
            StepsEnd::Whole => (part, pc.get() != after),
            StepsEnd::Left(done) => (done, true),
            StepsEnd::Undone(done) => return self.exit_before(block, done, left, now),
        };
        self.count_part(block, done, turned, now);
        *left -= done as u64;
        if part < wanted { RunEnd::Undone } else { RunEnd::On }
    }

    /// Counts the completed steps of a block and moves to the next step.
    fn exit_before(
        &mut self,
        block: usize,
        done: usize,
        left: &mut u64,
        now: &mut Progress,
    ) -> RunEnd {
        self.move_to_step(block, done);
        self.count_part(block, done, false, now);
        *left -= done as u64;
        RunEnd::Undone
    }

    /// Counts the first `done` steps of a block; `turned` if the last of them transferred control.
    fn count_part(&mut self, block: usize, done: usize, turned: bool, now: &mut Progress) {
        let Some(last) = done.checked_sub(1) else { return };
        self.pass_part(block, done, &mut now.clock);
        let blocks = self.blocks();
        blocks.count_part(block, done, turned);
        now.last_pc = blocks.block(block).steps[last].address();
    }
}

/// The number after one in a fixed sequence (Marsaglia's xorshift, which leaves out 0).
fn next_random(number: u64) -> u64 {
    let number = number ^ number << 13;
    let number = number ^ number >> 7;
    number ^ number << 17
}

/// Number of instructions that the careful engine runs after two that only it can run: often it is needed
/// again at once, and entering a block takes longer than it saves.
const NEXT_INSTRS: u64 = 2;

/// Number of blocks discarded in a run after which their frequency is judged.
const MOST_REWRITTEN: u64 = 64;
/// Number of instructions for each of them at which decoding blocks takes longer than it saves.
const LEAST_INSTRS: u64 = 100;
/// Number of instructions that then run singly.
const CAREFUL_INSTRS: u64 = 20_000;

/// Blocks discarded because the program changes its instructions.
struct Rewrites {
    /// Their number when it was judged last, and the instructions spent then.
    seen: u64,
    since: u64,
}

impl Rewrites {
    /// Whether the program changes its instructions all the time.
    #[inline(always)]
    fn are_many(&mut self, rewritten: u64, spent: u64) -> bool {
        let more = rewritten - self.seen;
        if more < MOST_REWRITTEN {
            return false;
        }
        let are_many = spent - self.since < more * LEAST_INSTRS;
        *self = Rewrites { seen: rewritten, since: spent };
        are_many
    }
}

/// Whether a run of blocks ends before this one: it is marked, or longer than the rest of the budget.
///
/// `is_cut` if the run then ends instead of running a part of it.
#[inline(always)]
fn ends_before<S: DecodedStep, X, O: Observer>(
    block: &Block<S, X>,
    left: u64,
    is_cut: bool,
    observer: &mut O,
) -> Option<Exit> {
    let length = block.steps.len();
    if length as u64 > left && is_cut {
        return Some(Exit::Ended(RunEnd::On));
    }
    if O::MARKS && block.marked && left > 0 {
        observer.arrived(block.address().into());
        if observer.pauses() {
            return Some(Exit::Ended(RunEnd::Pause));
        }
    }
    if length as u64 > left {
        return Some(Exit::Short);
    }
    (length == 0).then_some(Exit::Ended(RunEnd::On))
}

/// End of a run of blocks.
enum Exit {
    /// Between two blocks.
    Ended(RunEnd),
    /// Before a block that is longer than the budget.
    Short,
    /// In a block, after this many steps, before one that needs the careful engine.
    Undone(usize),
}
