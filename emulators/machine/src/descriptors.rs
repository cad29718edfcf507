//! Open files: small numbers for streams and for the host's files, which live in memory only.

use crate::{Files, Full, Host, Limit, Sought, Took as Input};

/// How a file is opened, whatever bits a system has for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// It can be read.
    pub read: bool,
    /// It can be written.
    pub write: bool,
    /// Make the file when there is none.
    pub create: bool,
    /// With `create`: refuse a file that is there already.
    pub exclusive: bool,
    /// Empty it first.
    pub truncate: bool,
    /// Every write goes to the end.
    pub append: bool,
}

/// Why a file was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// There is no file of this name.
    Missing,
    /// There is one, and there must not be.
    Exists,
    /// All descriptors are in use.
    TooMany,
    /// The program may hold no more files.
    Full,
    /// The file may still be given; nothing was changed.
    Wait,
}

/// What a read gave.
#[derive(Debug, PartialEq, Eq)]
pub enum Took {
    /// Bytes; none at the end.
    Bytes(Vec<u8>),
    /// Input that may still come.
    Wait,
    /// Not open, or not for reading.
    Refused,
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wrote {
    /// All of it.
    All,
    /// What could be, up to a limit.
    Full(Limit),
}

/// What a descriptor stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Standard input.
    Input,
    /// Standard output or standard error.
    Output,
    /// A file.
    File,
}

/// An open file and the place in it.
#[derive(Debug, Clone)]
struct Open {
    name: Vec<u8>,
    position: usize,
    flags: Flags,
}

#[derive(Debug, Clone)]
enum Slot {
    Input,
    Output,
    Errors,
    File(Open),
    /// In use, but with nothing behind it: what MARS makes of a file it could not open.
    Dead(Vec<u8>),
}

/// Descriptors a program can have at a time.
const MOST_DESCRIPTORS: usize = 1024;

/// The table of descriptors; 0, 1 and 2 are the three streams.
#[derive(Debug, Clone)]
pub struct Descriptors {
    slots: Vec<Option<Slot>>,
}

impl Default for Descriptors {
    fn default() -> Self {
        let streams = [Slot::Input, Slot::Output, Slot::Errors];
        Descriptors { slots: streams.into_iter().map(Some).collect() }
    }
}

impl Descriptors {
    /// Opens a file as a Unix does; the lowest free descriptor.
    ///
    /// # Errors
    /// Why it was not opened.
    pub fn open(&mut self, files: &mut Files, name: &[u8], flags: Flags) -> Result<usize, Refusal> {
        let name = plain_name(name);
        // What is emptied or made anew in any case need not be looked for.
        let is_made = flags.create && flags.truncate && !flags.exclusive;
        let is_there = match if is_made { Sought::Missing } else { files.seek(name) } {
            Sought::Wait => return Err(Refusal::Wait),
            sought => sought == Sought::There,
        };
        if is_there && flags.create && flags.exclusive {
            return Err(Refusal::Exists);
        }
        if !is_there && (!flags.create || name.is_empty()) {
            return Err(Refusal::Missing);
        }
        let open = Open { name: name.to_vec(), position: 0, flags };
        let descriptor = self.put(Slot::File(open)).ok_or(Refusal::TooMany)?;
        if (!is_there || flags.truncate) && files.put(name, Vec::new()) == Err(Full) {
            self.close(descriptor);
            return Err(Refusal::Full);
        }
        Ok(descriptor)
    }

    /// Puts in the lowest free descriptor something that can neither be read nor written.
    pub fn put_dead(&mut self, name: &[u8]) {
        let _ = self.put(Slot::Dead(plain_name(name).to_vec()));
    }

    fn put(&mut self, slot: Slot) -> Option<usize> {
        let free = self.slots.iter().position(Option::is_none).unwrap_or(self.slots.len());
        if free >= MOST_DESCRIPTORS {
            return None;
        }
        if free == self.slots.len() {
            self.slots.push(None);
        }
        self.slots[free] = Some(slot);
        Some(free)
    }

    /// Descriptors in use.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Whether a descriptor stands for a file of this name.
    #[must_use]
    pub fn has_name(&self, name: &[u8]) -> bool {
        self.slots.iter().flatten().any(|slot| match slot {
            Slot::File(Open { name: other, .. }) | Slot::Dead(other) => other == plain_name(name),
            _ => false,
        })
    }

    /// Whether there is nothing behind a descriptor that is in use.
    #[must_use]
    pub fn is_dead(&self, descriptor: usize) -> bool {
        matches!(self.slots.get(descriptor), Some(Some(Slot::Dead(_))))
    }

    /// Whether a descriptor is standard input.
    #[must_use]
    pub fn is_input(&self, descriptor: usize) -> bool {
        matches!(self.slots.get(descriptor), Some(Some(Slot::Input)))
    }

    /// Frees a descriptor; false when it was free.
    pub fn close(&mut self, descriptor: usize) -> bool {
        self.slots.get_mut(descriptor).is_some_and(|slot| slot.take().is_some())
    }

    /// Takes at most `count` bytes, whatever is there.
    pub fn read(&mut self, host: &mut Host, descriptor: usize, count: usize) -> Took {
        match self.slots.get_mut(descriptor) {
            Some(Some(Slot::Input)) if count == 0 => Took::Bytes(Vec::new()),
            Some(Some(Slot::Input)) => match host.input.some(count) {
                Input::Bytes(bytes) => Took::Bytes(bytes),
                Input::End => Took::Bytes(Vec::new()),
                Input::Wait => Took::Wait,
            },
            Some(Some(Slot::File(open))) if open.flags.read => {
                let content = host.files.get(&open.name).unwrap_or_default();
                let rest = content.get(open.position..).unwrap_or_default();
                let bytes = rest[..rest.len().min(count)].to_vec();
                open.position += bytes.len();
                Took::Bytes(bytes)
            }
            _ => Took::Refused,
        }
    }

    /// Takes up to and including the next newline, at most `limit` bytes; the end when not open.
    pub fn line(&mut self, host: &mut Host, descriptor: usize, limit: usize) -> Input {
        if self.is_input(descriptor) {
            return host.input.line(limit);
        }
        let Some(Some(Slot::File(open))) = self.slots.get_mut(descriptor) else {
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

    /// What a descriptor stands for; `None` when it is free.
    #[must_use]
    pub fn kind(&self, descriptor: usize) -> Option<Kind> {
        Some(match self.slots.get(descriptor)?.as_ref()? {
            Slot::Input => Kind::Input,
            Slot::Output | Slot::Errors => Kind::Output,
            Slot::File(_) | Slot::Dead(_) => Kind::File,
        })
    }

    /// Bytes of an open file.
    #[must_use]
    pub fn size(&self, files: &Files, descriptor: usize) -> Option<usize> {
        self.file(descriptor).map(|open| files.get(&open.name).map_or(0, <[u8]>::len))
    }

    /// The place in an open file where it is read and written next.
    #[must_use]
    pub fn position(&self, descriptor: usize) -> Option<usize> {
        self.file(descriptor).map(|open| open.position)
    }

    /// Goes to a place in an open file, which may lie behind its end; false when it is none.
    pub fn seek(&mut self, descriptor: usize, position: usize) -> bool {
        let Some(Some(Slot::File(open))) = self.slots.get_mut(descriptor) else { return false };
        open.position = position;
        true
    }

    fn file(&self, descriptor: usize) -> Option<&Open> {
        match self.slots.get(descriptor)?.as_ref()? {
            Slot::File(open) => Some(open),
            _ => None,
        }
    }

    /// Whether a descriptor can be read from.
    #[must_use]
    pub fn can_read(&self, descriptor: usize) -> bool {
        match self.slots.get(descriptor) {
            Some(Some(Slot::Input)) => true,
            Some(Some(Slot::File(open))) => open.flags.read,
            _ => false,
        }
    }

    /// Whether a descriptor can be written to.
    #[must_use]
    pub fn can_write(&self, descriptor: usize) -> bool {
        match self.slots.get(descriptor) {
            Some(Some(Slot::Output | Slot::Errors)) => true,
            Some(Some(Slot::File(open))) => open.flags.write,
            _ => false,
        }
    }

    /// Writes bytes to a descriptor that can be written to, as many as there is room for.
    pub fn write(&mut self, host: &mut Host, descriptor: usize, bytes: &[u8]) -> Wrote {
        match self.slots.get_mut(descriptor) {
            Some(Some(Slot::Output)) => wrote(host.output.write(bytes), Limit::Output),
            Some(Some(Slot::Errors)) => wrote(host.errors.write(bytes), Limit::Output),
            Some(Some(Slot::File(open))) => {
                let end = host.files.get(&open.name).map_or(0, <[u8]>::len);
                if open.flags.append {
                    open.position = end;
                }
                // A place behind the end costs the zeros before it; nothing written makes none.
                let is_done =
                    bytes.is_empty() || host.files.write(&open.name, open.position, bytes).is_ok();
                if is_done {
                    host.work.charge(open.position.saturating_sub(end) as u64);
                    open.position += bytes.len();
                }
                wrote(is_done, Limit::Files)
            }
            _ => Wrote::Full(Limit::Output),
        }
    }
}

fn wrote(all: bool, limit: Limit) -> Wrote {
    if all { Wrote::All } else { Wrote::Full(limit) }
}

/// A file's name without `./`: the host's files all lie in one folder.
fn plain_name(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}
