//! Where calls pause: at the gate that they return to, and at functions that are not the student's.

use machine::{Host, Machine as _, Observer, Stop};

use super::{GATES, Rig};

impl Rig<'_> {
    /// Runs a call up to its next pause.
    pub(crate) fn run_call(&mut self, host: &mut Host, budget: u64, way: CallKind) -> Stop {
        let (gate, step, trusted) = (self.gate, self.step, &self.trusted);
        let mut marks = CallMarks { gate, step, trusted, way, is_reached: false };
        self.machine.run(host, budget, &mut marks)
    }
}

/// A pause where a call returns, and where it calls functions that are not the student's.
///
/// All calls of a rig mark the same addresses, so that the machine looks for them once.
struct CallMarks<'r> {
    gate: u64,
    step: u64,
    trusted: &'r [u64],
    way: CallKind,
    is_reached: bool,
}

/// Kinds of calls, which pause at different marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// A call of the function: it pauses when it returns.
    Alone,
    /// The same, and where it calls functions that are not the student's.
    WithOthers,
    /// Such a function: it pauses when it returns.
    Other,
}

impl Observer for CallMarks<'_> {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        let is_gate = |is_called| gate_of(self.gate, self.step, address, is_called).is_some();
        is_gate(false) || is_gate(true) || self.trusted.binary_search(&address).is_ok()
    }

    fn marks_number(&self) -> u64 {
        1
    }

    fn arrived(&mut self, address: u64) {
        let is_gate = |is_called| gate_of(self.gate, self.step, address, is_called).is_some();
        self.is_reached = match self.way {
            CallKind::Other => is_gate(true),
            CallKind::Alone => is_gate(false),
            CallKind::WithOthers => is_gate(false) || self.trusted.binary_search(&address).is_ok(),
        };
    }

    fn pauses(&self) -> bool {
        self.is_reached
    }
}

/// A pause at every mark.
pub(crate) struct Marks<'m, F: Fn(u64) -> bool>(pub(crate) &'m F);

impl<F: Fn(u64) -> bool> Observer for Marks<'_, F> {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        (self.0)(address)
    }

    fn pauses(&self) -> bool {
        true
    }
}

/// The addresses of the gate: of the function's own return, or of those it calls.
pub(crate) fn gate_of(gate: u64, step: u64, address: u64, is_called: bool) -> Option<u64> {
    let first = if is_called { gate + GATES * step } else { gate };
    let last = first + GATES * step;
    (first..last).contains(&address).then(|| (address - first) / step)
}

/// The first address of the gate for those the function calls.
pub(crate) fn called_gate(gate: u64, step: u64) -> u64 {
    gate + GATES * step
}
