//! One submission: its functions on their own and together, and their points.

use std::borrow::Cow;
use std::collections::BTreeMap;

use asmkit::{FileId, Sources};

use super::messages::{advice, error, not_assembled, refusal, wrong, wrong_output};
use super::points::{CaseTotals, share};
use super::unit::{Cases, EndlessRuns};
use super::{Choice, PreparedAssignment, Ready, budget, entry, kinds, name_of};
use crate::cases::Case;
use crate::checks;
use crate::graded::{Covered, Function, Graded, State};
use crate::link::{LinkErrors, Parts, is_switch, link, read};
use crate::run::{Call, Issue, Issues};

/// A submission while it is graded.
pub(super) struct SubmissionGrading<'p> {
    pub(super) prepared: &'p PreparedAssignment,
    /// The cases, which may be this submission's own.
    pub(super) ready: Cow<'p, [Ready]>,
    pub(super) parts: Parts,
    /// The submission, for messages.
    sources: Sources,
    pub(super) file: &'p str,
    pub(super) choice: &'p Choice,
    covered: BTreeMap<u32, u64>,
}

/// Result of a function on its own.
pub(super) struct UnitResult {
    pub(super) state: State,
    /// By case; none if it was not run.
    pub(super) right: Vec<Option<bool>>,
    pub(super) found: Issues,
    pub(super) is_clean: bool,
    /// Whether it breaks a rule with separate points.
    pub(super) breaks_rules: bool,
    /// Whether it calls functions of others, or uses names of other parts.
    pub(super) calls_others: bool,
    /// Whether it gives the same result in every case, though right results differ.
    pub(super) is_constant: bool,
}

/// Cases of a function when it runs together with the student's others.
#[derive(Default)]
pub(super) struct IntegrationResult {
    /// Whether each case is right; none if it was not run.
    pub(super) right: Vec<Option<bool>>,
    /// Mistake in the first case that is wrong.
    wrong: Option<Issue>,
}

/// A function together with the student's others.
pub(super) struct Integration<'w> {
    pub(super) integrated: IntegrationResult,
    /// Reason if the functions are not a program together.
    pub(super) refused: Option<&'static str>,
    /// Names of functions that are not right by themselves.
    wrong: &'w [String],
}

impl<'p> SubmissionGrading<'p> {
    pub(super) fn new(
        prepared: &'p PreparedAssignment,
        file: &'p str,
        text: &str,
        choice: &'p Choice,
    ) -> Self {
        let parts = Parts::of(text, &prepared.assignment);
        let mut sources = Sources::new();
        sources.add(file, parts.text.as_bytes());
        let ready = prepared.ready_of(&parts.text);
        SubmissionGrading {
            prepared,
            ready,
            parts,
            sources,
            file,
            choice,
            covered: BTreeMap::new(),
        }
    }

    pub(super) fn grade(mut self, graded: &mut Graded) {
        let assignment = &self.prepared.assignment;
        let mut whole = Issues::default();
        self.check_separators(&mut whole);
        let tasks = assignment.tasks();
        let alone: Vec<UnitResult> = (0..tasks.len()).map(|number| self.alone(number)).collect();
        let together: Vec<usize> =
            (0..tasks.len()).filter(|&number| alone[number].state == State::Attempted).collect();
        let calling: Vec<usize> =
            together.iter().copied().filter(|&number| alone[number].calls_others).collect();
        let is_all = self.choice.case.is_none() && self.choice.suspect.is_none();
        let integrated = is_all.then(|| self.together(&together, &calling));
        let refused = match &integrated {
            Some(Err(refused)) => {
                let before = "your functions do not assemble together: ";
                refusal(refused, &checks::TOGETHER, before, &mut whole);
                Some("your functions do not assemble together")
            }
            _ => None,
        };
        let costs = is_all && self.check_whole_file(&alone, &mut whole);
        let refused = refused.or(costs.then_some("the file as a whole does not assemble"));
        let mut integrated = integrated.and_then(Result::ok);
        let is_wrong = |&number: &usize| {
            let (task, ready) = (&tasks[number], &self.ready[number]);
            share(task, ready, &alone[number].right) < 1.0
        };
        let wrong = together.iter().copied().filter(is_wrong);
        let wrong: Vec<String> =
            wrong.map(|number| format!("`{}`", tasks[number].contract.name)).collect();
        for (number, alone) in alone.into_iter().enumerate() {
            // A function without calls behaves together with others as on its own.
            let is_alone = alone.state == State::Attempted && !alone.calls_others;
            let together = integrated.as_mut().and_then(|all| match all.remove(&number) {
                None => {
                    is_alone.then(|| IntegrationResult { right: alone.right.clone(), wrong: None })
                }
                found => found,
            });
            let integrated = together.unwrap_or_default();
            let together = Integration { integrated, refused, wrong: &wrong };
            graded.functions.push(self.function(number, alone, &together));
        }
        if graded.functions.iter().all(|function| function.state == State::Missing) {
            graded.functions.iter_mut().for_each(|function| function.findings.clear());
            let names: Vec<String> =
                tasks.iter().map(|task| format!("`{}`", task.contract.name)).collect();
            let message =
                format!("no label found of {}: is this the right file?", names.join(", "));
            whole = Issues::default();
            whole.add(error(&checks::MISSING, message), None, false);
        }
        graded.findings = whole.findings(self.file, &self.sources, FileId(0));
        let covered = self.covered.into_iter();
        graded.coverage = covered.map(|(line, times)| Covered { line, times }).collect();
    }

    fn check_separators(&self, found: &mut Issues) {
        let (wanted, there) = self.parts.separators;
        if wanted > 0 && there != wanted {
            let message = format!(
                "the file has {there} of {wanted} separator lines, so functions are located by their labels"
            );
            found.add(advice(&checks::SEPARATORS, message), None, false);
        }
        for &number in &self.parts.misplaced {
            let name = &self.prepared.assignment.tasks()[number].contract.name;
            let message = format!("`{name}` is not above its own separator line");
            found.add(advice(&checks::SEPARATORS, message), None, false);
        }
    }

    /// Whether the student has written anything for a function.
    fn is_attempted(&self, number: usize) -> bool {
        let (assignment, scaffold) = (&self.prepared.assignment, &self.prepared.scaffold);
        let written = |parts: &Parts| {
            let text = parts.part(number)?;
            let all = read(&text, assignment);
            let words = all
                .iter()
                .filter(|statement| !is_switch(statement))
                .map(|s| s.words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
            Some(words.filter(|words| !words.is_empty()).collect::<Vec<_>>())
        };
        let theirs = written(&self.parts);
        theirs != written(scaffold) && theirs.is_some_and(|statements| !statements.is_empty())
    }

    /// A function, and all others that can be run together with it.
    pub(super) fn together_with(&self, function: usize) -> Vec<usize> {
        let (assignment, reference) = (&self.prepared.assignment, &self.prepared.reference);
        let can_run =
            |number: usize| link(assignment, reference, &self.parts, self.file, &[number]).is_ok();
        let is_there =
            |&number: &usize| number == function || self.is_attempted(number) && can_run(number);
        (0..assignment.tasks().len()).filter(is_there).collect()
    }

    fn alone(&mut self, number: usize) -> UnitResult {
        let prepared = self.prepared;
        let (assignment, ready) = (&prepared.assignment, &self.ready[number]);
        let task = &assignment.tasks()[number];
        let name = task.contract.name.as_str();
        let mut alone = UnitResult {
            state: State::Attempted,
            right: vec![None; ready.cases.len()],
            found: Issues::default(),
            is_clean: true,
            breaks_rules: false,
            calls_others: false,
            is_constant: false,
        };
        if !self.choice.has_function(name) {
            alone.state = State::NotAttempted;
            return alone;
        }
        if self.parts.functions[number].is_none() {
            alone.state = State::Missing;
            let message = format!("label `{name}` is missing");
            alone.found.add(error(&checks::MISSING, message), None, false);
            return alone;
        }
        if !self.is_attempted(number) {
            alone.state = State::NotAttempted;
            return alone;
        }
        let linked = match link(assignment, &prepared.reference, &self.parts, self.file, &[number])
        {
            Ok(linked) => linked,
            Err(refused) => {
                alone.state = State::NotAssembled;
                not_assembled(&refused, &mut alone.found);
                return alone;
            }
        };
        self.check_words(number, &linked.along, &mut alone);
        alone.calls_others = !linked.along.is_empty();
        if alone.calls_others && self.parts.are_separated() {
            let message = format!("`{name}` uses names that are defined in another part");
            alone.found.add(advice(&checks::HELPERS, message), None, false);
        }
        let rig = prepared.rig(linked, &[number]);
        let entry = rig.as_ref().ok().and_then(|rig| entry(rig, name));
        let (Ok(mut rig), Some(entry)) = (rig, entry) else {
            alone.state = State::Missing;
            let message = format!("`{name}` has no instructions");
            alone.found.add(error(&checks::MISSING, message), None, false);
            return alone;
        };
        Cases::new(self, number, &mut rig, entry, &mut alone).run();
        self.check_rules(number, &mut rig, entry, &mut alone);
        for (line, times) in rig.into_coverage() {
            *self.covered.entry(line).or_default() += times;
        }
        alone
    }

    /// Cases of some functions when all of the student's run together, by function.
    ///
    /// # Errors
    /// The reason if the student's functions are not a program together.
    fn together(
        &mut self,
        numbers: &[usize],
        wanted: &[usize],
    ) -> Result<BTreeMap<usize, IntegrationResult>, LinkErrors> {
        let prepared = self.prepared;
        let assignment = &prepared.assignment;
        let mut all = BTreeMap::new();
        let linked = link(assignment, &prepared.reference, &self.parts, self.file, numbers)?;
        let Ok(mut rig) = prepared.rig(linked, numbers) else { return Ok(all) };
        for &number in wanted {
            let (task, ready) = (&assignment.tasks()[number], &self.ready[number]);
            let Some(entry) = entry(&rig, &task.contract.name) else { continue };
            let mut spent = EndlessRuns::default();
            let mut integrated = IntegrationResult::default();
            for ((case, expected), number) in ready.cases.iter().zip(&ready.expected).zip(0..) {
                if spent.is_over() {
                    integrated.right.push(None);
                    continue;
                }
                let (contract, budget) = (&task.contract, budget(task, expected));
                let call = Call { assignment, contract, entry, case, number, budget };
                let (_, ran) = spent.natural(&mut rig, call);
                rig.restore();
                let is_right = ran.agrees(expected);
                integrated.right.push(Some(is_right));
                if !is_right && integrated.wrong.is_none() {
                    let is_printed = ran.does_as(expected);
                    let printed = is_printed.then(|| wrong_output(task, case, &ran, expected));
                    let issue = printed.flatten();
                    integrated.wrong =
                        issue.or_else(|| Some(wrong(task, case, &ran, expected, &rig)));
                }
            }
            all.insert(number, integrated);
        }
        Ok(all)
    }

    fn function(
        &self,
        number: usize,
        mut alone: UnitResult,
        with_others: &Integration<'_>,
    ) -> Function {
        let together = &with_others.integrated.right;
        let prepared = self.prepared;
        let (task, ready) = (&prepared.assignment.tasks()[number], &self.ready[number]);
        let [results, integration] =
            [&alone.right, together].map(|right| share(task, ready, right));
        if results >= 1.0 && integration < 1.0 && !together.is_empty() {
            let first = ready.cases.iter().zip(together).find(|(_, right)| **right == Some(false));
            let is_hidden =
                |case: &Case| prepared.is_hidden(task.groups[case.group].hidden_until.as_deref());
            let message = format!(
                "`{}` is right on its own, but wrong together with your other functions",
                task.contract.name
            );
            let id = first.map(|(case, _)| name_of(&task.contract.name, case));
            let hidden = first.is_some_and(|(case, _)| is_hidden(case));
            let first_wrong = with_others.integrated.wrong.as_ref();
            let mut notes: Vec<String> = first_wrong
                .into_iter()
                .flat_map(|issue| [&issue.message].into_iter().chain(&issue.notes).cloned())
                .collect();
            let wrong = with_others.wrong.join(" and ");
            let note = format!("{wrong} is wrong on its own: fix that first");
            notes.extend((!wrong.is_empty()).then_some(note));
            let issue = Issue { notes, ..error(&checks::TOGETHER, message) };
            alone.found.add(issue, id.as_deref(), hidden);
        }
        let earned = CaseTotals { task, ready, alone: &alone, with_others };
        let kinds = kinds(task, |of| earned.kind(of));
        let groups = prepared.groups(task, |group| earned.group(group));
        let mut findings = alone.found.findings(self.file, &self.sources, FileId(0));
        for finding in findings.iter_mut().filter(|finding| !finding.hidden) {
            let again =
                |case: &String| format!("{} --trace", prepared.assignment.again(self.file, case));
            finding.replay = finding.case.as_ref().map(again);
        }
        let line = self.parts.labels[number].map(|line| line as u32 + 1);
        let name = task.contract.name.clone();
        Function { name, line, state: alone.state, kinds, groups, findings }
    }
}
