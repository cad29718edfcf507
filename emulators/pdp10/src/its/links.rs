//! Pages that two jobs of the program share.
//!
//! Each job has its own memory, and one runs at a time. Thus a shared page is one page in each
//! memory, and a job that stops running copies its own to that of the other.
//!
//! Source: *ITS .CALLS*, `CORBLK` with a job as its fourth argument.

use crate::Word36;
use crate::memory::{Memory, PAGE_WORDS, PAGES, Page};

use super::errors::code;
use super::monitor::{CallError, Monitor, Outcome};

/// A job by its number, and one of its pages.
pub(super) type JobPage = (u32, u32);

/// Two pages with the same words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PageLink {
    ends: [JobPage; 2],
}

impl Monitor<'_> {
    /// Gives a job a page of another one: what either writes, both see.
    ///
    /// # Errors
    /// If there is no such page.
    pub(super) fn link_page(&mut self, to: JobPage, from: JobPage, access: Page) -> Outcome {
        if from.1 >= PAGES {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let words = self.in_job(from.0, |job| Ok(words_of(&job.cpu.memory, from.1)))?;
        let words = words.ok_or(CallError::Error(code::NO_ACCESS))?;
        self.in_job(to.0, |job| {
            job.cpu.memory.set_page(to.1, Page::Absent);
            job.cpu.memory.set_page(to.1, access);
            put_words(&job.cpu.memory, to.1, &words);
            Ok(())
        })?;
        self.host.work.charge(u64::from(PAGE_WORDS) + self.its.links.len() as u64);
        // A page shared with the one is shared with the other.
        let others = self.its.links.iter().filter_map(|link| link.other_end(from));
        let ends: Vec<JobPage> = others.chain([from]).collect();
        self.its.links.extend(ends.into_iter().map(|end| PageLink { ends: [to, end] }));
        Ok(())
    }

    /// A page of a job becomes its own again.
    pub(super) fn unlink_page(&mut self, end: JobPage) {
        self.host.work.charge(self.its.links.len() as u64);
        self.its.links.retain(|link| !link.ends.contains(&end));
    }

    /// All pages of a job become its own again.
    pub(super) fn unlink_job(&mut self, number: u32) {
        self.its.links.retain(|link| link.ends.iter().all(|end| end.0 != number));
    }

    /// Copies what the running job shares to the other jobs.
    pub(super) fn copy_linked(&mut self) {
        let own = self.its.job.number();
        let work = self.its.links.len() as u64 * u64::from(PAGE_WORDS);
        self.host.work.charge(work);
        for link in &self.its.links {
            let [one, other] = link.ends;
            let (own_page, (number, page)) = match () {
                () if one.0 == own => (one.1, other),
                () if other.0 == own => (other.1, one),
                () => continue,
            };
            let words = words_of(&self.cpu.memory, own_page);
            if let (Some(words), Some(memory)) = (words, self.its.memory_of_waiting(number)) {
                put_words(memory, page, &words);
            }
        }
    }
}

impl PageLink {
    /// The page that has the same words as this one.
    fn other_end(&self, end: JobPage) -> Option<JobPage> {
        let [one, other] = self.ends;
        match () {
            () if one == end => Some(other),
            () if other == end => Some(one),
            () => None,
        }
    }
}

/// Words of a page that exists; the accumulators are no part of the first.
fn words_of(memory: &Memory, page: u32) -> Option<Vec<Word36>> {
    if memory.page(page) == Page::Absent {
        return None;
    }
    let first = page * PAGE_WORDS;
    Some((first..first + PAGE_WORDS).filter_map(|address| memory.get(address)).collect())
}

/// Puts changed words in a page that exists.
fn put_words(memory: &Memory, page: u32, words: &[Word36]) {
    if memory.page(page) == Page::Absent {
        return;
    }
    let places = (page * PAGE_WORDS..).zip(words).filter(|&(address, _)| address >= 0o20);
    for (address, &word) in places.filter(|&(address, word)| memory.get(address) != Some(*word)) {
        memory.replace(address, word);
    }
}
