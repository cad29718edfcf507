//! Whole programs: each case's output is compared with the expected one. If the
//! assignment asks for an algorithm, its decisions are compared one by one.

mod cases;
pub(crate) mod compare;
mod decisions;
mod explain;
mod memory;
mod origin;
mod replay;
mod run;
pub(crate) mod template;
pub(crate) mod values;
pub(crate) mod variants;
mod verdict;

use asmkit::Sources;
use machine::{Image, Stop};

use crate::assignment::{Assignment, Program};
use crate::checks::{self, Check};
use crate::grade::{Choice, PreparedAssignment, advice, error};
use crate::graded::{
    Figure, Finding, Function, Graded, Group, Kind, Points, PointsCategory, State,
};
use crate::link::{read, whole};
use crate::rules::broken_words;
use crate::run::{Issue, Issues};
use compare::blank_differences;
use decisions::{DecisionCheck, GridLocation, found_layout, missing_labels, wrong_decisions};
use explain::Explainer;
use run::{ProgramRun, run};
use verdict::{Wrong, judge};

pub(crate) use cases::{GivenCase, cases};
pub(crate) use replay::ReplayableCase;

/// Name of a program among functions.
pub(crate) const NAME: &str = "program";

/// Instructions that cases without an end may take together; one case may always take its budget.
const ENDLESS_INSTRS: u64 = 100_000_000;

/// Runs the reference on a case, which then knows what is right and has its budget.
///
/// # Errors
/// An error message about a wrong reference.
pub(crate) fn prepare(
    assignment: &Assignment,
    work: &Program,
    image: &Image,
    case: &mut GivenCase,
) -> Result<(), String> {
    case.prepare(assignment, image)?;
    let Some(sudoku) = &work.sudoku else { return Ok(()) };
    let mut layout = GridLocation::of(Some(sudoku));
    match layout.decided(assignment, sudoku, image, case)? {
        DecisionCheck::Right if !layout.is_other(sudoku) => Ok(()),
        DecisionCheck::Right => Err(format!(
            "{}:{}: the reference's grid differs from `decisions`: {}",
            targets::files::shown(&assignment.folder.join(crate::assignment::FILE)),
            sudoku.decisions_line,
            found_layout(sudoku, &layout).map(|issue| issue.message).unwrap_or_default()
        )),
        DecisionCheck::Wrong(difference) => {
            Err(format!("the reference decides differently in case {}: {difference}", case.id))
        }
        DecisionCheck::Unseen(missing) => {
            Err(format!("the reference has no label `{}`", missing.join("`, `")))
        }
    }
}

/// The program with no points.
pub(crate) fn nothing(work: &Program, state: State) -> Function {
    let kinds = work.points.iter().map(|(&of, &out_of)| {
        let summary = match state {
            State::NotAttempted => "not attempted",
            State::NotAssembled => "does not assemble",
            State::Attempted | State::Missing => "",
        };
        Kind { of, points: Points(0), out_of, summary: summary.to_owned() }
    });
    Function {
        name: NAME.to_owned(),
        line: None,
        state,
        kinds: kinds.collect(),
        groups: Vec::new(),
        findings: Vec::new(),
    }
}

/// Result of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CaseOutcome {
    NotRun,
    Wrong,
    Right,
}

/// A program while it is graded.
struct ProgramGrading<'p> {
    prepared: &'p PreparedAssignment,
    work: &'p Program,
    cases: &'p [GivenCase],
    image: &'p Image,
    sources: &'p Sources,
    choice: &'p Choice,
    found: Issues,
    explained: Vec<ExplainedIssue>,
    /// Checks that were remarked on.
    remarks: Vec<&'static Check>,
    /// Layout of its grid.
    layout: GridLocation,
    /// By case.
    results: Vec<CaseOutcome>,
    decided: Vec<CaseOutcome>,
    instructions: u64,
    /// Instructions that cases without an end took.
    endless: u64,
}

/// Something that was explained already.
struct ExplainedIssue {
    check: &'static Check,
    about: String,
    line: Option<u32>,
    /// Whether a case showed it that is not hidden.
    is_shown: bool,
}

/// Grades a whole program.
pub(crate) fn grade(
    prepared: &PreparedAssignment,
    work: &Program,
    graded: &mut Graded,
    text: &str,
    choice: &Choice,
) {
    let assignment = &prepared.assignment;
    if is_scaffold(assignment, text) {
        graded.functions = prepared.nothing(State::NotAttempted);
        return;
    }
    let mut found = Issues::default();
    let (image, sources) = match whole(&assignment.target, &graded.file, text) {
        Ok(made) => made,
        Err(refused) => {
            crate::grade::not_assembled(&refused, &mut found);
            let findings = found.findings(&graded.file, &refused.sources, refused.student);
            graded.functions = vec![Function { findings, ..nothing(work, State::NotAssembled) }];
            return;
        }
    };
    let cases = prepared.puzzles_of(work, text);
    let none = vec![CaseOutcome::NotRun; cases.len()];
    let mut grading = ProgramGrading {
        prepared,
        work,
        cases: &cases,
        image: &image,
        sources: &sources,
        choice,
        found,
        explained: Vec::new(),
        remarks: Vec::new(),
        layout: GridLocation::of(work.sudoku.as_ref()),
        results: none.clone(),
        decided: none,
        instructions: 0,
        endless: 0,
    };
    let is_allowed = grading.check_rules(&image, text);
    if let Err(why) = grading.run_cases() {
        grading.found.add(error(&checks::FAULT, why), None, false);
    }
    let is_right = grading.results.iter().all(|&outcome| outcome == CaseOutcome::Right);
    if work.leaderboard && is_allowed && choice.case.is_none() && is_right {
        let name = "instructions".to_owned();
        graded.leaderboard.push(Figure { name, value: grading.instructions, less_is_better: true });
    }
    let (kinds, groups) = (grading.kinds(is_allowed), grading.groups());
    let mut findings = grading.found.findings(&graded.file, &sources, asmkit::FileId(0));
    add_replays(work, &cases, assignment, &graded.file, &mut findings);
    graded.functions = vec![Function {
        line: None,
        name: NAME.to_owned(),
        state: State::Attempted,
        kinds,
        groups,
        findings,
    }];
}

/// Whether a source has the statements of the scaffold.
fn is_scaffold(assignment: &Assignment, text: &str) -> bool {
    let statements = |text: &str| {
        let read = read(text, assignment).into_iter();
        read.map(|statement| format!("{:?} {:?}", statement.labels, statement.words))
            .collect::<Vec<_>>()
    };
    statements(text) == statements(&assignment.scaffold)
}

/// Gives findings the command that shows them again.
fn add_replays(
    work: &Program,
    cases: &[GivenCase],
    assignment: &Assignment,
    file: &str,
    findings: &mut [Finding],
) {
    // A varied case can be replayed only with the secret; the finding shows the case.
    let varies = |name: &&String| {
        let case = cases.iter().find(|case| case.id == **name);
        case.is_some_and(|case| work.groups[case.group].vary.is_some())
    };
    for finding in findings.iter_mut().filter(|finding| !finding.hidden) {
        let again = |case: &String| format!("{} --trace", assignment.again(file, case));
        finding.replay = finding.case.as_ref().filter(|case| !varies(case)).map(again);
    }
}

impl ProgramGrading<'_> {
    /// Whether no rule of the course is broken.
    fn check_rules(&mut self, image: &Image, text: &str) -> bool {
        let assignment = &self.prepared.assignment;
        let mut issues = broken_words(assignment, &read(text, assignment));
        let first = self.cases.first().filter(|_| !self.work.rules.is_empty());
        if let Some(case) = first {
            let mut host = case.host.clone();
            let rules = &self.work.rules;
            let found = rules.broken_by_program(NAME, &assignment.target, image, &mut host);
            issues.extend(found.unwrap_or_default());
        }
        let is_allowed = issues.is_empty();
        issues.into_iter().for_each(|issue| self.found.add(issue, None, false));
        is_allowed
    }

    fn run_cases(&mut self) -> Result<(), String> {
        let largest = self.cases.iter().map(|case| case.budget).max().unwrap_or(0);
        let endless = ENDLESS_INSTRS.max(largest);
        for (at, case) in self.cases.iter().enumerate() {
            if self.choice.case.as_ref().is_some_and(|wanted| *wanted != case.id) {
                continue;
            }
            if self.choice.suspect.is_some() && self.found.has_errors() {
                break;
            }
            // After cases without an end, those are run that cannot take too long either.
            if self.endless + case.budget <= endless {
                self.run_case(at, case)?;
            }
        }
        Ok(())
    }

    fn run_case(&mut self, at: usize, case: &GivenCase) -> Result<(), String> {
        let assignment = &self.prepared.assignment;
        let group = &self.work.groups[case.group];
        let is_hidden = self.prepared.is_hidden(group.hidden_until.as_deref());
        (self.results[at], self.decided[at]) = (CaseOutcome::Wrong, CaseOutcome::Wrong);
        if let Some(label) = case.labels().find(|label| self.image.symbol(label).is_none()) {
            self.found.add(no_label(label), Some(&case.id), is_hidden);
            return Ok(());
        }
        let ran = run(assignment, self.image, case)?;
        if ran.stop == Stop::Budget {
            self.endless += ran.tried;
        }
        // Of cases that are others for others there is nothing to compare.
        if group.vary.is_none() {
            self.instructions += ran.instructions;
        }
        let wrong = judge(assignment, self.image, case, &ran);
        for wrong in &wrong {
            self.report(wrong, case, &ran, is_hidden);
        }
        if !wrong.is_empty() {
            return Ok(());
        }
        self.results[at] = CaseOutcome::Right;
        if !is_hidden {
            self.check_blanks(case, &ran);
        }
        self.check_decisions(at, case, is_hidden)
    }

    /// Adds the mistakes of a run. Their origin is searched once for each check.
    fn report(&mut self, wrong: &Wrong, case: &GivenCase, ran: &ProgramRun, is_hidden: bool) {
        let explaining = Explainer {
            assignment: &self.prepared.assignment,
            image: self.image,
            sources: self.sources,
            case,
            ran,
        };
        let brief = explaining.briefly(wrong);
        let mut known = self.explained.iter();
        let known = known.find(|known| {
            known.check == brief.check
                && known.about == brief.about
                && (known.is_shown || is_hidden)
        });
        let issue = match known {
            // The one that is explained stays.
            Some(known) => Issue { line: known.line, ..brief },
            None if self.choice.suspect.is_some() => brief,
            None => {
                let issue = explaining.fully(wrong).issue;
                let (check, about, line) = (issue.check, issue.about.clone(), issue.line);
                self.explained.push(ExplainedIssue { check, about, line, is_shown: !is_hidden });
                issue
            }
        };
        self.found.add(issue, Some(&case.id), is_hidden);
    }

    /// Says in which blanks an output differs that counts as right, unless the reference prints the same.
    fn check_blanks(&mut self, case: &GivenCase, ran: &ProgramRun) {
        let output = ran.host.output.bytes();
        let cases::ExpectedOutput::Text(expected) = &case.expected.output else { return };
        let is_blanks = case.expected.compare == compare::Compare::Blanks;
        if is_blanks && output != expected && output != case.expected.reference.0 {
            let what = blank_differences(expected, output);
            let message = format!("the output is right except for {what}, which do not count");
            self.remark(advice(&checks::BLANKS, message));
        }
    }

    /// Adds a remark that costs nothing, once for all cases.
    fn remark(&mut self, issue: Issue) {
        if !self.remarks.contains(&issue.check) {
            self.remarks.push(issue.check);
            self.found.add(issue, None, false);
        }
    }

    fn check_decisions(
        &mut self,
        at: usize,
        case: &GivenCase,
        is_hidden: bool,
    ) -> Result<(), String> {
        let Some(sudoku) = &self.work.sudoku else { return Ok(()) };
        let was_other = self.layout.is_other(sudoku);
        let decided = self.layout.decided(&self.prepared.assignment, sudoku, self.image, case)?;
        if !was_other && self.layout.is_other(sudoku) {
            let issue = found_layout(sudoku, &self.layout);
            issue.into_iter().for_each(|issue| self.remark(issue));
        }
        let issue = match decided {
            DecisionCheck::Right => {
                self.decided[at] = CaseOutcome::Right;
                return Ok(());
            }
            DecisionCheck::Wrong(difference) => wrong_decisions(sudoku, case, &difference),
            DecisionCheck::Unseen(missing) => missing_labels(sudoku, &missing),
        };
        self.found.add(issue, Some(&case.id), is_hidden);
        Ok(())
    }

    fn kinds(&self, is_allowed: bool) -> Vec<Kind> {
        let noun = if self.work.sudoku.is_some() { "puzzles" } else { "cases" };
        let count = self.cases.len();
        let not_run =
            self.results.iter().filter(|&&outcome| outcome == CaseOutcome::NotRun).count();
        let not_run = if not_run > 0 && self.choice.case.is_none() {
            format!(", {not_run} not run")
        } else {
            String::new()
        };
        let has_points = self.work.points.contains_key(&PointsCategory::Rules);
        let kinds = self.work.points.iter().map(|(&of, &out_of)| {
            let outcomes =
                if of == PointsCategory::Decisions { &self.decided } else { &self.results };
            // If rules have separate points, breaking them costs only those.
            let is_lost = !is_allowed && (of == PointsCategory::Rules || !has_points);
            let share = if is_lost { 0.0 } else { self.share(outcomes) };
            // A sum of fractions may be a little below its exact value.
            let earned = (f64::from(out_of.0) * share + 1e-6).floor() as u32;
            let right = outcomes.iter().filter(|&&outcome| outcome == CaseOutcome::Right).count();
            let what = if of == PointsCategory::Decisions {
                "with the algorithm's decisions"
            } else {
                "right"
            };
            let summary = match of {
                PointsCategory::Rules if is_allowed => "kept".to_owned(),
                PointsCategory::Rules => "broken".to_owned(),
                _ => format!("{right} of {count} {noun} {what}{not_run}"),
            };
            Kind { of, points: Points(earned.min(out_of.0)), out_of, summary }
        });
        kinds.collect()
    }

    /// The share of the points that cases earn, by groups.
    fn share(&self, outcomes: &[CaseOutcome]) -> f64 {
        let groups = &self.work.groups;
        let shares: u64 = groups.iter().map(|group| u64::from(group.share)).sum();
        let earned = groups.iter().enumerate().map(|(at, group)| {
            let of_group =
                || self.cases.iter().zip(outcomes).filter(move |(case, _)| case.group == at);
            let weight = |case: &GivenCase| f64::from(case.weight);
            let all: f64 = of_group().map(|(case, _)| weight(case)).sum();
            let right = of_group().filter(|(_, outcome)| **outcome == CaseOutcome::Right);
            let right: f64 = right.map(|(case, _)| weight(case)).sum();
            if all > 0.0 { f64::from(group.share) * right / all } else { 0.0 }
        });
        earned.sum::<f64>() / shares.max(1) as f64
    }

    fn groups(&self) -> Vec<Group> {
        let groups = self.work.groups.iter().enumerate().map(|(at, group)| {
            let count = |wanted: Option<CaseOutcome>| {
                let cases = self.cases.iter().zip(&self.results);
                let of_group = cases.filter(|(case, _)| case.group == at);
                of_group.filter(|(_, outcome)| wanted.is_none_or(|it| it == **outcome)).count()
                    as u32
            };
            Group {
                name: group.name.clone(),
                right: count(Some(CaseOutcome::Right)),
                cases: count(None),
                not_run: count(Some(CaseOutcome::NotRun)),
                hidden: self.prepared.is_hidden(group.hidden_until.as_deref()),
            }
        });
        groups.collect()
    }
}

/// Issue about a missing label.
fn no_label(label: &str) -> Issue {
    let label = asmkit::plain_name(label);
    let message = format!("label `{label}` is missing");
    let note = "the assignment stores values at this label, or checks it at the end of the program";
    Issue { about: label, notes: vec![note.to_owned()], ..error(&checks::MISSING, message) }
}
