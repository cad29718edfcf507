//! Open files: small numbers for streams and for the host's files, which live in memory only.

use machine::{Files, Host, Output};

/// How a file is opened, whatever bits a system has for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Flags {
    pub(super) read: bool,
    pub(super) write: bool,
    /// Make the file when there is none.
    pub(super) create: bool,
    /// With `create`: refuse a file that is there already.
    pub(super) exclusive: bool,
    pub(super) truncate: bool,
    /// Every write goes to the end.
    pub(super) append: bool,
}

/// Why a file was not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// There is no file of this name.
    Missing,
    /// There is one, and there must not be.
    Exists,
    /// All descriptors are in use.
    TooMany,
}

/// What a read gave.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Took {
    /// Bytes; none at the end.
    Bytes(Vec<u8>),
    /// Input that may still come.
    Wait,
    /// Not open, or not for reading.
    Refused,
}

/// What became of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrote {
    All,
    /// The output, or all that a program may write to files, is full.
    Full,
}

/// An open file and the place in it.
#[derive(Debug)]
struct Open {
    name: Vec<u8>,
    position: usize,
    flags: Flags,
}

#[derive(Debug)]
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
#[derive(Debug)]
pub(super) struct Descriptors {
    slots: Vec<Option<Slot>>,
    /// Bytes the program may still write to files.
    room: u64,
}

impl Default for Descriptors {
    fn default() -> Self {
        let streams = [Slot::Input, Slot::Output, Slot::Errors];
        Descriptors {
            slots: streams.into_iter().map(Some).collect(),
            room: Output::DEFAULT_CAP_BYTES,
        }
    }
}

impl Descriptors {
    /// Opens a file as a Unix does; the lowest free descriptor.
    ///
    /// # Errors
    /// Why it was not opened.
    pub(super) fn open(
        &mut self,
        files: &mut Files,
        name: &[u8],
        flags: Flags,
    ) -> Result<usize, Refusal> {
        let name = plain_name(name);
        match files.contains_key(name) {
            true if flags.create && flags.exclusive => return Err(Refusal::Exists),
            false if !flags.create || name.is_empty() => return Err(Refusal::Missing),
            _ => {}
        }
        let open = Open { name: name.to_vec(), position: 0, flags };
        let descriptor = self.put(Slot::File(open)).ok_or(Refusal::TooMany)?;
        let content = files.entry(name.to_vec()).or_default();
        if flags.truncate {
            content.clear();
        }
        Ok(descriptor)
    }

    /// Puts in the lowest free descriptor something that can neither be read nor written.
    pub(super) fn put_dead(&mut self, name: &[u8]) {
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
    pub(super) fn count(&self) -> usize {
        self.slots.iter().flatten().count()
    }

    /// Whether a descriptor stands for a file of this name.
    pub(super) fn has_name(&self, name: &[u8]) -> bool {
        self.slots.iter().flatten().any(|slot| match slot {
            Slot::File(Open { name: other, .. }) | Slot::Dead(other) => other == plain_name(name),
            _ => false,
        })
    }

    /// Whether there is nothing behind a descriptor that is in use.
    pub(super) fn is_dead(&self, descriptor: usize) -> bool {
        matches!(self.slots.get(descriptor), Some(Some(Slot::Dead(_))))
    }

    /// Whether a descriptor is standard input.
    pub(super) fn is_input(&self, descriptor: usize) -> bool {
        matches!(self.slots.get(descriptor), Some(Some(Slot::Input)))
    }

    /// Frees a descriptor; false when it was free.
    pub(super) fn close(&mut self, descriptor: usize) -> bool {
        self.slots.get_mut(descriptor).is_some_and(|slot| slot.take().is_some())
    }

    /// Takes at most `count` bytes, whatever is there.
    pub(super) fn read(&mut self, host: &mut Host, descriptor: usize, count: usize) -> Took {
        match self.slots.get_mut(descriptor) {
            Some(Some(Slot::Input)) if count == 0 => Took::Bytes(Vec::new()),
            Some(Some(Slot::Input)) => match host.input.some(count) {
                machine::Took::Bytes(bytes) => Took::Bytes(bytes),
                machine::Took::End => Took::Bytes(Vec::new()),
                machine::Took::Wait => Took::Wait,
            },
            Some(Some(Slot::File(open))) if open.flags.read => {
                let content = host.files.get(&open.name).map_or(&[][..], Vec::as_slice);
                let rest = content.get(open.position..).unwrap_or_default();
                let bytes = rest[..rest.len().min(count)].to_vec();
                open.position += bytes.len();
                Took::Bytes(bytes)
            }
            _ => Took::Refused,
        }
    }

    /// Takes up to and including the next newline, at most `limit` bytes; the end when not open.
    pub(super) fn line(
        &mut self,
        host: &mut Host,
        descriptor: usize,
        limit: usize,
    ) -> machine::Took {
        if self.is_input(descriptor) {
            return host.input.line(limit);
        }
        let Some(Some(Slot::File(open))) = self.slots.get_mut(descriptor) else {
            return machine::Took::End;
        };
        let content = host.files.get(&open.name).filter(|_| open.flags.read);
        let rest = content.and_then(|content| content.get(open.position..)).unwrap_or_default();
        let end = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
        let line = rest[..end.min(limit)].to_vec();
        open.position += line.len();
        if line.is_empty() { machine::Took::End } else { machine::Took::Bytes(line) }
    }

    /// Whether a descriptor can be written to.
    pub(super) fn can_write(&self, descriptor: usize) -> bool {
        match self.slots.get(descriptor) {
            Some(Some(Slot::Output | Slot::Errors)) => true,
            Some(Some(Slot::File(open))) => open.flags.write,
            _ => false,
        }
    }

    /// Writes bytes to a descriptor that can be written to, as many as there is room for.
    pub(super) fn write(&mut self, host: &mut Host, descriptor: usize, bytes: &[u8]) -> Wrote {
        let whole = match self.slots.get_mut(descriptor) {
            Some(Some(Slot::Output)) => host.output.write(bytes),
            Some(Some(Slot::Errors)) => host.errors.write(bytes),
            Some(Some(Slot::File(open))) if bytes.len() as u64 <= self.room => {
                self.room -= bytes.len() as u64;
                write_file(host.files.entry(open.name.clone()).or_default(), open, bytes);
                true
            }
            _ => false,
        };
        if whole { Wrote::All } else { Wrote::Full }
    }
}

fn write_file(content: &mut Vec<u8>, open: &mut Open, bytes: &[u8]) {
    if open.flags.append {
        open.position = content.len();
    }
    let end = open.position + bytes.len();
    if content.len() < end {
        content.resize(end, 0);
    }
    content[open.position..end].copy_from_slice(bytes);
    open.position = end;
}

/// A file's name without `./`: the host's files all lie in one folder.
fn plain_name(mut name: &[u8]) -> &[u8] {
    while let Some(rest) = name.strip_prefix(b"./") {
        name = rest;
    }
    name
}
