//! Requirements of a course besides right results: its rules, and a file that assembles.

use std::collections::BTreeSet;

use super::budget;
use super::messages::not_whole;
use super::submission::{SubmissionGrading, UnitResult};
use crate::checks;
use crate::graded::{PointsCategory, State, Weight};
use crate::link::{as_handed_in, read};
use crate::rig::Rig;
use crate::rules::broken_words;
use crate::run::{Call, Issue, Issues};

impl SubmissionGrading<'_> {
    /// Finds what a simulator says about the file that no function's part has; whether it costs points.
    pub(super) fn check_whole_file(&self, alone: &[UnitResult], found: &mut Issues) -> bool {
        if alone.iter().all(|alone| alone.state == State::Missing) {
            return false;
        }
        let (assignment, reference) = (&self.prepared.assignment, &self.prepared.reference);
        let Err(refused) = as_handed_in(assignment, reference, &self.parts, self.file) else {
            return false;
        };
        let known = alone.iter().flat_map(|alone| alone.found.lines_of(&checks::NOT_ASSEMBLED));
        let known: BTreeSet<u32> = known.chain(found.lines_of(&checks::TOGETHER)).collect();
        let issues = not_whole(&refused, &known, assignment.whole_file);
        let costs = issues.iter().any(|issue| issue.weight == Weight::Error);
        issues.into_iter().for_each(|issue| found.add(issue, None, false));
        costs
    }

    /// Finds instructions that the assignment does not allow, in a function and in what only it has.
    pub(super) fn check_words(
        &self,
        number: usize,
        along: &[std::ops::Range<usize>],
        alone: &mut UnitResult,
    ) {
        let functions = &self.parts.functions;
        let is_loose = |range: &&std::ops::Range<usize>| {
            !functions.iter().flatten().any(|part| part == *range)
        };
        let lines: Vec<_> =
            functions[number].iter().chain(along.iter().filter(is_loose)).cloned().collect();
        let mut statements = read(&self.parts.text, &self.prepared.assignment);
        statements
            .retain(|statement| lines.iter().any(|range| range.contains(&(statement.line - 1))));
        self.break_rules(number, broken_words(&self.prepared.assignment, &statements), alone);
    }

    /// Finds rules of the course that a function breaks.
    pub(super) fn check_rules(
        &self,
        number: usize,
        rig: &mut Rig<'_>,
        entry: u64,
        alone: &mut UnitResult,
    ) {
        let (assignment, ready) = (&self.prepared.assignment, &self.prepared.ready[number]);
        let task = &assignment.tasks()[number];
        if task.rules.is_empty() || self.choice.case.is_some() || self.choice.suspect.is_some() {
            return;
        }
        let cases = ready.cases.iter().zip(&ready.expected).zip(0..);
        let calls = cases.map(|((case, expected), number)| {
            let (contract, budget) = (&task.contract, budget(task, expected));
            Call { assignment, contract, entry, case, number, budget }
        });
        let calls: Vec<Call<'_>> = calls.collect();
        self.break_rules(number, task.rules.broken(rig, &calls), alone);
    }

    /// Notes rules that are broken; where a function has no points for rules they cost those for the
    /// convention.
    fn break_rules(&self, number: usize, issues: Vec<Issue>, alone: &mut UnitResult) {
        let task = &self.prepared.assignment.tasks()[number];
        if issues.is_empty() {
            return;
        }
        if task.points.contains_key(&PointsCategory::Rules) {
            alone.breaks_rules = true;
        } else {
            alone.is_clean = false;
        }
        issues.into_iter().for_each(|issue| alone.found.add(issue, None, false));
    }
}
