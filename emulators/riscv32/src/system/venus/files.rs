//! Venus's files: held in memory from opening on, and written back when flushed or closed.

use std::collections::BTreeMap;

use machine::Output;

/// How a file is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mode {
    read: bool,
    write: bool,
    /// There must be such a file already.
    existing: bool,
    truncate: bool,
}

impl Mode {
    /// The mode a program gives the number of: `r w a r+ w+ a+`, from 0.
    pub(super) fn of(number: u32) -> Option<Mode> {
        let truncate = matches!(number, 1 | 4);
        (number <= 5).then_some(Mode {
            read: matches!(number, 0 | 3..=5),
            write: number != 0,
            existing: matches!(number, 0 | 3),
            truncate,
        })
    }
}

/// An open file. Reads go on from a place of their own, writes are always put at the end.
#[derive(Debug, Clone)]
struct File {
    name: Vec<u8>,
    mode: Mode,
    content: Vec<u8>,
    read: usize,
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrote {
    All,
    /// Not open, or not for writing.
    Refused,
    /// All that a program may write to files is written.
    Full,
}

/// The open files by number; a number is never used again.
#[derive(Debug, Clone)]
pub(super) struct Files {
    open: BTreeMap<u32, File>,
    next: u32,
    /// Bytes the program may still write.
    room: u64,
}

/// The number of the first file.
const FIRST: u32 = 3;

impl Default for Files {
    fn default() -> Self {
        Files { open: BTreeMap::new(), next: FIRST, room: Output::DEFAULT_CAP_BYTES }
    }
}

impl Files {
    pub(super) fn open(&mut self, host: &machine::Files, name: Vec<u8>, mode: Mode) -> Option<u32> {
        let there = host.get(&name);
        if name.is_empty() || mode.existing && there.is_none() {
            return None;
        }
        let content = there.filter(|_| !mode.truncate).cloned().unwrap_or_default();
        self.room = self.room.checked_sub(content.len() as u64)?;
        let number = self.next;
        self.next += 1;
        self.open.insert(number, File { name, mode, content, read: 0 });
        Some(number)
    }

    pub(super) fn is_open(&self, number: u32) -> bool {
        self.open.contains_key(&number)
    }

    /// At most `count` bytes; `None` when not open, or not for reading.
    pub(super) fn read(&mut self, number: u32, count: usize) -> Option<Vec<u8>> {
        let file = self.open.get_mut(&number).filter(|file| file.mode.read)?;
        let rest = &file.content[file.read..];
        let bytes = rest[..rest.len().min(count)].to_vec();
        file.read += bytes.len();
        Some(bytes)
    }

    pub(super) fn write(&mut self, number: u32, bytes: &[u8]) -> Wrote {
        let Some(file) = self.open.get_mut(&number).filter(|file| file.mode.write) else {
            return Wrote::Refused;
        };
        let Some(room) = self.room.checked_sub(bytes.len() as u64) else { return Wrote::Full };
        self.room = room;
        file.content.extend_from_slice(bytes);
        Wrote::All
    }

    /// Writes a file back; false when it is not open.
    pub(super) fn flush(&mut self, number: u32, host: &mut machine::Files) -> bool {
        let Some(file) = self.open.get(&number) else { return false };
        if file.mode.write {
            host.insert(file.name.clone(), file.content.clone());
        }
        true
    }

    pub(super) fn close(&mut self, number: u32, host: &mut machine::Files) -> bool {
        self.flush(number, host) && self.open.remove(&number).is_some()
    }
}
