//! Directories in disk format: blocks of words.
//!
//! A file directory is a block of 2000 words: some words of header, six-bit bytes with the location
//! of each file, and at the end five words per file. Locations are invented here, as the disk can
//! be read only through files.
//!
//! Source: *ITS UFD*; `FSDEFS` of ITS, "UFD info" and "MFD info".

use crate::Word36;
use crate::files::names::FileName;
use crate::text::{CHARS_PER_WORD, sixbit};

use super::disk::{BLOCK_WORDS, FileAttributes};

/// `UDDESC`: start of the bytes.
const BYTES_AT: usize = 11;
/// Bytes per word.
const BYTES_PER_WORD: usize = 6;
/// `LUNBLK`: words per file.
const FILE_WORDS: usize = 5;
/// `UDTKMX`: maximum number of consecutive blocks in a byte.
const MOST_TAKEN: u64 = 12;
/// `UDWPH`: a byte without meaning.
const PLACE_HOLDER: u8 = 31;
/// First byte of a block number.
const AT_BLOCK: u8 = 0o40;
/// `LMIBLK` and `LMNBLK`: words before the directory names, and words per name.
const MASTER_WORDS: usize = 7;
const NAME_WORDS: usize = 2;

/// A file in a directory.
pub(super) struct DirectoryEntry {
    pub(super) name: FileName,
    pub(super) facts: FileAttributes,
    pub(super) words: u64,
}

impl DirectoryEntry {
    /// Disk blocks of the file.
    fn blocks(&self) -> u64 {
        self.words.div_ceil(BLOCK_WORDS)
    }

    /// The file's five words; its location bytes start at `bytes_at`.
    pub(super) fn entry(&self, bytes_at: usize) -> [Word36; FILE_WORDS] {
        const NO_AUTHOR: u32 = 0o777000;
        let [_, first, second] = self.name.words();
        let info = self.facts.random_info(self.words) | Word36::from(bytes_at as u32);
        let read = Word36::halves(self.facts.referenced.left(), NO_AUTHOR | self.byte_size());
        [first, second, info, self.facts.created, read]
    }

    /// `UNBYTE`: byte size of the file, and bytes left in its last word.
    fn byte_size(&self) -> u32 {
        const OF_CHARACTERS: u32 = 0o200 + 0o20 * 7;
        let room = self.words * CHARS_PER_WORD as u64;
        let left = self.facts.characters.and_then(|characters| room.checked_sub(characters));
        left.filter(|&left| left < CHARS_PER_WORD as u64)
            .map_or(0, |left| OF_CHARACTERS + left as u32)
    }

    /// Location bytes of a file that starts at block `first`.
    fn bytes(&self, first: u64) -> Vec<u8> {
        let Some(mut further) = self.blocks().checked_sub(1) else { return vec![PLACE_HOLDER, 0] };
        let part = |shift: u32| (first >> shift) as u8 & 0o77;
        let mut bytes = vec![AT_BLOCK | part(12) & 0o37, part(6), part(0)];
        while further > 0 {
            let taken = further.min(MOST_TAKEN);
            bytes.push(taken as u8);
            further -= taken;
        }
        bytes.push(0);
        bytes
    }
}

/// Directory block; `None` if the files do not fit.
pub(super) fn directory(name: &str, files: &[DirectoryEntry]) -> Option<Vec<Word36>> {
    let mut block = vec![Word36::default(); BLOCK_WORDS as usize];
    let names_at = block.len().checked_sub(files.len() * FILE_WORDS)?;
    let (mut bytes, mut blocks) = (Vec::new(), 0);
    for (at, file) in (names_at..).step_by(FILE_WORDS).zip(files) {
        block[at..at + FILE_WORDS].copy_from_slice(&file.entry(bytes.len()));
        bytes.extend(file.bytes(blocks));
        blocks += file.blocks();
    }
    if names_at < BYTES_AT + bytes.len().div_ceil(BYTES_PER_WORD) {
        return None;
    }
    for (word, part) in block[BYTES_AT..].iter_mut().zip(bytes.chunks(BYTES_PER_WORD)) {
        let filled = part.iter().copied().chain(std::iter::repeat(0)).take(BYTES_PER_WORD);
        *word = Word36::new(filled.fold(0, |bits, byte| bits << 6 | u64::from(byte)));
    }
    block[0] = Word36::from(bytes.len() as u32);
    block[1] = Word36::from(names_at as u32);
    block[2] = sixbit(name);
    block[3] = Word36::halves(0, blocks as u32);
    Some(block)
}

/// Block of all directories; `None` if they do not fit.
pub(super) fn master(names: &[String], year: u64) -> Option<Vec<Word36>> {
    let mut block = vec![Word36::default(); BLOCK_WORDS as usize];
    let names_at = block.len().checked_sub(names.len() * NAME_WORDS)?;
    if names_at < MASTER_WORDS {
        return None;
    }
    for (at, name) in (names_at..).step_by(NAME_WORDS).zip(names) {
        block[at] = sixbit(name);
    }
    let count = Word36::from(names.len() as u32);
    block[..3].copy_from_slice(&[count, Word36::from(names_at as u32), Word36::new(year)]);
    block[5..7].copy_from_slice(&[sixbit("M.F.D."), count]);
    Some(block)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(first: &str, words: u64, characters: Option<u64>) -> DirectoryEntry {
        let [second, directory] = ["X", "GUEST"].map(str::to_owned);
        let name = FileName { directory, first: first.to_owned(), second };
        let facts = FileAttributes {
            created: Word36::halves(0o247_344, 5),
            referenced: Word36::halves(0o247_345, 0),
            author: sixbit("GUEST"),
            characters,
            dumped: false,
            kept: true,
        };
        DirectoryEntry { name, facts, words }
    }

    #[test]
    fn a_directory_is_a_block() {
        let files = [listed("A", 0, None), listed("B", 2, Some(8)), listed("C", 0o2000 * 14, None)];
        let block = directory("GUEST", &files).unwrap();
        assert_eq!(block.len(), 0o2000);
        let start = [12, 0o2000 - 15].map(Word36::from);
        assert_eq!(block[..2], start);
        assert_eq!(block[2..4], [sixbit("GUEST"), Word36::from(15)]);
        // Nothing; block 0; block 1, then 12 and 1 more.
        let bytes = [0o37_00_40_00_00_00, 0o40_00_01_14_01_00].map(Word36::new);
        assert_eq!(block[BYTES_AT..BYTES_AT + 2], bytes);
        let second = &block[0o2000 - 10..0o2000 - 5];
        assert_eq!(second[..2], ["B", "X"].map(sixbit));
        assert_eq!(second[2], Word36::new(2 << 24 | 1 << 19 | 2));
        assert_eq!(second[4], Word36::halves(0o247_345, 0o777_362));
        let many: Vec<DirectoryEntry> = (0..203).map(|_| listed("A", 1, None)).collect();
        assert!(directory("GUEST", &many).is_none());
        assert!(directory("GUEST", &many[..160]).is_some());
    }

    #[test]
    fn all_directories_are_a_block() {
        let names = ["GUEST", "SYS"].map(str::to_owned);
        let block = master(&names, 1983).unwrap();
        assert_eq!(block[1], Word36::from(0o2000 - 4));
        assert_eq!(block[0o2000 - 4..], ["GUEST", "", "SYS", ""].map(sixbit));
        assert_eq!((block[2], block[5]), (Word36::from(1983), sixbit("M.F.D.")));
        assert!(master(&vec![String::new(); 600], 1983).is_none());
    }
}
