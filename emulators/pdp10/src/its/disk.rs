//! The disk: the host's files with keys `DIR;FN1 FN2`, and their directory entries.
//!
//! Source: *ITS .CALLS*, `OPEN`, `FILLEN`, `FILBLK`; ITS 1652, `DISK`.

use std::collections::{BTreeMap, BTreeSet};

use machine::{Files, Host};

use crate::files::evacuate;
use crate::files::names::FileName;
use crate::text::{CHARS_PER_WORD, from_sixbit};
use crate::{Word36, text};

use super::clock::{self, DateTime};
use super::directory_block::{self, DirectoryEntry};
use super::errors::code;
use super::monitor::{CallError, Outcome};

/// Character that fills the last word of a text.
pub(super) const PADDING: u8 = 3;
/// Capacity of the disk in words.
const DISK_WORDS: u64 = Files::ROOM_BYTES / size_of::<Word36>() as u64;
/// Words per disk block.
pub(super) const BLOCK_WORDS: u64 = 1 << 10;

/// Attributes of a file in its directory, except its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileAttributes {
    /// Creation date and time in disk format.
    pub(super) created: Word36,
    /// Date of the last read.
    pub(super) referenced: Word36,
    /// Author.
    pub(super) author: Word36,
    /// Number of characters, if it was written by characters.
    pub(super) characters: Option<u64>,
    /// Whether it has been backed up.
    pub(super) dumped: bool,
    /// Whether it is always to be kept.
    pub(super) kept: bool,
}

impl FileAttributes {
    /// `UNRNDM`: flag bits, and the words in the last block of a file of `words` words, which are 0
    /// for a full block.
    pub(super) fn random_info(&self, words: u64) -> Word36 {
        const DUMPED: u64 = 1 << 35;
        const KEPT: u64 = 1 << 19;
        let last = words % BLOCK_WORDS;
        let dumped = if self.dumped { DUMPED } else { 0 };
        let kept = if self.kept { KEPT } else { 0 };
        Word36::new(last << 24 | dumped | kept)
    }
}

/// Data about the host's files beyond their words.
#[derive(Debug, Clone, Default)]
pub(super) struct Disk {
    facts: BTreeMap<FileName, FileAttributes>,
    /// Directories made by the program.
    made: BTreeSet<String>,
    /// Clock at the start of the job: the date of files not written since.
    began_nanos: u64,
    /// The user, whose directory always exists.
    user: String,
}

impl Disk {
    /// Records when the job started and its user.
    pub(super) fn start(&mut self, host: &Host, user: Word36) {
        self.began_nanos = host.clock_nanos;
        self.user = from_sixbit(user);
    }

    /// Names of the files in a directory.
    ///
    /// # Errors
    /// If there is no such directory.
    pub(super) fn directory(&self, host: &mut Host, directory: &str) -> Outcome<Vec<FileName>> {
        self.check_directory(host, directory)?;
        Ok(names(host, &FileName::keys_of(directory, "")))
    }

    fn check_directory(&self, host: &Host, directory: &str) -> Outcome {
        let has_files = || host.files.names(&FileName::keys_of(directory, "")).next().is_some();
        if directory == self.user || self.made.contains(directory) || has_files() {
            Ok(())
        } else {
            Err(CallError::Error(code::NO_DIRECTORY))
        }
    }

    /// Makes a directory.
    ///
    /// # Errors
    /// If there is no room for it.
    pub(super) fn make_directory(&mut self, host: &mut Host, directory: &str) -> Outcome {
        if self.made.insert(directory.to_owned()) {
            keep(host, Files::FILE_BYTES)?;
        }
        Ok(())
    }

    /// Existing file that a name selects, including versions.
    ///
    /// # Errors
    /// If the directory or file does not exist, or the name is invalid.
    pub(super) fn find(&self, host: &mut Host, name: &FileName) -> Outcome<FileName> {
        check_name(name)?;
        let found = if asks_for_version(name) {
            name.choose(&alike(host, name)).cloned()
        } else {
            host.files.contains(&name.key()).then(|| name.clone())
        };
        match found {
            Some(name) => Ok(name),
            None => self
                .check_directory(host, &name.directory)
                .and(Err(CallError::Error(code::NO_FILE))),
        }
    }

    /// Name for a file written under this name.
    ///
    /// # Errors
    /// If there is no such directory, or the name is not a file name.
    pub(super) fn new_name(&self, host: &mut Host, name: &FileName) -> Outcome<FileName> {
        check_name(name)?;
        if is_directory(name) || is_master_directory(name) {
            return Err(CallError::Error(code::BAD_NAME));
        }
        self.check_directory(host, &name.directory)?;
        if asks_for_version(name) { Ok(name.next(&alike(host, name))) } else { Ok(name.clone()) }
    }

    /// Words of an existing file.
    ///
    /// # Errors
    /// If the host's bytes are not words.
    pub(super) fn words(&self, host: &mut Host, name: &FileName) -> Outcome<Vec<Word36>> {
        let bytes = host.files.get(&name.key()).unwrap_or_default();
        let (words, moved) = (evacuate::decode(bytes), bytes.len());
        host.work.charge(moved as u64);
        Ok(filled(words.map_err(|_| CallError::Error(code::NOT_READY))?, PADDING))
    }

    /// Stores a file, replacing one of the same name; the open file was charged for more.
    pub(super) fn store(
        &mut self,
        host: &mut Host,
        name: &FileName,
        words: &[Word36],
        is: FileAttributes,
    ) {
        let bytes = evacuate::encode(&filled(words.to_vec(), 0));
        host.work.charge(bytes.len() as u64);
        let put = host.files.put(&name.key(), bytes);
        assert!(put.is_ok(), "what a channel was charged for is room for its file");
        self.facts.insert(name.clone(), is);
    }

    /// Removes a file.
    pub(super) fn delete(&mut self, host: &mut Host, name: &FileName) {
        host.files.remove(&name.key());
        self.facts.remove(name);
    }

    /// Renames a file within its directory; it counts as read today, and as not backed up.
    ///
    /// Source: ITS 1652, `QRNAM4`.
    ///
    /// # Errors
    /// If another file of that name exists.
    pub(super) fn rename(
        &mut self,
        host: &mut Host,
        from: &FileName,
        to: &FileName,
        today: u32,
    ) -> Outcome {
        if from != to && host.files.contains(&to.key()) {
            return Err(CallError::Error(code::FILE_EXISTS));
        }
        let referenced = Word36::halves(today, 0);
        let facts = FileAttributes { referenced, dumped: false, ..self.facts(from) };
        if from != to {
            let renamed = host.files.rename(&from.key(), &to.key());
            renamed.map_err(|_| CallError::Error(code::DEVICE_FULL))?;
            self.facts.remove(from);
        }
        self.facts.insert(to.clone(), facts);
        Ok(())
    }

    /// Attributes of a file.
    pub(super) fn facts(&self, name: &FileName) -> FileAttributes {
        let fresh = || self.fresh(self.began_nanos, text::sixbit(&self.user), None);
        self.facts.get(name).copied().unwrap_or_else(fresh)
    }

    /// Attributes of a file created now.
    pub(super) fn fresh(
        &self,
        nanos: u64,
        author: Word36,
        characters: Option<u64>,
    ) -> FileAttributes {
        let created = DateTime::of(nanos).disk();
        let referenced = Word36::halves(created.left(), 0);
        FileAttributes { created, referenced, author, characters, dumped: false, kept: false }
    }

    /// Changes the attributes of a file; no effect if it does not exist.
    pub(super) fn note(
        &mut self,
        host: &Host,
        name: &FileName,
        change: impl FnOnce(&mut FileAttributes),
    ) {
        if !host.files.contains(&name.key()) {
            return;
        }
        let mut facts = self.facts(name);
        change(&mut facts);
        self.facts.insert(name.clone(), facts);
    }

    /// Directory listing as text, as the machine of this name types it.
    ///
    /// Source: ITS 1652, `UQL2`.
    ///
    /// # Errors
    /// If there is no such directory.
    pub(super) fn listing(
        &self,
        host: &mut Host,
        machine: Word36,
        directory: &str,
    ) -> Outcome<String> {
        let mut listing = format!("{},  {directory:<6}\r\n", from_sixbit(machine));
        listing.push_str(&format!("FREE BLOCKS #0={} \r\n", DISK_WORDS / BLOCK_WORDS));
        for name in self.directory(host, directory)? {
            let facts = self.facts(&name);
            let blocks = blocks(host, &name);
            let (dumped, kept) =
                (if facts.dumped { ' ' } else { '!' }, if facts.kept { '$' } else { ' ' });
            let (first, second) = (&name.first, &name.second);
            let made = clock::show(facts.created);
            let read = clock::show_date(facts.referenced);
            let author = from_sixbit(facts.author);
            listing.push_str(&format!(
                "  0   {first:<6} {second:<6} {blocks} {dumped}{kept}{made} ({read}) {author}\r\n"
            ));
        }
        Ok(listing)
    }

    /// Directory as a block of words.
    ///
    /// # Errors
    /// If there is no such directory, or it does not fit in a block.
    pub(super) fn block(&self, host: &mut Host, directory: &str) -> Outcome<Vec<Word36>> {
        let names = self.directory(host, directory)?;
        let files = names.into_iter().map(|name| {
            let (facts, words) = (self.facts(&name), self.words(host, &name)?.len() as u64);
            Ok(DirectoryEntry { name, facts, words })
        });
        let block = directory_block::directory(directory, &files.collect::<Outcome<Vec<_>>>()?);
        block.ok_or(CallError::Error(code::DIRECTORY_NOT_AVAILABLE))
    }

    /// List of all directories as a block of words.
    ///
    /// # Errors
    /// If they do not fit.
    pub(super) fn master_block(&self, host: &mut Host, year: u64) -> Outcome<Vec<Word36>> {
        let block = directory_block::master(&self.directories(host), year);
        block.ok_or(CallError::Error(code::DIRECTORY_NOT_AVAILABLE))
    }

    /// Names of all directories, one per line.
    pub(super) fn master_listing(&self, host: &mut Host) -> String {
        let all = self.directories(host);
        all.iter().map(|directory| format!("{directory}\r\n")).collect()
    }

    fn directories(&self, host: &mut Host) -> Vec<String> {
        let mut all: BTreeSet<String> =
            names(host, b"").into_iter().map(|name| name.directory).collect();
        all.extend(self.made.iter().cloned().chain([self.user.clone()]));
        all.into_iter().collect()
    }
}

/// Names of files whose keys have this prefix; listing them counts as work.
fn names(host: &mut Host, keys: &[u8]) -> Vec<FileName> {
    const WORK_PER_NAME: u64 = 200;
    let names: Vec<FileName> = host.files.names(keys).filter_map(FileName::from_key).collect();
    host.work.charge(names.len() as u64 * WORK_PER_NAME);
    names
}

/// Candidates for a version: files with the same first name, unless that is the version.
fn alike(host: &mut Host, name: &FileName) -> Vec<FileName> {
    let first = if is_version(&name.first) { "" } else { &name.first };
    names(host, &FileName::keys_of(&name.directory, first))
}

/// Charges for memory used by the system.
///
/// # Errors
/// If there is not enough room.
pub(super) fn keep(host: &mut Host, bytes: u64) -> Outcome {
    host.files.keep(bytes).map_err(|_| CallError::Error(code::DEVICE_FULL))
}

/// Disk blocks of a file.
pub(super) fn blocks(host: &Host, name: &FileName) -> u64 {
    let bytes = host.files.get(&name.key()).map_or(0, <[u8]>::len);
    bytes.div_ceil(CHARS_PER_WORD << 10) as u64
}

/// Whether the names mean the directory itself.
pub(super) fn is_directory(name: &FileName) -> bool {
    name.first == ".FILE." && name.second == "(DIR)"
}

/// Whether the names mean the list of all directories.
pub(super) fn is_master_directory(name: &FileName) -> bool {
    name.first == "M.F.D." && name.second == "(FILE)"
}

/// Whether the names request a new directory.
pub(super) fn is_new_directory(name: &FileName) -> bool {
    name.first == "..NEW." && name.second == "(UDIR)"
}

fn check_name(name: &FileName) -> Outcome {
    let empty = name.first.is_empty() || name.second.is_empty();
    if empty || is_version(&name.first) && is_version(&name.second) {
        Err(CallError::Error(code::BAD_NAME))
    } else {
        Ok(())
    }
}

/// Whether a name is a version relative to other files.
fn asks_for_version(name: &FileName) -> bool {
    is_version(&name.first) || is_version(&name.second)
}

fn is_version(part: &str) -> bool {
    matches!(part, "<" | ">")
}

/// Words of a text with the last one padded with `fill`; other words unchanged.
///
/// ITS pads a text with ^C to the end of a word; a host file just ends.
fn filled(mut words: Vec<Word36>, fill: u8) -> Vec<Word36> {
    let is_filler = |&c: &u8| matches!(c, 0 | PADDING);
    let Some((last, others)) = words.split_last_mut() else { return words };
    let characters = text::characters(*last);
    let kept = CHARS_PER_WORD - characters.iter().rev().take_while(|&c| is_filler(c)).count();
    let whole = others.iter().all(|&word| is_text(word, &text::characters(word)));
    if kept > 0 && whole && is_text(*last, &characters[..kept]) {
        *last = text::ascii(&characters[..kept], fill);
    }
    words
}

/// Whether a word contains only text characters.
fn is_text(word: Word36, characters: &[u8]) -> bool {
    let printing = |&c: &u8| matches!(c, b'\t' | b'\n' | 0o14 | b'\r' | b' '..=b'~');
    word.bits() & 1 == 0 && characters.iter().all(printing)
}

/// Packs a text in words, the last one padded.
pub(super) fn text_words(text: &[u8]) -> Vec<Word36> {
    text.chunks(CHARS_PER_WORD).map(|part| text::ascii(part, PADDING)).collect()
}
