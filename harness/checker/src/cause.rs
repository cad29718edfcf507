//! Causes of faults and limits that the fault itself does not show.

use machine::{AnyMachine, CallFlow, Cause, Machine as _, Stop};

use crate::checks;
use crate::finding::{Finding, Scene};
use crate::run::Checker;

/// Open calls from which on a recursion is taken to have no end.
const DEEP: usize = 100;

impl Checker<'_> {
    /// The cause of the end of a run, if a watch of the calls shows it.
    pub(crate) fn cause(&self, machine: &AnyMachine, stop: Stop) -> Option<Finding> {
        let scene = self.scene(machine)?;
        match stop {
            Stop::Budget => scene.recursion(),
            Stop::Fault(fault) => match fault.cause {
                Cause::StackOverflow { .. } => scene.recursion(),
                Cause::Pushdown => scene.short_stack(),
                _ => scene.pushed_word(),
            },
            _ => None,
        }
    }
}

impl Scene<'_> {
    /// A recursion without an end.
    fn recursion(&self) -> Option<Finding> {
        let open = self.watch.open();
        let depth = open.len();
        if depth < DEEP {
            return None;
        }
        let (call, caller) = self.watch.open().next_back()?;
        let same = self.watch.open().filter(|(other, _)| *other == call).count();
        if same * 4 < depth {
            return None;
        }
        let name = self.procedure(self.watch.procedure());
        let calls = targets::escape::counted(depth as u64, "call");
        let message = format!(
            "`{}` calls `{name}` in {} again and again, and none of {calls} has returned",
            self.procedure(caller),
            self.place(call)
        );
        let help = "check the case in which it returns without another call";
        Some(self.finding(&checks::ENDLESS, call, message).help(help))
    }

    /// A pushdown list that is shorter than its memory.
    fn short_stack(&self) -> Option<Finding> {
        let (set, value) = self.watch.stack_set()?;
        let spec = self.program.target.spec();
        let count = 0o1_000_000 - (value >> 18 & 0o777_777);
        let first = (value & 0o777_777) + 1;
        let image = self.program.image;
        let labels = image.symbols.iter().filter(|symbol| symbol.address);
        let symbol = labels.clone().find(|symbol| symbol.value == first)?;
        // The memory of a stack is often in no segment.
        let ends = labels.map(|symbol| symbol.value);
        let ends = ends.chain(image.segments.iter().map(|segment| segment.base));
        let room = ends.filter(|&end| end > first).min()? - first;
        if room <= count {
            return None;
        }
        let stack = self.stack_pointer();
        let name = asmkit::plain_name(&symbol.name);
        let message = format!(
            "{} gives `{stack}` room for {} words, but `{name}` has {}",
            self.place(set),
            spec.radix.digits(count),
            spec.radix.digits(room)
        );
        let help = format!("write -{} for the count", spec.radix.digits(room));
        Some(self.finding(&checks::STACK, set, message).help(help))
    }

    /// A return through a word that no call pushed.
    fn pushed_word(&self) -> Option<Finding> {
        let (pc, address) = self.watch.popped()?;
        let push = self.watch.stored_by(address)?;
        let flow = self.machine.spec().syntax.flow;
        let is_return =
            self.machine.disassemble(pc).is_some_and(|it| flow(&it) == CallFlow::Return);
        if !is_return || self.watch.is_call(push) {
            return None;
        }
        let message = format!(
            "{} returns through the word that {} pushed, not through a return address",
            self.place(pc),
            self.place(push)
        );
        let help = "pop on every path what was pushed before the return";
        Some(self.finding(&checks::BACK, pc, message).help(help))
    }
}
