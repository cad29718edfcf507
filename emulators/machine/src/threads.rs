//! Threaded code: the plain engine runs a block as steps that call each other.
//!
//! Each row is compiled to a function that does its work and calls the next step's, so that the
//! host's processor predicts each of these jumps separately.

use std::cell::Cell;
use std::fmt;

use crate::blocks;
use crate::semantics::{Flow, Trap};

mod plain;

pub use plain::{Plain, Processor};

/// Runs a step and all following ones; returns how many were not done.
///
/// The last argument is the value written last by the previous steps, kept in a host register.
pub type Thread<C, O, R> = fn(&C, &Step<C, O, R>, &[Step<C, O, R>], u32) -> usize;

/// A decoded instruction of a processor `C`; its operands `O` include its address.
pub struct Step<C, O, R: 'static> {
    /// Function that runs it.
    pub thread: Thread<C, O, R>,
    /// Its row; `None` if only the careful engine can run it.
    pub row: Option<&'static R>,
    /// Its operands.
    pub op: O,
}

impl<C, O: Copy, R> Clone for Step<C, O, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, O: Copy, R> Copy for Step<C, O, R> {}

impl<C, O: fmt::Debug, R> fmt::Debug for Step<C, O, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.op.fmt(f)
    }
}

impl<C, O: blocks::DecodedStep, R> blocks::DecodedStep for Step<C, O, R> {
    fn address(&self) -> u32 {
        self.op.address()
    }
}

/// Operand that a step takes from the value written last instead of from its register.
///
/// Reading a register that the previous step wrote is slow, because the host's processor waits for
/// the store. The carried value is in a host register.
pub mod carried {
    /// None.
    pub const NONE: u8 = 0;
    /// The first.
    pub const FIRST: u8 = 1;
    /// The second.
    pub const SECOND: u8 = 2;
}

/// Tracks the slot written last while the steps of a block are decoded.
///
/// Nothing is carried into the first step of a block.
#[derive(Debug, Default)]
pub struct Carry(Cell<Option<u8>>);

impl Carry {
    /// Ends carrying.
    pub fn forget(&self) {
        self.0.set(None);
    }

    /// Carried operand of the next step, with operands in these slots and the given flow.
    pub fn next(&self, flow: &Flow, first: u8, second: u8) -> u8 {
        let slot = self.0.get();
        let writes = flow.writes();
        match writes.count_ones() {
            0 => {}
            1 => self.0.set(Some(writes.trailing_zeros() as u8)),
            // Which of them the row writes last is unknown.
            _ => self.0.set(None),
        }
        match slot {
            Some(slot) if slot == first => carried::FIRST,
            Some(slot) if slot == second => carried::SECOND,
            _ => carried::NONE,
        }
    }
}

/// Runs one row, then calls the next step; after a trap this step is not done.
///
/// A completed step may also trap to skip the following ones; the machine then knows by other
/// means.
#[inline(always)]
pub fn step<C, O, R, const LAST: u8>(
    cpu: &C,
    step: &Step<C, O, R>,
    rest: &[Step<C, O, R>],
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

/// Runs steps from the first one; returns how many were not done.
#[inline(always)]
pub fn run<C, O, R>(cpu: &C, steps: &[Step<C, O, R>]) -> usize {
    match steps.split_first() {
        Some((step, rest)) => (step.thread)(cpu, step, rest, 0),
        None => 0,
    }
}

/// Thread of a word without an instruction, or with one that only the careful engine can run.
pub fn left_undone<C, O, R>(_: &C, _: &Step<C, O, R>, rest: &[Step<C, O, R>], _: u32) -> usize {
    rest.len() + 1
}
