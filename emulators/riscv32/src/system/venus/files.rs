//! Files of Venus: kept in memory while open, and written back when flushed or closed.

use std::collections::BTreeMap;

use machine::FilesFull;

/// Mode of an open file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenMode {
    read: bool,
    write: bool,
    /// The file must exist.
    existing: bool,
    truncate: bool,
}

impl OpenMode {
    /// Mode with this number: `r w a r+ w+ a+`, from 0.
    pub(super) fn of(number: u32) -> Option<OpenMode> {
        let truncate = matches!(number, 1 | 4);
        (number <= 5).then_some(OpenMode {
            read: matches!(number, 0 | 3..=5),
            write: number != 0,
            existing: matches!(number, 0 | 3),
            truncate,
        })
    }
}

/// Open file. Reads have their own position, writes always append.
#[derive(Debug, Clone)]
struct File {
    name: Vec<u8>,
    mode: OpenMode,
    content: Vec<u8>,
    read: usize,
}

/// Open files by number; a number is never reused.
#[derive(Debug, Clone)]
pub(super) struct Files {
    open: BTreeMap<u32, File>,
    next: u32,
}

/// Number of the first file.
const FIRST: u32 = 3;

impl Default for Files {
    fn default() -> Self {
        Files { open: BTreeMap::new(), next: FIRST }
    }
}

impl File {
    /// Bytes that the system keeps for the file.
    fn kept_bytes(&self) -> u64 {
        machine::Files::FILE_BYTES + (self.name.len() + self.content.len()) as u64
    }
}

impl Files {
    /// Opens a file; `None` if that is not possible.
    ///
    /// # Errors
    /// If the program exceeds its limit for files.
    pub(super) fn open(
        &mut self,
        host: &mut machine::Files,
        name: Vec<u8>,
        mode: OpenMode,
    ) -> Result<Option<u32>, FilesFull> {
        let there = host.get(&name);
        if name.is_empty() || mode.existing && there.is_none() {
            return Ok(None);
        }
        let content = there.filter(|_| !mode.truncate).unwrap_or_default().to_vec();
        let file = File { name, mode, content, read: 0 };
        host.keep(file.kept_bytes())?;
        let number = self.next;
        self.next += 1;
        self.open.insert(number, file);
        Ok(Some(number))
    }

    pub(super) fn is_open(&self, number: u32) -> bool {
        self.open.contains_key(&number)
    }

    /// Reads at most `count` bytes; `None` if the file is not open for reading.
    pub(super) fn read(&mut self, number: u32, count: usize) -> Option<Vec<u8>> {
        let file = self.open.get_mut(&number).filter(|file| file.mode.read)?;
        let rest = &file.content[file.read..];
        let bytes = rest[..rest.len().min(count)].to_vec();
        file.read += bytes.len();
        Some(bytes)
    }

    /// Appends bytes; false if the file is not open for writing.
    ///
    /// # Errors
    /// If the program exceeds its limit for files.
    pub(super) fn write(
        &mut self,
        number: u32,
        bytes: &[u8],
        host: &mut machine::Files,
    ) -> Result<bool, FilesFull> {
        let Some(file) = self.open.get_mut(&number).filter(|file| file.mode.write) else {
            return Ok(false);
        };
        host.keep(bytes.len() as u64)?;
        file.content.extend_from_slice(bytes);
        Ok(true)
    }

    /// Writes a file back; false if it is not open.
    ///
    /// # Errors
    /// If the program exceeds its limit for files.
    pub(super) fn flush(&self, number: u32, host: &mut machine::Files) -> Result<bool, FilesFull> {
        let Some(file) = self.open.get(&number) else { return Ok(false) };
        if file.mode.write {
            host.put(&file.name, file.content.clone())?;
        }
        Ok(true)
    }

    /// Writes a file back and closes it; false if it is not open.
    ///
    /// # Errors
    /// If the program exceeds its limit for files.
    pub(super) fn close(
        &mut self,
        number: u32,
        host: &mut machine::Files,
    ) -> Result<bool, FilesFull> {
        let Some(file) = self.open.remove(&number) else { return Ok(false) };
        host.release(file.kept_bytes());
        if file.mode.write {
            host.put(&file.name, file.content)?;
        }
        Ok(true)
    }
}
