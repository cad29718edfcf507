//! Assembled words, in blocks as MIDAS writes them, with their source lines.

use std::collections::BTreeMap;

use asmkit::Span;

use super::context::{Assembler, Read};
use super::messages;
use super::settings::Setting;
use super::value::Value;
use crate::Word36;
use crate::binary::WordBlock;

/// Words per block.
///
/// Source: MIDAS 458, `BSIZE`.
const BLOCK_WORDS: usize = 0o36;

/// Maximum words of a program.
const MOST_WORDS: usize = 1 << 18;

/// File formats that MIDAS writes here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Format {
    #[default]
    Sblk,
    Rim10,
    DecSave,
}

/// The words of a program.
#[derive(Debug, Default)]
pub(crate) struct Output {
    pub(crate) format: Format,
    /// Whether there is a symbol table: false after NOSYMS.
    pub(crate) symbols: bool,
    /// The start instruction; `None` until END.
    pub(crate) start: Option<Word36>,
    /// Address of the symbols in a DEC save file.
    pub(crate) end: u32,
    pub(crate) blocks: Vec<WordBlock>,
    /// Words stored in the file as they are, with the number of blocks before each: WORD.
    pub(crate) raw: Vec<(usize, Word36)>,
    /// Source position of each address, and the use of the expansion it is in.
    pub(crate) lines: BTreeMap<u32, (Span, Option<Span>)>,
    /// Whether the next word starts a block.
    ended: bool,
    words: usize,
}

impl Output {
    /// Resets for a new pass.
    pub(crate) fn restart(&mut self) {
        *self = Output { format: self.format, symbols: true, ended: true, ..Output::default() };
    }

    /// Starts a new block with the next word.
    pub(crate) fn end_block(&mut self) {
        self.ended = true;
    }

    fn push(&mut self, address: u32, word: Word36) {
        match self.blocks.last_mut() {
            Some(block) if !self.ended && block.words.len() < BLOCK_WORDS => block.words.push(word),
            _ => self.blocks.push(WordBlock { address, words: vec![word], writable: true }),
        }
        self.ended = false;
    }
}

impl Assembler<'_> {
    /// Stores a word at the location and advances it.
    pub(crate) fn store(&mut self, value: Value, place: (Span, Option<Span>)) -> Read<()> {
        let word = value.word;
        if self.program.settings[Setting::NoStorage] != Word36::default() {
            self.error(&messages::STORAGE_WORD, None);
        }
        let address = self.program.location.counter;
        self.flush_listing_of_word();
        self.program.listing.word(address, word);
        self.program.output.words += 1;
        if self.program.output.words > MOST_WORDS {
            return Err(self.fatal(&messages::OUTPUT_TOO_LARGE, None));
        }
        if self.state.pass == 2 {
            self.program.output.push(address, word);
            self.program.output.lines.insert(address, place);
            self.punch(value, true);
        }
        self.program.location.counter = (address + 1) & 0o777777;
        Ok(())
    }
}
