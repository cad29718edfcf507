//! The listing of pass 2 in MIDAS's `/L` format: assembled words next to the source, with macros
//! expanded.
//!
//! Source: MIDAS 458, `PNTR`.

use std::fmt::Write;

use super::context::Assembler;
use super::input::Echo;
use crate::Word36;

/// A listing under construction.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) on: bool,
    text: String,
    /// Current line so far.
    line: Vec<u8>,
    /// Terminator of the previous line, written with the next character.
    ended: Option<u8>,
    /// Word assembled since the last line, with its address.
    assembled: Option<(Option<u32>, Word36)>,
    /// Current page, from 1.
    page: u32,
}

/// Columns before the source if nothing was assembled.
const MARGIN: usize = 25;

/// Maximum characters before a line is written in any case.
const LONGEST: usize = 249;

/// Tabs before a page number.
const HEADING: usize = 10;

fn ends_line(character: u8) -> bool {
    matches!(character, b'\r' | b'\n' | b'\x0c')
}

impl Listing {
    /// Handles characters read; the last one is on this page.
    pub(crate) fn echo(&mut self, events: &[Echo], last: u8, page: u32) {
        self.page = page;
        for &event in events {
            match event {
                Echo::Read(character) => {
                    if self.ended.is_some() || self.line.len() >= LONGEST {
                        self.flush();
                    }
                    self.read(character);
                }
                Echo::Pushed if self.ended.is_some() => self.ended = None,
                Echo::Pushed => drop(self.line.pop()),
                Echo::Popped(character) => self.line.push(character),
            }
        }
        let fresh = events.iter().any(|event| matches!(event, Echo::Read(_)));
        if !fresh && ends_line(last) {
            self.ended = Some(last);
        }
    }

    fn read(&mut self, character: u8) {
        if ends_line(character) {
            self.ended = Some(character);
        } else {
            self.line.push(character);
        }
    }

    /// Handles an assembled word.
    pub(crate) fn word(&mut self, address: u32, word: Word36) {
        self.assembled = self.on.then_some((Some(address), word));
    }

    /// Handles the value of an assignment, or END's start.
    pub(crate) fn assigned(&mut self, word: Word36) {
        if self.on && self.assembled.is_some() {
            self.flush();
        }
        self.assembled = self.on.then_some((None, word));
    }

    /// Whether an assembled word waits for its line.
    fn waits(&self) -> bool {
        self.on && self.assembled.is_some()
    }

    /// Writes the line so far, next to the assembled word.
    fn flush(&mut self) {
        match self.assembled.take() {
            Some((address, word)) => {
                let address = address.map_or(" ".repeat(7), |address| format!("{address:06o} "));
                let _ = write!(self.text, "{address} {:06o} {:06o}   ", word.left(), word.right());
                self.end_line();
            }
            None if self.line.is_empty() => {
                if self.ended.take() == Some(b'\x0c') {
                    self.end_page();
                }
            }
            None => {
                self.text.extend(std::iter::repeat_n(' ', MARGIN));
                self.end_line();
            }
        }
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        self.text.push_str(line.trim_end_matches('\r'));
        self.line.clear();
        self.text.push('\r');
        self.end_only();
    }

    fn end_only(&mut self) {
        match self.ended.take() {
            Some(b'\x0c') => self.end_page(),
            _ => self.text.push('\n'),
        }
    }

    fn end_page(&mut self) {
        self.text.push('\x0c');
        self.text.extend(std::iter::repeat_n('\t', HEADING));
        let _ = write!(self.text, "Page {}\r\n", self.page);
    }

    /// Sets the current line aside; words placed by END have no source line.
    pub(crate) fn set_line_aside(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.line)
    }

    /// Resumes a line set aside.
    pub(crate) fn resume_line(&mut self, line: Vec<u8>) {
        self.line = line;
    }

    /// Writes a text between lines.
    pub(crate) fn insert(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The finished listing.
    pub(crate) fn finish(&mut self) -> String {
        if self.on {
            self.text.push('\x0c');
        }
        std::mem::take(&mut self.text)
    }
}

impl Assembler<'_> {
    /// Writes what was read so far and an empty line, before an error message.
    pub(crate) fn flush_listing(&mut self) {
        if self.program.listing.on {
            self.program.listing.flush();
            self.program.listing.insert("\r\n");
        }
    }

    /// Writes the line of the previous word, if any.
    pub(crate) fn flush_listing_of_word(&mut self) {
        if self.program.listing.waits() {
            self.program.listing.flush();
        }
    }
}
