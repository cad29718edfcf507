//! Reads and writes the user's files, with size limits and clear error messages.
//!
//! Sources include files only from their own folder and folders that the user names; a name is
//! checked before the disk is accessed ([`Folder`]).

mod below;
mod folder;
pub mod foreign;
mod siblings;
mod write;

use std::fs;
use std::io::Read as _;
use std::path::Path;

pub use below::{open_below, read_below};
pub use folder::Folder;
pub use siblings::{SIBLING_FILE_LIMIT_BYTES, SIBLINGS_LIMIT_BYTES, SiblingFiles, siblings};
pub use write::{
    Take, make_folder, may_write, write, write_pieces, write_program, write_with_folders,
};

/// Size limit of source, include and puzzle files: 8 MiB.
pub const SOURCE_LIMIT_BYTES: u64 = 8 << 20;

/// Size limit of programs and inputs: 64 MiB.
pub const DATA_LIMIT_BYTES: u64 = 64 << 20;

/// Returns the bytes of a file.
///
/// # Errors
/// An error message with the path if the file is missing, a directory, a named pipe, larger than
/// the limit, or unreadable.
pub fn read(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, String> {
    let failed = |error: &std::io::Error| format!("cannot read {}: {}", shown(path), reason(error));
    let meta = fs::metadata(path).map_err(|error| failed(&error))?;
    if meta.is_dir() {
        return Err(format!("cannot read {}: it is a directory, not a file", shown(path)));
    }
    // A pipe from a shell has a writer; a named pipe may block forever.
    if !meta.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc") {
        return Err(format!("cannot read {}: it is not a regular file", shown(path)));
    }
    limited(fs::File::open(path).map_err(|error| failed(&error))?, path, limit_bytes)
}

/// Reads an open file up to the limit.
fn limited(file: fs::File, path: &Path, limit_bytes: u64) -> Result<Vec<u8>, String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {}", shown(path), reason(&error));
    let mut bytes = Vec::new();
    file.take(limit_bytes + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit_bytes {
        let limit = limit_bytes >> 20;
        return Err(format!("cannot read {}: it is larger than {limit} MiB", shown(path)));
    }
    Ok(bytes)
}

/// Returns the text of one of Isagrid's own files, such as a table or a golden file.
///
/// # Errors
/// As [`read`], and if the bytes are not UTF-8.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = read(path, SOURCE_LIMIT_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            format!("cannot read {}: byte {at} is not UTF-8 text", shown(path))
        })
        .map(|text| text.replace("\r\n", "\n"))
}

/// Quotes a path for messages, without control characters.
#[must_use]
pub fn shown(path: &Path) -> String {
    format!("`{}`", asmkit::plain_name(&path.to_string_lossy()))
}

/// Describes an I/O error: usual causes in Isagrid's words, others in the system's.
#[must_use]
pub fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::PermissionDenied => "you do not have permission to open it".to_owned(),
        ErrorKind::IsADirectory => "it is a directory, not a file".to_owned(),
        ErrorKind::NotADirectory => "part of its path is not a directory".to_owned(),
        _ => error.to_string(),
    }
}
