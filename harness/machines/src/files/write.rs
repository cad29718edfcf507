//! Writing a file of ours: beside the old one, then in its place, so that there is always a whole one.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::{reason, shown};

/// Who may use a new file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Program,
}

/// Writes a file in a folder that is there; a file that is there keeps its permissions.
///
/// If the program is killed in the middle of it, or the disk is full, the old file stays as it was. A pipe
/// or a device is written as it is.
///
/// # Errors
/// A sentence with the path when its folder does not exist or the system refuses.
pub fn write(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    put(path, Kind::Plain, |file| told(path, file.write_all(text.as_ref())))
}

/// Writes a file as [`write()`] does, with the folders it is in: for files of a tree of ours.
///
/// # Errors
/// A sentence with the path when the system refuses.
pub fn write_with_folders(path: &Path, text: impl AsRef<[u8]>) -> Result<(), String> {
    told(path, fs::create_dir_all(folder_of(path)))?;
    write(path, text)
}

/// Makes a folder if it is not there; the folder that it is in must be.
///
/// # Errors
/// A sentence with the path when that does not exist or the system refuses.
pub fn make_folder(path: &Path) -> Result<(), String> {
    if path.is_dir() {
        return Ok(());
    }
    let failed = |error| format!("cannot make the folder {}: {}", shown(path), reason(&error));
    in_a_folder(path).map_err(|why| format!("cannot make the folder {}: {why}", shown(path)))?;
    fs::create_dir(path).map_err(failed)
}

/// The folder that a path is in.
fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Refuses a path in a folder that does not exist: a slip of the keyboard makes no folders.
fn in_a_folder(path: &Path) -> Result<(), String> {
    let folder = folder_of(path);
    if folder.exists() {
        Ok(())
    } else {
        Err(format!("the folder {} does not exist", shown(folder)))
    }
}

/// Takes a long text piece by piece; an error says why it cannot.
pub type Take<'t> = &'t mut dyn FnMut(&str) -> Result<(), String>;

/// Writes what comes piece by piece, as [`write()`] does; it is on the disk when that is done.
///
/// # Errors
/// A sentence with the path when the system refuses, and what `pieces` says.
pub fn write_pieces(
    path: &Path,
    pieces: impl FnOnce(Take<'_>) -> Result<(), String>,
) -> Result<(), String> {
    put(path, Kind::Plain, |file| {
        let mut buffered = BufWriter::new(&mut *file);
        pieces(&mut |piece| told(path, buffered.write_all(piece.as_bytes())))?;
        told(path, buffered.flush())?;
        drop(buffered);
        // A pipe is on no disk.
        let is_on_disk = file.metadata().is_ok_and(|meta| meta.is_file());
        if is_on_disk { told(path, file.sync_all()) } else { Ok(()) }
    })
}

/// As [`write()`], a file that can be executed.
///
/// # Errors
/// A sentence with the path when the system refuses.
pub fn write_program(path: &Path, bytes: &[u8]) -> Result<(), String> {
    put(path, Kind::Program, |file| told(path, file.write_all(bytes)))
}

/// Refuses a place that cannot be written later: its folder does not exist, or it is a file that was read.
///
/// # Errors
/// A sentence with the path.
pub fn may_write<'p>(path: &Path, read: impl IntoIterator<Item = &'p Path>) -> Result<(), String> {
    in_a_folder(path).map_err(|why| format!("cannot write {}: {why}", shown(path)))?;
    let Ok(real) = path.canonicalize() else { return Ok(()) };
    let is_same = |read: &Path| read.canonicalize().is_ok_and(|read| read == real);
    if real.is_file() && read.into_iter().any(is_same) {
        Err(format!("{} is one of the files that were read: name another", shown(path)))
    } else {
        Ok(())
    }
}

fn told<T>(path: &Path, written: io::Result<T>) -> Result<T, String> {
    written.map_err(|error| format!("cannot write {}: {}", shown(path), reason(&error)))
}

fn put(
    path: &Path,
    kind: Kind,
    write: impl FnOnce(&mut File) -> Result<(), String>,
) -> Result<(), String> {
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return write(&mut told(path, OpenOptions::new().write(true).open(path))?);
    }
    in_a_folder(path).map_err(|why| format!("cannot write {}: {why}", shown(path)))?;
    let (mut new, place) = told(path, beside_old(path, old.as_ref(), kind))?;
    write(new.as_file_mut())?;
    told(path, new.persist(place).map_err(|failed| failed.error)).map(drop)
}

/// A new file beside the old one, with its permissions, and where it is to be put.
fn beside_old(
    path: &Path,
    old: Option<&fs::Metadata>,
    kind: Kind,
) -> io::Result<(tempfile::NamedTempFile, PathBuf)> {
    // A link stays a link: the file that it leads to is written.
    let real = if old.is_some() { path.canonicalize()? } else { path.to_owned() };
    let new = beside(folder_of(&real), kind)?;
    if let Some(old) = old {
        new.as_file().set_permissions(permissions(old, kind))?;
    }
    Ok((new, real))
}

/// A new file in a folder, which goes away again unless it is put somewhere.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such permissions elsewhere"))]
fn beside(folder: &Path, kind: Kind) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".isagrid-").suffix(".new");
    #[cfg(unix)]
    let builder = {
        use std::os::unix::fs::PermissionsExt as _;
        // The user's mask takes from these what it takes from all new files.
        builder.permissions(Permissions::from_mode(match kind {
            Kind::Plain => 0o666,
            Kind::Program => 0o777,
        }))
    };
    builder.tempfile_in(folder)
}

/// Those of the file that was there; a program can be executed by whoever can read it.
#[cfg_attr(not(unix), expect(unused_variables, reason = "there are no such permissions elsewhere"))]
fn permissions(old: &fs::Metadata, kind: Kind) -> Permissions {
    let permissions = old.permissions();
    #[cfg(unix)]
    if kind == Kind::Program {
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
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
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
    fn a_folder_that_is_not_there_is_named_and_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("slip/out.txt");
        let why = format!("the folder {} does not exist", shown(path.parent().unwrap()));
        let told = Err(format!("cannot write {}: {why}", shown(&path)));
        assert_eq!(write(&path, "x"), told);
        assert_eq!(write_program(&path, b"x"), told);
        assert_eq!(write_pieces(&path, |piece| piece("x")), told);
        assert_eq!(may_write(&path, []), told);
        assert_eq!(
            make_folder(&path),
            Err(format!("cannot make the folder {}: {why}", shown(&path)))
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
    fn a_full_disk_is_told() {
        let full = Path::new("/dev/full");
        for error in [write(full, "x"), write_pieces(full, |piece| piece("x"))] {
            let error = error.unwrap_err();
            assert!(error.starts_with("cannot write `/dev/full`: "), "{error}");
        }
    }
}
