//! A class: many submissions, each by itself, in the order they were named.

mod archive;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use machines::files;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::grade::{Choice, MOST_BYTES, Prepared};
use crate::graded::{Graded, Outcome, State};
use crate::kept::Kept;

/// A submission to be graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The file; of an archive's, the archive and the name in it.
    pub file: PathBuf,
    /// Whose it is.
    pub student: String,
    /// What is in it.
    pub content: Content,
}

/// What is in a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// What the file has when it is graded.
    File,
    /// What the file had when it was read.
    Read(Vec<u8>),
    /// These bytes, which lay in an archive.
    Bytes(Vec<u8>),
    /// Nothing that can be graded, and why.
    Refused(String),
}

impl Submission {
    /// Its bytes.
    ///
    /// # Errors
    /// A sentence when they cannot be read, or are more than a submission has.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        match &self.content {
            Content::File => files::read(&self.file, MOST_BYTES as u64),
            Content::Read(bytes) | Content::Bytes(bytes) => Ok(bytes.clone()),
            Content::Refused(why) => Err(why.clone()),
        }
    }

    /// Its text; none where it cannot be read.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        self.bytes().ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The submissions that files, folders and archives hold: of a folder every source in it, and in its
/// folders the file that students hand in; of a zip archive every source, wherever it lies.
///
/// Students of one name are told apart by numbers.
///
/// # Errors
/// A sentence about a path that is none of these, or a folder or archive without submissions.
pub fn submissions(paths: &[PathBuf], handed_in: &str) -> Result<Vec<Submission>, String> {
    let mut all = Vec::new();
    for path in paths {
        let before = all.len();
        let kind = if path.is_dir() {
            in_folder(path, handed_in, &mut all)?;
            "folder"
        } else if path.is_file() && archive::is_archive(path) {
            archive::read(path, handed_in, &mut all)?;
            "archive"
        } else if path.is_file() {
            all.push(Submission::at(path.clone(), handed_in));
            "file"
        } else {
            return Err(format!("{}: there is no such file or folder", files::shown(path)));
        };
        if all.len() == before {
            return Err(format!(
                "{}: there is no submission in this {kind}: there should be sources that end in `{}`, or folders \
                 with `{}`",
                files::shown(path),
                ending(handed_in),
                asmkit::plain_name(handed_in)
            ));
        }
    }
    number(&mut all);
    Ok(all)
}

/// Gives students of one name numbers.
fn number(all: &mut [Submission]) {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for submission in all {
        let name = submission.student.clone();
        for count in 2.. {
            if taken.insert(submission.student.clone()) {
                break;
            }
            submission.student = format!("{name}-{count}");
        }
    }
}

/// How a source's name ends, such as `.s`.
fn ending(handed_in: &str) -> String {
    let ending = Path::new(handed_in).extension();
    ending.map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()))
}

/// Whether a name ends as that of a source does, and is not hidden.
fn is_source(path: &Path, handed_in: &str) -> bool {
    let is_hidden = path.file_name().is_none_or(|name| name.to_string_lossy().starts_with('.'));
    path.extension() == Path::new(handed_in).extension() && !is_hidden
}

fn in_folder(folder: &Path, handed_in: &str, all: &mut Vec<Submission>) -> Result<(), String> {
    let unreadable = |why: std::io::Error| format!("{}: {why}", files::shown(folder));
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    for entry in entries {
        let inside = entry.join(handed_in);
        if entry.is_dir() && inside.is_file() {
            all.push(Submission::at(inside, handed_in));
        } else if entry.is_file() && is_source(&entry, handed_in) {
            all.push(Submission::at(entry, handed_in));
        }
    }
    Ok(())
}

impl Submission {
    /// The submission in a file: whose it is says its name without the ending, or its folder's where
    /// all files have one name.
    #[must_use]
    pub fn at(file: PathBuf, handed_in: &str) -> Submission {
        let is_usual = file.file_name().is_some_and(|name| name == handed_in);
        let folder = file.parent().and_then(Path::file_name);
        let name = folder.filter(|_| is_usual).or_else(|| file.file_stem());
        let student =
            asmkit::plain_name(&name.map(|name| name.to_string_lossy()).unwrap_or_default());
        Submission { file, student, content: Content::File }
    }
}

/// Grades a submission; whatever happens, there is an outcome.
#[must_use]
pub fn grade(prepared: &Prepared, submission: &Submission, choice: &Choice) -> Graded {
    let shown = asmkit::plain_name(&submission.file.to_string_lossy());
    let failed = |outcome: Outcome| Graded {
        assignment: prepared.assignment.name.clone(),
        title: prepared.assignment.title.clone(),
        student: submission.student.clone(),
        file: shown.clone(),
        outcome,
        functions: prepared.nothing(State::Missing),
        findings: Vec::new(),
        leaderboard: Vec::new(),
        coverage: Vec::new(),
    };
    let bytes = match submission.bytes() {
        Ok(bytes) => bytes,
        Err(why) => return failed(Outcome::NotGradable(why)),
    };
    let mut graded = catch_unwind(AssertUnwindSafe(|| {
        prepared.grade(&shown, &submission.student, &bytes, choice)
    }));
    if let (Ok(graded), Content::Bytes(_)) = (&mut graded, &submission.content) {
        // No command reads a file of an archive by its name.
        let functions = graded.functions.iter_mut();
        let findings = functions.flat_map(|function| &mut function.findings);
        findings.for_each(|finding| finding.replay = None);
    }
    graded.unwrap_or_else(|_| failed(Outcome::Infra("a bug in isagrid".to_owned())))
}

/// Grades all on all cores, and tells of each as it is done, and whether it was known before; in the
/// order they were named. What `kept` has of an earlier run is not done again.
///
/// # Errors
/// A sentence when a result cannot be kept; the others are kept all the same.
pub fn grade_all(
    prepared: &Prepared,
    submissions: &[Submission],
    choice: &Choice,
    kept: Option<&Kept>,
    done: impl Fn(&Graded, bool) + Sync,
) -> Result<Vec<Graded>, String> {
    let grade = |submission: &Submission| {
        if let Some(graded) = kept.and_then(|kept| kept.find(submission)) {
            done(&graded, true);
            return (graded, Ok(()));
        }
        let graded = grade(prepared, submission, choice);
        done(&graded, false);
        let written = kept.map_or(Ok(()), |kept| kept.keep(submission, &graded));
        (graded, written)
    };
    let graded: Vec<(Graded, Result<(), String>)> = submissions.par_iter().map(grade).collect();
    graded.into_iter().map(|(graded, written)| written.map(|()| graded)).collect()
}
