//! Control transfers of a followed call: calls, tail calls and returns.

use architecture::Back;
use checker::wording;
use machine::follow::Doubt;
use machine::{Host, Machine as _, Stop};

use super::{Activation, CallEnd, Origin, Trail};
use crate::assignment::Contract;
use crate::checks;
use crate::rig::gate_of;

/// Ways to reach a procedure with a known contract.
enum Arrival {
    /// By a call.
    Call,
    /// By a jump, so that the procedure also returns for its caller.
    TailCall,
    /// By a jump, when the return address is that of a call which has returned.
    Stale,
    /// Out of the instruction before it.
    Fall,
}

impl<'c> Trail<'_, '_, 'c> {
    /// The flow is at another function's beginning, or where no function begins.
    pub(super) fn handle_transfer(
        &mut self,
        pc: u64,
        host: &mut Host,
        budget: u64,
    ) -> Option<CallEnd> {
        let Some(name) = self.rig.entries.get(&pc).cloned() else {
            // Some systems let a mistake pass, and continue after their handler.
            let passed = host.notes.last().map(|note| Stop::Fault(note.fault));
            return Some(match passed {
                Some(fault) => self.stopped(fault),
                None => self.astray(pc),
            });
        };
        let called = self.assignment.contract(&name)?;
        let last = self.follow.last().unwrap_or(0);
        self.check_call(&name, called, last);
        let registers = &called.registers;
        let back = self.rig.back(registers.back, registers.stack);
        let arrival = self.arrival(pc, last, back, registers.back);
        if self.rig.home.iter().any(|home| home.contains(&pc)) {
            if let Arrival::Call = arrival {
                let (stack, kept) = (self.rig.register(registers.stack), self.rig.kept(called));
                let call = Some(last);
                let opened = Activation { contract: called, call, back, stack, kept };
                self.follow.stops.extend(opened.stops(self.rig.step));
                self.open.push(opened);
            }
            return None;
        }
        match arrival {
            Arrival::Call | Arrival::TailCall => self.run_callee(&name, called, last, host, budget),
            Arrival::Stale | Arrival::Fall => {
                Some(self.report_fallthrough(&name, &arrival, last, back))
            }
        }
    }

    /// Returns how the instruction `last` reached a procedure.
    fn arrival(&self, pc: u64, last: u64, back: u64, kind: Back) -> Arrival {
        // Instructions may be shorter than the longest.
        let next = last + 1..=last + self.rig.step;
        if next.contains(&back) {
            return Arrival::Call;
        }
        let may_fall = self.rig.machine.role(last).is_some_and(|role| role.falls);
        if next.contains(&pc) && may_fall {
            return Arrival::Fall;
        }
        let is_open = self.open.iter().any(|open| open.back == back);
        if is_open || self.follow.returns_to(back) {
            return Arrival::TailCall;
        }
        // An address that no call made is the program's own doing: it may return anywhere at home.
        let is_of_a_call = self.rig.turns.calls.values().any(|known| *known == back);
        let is_at_home = self.rig.home.iter().any(|home| home.contains(&back));
        match kind {
            Back::Pushed if is_at_home => Arrival::TailCall,
            Back::Register(_) if is_at_home && !is_of_a_call => Arrival::TailCall,
            Back::Register(_) => Arrival::Stale,
            Back::Pushed => Arrival::Fall,
        }
    }

    /// The flow is at a procedure that nothing has called.
    fn report_fallthrough(
        &mut self,
        name: &str,
        arrival: &Arrival,
        last: u64,
        back: u64,
    ) -> CallEnd {
        let line = self.line(last);
        let number = line.unwrap_or(0);
        self.is_corrupted = true;
        if let Arrival::Stale = arrival {
            let again = self.line(back).map(|line| format!(" to line {line} again"));
            let message = format!(
                "line {number} jumps to `{name}`, which returns{}: the return address is still that of an earlier call",
                again.unwrap_or_default()
            );
            self.report(&checks::BACK, line, name, message, Vec::new());
            return CallEnd::Astray;
        }
        let message = match line {
            Some(line) => wording::falls_into(&format!("line {line}"), name),
            None => format!("the program runs into `{name}` without a call"),
        };
        self.report(&checks::ASTRAY, line, name, message, Vec::new());
        CallEnd::Astray
    }

    /// Runs a procedure that is not the student's; how the whole call ended, if that ended it.
    fn run_callee(
        &mut self,
        name: &str,
        called: &'c Contract,
        last: u64,
        host: &mut Host,
        budget: u64,
    ) -> Option<CallEnd> {
        self.calls_others = true;
        let below = self.rig.register(called.registers.stack);
        let before = self.rig.machine.attempted();
        let noted = host.notes.len();
        let fill = Some(self.fill);
        let called_others = self.rig.call_others(self.assignment, name, host, budget, fill);
        self.of_others += self.rig.machine.attempted() - before;
        // Some systems let a mistake pass, and continue after their handler.
        let passed = host.notes.get(noted).map(|note| CallEnd::Stopped(Stop::Fault(note.fault)));
        match passed.map_or(called_others, Err) {
            Ok(_) => {}
            Err(CallEnd::Stopped(Stop::Budget)) => return Some(self.stopped(Stop::Budget)),
            Err(end) => return Some(self.report_failed_callee(name, last, end)),
        }
        self.after_call(called, last, below);
        // A call that returns where the function's own caller continues: a tail call.
        let pc = self.rig.machine.pc();
        if let Some(skips) = gate_of(self.rig.gate, self.rig.step, pc, false) {
            let contract = self.open.first().map(|open| open.contract)?;
            self.open.truncate(1);
            self.check_return(contract, skips);
            return Some(CallEnd::Returned { skips });
        }
        if let Some(at) = self.open.iter().rposition(|open| open.back == pc).filter(|&at| at > 0) {
            self.open.truncate(at + 1);
            self.returned_inside(0);
        }
        None
    }

    /// A procedure that is not the student's did not return.
    fn report_failed_callee(&mut self, name: &str, last: u64, end: CallEnd) -> CallEnd {
        self.is_corrupted = true;
        let line = self.line(last);
        let why = match end {
            CallEnd::Stopped(Stop::Fault(fault)) => fault.cause.sentence(self.rig.target.spec()),
            _ => "it does not return".to_owned(),
        };
        let message = format!("`{name}`, called in line {}, fails: {why}", line.unwrap_or(0));
        let notes = vec!["check the arguments of the call".to_owned()];
        self.report(&checks::FAULT, line, name, message, notes);
        end
    }

    /// A function of the student's returned to the student's code: its caller may not rely on more
    /// than its contract says, even where both are the same function.
    pub(super) fn returned_inside(&mut self, skips: u64) {
        let Some(top) = self.open.last() else { return };
        let (contract, call) = (top.contract, top.call);
        self.check_return(contract, skips);
        self.pop();
        let pointer = self.rig.register(contract.registers.stack);
        self.rig.overwrite(contract, self.fill);
        self.after_call(contract, call.unwrap_or(0), pointer);
    }

    fn pop(&mut self) {
        self.open.pop();
        let step = self.rig.step;
        let backs = self.open.iter().skip(1).flat_map(|open| open.stops(step));
        self.follow.stops = self.rig.own_entries.iter().copied().chain(backs).collect();
    }

    /// Marks everything that a call may change as undefined.
    fn after_call(&mut self, called: &'c Contract, at: u64, stack: u64) {
        let call = Some((at, called.name.as_str()));
        for register in &called.registers.volatile {
            self.doubt(register, &checks::CLOBBERED, call);
        }
        self.make_sound(called.results());
        if let Back::Register(register) = called.registers.back {
            self.doubt(register, &checks::BACK, call);
        }
        let free = self.rig.stack_free(stack);
        let origin = self.origin(Origin { check: &checks::UNWRITTEN, register: "", call });
        let unit = self.unit();
        self.follow.set_units(free, Doubt::of(unit, origin));
    }

    /// Whether a call may be made, and has its arguments.
    fn check_call(&mut self, name: &str, called: &Contract, at: u64) {
        let caller = self.open.last().map(|open| open.contract);
        let line = self.line(at);
        if let Some(allowed) = caller.and_then(|caller| caller.calls.as_ref())
            && !allowed.iter().any(|other| other == name)
            && caller.is_some_and(|caller| caller.name != name)
        {
            let message = format!(
                "line {} calls `{name}`, which this function may not call",
                line.unwrap_or(0)
            );
            self.report(&checks::NOT_ALLOWED, line, name, message, Vec::new());
        }
        for register in &called.registers.arguments {
            let Some(slot) = self.rig.machine.slot(register) else { continue };
            let doubt = self.follow.register(slot);
            if doubt.is_none() {
                continue;
            }
            let shown = self.shown(register);
            let reason = self.reason(doubt.origin);
            let message = format!(
                "line {} passes an undefined `{shown}` to `{name}`: it comes from {reason}",
                line.unwrap_or(0)
            );
            self.report(&checks::ARGUMENT, line, register, message, Vec::new());
        }
        self.check_stack(at);
    }
}
