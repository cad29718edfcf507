//! A class: many submissions, each by itself, in the order they were named.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use machines::files;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::grade::{Choice, MOST_BYTES, Prepared};
use crate::graded::{Graded, Outcome, State};

/// A submission to be graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// The file.
    pub file: PathBuf,
    /// Whose it is.
    pub student: String,
}

/// The submissions that files and folders hold: of a folder every source in it, and in its folders
/// the file that students hand in.
///
/// # Errors
/// A sentence about a path that is neither, or a folder without submissions.
pub fn submissions(paths: &[PathBuf], handed_in: &str) -> Result<Vec<Submission>, String> {
    let mut all = Vec::new();
    for path in paths {
        if path.is_dir() {
            let before = all.len();
            in_folder(path, handed_in, &mut all)?;
            if all.len() == before {
                return Err(format!(
                    "{}: there is no submission in this folder",
                    files::shown(path)
                ));
            }
        } else if path.is_file() {
            all.push(Submission { file: path.clone(), student: student(path, handed_in) });
        } else {
            return Err(format!("{}: there is no such file or folder", files::shown(path)));
        }
    }
    Ok(all)
}

fn in_folder(folder: &Path, handed_in: &str, all: &mut Vec<Submission>) -> Result<(), String> {
    let unreadable = |why: std::io::Error| format!("{}: {why}", files::shown(folder));
    let mut entries: Vec<PathBuf> = Vec::new();
    for entry in folder.read_dir().map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    let ending = Path::new(handed_in).extension();
    for entry in entries {
        let inside = entry.join(handed_in);
        let is_hidden =
            entry.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if entry.is_dir() && inside.is_file() {
            all.push(Submission { student: student(&inside, handed_in), file: inside });
        } else if entry.is_file() && entry.extension() == ending && !is_hidden {
            all.push(Submission { student: student(&entry, handed_in), file: entry });
        }
    }
    Ok(())
}

/// Whose a file is: its name without the ending, or its folder's where all files have one name.
fn student(file: &Path, handed_in: &str) -> String {
    let is_usual = file.file_name().is_some_and(|name| name == handed_in);
    let folder = file.parent().and_then(Path::file_name);
    let name = folder.filter(|_| is_usual).or_else(|| file.file_stem());
    asmkit::plain_name(&name.map(|name| name.to_string_lossy()).unwrap_or_default())
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
    let bytes = match files::read(&submission.file, MOST_BYTES as u64) {
        Ok(bytes) => bytes,
        Err(why) => return failed(Outcome::NotGradable(why)),
    };
    let graded = catch_unwind(AssertUnwindSafe(|| {
        prepared.grade(&shown, &submission.student, &bytes, choice)
    }));
    graded.unwrap_or_else(|_| failed(Outcome::Infra("a bug in isagrid".to_owned())))
}

/// Grades all on all cores, and tells of each as it is done; in the order they were named.
pub fn grade_all(
    prepared: &Prepared,
    submissions: &[Submission],
    choice: &Choice,
    done: impl Fn(&Graded) + Sync,
) -> Vec<Graded> {
    let grade = |submission: &Submission| {
        let graded = grade(prepared, submission, choice);
        done(&graded);
        graded
    };
    submissions.par_iter().map(grade).collect()
}
