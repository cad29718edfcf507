//! Steps that call each other: how a plain engine runs the instructions of a block.
//!
//! Each instruction is read as a function that does its work and calls the next one's, so that the
//! host's processor predicts each jump by the instruction it stands in.

use std::cell::Cell;
use std::fmt;

use crate::blocks;
use crate::semantics::{Flow, Trap};

mod plain;

pub use plain::{Plain, Processor};

/// Runs a step and all those behind it; gives how many were left undone.
///
/// The number is what the steps before it wrote last, which goes along beside the registers.
pub type Thread<C, O> = fn(&C, &Step<C, O>, &[Step<C, O>], u32) -> usize;

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

/// Which of its operands a step takes from what was written last instead of from its register.
///
/// A register that was written by the step before is slow to read: the host's processor waits for
/// the store. What goes along is in one of its own registers.
pub mod carried {
    /// None of them.
    pub const NONE: u8 = 0;
    /// The first.
    pub const FIRST: u8 = 1;
    /// The second.
    pub const SECOND: u8 = 2;
}

/// What goes along from step to step while steps are decoded: the slot that was written last.
///
/// Nothing goes along to the first step of a block.
#[derive(Debug, Default)]
pub struct Carry(Cell<Option<u8>>);

impl Carry {
    /// Nothing goes along any further.
    pub fn forget(&self) {
        self.0.set(None);
    }

    /// How the next step finds its operands, which are in these slots; `flow` is what its row does.
    pub fn next(&self, flow: &Flow, first: u8, second: u8) -> u8 {
        let slot = self.0.get();
        let writes = flow.writes();
        match writes.count_ones() {
            0 => {}
            1 => self.0.set(Some(writes.trailing_zeros() as u8)),
            // Which of them comes last is the row's own business.
            _ => self.0.set(None),
        }
        match slot {
            Some(slot) if slot == first => carried::FIRST,
            Some(slot) if slot == second => carried::SECOND,
            _ => carried::NONE,
        }
    }
}

/// Does one row's work, then calls the next step; a trap ends the run with this step undone.
///
/// A step that was done may say so by a trap too, to leave out those behind it; the machine then
/// knows by other means.
#[inline(always)]
pub fn step<C, O, const LAST: u8>(
    cpu: &C,
    step: &Step<C, O>,
    rest: &[Step<C, O>],
    last: u32,
    semantics: impl FnOnce(Plain<'_, C, LAST>, &O) -> Result<(), Trap>,
) -> usize {
    let written = Cell::new(last);
    if semantics(Plain { cpu, last, written: &written }, &step.op).is_err() {
        return rest.len() + 1;
    }
    match rest.split_first() {
        Some((next, rest)) => (next.thread)(cpu, next, rest, written.get()),
        None => 0,
    }
}

/// Runs steps from the first one on; gives how many were left undone.
#[inline(always)]
pub fn run<C, O>(cpu: &C, steps: &[Step<C, O>]) -> usize {
    match steps.split_first() {
        Some((step, rest)) => (step.thread)(cpu, step, rest, 0),
        None => 0,
    }
}

/// The thread of what holds no instruction, or one that is the careful engine's business alone.
pub fn left_undone<C, O>(_: &C, _: &Step<C, O>, rest: &[Step<C, O>], _: u32) -> usize {
    rest.len() + 1
}
