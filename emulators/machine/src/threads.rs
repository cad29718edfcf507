//! Steps that call each other: how a plain engine runs the instructions of a block.
//!
//! Each instruction is read as a function that does its work and calls the next one's, so that the
//! host's processor predicts each jump by the instruction it stands in.

use std::fmt;

use crate::blocks;
use crate::semantics::Trap;

/// Runs a step and all behind it in the slice; gives how many were left undone.
pub type Thread<C, O> = fn(&C, &[Step<C, O>]) -> usize;

/// A decoded instruction of a processor `C`, with operands `O`, which know where it is.
pub struct Step<C, O> {
    /// What runs it.
    pub thread: Thread<C, O>,
    /// Its operands.
    pub op: O,
}

impl<C, O: Copy> Clone for Step<C, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, O: Copy> Copy for Step<C, O> {}

impl<C, O: fmt::Debug> fmt::Debug for Step<C, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.op.fmt(f)
    }
}

impl<C, O: blocks::Step> blocks::Step for Step<C, O> {
    fn address(&self) -> u32 {
        self.op.address()
    }
}

/// Does one row's work, then calls the next step; a trap ends the run with this step undone.
///
/// A step that was done may say so by a trap too, to leave out those behind it; the machine then
/// knows by other means.
#[inline(always)]
pub fn step<'a, C, O>(
    cpu: &'a C,
    steps: &[Step<C, O>],
    semantics: impl Fn(&'a C, &O) -> Result<(), Trap>,
) -> usize {
    let Some((step, rest)) = steps.split_first() else { return 0 };
    if semantics(cpu, &step.op).is_err() {
        return steps.len();
    }
    match rest.first() {
        Some(next) => (next.thread)(cpu, rest),
        None => 0,
    }
}

/// The thread of what holds no instruction, or one that is the careful engine's business alone.
pub fn left_undone<C, O>(_: &C, steps: &[Step<C, O>]) -> usize {
    steps.len()
}
