//! File of a finished shard: complete, with a trailer, or absent.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::Path;

use crate::digest::Digest;
use crate::lines::{Lines, shown};
use crate::plan::Plan;
use crate::record::{Trailer, file_name, sync_folder};
use crate::{failed, opened};

/// Reason why the file of a shard cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// No file.
    Missing,
    /// Damaged or unreadable, with a message.
    Damaged(String),
    /// Of another plan, with a message.
    OfAnother(String),
}

/// Checks a shard's file and returns its trailer.
pub(crate) fn check(plan: &Plan, shard: u32, path: &Path) -> Result<Trailer, Wrong> {
    let unreadable = |why: std::io::Error| match why.kind() {
        std::io::ErrorKind::NotFound => Wrong::Missing,
        _ => Wrong::Damaged(failed("read", path, &why)),
    };
    let mut lines = Lines::of(opened(path).map_err(unreadable)?);
    let (mut digest, mut count, mut last) = (Digest::default(), 0, Vec::new());
    while let Some(line) = lines.next().map_err(unreadable)? {
        if !last.is_empty() {
            digest.add(&last);
            count += 1;
        }
        last.clear();
        last.extend_from_slice(line);
    }
    let damaged = || Wrong::Damaged(format!("{} is damaged", shown(path)));
    let trailer: Trailer = serde_json::from_slice(&last).map_err(|_| damaged())?;
    if !last.ends_with(b"\n") || trailer.sha256 != digest.show() || trailer.count != count {
        return Err(damaged());
    }
    if trailer.plan != plan.id {
        let name = asmkit::plain_name(trailer.plan.get(..8).unwrap_or_default());
        return Err(Wrong::OfAnother(format!("{} belongs to another plan, {name}", shown(path))));
    }
    let is_right = (trailer.shard, trailer.of) == (shard, plan.header.shards);
    if is_right && count == plan.count(shard) { Ok(trailer) } else { Err(damaged()) }
}

/// Writes a shard's file under a temporary name, and renames it when all of it is on the disk.
///
/// Only the holder of the shard's lock does this, so no other process uses the temporary name.
pub(crate) fn write(
    plan: &Plan,
    shard: u32,
    folder: &Path,
    mut next: impl FnMut() -> Result<Option<String>, String>,
) -> Result<(), String> {
    let path = folder.join(file_name(plan, shard));
    let new = path.with_extension("jsonl.new");
    let failed = |why: std::io::Error| failed("write", &new, &why);
    // A worker killed here before has left it, or it is a link, whose target is not ours.
    match fs::remove_file(&new) {
        Err(why) if why.kind() != std::io::ErrorKind::NotFound => return Err(failed(why)),
        _ => {}
    }
    let mut file = BufWriter::new(File::create_new(&new).map_err(failed)?);
    let (mut digest, mut count) = (Digest::default(), 0);
    while let Some(line) = next()? {
        digest.add(line.as_bytes());
        count += 1;
        file.write_all(line.as_bytes()).map_err(failed)?;
    }
    let (plan, of) = (plan.id.clone(), plan.header.shards);
    let trailer = Trailer { plan, shard, of, count, sha256: digest.show() };
    let trailer = serde_json::to_string(&trailer).map_err(|why| why.to_string())? + "\n";
    file.write_all(trailer.as_bytes()).map_err(failed)?;
    let file = file.into_inner().map_err(|why| failed(why.into_error()))?;
    file.sync_all().map_err(failed)?;
    drop(file);
    fs::rename(&new, &path).map_err(failed)?;
    sync_folder(folder)
}
