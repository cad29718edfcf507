//! Files in a program's folder, for programs that read their data there.

use std::fs;
use std::path::Path;

use machine::Files;

use super::{DATA_LIMIT_BYTES, read, reason, shown};

/// Size limit of one file from a folder that the user did not name: 1 MiB.
pub const SIBLING_FILE_LIMIT_BYTES: u64 = 1 << 20;

/// Size limit of all files from a folder that the user did not name: 16 MiB.
pub const SIBLINGS_LIMIT_BYTES: u64 = 16 << 20;

/// Files found in a program's folder.
#[derive(Debug, Default)]
pub struct SiblingFiles {
    /// Regular files by name, including the program's own.
    pub files: Files,
    /// Names of files skipped because they, or all files together, are too large.
    pub left_out: Vec<String>,
}

/// Reads the regular files in a program's folder, except hidden files and links.
///
/// # Errors
/// An error message if the folder cannot be read.
pub fn siblings(program: &Path) -> Result<SiblingFiles, String> {
    let folder = program.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let failed =
        |error: std::io::Error| format!("cannot read {}: {}", shown(folder), reason(&error));
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.file_type().map_err(failed)?.is_file() && !name.starts_with('.') {
            names.push((name, entry.metadata().map_err(failed)?.len()));
        }
    }
    names.sort();
    let (mut found, mut total) = (SiblingFiles::default(), 0);
    for (name, size) in names {
        if size > SIBLING_FILE_LIMIT_BYTES || total + size > SIBLINGS_LIMIT_BYTES {
            found.left_out.push(name);
            continue;
        }
        total += size;
        // An unreadable file is skipped.
        if let Ok(bytes) = read(&folder.join(&name), DATA_LIMIT_BYTES) {
            found.files.give(name, bytes);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_plain_files_are_taken() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        write("solver.spl", b"1");
        write("sudoku01.txt", b"123");
        write(".hidden", b"no");
        write("large.txt", &vec![0; SIBLING_FILE_LIMIT_BYTES as usize + 1]);
        fs::create_dir(folder.path().join("below")).unwrap();
        let found = siblings(&folder.path().join("solver.spl")).unwrap();
        let names: Vec<&[u8]> = found.files.names(b"").collect();
        assert_eq!(names, [b"solver.spl".as_slice(), b"sudoku01.txt"]);
        assert_eq!(found.left_out, ["large.txt"]);
    }
}
