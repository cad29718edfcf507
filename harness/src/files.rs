//! Reading the user's files: with a limit, and with errors a student understands.

mod beside;

use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

use asmkit::{Library, OpenError};

pub use beside::{BESIDE_FILE_LIMIT_BYTES, Beside, beside};

/// The largest source, include or puzzle file that is read: 8 MiB.
pub const SOURCE_LIMIT_BYTES: u64 = 8 << 20;

/// The largest program or input that is read: 256 MiB.
pub const DATA_LIMIT_BYTES: u64 = 256 << 20;

/// The bytes of a file.
///
/// # Errors
/// A sentence with the path when the file is missing, a directory, larger than the limit, or the
/// system refuses it.
pub fn read(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, String> {
    let failed = |error: &std::io::Error| format!("cannot read {}: {}", shown(path), reason(error));
    let meta = fs::metadata(path).map_err(|error| failed(&error))?;
    if meta.is_dir() {
        return Err(format!("cannot read {}: it is a directory, not a file", shown(path)));
    }
    let file = fs::File::open(path).map_err(|error| failed(&error))?;
    let mut bytes = Vec::new();
    file.take(limit_bytes + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
    if bytes.len() as u64 > limit_bytes {
        let limit = limit_bytes >> 20;
        return Err(format!("cannot read {}: it is larger than {limit} MiB", shown(path)));
    }
    Ok(bytes)
}

/// The text of a file of ours, such as a table or a golden file.
///
/// # Errors
/// As [`read`], and when the bytes are not UTF-8.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read(path, SOURCE_LIMIT_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            format!("cannot read {}: byte {at} is not UTF-8 text", shown(path))
        })
        .map(|text| text.replace("\r\n", "\n"))
}

/// Writes a file of ours, with the folder it is in.
///
/// # Errors
/// A sentence with the path when the system refuses.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, text))
        .map_err(|error| format!("cannot write {}: {}", shown(path), reason(&error)))
}

/// A path between quotes, with nothing in it that could drive a terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    format!("`{}`", asmkit::plain(&path.to_string_lossy()).replace('\n', "?"))
}

/// What the system says, in our words where it is one of the usual reasons.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "it may not be opened by you".to_owned(),
        ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        ErrorKind::NotADirectory => "a part of its path is no directory".to_owned(),
        _ => error.to_string(),
    }
}

/// The folder of a program's sources: what it may include.
#[derive(Debug)]
pub struct Folder {
    root: Option<PathBuf>,
}

impl Folder {
    /// The folder the first source file is in.
    #[must_use]
    pub fn of(source: &Path) -> Self {
        let parent = source.parent().filter(|parent| !parent.as_os_str().is_empty());
        Folder { root: parent.unwrap_or(Path::new(".")).canonicalize().ok() }
    }
}

impl Library for Folder {
    fn open(&self, from: &str, name: &str) -> Result<(String, Vec<u8>), OpenError> {
        let Some(root) = &self.root else { return Err(OpenError::NotFound) };
        let name_path = Path::new(name);
        let absolute =
            name_path.components().any(|c| matches!(c, Component::RootDir | Component::Prefix(_)));
        if absolute || name.contains('\0') {
            return Err(OpenError::Outside);
        }
        // Beside the including file first, as a reader expects; then beside the first source.
        let beside = Path::new(from).parent().unwrap_or(Path::new(""));
        let candidates = [beside.join(name_path), root.join(name_path)];
        let existing = candidates.iter().find_map(|path| path.canonicalize().ok());
        let real = existing.ok_or(OpenError::NotFound)?;
        if !real.starts_with(root) {
            return Err(OpenError::Outside);
        }
        if !real.is_file() {
            return Err(OpenError::Other("it is not a file".to_owned()));
        }
        let shown = beside.join(name_path);
        let shown = if shown.exists() { shown } else { name_path.to_owned() };
        let bytes = read(&real, SOURCE_LIMIT_BYTES).map_err(|_| match real.metadata() {
            Ok(meta) if meta.len() > SOURCE_LIMIT_BYTES => OpenError::TooLarge,
            _ => OpenError::Other("the system does not let it be read".to_owned()),
        })?;
        Ok((shown.to_string_lossy().into_owned(), bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn includes_stay_in_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("course");
        fs::create_dir_all(inside.join("lib")).unwrap();
        fs::write(folder.path().join("secret.s"), "no").unwrap();
        fs::write(inside.join("lib/io.s"), "yes").unwrap();
        let main = inside.join("main.s");
        let library = Folder::of(&main);
        let from = main.to_string_lossy();
        let open = |name: &str| library.open(&from, name).map(|(_, bytes)| bytes);
        assert_eq!(open("lib/io.s"), Ok(b"yes".to_vec()));
        assert_eq!(open("lib/../lib/io.s"), Ok(b"yes".to_vec()));
        assert_eq!(open("../secret.s"), Err(OpenError::Outside));
        assert_eq!(open("/etc/hostname"), Err(OpenError::Outside));
        assert_eq!(open("missing.s"), Err(OpenError::NotFound));
        assert!(matches!(open("lib"), Err(OpenError::Other(_))));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret.s", inside.join("link.s")).unwrap();
            assert_eq!(open("link.s"), Err(OpenError::Outside));
        }
    }
}
