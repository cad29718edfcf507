//! Homework: assignments, and grading of a submission.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use grading::assignment::{self, Assignment as Read, Work};
use grading::class::{self, Submission, SubmissionContent};
use grading::grade::{Choice, Preparation, PreparedAssignment};
use grading::graded::{Points, PointsCategory};
use grading::reports;
use lanes::root::Root;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::call_error::CallError;
use crate::class::Submitted;
use crate::simulator::Simulator;
use crate::work::Source;

/// A bundled assignment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Assignment {
    /// Its name, such as `csee3827`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its machine.
    pub machine: String,
    /// Its dialect.
    pub dialect: String,
    /// Name of the file that students submit.
    pub submission: String,
}

/// What students start with, and what they write.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Scaffold {
    /// Its text.
    pub text: String,
    /// The functions to write, in the order of the file; a whole program is one called `program`.
    pub tasks: Vec<Task>,
}

/// A function to write.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// Points that can be earned, by their kind, such as `results`.
    pub points: Vec<(String, f64)>,
}

/// The assignment to grade with.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(untagged)]
pub enum AssignmentSource {
    /// A bundled one, by its name.
    Named(String),
    /// The files of a folder.
    Files(Vec<Source>),
}

/// Progress of grading.
#[derive(Debug, Clone, PartialEq, Serialize, TS)]
pub struct Grading {
    /// Finished parts.
    pub done: u32,
    /// Number of all parts.
    pub of: u32,
    /// Description of the next part; null if all are done.
    pub next: Option<String>,
    /// Result, as in a line of `isagrid grade --report jsonl=FILE`; null until all parts are done.
    #[ts(as = "Option<grading::graded::Reported>")]
    pub graded: Option<serde_json::Value>,
}

/// A submission that is being graded.
#[derive(Debug)]
pub(crate) struct GradingJob {
    which: AssignmentSource,
    today: String,
    handed: Handed,
    ready: Readiness,
    /// Finished parts.
    done: u32,
    result: Option<serde_json::Value>,
}

/// What is graded.
#[derive(Debug)]
enum Handed {
    /// A file.
    File(Source),
    /// A submission of a class.
    Submission(Submission),
}

/// Preparation state of an assignment.
#[derive(Debug)]
enum Readiness {
    /// Not read yet.
    Unread,
    /// Preparing its cases.
    Preparing(Preparation),
    /// Ready to grade.
    Prepared(PreparedAssignment),
}

/// Bundled assignments.
///
/// # Errors
/// An error message if one cannot be read.
pub(crate) fn assignments(root: &Root) -> Result<Vec<Assignment>, String> {
    let entry = |name: String| {
        let read = named(root, &name)?;
        Ok(Assignment {
            name: read.name,
            title: read.title,
            machine: read.target.isa().to_owned(),
            dialect: read.target.dialect().name.to_owned(),
            submission: read.submission,
        })
    };
    names(root).into_iter().map(entry).collect()
}

/// Scaffolds of the bundled assignments, by their names.
///
/// # Errors
/// An error message if an assignment cannot be read.
pub fn scaffolds(root: &Root) -> Result<BTreeMap<String, Scaffold>, String> {
    let entry = |name: String| {
        let read = named(root, &name)?;
        let task = |name: &str, points: &BTreeMap<PointsCategory, Points>| Task {
            name: name.to_owned(),
            points: points.iter().map(|(of, it)| (of.name().to_owned(), it.number())).collect(),
        };
        let tasks = match &read.work {
            Work::Functions { graded, .. } => {
                graded.iter().map(|it| task(&it.contract.name, &it.points)).collect()
            }
            Work::Program(program) => vec![task("program", &program.points)],
        };
        Ok((read.name, Scaffold { text: read.scaffold, tasks }))
    };
    names(root).into_iter().map(entry).collect()
}

/// Names of the assignments among bundled files, sorted.
fn names(root: &Root) -> Vec<String> {
    let folder = Path::new(assignment::BUNDLED);
    let mut names = root.names(folder);
    names.retain(|name| root.has(&folder.join(name).join(assignment::FILE)));
    names
}

/// Reads one of the bundled assignments.
fn named(root: &Root, name: &str) -> Result<Read, String> {
    let names = names(root);
    if !names.iter().any(|known| known == name) {
        let (known, name) = (names.join(", "), asmkit::plain_name(name));
        return Err(format!("no assignment is called `{name}`; the assignments are {known}"));
    }
    match root {
        Root::Given(files) => given(files, name),
        _ => Read::read(Path::new(name)).map_err(joined),
    }
}

fn joined(mistakes: Vec<assignment::Mistake>) -> String {
    mistakes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

impl AssignmentSource {
    /// Reads the assignment.
    pub(crate) fn read(&self, root: Result<&Root, CallError>) -> Result<Read, CallError> {
        let read = match self {
            AssignmentSource::Files(files) => of_files(files),
            AssignmentSource::Named(name) => named(root?, name),
        };
        Ok(read?)
    }
}

/// An assignment among files that somebody gave.
fn given(files: &BTreeMap<PathBuf, Vec<u8>>, name: &str) -> Result<Read, String> {
    let folder = Path::new(assignment::BUNDLED).join(name);
    let inside = files.iter().filter_map(|(file, bytes)| {
        Some((file.strip_prefix(&folder).ok()?.to_owned(), bytes.clone()))
    });
    Read::of_files(name, inside.collect()).map_err(joined)
}

/// Reads an assignment from files.
fn of_files(files: &[Source]) -> Result<Read, String> {
    let manifest = files.iter().find(|file| {
        Path::new(&file.name).file_name().is_some_and(|name| name == assignment::FILE)
    });
    let none = || format!("there is no {} among the files", assignment::FILE);
    let manifest = PathBuf::from(&manifest.ok_or_else(none)?.name);
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let mut inside: BTreeMap<PathBuf, Vec<u8>> = BTreeMap::new();
    for file in files {
        if let Ok(name) = Path::new(&file.name).strip_prefix(folder) {
            inside.insert(name.to_owned(), file.bytes()?);
        }
    }
    let name = folder.file_name().map_or("assignment".into(), |name| name.to_string_lossy());
    Read::of_files(&name, inside).map_err(joined)
}

impl Simulator {
    /// Starts grading; preparation for the same assignment is reused.
    pub(crate) fn grade(
        &mut self,
        which: AssignmentSource,
        sources: &[Source],
        submitted: Option<&Submitted>,
        today: String,
    ) -> Result<Grading, String> {
        let handed = match (submitted, sources) {
            (Some(submitted), []) => Handed::Submission(submitted.submission()?),
            (None, [file]) => Handed::File(file.clone()),
            (_, sources) => {
                return Err(format!("a submission is one file, but there are {}", sources.len()));
            }
        };
        let kept = self.graded.take().and_then(|old| old.downcast::<GradingJob>().ok());
        let kept = kept.filter(|old| old.which == which && old.today == today);
        let ready = kept.map_or(Readiness::Unread, |kept| kept.ready);
        let graded = GradingJob { which, today, handed, ready, done: 0, result: None };
        let progress = graded.progress();
        self.graded = Some(Box::new(graded));
        Ok(progress)
    }

    /// Does the next part of grading.
    pub(crate) fn grade_on(&mut self) -> Result<Grading, CallError> {
        let root = self.root().cloned();
        let graded = self.graded.as_mut().and_then(|graded| graded.downcast_mut::<GradingJob>());
        let graded = graded.ok_or("nothing is being graded")?;
        graded.advance(root.as_ref().map_err(Clone::clone))?;
        Ok(graded.progress())
    }
}

/// Description of the last part.
const LAST: &str = "grading the submission";

impl GradingJob {
    fn advance(&mut self, root: Result<&Root, CallError>) -> Result<(), CallError> {
        self.ready = match std::mem::replace(&mut self.ready, Readiness::Unread) {
            Readiness::Unread => {
                Readiness::Preparing(Preparation::new(self.which.read(root)?, &self.today)?)
            }
            Readiness::Preparing(mut preparing) => {
                preparing.go_on()?;
                preparing
                    .finished()
                    .map_or_else(|left| Readiness::Preparing(*left), Readiness::Prepared)
            }
            Readiness::Prepared(prepared) => {
                self.result = Some(self.grade(&prepared)?);
                Readiness::Prepared(prepared)
            }
        };
        self.done += 1;
        Ok(())
    }

    fn grade(&self, prepared: &PreparedAssignment) -> Result<serde_json::Value, String> {
        if let Some(group) = prepared.varied_group() {
            return Err(format!(
                "the cases of `{}` differ for each submission and need a secret that only the instructor \
                 has",
                asmkit::plain_name(group)
            ));
        }
        let submission = match &self.handed {
            Handed::Submission(submission) => submission,
            Handed::File(file) => &Submission {
                content: SubmissionContent::Bytes(file.bytes()?),
                ..Submission::at(PathBuf::from(&file.name), &prepared.assignment.submission)
            },
        };
        Ok(reports::to_json(&class::grade(prepared, submission, &Choice::default())))
    }

    /// Progress in parts: reading, each part of preparing, and grading; a prepared assignment has only the last.
    fn progress(&self) -> Grading {
        let (before, next) = match &self.ready {
            Readiness::Unread => (2, "reading the assignment".to_owned()),
            Readiness::Preparing(preparing) => (
                preparing.parts() - preparing.done() + 1,
                preparing.next().unwrap_or_else(|| LAST.to_owned()),
            ),
            Readiness::Prepared(_) => (1, LAST.to_owned()),
        };
        let left = if self.result.is_some() { 0 } else { before as u32 };
        let next = self.result.is_none().then_some(next);
        Grading { done: self.done, of: self.done + left, next, graded: self.result.clone() }
    }
}
