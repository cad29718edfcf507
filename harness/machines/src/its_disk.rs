//! A folder of the user's as the disk of ITS: its files under names of six characters, and back.
//!
//! A file of the folder is in the user's own directory, a file of a folder in it is in the directory
//! of that name; deeper ones and hidden ones do not exist, and neither does what is no plain file.
//! Nothing is read or written outside of the folder, nor through a link.

mod library;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use machine::Files;
use pdp10::files::names::{FileName, Typed};

use crate::files;

pub use library::ItsLibrary;

/// The directory of a user who did not log in.
pub const OWN: &str = "GUEST";

/// The largest file that is taken from a folder nobody named: 1 MiB.
const BESIDE_FILE_LIMIT_BYTES: u64 = 1 << 20;

/// All that is taken from a folder nobody named: 16 MiB.
const BESIDE_LIMIT_BYTES: u64 = 16 << 20;

/// The key of a file as a user names it; without a directory it is in the user's own.
///
/// # Errors
/// A sentence when it is no name of a file.
pub fn key(name: &str) -> Result<Vec<u8>, String> {
    let own = FileName { directory: OWN.to_owned(), ..FileName::default() };
    let named = Typed::parse(name).and_then(|typed| typed.or(&own));
    named.map(|name| name.key()).map_err(|error| format!("`{}`: {error}", asmkit::plain_name(name)))
}

/// The name of the job that runs a program: `SUDOKU` for `sudoku.mid`, `TS SUDOKU` and `ts.sudoku`.
#[must_use]
pub fn job_name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    match its_name(&name, OWN) {
        Some(name) if name.first == "TS" && !name.second.is_empty() => name.second,
        Some(name) => name.first,
        None => "JOB".to_owned(),
    }
}

/// What ITS calls a file of a folder; `TS SUDOKU` is so on both sides.
fn its_name(file: &str, directory: &str) -> Option<FileName> {
    let file = if file.contains('.') { file.to_owned() } else { file.replacen(' ', ".", 1) };
    let name = FileName::from_path(&file, directory).ok();
    name.filter(|name| !name.first.is_empty())
}

/// What ITS calls a folder.
fn directory(folder: &Path) -> Option<String> {
    let below = folder.join("x");
    Some(FileName::from_path(below.to_str()?, OWN).ok()?.directory)
}

/// What was found in a folder.
#[derive(Debug)]
pub struct Disk {
    root: PathBuf,
    /// Where each file lies below the root.
    paths: BTreeMap<FileName, PathBuf>,
    /// What a program cannot have, though the folder has it, and why.
    left_out: Vec<LeftOut>,
}

/// A file that was left out.
#[derive(Debug)]
struct LeftOut {
    name: FileName,
    why: String,
}

/// What was written back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kept {
    /// A file was made or changed.
    Written(PathBuf),
    /// A file was deleted.
    Deleted(PathBuf),
}

impl Disk {
    /// The disk that a user names: a folder, and the folders in it.
    ///
    /// # Errors
    /// A sentence when it cannot be read, or two files would have one name.
    pub fn whole(root: &Path) -> Result<Self, String> {
        let mut disk = Disk::at(root);
        for folder in disk.scan(Path::new(""), OWN)? {
            let Some(directory) = directory(&folder) else { continue };
            if directory == OWN {
                let shown = files::shown(&disk.root.join(&folder));
                return Err(format!(
                    "{shown} is the folder {OWN}, whose files are those of the whole folder here"
                ));
            }
            disk.scan(&folder, &directory)?;
        }
        match disk.left_out.pop() {
            Some(left) => Err(left.why),
            None => Ok(disk),
        }
    }

    /// The files in the folder of a program, where no disk was named.
    ///
    /// Large ones and those that would share a name are left out; [`doubtful`](Self::doubtful) tells.
    ///
    /// # Errors
    /// A sentence when the folder cannot be read.
    pub fn beside(program: &Path) -> Result<Self, String> {
        let mut disk = Disk::empty(program);
        disk.scan(Path::new(""), OWN)?;
        disk.leave_large_out();
        Ok(disk)
    }

    /// A disk in the folder of a program that has nothing of what lies there.
    #[must_use]
    pub fn empty(program: &Path) -> Self {
        Disk::at(program.parent().unwrap_or(Path::new("")))
    }

    fn at(root: &Path) -> Self {
        Disk { root: root.to_owned(), paths: BTreeMap::new(), left_out: Vec::new() }
    }

    /// Takes up the files of one folder, and gives the folders in it.
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
                    self.left_out.push(LeftOut { name, why });
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
            if size <= BESIDE_FILE_LIMIT_BYTES && total + size <= BESIDE_LIMIT_BYTES {
                total += size;
                self.paths.insert(name, path);
                continue;
            }
            let shown = files::shown(&whole);
            let why = format!("{shown} is large: --its-dir gives the program such files, too");
            self.left_out.push(LeftOut { name, why });
        }
    }

    /// One directory of a disk, for who looks for a name in it: nothing is read of the others.
    fn directory(root: &Path, wanted: &str) -> Self {
        let mut disk = Disk::at(root);
        // What cannot be read is not there.
        let folders = disk.scan(Path::new(""), OWN).unwrap_or_default();
        let is_wanted = |folder: &&PathBuf| directory(folder).is_some_and(|name| name == wanted);
        for folder in folders.iter().filter(is_wanted) {
            let _ = disk.scan(folder, wanted);
        }
        disk
    }

    /// The file that a name means, such as the newest where it ends in `>`.
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

    /// All its files, to give to a program.
    ///
    /// # Errors
    /// A sentence when one cannot be read, or all are more than
    /// [`DATA_LIMIT_BYTES`](files::DATA_LIMIT_BYTES).
    pub fn files(&self) -> Result<Files, String> {
        let mut left = files::DATA_LIMIT_BYTES;
        let mut all = Files::default();
        for (name, path) in &self.paths {
            let bytes = files::read(&self.root.join(path), files::DATA_LIMIT_BYTES)?;
            left = left.checked_sub(bytes.len() as u64).ok_or_else(|| {
                let (root, limit) = (files::shown(&self.root), files::DATA_LIMIT_BYTES >> 20);
                format!("{root} holds more than {limit} MiB, too much for a disk")
            })?;
            all.give(name.key(), bytes);
        }
        Ok(all)
    }

    /// What a command line seems to name although it was left out.
    #[must_use]
    pub fn doubtful(&self, command_line: &str) -> Vec<&str> {
        let line = command_line.to_ascii_uppercase();
        let words: Vec<&str> = line.split([' ', ';', ',']).collect();
        let named = |left: &&LeftOut| words.contains(&left.name.first.as_str());
        self.left_out.iter().filter(named).map(|left| left.why.as_str()).collect()
    }

    /// Writes below the folder what a program made or changed, and deletes what it deleted.
    ///
    /// A file is replaced whole or not at all.
    ///
    /// # Errors
    /// A sentence when the system refuses, or something is in the way that is no file of this disk.
    pub fn keep(&self, before: &Files, after: &Files) -> Result<Vec<Kept>, String> {
        let mut kept = Vec::new();
        for key in changed(before, after) {
            let path = self.place(key)?;
            replace(&path, &after[key])?;
            kept.push(Kept::Written(path));
        }
        let is_gone = |name: &FileName| {
            let key = name.key();
            before.contains(&key) && !after.contains(&key)
        };
        for (_, path) in self.paths.iter().filter(|(name, _)| is_gone(name)) {
            let path = self.known(path)?;
            fs::remove_file(&path).map_err(|error| unwritable(&path, &error))?;
            kept.push(Kept::Deleted(path));
        }
        Ok(kept)
    }

    /// Where a file belongs: where it came from, or a new place by its name.
    fn place(&self, key: &[u8]) -> Result<PathBuf, String> {
        let shown = asmkit::plain_name(&String::from_utf8_lossy(key));
        let name = FileName::from_key(key);
        let name = name.ok_or_else(|| format!("`{shown}` is no name of a file of ITS"))?;
        if let Some(path) = self.paths.get(&name) {
            return self.known(path);
        }
        let file = name.to_path(&name.directory);
        let mut parts = Path::new(&file).components();
        if !matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None)) {
            return Err(format!("{shown} has no name that this system allows"));
        }
        let path = self.folder(&name)?.join(file);
        match fs::symlink_metadata(&path) {
            Ok(_) => Err(format!(
                "the program made {shown}, and {} is there already and was not given to it",
                files::shown(&path)
            )),
            Err(_) => Ok(path),
        }
    }

    /// Where a file lies that was found, unless its folder has become a link.
    fn known(&self, path: &Path) -> Result<PathBuf, String> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.map(|folder| self.root.join(folder));
        let is_folder = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|meta| meta.is_dir());
        match folder.filter(|folder| !is_folder(folder)) {
            Some(folder) => Err(in_the_way(&folder)),
            None => Ok(self.root.join(path)),
        }
    }

    /// The folder of a file's directory; it is made where there is none.
    fn folder(&self, name: &FileName) -> Result<PathBuf, String> {
        if name.directory == OWN {
            return Ok(self.root.clone());
        }
        let known = self.paths.iter().find(|(known, _)| known.directory == name.directory);
        let path = known.map_or_else(|| name.to_path(OWN).into(), |(_, path)| path.clone());
        let folder = self.root.join(path.parent().unwrap_or(Path::new("")));
        match fs::symlink_metadata(&folder) {
            Ok(meta) if meta.is_dir() => {}
            Ok(_) => return Err(in_the_way(&folder)),
            Err(_) => fs::create_dir(&folder).map_err(|error| unwritable(&folder, &error))?,
        }
        Ok(folder)
    }
}

/// The files that are new or other than before.
#[must_use]
pub fn changed<'f>(before: &Files, after: &'f Files) -> Vec<&'f [u8]> {
    let other = after.iter().filter(|(key, bytes)| before.get(key) != Some(bytes));
    other.map(|(key, _)| key).collect()
}

/// Writes a plain file; nothing else may be in its place.
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
    format!("{} is in the way: it is neither a plain file nor a folder there", files::shown(path))
}

#[cfg(test)]
mod tests;
