//! A zip archive of submissions, as platforms export them; or files in memory.
//!
//! An archive is read into memory and never unpacked, so that no name in it can reach a file of this
//! computer; what a hostile archive could make large is bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use targets::files;
use zip::ZipArchive;

use super::entry::{EntryKind, LINK, MOST_DEPTH, READ_BYTES, TreeEntry};
use super::submission::SubmissionContent;

/// Files an archive may hold.
const MOST_FILES: usize = 200_000;

/// Reason why files with one name are not graded.
const TWICE: &str = "its name occurs twice in the archive";

/// Bytes of all submissions together.
const MOST_TOTAL_BYTES: usize = 256 << 20;

/// An archive whose names are known.
pub(super) struct Archive {
    /// Its path.
    pub path: PathBuf,
    store: Store,
    /// Entries by folder and name.
    folders: BTreeMap<PathBuf, BTreeMap<String, EntryKind>>,
    /// Numbers of files in the archive.
    numbers: BTreeMap<PathBuf, usize>,
    /// Names that lead out of the archive.
    pub outside: Vec<String>,
    /// Bytes that were read.
    total: usize,
}

/// Contents of an archive's files, by their numbers.
enum Store {
    Zip(Box<ZipArchive<BufReader<File>>>),
    Memory(Vec<Vec<u8>>),
}

/// Whether a file's name says that it is one.
pub(super) fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

impl Archive {
    /// Reads the names in an archive.
    ///
    /// # Errors
    /// An error message if it is not an archive or has too many files.
    pub(super) fn open(path: &Path) -> Result<Archive, String> {
        let shown = files::shown(path);
        let failed = |why: std::io::Error| format!("{shown}: {}", files::reason(&why));
        let mut file = files::open_below(path.parent().unwrap_or(path), path)?;
        let opened = ZipArchive::new(BufReader::new(file.try_clone().map_err(failed)?));
        let zip = opened.map_err(|why| format!("{shown} is not a zip archive: {why}"))?;
        if zip.len() > MOST_FILES {
            return Err(format!("{shown} has more than {MOST_FILES} files"));
        }
        let is_whole = !zip.has_duplicate_names();
        let twice =
            if is_whole { BTreeSet::new() } else { duplicates(&mut file, &zip).map_err(failed)? };
        let count = zip.len();
        let mut archive = Archive::empty(path, Store::Zip(Box::new(zip)));
        for number in 0..count {
            archive.note(number, &twice).map_err(|why| format!("{shown} is damaged: {why}"))?;
        }
        Ok(archive)
    }

    /// Files in memory, as if they were in an archive of this name.
    ///
    /// # Errors
    /// An error message if there are too many.
    pub(super) fn of_files(name: &str, files: Vec<(String, Vec<u8>)>) -> Result<Archive, String> {
        if files.len() > MOST_FILES {
            return Err(format!("{} has more than {MOST_FILES} files", asmkit::plain_name(name)));
        }
        let (names, contents): (Vec<String>, Vec<Vec<u8>>) = files.into_iter().unzip();
        let mut archive = Archive::empty(Path::new(name), Store::Memory(contents));
        for (number, name) in names.into_iter().enumerate() {
            archive.add(name, EntryKind::File, number);
        }
        Ok(archive)
    }

    fn empty(path: &Path, store: Store) -> Archive {
        let (folders, numbers) = (BTreeMap::new(), BTreeMap::new());
        Archive { path: path.to_owned(), store, folders, numbers, outside: Vec::new(), total: 0 }
    }

    /// Notes the name of a file of a zip archive.
    fn note(
        &mut self,
        number: usize,
        twice: &BTreeSet<Vec<u8>>,
    ) -> Result<(), zip::result::ZipError> {
        let Store::Zip(zip) = &mut self.store else { return Ok(()) };
        let entry = zip.by_index_data(number)?;
        let raw = entry.name_raw();
        let name = match std::str::from_utf8(raw) {
            Ok(name) => name.to_owned(),
            Err(_) => entry.name().map(|name| name.into_owned()).unwrap_or_default(),
        };
        let kind = if twice.contains(raw) {
            EntryKind::Unfit(TWICE)
        } else if entry.is_dir() {
            EntryKind::Folder
        } else if entry.is_symlink() {
            EntryKind::Unfit(LINK)
        } else {
            EntryKind::File
        };
        self.add(name, kind, number);
        Ok(())
    }

    /// Adds the name of a file, and the folders it is in.
    fn add(&mut self, name: String, kind: EntryKind, number: usize) {
        let name = name.replace('\\', "/");
        let Some(parts) = parts(&name) else {
            self.outside.push(name);
            return;
        };
        let (mut folder, last) = (PathBuf::new(), parts.len().saturating_sub(1));
        for (depth, part) in parts.into_iter().enumerate() {
            // One folder more says that it is too deep.
            if depth > MOST_DEPTH + 4 {
                break;
            }
            let kind = if depth == last { kind } else { EntryKind::Folder };
            let names = self.folders.entry(folder.clone()).or_default();
            let known = names.entry(part.to_owned()).or_insert(kind);
            if *known != kind {
                *known = EntryKind::Unfit(TWICE);
            }
            folder.push(part);
        }
        self.numbers.insert(folder, number);
    }

    /// Entries of a folder.
    pub(super) fn list(&self, folder: &Path) -> Vec<TreeEntry> {
        let names = self.folders.get(folder).into_iter().flatten();
        names.map(|(name, &kind)| TreeEntry { path: folder.join(name), kind }).collect()
    }

    /// Content of a submission, or the reason why it cannot be read.
    ///
    /// # Errors
    /// An error message if all together are too large.
    pub(super) fn content(&mut self, file: &Path) -> Result<SubmissionContent, String> {
        let content = match self.bytes(file, READ_BYTES) {
            Ok(bytes) => bytes,
            Err(why) => return Ok(SubmissionContent::Refused(format!("it is damaged: {why}"))),
        };
        self.total += content.len();
        if self.total > MOST_TOTAL_BYTES {
            let shown = files::shown(&self.path);
            return Err(format!("{shown} has more than {MOST_TOTAL_BYTES} bytes of sources"));
        }
        Ok(SubmissionContent::Bytes(content))
    }

    /// The bytes of a file.
    ///
    /// # Errors
    /// An error message if it is damaged or larger than that.
    pub(super) fn read(&mut self, file: &Path, most: usize) -> Result<Vec<u8>, String> {
        let bytes = self.bytes(file, most + 1)?;
        let shown = files::shown(&self.path.join(file));
        if bytes.len() > most { Err(format!("{shown} is too large")) } else { Ok(bytes) }
    }

    /// The first bytes of a file.
    fn bytes(&mut self, file: &Path, most: usize) -> Result<Vec<u8>, String> {
        let number = self.numbers.get(file).copied().ok_or("there is no such file")?;
        let zip = match &mut self.store {
            Store::Memory(contents) => {
                let content = &contents[number];
                return Ok(content[..content.len().min(most)].to_vec());
            }
            Store::Zip(zip) => zip,
        };
        let mut entry = zip.by_index(number).map_err(|why| why.to_string())?;
        let mut bytes = Vec::new();
        // Whatever size the archive claims.
        let read = entry.by_ref().take(most as u64).read_to_end(&mut bytes);
        read.map(|_| bytes).map_err(|why| why.to_string())
    }
}

/// The parts of a name; none if it points outside the archive.
fn parts(name: &str) -> Option<Vec<&str>> {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    let parts: Vec<&str> =
        name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let is_outside = name.starts_with('/') || is_drive || name.contains('\0');
    (!is_outside && !parts.contains(&"..")).then_some(parts)
}

/// Names that more than one file of an archive has, of which the reader of archives knows the last.
///
/// Source: APPNOTE.TXT of PKWARE, section 4.3.12, central directory structure.
fn duplicates(
    file: &mut File,
    zip: &ZipArchive<BufReader<File>>,
) -> Result<BTreeSet<Vec<u8>>, std::io::Error> {
    file.seek(SeekFrom::Start(zip.central_directory_start()))?;
    let mut reader = BufReader::new(file);
    let (mut names, mut twice) = (BTreeSet::new(), BTreeSet::new());
    let mut head = [0; 46];
    while reader.read_exact(&mut head).is_ok() && head.starts_with(b"PK\x01\x02") {
        let length = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let mut name = vec![0; length(28).into()];
        reader.read_exact(&mut name)?;
        reader.seek_relative(i64::from(length(30)) + i64::from(length(32)))?;
        if !names.insert(name.clone()) {
            twice.insert(name);
        }
    }
    Ok(twice)
}
