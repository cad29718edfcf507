//! Reads files of other people below a folder that the user names, without following links.

use std::fs::{self, File, Metadata};
use std::path::Path;

use super::{limited, reason, shown};

/// Returns the bytes of a regular file below a folder, without following links below that folder.
///
/// # Errors
/// As [`open_below`], and if the file is larger than the limit.
pub fn read_below(folder: &Path, path: &Path, limit_bytes: u64) -> Result<Vec<u8>, String> {
    limited(open_below(folder, path)?, path, limit_bytes)
}

/// Opens a regular file below a folder for reading, without following links below that folder.
///
/// # Errors
/// An error message with the path if it is not a regular file, leads through a link, or is
/// unreadable.
pub fn open_below(folder: &Path, path: &Path) -> Result<File, String> {
    let failed = |why: &str| format!("cannot read {}: {why}", shown(path));
    let io = |error: std::io::Error| failed(&reason(&error));
    let inside = path.strip_prefix(folder).map_err(|_| failed("it is in another folder"))?;
    let mut place = folder.to_owned();
    let mut seen = None;
    for part in inside.components() {
        place.push(part);
        let meta = fs::symlink_metadata(&place).map_err(io)?;
        if meta.is_symlink() {
            return Err(format!("{} is a link, and links are not followed", shown(&place)));
        }
        seen = Some(meta);
    }
    let seen = seen.filter(Metadata::is_file).ok_or_else(|| failed("it is not a regular file"))?;
    let file = File::open(&place).map_err(io)?;
    if !is_same(&seen, &file.metadata().map_err(io)?) {
        return Err(failed("it was replaced while being read"));
    }
    Ok(file)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    one.is_file() == other.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn no_link_below_the_folder_is_followed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("named");
        fs::create_dir_all(folder.path().join("class/ann")).unwrap();
        fs::write(folder.path().join("class/ann/hw.s"), "text").unwrap();
        symlink("class", &root).unwrap();
        symlink("ann", root.join("cid")).unwrap();
        symlink("hw.s", root.join("ann/link.s")).unwrap();
        let read = |name: &str| read_below(&root, &root.join(name), 4);
        assert_eq!(read("ann/hw.s").unwrap(), b"text");
        for name in ["cid/hw.s", "ann/link.s"] {
            assert!(
                read(name).unwrap_err().ends_with("is a link, and links are not followed"),
                "{name}"
            );
        }
        assert!(read("ann").unwrap_err().ends_with("it is not a regular file"));
        assert!(read("").unwrap_err().ends_with("it is not a regular file"));
        assert!(read_below(&root, &root.join("ann/hw.s"), 3).unwrap_err().contains("is larger"));
        assert!(read_below(&root.join("cid"), &root.join("ann/hw.s"), 4).is_err());
    }
}
