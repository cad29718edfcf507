//! A shard's journal: a line a result, on the disk before anything is said of it.
//!
//! Of an item that takes long there are lines of steps before, for whoever goes on with it.
//! Each line begins with a checksum of the rest. Whoever is killed leaves at most a torn last line,
//! which is cut off; a line that is damaged otherwise is passed over, and its item done again.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::de::IgnoredAny;

use crate::digest;
use crate::lines::{Lines, shown};
use crate::record::{Record, StepRecord, sync_folder};
use crate::{failed, opened};

/// Digits of a line's checksum.
const SUM_DIGITS: usize = 16;

/// Where a line begins, and its bytes.
type Place = (u64, usize);

/// The results of a shard so far.
#[derive(Debug)]
pub(crate) struct Journal {
    file: File,
    path: PathBuf,
    /// Where each item's line begins, and its bytes.
    known: BTreeMap<u64, Place>,
    /// The lines of steps of those items that are not known.
    steps: BTreeMap<u64, Vec<Place>>,
    /// Where the next line goes.
    end: u64,
    /// Whether a line could not be written, and may be there in part.
    is_broken: bool,
}

impl Journal {
    /// Opens the journal of what `head` tells, and begins a new one where there is none of it;
    /// `is_item` says which items belong to it.
    pub(crate) fn open(
        path: &Path,
        head: &str,
        is_item: impl Fn(u64, &str) -> bool,
    ) -> Result<Journal, String> {
        let unusable = |why: io::Error| failed("write", path, &why);
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(unusable)?;
        let head = summed(head);
        let there = read(path, &head, is_item).map_err(|why| failed("read", path, &why))?;
        let There { known, steps, end } = there;
        let path_of = path.to_owned();
        let mut journal = Journal { file, path: path_of, known, steps, end, is_broken: false };
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

    /// Keeps an item's line; when this comes back, it is on the disk.
    pub(crate) fn keep(&mut self, item: u64, line: &str) -> Result<(), String> {
        let line = summed(line);
        let place = (self.end, line.len());
        self.append(&line)?;
        self.known.entry(item).or_insert(place);
        self.steps.remove(&item);
        Ok(())
    }

    /// Keeps a step of an item in the same way.
    pub(crate) fn step(&mut self, item: u64, line: &str) -> Result<(), String> {
        let line = summed(line);
        let place = (self.end, line.len());
        self.append(&line)?;
        self.steps.entry(item).or_default().push(place);
        Ok(())
    }

    /// The lines of an item's steps, without their checksums.
    pub(crate) fn steps(&mut self, item: u64) -> Result<Vec<String>, String> {
        let places = self.steps.get(&item).cloned().unwrap_or_default();
        places.into_iter().map(|place| self.line_at(place)).collect()
    }

    fn append(&mut self, line: &str) -> Result<(), String> {
        if self.is_broken {
            return Err(format!("{} could not be written before", shown(&self.path)));
        }
        let end = self.file.seek(SeekFrom::Start(self.end));
        let written = end.and_then(|_| self.file.write_all(line.as_bytes()));
        if let Err(why) = written.and_then(|()| self.file.sync_data()) {
            self.is_broken = true;
            return Err(failed("write", &self.path, &why));
        }
        self.end += line.len() as u64;
        Ok(())
    }

    /// An item's line, without its checksum.
    pub(crate) fn line(&mut self, item: u64) -> Result<String, String> {
        let place = self.known.get(&item).copied();
        self.line_at(place.ok_or_else(|| self.lost())?)
    }

    fn lost(&self) -> String {
        format!("{} was changed while it was used: start again", shown(&self.path))
    }

    fn line_at(&mut self, (at, length): Place) -> Result<String, String> {
        let mut line = vec![0; length];
        let found = self.file.seek(SeekFrom::Start(at));
        let found = found.and_then(|_| self.file.read_exact(&mut line));
        found.map_err(|why| failed("read", &self.path, &why))?;
        let text = checked(&line).and_then(|line| std::str::from_utf8(line).ok());
        text.map(str::to_owned).ok_or_else(|| self.lost())
    }
}

/// A line with its checksum before it.
fn summed(line: &str) -> String {
    format!("{} {line}", &digest::of(line.as_bytes())[..SUM_DIGITS])
}

/// What stands behind a line's checksum, if that is right and the line whole.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let (sum, rest) = line.split_at_checked(SUM_DIGITS)?;
    let rest = rest.strip_prefix(b" ").filter(|rest| rest.ends_with(b"\n"))?;
    (sum == &digest::of(rest).as_bytes()[..SUM_DIGITS]).then_some(rest)
}

/// What a journal has.
#[derive(Default)]
struct There {
    known: BTreeMap<u64, Place>,
    steps: BTreeMap<u64, Vec<Place>>,
    /// Where its last whole line ends: at 0 where it is no such journal.
    end: u64,
}

impl There {
    /// Notes what a line says of an item; one that says nothing is passed over.
    fn note(&mut self, line: &[u8], place: Place, is_item: impl Fn(u64, &str) -> bool) {
        if let Ok(Record::<IgnoredAny> { item, key, .. }) = serde_json::from_slice(line) {
            if is_item(item, &key) {
                self.known.entry(item).or_insert(place);
                self.steps.remove(&item);
            }
        } else if let Ok(StepRecord::<IgnoredAny> { item, key, .. }) = serde_json::from_slice(line)
            && is_item(item, &key)
            && !self.known.contains_key(&item)
        {
            self.steps.entry(item).or_default().push(place);
        }
    }
}

fn read(path: &Path, head: &str, is_item: impl Fn(u64, &str) -> bool) -> io::Result<There> {
    let mut lines = Lines::of(opened(path)?);
    let mut there = There::default();
    loop {
        let line = match lines.next() {
            Ok(Some(line)) if line.ends_with(b"\n") => line,
            Ok(_) => break,
            // A line without an end that comes to nothing.
            Err(why) if why.kind() == io::ErrorKind::InvalidData => break,
            Err(why) => return Err(why),
        };
        let (length, is_head) = (line.len(), line == head.as_bytes());
        if there.end == 0 && !is_head {
            break;
        }
        let place = (lines.at, length);
        if let Some(said) = checked(lines.last()) {
            there.note(said, place, &is_item);
        }
        there.end = lines.at + length as u64;
    }
    Ok(there)
}
