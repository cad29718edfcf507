//! One case of a whole program again, instruction by instruction.

use std::ops::Range;

use asmkit::{FileId, Sources};
use machine::{AnyMachine, Host, Image, Machine as _, Stop};
use targets::target;
use targets::trace::{Stores, Tracer};

use super::decisions::{DecisionCheck, GridLocation, missing_labels, wrong_decisions};
use super::explain::{Explainer, Explanation};
use super::run::{begin, run};
use super::{GivenCase, judge, no_label};
use crate::assignment::{Assignment, Program};
use crate::grade::{Called, PreparedAssignment, windows};
use crate::link::whole;
use crate::run::{Issue, rendered};

/// A program and a case that can be replayed.
#[derive(Debug)]
pub(crate) struct ReplayableCase<'p> {
    assignment: &'p Assignment,
    case: GivenCase,
    image: Image,
    sources: Sources,
    issue: Option<Issue>,
    /// The instruction that does what is wrong, by how many are tried before it.
    at: Option<u64>,
}

impl PreparedAssignment {
    /// A program with the case of a name.
    ///
    /// # Errors
    /// An error message if there is no such case, it is hidden today, or there is no program.
    pub(crate) fn whole<'p>(
        &'p self,
        work: &'p Program,
        file: &str,
        text: &str,
        name: &str,
    ) -> Result<ReplayableCase<'p>, String> {
        let assignment = &self.assignment;
        let case = self.find_puzzle(work, name)?.id.clone();
        let cases = self.puzzles_of(work, text);
        let case = cases.iter().find(|it| it.id == case);
        let case = case.ok_or("no case is lost when cases vary")?.clone();
        let (image, sources) = whole(&assignment.target, file, text).map_err(|_| {
            "the program does not assemble: grade it without --case to see why".to_owned()
        })?;
        let (issue, at) = self.wrong_in(work, &image, &sources, &case)?;
        Ok(ReplayableCase { assignment, case, image, sources, issue, at })
    }

    /// Issues of a program in a case, and where they show.
    fn wrong_in(
        &self,
        work: &Program,
        image: &Image,
        sources: &Sources,
        case: &GivenCase,
    ) -> Result<(Option<Issue>, Option<u64>), String> {
        let assignment = &self.assignment;
        let no_place = |issue| Ok((issue, None));
        if let Some(label) = case.labels().find(|label| image.symbol(label).is_none()) {
            return no_place(Some(no_label(label)));
        }
        let ran = run(assignment, image, case)?;
        if let Some(wrong) = judge(assignment, image, case, &ran).first() {
            let explaining = Explainer { assignment, image, sources, case, ran: &ran };
            let Explanation { issue, at } = explaining.fully(wrong);
            return Ok((Some(issue), at));
        }
        let Some(sudoku) = &work.sudoku else { return no_place(None) };
        let decided = GridLocation::of(Some(sudoku)).decided(assignment, sudoku, image, case)?;
        no_place(match decided {
            DecisionCheck::Right => None,
            DecisionCheck::Wrong(difference) => Some(wrong_decisions(sudoku, case, &difference)),
            DecisionCheck::Unseen(missing) => Some(missing_labels(sudoku, &missing)),
        })
    }

    /// The case of a name such as `program:1.3`.
    pub(crate) fn find_puzzle(&self, work: &Program, name: &str) -> Result<&GivenCase, String> {
        let case = self.puzzles.iter().find(|case| case.id == name).ok_or_else(|| {
            let name = asmkit::plain_name(name);
            format!("there is no case `{name}`: cases have names such as `program:1.1`")
        })?;
        let until = work.groups[case.group].hidden_until.as_deref();
        match until.filter(|_| self.is_hidden(until)) {
            Some(until) => Err(format!("case {name} is hidden until {until}")),
            None => Ok(case),
        }
    }
}

impl ReplayableCase<'_> {
    pub(crate) fn is_wrong(&self) -> bool {
        self.issue.is_some()
    }

    fn begin(&self) -> Option<(AnyMachine, Host)> {
        begin(self.assignment, &self.image, &self.case).ok()
    }

    fn message(&self) -> Option<String> {
        self.issue.as_ref().map(|issue| rendered(issue, &self.sources, FileId(0)))
    }

    pub(crate) fn trace(&self, mut line: impl FnMut(&str) -> bool) {
        let length = self.length();
        self.walk(&windows(length, self.at), &mut line);
    }

    /// Instructions that are tried.
    fn length(&self) -> u64 {
        self.walk(&[], &mut |_| true)
    }

    /// Runs it, and lists these ranges of its instructions; returns their number.
    fn walk(&self, shown: &[Range<u64>], line: &mut dyn FnMut(&str) -> bool) -> u64 {
        let Some((mut machine, mut host)) = self.begin() else { return 0 };
        machine.watch(0, u64::MAX);
        let target = &self.assignment.target;
        let program = target::Program { target, image: &self.image, sources: &self.sources };
        let (mut tried, mut skipped) = (0, 0);
        let mut tracer = None;
        let before = self.message().zip(self.at);
        while tried < self.case.budget {
            let is_shown = shown.iter().any(|range| range.contains(&tried));
            tried += 1;
            if !is_shown {
                (tracer, skipped) = (None, skipped + 1);
                if machine.run(&mut host, 1, &mut ()) != Stop::Budget {
                    break;
                }
                continue;
            }
            if skipped > 0 {
                let more = machine::numbers::counted(std::mem::take(&mut skipped), "instruction");
                line(&format!("          ... {more} more\n"));
            }
            let tracer = tracer.get_or_insert_with(|| Tracer::new(&machine, &host, &self.image));
            if let Some((message, _)) = before.as_ref().filter(|(_, at)| tried == at + 1) {
                line(&format!("\n{message}\n\n"));
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
        if let Some(message) = self.message().filter(|_| self.at.is_none()) {
            line(&format!("\n{message}\n"));
        }
        tried
    }

    pub(crate) fn called(self) -> Called {
        let steps = self.at;
        let begun = self.begin();
        let (machine, host) =
            begun.unwrap_or_else(|| (self.assignment.target.machine(), Host::default()));
        let message = self.message().unwrap_or_else(|| "this case is right".to_owned());
        let ReplayableCase { image, sources, .. } = self;
        Called { machine, host, image, sources, steps, back: None, message }
    }
}
