//! Work divided into shards, done on any machines, and merged into what one process would produce.
//!
//! A [`plan`](plan::Plan) lists every item with its inputs and its shard. A shard is [worked on](work::Work) with
//! a journal, so that a killed worker can resume; its output file is complete or absent.
//! [`merge`](merge::ShardFiles) reads the files of all shards, requires every item exactly once, and returns the
//! results in the order of the plan.
//!
//! This crate does not know what an item is, and reads no clock.

pub mod digest;
mod journal;
mod lines;
pub mod merge;
pub mod number;
pub mod plan;
mod record;
mod sealed;
pub mod slurm;
pub mod work;

pub use lines::{ascii, shell_word, shown};

/// Opens a regular file for reading; opening a pipe could block forever.
fn opened(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is not a regular file"));
    }
    std::fs::File::open(path)
}

/// Opens one of a shard's own files for reading and writing, and creates it if it is missing.
///
/// Others may write to the folder, so no link is followed, and nothing is truncated.
fn own_file(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    let is_new = match std::fs::symlink_metadata(path) {
        Ok(meta) if meta.is_file() => false,
        Ok(_) => {
            return Err(std::io::Error::other("it is a link or not a regular file; remove it"));
        }
        Err(why) if why.kind() == std::io::ErrorKind::NotFound => true,
        Err(why) => return Err(why),
    };
    let mut options = std::fs::OpenOptions::new();
    // A new file is not created through a link that appeared meanwhile.
    let created = options.read(true).write(true).create_new(is_new).open(path);
    match created {
        // Another process was faster.
        Err(why) if why.kind() == std::io::ErrorKind::AlreadyExists => own_file(path),
        created => created,
    }
}

/// Error message for a failed file operation.
fn failed(what: &str, path: &std::path::Path, why: &std::io::Error) -> String {
    let why = match why.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => why.to_string(),
    };
    format!("cannot {what} {}: {why}", shown(path))
}
