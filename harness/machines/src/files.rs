//! Reading the user's files: with a limit, and with errors a student understands.

mod below;
mod beside;
mod folder;
pub mod foreign;
mod write;

use std::fs;
use std::io::Read as _;
use std::path::Path;

pub use below::read_below;
pub use beside::{BESIDE_FILE_LIMIT_BYTES, BESIDE_LIMIT_BYTES, Beside, beside};
pub use folder::Folder;
pub use write::{
    Take, make_folder, may_write, write, write_pieces, write_program, write_with_folders,
};

/// The largest source, include or puzzle file that is read: 8 MiB.
pub const SOURCE_LIMIT_BYTES: u64 = 8 << 20;

/// The largest program or input that is read: 64 MiB.
pub const DATA_LIMIT_BYTES: u64 = 64 << 20;

/// The bytes of a file.
///
/// # Errors
/// A sentence with the path when the file is missing, a directory, a pipe that has a name, larger
/// than the limit, or the system refuses it.
pub fn read(path: &Path, limit_bytes: u64) -> Result<Vec<u8>, String> {
    let failed = |error: &std::io::Error| format!("cannot read {}: {}", shown(path), reason(error));
    let meta = fs::metadata(path).map_err(|error| failed(&error))?;
    if meta.is_dir() {
        return Err(format!("cannot read {}: it is a directory, not a file", shown(path)));
    }
    // A pipe that a shell hands over is being written; one that lies about may wait for ever.
    if !meta.is_file() && !path.starts_with("/dev") && !path.starts_with("/proc") {
        return Err(format!("cannot read {}: it is no plain file", shown(path)));
    }
    limited(fs::File::open(path).map_err(|error| failed(&error))?, path, limit_bytes)
}

/// The bytes of a file that is open, if they are not too many.
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

/// A path between quotes, with nothing in it that could drive a terminal.
#[must_use]
pub fn shown(path: &Path) -> String {
    format!("`{}`", asmkit::plain_name(&path.to_string_lossy()))
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
