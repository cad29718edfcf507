//! The sixteen channels of a job, the stack of pushed ones, and open files.

use machine::Files;

use crate::Word36;
use crate::files::names::FileName;
use crate::text::{self, CHARS_PER_WORD};

use super::disk::{self, PADDING};

/// Number of channels of a job.
pub(super) const CHANNELS: u8 = 0o20;
/// Maximum number of pushed channels.
const MOST_PUSHED: usize = 8;
/// Bytes per word of an open file.
const WORD_BYTES: usize = size_of::<Word36>();

/// Bits of the left half of a mode.
pub(super) mod mode {
    /// Output, not input.
    pub(crate) const OUTPUT: u32 = 1;
    /// Blocks of words.
    pub(crate) const BLOCK: u32 = 2;
    /// Words, not characters.
    pub(crate) const IMAGE: u32 = 4;
    /// All three bits.
    pub(crate) const STANDARD: u32 = 7;
}

/// A channel, with errors that remain after it is closed.
#[derive(Debug, Clone, Default)]
pub(super) struct Channel {
    pub(super) open: Option<Open>,
    /// Error of the last failed call, in bits 3.6 to 3.1 of the status.
    pub(super) error: u8,
    /// Error of the last failed transfer, in bits 4.5 to 4.1.
    pub(super) transfer_error: u8,
}

/// Target of an open channel.
#[derive(Debug, Clone)]
pub(super) struct Open {
    pub(super) device: Device,
    /// Left half of the mode it was opened with.
    pub(super) mode: u32,
}

/// Device at the other end of a channel.
#[derive(Debug, Clone)]
pub(super) enum Device {
    Terminal,
    /// Accepts all output, returns no input.
    Null,
    File(OpenFile),
    /// A text made by the system: a directory or an error message.
    Text(Name, OpenFile),
    /// A job, as the device `USR`.
    Job(OpenJob),
}

/// A job that a channel has open.
#[derive(Debug, Clone)]
pub(super) struct OpenJob {
    /// Device and names.
    pub(super) names: Name,
    /// Number of the job.
    pub(super) number: u32,
    /// Address in its memory of the next transfer.
    pub(super) address: u32,
}

/// The four names of a channel's target.
pub(super) type Name = [Word36; 4];

/// An open file.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenFile {
    pub(super) name: FileName,
    pub(super) words: Vec<Word36>,
    /// Number of characters, if they do not fill the words.
    pub(super) characters: Option<u64>,
    /// Position of the next transfer, in characters or words by mode.
    pub(super) position: u64,
    /// Date of the last read before it was opened.
    pub(super) referenced: Word36,
    /// Whether closing the channel writes the words to the disk.
    pub(super) writes: bool,
    /// Whether closing the channel deletes the file.
    pub(super) deleted: bool,
}

impl Open {
    /// Whether it is open for output.
    pub(super) fn is_output(&self) -> bool {
        self.mode & mode::OUTPUT != 0
    }

    /// Whether it transfers blocks.
    pub(super) fn is_block(&self) -> bool {
        self.mode & mode::BLOCK != 0
    }

    /// Whether it transfers characters instead of words.
    pub(super) fn by_characters(&self) -> bool {
        self.mode & (mode::BLOCK | mode::IMAGE) == 0
    }

    /// Bits of a transferred unit.
    pub(super) fn byte_bits(&self) -> u32 {
        if self.by_characters() { 7 } else { 36 }
    }

    /// The channel's file on the disk, or text.
    pub(super) fn stored(&mut self) -> Option<&mut OpenFile> {
        match &mut self.device {
            Device::File(file) | Device::Text(_, file) => Some(file),
            _ => None,
        }
    }

    /// The channel's file on the disk.
    pub(super) fn file(&self) -> Option<&OpenFile> {
        match &self.device {
            Device::File(file) => Some(file),
            _ => None,
        }
    }
}

impl OpenFile {
    /// A file that is not on the disk: text.
    pub(super) fn of_text(text: &str) -> Self {
        let words = disk::text_words(text.as_bytes());
        OpenFile { words, characters: Some(text.len() as u64), ..OpenFile::default() }
    }

    /// A file that is not on the disk: words.
    pub(super) fn of_words(words: Vec<Word36>) -> Self {
        OpenFile { words, ..OpenFile::default() }
    }

    /// Length in characters or words.
    pub(super) fn length(&self, by_characters: bool) -> u64 {
        let words = self.words.len() as u64;
        if by_characters { self.characters.unwrap_or(words * CHARS_PER_WORD as u64) } else { words }
    }

    /// Whether the position is past the end, not at it.
    pub(super) fn is_beyond(&self, by_characters: bool) -> bool {
        self.position > self.length(by_characters)
    }

    /// Reads the next character or word; `None` at the end.
    pub(super) fn next(&mut self, by_characters: bool) -> Option<Word36> {
        if self.position >= self.length(by_characters) {
            return None;
        }
        let at = self.position as usize;
        self.position += 1;
        if by_characters {
            Some(Word36::from(u32::from(self.character(at))))
        } else {
            self.words.get(at).copied()
        }
    }

    fn character(&self, at: usize) -> u8 {
        let word = self.words.get(at / CHARS_PER_WORD).copied().unwrap_or_default();
        text::characters(word)[at % CHARS_PER_WORD]
    }

    /// Memory that the system uses for the open file beyond the disk's.
    pub(super) fn kept_bytes(&self) -> u64 {
        2 * Files::FILE_BYTES + (self.words.len() * WORD_BYTES) as u64
    }

    /// Additional bytes needed to write the next character or word.
    pub(super) fn growth_bytes(&self, by_characters: bool) -> u64 {
        let unit = if by_characters { CHARS_PER_WORD as u64 } else { 1 };
        let words = (self.position / unit + 1).saturating_sub(self.words.len() as u64);
        words.saturating_mul(WORD_BYTES as u64)
    }

    /// Writes a character or word whose growth was already charged.
    pub(super) fn put(&mut self, datum: Word36, by_characters: bool) {
        let at = self.position as usize;
        self.position += 1;
        let (index, place) =
            if by_characters { (at / CHARS_PER_WORD, at % CHARS_PER_WORD) } else { (at, 0) };
        if index >= self.words.len() {
            let filler = if by_characters { text::ascii(&[], PADDING) } else { Word36::default() };
            self.words.resize(index + 1, filler);
        }
        if by_characters {
            let mut characters = text::characters(self.words[index]);
            characters[place] = datum.bits() as u8 & 0o177;
            self.words[index] = text::ascii(&characters, 0);
            self.characters = self.characters.map(|count| count.max(self.position));
        } else {
            self.words[index] = datum;
            self.characters = None;
        }
    }
}

/// All channels.
#[derive(Debug, Clone, Default)]
pub(super) struct Channels {
    all: [Channel; CHANNELS as usize],
    pushed: Vec<(u8, Channel)>,
}

impl Channels {
    /// A channel.
    pub(super) fn get(&self, number: u8) -> &Channel {
        &self.all[usize::from(number % CHANNELS)]
    }

    /// A channel, to change it.
    pub(super) fn get_mut(&mut self, number: u8) -> &mut Channel {
        &mut self.all[usize::from(number % CHANNELS)]
    }

    /// Pushes a channel and leaves it closed; false if the stack is full.
    pub(super) fn push(&mut self, number: u8) -> bool {
        let fits = self.pushed.len() < MOST_PUSHED;
        if fits {
            let channel = std::mem::take(self.get_mut(number));
            self.pushed.push((number, channel));
        }
        fits
    }

    /// Pops the channel pushed last, and the number it was pushed from.
    pub(super) fn pop(&mut self) -> Option<(u8, Channel)> {
        self.pushed.pop()
    }

    /// A pushed channel, the oldest first, and the number it was pushed from.
    pub(super) fn pushed(&self, at: usize) -> Option<&(u8, Channel)> {
        self.pushed.get(at)
    }

    /// First channel with the terminal open for input.
    pub(super) fn terminal_input(&self) -> Option<u8> {
        (0..CHANNELS).find(|&number| match &self.get(number).open {
            Some(open) => matches!(open.device, Device::Terminal) && !open.is_output(),
            None => false,
        })
    }
}
