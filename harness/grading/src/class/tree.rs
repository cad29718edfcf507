//! Files that others hand in: in a folder, or in an archive that is never unpacked.
//!
//! No link is followed, and what a student could make large is bounded: files, folders in folders,
//! and bytes.

use std::collections::VecDeque;
use std::fs::FileType;
use std::path::{Path, PathBuf};

use targets::files;

use super::archive::Archive;
use super::entry::{EntryKind, LINK, MOST_DEPTH, TreeEntry};
use super::submission::SubmissionContent;

/// Entries of one folder.
const MOST_ENTRIES: usize = 100_000;

/// Files and folders of one student.
const MOST_FILES: usize = 10_000;

/// Files that others hand in.
pub(super) enum Tree {
    /// A folder.
    Folder(PathBuf),
    /// An archive.
    Archive(Box<Archive>),
}

/// All files below a folder.
#[derive(Debug, Default)]
pub(super) struct TreeWalk {
    /// The files, those of a folder before those of the folders in it.
    pub files: Vec<TreeEntry>,
    /// Why there may be more of them.
    pub trouble: Option<String>,
}

impl Tree {
    /// The path of an entry as messages have it.
    pub(super) fn shown(&self, path: &Path) -> PathBuf {
        match self {
            Tree::Folder(root) => root.join(path),
            Tree::Archive(archive) => archive.path.join(path),
        }
    }

    /// Entries of a folder, in the order of their names.
    ///
    /// # Errors
    /// An error message if the folder cannot be read or has too many entries.
    pub(super) fn list(&self, folder: &Path) -> Result<Vec<TreeEntry>, String> {
        let mut entries = match self {
            Tree::Archive(archive) => archive.list(folder),
            Tree::Folder(root) => on_disk(root, folder)?,
        };
        if entries.len() > MOST_ENTRIES {
            let shown = files::shown(&self.shown(folder));
            return Err(format!("{shown} has more than {MOST_ENTRIES} entries"));
        }
        entries.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(entries)
    }

    /// All files below a folder but hidden ones.
    pub(super) fn walk(&self, folder: &Path) -> TreeWalk {
        let mut walk = TreeWalk::default();
        let mut left = VecDeque::from([(folder.to_owned(), 0)]);
        let mut seen = 0;
        while let Some((folder, depth)) = left.pop_front() {
            let entries = match self.list(&folder) {
                Ok(entries) => entries,
                Err(why) => {
                    walk.trouble.get_or_insert(why);
                    continue;
                }
            };
            seen += entries.len();
            if depth > MOST_DEPTH {
                walk.trouble = Some(format!("it has folders more than {MOST_DEPTH} deep"));
                return walk;
            }
            if seen > MOST_FILES {
                walk.trouble = Some(format!("it has more than {MOST_FILES} files and folders"));
                return walk;
            }
            for entry in entries.into_iter().filter(|entry| !entry.is_hidden()) {
                match entry.kind {
                    EntryKind::Folder => left.push_back((entry.path, depth + 1)),
                    EntryKind::File | EntryKind::Unfit(_) => walk.files.push(entry),
                }
            }
        }
        walk
    }

    /// Content of a file, now or when it is graded.
    ///
    /// # Errors
    /// An error message if all files of an archive together are too large.
    pub(super) fn content(&mut self, file: &Path) -> Result<SubmissionContent, String> {
        match self {
            Tree::Folder(root) => Ok(SubmissionContent::File { below: root.clone() }),
            Tree::Archive(archive) => archive.content(file),
        }
    }

    /// The bytes of a file that a platform made.
    ///
    /// # Errors
    /// An error message if it cannot be read or is larger than that.
    pub(super) fn read(&mut self, file: &Path, most: usize) -> Result<Vec<u8>, String> {
        match self {
            Tree::Folder(root) => files::read_below(root, &root.join(file), most as u64),
            Tree::Archive(archive) => archive.read(file, most),
        }
    }
}

/// Entries of a folder on a disk, and no more than one too many.
fn on_disk(root: &Path, folder: &Path) -> Result<Vec<TreeEntry>, String> {
    let place = root.join(folder);
    let failed = |why: std::io::Error| {
        format!("cannot read the folder {}: {}", files::shown(&place), files::reason(&why))
    };
    // The path of the folder that was named may be empty.
    let named = if place.as_os_str().is_empty() { Path::new(".") } else { &place };
    let mut entries = Vec::new();
    for entry in named.read_dir().map_err(failed)?.take(MOST_ENTRIES + 1) {
        let entry = entry.map_err(failed)?;
        let kind = entry.file_type().map_or(EntryKind::Unfit("its kind is unknown"), kind);
        entries.push(TreeEntry { path: folder.join(entry.file_name()), kind });
    }
    Ok(entries)
}

/// Kind of an entry on disk, without following links.
pub(super) fn kind(of: FileType) -> EntryKind {
    if of.is_symlink() {
        return EntryKind::Unfit(LINK);
    }
    if of.is_dir() {
        return EntryKind::Folder;
    }
    if of.is_file() { EntryKind::File } else { EntryKind::Unfit(special(of)) }
}

#[cfg(unix)]
fn special(of: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    if of.is_fifo() {
        "it is a pipe, not a file"
    } else if of.is_socket() {
        "it is a socket, not a file"
    } else {
        "it is a device, not a file"
    }
}

#[cfg(not(unix))]
fn special(_: FileType) -> &'static str {
    "it is not a file"
}
