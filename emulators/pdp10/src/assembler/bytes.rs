//! Words made of bytes: .BYTE and .WALGN.
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
/// Bytes a .BYTE may describe.
const MOST: usize = 35;

/// How words are made of bytes, and the word being made.
#[derive(Debug, Clone)]
pub(crate) struct Bytes {
    /// Whether each word read is a byte.
    pub(crate) on: bool,
    /// The same, outside of all brackets.
    outside: bool,
    pattern: Vec<Byte>,
    /// The byte of the pattern that comes next.
    next: usize,
    /// Bits to the right of the last byte, as a byte pointer has them.
    position: u32,
    /// Bits of the byte that comes next.
    size: u32,
    word: Value,
}

/// A byte of a pattern.
#[derive(Debug, Clone, Copy)]
struct Byte {
    size: u32,
    /// Whether nothing is read for it.
    hole: bool,
}

impl Default for Bytes {
    fn default() -> Self {
        Bytes {
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

impl Bytes {
    /// Starts to read brackets: words are words within. What was going on is given.
    pub(crate) fn suspend(&mut self) -> Bytes {
        let before = self.clone();
        self.on = false;
        before
    }

    /// Goes on behind brackets.
    pub(crate) fn resume(&mut self, before: Bytes) {
        if before.on {
            *self = before;
        } else {
            self.on = false;
        }
    }

    /// A pass starts.
    pub(crate) fn restart(&mut self) {
        *self = Bytes::default();
    }

    /// An address, and while words are made of bytes, the left half of a pointer to the last byte.
    pub(crate) fn pointer(&self, address: Word36) -> Word36 {
        if self.outside {
            Word36::halves(self.position << 12 | self.size << 6, address.right())
        } else {
            address
        }
    }

    /// Where the byte that comes next would lie, and whether that is in the next word: IBP of the
    /// KA10, which MIDAS asks, keeps six bits of what is more than a word.
    fn step(&self) -> (u32, bool) {
        match self.position.checked_sub(self.size) {
            Some(position) => (position, false),
            None => (WIDTH.wrapping_sub(self.size) & 0o77, true),
        }
    }

    /// The pattern starts again.
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
    /// .BYTE: sizes, negative ones of holes; without any, words are words again.
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

    /// Words are words again; the one being made is finished.
    pub(crate) fn leave_bytes(&mut self) -> Read<()> {
        self.state.bytes.on = false;
        self.state.bytes.outside &= !self.state.groupings.is_empty();
        self.align()
    }

    /// .WALGN: finishes the word being made.
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

    /// Puts the word being made where it belongs.
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

    /// Puts a value into the next byte, and zeros into the holes behind it.
    pub(crate) fn put_byte(&mut self, value: Value) -> Read<()> {
        let count = self.program.settings[Setting::Bytes];
        self.program.settings[Setting::Bytes] = count + Word36::from(1);
        let mut value = value;
        // A pattern of nothing but holes is passed through once; MIDAS never ends.
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
