//! Running the steps of a block with value tracking.

use super::Follow;
use crate::blocks::DecodedStep;

/// A step that was not completed.
#[derive(Debug)]
pub enum NotDone<U> {
    /// It was not tried: the careful engine must run it.
    Untried,
    /// It was tried, and the machine must complete or cancel it.
    Tried(U),
}

/// Result of running steps.
#[derive(Debug)]
pub struct FollowedSteps<U> {
    /// Number of completed steps.
    pub done: usize,
    /// Address to which one of them transfers control.
    pub turned: Option<u32>,
    /// Whether control has gone there, past the other steps.
    pub is_out: bool,
    /// Reason for the end.
    pub end: FollowedEnd<U>,
}

/// Reason why a run of steps ended.
#[derive(Debug)]
pub enum FollowedEnd<U> {
    /// All steps ran, as far as control reached them.
    Whole,
    /// Something was found in the last completed step, or the next one is a stop.
    Pause,
    /// The next step was not completed.
    NotDone(NotDone<U>),
}

impl Follow {
    /// Runs steps of a block from the first one.
    ///
    /// `run` runs one with effects on registers and memory, and returns the address that it
    /// transfers control to. With `has_slots`, control leaves one step after it. `get` returns the
    /// value of a register. There is no stop before the first step if `is_first`.
    pub fn run_steps<S: DecodedStep, U>(
        &mut self,
        steps: &[S],
        (is_first, has_slots): (bool, bool),
        get: impl Fn(u8) -> u64,
        mut run: impl FnMut(&Follow, &S) -> Result<Option<u32>, NotDone<U>>,
    ) -> FollowedSteps<U> {
        let mut ran =
            FollowedSteps { done: 0, turned: None, is_out: false, end: FollowedEnd::Whole };
        for step in steps {
            let pc = step.address().into();
            if (ran.done > 0 || !is_first) && self.pauses_before(pc) {
                return FollowedSteps { end: FollowedEnd::Pause, ..ran };
            }
            if self.is_transfer(pc) {
                self.transfer(pc, &get);
            }
            self.arrive(pc);
            let is_in_slot = ran.turned.is_some();
            match run(self, step) {
                Ok(None) => {}
                Ok(to) => ran.turned = to,
                Err(not_done) => {
                    return FollowedSteps { end: FollowedEnd::NotDone(not_done), ..ran };
                }
            }
            ran.done += 1;
            ran.is_out = ran.turned.is_some() && (is_in_slot || !has_slots);
            if self.has_news() {
                return FollowedSteps { end: FollowedEnd::Pause, ..ran };
            }
            if ran.is_out {
                break;
            }
        }
        ran
    }
}
