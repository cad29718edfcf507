//! One puzzle of a whole program again, instruction by instruction.

use std::ops::Range;

use asmkit::{FileId, Sources};
use machine::{AnyMachine, Host, Image, Machine as _, Stop};
use machines::target;
use machines::trace::{Stores, Tracer};

use super::{Case, decisions, host, other_way, run, wrong};
use crate::assignment::{Assignment, Program};
use crate::grade::{Called, Prepared, windows};
use crate::link::whole;
use crate::run::{Spot, rendered};

/// A program and a puzzle that can be had again.
#[derive(Debug)]
pub(crate) struct Whole<'p> {
    assignment: &'p Assignment,
    work: &'p Program,
    case: Case,
    image: Image,
    sources: Sources,
    spot: Option<Spot>,
    /// Whether an instruction is at fault, the last that is tried.
    is_fault: bool,
}

impl Prepared {
    /// A program with the puzzle of a name.
    ///
    /// # Errors
    /// A sentence when there is no such puzzle, it is hidden today, or there is no program.
    pub(crate) fn whole<'p>(
        &'p self,
        work: &'p Program,
        file: &str,
        text: &str,
        name: &str,
    ) -> Result<Whole<'p>, String> {
        let assignment = &self.assignment;
        let case = self.find_puzzle(work, name)?.id.clone();
        let cases = self.puzzles_of(work, text);
        let case = cases.iter().find(|it| it.id == case);
        let case = case.ok_or("no puzzle goes when puzzles vary")?.clone();
        let (image, sources) = whole(&assignment.target, file, text).map_err(|_| {
            "the program does not assemble: grade it without --case to see why".to_owned()
        })?;
        let ran = run(assignment, work, &image, &case)?;
        let spot = match wrong(assignment, work, &case, &ran, &image) {
            None => decisions(assignment, work, &image, &case)?
                .map(|difference| other_way(work, &case, &difference)),
            found => found,
        };
        let is_fault = matches!(ran.stop, Stop::Fault(_));
        Ok(Whole { assignment, work, case, image, sources, spot, is_fault })
    }

    /// The puzzle of a name such as `program:1.3`.
    pub(crate) fn find_puzzle(&self, work: &Program, name: &str) -> Result<&Case, String> {
        let case = self.puzzles.iter().find(|case| case.id == name).ok_or_else(|| {
            let name = asmkit::plain_name(name);
            format!("there is no case `{name}`: cases are named as `program:1.1`")
        })?;
        let until = work.groups[case.group].hidden_until.as_deref();
        match until.filter(|_| self.is_hidden(until)) {
            Some(until) => Err(format!("case {name} is hidden until {until}")),
            None => Ok(case),
        }
    }
}

impl Whole<'_> {
    pub(crate) fn is_wrong(&self) -> bool {
        self.spot.is_some()
    }

    fn begin(&self) -> (AnyMachine, Host) {
        let mut machine = self.assignment.target.machine();
        // It was loaded before, when it was found out what is wrong.
        drop(machine.load(&self.image));
        let mut host = host(self.work, &self.case.puzzle);
        // Registers are as the system makes them before the first instruction.
        machine.run(&mut host, 0, &mut ());
        (machine, host)
    }

    fn told(&self) -> Option<String> {
        self.spot.as_ref().map(|spot| rendered(spot, &self.sources, FileId(0)))
    }

    pub(crate) fn trace(&self, mut line: impl FnMut(&str) -> bool) {
        let length = self.length();
        self.walk(&windows(length, []), length, &mut line);
    }

    /// Instructions that are tried.
    fn length(&self) -> u64 {
        self.walk(&[], 0, &mut |_| true)
    }

    /// Runs it, and tells what lies in these ranges of its instructions, of which there are so many: how
    /// many there were.
    fn walk(&self, shown: &[Range<u64>], length: u64, line: &mut dyn FnMut(&str) -> bool) -> u64 {
        let (mut machine, mut host) = self.begin();
        machine.watch(0, u64::MAX);
        let target = &self.assignment.target;
        let program = target::Program { target, image: &self.image, sources: &self.sources };
        let (mut tried, mut untold) = (0, 0);
        let mut tracer = None;
        let before = self.told().filter(|_| self.is_fault);
        while tried < self.case.budget {
            let is_shown = shown.iter().any(|range| range.contains(&tried));
            tried += 1;
            if !is_shown {
                (tracer, untold) = (None, untold + 1);
                if machine.run(&mut host, 1, &mut ()) != Stop::Budget {
                    break;
                }
                continue;
            }
            if untold > 0 {
                let more = machine::numbers::counted(std::mem::take(&mut untold), "instruction");
                line(&format!("          ... {more} more\n"));
            }
            let tracer = tracer.get_or_insert_with(|| Tracer::new(&machine, &host, &self.image));
            if let Some(told) = before.as_ref().filter(|_| tried == length) {
                line(&format!("\n{told}\n\n"));
            }
            let mut stores = Stores::default();
            let stop = machine.run(&mut host, 1, &mut stores);
            if let Stop::Fault(_) = stop {
                break;
            }
            let wrote = host.output.take();
            let step = tracer.step(&machine, &host, &program, stores, wrote);
            if let Some(step) = step
                && !line(&step.line(&self.image, target.spec()))
            {
                return tried;
            }
            if stop != Stop::Budget {
                break;
            }
        }
        if let Some(told) = self.told().filter(|_| !self.is_fault) {
            line(&format!("\n{told}\n"));
        }
        tried
    }

    pub(crate) fn called(self) -> Called {
        let last = self.is_fault.then(|| self.length().saturating_sub(1));
        let (machine, host) = self.begin();
        let told = self.told().unwrap_or_else(|| "nothing is wrong in this case".to_owned());
        let Whole { image, sources, .. } = self;
        Called { machine, host, image, sources, steps: last, back: None, told }
    }
}
