//! A class: many submissions, each by itself, in the order they were named.

mod archive;
mod choice;
mod entry;
mod platforms;
mod roster;
mod students;
mod submission;
mod tree;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Component, Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use targets::files;

use crate::cache::ResultCache;
use crate::checks;
use crate::grade::{Choice, PreparedAssignment};
use crate::graded::{Finding, Graded, Outcome, State, Weight};
use archive::Archive;
use choice::{Nearness, RequestedFile};
use entry::EntryKind;
pub use roster::Roster;
use students::Intake;
pub use submission::{Submission, SubmissionContent};
use tree::Tree;

/// Why a student of a roster who is in no folder and no archive has no points.
pub const HANDED_IN_NOTHING: &str = "handed in nothing";

/// Submissions, and what became of all else that was handed in.
#[derive(Debug, Default)]
pub struct Class {
    /// Submissions, in the order in which they were named.
    pub submissions: Vec<Submission>,
    /// Files that belong to no submission, each with the reason.
    pub left_out: Vec<String>,
    /// Warnings for the instructor.
    pub notes: Vec<String>,
}

impl Submission {
    /// The submission in a file: the name of the student is what a platform made of it, or the name
    /// without the ending, or the folder's where all files have one name.
    #[must_use]
    pub fn at(file: PathBuf, handed_in: &str) -> Submission {
        let text = |name: Option<&std::ffi::OsStr>| {
            name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
        };
        let name = text(file.file_name());
        let folder = text(file.parent().and_then(Path::file_name));
        let nearness = RequestedFile(handed_in).nearness(&name);
        let is_usual = nearness.is_some_and(|nearness| nearness <= Nearness::OtherCase);
        let owner = platforms::owner(&name, false).or_else(|| platforms::owner(&folder, true));
        let (student, id) = match owner {
            Some(owner) => (owner.name, owner.id),
            None if is_usual && !folder.is_empty() => (folder, None),
            None => (choice::stem(&name), None),
        };
        let below = two_above(&file).to_owned();
        let (student, content) = (students::student(&student), SubmissionContent::File { below });
        Submission { file, student, id, content, ..Submission::default() }
    }
}

/// The folder of a file's folder.
///
/// A file is often named by a pattern, such as `class/*/hw.s`: then what is in the place of `*` may be
/// a student's link, too. The folders before it, and those at the root of a disk, are the instructor's.
fn two_above(file: &Path) -> &Path {
    let folder = file.parent().unwrap_or(file);
    let is_ones = matches!(folder.components().next_back(), Some(Component::Normal(_)));
    let above = folder.parent().filter(|above| is_ones && *above != Path::new("/"));
    above.unwrap_or(folder)
}

/// The submissions that files, folders and archives hold, with a row for each student.
///
/// A student is a folder, or a file, or what a platform has made of both; a link is not followed.
/// Students with the same name get distinct names.
///
/// # Errors
/// An error message about a path that is none of these, or without submissions.
pub fn submissions(paths: &[PathBuf], handed_in: &str) -> Result<Class, String> {
    let mut class = gathered(paths, handed_in)?;
    class.tell_apart();
    Ok(class)
}

/// The same with a roster: with a row for each student without a submission, and a warning about
/// submissions of others.
///
/// # Errors
/// As [`submissions`].
pub fn submissions_beside(
    roster: &Roster,
    paths: &[PathBuf],
    handed_in: &str,
) -> Result<Class, String> {
    let mut class = gathered(paths, handed_in)?;
    class.compare(roster);
    class.tell_apart();
    Ok(class)
}

/// A file in memory: its name with its folders, and its bytes.
pub type GivenFile = (String, Vec<u8>);

/// The same of files in memory, whose names have their folders; `name` is that of the whole.
///
/// # Errors
/// An error message if there are no submissions among them, or too many files.
pub fn submissions_of(name: &str, files: Vec<GivenFile>, handed_in: &str) -> Result<Class, String> {
    let mut tree = Tree::Archive(Box::new(Archive::of_files(name, files)?));
    let Intake { submissions, left_out, notes } =
        students::read(&mut tree, name, RequestedFile(handed_in))?;
    if submissions.is_empty() {
        return Err(nothing(name, "folder", handed_in));
    }
    let mut class = Class { submissions, left_out, notes };
    class.tell_apart();
    Ok(class)
}

/// Why a file or folder has no submissions.
fn nothing(shown: &str, kind: &str, handed_in: &str) -> String {
    format!(
        "`{}`: there is no submission in this {kind}: there should be sources that end in `{}`, or folders with `{}`",
        asmkit::plain_name(shown),
        ending(handed_in),
        asmkit::plain_name(handed_in)
    )
}

/// All submissions, by the names that students have.
fn gathered(paths: &[PathBuf], handed_in: &str) -> Result<Class, String> {
    let mut class = Class::default();
    for path in paths {
        // Without a separator at its end, which would follow a link.
        let path: PathBuf = path.components().collect();
        let before = class.submissions.len();
        let kind = add(&mut class, &path, handed_in)?;
        if class.submissions.len() == before {
            return Err(nothing(&path.to_string_lossy(), kind, handed_in));
        }
    }
    Ok(class)
}

/// Adds what a path holds; the word for what it is.
fn add(class: &mut Class, path: &Path, handed_in: &str) -> Result<&'static str, String> {
    let nothing = || format!("{}: there is no such file or folder", files::shown(path));
    let meta = std::fs::symlink_metadata(path).map_err(|_| nothing())?;
    let kind = tree::kind(meta.file_type());
    let (mut tree, word) = match kind {
        EntryKind::Unfit(why) => {
            let content = SubmissionContent::Refused(why.to_owned());
            let refused = Submission { content, ..Submission::at(path.to_owned(), handed_in) };
            class.submissions.push(refused);
            return Ok("file");
        }
        EntryKind::File if !archive::is_archive(path) => {
            class.submissions.push(Submission::at(path.to_owned(), handed_in));
            return Ok("file");
        }
        EntryKind::Folder => (Tree::Folder(path.to_owned()), "folder"),
        EntryKind::File => (Tree::Archive(Box::new(Archive::open(path)?)), "archive"),
    };
    // The name of the current folder is not in its path.
    let real = path.canonicalize().unwrap_or_default();
    let name = if word == "folder" { real.file_name() } else { path.file_stem() };
    let name = name.unwrap_or_default().to_string_lossy();
    let found = students::read(&mut tree, &name, RequestedFile(handed_in))?;
    class.submissions.extend(found.submissions);
    class.left_out.extend(found.left_out);
    class.notes.extend(found.notes);
    Ok(word)
}

/// The submission of one student, all of whose files are in a folder below `root`.
///
/// # Errors
/// An error message if there is no such folder.
pub fn of_one(
    root: &Path,
    folder: &str,
    student: &str,
    handed_in: &str,
) -> Result<Submission, String> {
    let place = root.join(folder);
    let meta = std::fs::symlink_metadata(&place)
        .map_err(|why| format!("{}: {}", files::shown(&place), files::reason(&why)))?;
    match tree::kind(meta.file_type()) {
        EntryKind::Folder => {
            let mut tree = Tree::Folder(root.to_owned());
            students::of_one(
                &mut tree,
                Path::new(folder),
                (student, None),
                RequestedFile(handed_in),
            )
        }
        EntryKind::File => Err(format!("{} is not a folder", files::shown(&place))),
        EntryKind::Unfit(why) => Ok(Submission {
            file: place,
            student: students::student(student),
            content: SubmissionContent::Refused(why.to_owned()),
            ..Submission::default()
        }),
    }
}

/// Ending of a source's name, such as `.s`.
fn ending(handed_in: &str) -> String {
    let ending = Path::new(handed_in).extension();
    ending.map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()))
}

impl Class {
    /// Gives students of one name their numbers on the platform, or else numbers of ours.
    fn tell_apart(&mut self) {
        let mut by_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, submission) in self.submissions.iter().enumerate() {
            by_name.entry(submission.student.clone()).or_default().push(number);
        }
        by_name.retain(|_, numbers| numbers.len() > 1);
        let mut taken: BTreeSet<String> =
            self.submissions.iter().map(|submission| submission.student.clone()).collect();
        for (name, numbers) in by_name {
            let with_id = |&number: &usize| {
                let id = self.submissions[number].id.as_ref()?;
                Some(format!("{name} ({id})"))
            };
            let names: Vec<(usize, String)> =
                numbers.iter().filter_map(|number| Some((*number, with_id(number)?))).collect();
            let with_ids: BTreeSet<String> = names.iter().map(|(_, name)| name.clone()).collect();
            if with_ids.len() == numbers.len() && with_ids.is_disjoint(&taken) {
                for (number, name) in names {
                    self.submissions[number].student = name;
                }
                taken.extend(with_ids);
                continue;
            }
            let mut names = Vec::new();
            for (count, number) in (1..).zip(numbers) {
                let free = |count: usize| Some(format!("{name}-{count}"));
                let submission = &mut self.submissions[number];
                if count > 1 {
                    let new = (count..).filter_map(free).find(|name| !taken.contains(name));
                    submission.student = new.unwrap_or_default();
                    taken.insert(submission.student.clone());
                }
                let shown = files::shown(&submission.file);
                names.push(format!("`{}` is {shown}", submission.student));
            }
            self.notes
                .push(format!("more than one submission is called `{name}`: {}", names.join(", ")));
        }
    }
}

/// Grades a submission; even a panic becomes an outcome.
#[must_use]
pub fn grade(prepared: &PreparedAssignment, submission: &Submission, choice: &Choice) -> Graded {
    let shown = asmkit::plain_name(&submission.file.to_string_lossy());
    let failed = |outcome: Outcome| Graded {
        assignment: prepared.assignment.name.clone(),
        title: prepared.assignment.title.clone(),
        student: submission.student.clone(),
        id: submission.id.clone(),
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
    if let (Ok(graded), SubmissionContent::Bytes(_)) = (&mut graded, &submission.content) {
        // No command reads a file of an archive by its name.
        let functions = graded.functions.iter_mut();
        let findings = functions.flat_map(|function| &mut function.findings);
        findings.for_each(|finding| finding.replay = None);
    }
    let mut graded =
        graded.unwrap_or_else(|_| failed(Outcome::Infra("a bug in isagrid".to_owned())));
    graded.id.clone_from(&submission.id);
    if graded.outcome == Outcome::Graded && choice.case.is_none() {
        graded.findings.extend(submission.about_name.as_deref().map(about_name));
    }
    graded
}

/// The advice about a file's name.
fn about_name(message: &str) -> Finding {
    let check = checks::NAME.id.to_owned();
    Finding {
        rendered: format!("warning[{check}]: {message}"),
        check,
        weight: Weight::Advice,
        place: None,
        message: message.to_owned(),
        notes: Vec::new(),
        case: None,
        times: 1,
        hidden: false,
        replay: None,
    }
}

/// Grades all submissions on all cores. Reports each in the order in which they were named, and whether
/// its result is from an earlier run; results in `kept` are not computed again.
///
/// # Errors
/// An error message if a result cannot be stored; the others are stored anyway.
pub fn grade_all(
    prepared: &PreparedAssignment,
    submissions: &[Submission],
    choice: &Choice,
    kept: Option<&ResultCache>,
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
