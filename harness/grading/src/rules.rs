//! Rules of a course: requirements on the code of a function or a program, besides its behaviour.
//!
//! Calls are judged by what ran, loops and lengths by the code as it was assembled.

mod calls;
mod flow;
mod words;

use std::collections::BTreeMap;

use architecture::Convention;
use machine::{AnyMachine, Host, Image, Machine as _, Stop};
use serde::Deserialize;
use targets::target::Target;

use crate::checks;
use crate::grade::error;
use crate::rig::{Fill, Rig, gate_of};
use crate::run::{Call, Issue};
use calls::Calls;
use flow::FlowWalk;

pub(crate) use words::{broken_words, unknown_words};

/// Rules about one function, or about a program.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Rules {
    /// Names of functions that it must call.
    pub must_call: Vec<String>,
    /// Whether it must call itself, or a helper that calls itself.
    pub must_be_recursive: bool,
    /// Whether no loop may be in it or in its helpers.
    pub no_loop: bool,
    /// Instructions it may have, as they were assembled, helpers included.
    pub most_instructions: Option<u64>,
}

/// Instructions that are run at most to see which calls are made.
const MOST_STEPS: u64 = 500_000;

/// Maximum number of reported loops.
const MOST_LOOPS: usize = 5;

/// Assembled code that rules are about.
#[derive(Clone, Copy)]
pub(crate) struct AssembledCode<'c> {
    /// A machine that has it in memory.
    pub(crate) machine: &'c AnyMachine,
    pub(crate) image: &'c Image,
    pub(crate) convention: Option<&'static Convention>,
    /// Units of the longest instruction.
    pub(crate) step: u64,
    /// Line of the submission for an address; none if it is from another file.
    pub(crate) line: &'c dyn Fn(u64) -> Option<u32>,
}

impl Rules {
    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Rules::default()
    }

    fn need_calls(&self) -> bool {
        self.must_be_recursive || !self.must_call.is_empty()
    }

    /// The rules that a function breaks.
    pub(crate) fn broken(&self, rig: &mut Rig<'_>, cases: &[Call<'_>]) -> Vec<Issue> {
        let Some(first) = cases.first() else { return Vec::new() };
        let (name, entry) = (first.contract.name.as_str(), first.entry);
        let names = rig.entries.clone();
        let mut calls = Calls::new(entry);
        if self.need_calls() {
            let mut left = MOST_STEPS;
            for call in cases {
                if left == 0 || self.are_made(&calls, &names) {
                    break;
                }
                left -= rig.note_calls(call, left, &mut calls);
            }
        }
        let mut issues = self.missing_calls(name, &calls, &names);
        let (image, home) = (rig.image.clone(), rig.home.clone());
        let student = rig.student.0;
        let line = |address: u64| {
            let line = image.line(address).filter(|_| home.iter().any(|h| h.contains(&address)))?;
            match line.used_at {
                Some((file, number)) if file == student => Some(number),
                _ => (line.file == student).then_some(line.line),
            }
        };
        let code = AssembledCode {
            machine: &rig.machine,
            image: &image,
            convention: rig.target.architecture().convention(),
            step: rig.step,
            line: &line,
        };
        issues.extend(self.broken_by_code(name, &code, entry, &calls));
        issues
    }

    /// The rules that a program breaks when it is run with this host.
    ///
    /// # Errors
    /// An error message if the machine does not accept the program.
    pub(crate) fn broken_by_program(
        &self,
        name: &str,
        target: &Target,
        image: &Image,
        host: &mut Host,
    ) -> Result<Vec<Issue>, String> {
        let mut machine = target.machine();
        machine.load(image).map_err(|why| why.to_string())?;
        let step = if target.spec().unit_bits == 8 { 4 } else { 1 };
        let names: BTreeMap<u64, String> = image
            .symbols
            .iter()
            .filter(|symbol| symbol.address)
            .map(|symbol| (symbol.value, symbol.name.clone()))
            .collect();
        let line = |address: u64| image.line(address).filter(|line| line.file == 0).map(|l| l.line);
        let mut calls = Calls::new(image.entry);
        if self.need_calls() {
            for _ in 0..MOST_STEPS {
                let pc = machine.pc();
                let stop = machine.run(host, 1, &mut ());
                calls.note(&machine, pc, step, line(pc).is_some(), &|to| line(to).is_some());
                if stop != Stop::Budget || self.are_made(&calls, &names) {
                    break;
                }
            }
        }
        let mut issues = self.missing_calls(name, &calls, &names);
        let convention = target.architecture().convention();
        let code = AssembledCode { machine: &machine, image, convention, step, line: &line };
        let first = image.lines.iter().map(|line| line.address).find(|&at| line(at).is_some());
        issues.extend(self.broken_by_code(name, &code, first.unwrap_or(image.entry), &calls));
        Ok(issues)
    }

    fn are_made(&self, calls: &Calls, names: &BTreeMap<u64, String>) -> bool {
        let is_made = |name: &String| calls.made.iter().any(|to| names.get(to) == Some(name));
        (!self.must_be_recursive || calls.is_recursive) && self.must_call.iter().all(is_made)
    }

    fn missing_calls(
        &self,
        name: &str,
        calls: &Calls,
        names: &BTreeMap<u64, String>,
    ) -> Vec<Issue> {
        let is_made = |name: &&String| calls.made.iter().any(|to| names.get(to) == Some(*name));
        let mut issues = Vec::new();
        for missing in self.must_call.iter().filter(|name| !is_made(name)) {
            let message = format!("`{name}` must call `{missing}`, but never does");
            issues.push(broken("must-call", None, missing, message));
        }
        if self.must_be_recursive && !calls.is_recursive {
            let message = format!("`{name}` must be recursive, but never calls itself");
            let issue = broken("must-be-recursive", None, "recursion", message);
            let note = "neither a jump to its beginning nor a call that is never reached counts";
            issues.push(Issue { notes: vec![note.to_owned()], ..issue });
        }
        issues
    }

    /// Rules about the code itself.
    fn broken_by_code(
        &self,
        name: &str,
        code: &AssembledCode<'_>,
        entry: u64,
        calls: &Calls,
    ) -> Vec<Issue> {
        let mut issues = Vec::new();
        if !self.no_loop && self.most_instructions.is_none() {
            return issues;
        }
        let walk = FlowWalk::of(code, entry, calls);
        if self.no_loop {
            let lines = |(from, to): &(u64, u64)| Some(((code.line)(*from)?, (code.line)(*to)?));
            for (from, to) in walk.back.iter().filter_map(lines).take(MOST_LOOPS) {
                let to = if from == to { "itself".to_owned() } else { format!("line {to}") };
                let message =
                    format!("line {from} jumps back to {to}, but `{name}` may have no loop");
                issues.push(broken("no-loop", Some(from), "loop", message));
            }
        }
        let count = walk.reached.len() as u64;
        if let Some(most) = self.most_instructions.filter(|&most| count > most) {
            let counted = machine::numbers::counted(count, "instruction");
            let message = format!("`{name}` has {counted}, and {most} are allowed");
            let line = (code.line)(entry);
            let note = "instructions are counted as assembled, including those of its helpers";
            let issue = broken("most-instructions", line, "length", message);
            issues.push(Issue { notes: vec![note.to_owned()], ..issue });
        }
        issues
    }
}

/// That a rule is broken.
fn broken(rule: &str, line: Option<u32>, about: &str, message: String) -> Issue {
    let about = format!("{rule} {about}");
    Issue { line, about, ..error(&checks::RULE, message) }
}

impl Rig<'_> {
    /// Runs a case step by step and notes its calls; how many instructions that took.
    fn note_calls(&mut self, call: &Call<'_>, most: u64, calls: &mut Calls) -> u64 {
        self.prepare(call.contract, call.entry, call.case, Fill::Zeros, call.number);
        calls.begin();
        let (image, home, step) = (self.image.clone(), self.home.clone(), self.step);
        let is_own = |at: u64| home.iter().any(|home| home.contains(&at));
        let is_function = |at: u64| is_own(at) || image.line(at).is_none();
        let mut host = self.host();
        let mut steps = 0;
        while steps < most.min(call.budget) {
            let pc = self.machine.pc();
            if gate_of(self.gate, step, pc, false).is_some()
                || self.machine.run(&mut host, 1, &mut ()) != Stop::Budget
            {
                break;
            }
            steps += 1;
            calls.note(&self.machine, pc, step, is_own(pc), &is_function);
        }
        self.renew();
        steps.max(1)
    }
}
