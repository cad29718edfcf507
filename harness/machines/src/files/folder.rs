//! What a source may include: plain files below some folders.

use std::fs;
use std::path::{Component, Path, PathBuf};

use asmkit::{Library, OpenError};

use super::{SOURCE_LIMIT_BYTES, read};

/// The folders whose files a source may include: its own, and others the user names.
///
/// What a name may mean is told from its letters alone, before the disk is asked, so that no source
/// can find out which files a computer has. Hidden files and links are no part of a folder.
#[derive(Debug)]
pub struct Folder {
    /// Where they really lie; the first source's own comes first.
    roots: Vec<PathBuf>,
}

impl Folder {
    /// A folder as it is named.
    #[must_use]
    pub fn at(folder: &Path) -> Self {
        Folder { roots: folder.canonicalize().into_iter().collect() }
    }

    /// The folder the first source file is in, and more.
    #[must_use]
    pub fn with(source: &Path, more: &[PathBuf]) -> Self {
        let folders = std::iter::once(parent(source)).chain(more.iter().map(PathBuf::as_path));
        Folder { roots: folders.filter_map(|folder| folder.canonicalize().ok()).collect() }
    }

    /// Where a file may lie that `name` means, seen from `from`; the likeliest place first.
    ///
    /// Beside the including file, as a reader expects; then in each of the folders.
    fn places(&self, from: &str, name: &Path) -> Vec<PathBuf> {
        let beside = parent(Path::new(from)).canonicalize().ok();
        let bases = beside.iter().chain(&self.roots);
        let mut places: Vec<PathBuf> = Vec::new();
        for place in bases.filter_map(|base| below(base, name)) {
            let is_inside = self.roots.iter().any(|root| place.starts_with(root));
            if is_inside && !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// Whether a place below one of the folders is kept out, and why.
    fn kept_out(&self, place: &Path) -> Option<OpenError> {
        let root = self.roots.iter().filter(|root| place.starts_with(root)).max_by_key(depth)?;
        let mut path = root.clone();
        for part in place.strip_prefix(root).ok()?.components() {
            path.push(part);
            let is_hidden = part.as_os_str().to_string_lossy().starts_with('.');
            let is_link = fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_symlink());
            let what = match (is_hidden, is_link) {
                (true, _) => "hidden files are kept out",
                (_, true) => "links are kept out",
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

/// The folder a file is in.
fn parent(file: &Path) -> &Path {
    file.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A relative name seen from a folder, with `..` taken back by its letters; `None` where there is
/// nothing to take back, and for names that are not relative.
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

/// The folder of a relative name seen from a file, as a user types it.
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
        let beside = parent(Path::new(from)).join(name);
        let is_beside = beside.canonicalize().is_ok_and(|real| real == place);
        let beside = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let shown = if is_beside { beside } else { PathBuf::from(name) };
        Ok((shown.to_string_lossy().into_owned(), bytes))
    }
}

impl Folder {
    /// The file that `name` means, seen from the file `from`, and where it really lies.
    ///
    /// # Errors
    /// When there is none, it is kept out, or it is larger than the limit.
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
            .map_err(|_| OpenError::Other("the system does not let it be read".to_owned()))?;
        Ok((place.clone(), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder `course` with sources, in a folder with a file that is none of theirs.
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
        // Whether there is such a file or not: outside is outside.
        for outside in ["../secret.s", "../no.s", "/etc/hostname", "/no", "lib/../../secret.s"] {
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
        // A file from there includes what lies beside it, and what lies beside the program.
        let there = folder.path().join("src/x.s");
        let library_from = |name: &str| library.open(&there.to_string_lossy(), name);
        assert_eq!(library_from("lib/io.s").map(|(_, bytes)| bytes), Ok(b"yes".to_vec()));
        assert_eq!(library_from("../course/main.s").map(|(_, bytes)| bytes), Ok(b"main".to_vec()));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_kept_out() {
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
                Err(OpenError::Other("links are kept out".to_owned())),
                "{link}"
            );
        }
    }
}
