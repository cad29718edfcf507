//! Program files: loads one over the job, and writes the job's pages.
//!
//! Source: *ITS .CALLS*, `LOAD` and `PDUMP`.

use crate::Word36;
use crate::binary::JRST;
use crate::memory::{PAGE_WORDS, PAGES, Page};

use super::Answer;
use super::arguments::Arguments;
use super::channels::{Device, OpenFile};
use super::disk;
use super::errors::code;
use super::monitor::{CallError, Monitor, Outcome};

/// `JRST 1`, after which the blocks of an SBLK file start.
const BLOCKS_FOLLOW: Word36 = Word36::halves(JRST, 1);
/// Position of the accumulators in the first block of a PDUMP file.
const ACCUMULATORS: usize = 0o1000;
/// Bits of a page in the map of a PDUMP file.
const READABLE: u32 = 0o200000;
const WRITABLE: u32 = 0o400000;

/// Range of addresses to load, both included.
#[derive(Clone, Copy)]
struct Range {
    first: u32,
    last: u32,
}

impl Range {
    fn of(word: Word36) -> Self {
        Range { first: word.left(), last: word.right() }
    }

    fn has(self, address: u32) -> bool {
        (self.first..=self.last).contains(&address)
    }
}

impl Monitor<'_> {
    /// `LOAD`: loads a program over the job or an inferior, without accumulators unless a range includes them. Of
    /// a file of pages, the range 0 means the read-only pages.
    ///
    /// Source: ITS 1652, `NLOAD0` and `NLD16`.
    pub(super) fn load(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let job = self.own_job(arguments.at(0))?;
        let everything = Word36::halves(0o20, 0o777777);
        let range = arguments.get(2).unwrap_or(everything);
        let is_pure = range == Word36::default();
        let range = Range::of(range);
        if range.first > range.last {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let file = self.program_file(arguments.at(1))?;
        if file.writes {
            return Err(CallError::Error(code::WRONG_DEVICE));
        }
        let words = file.words.clone();
        let loaded = self.in_job(job, |job| {
            Ok(match words.first() {
                Some(&first) if first == Word36::default() => {
                    let range = if is_pure { Range::of(everything) } else { range };
                    job.load_pages(&words, range, is_pure)
                }
                _ => job.load_blocks(&words, range),
            })
        })?;
        let position = loaded.ok_or(CallError::Error(code::NO_PROGRAM))?;
        self.program_file(arguments.at(1))?.position = position as u64;
        Ok(Answer::Skip)
    }

    /// File of a channel that transfers words.
    fn program_file(&mut self, channel: Word36) -> Outcome<&mut OpenFile> {
        let channel = super::arguments::channel_number(channel)?;
        self.its.job.channel_in_hand = channel;
        let open = self.its.channels.get_mut(channel).open.as_mut();
        let open = open.ok_or(CallError::Error(code::NOT_OPEN))?;
        let by_characters = open.by_characters();
        match &mut open.device {
            Device::File(_) if by_characters => Err(CallError::Error(code::NO_MODE)),
            Device::File(file) => Ok(file),
            _ => Err(CallError::Error(code::WRONG_DEVICE)),
        }
    }

    /// Loads blocks with headers up to a word that is not a header; returns its position, if any.
    fn load_blocks(&mut self, words: &[Word36], range: Range) -> Option<usize> {
        let mut at = words.iter().position(|&word| word == BLOCKS_FOLLOW)? + 1;
        loop {
            let header = *words.get(at)?;
            if header.left() & 0o400000 == 0 {
                return Some(at);
            }
            let count = 0o1000000 - header.left() as usize;
            let data = words.get(at + 1..at + 1 + count)?;
            for (address, &word) in (header.right()..).zip(data) {
                self.load_word(address & 0o777777, word, range);
            }
            // A checksum follows the data.
            at += count + 2;
        }
    }

    fn load_word(&self, address: u32, word: Word36, range: Range) {
        if !range.has(address) {
            return;
        }
        let page = address / PAGE_WORDS;
        if self.cpu.memory.page(page) == Page::Absent {
            self.cpu.memory.set_page(page, Page::Writable);
        }
        self.cpu.memory.replace(address, word);
    }

    /// Loads pages by their map, all or only the read-only ones; returns the position after them, or
    /// `None` if some are missing.
    fn load_pages(&mut self, words: &[Word36], range: Range, is_pure: bool) -> Option<usize> {
        let page_words = PAGE_WORDS as usize;
        let map = words.get(1..=PAGES as usize)?;
        for (address, &word) in (0..0o20).zip(words.get(ACCUMULATORS..page_words)?) {
            if range.has(address) {
                self.cpu.memory.set_ac(address as u8, word);
            }
        }
        let mut at = page_words;
        for (page, is) in (0..).zip(map).filter(|(_, is)| is.right() & (READABLE | WRITABLE) != 0) {
            let data = words.get(at..at + page_words)?;
            at += page_words;
            let (first, last) = (page * PAGE_WORDS, page * PAGE_WORDS + PAGE_WORDS - 1);
            let writable = is.right() & WRITABLE != 0;
            if last < range.first || first > range.last || (is_pure && writable) {
                continue;
            }
            self.unlink_page((self.its.job.number(), page));
            self.cpu.memory.set_page(page, Page::Absent);
            let access = if writable { Page::Writable } else { Page::ReadOnly };
            self.cpu.memory.set_page(page, access);
            for (address, &word) in (first..).zip(data).filter(|&(address, _)| address >= 0o20) {
                self.cpu.memory.replace(address, word);
            }
        }
        Some(at)
    }

    /// `PDUMP`: writes the job's pages, after a block that describes them.
    pub(super) fn dump(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let job = self.job_number(arguments.at(0))?;
        let state = arguments.place(2)?;
        self.check_write(state)?;
        let words = self.in_job(job, |job| Ok(job.dumped_pages()))?;
        if !self.program_file(arguments.at(1))?.writes {
            return Err(CallError::Error(code::WRONG_DEVICE));
        }
        disk::keep(self.host, (words.len() * size_of::<Word36>()) as u64)?;
        let file = self.program_file(arguments.at(1))?;
        words.into_iter().for_each(|word| file.put(word, false));
        self.write(state, Word36::halves(0o400000, PAGES)).map(|()| Answer::Skip)
    }

    fn dumped_pages(&self) -> Vec<Word36> {
        let mut words = vec![Word36::default(); PAGE_WORDS as usize];
        for number in 0..0o20 {
            words[ACCUMULATORS + usize::from(number)] = self.ac(number);
        }
        for page in 0..PAGES {
            let bits = match self.cpu.memory.page(page) {
                Page::Absent => continue,
                Page::ReadOnly => READABLE,
                Page::Writable => READABLE | WRITABLE,
            };
            words[page as usize + 1] = Word36::from(bits);
            let word = |address: u32| match address {
                // The accumulators are not part of the page at their addresses.
                0..0o20 => Word36::default(),
                _ => self.cpu.memory.get(address).unwrap_or_default(),
            };
            words.extend((page * PAGE_WORDS..(page + 1) * PAGE_WORDS).map(word));
        }
        words
    }
}
