//! Work cut into shards, done anywhere, and put together as one process would have done it.
//!
//! A [`plan`](plan::Plan) names every item, the content it needs, and the shard it is in. A shard is
//! [worked on](work::Work) with a journal, so that whoever is killed goes on where he was; what comes
//! out is one file, whole or not there. [`merge`](merge::Found) takes the files of all shards, asks for
//! every item exactly once, and gives their results in the order of the plan.
//!
//! What an item is, this package does not know, and no clock is read here: nothing depends on when.

pub mod digest;
mod journal;
mod lines;
pub mod merge;
pub mod number;
pub mod plan;
mod record;
mod sealed;
pub mod slurm;
mod spread;
pub mod work;

pub use lines::{ascii, shell_word, shown};

/// Opens a plain file to read it: a pipe that lies about may wait for ever.
fn opened(path: &std::path::Path) -> std::io::Result<std::fs::File> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("it is no plain file"));
    }
    std::fs::File::open(path)
}

/// A failure of the system with a file, as a sentence.
fn failed(what: &str, path: &std::path::Path, why: &std::io::Error) -> String {
    let why = match why.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        _ => why.to_string(),
    };
    format!("cannot {what} {}: {why}", shown(path))
}
