//! Files of a host: names and contents in memory, with a limit on what a program adds.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Bound, Index};
use std::sync::Arc;

/// Files by name; names and contents are bytes.
///
/// Names, contents and a fixed cost per file are charged. A program may use
/// [`ROOM_BYTES`](Self::ROOM_BYTES) beyond the files it was given. Copies share the contents.
///
/// ```
/// let mut files = machine::Files::default();
/// files.give(b"in.txt", b"12\n");
/// assert!(files.write(b"out.txt", 2, b"ok").is_ok());
/// assert_eq!(files.get(b"out.txt"), Some(&b"\0\0ok"[..]));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files {
    contents: BTreeMap<Vec<u8>, Arc<Vec<u8>>>,
    /// Cost of everything kept.
    held_bytes: u64,
    /// Cost of the files given.
    given_bytes: u64,
    /// Files that can still be provided, if the host provides files on demand.
    on_demand: Option<OnDemand>,
}

/// State of files that the host provides when the program opens them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct OnDemand {
    wanted: Option<Vec<u8>>,
    /// Names that do not exist unless the program creates them itself.
    refused: BTreeSet<Vec<u8>>,
}

/// Result of looking up a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileLookup {
    /// It exists.
    There,
    /// It does not exist.
    Missing,
    /// It may still be provided; the program retries.
    Wait,
}

/// The limit for a program's files is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FilesFull;

impl Files {
    /// Limit for a program's files beyond those it was given: 32 MiB.
    pub const ROOM_BYTES: u64 = 32 << 20;

    /// Fixed cost of a file in addition to its name and contents.
    pub const FILE_BYTES: u64 = 512;

    /// Provides files on demand: a program waits for a file until it is given or refused.
    pub fn open_end(&mut self) {
        self.on_demand = Some(OnDemand::default());
    }

    /// Looks up a file for a program.
    pub fn seek(&mut self, name: &[u8]) -> FileLookup {
        if self.contains(name) {
            return FileLookup::There;
        }
        match &mut self.on_demand {
            Some(more) if !name.is_empty() && !more.refused.contains(name) => {
                more.wanted = Some(name.to_vec());
                FileLookup::Wait
            }
            _ => FileLookup::Missing,
        }
    }

    /// Name of the file that a program waits for.
    #[must_use]
    pub fn wanted(&self) -> Option<&[u8]> {
        self.on_demand.as_ref()?.wanted.as_deref()
    }

    /// Answers that the file that the program waits for does not exist.
    pub fn refuse(&mut self) {
        let wanted = self.on_demand.as_mut().and_then(|more| more.wanted.take());
        if let Some(name) = wanted {
            self.forget(name);
        }
    }

    /// Records that a name does not exist; if there are too many names, ends files on demand.
    fn forget(&mut self, name: Vec<u8>) {
        let kept = self.keep(cost(&name, 0));
        match &mut self.on_demand {
            Some(more) if kept.is_ok() => {
                more.refused.insert(name);
            }
            _ => self.on_demand = None,
        }
    }

    /// Gives the program a file, without charging for it.
    pub fn give(&mut self, name: impl Into<Vec<u8>>, content: impl Into<Vec<u8>>) {
        let (name, content) = (name.into(), content.into());
        if let Some(old) = self.contents.remove(&name) {
            self.release(cost(&name, old.len()));
        }
        if let Some(more) = &mut self.on_demand {
            more.wanted.take_if(|wanted| *wanted == name);
        }
        let cost = cost(&name, content.len());
        self.held_bytes += cost;
        self.given_bytes += cost;
        self.contents.insert(name, Arc::new(content));
    }

    /// Contents of a file.
    #[must_use]
    pub fn get(&self, name: &[u8]) -> Option<&[u8]> {
        self.contents.get(name).map(|content| content.as_slice())
    }

    /// Whether a file exists.
    #[must_use]
    pub fn contains(&self, name: &[u8]) -> bool {
        self.contents.contains_key(name)
    }

    /// Names and contents, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.contents.iter().map(|(name, content)| (name.as_slice(), content.as_slice()))
    }

    /// Names with this prefix, sorted.
    pub fn names<'f>(&'f self, prefix: &'f [u8]) -> impl Iterator<Item = &'f [u8]> {
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let names = self.contents.range::<[u8], _>(from).map(|(name, _)| name.as_slice());
        names.take_while(move |name| name.starts_with(prefix))
    }

    /// Creates or replaces a file.
    ///
    /// # Errors
    /// If it exceeds the limit; nothing is changed then.
    pub fn put(&mut self, name: &[u8], content: Vec<u8>) -> Result<(), FilesFull> {
        let new = cost(name, content.len());
        let old = self.get(name).map_or(0, |old| cost(name, old.len()));
        self.charge(old, new)?;
        self.contents.insert(name.to_vec(), Arc::new(content));
        Ok(())
    }

    /// Writes at a position in a file, which is created if needed.
    ///
    /// A gap before the position is filled with zeros.
    ///
    /// # Errors
    /// If it exceeds the limit; nothing is changed then.
    pub fn write(&mut self, name: &[u8], position: usize, bytes: &[u8]) -> Result<(), FilesFull> {
        let (old, length) = match self.get(name) {
            Some(content) => (cost(name, content.len()), content.len()),
            None => (0, 0),
        };
        let end = position.checked_add(bytes.len()).ok_or(FilesFull)?;
        self.charge(old, cost(name, length.max(end)))?;
        let content = match self.contents.get_mut(name) {
            Some(content) => content,
            None => self.contents.entry(name.to_vec()).or_default(),
        };
        let content = Arc::make_mut(content);
        if content.len() < end {
            content.resize(end, 0);
        }
        content[position..end].copy_from_slice(bytes);
        Ok(())
    }

    /// Removes a file; false if it does not exist.
    pub fn remove(&mut self, name: &[u8]) -> bool {
        let removed = self.contents.remove(name);
        if let Some(content) = &removed {
            self.release(cost(name, content.len()));
            if self.on_demand.is_some() {
                self.forget(name.to_vec());
            }
        }
        removed.is_some()
    }

    /// Renames a file, replacing any file with the new name; false if it does not exist.
    ///
    /// # Errors
    /// If it exceeds the limit; nothing is changed then.
    pub fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<bool, FilesFull> {
        self.charge(from.len() as u64, to.len() as u64)?;
        let Some(content) = self.contents.remove(from) else {
            self.charge(to.len() as u64, from.len() as u64)?;
            return Ok(false);
        };
        if let Some(replaced) = self.contents.insert(to.to_vec(), content) {
            self.release(cost(to, replaced.len()));
        }
        Ok(true)
    }

    /// Charges for other data that a program makes its system keep.
    ///
    /// # Errors
    /// If it exceeds the limit.
    pub fn keep(&mut self, bytes: u64) -> Result<(), FilesFull> {
        self.charge(0, bytes)
    }

    /// Releases what [`keep`](Self::keep) charged for.
    pub fn release(&mut self, bytes: u64) {
        self.held_bytes = self.held_bytes.saturating_sub(bytes);
    }

    /// Charges for data that replaces data with cost `old`.
    fn charge(&mut self, old: u64, new: u64) -> Result<(), FilesFull> {
        let held = (self.held_bytes - old).saturating_add(new);
        if new > old && held > self.given_bytes.saturating_add(Self::ROOM_BYTES) {
            return Err(FilesFull);
        }
        self.held_bytes = held;
        Ok(())
    }
}

fn cost(name: &[u8], content_bytes: usize) -> u64 {
    Files::FILE_BYTES + (name.len() + content_bytes) as u64
}

impl Index<&[u8]> for Files {
    type Output = Vec<u8>;

    /// Contents of an existing file.
    fn index(&self, name: &[u8]) -> &Vec<u8> {
        &self.contents[name]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files_are_charged_until_removed() {
        let mut files = Files::default();
        files.give(b"given", vec![7; 1 << 20]);
        let name = |number: u64| number.to_le_bytes();
        let mut made = 0;
        while files.put(&name(made), Vec::new()).is_ok() {
            made += 1;
        }
        assert_eq!(made, Files::ROOM_BYTES / (Files::FILE_BYTES + 8));
        assert_eq!(files.write(b"more", 0, b""), Err(FilesFull));
        assert!(!files.contains(b"more"));
        assert!(files.remove(&name(0)) && !files.remove(&name(0)));
        assert_eq!(files.write(&name(made), 0, b""), Ok(()));
        // Removing a given file frees its space.
        assert!(files.remove(b"given"));
        assert_eq!(files.put(b"more", vec![1; 1 << 20]), Ok(()));
    }

    #[test]
    fn a_gap_is_charged() {
        let mut files = Files::default();
        assert_eq!(files.write(b"far", 1 << 40, b"x"), Err(FilesFull));
        assert_eq!(files.write(b"far", usize::MAX, b"x"), Err(FilesFull));
        assert_eq!(files.write(b"far", 3, b"x"), Ok(()));
        assert_eq!(&files[b"far".as_slice()], b"\0\0\0x");
        assert_eq!(files.write(b"far", 1, b"ab"), Ok(()));
        assert_eq!(&files[b"far".as_slice()], b"\0abx");
    }

    #[test]
    fn renaming_keeps_the_account() {
        let mut files = Files::default();
        assert_eq!(files.put(b"a", vec![0; 100]), Ok(()));
        assert_eq!(files.put(b"longer", vec![0; 10]), Ok(()));
        assert_eq!(files.rename(b"a", b"longer"), Ok(true));
        assert_eq!(files.rename(b"a", b"b"), Ok(false));
        assert!(files.remove(b"longer"));
        assert_eq!(files, Files::default());
    }

    #[test]
    fn a_file_may_be_given_on_demand() {
        let mut files = Files::default();
        assert_eq!((files.seek(b"a"), files.wanted()), (FileLookup::Missing, None));
        files.open_end();
        assert_eq!((files.seek(b"a"), files.wanted()), (FileLookup::Wait, Some(&b"a"[..])));
        files.give(b"a", b"1");
        assert_eq!((files.seek(b"a"), files.wanted()), (FileLookup::There, None));
        assert_eq!(files.seek(b"b"), FileLookup::Wait);
        files.refuse();
        assert_eq!((files.seek(b"b"), files.wanted()), (FileLookup::Missing, None));
        // A file that the program removed stays removed.
        files.remove(b"a");
        assert_eq!(files.seek(b"a"), FileLookup::Missing);
    }

    #[test]
    fn the_number_of_names_asked_for_is_limited() {
        let mut files = Files::default();
        files.open_end();
        let asked = (0_u64..).take_while(|number| {
            let waits = files.seek(&number.to_le_bytes()) == FileLookup::Wait;
            files.refuse();
            waits
        });
        assert_eq!(asked.count() as u64 - 1, Files::ROOM_BYTES / (Files::FILE_BYTES + 8));
    }

    #[test]
    fn names_by_prefix() {
        let mut files = Files::default();
        for name in [&b"A;X"[..], b"AB;X", b"AB;Y", b"AC;X"] {
            files.give(name, b"");
        }
        assert_eq!(files.names(b"AB;").collect::<Vec<_>>(), [b"AB;X", b"AB;Y"]);
        assert_eq!(files.names(b"").count(), 4);
    }
}
