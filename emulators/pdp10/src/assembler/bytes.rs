//! Words assembled from bytes: .BYTE and .WALGN.
//!
//! Source: *MIDAS manual*, "Bytes"; MIDAS 458, `A.BYTE` and `PBYTE`.

use super::context::{Assembler, Outcome, Read, Unwind};
use super::grouping::BracketKind;
use super::name::Name;
use super::settings::Setting;
use super::value::Value;
use crate::Word36;

/// Bits of a word.
const WIDTH: u32 = 36;
/// Maximum bytes in a .BYTE pattern.
const MOST: usize = 35;

/// Byte pattern, and the word being assembled from bytes.
#[derive(Debug, Clone)]
pub(crate) struct BytePattern {
    /// Whether each word read is a byte.
    pub(crate) on: bool,
    /// The same, outside of all brackets.
    outside: bool,
    pattern: Vec<Byte>,
    /// Index of the pattern's next byte.
    next: usize,
    /// Bits to the right of the last byte, as in a byte pointer.
    position: u32,
    /// Size of the next byte in bits.
    size: u32,
    word: Value,
}

/// A byte of a pattern.
#[derive(Debug, Clone, Copy)]
struct Byte {
    size: u32,
    /// Whether the byte is a hole that takes no value.
    hole: bool,
}

impl Default for BytePattern {
    fn default() -> Self {
        BytePattern {
            on: false,
            outside: false,
            pattern: Vec::new(),
            next: 0,
            position: WIDTH,
            size: 0,
            word: Value::default(),
        }
    }
}

impl BytePattern {
    /// Enters brackets, where words are whole words; returns the outer state.
    pub(crate) fn suspend(&mut self) -> BytePattern {
        let before = self.clone();
        self.on = false;
        before
    }

    /// Resumes the outer state after brackets.
    pub(crate) fn resume(&mut self, before: BytePattern) {
        if before.on {
            *self = before;
        } else {
            self.on = false;
        }
    }

    /// Resets for a new pass.
    pub(crate) fn restart(&mut self) {
        *self = BytePattern::default();
    }

    /// An address; while assembling bytes, with the left half of a pointer to the last byte.
    pub(crate) fn pointer(&self, address: Word36) -> Word36 {
        if self.outside {
            Word36::halves(self.position << 12 | self.size << 6, address.right())
        } else {
            address
        }
    }

    /// Position of the next byte, and whether it is in the next word: like the KA10's IBP, which
    /// MIDAS uses, it keeps six bits of an overflow.
    fn step(&self) -> (u32, bool) {
        match self.position.checked_sub(self.size) {
            Some(position) => (position, false),
            None => (WIDTH.wrapping_sub(self.size) & 0o77, true),
        }
    }

    /// Restarts the pattern.
    fn rewind(&mut self) {
        self.next = 0;
        self.size = self.pattern.first().map_or(0, |byte| byte.size);
    }

    fn advance(&mut self) -> Byte {
        self.next = (self.next + 1) % self.pattern.len().max(1);
        let byte =
            self.pattern.get(self.next).copied().unwrap_or(Byte { size: WIDTH, hole: false });
        self.size = byte.size;
        byte
    }
}

impl Assembler<'_> {
    /// .BYTE: sets byte sizes, negative ones for holes; without sizes, returns to whole words.
    pub(crate) fn byte(&mut self, name: Name) -> Outcome {
        self.must_stand_alone(name);
        self.program.settings[Setting::Bytes] = Word36::default();
        let mut pattern = Vec::new();
        if !self.state.terminator.ends_word() {
            loop {
                let size = self.argument(name)?.signed();
                if self.state.argument_given && pattern.len() < MOST {
                    let bits = size.unsigned_abs();
                    let hole = size < 0 || bits & 0o100 != 0;
                    pattern.push(Byte { size: (bits & 0o77) as u32, hole });
                }
                if !self.state.terminator.ends_field() {
                    break;
                }
            }
        }
        if pattern.is_empty() {
            self.leave_bytes()?;
            return Err(Unwind::Statement);
        }
        self.state.bytes.pattern = pattern;
        self.state.bytes.on = true;
        self.state.bytes.outside |= self.state.groupings.is_empty();
        self.state.bytes.rewind();
        Err(Unwind::Statement)
    }

    /// Finishes the current word and returns to whole words.
    pub(crate) fn leave_bytes(&mut self) -> Read<()> {
        self.state.bytes.on = false;
        self.state.bytes.outside &= !self.state.groupings.is_empty();
        self.align()
    }

    /// .WALGN: finishes the current word.
    pub(crate) fn walgn(&mut self, name: Name) -> Outcome {
        self.must_stand_alone(name);
        self.align()?;
        Err(Unwind::Statement)
    }

    fn align(&mut self) -> Read<()> {
        if self.state.bytes.position == WIDTH {
            return Ok(());
        }
        self.state.bytes.rewind();
        self.finish_bytes()
    }

    /// Stores the current word.
    fn finish_bytes(&mut self) -> Read<()> {
        self.state.bytes.position = WIDTH;
        let word = std::mem::take(&mut self.state.bytes.word);
        match self.state.groupings.last().map(|open| open.kind) {
            None | Some(BracketKind::Literal) => self.put_word(word),
            _ => {
                self.state.reading.sum = word;
                Ok(())
            }
        }
    }

    /// Stores a value in the next byte, and zeros in the holes after it.
    pub(crate) fn put_byte(&mut self, value: Value) -> Read<()> {
        let count = self.program.settings[Setting::Bytes];
        self.program.settings[Setting::Bytes] = count + Word36::from(1);
        let mut value = value;
        // A pattern of only holes is passed once; MIDAS loops forever.
        for _ in 0..self.state.bytes.pattern.len() {
            let bytes = &mut self.state.bytes;
            (bytes.position, _) = bytes.step();
            let descriptor = u64::from(bytes.position << 6 | bytes.size);
            let word = std::mem::take(&mut bytes.word);
            let outer = std::mem::replace(&mut self.state.reading.sum, word);
            self.place(descriptor, std::mem::take(&mut value));
            self.state.bytes.word = std::mem::replace(&mut self.state.reading.sum, outer);
            let next = self.state.bytes.advance();
            if self.state.bytes.step().1 {
                self.finish_bytes()?;
            }
            if !next.hole {
                break;
            }
        }
        Ok(())
    }
}
