//! Files and folders that others hand in.

use std::borrow::Cow;
use std::path::PathBuf;

use crate::grade::MOST_BYTES;

/// Folders in folders.
pub(super) const MOST_DEPTH: usize = 32;

/// Reason why a link is not graded.
pub(super) const LINK: &str = "it is a link, not a source";

/// Bytes read of a submission: one more than the limit, to detect files that are too large.
pub(super) const READ_BYTES: usize = MOST_BYTES + 1;

/// A file or folder in a folder or an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TreeEntry {
    /// Path in the tree.
    pub path: PathBuf,
    /// Its kind.
    pub kind: EntryKind,
}

/// Kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum EntryKind {
    /// A folder.
    Folder,
    /// A plain file.
    File,
    /// Something that is not read, and why.
    Unfit(&'static str),
}

impl TreeEntry {
    /// Its name, with its letters as far as they are text.
    pub(super) fn name(&self) -> Cow<'_, str> {
        self.path.file_name().unwrap_or_default().to_string_lossy()
    }

    /// Whether no student wrote it: hidden, or created by a system next to other files.
    pub(super) fn is_hidden(&self) -> bool {
        let name = self.name();
        let made = ["__MACOSX", "Thumbs.db", "desktop.ini"];
        name.starts_with('.') || made.iter().any(|made| name.eq_ignore_ascii_case(made))
    }
}
