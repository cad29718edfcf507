//! Files that a MIDAS source may insert, by their ITS names.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use asmkit::{Library, OpenError};
use pdp10::files::names::{FileName, TypedName};

use super::{Disk, USER_DIRECTORY};
use crate::files::{Folder, SOURCE_LIMIT_BYTES, read};

/// Search path of a source: its folder, folders of `--include`, and the ITS disk if there is one.
///
/// `LIB MID` is searched in the folder of the inserting file, in the folder of the first source, in
/// the other folders, then in the user's directory on the disk; `SYS;LIB MID` in that directory of
/// the disk, then in a folder `sys` next to the first source or in another folder.
/// A name that matches no ITS file may be a path next to the source, as with the other
/// assemblers.
#[derive(Debug)]
pub struct ItsLibrary {
    source: PathBuf,
    more: Vec<PathBuf>,
    folder: Folder,
    disk: Option<PathBuf>,
    /// Directories searched so far; each is read once.
    seen: RefCell<BTreeMap<(PathBuf, String), Disk>>,
}

impl ItsLibrary {
    /// Library of a first source file, more folders, and a disk if there is one.
    #[must_use]
    pub fn new(source: &Path, more: &[PathBuf], disk: Option<&Path>) -> Self {
        ItsLibrary {
            source: source.to_owned(),
            more: more.to_vec(),
            folder: Folder::with(source, more),
            disk: disk.map(Path::to_owned),
            seen: RefCell::default(),
        }
    }

    /// Path of a file with an ITS name.
    fn find(&self, from: &str, name: &str) -> Option<PathBuf> {
        let typed = TypedName::parse(name).ok()?;
        let second = ">".to_owned();
        let default =
            FileName { directory: USER_DIRECTORY.to_owned(), second, ..FileName::default() };
        let wanted = typed.or(&default).ok()?;
        let around = |source: &Path| source.parent().unwrap_or(Path::new("")).to_owned();
        let siblings = [around(Path::new(from)), around(&self.source)];
        let disk = self.disk.clone().into_iter();
        let roots: Vec<PathBuf> = if wanted.directory == USER_DIRECTORY {
            siblings.into_iter().chain(self.more.clone()).chain(disk).collect()
        } else {
            disk.chain(siblings.into_iter().skip(1)).chain(self.more.clone()).collect()
        };
        roots.iter().find_map(|root| self.look(root, &wanted))
    }

    fn look(&self, root: &Path, wanted: &FileName) -> Option<PathBuf> {
        let mut seen = self.seen.borrow_mut();
        let directory = || Disk::directory(root, &wanted.directory);
        let place = (root.to_owned(), wanted.directory.clone());
        seen.entry(place).or_insert_with(directory).find(wanted)
    }
}

impl Library for ItsLibrary {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let Some(path) = self.find(from, name) else {
            return self.folder.open(from, name);
        };
        if path.metadata().is_ok_and(|meta| meta.len() > SOURCE_LIMIT_BYTES) {
            return Err(OpenError::TooLarge);
        }
        let bytes = read(&path, SOURCE_LIMIT_BYTES);
        let bytes = bytes.map_err(|_| OpenError::Other("the system cannot read it".to_owned()))?;
        Ok((path.to_string_lossy().into_owned(), bytes))
    }
}
