//! Instructions of the user's that the program executes while it is stopped.
//!
//! Replay does not know them: a state after them is kept as a change, and going back from there
//! leads to the state before them.

use machine::{Machine as _, Stop};

use super::{NoStops, RunState, Timeline};
use crate::engine::Typed;
use targets::target::AnyMachine;

/// Instructions that are being executed.
#[derive(Debug, Clone)]
pub(crate) struct Execution {
    typed: Typed,
    /// Memory that they replace.
    replaced: Vec<u64>,
    /// Position before them.
    position: u64,
    /// Program counter before them.
    pub(crate) pc: u64,
}

impl RunState {
    /// Position up to which replay leads to this state.
    pub(super) fn replayed_to(&self) -> u64 {
        self.position - self.executed
    }

    /// Puts instructions into memory.
    fn put(&mut self, typed: Typed) -> Execution {
        let (position, pc) = (self.position, self.machine.pc());
        let replaced = (typed.at..typed.end()).filter_map(|at| self.machine.peek(at)).collect();
        self.machine.poke_all(typed.at, &typed.units);
        self.machine.set_pc(typed.at);
        Execution { typed, replaced, position, pc }
    }

    /// Takes them out again, except where something else was stored.
    fn take_out(&mut self, execution: &Execution) {
        let units = execution.typed.units.iter().zip(&execution.replaced);
        for (at, (unit, before)) in (execution.typed.at..).zip(units) {
            if unit != before && self.machine.peek(at) == Some(*unit) {
                self.machine.poke(at, *before);
            }
        }
        self.executed = self.position - execution.position;
    }
}

impl Timeline {
    /// Position from which the user executed instructions to get to this one; otherwise the same.
    pub(crate) fn before_execution(&self, position: u64) -> u64 {
        let snapshot = &self.snapshots[self.before(position)];
        if snapshot.position == position { snapshot.replayed_to() } else { position }
    }

    /// Executes instructions once, up to the last one or a jump; `settle` then completes the change
    /// and says what happened, or refuses it.
    ///
    /// # Errors
    /// Why they did not end, if the change was not refused; nothing has changed.
    pub(crate) fn execute<T>(
        &mut self,
        typed: &Typed,
        settle: impl FnOnce(Stop, &mut AnyMachine) -> Option<T>,
    ) -> Result<T, Option<Stop>> {
        let before = self.now.clone();
        let (seen, fresh) = (self.streams.seen, self.streams.fresh.clone());
        self.streams.seen = before.written;
        let execution = self.now.put(typed.clone());
        let stop = loop {
            let pc = self.now.machine.pc();
            let stop = self.now.run(self.now.position + 1, &mut NoStops, &mut self.streams);
            let next = self.now.machine.pc();
            if stop != Stop::Budget || next <= pc || next >= typed.end() {
                break stop;
            }
        };
        let settled = match (self.now.host.notes.get(before.host.notes.len()), stop) {
            // The system would let it pass.
            (Some(note), _) => Err(Some(Stop::Fault(note.fault))),
            (None, Stop::Budget | Stop::Exit { .. } | Stop::End) => {
                settle(stop, &mut self.now.machine).ok_or(None)
            }
            (None, stop) => Err(Some(stop)),
        };
        if settled.is_err() {
            self.now = before;
            (self.streams.seen, self.streams.fresh) = (seen, fresh);
            return settled;
        }
        if before.edited {
            self.keep(before);
        }
        self.end_execution(&execution);
        settled
    }

    /// Begins to execute instructions, of which the caller decides when they end.
    pub(crate) fn begin_execution(&mut self, typed: Typed) -> Execution {
        self.remember_if_due();
        let execution = self.now.put(typed);
        self.edit(|_| {});
        self.now.edited = false;
        execution
    }

    /// Ends to execute instructions: what they replaced is back, and what followed is forgotten.
    pub(crate) fn end_execution(&mut self, execution: &Execution) {
        // States with the instructions in memory.
        self.snapshots.retain(|snapshot| snapshot.position <= execution.position);
        self.now.take_out(execution);
        self.edit(|_| {});
        if self.now.executed > 0 {
            self.remember();
        }
    }
}
