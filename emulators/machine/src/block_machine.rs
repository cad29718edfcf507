//! Interface of machines that run in decoded blocks to the [`run_loop`](crate::run_loop).

use std::cell::Cell;

use crate::blocks::{Blocks, DecodedStep};
use crate::follow::{Follow, FollowSlot, FollowedSteps};
use crate::native::{AddressMap, BorrowedState, Guest};
use crate::{Clock, Host, Machine, Observer, Stop};

/// Cost of a block on the clock, known when the block is formed.
pub trait BlockCost: Default {
    /// Advances the clock over all steps.
    fn pass(&self, clock: &mut Clock);

    /// Advances the clock over the first `done` steps, the last of which skips the others.
    ///
    /// Not called on machines whose instructions never skip within a block.
    fn pass_first(&self, done: usize, clock: &mut Clock) {
        let _ = done;
        self.pass(clock);
    }
}

/// End of a run of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepsEnd {
    /// After the last one.
    Whole,
    /// After this many, the last of which skips the others.
    Left(usize),
    /// After this many, before one that needs the careful engine.
    Undone(usize),
}

/// Position in a run; blocks have counts of their own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Retired instructions.
    pub retired: u64,
    /// Clock of the machine's cycle model.
    pub clock: Clock,
    /// Address of the instruction that ran last; any value on machines that do not need it.
    pub last_pc: u32,
}

/// Registers and memory, on which the plain engine and native code run.
pub trait BlockCpu<S>: AddressMap {
    /// Address of the next instruction.
    fn program_counter(&self) -> &Cell<u32>;
    /// Runs steps, which set the program counter only to transfer control.
    fn run_steps(&self, steps: &[S]) -> StepsEnd;
    /// Lends registers, and memory that is not in the [`AddressMap`], to native code.
    fn lend(&self) -> BorrowedState<'_>;
}

/// A machine that runs in blocks.
pub trait BlockMachine<S: DecodedStep, X: BlockCost, const SHIFT: u32>:
    Guest<S, X, SHIFT> + Machine
{
    /// Registers and memory.
    type Cpu: BlockCpu<S>;

    /// State of a step that value tracking tried and could not complete.
    type Undone;

    /// Blocks and processor.
    fn parts(&mut self) -> (&mut Blocks<S, X, SHIFT>, &Self::Cpu);

    /// Current position.
    fn progress(&self) -> Progress;

    /// Moves from `before`, which was the result of [`progress`](Self::progress), to `now`.
    ///
    /// If steps advance the clock in other ways too, only the difference is added to it.
    fn set_progress(&mut self, before: Progress, now: Progress);

    /// State of value tracking, if it is on.
    fn follow(&mut self) -> &mut FollowSlot;

    /// Value of a register, by its slot in the tracking.
    fn slot_value(&self, slot: u8) -> u64;

    /// Runs the steps of a block with value tracking, up to `most`, by [`Follow::run_steps`].
    ///
    /// There is no stop before the first one if `is_first`.
    fn follow_steps(
        &mut self,
        follow: &mut Follow,
        host: &mut Host,
        block: usize,
        most: usize,
        is_first: bool,
    ) -> FollowedSteps<Self::Undone>;

    /// Completes a step that [`follow_steps`](Self::follow_steps) tried, which is the next
    /// instruction: applies what it has not applied, or raises its exception.
    ///
    /// # Errors
    /// If the program stops.
    fn complete_step(&mut self, host: &mut Host, step: S, undone: Self::Undone)
    -> Result<(), Stop>;

    /// Whether the careful engine runs every instruction.
    fn is_careful(&self) -> bool;

    /// Advances a clock over the first `done` steps of a block, the rest of which do not run.
    fn pass_part(&mut self, block: usize, done: usize, clock: &mut Clock);

    /// Runs one instruction in the careful engine.
    ///
    /// # Errors
    /// If the program stops.
    fn step<O: Observer>(&mut self, host: &mut Host, observer: &mut O) -> Result<(), Stop>;

    /// Instructions started since `load`, as budgets count them.
    fn spent(&self) -> u64 {
        self.attempted()
    }

    /// Whether the next instruction needs the careful engine, in any block.
    fn needs_careful(&self) -> bool {
        false
    }

    /// Whether the current slice must end before the next block.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Begins a slice of a run; returns its end, which is at most `end`.
    ///
    /// # Errors
    /// If the program stops.
    fn begin_slice(&mut self, host: &mut Host, end: u64) -> Result<u64, Stop> {
        let _ = host;
        Ok(end)
    }

    /// Ends a slice that reached its end.
    fn end_slice(&mut self, host: &mut Host) {
        let _ = host;
    }

    /// Largest number of steps, up to `wanted`, after which a run may leave a block.
    fn longest_part(&mut self, block: usize, wanted: usize) -> usize {
        let _ = block;
        wanted
    }

    /// Sets the program counter to a step of a block, after all steps before it ran.
    fn move_to_step(&mut self, block: usize, step: usize) {
        let (blocks, cpu) = self.parts();
        cpu.program_counter().set(blocks.block(block).steps[step].address());
    }

    /// Discards all blocks, but keeps their counts.
    fn forget_blocks(&mut self) {
        self.blocks().forget_all(|_| {});
    }

    /// Discards blocks so that every marked address starts a block.
    fn mark_blocks(&mut self, is_mark: &dyn Fn(u32) -> bool) {
        self.blocks().mark(is_mark, |_| {});
    }
}
