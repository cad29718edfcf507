//! Calls for file attributes in directories.
//!
//! Source: *ITS .CALLS*.

use crate::Word36;

use super::Answer;
use super::arguments::Arguments;
use super::directory_block::DirectoryEntry;
use super::disk;
use super::monitor::{Monitor, Outcome};

impl Monitor<'_> {
    /// `FILBLK`.
    ///
    /// Source: *ITS .CALLS*, `FILBLK`.
    pub(super) fn file_block(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let name = self.file_name(arguments)?;
        let words = self.file(arguments.channel()?)?.words.len() as u64;
        let facts = self.its.disk.facts(&name);
        // Nothing says where the file is on the disk.
        arguments.values.extend(DirectoryEntry { name, facts, words }.entry(0));
        Ok(Answer::Skip)
    }

    /// `RFDATE`.
    pub(super) fn file_date(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let name = self.file_name(arguments)?;
        arguments.values.push(self.its.disk.facts(&name).created);
        Ok(Answer::Skip)
    }

    /// `SFDATE`.
    pub(super) fn set_file_date(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, date) = (self.file_name(arguments)?, arguments.at(1));
        self.its.disk.note(self.host, &name, |facts| facts.created = date);
        Ok(Answer::Skip)
    }

    /// `SRDATE`.
    pub(super) fn set_read_date(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, date) = (self.file_name(arguments)?, arguments.at(1));
        self.its
            .disk
            .note(self.host, &name, |facts| facts.referenced = Word36::halves(date.left(), 0));
        Ok(Answer::Skip)
    }

    /// `RESRDT`: the date that the file had before it was opened.
    pub(super) fn restore_read_date(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let name = self.file_name(arguments)?;
        let before = self.file(arguments.channel()?)?.referenced;
        self.its.disk.note(self.host, &name, |facts| facts.referenced = before);
        Ok(Answer::Skip)
    }

    /// `DSKUPD`.
    pub(super) fn touch(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, now) = (self.file_name(arguments)?, self.moment().disk());
        self.its.disk.note(self.host, &name, |facts| {
            (facts.created, facts.referenced) = (now, Word36::halves(now.left(), 0));
            facts.dumped = false;
        });
        Ok(Answer::Skip)
    }

    /// `RAUTH`.
    pub(super) fn author(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let name = self.file_name(arguments)?;
        arguments.values.push(self.its.disk.facts(&name).author);
        Ok(Answer::Skip)
    }

    /// `SAUTH`.
    pub(super) fn set_author(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, author) = (self.file_name(arguments)?, arguments.at(1));
        self.its.disk.note(self.host, &name, |facts| facts.author = author);
        Ok(Answer::Skip)
    }

    /// `RDMPBT`.
    pub(super) fn dump_bit(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let name = self.file_name(arguments)?;
        let dumped = self.its.disk.facts(&name).dumped;
        arguments.values.push(Word36::from(u32::from(dumped)));
        Ok(Answer::Skip)
    }

    /// `SDMPBT`.
    pub(super) fn set_dump_bit(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, bit) = (self.file_name(arguments)?, arguments.at(1).bits() & 1 != 0);
        self.its.disk.note(self.host, &name, |facts| facts.dumped = bit);
        Ok(Answer::Skip)
    }

    /// `SREAPB`.
    pub(super) fn set_keep_bit(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (name, bit) = (self.file_name(arguments)?, arguments.at(1).bits() & 1 != 0);
        self.its.disk.note(self.host, &name, |facts| facts.kept = bit);
        Ok(Answer::Skip)
    }

    /// `LNKEDP`: there are no links.
    pub(super) fn not_linked(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.file_name(arguments)?;
        arguments.values.push(Word36::default());
        Ok(Answer::Skip)
    }

    /// `DIRSIZ`: no quota, the blocks of all files, no allocation.
    pub(super) fn directory_size(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let directory = self.file_name(arguments)?.directory;
        let names = self.its.disk.directory(self.host, &directory)?;
        let blocks: u64 = names.iter().map(|name| disk::blocks(self.host, name)).sum();
        arguments.values.extend([Word36::new(blocks), Word36::default()]);
        Ok(Answer::Skip)
    }
}
