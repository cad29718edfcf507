//! Pages of the job's memory.
//!
//! Source: *ITS .CALLS*, `CORBLK` and `CORTYP`; *ITS UUOS*, `.CORE` and `.CBLK`.

use machine::Image;

use crate::Word36;
use crate::cpu::Cpu;
use crate::memory::{PAGE_WORDS, PAGES, Page};

use super::Answer;
use super::arguments::{Arguments, channel_number};
use super::channels::Device;
use super::errors::code;
use super::job::variable;
use super::monitor::{CallError, Monitor, Outcome};

/// Control bits of `CORBLK`.
mod control {
    /// Write access if possible.
    pub(crate) const WRITE: u32 = 0o400000;
    /// Write access, or fail.
    pub(crate) const NEED_WRITE: u32 = 0o100000;
    /// Fail without read access.
    pub(crate) const NEED_READ: u32 = 0o010000;
    /// A copy of the file's page.
    pub(crate) const COPY: u32 = 0o004000;
}

/// Source of a page for `CORBLK`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PageSource {
    /// A page of zeros.
    Fresh,
    /// A job, given by its number.
    Job(u32),
    /// A file, given by its channel.
    File(u8),
    /// The system.
    System,
}

/// Special names of jobs.
///
/// Source: *ITS .CALLS*, "Special Common Types of Arguments", and `CORBLK`.
mod name {
    pub(crate) const SELF: u32 = 0o777777;
    /// `%JSNUM`, plus the number of a job.
    pub(crate) const BY_NUMBER: u32 = 0o400000;
    /// `%JSNEW`: a fresh page.
    pub(crate) const NEW: u32 = 0o777773;
    /// `%JSABS`: pages of the system.
    pub(crate) const ABSOLUTE: u32 = 0o777772;
    /// `%JSTVB`: memory of a PDP-11 display, which this system does not have.
    pub(crate) const DISPLAY: u32 = 0o777776;
    /// The core job, which provides fresh pages.
    pub(crate) const CORE_JOB: u32 = 0o400001;
    /// `%JSSUP`: the superior.
    pub(crate) const SUPERIOR: u32 = 0o400377;
}

/// Gives a job the pages up to its program's last one; the first page always exists.
///
/// A PDUMP file, the only kind with pure pages, has a map and gets no other pages.
///
/// Source: ITS 1652, `LOAD` of an SBLK file (`NLDSB4`); ITS 1648: a small program has 2000 words.
pub(super) fn lay_out(cpu: &Cpu, image: &Image) {
    let absent = |page: &u32| cpu.memory.page(*page) == Page::Absent;
    let is_mapped = image.segments.iter().any(|segment| !segment.writable);
    let last = (0..PAGES).rev().find(|page| !is_mapped && !absent(page)).unwrap_or(0);
    for page in (0..=last).filter(absent) {
        cpu.memory.set_page(page, Page::Writable);
    }
}

impl Monitor<'_> {
    /// Number of the job that a word names: the job itself, one of its tree by number, or that of a
    /// channel.
    ///
    /// # Errors
    /// If there is no such job.
    pub(super) fn job_number(&self, word: Word36) -> Outcome<u32> {
        let own = self.its.job.number();
        let superior = self.variable(variable::SUPPRO).right();
        let known = |number: u32| self.names_of(number).map(|_| number);
        match word.right() {
            name::SELF => Ok(own),
            name::SUPERIOR => known(superior).ok_or(CallError::Error(code::CANNOT_MODIFY)),
            number @ name::BY_NUMBER.. => {
                known(number - name::BY_NUMBER).ok_or(CallError::Error(code::NO_JOB))
            }
            0o20.. => Err(CallError::Error(code::MEANINGLESS)),
            channel => self
                .job_of_channel(channel as u8)
                .ok_or(CallError::Error(code::WRONG_DEVICE))
                .and_then(|number| known(number).ok_or(CallError::Error(code::NO_JOB))),
        }
    }

    /// Number of a job that the running one may change: itself or an inferior.
    ///
    /// # Errors
    /// If it is another job, or none.
    pub(super) fn own_job(&self, word: Word36) -> Outcome<u32> {
        let number = self.job_number(word)?;
        if number == self.its.job.number() || self.is_inferior(number) {
            Ok(number)
        } else {
            Err(CallError::Error(code::CANNOT_MODIFY))
        }
    }

    /// `CORBLK`.
    pub(super) fn core_blocks(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let control = arguments.control ^ arguments.at(0).right();
        let control = control ^ arguments.at(0).left();
        let job = self.own_job(arguments.at(1))?;
        let mut target = self.number_at(arguments.at(2))?;
        let mut from = match arguments.get(4) {
            Some(place) => Some(self.number_at(place)?),
            None => None,
        };
        let several = target.left() & 0o400000 != 0;
        loop {
            self.core_block(job, control, target.right(), arguments.get(3), from)?;
            if !several {
                return Ok(Answer::Skip);
            }
            target = target + Word36::halves(1, 1);
            from = from.map(|from| Word36::halves(from.left(), from.right() + 1));
            self.write(arguments.place(2)?, target)?;
            if let (Some(from), Some(place)) = (from, arguments.get(4)) {
                self.put_number(place, from)?;
            }
            if target.left() & 0o400000 == 0 {
                return Ok(Answer::Skip);
            }
        }
    }

    /// Value of an argument given by address or as an immediate.
    fn number_at(&self, place: Word36) -> Outcome<Word36> {
        if place.left() != 0 { Ok(Word36::from(place.right())) } else { self.read(place.right()) }
    }

    fn put_number(&self, place: Word36, value: Word36) -> Outcome {
        if place.left() != 0 { Ok(()) } else { self.write(place.right(), value) }
    }

    /// Handles one page of a job.
    fn core_block(
        &mut self,
        job: u32,
        control: u32,
        page: u32,
        source: Option<Word36>,
        from: Option<Word36>,
    ) -> Outcome {
        if page >= PAGES {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        self.unlink_page((job, page));
        let put = |monitor: &mut Self, access: Option<Page>| {
            monitor.in_job(job, |job| {
                job.cpu.memory.set_page(page, Page::Absent);
                access.into_iter().for_each(|access| job.cpu.memory.set_page(page, access));
                Ok(())
            })
        };
        if control == 0 {
            return put(self, None);
        }
        let wants_write = control & (control::WRITE | control::NEED_WRITE) != 0;
        match self.source(source)? {
            PageSource::Fresh => put(self, Some(Page::Writable)),
            PageSource::Job(from_job) if from_job != job => {
                let access = if wants_write { Page::Writable } else { Page::ReadOnly };
                self.link_page((job, page), (from_job, from.map_or(page, Word36::right)), access)
            }
            PageSource::Job(_) => {
                let from = from.map_or(page, Word36::right);
                self.in_job(job, |job| job.own_page(control, page, from))
            }
            PageSource::System if control & control::NEED_WRITE != 0 => {
                Err(CallError::Error(code::NO_ACCESS))
            }
            PageSource::System => {
                let words = self.system_page(from.map_or(page, Word36::right));
                self.in_job(job, |job| {
                    job.place_page(page, &words, Page::ReadOnly);
                    Ok(())
                })
            }
            PageSource::File(_) if wants_write && control & control::COPY == 0 => {
                self.unsupported("CORBLK")
            }
            PageSource::File(channel) => {
                let access = if wants_write { Page::Writable } else { Page::ReadOnly };
                let words = self.page_of_file(channel, from)?;
                self.in_job(job, |job| {
                    job.place_page(page, &words, access);
                    Ok(())
                })
            }
        }
    }

    fn source(&self, word: Option<Word36>) -> Outcome<PageSource> {
        let Some(word) = word else { return Ok(PageSource::Job(self.its.job.number())) };
        match word.right() {
            name::NEW | name::CORE_JOB => Ok(PageSource::Fresh),
            channel @ 0..0o20 if self.job_of_channel(channel as u8).is_none() => {
                Ok(PageSource::File(channel_number(word)?))
            }
            name::DISPLAY => Err(CallError::Error(code::NOT_AVAILABLE)),
            name::BY_NUMBER | name::ABSOLUTE => Ok(PageSource::System),
            // Pages of the PDP-6.
            0o777770..=0o777776 => self.unsupported("CORBLK"),
            _ => self.job_number(word).map(PageSource::Job),
        }
    }

    /// One of the job's own pages: with different access, or in a further place.
    fn own_page(&mut self, control: u32, page: u32, from: u32) -> Outcome {
        if from >= PAGES {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let fails = control & (control::NEED_READ | control::NEED_WRITE) != 0;
        let write = control & (control::WRITE | control::NEED_WRITE) != 0;
        let access = if write { Page::Writable } else { Page::ReadOnly };
        match self.cpu.memory.page(from) {
            Page::Absent if fails => return Err(CallError::Error(code::NO_ACCESS)),
            Page::Absent => {}
            _ if self.cpu.memory.places(from).any(|place| place == page) => {
                self.cpu.memory.set_page(page, access);
            }
            _ => self.cpu.memory.share(from, page, access),
        }
        Ok(())
    }

    /// A page of a file, copied: no one else can change it.
    fn page_of_file(&mut self, channel: u8, from: Option<Word36>) -> Outcome<Vec<Word36>> {
        let open = self.its.channels.get_mut(channel).open.as_mut();
        let open = open.ok_or(CallError::Error(code::NOT_OPEN))?;
        let by_characters = open.by_characters();
        let Device::File(file) = &mut open.device else {
            return Err(CallError::Error(code::WRONG_DEVICE));
        };
        let current = if by_characters { file.position / 5 } else { file.position };
        let page_words = PAGE_WORDS as usize;
        let first = match from {
            Some(from) => from.right() as usize * page_words,
            None => current as usize / page_words * page_words,
        };
        let Some(rest) = file.words.get(first..).filter(|rest| !rest.is_empty()) else {
            return Err(CallError::Error(code::NO_ACCESS));
        };
        let words: Vec<Word36> = rest.iter().copied().take(page_words).collect();
        file.position = ((first + page_words) * if by_characters { 5 } else { 1 }) as u64;
        Ok(words)
    }

    /// Replaces a page of the job.
    fn place_page(&self, page: u32, words: &[Word36], access: Page) {
        self.cpu.memory.set_page(page, Page::Absent);
        self.cpu.memory.set_page(page, access);
        for (address, &word) in (page * PAGE_WORDS..).zip(words) {
            // The accumulators are not part of the page at their addresses.
            if address >= 0o20 {
                self.cpu.memory.replace(address, word);
            }
        }
    }

    /// `CORTYP`: access, and other places of the page.
    pub(super) fn core_type(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (job, page) = match arguments.given.len() {
            1 => (self.its.job.number(), arguments.at(0)),
            _ => (self.job_number(arguments.at(0))?, arguments.at(1)),
        };
        if page.bits() >= u64::from(PAGES) {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let values = self.in_job(job, |job| Ok(job.page_type(page)))?;
        arguments.values.extend(values);
        Ok(Answer::Skip)
    }

    fn page_type(&self, page: Word36) -> [Word36; 4] {
        let left = match self.cpu.memory.page(page.right()) {
            Page::Absent => 0,
            Page::ReadOnly => 0o200000,
            Page::Writable => 0o600000,
        };
        let next = self.cpu.memory.places(page.right()).nth(1);
        let (job, place) = match next {
            _ if left == 0 => Default::default(),
            None => (Word36::from_signed(-1), Word36::default()),
            Some(next) => (Word36::from(self.its.job.number()), Word36::from(next)),
        };
        let times = self.cpu.memory.places(page.right()).count() as u32;
        let count = if left == 0 { Word36::default() } else { Word36::halves(0o400000, times) };
        [Word36::halves(left, 0), job, place, count]
    }

    /// `.CORE`: adds or removes pages at the top up to this number.
    pub(super) fn core(&mut self, pages: u32) -> Answer {
        if pages > PAGES {
            return Answer::Next;
        }
        self.set_core(pages);
        Answer::Skip
    }

    pub(super) fn set_core(&mut self, pages: u32) {
        let top = self.memory_top() / PAGE_WORDS;
        for page in top..pages.min(PAGES) {
            self.cpu.memory.set_page(page, Page::Writable);
        }
        for page in pages.min(PAGES)..top {
            self.cpu.memory.set_page(page, Page::Absent);
        }
    }

    /// `.CBLK`: one page, as specified in a word.
    ///
    /// Source: *ITS UUOS*, `.CBLK`.
    pub(super) fn old_core_block(&mut self, word: Word36) -> Outcome<Answer> {
        const INSERT: u32 = 0o400000;
        const FRESH: u32 = 4;
        let (page, block) = (word.right() >> 9 & 0o377, word.right() & 0o777);
        let (operation, write) = (word.left() >> 9 & 0o7, word.left() & 0o400 != 0);
        match operation {
            _ if word.right() & INSERT == 0 && operation < 6 => {
                self.cpu.memory.set_page(page, Page::Absent);
            }
            FRESH => {
                self.cpu.memory.set_page(page, Page::Absent);
                self.cpu.memory.set_page(page, Page::Writable);
            }
            0 => {
                let control = if write { control::NEED_WRITE } else { control::NEED_READ };
                match self.own_page(control, page, block) {
                    Err(CallError::Error(_)) => return Ok(Answer::Next),
                    other => other?,
                }
            }
            1 => {
                let words = self.system_page(block);
                self.place_page(page, &words, Page::ReadOnly);
            }
            6 | 7 => {}
            _ => return self.unsupported(".CBLK"),
        }
        Ok(Answer::Skip)
    }

    /// `.BREAK 12` that makes a page writable.
    pub(super) fn unpurify(&mut self, address: u32) -> Outcome {
        let page = address / PAGE_WORDS;
        match self.cpu.memory.page(page) {
            Page::Absent => Err(CallError::Illegal),
            _ => {
                self.cpu.memory.set_page(page, Page::Writable);
                Ok(())
            }
        }
    }

    /// `USRMEM`: one word of a job's memory.
    pub(super) fn user_memory(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let job = self.job_number(arguments.at(0))?;
        let address = self.number_at(arguments.at(1))?.right();
        match arguments.given.len() {
            2 => arguments.values.push(self.in_job(job, |job| job.read(address))?),
            3 => {
                let job = self.own_job(arguments.at(0))?;
                self.in_job(job, |job| job.write(address, arguments.at(2)))?;
            }
            _ => return self.unsupported("USRMEM"),
        }
        Ok(Answer::Skip)
    }
}
