//! Submissions by student, from the entries of a folder or an archive.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::choice::{Candidate, ChosenFile, Nearness, RequestedFile, listed, originals, stem};
use super::entry::{EntryKind, TreeEntry};
use super::platforms::{self, Owner};
use super::tree::Tree;
use super::{Submission, SubmissionContent};

/// Name of Gradescope's file about submissions.
const GRADESCOPE: &str = "submission_metadata.yml";

/// Bytes of that file.
const MOST_METADATA_BYTES: usize = 64 << 20;

/// Folders that hold nothing but one folder, one inside the other.
const MOST_WRAPPERS: usize = 4;

/// Content of a folder or an archive of a class.
#[derive(Debug, Default)]
pub(super) struct Intake {
    /// Submissions, in the order of their names.
    pub submissions: Vec<Submission>,
    /// Entries that belong to no submission, each with the reason.
    pub left_out: Vec<String>,
    /// Warnings for the instructor.
    pub notes: Vec<String>,
}

/// Files and folders that a student handed in.
struct Upload {
    owner: Owner,
    parts: Vec<FolderPart>,
}

/// A part of it: a folder, or a file.
struct FolderPart {
    entry: TreeEntry,
    owner: Owner,
    /// Whether the student chose the name, regardless of the file that the assignment asks for.
    is_named_freely: bool,
}

/// Reads a class, or one submission; `name` is that of the folder or archive.
///
/// # Errors
/// An error message if the whole cannot be read.
pub(super) fn read(
    tree: &mut Tree,
    name: &str,
    asked: RequestedFile<'_>,
) -> Result<Intake, String> {
    let mut intake = Intake::default();
    intake.submissions.extend(outside(tree));
    let folder = unwrapped(tree, asked)?;
    let all = tree.list(&folder)?;
    let name = folder.file_name().map_or(name.into(), |inner| inner.to_string_lossy());
    let names = NamingScheme::of(tree, &name, &folder, &all, &mut intake.notes);
    let mut handed: Vec<Upload> = Vec::new();
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    for entry in all.iter().filter(|entry| !entry.is_hidden()) {
        match names.part(entry, asked) {
            Some(part) => {
                let key = part.owner.key.clone();
                let number = *known.entry(key).or_insert(handed.len());
                if number == handed.len() {
                    handed.push(Upload { owner: part.owner.clone(), parts: Vec::new() });
                }
                handed[number].parts.push(part);
            }
            None if names.is_platforms_own(entry) => {}
            None => intake.left_out.push(left_out(tree, entry)),
        }
    }
    if is_one_submission(&handed, &all, asked) {
        intake.left_out.clear();
        intake.submissions.push(of_one(tree, &folder, (&name, None), asked)?);
        return Ok(intake);
    }
    let mut again = Vec::new();
    for mut student in handed {
        if student.keep_newest() {
            again.push(student.owner.name.clone());
        }
        intake.submissions.push(student.submission(tree, asked)?);
    }
    if !again.is_empty() {
        let names: Vec<&str> = again.iter().map(String::as_str).collect();
        let names = listed(&names);
        intake.notes.push(format!("handed in more than once, only the newest is graded: {names}"));
    }
    Ok(intake)
}

/// The submission in a folder that is one student's.
///
/// # Errors
/// An error message if a whole archive is too large.
pub(super) fn of_one(
    tree: &mut Tree,
    folder: &Path,
    (name, id): (&str, Option<String>),
    asked: RequestedFile<'_>,
) -> Result<Submission, String> {
    let entry = TreeEntry { path: folder.to_owned(), kind: EntryKind::Folder };
    let owner = Owner { name: name.to_owned(), id, ..Owner::default() };
    let part = FolderPart { entry, owner: owner.clone(), is_named_freely: false };
    Upload { owner, parts: vec![part] }.submission(tree, asked)
}

/// Rows for names that lead out of an archive.
fn outside(tree: &Tree) -> Vec<Submission> {
    let Tree::Archive(archive) = tree else { return Vec::new() };
    let row = |name: &String| Submission {
        file: archive.path.join(asmkit::plain_name(name).trim_start_matches('/')),
        student: asmkit::plain_name(&stem(name)),
        content: SubmissionContent::Refused("its name points outside the archive".to_owned()),
        ..Submission::default()
    };
    archive.outside.iter().map(row).collect()
}

/// The folder that holds the students: an archive often has one folder that holds all others.
fn unwrapped(tree: &Tree, asked: RequestedFile<'_>) -> Result<PathBuf, String> {
    let mut folder = PathBuf::new();
    for depth in 0..MOST_WRAPPERS {
        let all = tree.list(&folder)?;
        let mut visible = all.iter().filter(|entry| !entry.is_hidden());
        let (Some(only), None) = (visible.next(), visible.next()) else { break };
        let is_students = platforms::owner(&only.name(), true).is_some();
        let is_wrapper = || is_wrapper(tree, &only.path, depth == 0, asked);
        if only.kind != EntryKind::Folder || is_students || !is_wrapper() {
            break;
        }
        folder.clone_from(&only.path);
    }
    Ok(folder)
}

/// Whether a folder that is alone holds students, and is not a student's; the outermost one may be
/// whatever an archive was made of.
fn is_wrapper(tree: &Tree, folder: &Path, is_outermost: bool, asked: RequestedFile<'_>) -> bool {
    let Ok(inside) = tree.list(folder) else { return false };
    if inside.iter().any(|entry| entry.name() == ".git") {
        return false;
    }
    let visible: Vec<&TreeEntry> = inside.iter().filter(|entry| !entry.is_hidden()).collect();
    let is_export = visible.iter().any(|entry| {
        entry.name() == GRADESCOPE
            || platforms::owner(&entry.name(), entry.kind == EntryKind::Folder).is_some()
    });
    let is_usual = visible
        .iter()
        .any(|entry| asked.nearness(&entry.name()).is_some_and(|near| near < Nearness::Source));
    let folders = visible.iter().filter(|entry| entry.kind == EntryKind::Folder).count();
    match tree {
        _ if is_export => true,
        _ if is_usual => false,
        Tree::Archive(_) => is_outermost && !visible.is_empty(),
        Tree::Folder(_) => is_outermost && folders > 1,
    }
}

/// Whether all that is in a folder is one student's: a file of the name that is asked for, no other
/// source next to it, and folders only where a repository has them.
fn is_one_submission(handed: &[Upload], all: &[TreeEntry], asked: RequestedFile<'_>) -> bool {
    let is_repository = all.iter().any(|entry| entry.name() == ".git");
    let mut files = handed.iter().flat_map(|student| &student.parts);
    let is_usual = all.iter().any(|entry| entry.kind == EntryKind::File && entry.name() == asked.0);
    is_usual
        && files.all(|part| match part.entry.kind {
            EntryKind::Folder => is_repository,
            EntryKind::File | EntryKind::Unfit(_) => part.entry.name() == asked.0,
        })
}

fn left_out(tree: &Tree, entry: &TreeEntry) -> String {
    let shown = targets::files::shown(&tree.shown(&entry.path));
    if super::archive::is_archive(&entry.path) {
        return format!("{shown} is not graded: give the archive itself, or unpack it");
    }
    format!("{shown} is not graded: it is not a source")
}

/// Naming scheme of a folder's entries.
struct NamingScheme {
    /// The folder's own name.
    folder: String,
    gradescope: BTreeMap<String, Owner>,
    /// Prefix of students' folders.
    prefix: String,
    is_brightspace: bool,
}

impl NamingScheme {
    fn of(
        tree: &mut Tree,
        name: &str,
        folder: &Path,
        all: &[TreeEntry],
        notes: &mut Vec<String>,
    ) -> NamingScheme {
        let mut gradescope = BTreeMap::new();
        if all.iter().any(|entry| entry.name() == GRADESCOPE && entry.kind == EntryKind::File) {
            match tree.read(&folder.join(GRADESCOPE), MOST_METADATA_BYTES) {
                Ok(bytes) => gradescope = platforms::gradescope(&String::from_utf8_lossy(&bytes)),
                Err(why) => notes.push(format!("names of students are unknown: {why}")),
            }
        }
        let has_id = |entry: &TreeEntry| {
            platforms::owner(&entry.name(), true).is_some_and(|owner| owner.id.is_some())
        };
        let is_brightspace =
            all.iter().any(|entry| entry.kind == EntryKind::Folder && has_id(entry));
        NamingScheme {
            folder: name.to_owned(),
            gradescope,
            prefix: prefix(tree, name, all),
            is_brightspace,
        }
    }

    /// Whether a platform adds this file to all exports, so that it is not a submission.
    fn is_platforms_own(&self, entry: &TreeEntry) -> bool {
        let name = entry.name();
        name == GRADESCOPE && !self.gradescope.is_empty()
            || name == "index.html" && self.is_brightspace
    }

    /// Owner of an entry; none if it is not a submission.
    fn part(&self, entry: &TreeEntry, asked: RequestedFile<'_>) -> Option<FolderPart> {
        let name = entry.name();
        let is_folder = entry.kind == EntryKind::Folder;
        let known = || self.gradescope.get(name.as_ref()).filter(|_| is_folder).cloned();
        if let Some(owner) = known().or_else(|| platforms::owner(&name, is_folder)) {
            return Some(FolderPart { entry: entry.clone(), owner, is_named_freely: false });
        }
        if entry.kind == EntryKind::File && !asked.is_source(&name) {
            return None;
        }
        let student = if is_folder {
            name.strip_prefix(&self.prefix).filter(|rest| !rest.is_empty()).unwrap_or(&name).into()
        } else if name == asked.0 {
            self.folder.clone()
        } else if asked.is_source(&name) {
            stem(&name)
        } else {
            name.clone().into_owned()
        };
        // A file and a folder of one name are two submissions.
        let key = format!("{}/{name}", self.folder);
        let owner = Owner { name: student, key, file: name.into_owned(), ..Owner::default() };
        Some(FolderPart { entry: entry.clone(), owner, is_named_freely: !is_folder })
    }
}

/// Prefix that GitHub Classroom puts before student names: the assignment's name.
fn prefix(tree: &Tree, folder: &str, all: &[TreeEntry]) -> String {
    if let Some(assignment) = folder.strip_suffix("-submissions") {
        return format!("{assignment}-");
    }
    let is_checkout = |entry: &&TreeEntry| {
        let inside = || tree.list(&entry.path).unwrap_or_default();
        entry.kind == EntryKind::Folder && inside().iter().any(|entry| entry.name() == ".git")
    };
    let names: Vec<String> = all
        .iter()
        .filter(|entry| !entry.is_hidden())
        .filter(is_checkout)
        .map(|entry| entry.name().into_owned())
        .collect();
    let [first, rest @ ..] = &names[..] else { return String::new() };
    let common = |other: &String| {
        let same = first.char_indices().zip(other.chars()).find(|((_, one), other)| one != other);
        same.map_or(first.len().min(other.len()), |((at, _), _)| at)
    };
    let Some(length) = rest.iter().map(common).min() else { return String::new() };
    first[..length].rfind('-').map_or_else(String::new, |end| first[..=end].to_owned())
}

impl Upload {
    /// Keeps the newest submission; returns whether there were others.
    fn keep_newest(&mut self) -> bool {
        let newest = self.parts.iter().filter_map(|part| part.owner.when.clone()).max();
        let before = self.parts.len();
        self.parts.retain(|part| part.owner.when == newest || part.owner.when.is_none());
        self.parts.len() < before
    }

    /// The submission of a student.
    fn submission(self, tree: &mut Tree, asked: RequestedFile<'_>) -> Result<Submission, String> {
        let place = self.parts.first().map(|part| part.entry.path.clone()).unwrap_or_default();
        let mut submission = Submission {
            file: tree.shown(&place),
            student: student(&self.owner.name),
            id: self.owner.id.as_deref().map(asmkit::plain_name),
            ..Submission::default()
        };
        let (path, kind) = match self.chosen(tree, asked) {
            Ok((entry, about_name)) => {
                submission.about_name = about_name;
                (entry.path, entry.kind)
            }
            Err(why) => {
                submission.content = SubmissionContent::Refused(why);
                return Ok(submission);
            }
        };
        submission.file = tree.shown(&path);
        submission.content = match kind {
            EntryKind::Unfit(why) => SubmissionContent::Refused(why.to_owned()),
            EntryKind::File | EntryKind::Folder => tree.content(&path)?,
        };
        Ok(submission)
    }

    /// The file that counts, and what is to be said of its name.
    fn chosen(
        &self,
        tree: &Tree,
        asked: RequestedFile<'_>,
    ) -> Result<(TreeEntry, Option<String>), String> {
        if let [FolderPart { entry, is_named_freely: true, .. }] = &self.parts[..] {
            return Ok((entry.clone(), None));
        }
        let (mut entries, mut candidates) = (Vec::new(), Vec::new());
        let (mut trouble, mut has_folder) = (None, false);
        for part in &self.parts {
            if part.entry.kind != EntryKind::Folder {
                let name = part.file_name(asked);
                candidates.push(Candidate { shown: name.clone(), name, depth: 0 });
                entries.push(part.entry.clone());
                continue;
            }
            has_folder = true;
            let walk = tree.walk(&part.entry.path);
            trouble = trouble.or(walk.trouble);
            for entry in walk.files {
                let inside = entry.path.strip_prefix(&part.entry.path).unwrap_or(&entry.path);
                let shown = inside.to_string_lossy().replace('\\', "/");
                let depth = inside.components().count().saturating_sub(1);
                candidates.push(Candidate { name: entry.name().into_owned(), shown, depth });
                entries.push(entry);
            }
        }
        let none = if has_folder { "the folder has" } else { "there is only" };
        let ChosenFile { number, about_name } = match (asked.choose(&candidates, none), trouble) {
            (Ok(chosen), None) => chosen,
            // Nothing that was not seen is nearer.
            (Ok(chosen), Some(_))
                if candidates[chosen.number].depth == 0 && chosen.about_name.is_none() =>
            {
                chosen
            }
            (_, Some(trouble)) => return Err(trouble),
            (Err(why), None) => return Err(why),
        };
        Ok((entries.swap_remove(number), about_name))
    }
}

impl FolderPart {
    /// The name that the student gave the file, as far as the platform keeps it.
    fn file_name(&self, asked: RequestedFile<'_>) -> String {
        let name = &self.owner.file;
        let is_platforms = self.owner.is_numbered && name != asked.0;
        if is_platforms && originals(name).any(|name| name == asked.0) && name.contains('-') {
            return asked.0.to_owned();
        }
        name.clone()
    }
}

/// A name as rows have it.
pub(super) fn student(name: &str) -> String {
    let name = asmkit::plain_name(name.trim());
    if name.is_empty() { "?".to_owned() } else { name }
}
