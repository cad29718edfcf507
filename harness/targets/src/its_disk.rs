//! A folder as the disk of ITS: maps its files to ITS names of six characters, and back.
//!
//! Files in the folder are in the user's directory on ITS; files in a subfolder are in the
//! directory of that name. Deeper folders, hidden files, links and special files do not exist for
//! ITS. Nothing is read or written outside of the folder, or through a link.

mod library;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use machine::Files;
use pdp10::files::names::{FileName, TypedName};

use crate::files::{self, SIBLING_FILE_LIMIT_BYTES, SIBLINGS_LIMIT_BYTES};

pub use library::ItsLibrary;

/// ITS directory of a user who is not logged in.
pub const USER_DIRECTORY: &str = "GUEST";

/// Key of a file that the user names; the default directory is the user's own.
///
/// # Errors
/// An error message if it is not an ITS file name.
pub fn key(name: &str) -> Result<Vec<u8>, String> {
    let own = FileName { directory: USER_DIRECTORY.to_owned(), ..FileName::default() };
    let named = TypedName::parse(name).and_then(|typed| typed.or(&own));
    named.map(|name| name.key()).map_err(|error| format!("`{}`: {error}", asmkit::plain_name(name)))
}

/// ITS job name of a program: `SUDOKU` for `sudoku.mid`, `TS SUDOKU` and `ts.sudoku`.
#[must_use]
pub fn job_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    match its_name(&name, USER_DIRECTORY) {
        Some(name) if name.first == "TS" && !name.second.is_empty() => name.second,
        Some(name) => name.first,
        None => "JOB".to_owned(),
    }
}

/// ITS name of a file; `TS SUDOKU` is the same on both sides.
fn its_name(file: &str, directory: &str) -> Option<FileName> {
    let file = if file.contains('.') { file.to_owned() } else { file.replacen(' ', ".", 1) };
    let name = FileName::from_path(&file, directory).ok();
    name.filter(|name| !name.first.is_empty())
}

/// ITS name of a folder.
fn directory(folder: &Path) -> Option<String> {
    let below = folder.join("x");
    Some(FileName::from_path(below.to_str()?, USER_DIRECTORY).ok()?.directory)
}

/// Size limit of all files from a folder that the user names: 1 GiB, as they are in memory.
const DISK_LIMIT_BYTES: u64 = 1 << 30;

/// Files found in a folder.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    /// Path of each file below the root.
    paths: BTreeMap<FileName, PathBuf>,
    /// Files in the folder that the program cannot use, with the reason.
    skipped: Vec<SkippedFile>,
}

/// A file that is not on the disk, and why.
#[derive(Debug)]
struct SkippedFile {
    name: FileName,
    why: String,
}

/// A change written back to the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenBack {
    /// A file was created or changed.
    Written(PathBuf),
    /// A file was deleted.
    Deleted(PathBuf),
}

impl Disk {
    /// Disk in a folder that the user names, with its subfolders.
    ///
    /// # Errors
    /// An error message if it cannot be read, or two files would have the same ITS name.
    pub fn whole(root: &Path) -> Result<Self, String> {
        let mut disk = Disk::at(root);
        for folder in disk.scan(Path::new(""), USER_DIRECTORY)? {
            let Some(directory) = directory(&folder) else { continue };
            if directory == USER_DIRECTORY {
                let shown = files::shown(&disk.root.join(&folder));
                return Err(format!(
                    "{shown} has the name of the directory {USER_DIRECTORY}, which is the disk's own folder"
                ));
            }
            disk.scan(&folder, &directory)?;
        }
        match disk.skipped.pop() {
            Some(left) => Err(left.why),
            None => Ok(disk),
        }
    }

    /// Disk with the files in a program's folder, when the user names no disk.
    ///
    /// Skips large files and files with the same ITS name; see [`doubtful`](Self::doubtful).
    ///
    /// # Errors
    /// An error message if the folder cannot be read.
    pub fn next_to(program: &Path) -> Result<Self, String> {
        let mut disk = Disk::empty(program);
        disk.scan(Path::new(""), USER_DIRECTORY)?;
        disk.leave_large_out();
        Ok(disk)
    }

    /// Empty disk in a program's folder: existing files are not on it.
    #[must_use]
    pub fn empty(program: &Path) -> Self {
        Disk::at(program.parent().unwrap_or(Path::new("")))
    }

    fn at(root: &Path) -> Self {
        Disk { root: root.to_owned(), paths: BTreeMap::new(), skipped: Vec::new() }
    }

    /// Adds the files of one folder; returns the folders in it.
    fn scan(&mut self, below: &Path, directory: &str) -> Result<Vec<PathBuf>, String> {
        let whole = self.root.join(below);
        let here = if below.as_os_str().is_empty() { &self.root } else { &whole };
        let here = if here.as_os_str().is_empty() { Path::new(".") } else { here };
        let failed = |error: std::io::Error| unreadable(here, &error);
        let mut folders = Vec::new();
        let mut found: BTreeMap<FileName, Vec<PathBuf>> = BTreeMap::new();
        for entry in fs::read_dir(here).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let (path, kind) = (below.join(&name), entry.file_type().map_err(failed)?);
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            if kind.is_dir() {
                folders.push(path);
            } else if let (true, Some(name)) = (kind.is_file(), its_name(name, directory)) {
                found.entry(name).or_default().push(path);
            }
        }
        folders.sort();
        for (name, mut paths) in found {
            paths.sort();
            match paths.as_slice() {
                [path] if !self.paths.contains_key(&name) => {
                    self.paths.insert(name, path.clone());
                }
                paths => {
                    let why = self.same_name(&name, paths);
                    self.skipped.push(SkippedFile { name, why });
                }
            }
        }
        Ok(folders)
    }

    fn same_name(&self, name: &FileName, paths: &[PathBuf]) -> String {
        let before = self.paths.get(name).into_iter();
        let shown = before.chain(paths).map(|path| files::shown(&self.root.join(path)));
        let shown: Vec<String> = shown.collect();
        format!("{} would both be {name}", shown.join(" and "))
    }

    fn leave_large_out(&mut self) {
        let mut total = 0;
        let paths = std::mem::take(&mut self.paths);
        for (name, path) in paths {
            let whole = self.root.join(&path);
            let size = fs::metadata(&whole).map_or(0, |meta| meta.len());
            if size <= SIBLING_FILE_LIMIT_BYTES && total + size <= SIBLINGS_LIMIT_BYTES {
                total += size;
                self.paths.insert(name, path);
                continue;
            }
            let shown = files::shown(&whole);
            let why = format!(
                "{shown} is too large to be available by default: name its folder with --its-dir"
            );
            self.skipped.push(SkippedFile { name, why });
        }
    }

    /// One directory of a disk, to look up a name: the others are not read.
    fn directory(root: &Path, wanted: &str) -> Self {
        let mut disk = Disk::at(root);
        // An unreadable folder is treated as empty.
        let folders = disk.scan(Path::new(""), USER_DIRECTORY).unwrap_or_default();
        let is_wanted = |folder: &&PathBuf| directory(folder).is_some_and(|name| name == wanted);
        for folder in folders.iter().filter(is_wanted) {
            let _ = disk.scan(folder, wanted);
        }
        disk
    }

    /// Path of the file that a name selects, such as the newest if the name ends in `>`.
    fn find(&self, wanted: &FileName) -> Option<PathBuf> {
        let first = FileName { second: String::new(), ..wanted.clone() };
        let alike = self.paths.range(first..).map(|(name, _)| name);
        let is_alike =
            |name: &&FileName| [&name.directory, &name.first] == [&wanted.directory, &wanted.first];
        let name = match wanted.first.as_str() {
            "<" | ">" => wanted.choose(self.paths.keys()),
            _ => wanted.choose(alike.take_while(is_alike)),
        };
        Some(self.root.join(&self.paths[name?]))
    }

    /// Returns all files with their contents.
    ///
    /// # Errors
    /// An error message if one cannot be read, or together they are larger than 1 GiB.
    pub fn files(&self) -> Result<Files, String> {
        let mut left = DISK_LIMIT_BYTES;
        let mut all = Files::default();
        for (name, path) in &self.paths {
            let bytes = files::read(&self.root.join(path), files::DATA_LIMIT_BYTES)?;
            left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                let (root, limit) = (files::shown(&self.root), DISK_LIMIT_BYTES >> 20);
                format!("{root} has more than {limit} MiB of files, the limit for a disk")
            })?;
            all.give(name.key(), bytes);
        }
        Ok(all)
    }

    /// Reasons for skipped files that a command line seems to name.
    #[must_use]
    pub fn doubtful(&self, command_line: &str) -> Vec<&str> {
        let line = command_line.to_ascii_uppercase();
        let words: Vec<&str> = line.split([' ', ';', ',']).collect();
        let named = |left: &&SkippedFile| words.contains(&left.name.first.as_str());
        self.skipped.iter().filter(named).map(|left| left.why.as_str()).collect()
    }

    /// Writes files that the program created or changed, and deletes files that it deleted.
    ///
    /// Each file is replaced atomically.
    ///
    /// # Errors
    /// An error message if the system refuses, or another file or folder is in the way.
    pub fn keep(&self, before: &Files, after: &Files) -> Result<Vec<WrittenBack>, String> {
        let mut kept = Vec::new();
        for key in changed(before, after) {
            let path = self.place(key)?;
            replace(&path, &after[key])?;
            kept.push(WrittenBack::Written(path));
        }
        let is_gone = |name: &FileName| {
            let key = name.key();
            before.contains(&key) && !after.contains(&key)
        };
        for (_, path) in self.paths.iter().filter(|(name, _)| is_gone(name)) {
            let path = self.known(path)?;
            fs::remove_file(&path).map_err(|error| unwritable(&path, &error))?;
            kept.push(WrittenBack::Deleted(path));
        }
        Ok(kept)
    }

    /// Path for a file: its original path, or a new one derived from its name.
    fn place(&self, key: &[u8]) -> Result<PathBuf, String> {
        let shown = asmkit::plain_name(&String::from_utf8_lossy(key));
        let name = FileName::from_key(key);
        let name = name.ok_or_else(|| format!("`{shown}` is not an ITS file name"))?;
        if let Some(path) = self.paths.get(&name) {
            return self.known(path);
        }
        let file = name.to_path(&name.directory);
        let mut parts = Path::new(&file).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            return Err(format!("{shown} has no valid file name on this system"));
        }
        let path = self.folder(&name)?.join(file);
        match fs::symlink_metadata(&path) {
            Ok(_) => Err(format!(
                "the program created {shown}, but {} exists and is not on its disk",
                files::shown(&path)
            )),
            Err(_) => Ok(path),
        }
    }

    /// Full path of a file on the disk, unless its folder has become a link.
    fn known(&self, path: &Path) -> Result<PathBuf, String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map(|folder| self.root.join(folder));
        let is_folder = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir());
        match folder.filter(|folder| !is_folder(folder)) {
            Some(folder) => Err(in_the_way(&folder)),
            None => Ok(self.root.join(path)),
        }
    }

    /// Folder of a file's ITS directory, created if needed.
    fn folder(&self, name: &FileName) -> Result<PathBuf, String> {
        if name.directory == USER_DIRECTORY {
            return Ok(self.root.clone());
        }
        let known = self.paths.iter().find(|(known, _)| known.directory == name.directory);
        let path =
            known.map_or_else(|| name.to_path(USER_DIRECTORY).into(), |(_, path)| path.clone());
        let folder = self.root.join(path.parent().unwrap_or(Path::new("")));
        match fs::symlink_metadata(&folder) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return Err(in_the_way(&folder)),
            Err(_) => fs::create_dir(&folder).map_err(|error| unwritable(&folder, &error))?,
        }
        Ok(folder)
    }
}

/// Keys of the files that are new or changed.
#[must_use]
pub fn changed<'f>(before: &Files, after: &'f Files) -> Vec<&'f [u8]> {
    let other = after.iter().filter(|(key, bytes)| before.get(key) != Some(bytes));
    other.map(|(key, _)| key).collect()
}

/// Writes a regular file; fails if anything else has its path.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), String> {
    match fs::symlink_metadata(path) {
        Ok(meta) if !meta.is_file() => Err(in_the_way(path)),
        _ => files::write_with_folders(path, bytes),
    }
}

fn unreadable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot read {}: {}", files::shown(path), files::reason(error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> String {
    format!("cannot write {}: {}", files::shown(path), files::reason(error))
}

fn in_the_way(path: &Path) -> String {
    format!("{} is in the way: it is not a regular file or folder", files::shown(path))
}

#[cfg(test)]
mod tests;
