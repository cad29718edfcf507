//! Blocks of a file for STINK, the linking loader of ITS.
//!
//! A block is a header (type, number of words, address), words and a checksum. In blocks of program
//! words, every twelfth word has twelve codes of three bits, one for each part that follows.
//!
//! Source: MIDAS 458, `PBITS`, `$OUTPT` and `EBLK`.

use crate::Word36;
use crate::files::stink::checksum;

/// Words of a block after which it ends.
const BLOCK_WORDS: usize = 0o37;
/// Codes per word.
const CODES: u32 = 12;

/// Type of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BlockType {
    /// A command to the loader.
    Command = 1,
    /// Words at addresses that do not move.
    Absolute = 2,
    /// Words at addresses relative to the start of the program.
    Relocatable = 3,
    /// The name of the program: the last block.
    Name = 4,
    /// Names of which a library program is loaded if one is wanted.
    Library = 5,
    /// A definition that the loader evaluates.
    Definition = 7,
    /// Symbols for DDT.
    Symbols = 0o10,
    /// Start of a part that is loaded if names are known.
    IfKnown = 0o11,
    /// End of a conditional part.
    EndIf = 0o12,
}

/// Number of a command to the loader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    /// Sets the start address.
    Start = 1,
    /// Continues at an address that the loader evaluates.
    GlobalLocation = 2,
    /// Returns to the program's own addresses.
    OwnLocation = 4,
    /// Starts a part that is loaded if a value has a property.
    IfValue = 5,
    /// Sets the offset between addresses in the program and load addresses.
    Offset = 6,
    /// Executes an instruction, as .OP does.
    Execute = 7,
}

/// Codes for the parts of a block.
pub(crate) mod code {
    /// A reference to a symbol; one more if it is subtracted.
    pub(crate) const REFERENCE: u8 = 4;
    /// The head of a chain of words that refer to a symbol.
    pub(crate) const CHAIN: u8 = 6;
    /// A second code follows.
    pub(crate) const MORE: u8 = 7;
    /// After `MORE`: a definition that must not change.
    pub(crate) const DEFINE: u8 = 0;
    /// After `MORE`: another name for a symbol.
    pub(crate) const RENAME: u8 = 2;
    /// After `MORE`: a name that a library must define.
    pub(crate) const REQUEST: u8 = 3;
    /// After `MORE`: a definition that may change.
    pub(crate) const REDEFINE: u8 = 4;
    /// After `MORE`: the factor of the next reference.
    pub(crate) const FACTOR: u8 = 5;
    /// After `MORE`: a definition as the loader's location.
    pub(crate) const DEFINE_HERE: u8 = 6;
}

/// A file being written.
#[derive(Debug)]
pub(crate) struct StinkFile {
    /// Finished blocks, with checksums; only of pass 2.
    pub(crate) words: Vec<Word36>,
    /// Whether finished blocks are kept.
    pub(crate) punching: bool,
    /// Header and words of the current block.
    block: Vec<Word36>,
    /// Type of the next block.
    pub(crate) kind: BlockType,
    /// Position of the current word of codes.
    codes_at: Option<usize>,
    codes: u64,
    /// Codes that the current word still has room for.
    room: u32,
    /// Whether the last code was `MORE`.
    more: bool,
    /// Whether the next word is stored before the word of codes.
    before_codes: bool,
    /// Whether the next word is the first of its block.
    fresh: bool,
    /// Whether the block is written even if it is empty, as the location has changed.
    pub(crate) moved: bool,
    /// Whether the block must not end after the next word.
    pub(crate) joined: bool,
}

impl Default for StinkFile {
    fn default() -> Self {
        StinkFile {
            words: Vec::new(),
            punching: false,
            block: vec![Word36::default()],
            kind: BlockType::Relocatable,
            codes_at: None,
            codes: 0,
            room: 0,
            more: false,
            before_codes: false,
            fresh: true,
            moved: false,
            joined: false,
        }
    }
}

impl StinkFile {
    /// Resets for a new pass; the header stays.
    pub(crate) fn restart(&mut self, punching: bool) {
        self.punching = punching;
        self.words.clear();
        self.block.truncate(1);
        (self.codes_at, self.codes, self.room, self.fresh) = (None, 0, 0, true);
        if !punching {
            *self = StinkFile::default();
        }
    }

    /// Clears the header, and the words of an unfinished block.
    pub(crate) fn clear(&mut self) {
        self.block.truncate(1);
        self.block[0] = Word36::default();
    }

    /// Changes a field of the header.
    fn set(&mut self, position: u32, width: u32, value: u32) {
        let mask = ((1u64 << width) - 1) << position;
        let bits = self.block[0].bits() & !mask | u64::from(value) << position & mask;
        self.block[0] = Word36::new(bits);
    }

    /// Sets the type of the current block.
    pub(crate) fn set_type(&mut self, kind: BlockType) {
        self.set(25, 7, kind as u32);
    }

    /// Sets the condition of a conditional part.
    pub(crate) fn set_condition(&mut self, condition: u32) {
        self.set(32, 3, condition);
    }

    /// Sets the right half of the header: an address or the number of a command.
    pub(crate) fn set_right(&mut self, right: u32) {
        self.set(0, 18, right);
    }

    /// Writes a code.
    pub(crate) fn code(&mut self, code: u8) {
        if self.room == 0 {
            self.store_codes();
            let reserved = self.block.len();
            self.block.push(Word36::default());
            // After `MORE`, the codes come after the word that belongs to it.
            self.before_codes |= self.more;
            self.codes_at = Some(reserved + usize::from(self.more));
            (self.codes, self.room) = (0, CODES);
        }
        self.room -= 1;
        self.more = code == code::MORE;
        self.codes |= u64::from(code) << (3 * self.room);
    }

    /// Writes `MORE` and another code.
    pub(crate) fn second(&mut self, code: u8) {
        self.code(code::MORE);
        self.code(code);
    }

    fn store_codes(&mut self) {
        if let Some(word) = self.codes_at.and_then(|at| self.block.get_mut(at)) {
            *word = Word36::new(self.codes);
        }
    }

    /// Writes a word; `location` is the address if it is the first of its block.
    pub(crate) fn word(&mut self, word: Word36, location: u32) {
        if std::mem::take(&mut self.before_codes)
            && let Some(last) = self.block.last_mut()
        {
            *last = word;
            self.block.push(Word36::default());
        } else {
            self.block.push(word);
        }
        if std::mem::take(&mut self.fresh) {
            self.set_right(location);
        }
        if self.block.len() >= BLOCK_WORDS && !self.joined {
            self.end_block();
        }
    }

    /// Ends the current block, which is written if it has words or the location has changed.
    pub(crate) fn end_block(&mut self) {
        self.store_codes();
        (self.codes_at, self.codes, self.room) = (None, 0, 0);
        let count = self.block.len() - 1;
        self.set(18, 7, count as u32);
        self.fresh = true;
        if !std::mem::take(&mut self.moved) && count == 0 {
            return;
        }
        if self.punching {
            self.words.extend(&self.block);
            self.words.push(checksum(&self.block));
        }
        self.block.truncate(1);
        self.set_type(self.kind);
    }

    /// Ends the current block as a command.
    pub(crate) fn end_command(&mut self, command: Command) {
        self.set_right(command as u32);
        self.set_type(BlockType::Command);
        self.moved = true;
        self.end_block();
    }
}
