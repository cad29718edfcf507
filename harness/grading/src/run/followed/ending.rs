//! End of a followed call that did not return.

use machine::{Cause, Machine as _, Stop};
use targets::calls::Map;
use targets::diagnose;
use targets::escape::counted;
use targets::explain::ProgramLoop;
use targets::target::Program;

use super::Trail;
use crate::checks;
use crate::grade::error;
use crate::rig::{Marks, gate_of};
use crate::run::{CallEnd, Issue};

/// Calls that have not returned, from which on a recursion has no end.
const DEEP: usize = 100;

/// Branches of a loop that are shown with their registers.
const MOST_BRANCHES: usize = 2;

/// Instructions after the limit in which a call may yet return.
const AHEAD_INSTRS: u64 = 1_000_000;

/// Instructions between the end of a function and a fault that comes of running out of it.
const MOST_RUN_OUT: u64 = 64;

/// Loops of one function that are explained.
const MOST_EXPLAINED: usize = 3;

impl Trail<'_, '_, '_> {
    pub(super) fn stopped(&mut self, stop: Stop) -> CallEnd {
        let pc = self.follow.last().unwrap_or(0);
        let line = self.line(pc);
        if let (Stop::Fault(_), None) = (stop, line)
            && let last @ Some(_) = self.ran_out_of(pc)
        {
            self.report_end_of_code(last);
            return CallEnd::Stopped(stop);
        }
        let number = line.unwrap_or(0);
        let who = line.map_or_else(|| "an instruction".to_owned(), |line| format!("line {line}"));
        let (check, message) = match stop {
            Stop::Budget => {
                self.is_corrupted = true;
                let issue = self.endless();
                self.issues.push(issue);
                return CallEnd::Stopped(stop);
            }
            Stop::Fault(fault) => {
                let sentence = fault.cause.sentence(self.rig.target.spec());
                let is_fetch = matches!(fault.cause, Cause::NoReturn { .. } | Cause::RanOff { .. });
                let check = if is_fetch { &checks::BACK } else { &checks::FAULT };
                (check, format!("{who} stops the program: {sentence}"))
            }
            Stop::Exit { .. } | Stop::End => (
                &checks::SYSTEM,
                format!("line {number} ends the program before the function returns to its caller"),
            ),
            Stop::Input => {
                (&checks::SYSTEM, format!("line {number} waits for input, but there is none"))
            }
            Stop::Limit(_) => (
                &checks::OUTPUT,
                format!("line {number} prints more than {} bytes", crate::rig::OUTPUT_BYTES),
            ),
            Stop::Pause => return CallEnd::Astray,
        };
        self.report(check, line, "", message, Vec::new());
        self.is_corrupted = true;
        CallEnd::Stopped(stop)
    }

    /// Says what a call does that has not returned within its limit.
    fn endless(&mut self) -> Issue {
        if let [.., last] = self.rig.endless.as_slice()
            && self.rig.endless.len() >= MOST_EXPLAINED
        {
            return last.clone();
        }
        let image = std::sync::Arc::clone(&self.rig.image);
        let target = self.rig.target;
        let program = Program { target, image: &image, sources: &self.rig.sources };
        let machine = &self.rig.machine;
        let map = Map::new(target, &image, machine);
        let round = ProgramLoop::of(&program, &map, machine, &self.rig.host());
        let later = self.returns_later();
        let name = self.open.first().map_or("", |open| open.contract.name.as_str());
        let limit = counted(self.limit, "instruction");
        let depth = self.follow.depth().max(self.open.len() - 1);
        let message = if let Some(more) = later {
            let more = counted(more, "instruction");
            format!(
                "`{name}` exceeds the limit of this case, {limit}: it returns after {more} more"
            )
        } else if depth >= DEEP {
            let calls = counted(depth as u64, "call");
            format!("`{name}` does not return within {limit}: {calls} inside it have not returned")
        } else if round.repeats() {
            format!(
                "`{name}` never returns: the same instructions repeat with the same values again and again"
            )
        } else {
            format!("`{name}` does not return within {limit}, the limit of this case")
        };
        let mut notes = if later.is_some() { Vec::new() } else { round.notes(&program, &map, &[]) };
        if later.is_none() && depth < DEEP {
            notes.extend(self.branches(&round));
        }
        if depth >= DEEP {
            notes.push("check the case in which it returns without another call".to_owned());
        } else if !round.repeats() {
            notes.push(self.limit_note());
        }
        let calls = round.addresses().filter(|address| self.rig.turns.calls.contains_key(address));
        let call = if depth >= DEEP { calls.last() } else { None };
        let line = call.into_iter().chain(round.addresses()).find_map(|address| self.line(address));
        let line = line.or_else(|| self.follow.last().and_then(|last| self.line(last)));
        if depth >= DEEP {
            // Its stack ran into other memory, which is the same mistake.
            self.forget(|issue| issue.check == &checks::OUTSIDE && issue.line == line);
        }
        let keeps_convention = later.is_some();
        let found = error(&checks::ENDLESS, message);
        let issue = Issue { line, notes, is_outcome: true, keeps_convention, ..found };
        self.rig.endless.push(issue.clone());
        issue
    }

    /// Removes findings.
    fn forget(&mut self, is_gone: impl Fn(&Issue) -> bool) {
        let mut keeps =
            self.issues.iter().map(|issue| !is_gone(issue)).collect::<Vec<_>>().into_iter();
        self.found_after.retain(|_| keeps.next().unwrap_or(true));
        self.issues.retain(|issue| !is_gone(issue));
    }

    /// Last line of the student's code, if the program continued after it up to an address.
    fn ran_out_of(&self, pc: u64) -> Option<u32> {
        let ran = self.rig.machine.executed();
        let has_run = |at: u64| ran.iter().any(|run| run.address == at && run.times > 0);
        let step = self.rig.step;
        let back = (1..=MOST_RUN_OUT).map(|far| pc.wrapping_sub(far * step));
        let mut back = back.take_while(|&at| has_run(at));
        back.find_map(|at| self.line(at))
    }

    /// Instructions after which the call returns all the same, where that is soon.
    fn returns_later(&self) -> Option<u64> {
        let (gate, step) = (self.rig.gate, self.rig.step);
        let is_gate = |address| gate_of(gate, step, address, false).is_some();
        let mut ahead = self.rig.machine.clone();
        let before = ahead.attempted();
        let stop = ahead.run(&mut self.rig.host(), AHEAD_INSTRS, &mut Marks(&is_gate));
        (stop == Stop::Pause).then(|| ahead.attempted() - before)
    }

    /// The branches of a loop, with what they compare.
    fn branches(&self, round: &ProgramLoop) -> Vec<String> {
        let machine = &self.rig.machine;
        let is_branch = |&address: &u64| {
            let role = machine.role(address);
            role.is_some_and(|role| role.turns && role.falls && !role.reads.is_empty())
        };
        let branches = round.addresses().filter(is_branch).filter_map(|address| {
            let text = diagnose::instruction(machine, address)?;
            Some(format!("line {} decides: {text}", self.line(address)?))
        });
        branches.take(MOST_BRANCHES).collect()
    }

    /// Note on the origin of the limit, and how to change it.
    fn limit_note(&self) -> String {
        let is_set = self.open.first().is_some_and(|open| open.contract.instructions.is_some());
        if is_set {
            "the assignment sets this limit with `instructions`".to_owned()
        } else {
            "the limit is 20 times the reference's instructions for this case plus 5,000, or 1,000,000 \
             if the function returns by then; set another limit with `instructions` in the assignment"
                .to_owned()
        }
    }
}
