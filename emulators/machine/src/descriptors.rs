//! File descriptors for the standard streams and for the host's files, which are in memory only.

use crate::{FileLookup, Files, FilesFull, Host, InputRead as Input, Limit};

/// Flags for opening a file, independent of a system's bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Open for reading.
    pub read: bool,
    /// Open for writing.
    pub write: bool,
    /// Create the file if it does not exist.
    pub create: bool,
    /// With `create`: fail if the file exists.
    pub exclusive: bool,
    /// Truncate it first.
    pub truncate: bool,
    /// Every write goes to the end.
    pub append: bool,
}

/// Reason why a file was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The file does not exist.
    Missing,
    /// The file exists, but must not.
    Exists,
    /// All descriptors are in use.
    TooMany,
    /// The program's files exceed their limit.
    Full,
    /// The file may still be provided; nothing was changed.
    Wait,
}

/// Result of a read.
#[derive(Debug, PartialEq, Eq)]
pub enum ReadResult {
    /// Bytes; none at the end.
    Bytes(Vec<u8>),
    /// Input that may still come.
    Wait,
    /// The descriptor is not open for reading.
    Refused,
}

/// Result of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WriteResult {
    /// All of it.
    All,
    /// Part of it, up to a limit.
    Full(Limit),
}

/// Kind of a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DescriptorKind {
    /// Standard input.
    Input,
    /// Standard output or standard error.
    Output,
    /// A file.
    File,
}

/// An open file and the position in it.
#[derive(Debug, Clone)]
struct OpenFile {
    name: Vec<u8>,
    position: usize,
    flags: Flags,
}

#[derive(Debug, Clone)]
enum Slot {
    Input,
    Output,
    Errors,
    File(OpenFile),
    /// In use but unusable: what MARS leaves for a file that it could not open.
    Dead(Vec<u8>),
}

/// Maximum number of open descriptors.
const MOST_DESCRIPTORS: usize = 1024;

/// The descriptor table; 0, 1 and 2 are the standard streams.
///
/// Descriptors that were duplicated refer to the same open file, and share the position in it.
#[derive(Debug, Clone)]
pub struct Descriptors {
    /// Index into `opened` of each descriptor in use.
    table: Vec<Option<usize>>,
    /// Open files; `None` once the last descriptor of one is closed.
    opened: Vec<Option<Slot>>,
}

impl Default for Descriptors {
    fn default() -> Self {
        let streams = [Slot::Input, Slot::Output, Slot::Errors];
        let table = (0..streams.len()).map(Some).collect();
        Descriptors { table, opened: streams.into_iter().map(Some).collect() }
    }
}

impl Descriptors {
    /// Opens a file as Unix does; returns the lowest free descriptor.
    ///
    /// # Errors
    /// The reason why it was not opened.
    pub fn open(&mut self, files: &mut Files, name: &[u8], flags: Flags) -> Result<usize, Refusal> {
        let name = plain_name(name);
        // A file that is created or truncated in any case need not exist.
        let is_made = flags.create && flags.truncate && !flags.exclusive;
        let is_there = match if is_made { FileLookup::Missing } else { files.seek(name) } {
            FileLookup::Wait => return Err(Refusal::Wait),
            sought => sought == FileLookup::There,
        };
        if is_there && flags.create && flags.exclusive {
            return Err(Refusal::Exists);
        }
        if !is_there && (!flags.create || name.is_empty()) {
            return Err(Refusal::Missing);
        }
        let open = OpenFile { name: name.to_vec(), position: 0, flags };
        let descriptor = self.put(Slot::File(open)).ok_or(Refusal::TooMany)?;
        if (!is_there || flags.truncate) && files.put(name, Vec::new()) == Err(FilesFull) {
            self.close(descriptor);
            return Err(Refusal::Full);
        }
        Ok(descriptor)
    }

    /// Occupies the lowest free descriptor with an unusable file.
    pub fn put_dead(&mut self, name: &[u8]) {
        let _ = self.put(Slot::Dead(plain_name(name).to_vec()));
    }

    fn put(&mut self, slot: Slot) -> Option<usize> {
        let descriptor = self.free(0)?;
        let place = self.opened.iter().position(Option::is_none).unwrap_or(self.opened.len());
        if place == self.opened.len() {
            self.opened.push(None);
        }
        self.opened[place] = Some(slot);
        self.refer(descriptor, place);
        Some(descriptor)
    }

    /// Lowest free descriptor from `least` on.
    fn free(&self, least: usize) -> Option<usize> {
        let is_free = |descriptor: &usize| self.table.get(*descriptor).is_none_or(Option::is_none);
        (least..MOST_DESCRIPTORS).find(is_free)
    }

    /// Makes a descriptor refer to an open file.
    fn refer(&mut self, descriptor: usize, place: usize) {
        if descriptor >= self.table.len() {
            self.table.resize(descriptor + 1, None);
        }
        self.table[descriptor] = Some(place);
    }

    /// Makes the lowest free descriptor from `least` on refer to the open file of another one;
    /// `None` if all are in use. The other one must be open.
    pub fn duplicate(&mut self, descriptor: usize, least: usize) -> Option<usize> {
        let place = self.place(descriptor)?;
        let free = self.free(least)?;
        self.refer(free, place);
        Some(free)
    }

    /// Makes the descriptor `to` refer to the open file of another one, and closes what it referred
    /// to before; false if the other one is not open or there is no descriptor `to`.
    pub fn duplicate_to(&mut self, descriptor: usize, to: usize) -> bool {
        let Some(place) = self.place(descriptor).filter(|_| to < MOST_DESCRIPTORS) else {
            return false;
        };
        if descriptor != to {
            self.close(to);
            self.refer(to, place);
        }
        true
    }

    /// Whether a number can be that of a descriptor.
    #[must_use]
    pub fn is_number(descriptor: usize) -> bool {
        descriptor < MOST_DESCRIPTORS
    }

    /// Index of the open file of a descriptor.
    fn place(&self, descriptor: usize) -> Option<usize> {
        *self.table.get(descriptor)?
    }

    fn slot(&self, descriptor: usize) -> Option<&Slot> {
        self.opened.get(self.place(descriptor)?)?.as_ref()
    }

    fn slot_mut(&mut self, descriptor: usize) -> Option<&mut Slot> {
        let place = self.place(descriptor)?;
        self.opened.get_mut(place)?.as_mut()
    }

    /// Number of descriptors in use.
    #[must_use]
    pub fn count(&self) -> usize {
        self.table.iter().flatten().count()
    }

    /// Names of the open files.
    #[must_use]
    pub fn names(&self) -> Vec<Vec<u8>> {
        let files = self.opened.iter().flatten().filter_map(|slot| match slot {
            Slot::File(OpenFile { name, .. }) => Some(name.clone()),
            _ => None,
        });
        files.collect()
    }

    /// Whether a descriptor refers to a file with this name.
    #[must_use]
    pub fn has_name(&self, name: &[u8]) -> bool {
        self.opened.iter().flatten().any(|slot| match slot {
            Slot::File(OpenFile { name: other, .. }) | Slot::Dead(other) => {
                other == plain_name(name)
            }
            _ => false,
        })
    }

    /// Whether a descriptor is in use but unusable.
    #[must_use]
    pub fn is_dead(&self, descriptor: usize) -> bool {
        matches!(self.slot(descriptor), Some(Slot::Dead(_)))
    }

    /// Whether a descriptor is standard input.
    #[must_use]
    pub fn is_input(&self, descriptor: usize) -> bool {
        matches!(self.slot(descriptor), Some(Slot::Input))
    }

    /// Closes a descriptor; false if it was not open.
    pub fn close(&mut self, descriptor: usize) -> bool {
        let Some(place) = self.table.get_mut(descriptor).and_then(Option::take) else {
            return false;
        };
        if !self.table.contains(&Some(place)) {
            self.opened[place] = None;
        }
        true
    }

    /// Reads at most `count` available bytes.
    pub fn read(&mut self, host: &mut Host, descriptor: usize, count: usize) -> ReadResult {
        match self.slot_mut(descriptor) {
            Some(Slot::Input) if count == 0 => ReadResult::Bytes(Vec::new()),
            Some(Slot::Input) => match host.input.some(count) {
                Input::Bytes(bytes) => ReadResult::Bytes(bytes),
                Input::End => ReadResult::Bytes(Vec::new()),
                Input::Wait => ReadResult::Wait,
            },
            Some(Slot::File(open)) if open.flags.read => {
                let content = host.files.get(&open.name).unwrap_or_default();
                let rest = content.get(open.position..).unwrap_or_default();
                let bytes = rest[..rest.len().min(count)].to_vec();
                open.position += bytes.len();
                ReadResult::Bytes(bytes)
            }
            _ => ReadResult::Refused,
        }
    }

    /// Reads up to and including the next newline, at most `limit` bytes; the end if not open.
    pub fn line(&mut self, host: &mut Host, descriptor: usize, limit: usize) -> Input {
        if self.is_input(descriptor) {
            return host.input.line(limit);
        }
        let Some(Slot::File(open)) = self.slot_mut(descriptor) else {
            return Input::End;
        };
        let content = host.files.get(&open.name).filter(|_| open.flags.read);
        let rest = content.and_then(|content| content.get(open.position..)).unwrap_or_default();
        let rest = &rest[..rest.len().min(limit)];
        let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        let line = rest[..end].to_vec();
        open.position += line.len();
        if line.is_empty() { Input::End } else { Input::Bytes(line) }
    }

    /// Kind of a descriptor; `None` if it is free.
    #[must_use]
    pub fn kind(&self, descriptor: usize) -> Option<DescriptorKind> {
        Some(match self.slot(descriptor)? {
            Slot::Input => DescriptorKind::Input,
            Slot::Output | Slot::Errors => DescriptorKind::Output,
            Slot::File(_) | Slot::Dead(_) => DescriptorKind::File,
        })
    }

    /// Size of an open file in bytes.
    #[must_use]
    pub fn size(&self, files: &Files, descriptor: usize) -> Option<usize> {
        self.file(descriptor).map(|open| files.get(&open.name).map_or(0, <[u8]>::len))
    }

    /// Name of an open file.
    #[must_use]
    pub fn name(&self, descriptor: usize) -> Option<&[u8]> {
        self.file(descriptor).map(|open| open.name.as_slice())
    }

    /// Position in an open file.
    #[must_use]
    pub fn position(&self, descriptor: usize) -> Option<usize> {
        self.file(descriptor).map(|open| open.position)
    }

    /// Sets the position in an open file, even past its end; false if it is not an open file.
    pub fn seek(&mut self, descriptor: usize, position: usize) -> bool {
        let Some(Slot::File(open)) = self.slot_mut(descriptor) else { return false };
        open.position = position;
        true
    }

    fn file(&self, descriptor: usize) -> Option<&OpenFile> {
        match self.slot(descriptor)? {
            Slot::File(open) => Some(open),
            _ => None,
        }
    }

    /// Whether a descriptor is readable.
    #[must_use]
    pub fn can_read(&self, descriptor: usize) -> bool {
        match self.slot(descriptor) {
            Some(Slot::Input) => true,
            Some(Slot::File(open)) => open.flags.read,
            _ => false,
        }
    }

    /// Whether a descriptor is writable.
    #[must_use]
    pub fn can_write(&self, descriptor: usize) -> bool {
        match self.slot(descriptor) {
            Some(Slot::Output | Slot::Errors) => true,
            Some(Slot::File(open)) => open.flags.write,
            _ => false,
        }
    }

    /// Writes bytes to a writable descriptor, up to a limit.
    pub fn write(&mut self, host: &mut Host, descriptor: usize, bytes: &[u8]) -> WriteResult {
        match self.slot_mut(descriptor) {
            Some(Slot::Output) => wrote(host.output.write(bytes), Limit::Output),
            Some(Slot::Errors) => wrote(host.errors.write(bytes), Limit::Output),
            Some(Slot::File(open)) => {
                let end = host.files.get(&open.name).map_or(0, <[u8]>::len);
                if open.flags.append {
                    open.position = end;
                }
                // A position past the end is charged for the zeros before it; an empty write adds
                // none.
                let is_done =
                    bytes.is_empty() || host.files.write(&open.name, open.position, bytes).is_ok();
                if is_done {
                    host.work.charge(open.position.saturating_sub(end) as u64);
                    open.position += bytes.len();
                }
                wrote(is_done, Limit::Files)
            }
            _ => WriteResult::Full(Limit::Output),
        }
    }
}

fn wrote(all: bool, limit: Limit) -> WriteResult {
    if all { WriteResult::All } else { WriteResult::Full(limit) }
}

/// Removes `./` from a file name: all of the host's files are in one folder.
pub(crate) fn plain_name(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}
