//! Journal of a shard: one line per result, on the disk before the result is reported.
//!
//! Each line begins with a checksum of the rest. A killed worker leaves at most a partial last line, which is cut
//! off; any other damaged line is skipped, and its item done again.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

use crate::digest;
use crate::lines::{Lines, shown};
use crate::record::{Record, sync_folder};
use crate::{failed, opened, own_file};

/// Digits of the checksum of a line.
const SUM_DIGITS: usize = 16;

/// Offset and length of a line.
type Place = (u64, usize);

/// Results of a shard so far.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// Result line of each finished item.
    known: BTreeMap<u64, Place>,
    /// Offset of the next line.
    end: u64,
    /// Message of the first line that could not be written, of which a part may be there.
    broken: Option<String>,
}

impl Journal {
    /// Opens the journal that begins with `head`, or creates it; `is_item` says which items belong to it.
    pub(crate) fn open(
        path: &Path,
        head: &str,
        is_item: impl Fn(u64, &str) -> bool,
    ) -> Result<Journal, String> {
        let unusable = |why: io::Error| failed("write", path, &why);
        let file = own_file(path).map_err(unusable)?;
        let head = summed(head);
        let content = read(path, &head, is_item).map_err(|why| failed("read", path, &why))?;
        let Content { known, end } = content;
        let path_of = path.to_owned();
        let mut journal = Journal { file, path: path_of, known, end, broken: None };
        journal.file.set_len(end).map_err(unusable)?;
        if end == 0 {
            journal.append(&head)?;
            sync_folder(path.parent().unwrap_or(Path::new(".")))?;
        }
        Ok(journal)
    }

    pub(crate) fn has(&self, item: u64) -> bool {
        self.known.contains_key(&item)
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// Writes the result line of an item to the disk.
    pub(crate) fn keep(&mut self, item: u64, line: &str) -> Result<(), String> {
        let line = summed(line);
        let place = (self.end, line.len());
        self.append(&line)?;
        self.known.entry(item).or_insert(place);
        Ok(())
    }

    fn append(&mut self, line: &str) -> Result<(), String> {
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        let end = self.file.seek(SeekFrom::Start(self.end));
        let written = end.and_then(|_| self.file.write_all(line.as_bytes()));
        if let Err(why) = written.and_then(|()| self.file.sync_data()) {
            return Err(self.broken.insert(failed("write", &self.path, &why)).clone());
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// Result line of an item, without its checksum.
    pub(crate) fn line(&mut self, item: u64) -> Result<String, String> {
        let lost = || format!("{} was changed while it was in use; start again", shown(&self.path));
        let (at, length) = self.known.get(&item).copied().ok_or_else(lost)?;
        let mut line = vec![0; length];
        let found = self.file.seek(SeekFrom::Start(at));
        let found = found.and_then(|_| self.file.read_exact(&mut line));
        found.map_err(|why| failed("read", &self.path, &why))?;
        let text = checked(&line).and_then(|line| std::str::from_utf8(line).ok());
        text.map(str::to_owned).ok_or_else(lost)
    }
}

/// Line preceded by its checksum.
fn summed(line: &str) -> String {
    format!("{} {line}", &digest::of(line.as_bytes())[..SUM_DIGITS])
}

/// Line without its checksum, if that is correct and the line is complete.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (sum, rest) = line.split_at_checked(SUM_DIGITS)?;
    let rest = rest.strip_prefix(b" ").filter(|rest| rest.ends_with(b"\n"))?;
    (sum == &digest::of(rest).as_bytes()[..SUM_DIGITS]).then_some(rest)
}

/// Content of a journal file.
#[derive(Default)]
struct Content {
    known: BTreeMap<u64, Place>,
    /// End of its last complete line; 0 if it is not this journal.
    end: u64,
}

impl Content {
    /// Adds a line; ignores one that is not about an item.
    fn note(&mut self, line: &[u8], place: Place, is_item: impl Fn(u64, &str) -> bool) {
        if let Ok(Record::<IgnoredAny> { item, key, .. }) = serde_json::from_slice(line)
            && is_item(item, &key)
        {
            self.known.entry(item).or_insert(place);
        }
    }
}

fn read(path: &Path, head: &str, is_item: impl Fn(u64, &str) -> bool) -> io::Result<Content> {
    let mut lines = Lines::of(opened(path)?);
    let mut content = Content::default();
    loop {
        let line = match lines.next() {
            Ok(Some(line)) if line.ends_with(b"\n") => line,
            Ok(_) => break,
            // An endless line is damage.
            Err(why) if why.kind() == io::ErrorKind::InvalidData => break,
            Err(why) => return Err(why),
        };
        let (length, is_head) = (line.len(), line == head.as_bytes());
        if content.end == 0 && !is_head {
            break;
        }
        let place = (lines.at, length);
        if let Some(said) = checked(lines.last()) {
            content.note(said, place, &is_item);
        }
        content.end = lines.at + length as u64;
    }
    Ok(content)
}
