//! Grading of a submission: each function on its own, with hostile others, and all together.

mod course;
mod messages;
mod points;
mod replay;
mod submission;
mod unit;
mod varied;

use std::ops::Range;

use asmkit::{FileId, Sources};
use machine::Image;
use targets::escape;
use targets::files::foreign;

use crate::assignment::{Assignment, Task, Work, is_date};
use crate::cases::{self, Case, ExpectedResult};
use crate::graded::{Function, Graded, Group, Kind, Outcome, Points, PointsCategory, State};
use crate::link::{LinkErrors, LinkedProgram, Parts, helpers, link, whole};
use crate::output::OutputMatch;
use crate::program;
use crate::program::variants::Secret;
use crate::rig::{Fill, Rig, others};
use crate::run::{Call, CallMethod, CallResult};
use submission::SubmissionGrading;
use unit::EndlessRuns;

pub(crate) use messages::{advice, error, not_assembled};
pub(crate) use replay::windows;
pub use replay::{Called, Replay};

/// Bytes of a submission.
pub const MOST_BYTES: usize = 1 << 20;

/// An assignment whose cases are known, with what is right.
#[derive(Debug)]
pub struct PreparedAssignment {
    /// The assignment.
    pub assignment: Assignment,
    /// The reference's parts.
    pub(crate) reference: Parts,
    scaffold: Parts,
    /// By function, in the assignment's order.
    pub(crate) ready: Vec<Ready>,
    /// Address ranges of the reference's data, with those of its functions.
    others: Vec<Range<u64>>,
    /// The same without those of its functions; none if it does not assemble without them.
    given_data: Option<Vec<Range<u64>>>,
    /// The puzzles of a whole program.
    pub(crate) puzzles: Vec<program::GivenCase>,
    /// The reference as a program.
    pub(crate) reference_image: Image,
    /// Source of the varied puzzles.
    pub(crate) secret: Option<Secret>,
    /// Today's date, which says what is hidden.
    today: String,
}

/// A function's cases, with what is right.
#[derive(Debug, Clone)]
pub(crate) struct Ready {
    pub(crate) cases: Vec<Case>,
    pub(crate) expected: Vec<CallResult>,
    /// Cases that an empty function passes too.
    free: Vec<bool>,
}

/// Selection of what to grade of a submission.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Only this case, as findings name it: `FUNCTION:GROUP.CASE`.
    pub case: Option<String>,
    /// Only this function, and its cases only up to the first wrong one, for callers that
    /// need no more than that.
    pub suspect: Option<String>,
}

impl Choice {
    fn has(&self, function: &str, case: &Case) -> bool {
        self.case.as_ref().is_none_or(|wanted| *wanted == name_of(function, case))
    }

    fn has_function(&self, function: &str) -> bool {
        let is_suspect = self.suspect.as_ref().is_none_or(|suspect| suspect == function);
        is_suspect
            && self.case.as_ref().is_none_or(|wanted| wanted.split(':').next() == Some(function))
    }
}

/// A case as findings and commands name it.
#[must_use]
pub fn name_of(function: &str, case: &Case) -> String {
    format!("{function}:{}", case.id)
}

/// An assignment whose cases are being made ready, a part at a time.
///
/// Of functions there are two parts each: its reference runs on all cases, and the scaffold does. Of a
/// whole program a part is a puzzle.
#[derive(Debug)]
pub struct Preparation {
    prepared: PreparedAssignment,
    done: usize,
}

impl Preparation {
    /// Begins; `today` is a date such as `2026-11-23`, which decides what is hidden.
    ///
    /// # Errors
    /// Sentences about a reference or a scaffold that cannot be used, and about a wrong date.
    pub fn new(mut assignment: Assignment, today: &str) -> Result<Self, String> {
        if !is_date(today) {
            let shown = asmkit::plain_name(today);
            return Err(format!("{shown} is not a date such as 2026-11-23"));
        }
        let first_message = |refused: LinkErrors| {
            let shown = refused
                .messages
                .iter()
                .map(|message| asmkit::render(message, &refused.sources, false));
            format!("the reference does not assemble:\n{}", shown.collect::<Vec<_>>().join("\n"))
        };
        let reference = Parts::of(&assignment.reference, &assignment);
        let scaffold = Parts::of(&assignment.scaffold, &assignment);
        let found = helpers(&assignment, &reference);
        if let Work::Functions { helpers, .. } = &mut assignment.work {
            *helpers = found;
        }
        let puzzles = match &assignment.work {
            Work::Functions { .. } => Vec::new(),
            Work::Program(work) => program::cases(&assignment, work)?,
        };
        let text = match &assignment.work {
            Work::Functions { .. } => &reference.text,
            Work::Program(_) => &assignment.reference,
        };
        let (image, _) = whole(&assignment.target, "reference", text).map_err(first_message)?;
        let is_program = matches!(assignment.work, Work::Program(_));
        let prepared = PreparedAssignment {
            others: if is_program { Vec::new() } else { others(&image) },
            given_data: None,
            reference_image: image,
            assignment,
            reference,
            scaffold,
            ready: Vec::new(),
            puzzles,
            secret: None,
            today: today.to_owned(),
        };
        let all: Vec<usize> = (0..prepared.assignment.tasks().len()).collect();
        let given_data = if is_program {
            None
        } else {
            given_data(&prepared.assignment, &prepared.reference, &all)
        };
        let prepared = PreparedAssignment { given_data, ..prepared };
        Ok(Preparation { prepared, done: 0 })
    }

    /// Number of parts.
    #[must_use]
    pub fn parts(&self) -> usize {
        match &self.prepared.assignment.work {
            Work::Functions { .. } => 2 * self.prepared.assignment.tasks().len(),
            Work::Program(_) => self.prepared.puzzles.len(),
        }
    }

    /// Number of finished parts.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Name of the next part, such as a function's name; empty if all are done.
    #[must_use]
    pub fn next(&self) -> Option<String> {
        let tasks = self.prepared.assignment.tasks();
        if self.done >= self.parts() {
            return None;
        }
        Some(match self.prepared.puzzles.get(self.done) {
            Some(case) => format!("the reference runs {}", case.id),
            None if self.done < tasks.len() => {
                format!("the reference's {} runs", tasks[self.done].contract.name)
            }
            None => format!("the scaffold's {} runs", tasks[self.done - tasks.len()].contract.name),
        })
    }

    /// Does the next part.
    ///
    /// # Errors
    /// An error message about a reference that contradicts the assignment.
    pub fn go_on(&mut self) -> Result<(), String> {
        let tasks = self.prepared.assignment.tasks().len();
        if self.done >= self.parts() {
            return Ok(());
        }
        match &self.prepared.assignment.work {
            Work::Program(work) => {
                let case = &mut self.prepared.puzzles[self.done];
                let image = &self.prepared.reference_image;
                program::prepare(&self.prepared.assignment, work, image, case)?;
            }
            Work::Functions { .. } if self.done < tasks => {
                let task = &self.prepared.assignment.tasks()[self.done];
                let seed = self.prepared.assignment.seed ^ self.done as u64;
                let cases = cases::of(&task.groups, &task.contract, seed);
                let expected = self.prepared.run_reference(task, &cases)?;
                let free = vec![false; cases.len()];
                self.prepared.ready.push(Ready { cases, expected, free });
            }
            Work::Functions { .. } => {
                let number = self.done - tasks;
                let Ready { cases, expected, .. } = &self.prepared.ready[number];
                self.prepared.ready[number].free = self.prepared.free(number, cases, expected);
            }
        }
        self.done += 1;
        Ok(())
    }

    /// The assignment with its cases, once all parts are done; itself before that.
    ///
    /// # Errors
    /// Itself, while parts are left.
    pub fn finished(self) -> Result<PreparedAssignment, Box<Self>> {
        if self.done < self.parts() { Err(Box::new(self)) } else { Ok(self.prepared) }
    }
}

impl PreparedAssignment {
    /// Runs the reference on all cases; `today` is a date such as `2026-11-23`, which decides what is
    /// hidden.
    ///
    /// # Errors
    /// Sentences about a reference or a scaffold that cannot be used.
    pub fn new(assignment: Assignment, today: &str) -> Result<Self, String> {
        let mut preparing = Preparation::new(assignment, today)?;
        for _ in 0..preparing.parts() {
            preparing.go_on()?;
        }
        Ok(preparing.prepared)
    }

    /// Results of the reference for a function's cases.
    fn run_reference(&self, task: &Task, cases: &[Case]) -> Result<Vec<CallResult>, String> {
        let assignment = &self.assignment;
        let (image, sources) = (self.reference_image.clone(), Sources::new());
        let linked = LinkedProgram { image, sources, student: FileId(0), along: Vec::new() };
        let mut rig = Rig::new(assignment, linked, &[])?;
        let (contract, name) = (&task.contract, &task.contract.name);
        let entry = entry(&rig, name).ok_or(format!("the reference has no `{name}`"))?;
        let run = |(case, number): (&Case, u64)| {
            let budget = REFERENCE_INSTRS;
            let call = Call { assignment, contract, entry, case, number, budget };
            let ran = rig.call(&call, NATURAL);
            let fails = |why: &str| {
                Err(format!("the reference's `{name}` {why} in case {}", name_of(name, case)))
            };
            if !ran.returned() {
                return fails("does not return");
            }
            if !ran.is_sound() {
                return fails("gives or leaves a pointer that leads to where it should not");
            }
            match contradicted(case, &ran) {
                Some(why) => fails(&why),
                None => Ok(ran),
            }
        };
        cases.iter().zip(0..).map(run).collect()
    }

    /// Cases that the scaffold passes by itself, with zeros in all that is undefined; none if it
    /// cannot be run.
    fn free(&self, number: usize, cases: &[Case], expected: &[CallResult]) -> Vec<bool> {
        let assignment = &self.assignment;
        let task = &assignment.tasks()[number];
        let none = vec![false; cases.len()];
        let linked = link(assignment, &self.reference, &self.scaffold, "source", &[number]);
        let rig = linked.ok().and_then(|linked| self.rig(linked, &[number]).ok());
        let Some(mut rig) = rig else { return none };
        let Some(entry) = entry(&rig, &task.contract.name) else { return none };
        let mut spent = EndlessRuns::default();
        let cases = cases.iter().zip(expected).zip(0..);
        cases
            .map(|((case, expected), number)| {
                if spent.is_over() {
                    return false;
                }
                let (contract, budget) = (&task.contract, budget(task, expected));
                let call = Call { assignment, contract, entry, case, number, budget };
                spent.natural(&mut rig, call).1.agrees(expected)
            })
            .collect()
    }

    /// The program of a submission's functions and the reference's others, ready to be called.
    pub(crate) fn rig(
        &self,
        linked: LinkedProgram,
        from_student: &[usize],
    ) -> Result<Rig<'_>, String> {
        // Data of the functions that are replaced are no part of the program.
        let is_same = self.given_data.as_ref().is_none_or(|given| *given == self.others);
        let others = if is_same {
            None
        } else {
            given_data(&self.assignment, &self.reference, from_student)
        };
        Rig::new(&self.assignment, linked, others.as_ref().unwrap_or(&self.others))
    }

    /// Grades a submission: the file's name as it was given, whose it is, and what is in it.
    #[must_use]
    pub fn grade(&self, file: &str, student: &str, bytes: &[u8], choice: &Choice) -> Graded {
        let mut graded = Graded {
            assignment: self.assignment.name.clone(),
            title: self.assignment.title.clone(),
            student: student.to_owned(),
            id: None,
            file: file.to_owned(),
            outcome: Outcome::Graded,
            functions: Vec::new(),
            findings: Vec::new(),
            leaderboard: Vec::new(),
            coverage: Vec::new(),
        };
        if let Some(why) = refused(bytes) {
            graded.outcome = Outcome::NotGradable(why);
            graded.functions = self.nothing(State::Missing);
            return graded;
        }
        let text = String::from_utf8_lossy(bytes);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        match &self.assignment.work {
            Work::Program(work) => program::grade(self, work, &mut graded, text, choice),
            Work::Functions { .. } => {
                SubmissionGrading::new(self, file, text, choice).grade(&mut graded)
            }
        }
        graded
    }

    /// The functions with no points.
    pub(crate) fn nothing(&self, state: State) -> Vec<Function> {
        let functions = self.assignment.tasks().iter().map(|task| Function {
            name: task.contract.name.clone(),
            line: None,
            state,
            kinds: kinds(task, |_| (0.0, String::new())),
            groups: self.groups(task, |_| (0, 0, 0)),
            findings: Vec::new(),
        });
        let mut functions: Vec<Function> = functions.collect();
        if let Work::Program(work) = &self.assignment.work {
            functions.push(program::nothing(work, state));
        }
        functions
    }

    fn groups(&self, task: &Task, count: impl Fn(usize) -> (u32, u32, u32)) -> Vec<Group> {
        let groups = task.groups.iter().enumerate().map(|(at, group)| {
            let (right, not_run, cases) = count(at);
            let hidden = self.is_hidden(group.hidden_until.as_deref());
            Group { name: group.name.clone(), right, not_run, cases, hidden }
        });
        groups.collect()
    }

    /// Whether cases are hidden today that are hidden until a date.
    pub(crate) fn is_hidden(&self, until: Option<&str>) -> bool {
        until.is_some_and(|until| self.today.as_str() < until)
    }

    /// Refuses the name of a case that is none.
    ///
    /// # Errors
    /// An error message if there is no such case, or it is hidden today.
    pub fn must_have(&self, name: &str) -> Result<(), String> {
        match &self.assignment.work {
            Work::Functions { .. } => self.find(name).map(|_| ()),
            Work::Program(work) => self.find_puzzle(work, name).map(|_| ()),
        }
    }

    /// The function and the case of a name such as `num_candidates:1.17`.
    ///
    /// # Errors
    /// An error message if there is no such case, or it is hidden today.
    pub(crate) fn find(&self, name: &str) -> Result<(usize, usize), String> {
        let tasks = self.assignment.tasks().iter().zip(&self.ready).enumerate();
        for (number, (task, ready)) in tasks {
            let is = |case: &Case| name_of(&task.contract.name, case) == name;
            let Some(at) = ready.cases.iter().position(is) else { continue };
            let group = &task.groups[ready.cases[at].group];
            if self.is_hidden(group.hidden_until.as_deref()) {
                let until = group.hidden_until.as_deref().unwrap_or_default();
                return Err(format!("case {name} is hidden until {until}"));
            }
            return Ok((number, at));
        }
        Err(format!(
            "there is no case `{}`: cases are named as findings name them, such as `{}`",
            asmkit::plain_name(name),
            self.first_case()
        ))
    }

    fn first_case(&self) -> String {
        let first = self.assignment.tasks().first().zip(self.ready.first());
        let first = first.and_then(|(task, ready)| Some((task, ready.cases.first()?)));
        first.map_or_else(
            || "program:1.1".to_owned(),
            |(task, case)| name_of(&task.contract.name, case),
        )
    }

    /// Text that changes with all inputs of a result besides the assignment's files: which
    /// groups are hidden today, and which secret there is.
    #[must_use]
    pub fn state(&self) -> String {
        let groups = self.assignment.tasks().iter().flat_map(|task| &task.groups);
        let of_program = self.assignment.program().into_iter().flat_map(|work| &work.groups);
        let dates = groups.map(|group| &group.hidden_until);
        let dates = dates.chain(of_program.map(|group| &group.hidden_until));
        let hidden = dates.map(|date| if self.is_hidden(date.as_deref()) { '1' } else { '0' });
        let secret = self.secret.as_ref().map(|secret| format!(" {:016x}", secret.name()));
        hidden.chain(secret.unwrap_or_default().chars()).collect()
    }

    /// Number of all cases.
    #[must_use]
    pub fn cases(&self) -> usize {
        self.ready.iter().map(|ready| ready.cases.len()).sum::<usize>() + self.puzzles.len()
    }
}

/// Error message if the reference contradicts the file's expectation of a case.
fn contradicted(case: &Case, ran: &CallResult) -> Option<String> {
    let ExpectedResult { result, output } = &case.written;
    if let (Some(written), Some(found)) = (result, &ran.result)
        && !written.agrees(found)
    {
        return Some(format!("gives {found}, where the file says {written},"));
    }
    let output = output.as_ref()?;
    let is_other = matches!(ran.output.compare(output.as_bytes()), OutputMatch::Different(_));
    is_other.then(|| {
        let printed = escape::line(&ran.output.bytes, SHOWN_BYTES);
        format!("prints \"{printed}\", where the file says {output:?},")
    })
}

/// Bytes of an output that are shown.
const SHOWN_BYTES: usize = 200;

/// With zeros everywhere and others as they are: how results are judged.
const NATURAL: CallMethod = CallMethod { fill: Fill::Zeros, is_hostile: false };

/// Instructions a reference may take for a case.
const REFERENCE_INSTRS: u64 = 50_000_000;

/// Address ranges of the reference's data without those of some functions.
fn given_data(
    assignment: &Assignment,
    reference: &Parts,
    functions: &[usize],
) -> Option<Vec<Range<u64>>> {
    let names = functions.iter().map(|&at| format!("{}:\n", assignment.tasks()[at].contract.name));
    let empty = Parts::of(&names.collect::<String>(), assignment);
    let linked = link(assignment, reference, &empty, "empty", functions).ok()?;
    Some(others(&linked.image))
}

/// Instructions that a case may take in any case if it returns: a recursion may do in hundreds of
/// thousands what the reference's loop does in hundreds.
const PATIENT_INSTRS: u64 = 1_000_000;

/// Instruction limit of a run, from the reference's count.
fn budget(task: &Task, expected: &CallResult) -> u64 {
    let usual = expected.instructions.saturating_mul(20).saturating_add(5_000);
    task.contract.instructions.map_or(usual, |most| most.max(1))
}

/// The limit of a run that is known to return.
fn patient_budget(task: &Task, expected: &CallResult) -> u64 {
    let is_set = task.contract.instructions.is_some();
    if is_set { budget(task, expected) } else { budget(task, expected).max(PATIENT_INSTRS) }
}

/// Why bytes are nothing to grade.
fn refused(bytes: &[u8]) -> Option<String> {
    if bytes.len() > MOST_BYTES {
        return Some(format!(
            "the file has {} bytes, and a submission has at most {MOST_BYTES}",
            bytes.len()
        ));
    }
    if bytes.contains(&0) || bytes.starts_with(b"%PDF-") {
        let what = reference::foreign(bytes).or_else(|| foreign::binary(bytes));
        return Some(match what {
            Some(what) => format!("this is {what}"),
            None => "the file has NULs in it: it is no source".to_owned(),
        });
    }
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Some("the file is empty".to_owned());
    }
    None
}

/// Address of the student's function of a name; of any such function if there is no student.
fn entry(rig: &Rig<'_>, name: &str) -> Option<u64> {
    let mut named = rig.entries.iter().filter(|(_, known)| *known == name);
    named.next().map(|(&address, _)| address)
}

/// Points by kind, by the share earned of each and a sentence on it.
fn kinds(task: &Task, share: impl Fn(PointsCategory) -> (f64, String)) -> Vec<Kind> {
    let kinds = task.points.iter().map(|(&of, &out_of)| {
        let (share, summary) = share(of);
        let earned = (f64::from(out_of.0) * share).floor() as u32;
        Kind { of, points: Points(earned.min(out_of.0)), out_of, summary }
    });
    kinds.collect()
}
