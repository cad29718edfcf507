//! Writes output files atomically: to a new file in the same folder, which then replaces the old
//! one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::{reason, shown};

/// Permissions of a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileMode {
    Plain,
    Program,
}

/// Writes a file in an existing folder; an existing file keeps its permissions.
///
/// If the process is killed or the disk is full, the old file is unchanged. Pipes and devices are
/// written directly.
///
/// # Errors
/// An error message with the path if its folder does not exist or the system refuses.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    put(path, FileMode::Plain, |file| with_path(path, file.write_all(text.as_ref())))
}

/// Writes a file as [`write()`] does, creating its folders: for files in Isagrid's own folders.
///
/// # Errors
/// An error message with the path if the system refuses.
pub fn write_with_folders(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    with_path(path, fs::create_dir_all(folder_of(path)))?;
    write(path, text)
}

/// Creates a folder if needed; its parent folder must exist.
///
/// # Errors
/// An error message with the path if the parent does not exist or the system refuses.
pub fn make_folder(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Ok(());
    }
    let failed = |error| format!("cannot create the folder {}: {}", shown(path), reason(&error));
    in_a_folder(path).map_err(|why| format!("cannot create the folder {}: {why}", shown(path)))?;
    fs::create_dir(path).map_err(failed)
}

/// Folder of a path.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Rejects a path in a folder that does not exist, so that a typing mistake creates no folders.
fn in_a_folder(path: &Path) -> Result<(), String> {
    let folder = folder_of(path);
    if folder.exists() {
        Ok(())
    } else {
        Err(format!("the folder {} does not exist", shown(folder)))
    }
}

/// Accepts a long text in pieces; returns an error message on failure.
pub type Take<'t> = &'t mut dyn FnMut(&str) -> Result<(), String>;

/// Writes text that arrives in pieces, as [`write()`] does, and flushes it to the disk.
///
/// # Errors
/// An error message with the path if the system refuses, and the errors of `pieces`.
pub fn write_pieces(
    path: &Path,
    pieces: impl FnOnce(Take<'_>) -> Result<(), String>,
) -> Result<(), String> {
    put(path, FileMode::Plain, |file| {
        let mut buffered = BufWriter::new(&mut *file);
        pieces(&mut |piece| with_path(path, buffered.write_all(piece.as_bytes())))?;
        with_path(path, buffered.flush())?;
        drop(buffered);
        // A pipe cannot be synchronised.
        let is_on_disk = file.metadata().is_ok_and(|meta| meta.is_file());
        if is_on_disk { with_path(path, file.sync_all()) } else { Ok(()) }
    })
}

/// Writes an executable file, as [`write()`] does.
///
/// # Errors
/// An error message with the path if the system refuses.
pub fn write_program(path: &Path, bytes: &[u8]) -> Result<(), String> {
    put(path, FileMode::Program, |file| with_path(path, file.write_all(bytes)))
}

/// Checks early that an output path is usable: its folder exists, and it is not an input file.
///
/// # Errors
/// An error message with the path.
pub fn may_write<'p>(path: &Path, read: impl IntoIterator<Item = &'p Path>) -> Result<(), String> {
    in_a_folder(path).map_err(|why| format!("cannot write {}: {why}", shown(path)))?;
    let Ok(real) = path.canonicalize() else { return Ok(()) };
    let is_same = |read: &Path| read.canonicalize().is_ok_and(|read| read == real);
    if real.is_file() && read.into_iter().any(is_same) {
        Err(format!("{} is an input file: choose another name", shown(path)))
    } else {
        Ok(())
    }
}

fn with_path<T>(path: &Path, written: io::Result<T>) -> Result<T, String> {
    written.map_err(|error| format!("cannot write {}: {}", shown(path), reason(&error)))
}

fn put(
    path: &Path,
    kind: FileMode,
    write: impl FnOnce(&mut File) -> Result<(), String>,
) -> Result<(), String> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return write(&mut with_path(path, OpenOptions::new().write(true).open(path))?);
    }
    in_a_folder(path).map_err(|why| format!("cannot write {}: {why}", shown(path)))?;
    let (mut new, place) = with_path(path, next_to_old(path, old.as_ref(), kind))?;
    write(new.as_file_mut())?;
    with_path(path, new.persist(place).map_err(|failed| failed.error)).map(drop)
}

/// Creates a temporary file next to the old one, with its permissions; returns its final path too.
fn next_to_old(
    path: &Path,
    old: Option<&fs::Metadata>,
    kind: FileMode,
) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    // A link is kept: its target is written.
    let real = if old.is_some() { path.canonicalize()? } else { path.to_owned() };
    let new = temporary(folder_of(&real), kind)?;
    if let Some(old) = old {
        new.as_file().set_permissions(permissions(old, kind))?;
    }
    Ok((new, real))
}

/// Creates a file in a folder that is deleted unless it is persisted.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such permissions elsewhere"))]
fn temporary(folder: &Path, kind: FileMode) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".isagrid-").suffix(".new");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        // The user's umask applies to these as to all new files.
        builder.permissions(Permissions::from_mode(match kind {
            FileMode::Plain => 0o666,
            FileMode::Program => 0o777,
        }))
    };
    builder.tempfile_in(folder)
}

/// Permissions of the old file; a program also becomes executable for everyone who can read it.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such permissions elsewhere"))]
fn permissions(old: &fs::Metadata, kind: FileMode) -> Permissions {
    let permissions = old.permissions();
    #[cfg(unix)]
    if kind == FileMode::Program {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = permissions.mode();
        return Permissions::from_mode(mode | (mode & 0o444) >> 2);
    }
    permissions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_no_temporary_file_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/out.txt");
        write_with_folders(&path, "first").unwrap();
        write(&path, "second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        let error = write(folder.path(), "x").unwrap_err();
        assert!(error.contains("directory"), "{error}");
    }

    #[test]
    fn a_missing_folder_is_reported_and_not_created() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("slip/out.txt");
        let why = format!("the folder {} does not exist", shown(path.parent().unwrap()));
        let expected = Err(format!("cannot write {}: {why}", shown(&path)));
        assert_eq!(write(&path, "x"), expected);
        assert_eq!(write_program(&path, b"x"), expected);
        assert_eq!(write_pieces(&path, |piece| piece("x")), expected);
        assert_eq!(may_write(&path, []), expected);
        assert_eq!(
            make_folder(&path),
            Err(format!("cannot create the folder {}: {why}", shown(&path)))
        );
        assert!(!folder.path().join("slip").exists());
        make_folder(&folder.path().join("new")).unwrap();
        make_folder(&folder.path().join("new")).unwrap();
        write(&folder.path().join("new/out.txt"), "x").unwrap();
    }

    #[test]
    fn pieces_that_end_with_an_error_leave_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/out.txt");
        make_folder(path.parent().unwrap()).unwrap();
        write_pieces(&path, |piece| ["fi", "rst"].into_iter().try_for_each(piece)).unwrap();
        let none = write_pieces(&path, |piece| {
            piece("second")?;
            Err("no more".to_owned())
        });
        assert_eq!(none, Err("no more".to_owned()));
        assert_eq!(fs::read(&path).unwrap(), b"first");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_and_programs_can_be_executed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink("out", &link).unwrap();
        write(&link, "new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!((fs::read(&path).unwrap(), mode()), (b"new".to_vec(), 0o640));
        write_program(&path, b"program").unwrap();
        assert_eq!(mode(), 0o750);
        write(Path::new("/dev/null"), "nothing").unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported() {
        let full = Path::new("/dev/full");
        for error in [write(full, "x"), write_pieces(full, |piece| piece("x"))] {
            let error = error.unwrap_err();
            assert!(error.starts_with("cannot write `/dev/full`: "), "{error}");
        }
    }
}
