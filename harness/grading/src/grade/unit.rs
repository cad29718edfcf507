//! Cases of one function on its own: with zeros, followed, and with hostile others.

use machine::Stop;

use super::messages::{error, weigh, wrong, wrong_output};
use super::submission::{SubmissionGrading, UnitResult};
use super::{NATURAL, PATIENT_INSTRS, Ready, budget, name_of, patient_budget};
use crate::assignment::Task;
use crate::cases::Case;
use crate::checks::{self, Check};
use crate::graded::Weight;
use crate::output::OutputMatch;
use crate::rig::{Fill, Rig};
use crate::run::{Call, CallEnd, CallMethod, CallResult, Issue};
use crate::value::Answer;

/// Cases of a function that are followed however long they take.
const FEWEST_FOLLOWED: usize = 2;

/// Instructions of a function's cases that are followed at most, besides those few.
const MOST_FOLLOWED_INSTRS: u64 = 2_000_000;

/// Instructions of a run that does not end which are followed.
const MOST_EXPLAINED_INSTRS: u64 = 300_000;

/// Runs without an end that are followed, and tried with a larger limit.
const MOST_ENDLESS_FOLLOWED: u32 = 8;

/// Instructions that all runs without an end may take together, before other cases are not run.
const MOST_ENDLESS_INSTRS: u64 = 50_000_000;

/// Note on a run without an end of a function that returns from the first run of the case.
const ONLY_OTHERWISE: &str = "it returns if registers and the stack hold zeros at the call, and calls \
                              change nothing else; here they do not";

/// Instructions spent on runs that did not end.
#[derive(Default)]
pub(super) struct EndlessRuns {
    runs: u32,
    instructions: u64,
}

impl EndlessRuns {
    /// Adds a run, if it did not end.
    pub(super) fn add(&mut self, ran: &CallResult) {
        if is_endless(ran) {
            self.runs += 1;
            self.instructions += ran.instructions;
        }
    }

    /// Runs a case as a simulator does. A run that exceeds the limit is tried with a larger one, and
    /// keeps that if it returns; the call comes with its limit.
    pub(super) fn natural<'c>(
        &mut self,
        rig: &mut Rig<'_>,
        call: Call<'c>,
    ) -> (Call<'c>, CallResult) {
        let ran = rig.call(&call, NATURAL);
        let is_set = call.contract.instructions.is_some();
        let is_patient = self.runs < MOST_ENDLESS_FOLLOWED && call.budget < PATIENT_INSTRS;
        if is_endless(&ran) && is_patient && !is_set {
            let longer = Call { budget: PATIENT_INSTRS, ..call };
            let again = rig.call(&longer, NATURAL);
            if again.returned() {
                return (longer, again);
            }
        }
        self.add(&ran);
        (call, ran)
    }

    /// Whether no more cases are run.
    pub(super) fn is_over(&self) -> bool {
        self.instructions >= MOST_ENDLESS_INSTRS
    }
}

fn is_endless(ran: &CallResult) -> bool {
    ran.end == CallEnd::Stopped(Stop::Budget)
}

/// The cases of one function while they run.
pub(super) struct Cases<'r, 'a> {
    grading: &'r SubmissionGrading<'a>,
    task: &'r Task,
    ready: &'r Ready,
    rig: &'r mut Rig<'a>,
    entry: u64,
    alone: &'r mut UnitResult,
    spent: EndlessRuns,
    followed_instrs: u64,
    /// Results that were given, one of each, two at most.
    answers: Vec<Option<Answer>>,
    /// The line that printed the first wrong byte, which is looked for once.
    printed: Option<Option<u32>>,
}

/// All runs of one case.
struct Runs {
    natural: CallResult,
    /// With other numbers in all that is undefined, and with hostile others.
    others: Vec<CallResult>,
    issues: Vec<Issue>,
}

impl<'r, 'a> Cases<'r, 'a> {
    pub(super) fn new(
        grading: &'r SubmissionGrading<'a>,
        number: usize,
        rig: &'r mut Rig<'a>,
        entry: u64,
        alone: &'r mut UnitResult,
    ) -> Self {
        let task = &grading.prepared.assignment.tasks()[number];
        let ready = &grading.ready[number];
        let (spent, answers, printed) = (EndlessRuns::default(), Vec::new(), None);
        let followed_instrs = 0;
        Cases { grading, task, ready, rig, entry, alone, spent, followed_instrs, answers, printed }
    }

    /// Runs the cases, and notes what is right and what was found.
    pub(super) fn run(mut self) {
        for at in 0..self.ready.cases.len() {
            let (choice, case) = (self.grading.choice, &self.ready.cases[at]);
            if !choice.has(&self.task.contract.name, case) {
                continue;
            }
            if choice.suspect.is_some() && self.alone.found.has_errors() || self.spent.is_over() {
                break;
            }
            self.run_case(at);
        }
        self.note_constant();
        self.note_last_change();
    }

    fn call(&self, at: usize) -> Call<'r> {
        let (task, ready) = (self.task, self.ready);
        Call {
            assignment: self.rig_assignment(),
            contract: &task.contract,
            entry: self.entry,
            case: &ready.cases[at],
            number: at as u64,
            budget: budget(task, &ready.expected[at]),
        }
    }

    fn rig_assignment(&self) -> &'r crate::assignment::Assignment {
        &self.grading.prepared.assignment
    }

    fn run_case(&mut self, at: usize) {
        let (task, ready) = (self.task, self.ready);
        let (case, expected) = (&ready.cases[at], &ready.expected[at]);
        let Runs { natural, others, mut issues } = self.all_runs(at);
        if natural.returned() {
            let endless = issues.iter_mut().filter(|issue| issue.check == &checks::ENDLESS);
            endless.for_each(|issue| issue.notes.insert(0, ONLY_OTHERWISE.to_owned()));
        }
        let is_right = natural.agrees(expected);
        self.alone.right[at] = Some(is_right);
        if natural.returned() && self.answers.len() < 2 && !self.answers.contains(&natural.result) {
            self.answers.push(natural.result.clone());
        }
        let costs = weigh(&mut issues, is_right, &natural, &others);
        let explained = issues.len();
        self.check_surroundings(&natural, &others, &mut issues);
        let depends = is_right && others.iter().any(|ran| !ran.agrees(expected));
        if depends && is_nothing(&issues) {
            let message = if self.is_right_the_first_time(at) {
                "is right at the first call, but wrong at the next: its data still hold the values of the first call"
            } else {
                "is right with zeros in registers and on the stack, but wrong with other values there"
            };
            let message = format!("`{}` {message}", task.contract.name);
            issues.push(error(&checks::GARBAGE, message));
        }
        self.alone.is_clean &= !costs && issues.len() == explained;
        let says_endless =
            is_endless(&natural) && issues.iter().any(|issue| issue.check == &checks::ENDLESS);
        if !says_endless && !natural.does_as(expected) {
            issues.push(wrong(task, case, &natural, expected, self.rig));
        }
        if natural.returned() {
            issues.extend(self.wrong_output(at, &natural));
        }
        self.note(case, issues);
    }

    /// Whether a case is right with other values in all that is undefined, once data are as at first.
    fn is_right_the_first_time(&mut self, at: usize) -> bool {
        let call = self.call(at);
        self.rig.renew();
        let way =
            CallMethod { fill: Fill::Garbage(call.assignment.garbage()[0]), is_hostile: true };
        self.rig.call(&call, way).agrees(&self.ready.expected[at])
    }

    /// Issue about wrong output, with the line that printed the first wrong byte.
    fn wrong_output(&mut self, at: usize, natural: &CallResult) -> Option<Issue> {
        let (case, expected) = (&self.ready.cases[at], &self.ready.expected[at]);
        let mut issue = wrong_output(self.task, case, natural, expected)?;
        if let OutputMatch::Different(byte) = natural.output.compare(&expected.output.bytes) {
            let (call, rig) = (self.call(at), &mut *self.rig);
            issue.line = *self.printed.get_or_insert_with(|| rig.printed_in(&call, byte));
        }
        Some(issue)
    }

    /// Adds the issues of a case, each once.
    fn note(&mut self, case: &Case, issues: Vec<Issue>) {
        let until = self.task.groups[case.group].hidden_until.as_deref();
        let is_hidden = self.grading.prepared.is_hidden(until);
        let id = name_of(&self.task.contract.name, case);
        let mut noted: Vec<(&Check, Option<u32>, String)> = Vec::new();
        for issue in issues {
            let key = (issue.check, issue.line, issue.about.clone());
            if !noted.contains(&key) {
                noted.push(key);
                self.alone.found.add(issue, Some(&id), is_hidden);
            }
        }
    }

    /// Runs a case in each way that reveals more.
    fn all_runs(&mut self, at: usize) -> Runs {
        let call = self.call(at);
        let seeds = call.assignment.garbage();
        let (call, natural) = self.spent.natural(self.rig, call);
        let hostile = |seed| CallMethod { fill: Fill::Garbage(seed), is_hostile: true };
        let is_right = natural.agrees(&self.ready.expected[at]);
        let is_followed = if is_endless(&natural) {
            self.spent.runs <= MOST_ENDLESS_FOLLOWED
        } else {
            at < FEWEST_FOLLOWED || self.followed_instrs < MOST_FOLLOWED_INSTRS || !is_right
        };
        let (mut others, mut issues) = (Vec::new(), Vec::new());
        if is_followed {
            // An endless run is followed for a while, to find its mistake.
            let most = if is_endless(&natural) { MOST_EXPLAINED_INSTRS } else { u64::MAX };
            self.rig.renew_instructions();
            let (ran, found) = self.rig.call_followed(&call, seeds[0], most);
            self.followed_instrs += ran.instructions;
            self.alone.calls_others |= ran.calls_others;
            issues = found;
            others.push(ran);
        } else if is_endless(&natural) {
            issues.extend(self.rig.endless.last().cloned());
        } else {
            others.push(self.rig.call(&call, hostile(seeds[0])));
        }
        // Alone and without a finding, it was followed through all it does.
        let is_reported =
            is_followed && issues.is_empty() && !others.iter().any(|ran| ran.calls_others);
        if !is_endless(&natural) && !is_reported {
            others.push(self.rig.call(&call, hostile(seeds[1])));
        }
        if !is_endless(&natural)
            && let Some(endless) = others.iter().find(|ran| is_endless(ran))
        {
            self.spent.add(endless);
        }
        Runs { natural, others, issues }
    }

    /// Finds what is not as before, where nothing that was followed says more.
    fn check_surroundings(
        &self,
        natural: &CallResult,
        others: &[CallResult],
        issues: &mut Vec<Issue>,
    ) {
        let name = &self.task.contract.name;
        let is_outside = natural.is_outside || others.iter().any(|ran| ran.is_outside);
        if is_nothing(issues) && is_outside {
            let message = "memory next to the granted memory has changed".to_owned();
            issues.push(error(&checks::OUTSIDE, message));
        }
        let lost = others.iter().flat_map(|ran| &ran.lost).next();
        if let Some((register, ..)) = lost.filter(|_| is_nothing(issues)) {
            let message = format!("`{name}` changes `{register}` and does not restore it");
            let about = (*register).to_owned();
            issues.push(Issue { about, ..error(&checks::PRESERVED, message) });
        }
        self.check_constants(natural, issues);
    }

    /// Finds memory that was to be read only, and was changed.
    fn check_constants(&self, ran: &CallResult, issues: &mut Vec<Issue>) {
        if !ran.returned() {
            return;
        }
        let contract = &self.task.contract;
        for (argument, left) in ran.memory.iter().enumerate() {
            let noun = contract.arguments[argument].noun();
            let is_known =
                issues.iter().any(|issue| issue.check == &checks::CONSTANT && issue.about == noun);
            if !contract.writes.contains(&argument) && left.is_changed && !is_known {
                let message = format!("`{}` changes the {noun}, which is read-only", contract.name);
                let about = noun.to_owned();
                issues.push(Issue { about, ..error(&checks::CONSTANT, message) });
            }
        }
    }

    /// Notes whether the result is the same in every case, though right results differ.
    fn note_constant(&mut self) {
        let contract = &self.task.contract;
        let results = self.ready.expected.iter().map(|ran| &ran.result);
        let is_varied = results.clone().zip(results.skip(1)).any(|(one, next)| one != next);
        let is_same = matches!(self.answers[..], [Some(_)]);
        let is_only = contract.writes.is_empty() && !contract.prints;
        self.alone.is_constant = is_varied && is_same && is_only;
    }

    /// Says which line changed a register that was to be preserved, once for each finding.
    fn note_last_change(&mut self) {
        let (task, ready, entry) = (self.task, self.ready, self.entry);
        let assignment = &self.grading.prepared.assignment;
        let rig = &mut *self.rig;
        self.alone.found.add_notes(|issue, id| {
            let contract = &task.contract;
            let is_kept = contract.registers.preserved.contains(&issue.about.as_str());
            if issue.check != &checks::PRESERVED || !is_kept {
                return None;
            }
            let at = ready.cases.iter().position(|case| name_of(&contract.name, case) == id)?;
            let (case, number) = (&ready.cases[at], at as u64);
            let budget = patient_budget(task, &ready.expected[at]);
            let call = Call { assignment, contract, entry, case, number, budget };
            let line = rig.changed_in(&call, assignment.garbage()[0], &issue.about)?;
            Some(format!("line {line} changed it last"))
        });
    }
}

fn is_nothing(issues: &[Issue]) -> bool {
    issues.iter().all(|issue| issue.weight == Weight::Advice)
}
