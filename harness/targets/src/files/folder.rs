//! Files that a source may include: regular files below certain folders.

use std::fs;
use std::path::{Component, Path, PathBuf};

use asmkit::{Library, OpenError};

use super::{SOURCE_LIMIT_BYTES, read};

/// The folders whose files a source may include: its own, and others the user names.
///
/// A name is resolved from its text alone, before the disk is accessed, so that no source can probe
/// which files a computer has. Hidden files and links are excluded.
#[derive(Debug)]
pub struct Folder {
    /// Their canonical paths; the first source's own folder comes first.
    roots: Vec<PathBuf>,
    /// Canonical path of the project of the first source; names that lead into it are allowed, too.
    project: Option<PathBuf>,
}

impl Folder {
    /// Includes from one folder.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Folder { roots: folder.canonicalize().into_iter().collect(), project: None }
    }

    /// Includes from the folder of the first source file, and from `more`.
    #[must_use]
    pub fn with(source: &Path, more: &[PathBuf]) -> Self {
        let folders = std::iter::once(parent(source)).chain(more.iter().map(PathBuf::as_path));
        let roots = folders.filter_map(|folder| folder.canonicalize().ok()).collect();
        Folder { roots, project: None }
    }

    /// Also allows files of the project: below the nearest folder above the first source that has a
    /// `.git`.
    #[must_use]
    pub fn with_project(mut self) -> Self {
        let source = self.roots.first();
        let above = source.and_then(|source| {
            source.ancestors().find(|folder| fs::symlink_metadata(folder.join(".git")).is_ok())
        });
        self.project = above.map(Path::to_owned);
        self
    }

    /// All folders whose files may be included.
    fn allowed(&self) -> impl Iterator<Item = &PathBuf> {
        self.roots.iter().chain(&self.project)
    }

    /// Candidate paths of `name`, included from the file `from`, in search order.
    ///
    /// The folder of the including file comes first, then each of the folders.
    fn places(&self, from: &str, name: &Path) -> Vec<PathBuf> {
        let sibling = parent(Path::new(from)).canonicalize().ok();
        let bases = sibling.iter().chain(&self.roots);
        let mut places: Vec<PathBuf> = Vec::new();
        for place in bases.filter_map(|base| below(base, name)) {
            let is_inside = self.allowed().any(|root| place.starts_with(root));
            if is_inside && !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// Reason why a path below one of the folders is excluded, if it is.
    fn kept_out(&self, place: &Path) -> Option<OpenError> {
        let root = self.allowed().filter(|root| place.starts_with(root)).max_by_key(depth)?;
        let mut path = root.clone();
        for part in place.strip_prefix(root).ok()?.components() {
            path.push(part);
            let is_hidden = part.as_os_str().to_string_lossy().starts_with('.');
            let is_link = fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
            let what = match (is_hidden, is_link) {
                (true, _) => "hidden files are not read",
                (_, true) => "links are not followed",
                _ => continue,
            };
            return Some(OpenError::Other(what.to_owned()));
        }
        None
    }
}

fn depth(root: &&PathBuf) -> usize {
    root.components().count()
}

/// Folder of a file.
fn parent(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Joins a relative name to a folder and resolves `..` textually.
///
/// `None` if `..` leaves the root or the name is not relative.
fn below(base: &Path, name: &Path) -> Option<PathBuf> {
    let mut path = base.to_owned();
    for part in name.components() {
        match part {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir if path.pop() => {}
            _ => return None,
        }
    }
    Some(path)
}

/// Folder of a relative name included from a file, as a user would type it.
fn named_folder(from: &str, name: &Path) -> Option<String> {
    let folder = Path::new(from).parent()?.join(name.parent()?);
    let is_plain = |part: Component<'_>| !matches!(part, Component::RootDir | Component::Prefix(_));
    let typed = asmkit::plain_name(folder.to_str()?);
    let is_typed = !typed.is_empty() && !typed.contains(|c: char| c.is_whitespace() || c == '`');
    (name.components().all(is_plain) && is_typed).then_some(typed)
}

impl Library for Folder {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let (place, bytes) = self.find(from, name, SOURCE_LIMIT_BYTES)?;
        let sibling = parent(Path::new(from)).join(name);
        let is_sibling = sibling.canonicalize().is_ok_and(|real| real == place);
        let sibling = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let shown = if is_sibling { sibling } else { PathBuf::from(name) };
        Ok((shown.to_string_lossy().into_owned(), bytes))
    }
}

impl Folder {
    /// Canonical path and bytes of `name`, included from the file `from`.
    ///
    /// # Errors
    /// If there is no such file, it is excluded, or it is larger than the limit.
    pub fn find(
        &self,
        from: &str,
        name: &str,
        limit_bytes: u64,
    ) -> Result<(PathBuf, Vec<u8>), OpenError> {
        let name_path = Path::new(name);
        let places = if name.contains('\0') { Vec::new() } else { self.places(from, name_path) };
        if places.is_empty() {
            return Err(OpenError::Outside(named_folder(from, name_path)));
        }
        let mut why_not = OpenError::NotFound;
        let place = places.iter().find(|place| match self.kept_out(place) {
            Some(why) => {
                why_not = why;
                false
            }
            None => fs::symlink_metadata(place).is_ok(),
        });
        let place = place.ok_or(why_not)?;
        let meta = fs::symlink_metadata(place).map_err(|_| OpenError::NotFound)?;
        if !meta.is_file() {
            return Err(OpenError::Other("it is not a file".to_owned()));
        }
        if meta.len() > limit_bytes {
            return Err(OpenError::TooLarge);
        }
        let bytes = read(place, limit_bytes)
            .map_err(|_| OpenError::Other("the system cannot read it".to_owned()))?;
        Ok((place.clone(), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder `course` with sources, next to a file that is not part of the course.
    fn course() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("secret.s", "no"),
            ("src/x.s", "x"),
            ("course/main.s", "main"),
            ("course/lib/io.s", "yes"),
            ("course/.git/config", "no"),
            ("course/lib/.hidden.s", "no"),
        ] {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn includes_stay_in_the_folder() {
        let folder = course();
        let main = folder.path().join("course/main.s");
        let library = Folder::with(&main, &[]);
        let from = main.to_string_lossy();
        let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
        assert_eq!(open("lib/io.s"), Ok(b"yes".to_vec()));
        assert_eq!(open("lib/../lib/io.s"), Ok(b"yes".to_vec()));
        assert_eq!(open("missing.s"), Err(OpenError::NotFound));
        assert!(matches!(open("lib"), Err(OpenError::Other(_))));
        for hidden in [".git/config", "lib/.hidden.s"] {
            assert!(matches!(open(hidden), Err(OpenError::Other(_))), "{hidden}");
        }
        // The answer does not depend on whether the file exists.
        for outside in ["../secret.s", "../no.s", "/etc/hostname", "/no", "lib/../../secret.s"] {
            assert!(matches!(open(outside), Err(OpenError::Outside(_))), "{outside}");
        }
    }

    #[test]
    fn files_of_the_project_are_included_where_that_is_allowed() {
        let folder = course();
        fs::create_dir_all(folder.path().join("course/tests")).unwrap();
        let main = folder.path().join("course/tests/t.s");
        let from = main.to_string_lossy();
        let library = Folder::with(&main, &[]);
        assert!(matches!(library.open(&from, "../main.s"), Err(OpenError::Outside(_))));
        let library = Folder::with(&main, &[]).with_project();
        let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
        assert_eq!(open("../main.s"), Ok(b"main".to_vec()));
        assert_eq!(open("../lib/io.s"), Ok(b"yes".to_vec()));
        for hidden in ["../.git/config", "../lib/.hidden.s"] {
            assert!(matches!(open(hidden), Err(OpenError::Other(_))), "{hidden}");
        }
        for outside in ["../../secret.s", "../../src/x.s", "/etc/hostname"] {
            assert!(matches!(open(outside), Err(OpenError::Outside(_))), "{outside}");
        }
    }

    #[test]
    fn another_folder_is_included_from_when_the_user_names_it() {
        let folder = course();
        let main = folder.path().join("course/main.s");
        let from = main.to_string_lossy();
        let library = Folder::with(&main, &[folder.path().join("src")]);
        let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
        assert_eq!(open("x.s"), Ok(b"x".to_vec()));
        assert_eq!(open("../src/x.s"), Ok(b"x".to_vec()));
        let folder_to_name = main.with_file_name("..").to_string_lossy().into_owned();
        assert_eq!(open("../secret.s"), Err(OpenError::Outside(Some(folder_to_name))));
        // A file in that folder includes from there and from the program's folder.
        let there = folder.path().join("src/x.s");
        let library_from = |name: &str| library.open(&there.to_string_lossy(), name);
        assert_eq!(library_from("lib/io.s").map(|(_, bytes)| bytes), Ok(b"yes".to_vec()));
        assert_eq!(library_from("../course/main.s").map(|(_, bytes)| bytes), Ok(b"main".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_not_followed() {
        use std::os::unix::fs::symlink;
        let folder = course();
        let inside = folder.path().join("course");
        symlink("../secret.s", inside.join("link.s")).unwrap();
        symlink("..", inside.join("up")).unwrap();
        let main = inside.join("main.s");
        let library = Folder::with(&main, &[]);
        let open = |name: &str| library.open(&main.to_string_lossy(), name);
        for link in ["link.s", "up/secret.s"] {
            assert_eq!(
                open(link),
                Err(OpenError::Other("links are not followed".to_owned())),
                "{link}"
            );
        }
    }
}
