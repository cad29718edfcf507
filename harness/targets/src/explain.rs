//! Explains how a program reached a fault or an endless loop: the calls, the instructions that set
//! the relevant registers, the loop, and subroutines that fell through into the next.
//!
//! The last part of the run is repeated ([`past`](crate::replay)) with an observer that follows
//! calls. [`Machine::role`](machine::Machine::role) tells which registers an instruction reads and
//! writes. A loop is observed on a copy of the machine that continues for a while.

mod fault;
mod round;

use std::collections::{HashMap, HashSet};

use machine::{InstructionCount, Machine as _};

use crate::calls::{Map, Rules};
use crate::diagnose;
use crate::target::{AnyMachine, Program};

pub use fault::{FaultContext, FaultHistory, Set};
pub use round::ProgramLoop;

/// A subroutine entered without a call, by falling through from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fall {
    /// Last instruction of the subroutine before.
    pub from: u64,
    /// First instruction of the subroutine entered.
    pub into: u64,
    /// Number of times.
    pub times: u64,
}

impl Program<'_> {
    /// Places where the program fell through from one subroutine into the next, from execution
    /// counts.
    ///
    /// A branch at the end proves nothing. A system call does: it returned, or the run would be
    /// over.
    #[must_use]
    pub fn falls(&self, map: &Map, machine: &AnyMachine) -> Vec<Fall> {
        let executed = machine.executed();
        let times = |address: u64| times(&executed, address);
        let slots = Rules::of(self.target, machine).slots;
        let sent = self.sent(machine, &executed);
        let symbols = self.image.symbols.iter().filter(|symbol| symbol.address);
        let names: HashSet<u64> = symbols.map(|symbol| symbol.value).collect();
        // The instruction directly before another.
        let before = |address: u64| {
            let before = self.image.lines.partition_point(|line| line.address < address);
            let before = self.image.lines.get(before.checked_sub(1)?)?.address;
            let units = self.target.instruction(self.image, before)?.units;
            (before + units == address).then_some(before)
        };
        let runs_on = |from: u64| {
            let role = machine.role(from);
            let on = role.is_some_and(|role| role.falls && (!role.turns || role.is_open()));
            let jumps = |at| machine.role(at).is_some_and(|role| role.turns && !role.is_open());
            on && !(slots > 0 && before(from).is_some_and(jumps))
        };
        let fall = |into: u64| {
            let from = before(into)?;
            let times = if runs_on(from) {
                times(from)
            } else if map.call(from).is_some_and(|frame| frame.back == into) {
                // A call at the end returns to the next subroutine.
                let sent = sent.get(&into).copied().unwrap_or(Some(0))?;
                times(into).checked_sub(sent)?
            } else {
                0
            };
            Some(Fall { from, into, times })
        };
        let named = |into: &u64| *into != self.image.entry && names.contains(into);
        let falls = map.entries().filter(named).filter_map(fall);
        falls.filter(|fall| fall.times > 0 && times(fall.into) > 0).collect()
    }

    /// Number of calls and jumps to each address that instructions name; `None` if a branch may
    /// have gone there, too.
    fn sent(
        &self,
        machine: &AnyMachine,
        executed: &[InstructionCount],
    ) -> HashMap<u64, Option<u64>> {
        let mut sent = HashMap::new();
        for line in &self.image.lines {
            let Some(role) = machine.role(line.address) else { continue };
            let Some(target) = role.target else { continue };
            let times = (!role.falls).then(|| times(executed, line.address));
            let all = sent.entry(target).or_insert(Some(0));
            *all = all.zip(times).map(|(all, times)| all + times);
        }
        sent
    }

    /// Message if execution started elsewhere than at `main`, which never ran and is not called.
    #[must_use]
    pub fn passed_main(&self, map: &Map, machine: &AnyMachine) -> Option<String> {
        // The program's entry point is among the entries, so a `main` there was not skipped.
        let main = self.image.symbol("main").filter(|main| !map.entries().any(|at| at == *main))?;
        let ran = times(&machine.executed(), main);
        let is_code = machine.disassemble(main).is_some();
        let begun = self.label(self.image.entry).map(|name| format!(", `{name}`"));
        let line = self.line(self.image.entry);
        let switches = self.target.architecture().switches();
        let help = switches.iter().find(|switch| switch.name == "start-at-main");
        let help =
            help.map_or("", |_| "; use --start-at-main to start there (`main` must be global)");
        (ran == 0 && is_code).then(|| {
            let begun = begun.unwrap_or_default();
            format!("the program started at {line}{begun}, and `main` never ran{help}")
        })
    }

    /// Message about a fall-through.
    #[must_use]
    pub fn describe_fall(&self, map: &Map, fall: &Fall) -> String {
        let (from, into) = (self.line(fall.from), self.line(fall.into));
        let name = self.label(fall.into).unwrap_or_default();
        let whose = match map.subroutine(fall.from).and_then(|entry| self.label(entry)) {
            Some(whose) => format!(", the end of `{whose}`,"),
            None => String::new(),
        };
        let times = match fall.times {
            1 => String::new(),
            times => format!(" {} times", crate::escape::grouped(times)),
        };
        format!(
            "the program fell through{times} from {from}{whose} into `{name}` at {into}; if that is \
             not intended, a return, a jump or the exit call is missing"
        )
    }

    /// Label at an address, if there is one; of several, a global one.
    fn label(&self, address: u64) -> Option<String> {
        let (nearest, _) = self.image.nearest_symbol(address).filter(|(_, far)| *far == 0)?;
        let mut here = self.image.symbols.iter().filter(|it| it.address && it.value == address);
        let is_compiled = !self.image.compiled.functions().is_empty();
        let global = here.find(|symbol| symbol.global && !is_compiled);
        Some(asmkit::plain_name(&global.unwrap_or(nearest).name))
    }

    /// Source line of an address; without a line, the address.
    fn line(&self, address: u64) -> String {
        let Some(line) = diagnose::line(self.image, address) else {
            return self.target.spec().show_address(address);
        };
        let used = self.image.line(address).and_then(|line| line.used_at);
        let used = used.map(|(file, line)| (self.image.files.get(file as usize), line));
        match used {
            Some((Some(file), used)) => {
                format!("{line} (used at {}:{used})", asmkit::plain_name(file))
            }
            _ => line,
        }
    }

    /// Source line of an address, with its subroutine.
    fn spot(&self, map: &Map, address: u64) -> String {
        let line = self.line(address);
        match map.subroutine(address).and_then(|entry| self.label(entry)) {
            Some(name) => format!("{line} in `{name}`"),
            None => line,
        }
    }
}

/// Number of times that the instruction at an address ran.
fn times(executed: &[InstructionCount], address: u64) -> u64 {
    let at = executed.binary_search_by_key(&address, |entry| entry.address);
    at.map_or(0, |at| executed[at].times)
}
