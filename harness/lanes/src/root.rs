//! Root of lanes and their files: a folder, or the command itself.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use asmkit::{Library, OpenError};
use targets::files::{self, Folder};

use crate::lane::Lane;

/// Every bundled file: its name in the repository, and its bytes.
pub use data::files as bundled_files;

/// Location of a table of lanes with its sources, puzzles and golden files.
///
/// Paths are relative to it, such as `asm/lanes.toml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Root {
    /// Folder of the user; empty for the current folder.
    Folder(PathBuf),
    /// The command itself, with the bundled lanes.
    Bundled,
    /// Files in memory, by name.
    Given(Arc<BTreeMap<PathBuf, Vec<u8>>>),
}

impl Root {
    /// Text of a file, such as the table or a golden file.
    ///
    /// # Errors
    /// An error message with the path if the file cannot be read.
    pub fn text(&self, file: &Path) -> Result<String, String> {
        match self {
            Root::Folder(folder) => files::read_text(&folder.join(file)),
            Root::Bundled | Root::Given(_) => {
                let found = self.inside(file).and_then(|bytes| std::str::from_utf8(bytes).ok());
                let found = found.map(|text| text.replace("\r\n", "\n"));
                found.ok_or_else(|| {
                    format!("there is no file {} in {}", files::shown(file), self.whole())
                })
            }
        }
    }

    /// Bytes of a file that is not in a folder.
    fn inside(&self, file: &Path) -> Option<&[u8]> {
        match self {
            Root::Folder(_) => None,
            Root::Bundled => data::file(file),
            Root::Given(files) => files.get(file).map(Vec::as_slice),
        }
    }

    /// Name of the root in messages.
    fn whole(&self) -> &'static str {
        if *self == Root::Bundled { "isagrid" } else { "the other files" }
    }

    /// Bytes of a source.
    ///
    /// Links and hidden files are refused: a link could lead anywhere, and messages quote what they read.
    ///
    /// # Errors
    /// If there is no such source, or it is refused.
    pub fn source(&self, file: &Path) -> Result<Vec<u8>, OpenError> {
        match self {
            Root::Folder(_) => Ok(Folder::at(&self.here()).open("", &file.to_string_lossy())?.1),
            Root::Bundled | Root::Given(_) => {
                self.inside(file).map(<[u8]>::to_vec).ok_or(OpenError::NotFound)
            }
        }
    }

    /// Whether a file exists.
    #[must_use]
    pub fn has(&self, file: &Path) -> bool {
        match self {
            Root::Folder(folder) => folder.join(file).is_file(),
            Root::Bundled | Root::Given(_) => self.inside(file).is_some(),
        }
    }

    /// Sorted names in a folder, without hidden ones; empty if there is no such folder.
    #[must_use]
    pub fn names(&self, folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = match self {
            Root::Folder(root) => {
                let entries = std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten();
                entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
            }
            Root::Bundled => {
                bundled_files().filter_map(|(file, _)| first_below(folder, &file)).collect()
            }
            Root::Given(files) => {
                files.keys().filter_map(|file| first_below(folder, file)).collect()
            }
        };
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names.dedup();
        names
    }

    /// Writes a golden file.
    ///
    /// # Errors
    /// An error message if the file cannot be written, or this is not a folder.
    pub fn write(&self, file: &Path, text: &str) -> Result<(), String> {
        match self {
            Root::Folder(folder) => files::write_with_folders(&folder.join(file), text),
            Root::Bundled => {
                Err(format!("{} is bundled with isagrid and cannot be written", files::shown(file)))
            }
            Root::Given(_) => {
                Err(format!("{} is not in a folder and cannot be written", files::shown(file)))
            }
        }
    }

    /// Path of a file for the user, with terminal control characters removed.
    #[must_use]
    pub fn shown(&self, file: &Path) -> String {
        let path = match self {
            Root::Folder(folder) => Cow::Owned(folder.join(file)),
            Root::Bundled | Root::Given(_) => Cow::Borrowed(file),
        };
        asmkit::plain_name(&path.to_string_lossy())
    }

    /// Library of files that the first source of a lane may include.
    #[must_use]
    pub fn library(&self, lane: &Lane) -> Box<dyn Library> {
        match self {
            Root::Folder(folder) => lane.target.library(&folder.join(&lane.sources[0]), &[], None),
            Root::Bundled | Root::Given(_) => Box::new(Inside(self.clone())),
        }
    }

    /// Command to type there; in this repository it need not be installed.
    #[must_use]
    pub fn command(&self) -> &'static str {
        if self.is_repository() { "cargo isagrid" } else { "isagrid" }
    }

    /// Command that saves results to the golden files.
    #[must_use]
    pub fn bless(&self) -> &'static str {
        if self.is_repository() { "cargo xtask bless" } else { "isagrid verify --bless" }
    }

    /// Whether this is a clone of the repository of isagrid, not only a folder with lanes.
    #[must_use]
    pub fn is_repository(&self) -> bool {
        self.has(Path::new("harness/lanes/Cargo.toml")) && self.has(Path::new("xtask/Cargo.toml"))
    }

    /// The folder; `.` if its name is empty.
    fn here(&self) -> PathBuf {
        match self {
            Root::Folder(folder) if !folder.as_os_str().is_empty() => folder.clone(),
            _ => PathBuf::from("."),
        }
    }
}

/// First component of a path below a folder.
fn first_below(folder: &Path, file: &Path) -> Option<String> {
    let mut parts = file.strip_prefix(folder).ok()?.components();
    Some(parts.next()?.as_os_str().to_string_lossy().into_owned())
}

/// Library of files next to a source that is not in a folder.
struct Inside(Root);

impl Library for Inside {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let path = Path::new(from).with_file_name(name);
        let bytes = self.0.inside(&path).ok_or(OpenError::NotFound)?;
        Ok((path.to_string_lossy().into_owned(), bytes.to_vec()))
    }
}
