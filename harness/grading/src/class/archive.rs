//! A zip archive of submissions, as platforms export them.
//!
//! It is read into memory and never unpacked, so that no name in it can reach a file of this computer;
//! what a hostile archive could make large is bounded.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use machines::files;
use zip::ZipArchive;

use super::{Content, Submission, is_source};
use crate::grade::MOST_BYTES;

/// Files an archive may hold.
const MOST_FILES: usize = 20_000;

/// Bytes of all its sources together.
const MOST_TOTAL_BYTES: usize = 256 << 20;

/// Whether a file's name says that it is one.
pub(super) fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Adds every source of an archive, in the order of their names.
pub(super) fn read(path: &Path, handed_in: &str, all: &mut Vec<Submission>) -> Result<(), String> {
    let shown = files::shown(path);
    let file = File::open(path).map_err(|why| format!("{shown}: {}", files::reason(&why)))?;
    let opened = ZipArchive::new(BufReader::new(file));
    let mut archive = opened.map_err(|why| format!("{shown} is no zip archive: {why}"))?;
    if archive.len() > MOST_FILES {
        return Err(format!("{shown} has more than {MOST_FILES} files"));
    }
    let (mut found, mut total) = (Vec::new(), 0);
    for number in 0..archive.len() {
        let mut entry =
            archive.by_index(number).map_err(|why| format!("{shown} is damaged: {why}"))?;
        let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
        // What some systems put beside every file.
        if entry.is_dir()
            || name.starts_with("__MACOSX/")
            || !is_source(Path::new(&name), handed_in)
        {
            continue;
        }
        let content = if entry.is_symlink() {
            Content::Refused("it is a link, and not a source".to_owned())
        } else if entry.enclosed_name().is_none() {
            Content::Refused("its name leads out of the archive".to_owned())
        } else {
            let mut bytes = Vec::new();
            // One byte more tells what is too large, whatever size the archive claims.
            match entry.by_ref().take(MOST_BYTES as u64 + 1).read_to_end(&mut bytes) {
                Ok(_) => Content::Bytes(bytes),
                Err(why) => Content::Refused(format!("it is damaged: {why}")),
            }
        };
        if let Content::Bytes(bytes) = &content {
            total += bytes.len();
        }
        if total > MOST_TOTAL_BYTES {
            return Err(format!("{shown} has more than {MOST_TOTAL_BYTES} bytes of sources"));
        }
        let inside = asmkit::plain_name(&name.replace('\\', "/"));
        found.push(Submission { content, ..Submission::at(path.join(inside), handed_in) });
    }
    found.sort_by(|one, other| one.file.cmp(&other.file));
    all.extend(found);
    Ok(())
}
