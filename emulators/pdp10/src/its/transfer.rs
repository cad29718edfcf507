//! Input and output: a datum, a block, a string.
//!
//! Source: *ITS .CALLS*, `IOT` and `SIOT`; ITS 1652, `AIOT` and `NSIOT`; ITS 1648, measured.

use machine::Cause;

use crate::Word36;
use crate::text::{self, CHARS_PER_WORD};

use super::Answer;
use super::arguments::Arguments;
use super::channels::{Device, Open, mode};
use super::disk::PADDING;
use super::errors::{code, transfer};
use super::inferiors::Wait;
use super::job::variable;
use super::monitor::{CallError, Monitor, Outcome};
use super::terminal::{TerminalInput, option};

/// All of memory in bytes of any size; a longer string is invalid.
const MOST_BYTES: i64 = 36 << 18;
/// Input unit at the end of a text: -1,,3.
const END: Word36 = Word36::halves(0o777777, PADDING as u32);

/// Target of a byte pointer: the word, and the bits to the right of the byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BytePointer {
    right: u32,
    size: u32,
    address: u32,
}

impl BytePointer {
    pub(super) fn of(word: Word36) -> Self {
        let (right, size) = (word.left() >> 12, word.left() >> 6 & 0o77);
        BytePointer { right, size, address: word.right() }
    }

    fn word(self) -> Word36 {
        Word36::halves(self.right << 12 | self.size << 6, self.address)
    }

    fn next(self) -> Self {
        if self.right >= self.size {
            BytePointer { right: self.right - self.size, ..self }
        } else {
            let right = 36u32.saturating_sub(self.size);
            BytePointer { right, address: (self.address + 1) & 0o777777, ..self }
        }
    }

    fn mask(self) -> u64 {
        ((1u64 << self.size.min(36)) - 1) << self.right.min(36)
    }

    fn load(self, word: Word36) -> Word36 {
        Word36::new((word.bits() & self.mask()) >> self.right.min(36))
    }

    fn store(self, word: Word36, byte: Word36) -> Word36 {
        let mask = self.mask();
        Word36::new(word.bits() & !mask | byte.bits() << self.right.min(36) & mask)
    }

    /// The same position at the end of a word, expressed as the start of the next.
    fn at_next_word(self) -> Self {
        BytePointer { right: 36, address: (self.address + 1) & 0o777777, ..self }
    }
}

impl Monitor<'_> {
    /// `.IOT`: a datum or block at an address, possibly an accumulator's.
    pub(super) fn transfer(&mut self, channel: u8, address: u32) -> Outcome<Answer> {
        self.its.job.channel_in_hand = channel;
        let open = self.open_channel(channel)?;
        match (open.is_block(), open.is_output()) {
            (true, _) => self.transfer_block(channel, address)?,
            (false, true) => self.output(channel, self.read(address)?, 0)?,
            (false, false) => {
                self.check_write(address)?;
                let datum = self.input_or_end(channel, 0)?;
                self.write(address, datum)?;
            }
        }
        Ok(Answer::Next)
    }

    /// `IOT`: like `.IOT`, or with a value as the datum.
    pub(super) fn transfer_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let (channel, options) = (arguments.channel()?, arguments.control);
        let open = self.open_channel(channel)?;
        let (block, output) = (open.is_block(), open.is_output());
        if arguments.given.len() < 2 {
            if !arguments.wants_values() || block || output {
                return Err(CallError::Error(code::TOO_FEW_ARGUMENTS));
            }
            let datum = self.input_or_end(channel, options)?;
            arguments.values.push(datum);
            return Ok(Answer::Skip);
        }
        if output && !block && arguments.place(1).is_err() {
            // An immediate datum is the address itself.
            self.output(channel, Word36::from(arguments.at(1).right()), options)?;
            return Ok(Answer::Skip);
        }
        let address = arguments.place(1)?;
        match (block, output) {
            (true, _) => self.transfer_block(channel, address)?,
            (false, true) => self.output(channel, self.read(address)?, options)?,
            (false, false) => {
                self.check_write(address)?;
                let datum = self.input_or_end(channel, options)?;
                self.write(address, datum)?;
            }
        }
        Ok(Answer::Skip)
    }

    /// Target of a channel; a closed one is a transfer error.
    pub(super) fn open_channel(&mut self, channel: u8) -> Outcome<&mut Open> {
        let open = self.its.channels.get_mut(channel).open.as_mut();
        open.ok_or(CallError::Channel(transfer::NOT_OPEN))
    }

    /// A datum of input, or the one that marks its end.
    fn input_or_end(&mut self, channel: u8, options: u32) -> Outcome<Word36> {
        let open = self.open_channel(channel)?;
        if matches!(open.device, Device::Terminal) && !open.is_output() {
            let options = open.mode ^ options;
            self.interrupt_before_reading(options)?;
        }
        if let Some(datum) = self.input(channel, options)? {
            return Ok(datum);
        }
        let open = self.open_channel(channel)?;
        match (open.by_characters(), &open.device) {
            (true, _) | (_, Device::Null) => Ok(END),
            _ => Err(CallError::Channel(transfer::END_OF_FILE)),
        }
    }

    /// Lets the next character interrupt before it is read: afterwards the call is made again. A
    /// call that does not wait for that is interrupted after it.
    ///
    /// Source: *ITS TTY*, "When an IOT attempts to read a character".
    fn interrupt_before_reading(&mut self, options: u32) -> Outcome {
        let polls = options & option::NO_WAIT != 0;
        self.its.terminal.flag_next(self.host);
        if !polls && !self.its.terminal.is_next_interrupting(self.host) {
            return Ok(());
        }
        self.note_typed();
        let reads_at_once = polls || options & option::INTERRUPTING != 0;
        if reads_at_once || !self.may_interrupt() || !self.interrupt_waits() {
            return Ok(());
        }
        let handler = self.leave(Answer::To(self.before(0)));
        Err(CallError::Stop(handler))
    }

    /// The next character or word; `None` at the end.
    fn input(&mut self, channel: u8, options: u32) -> Outcome<Option<Word36>> {
        self.host.work.charge(1);
        let open = self.open_channel(channel)?;
        let (by_characters, options) = (open.by_characters(), open.mode ^ options);
        match &mut open.device {
            Device::Null => Ok(None),
            Device::File(file) | Device::Text(_, file) => {
                if file.is_beyond(by_characters) {
                    Err(CallError::Channel(transfer::END_OF_FILE))
                } else {
                    Ok(file.next(by_characters))
                }
            }
            Device::Terminal => self.typed(options).map(Some),
            Device::Job(job) => {
                let (number, at) = (job.number, job.address);
                job.address = (at + 1) & 0o777777;
                self.in_job(number, |job| job.read(at)).map(Some)
            }
        }
    }

    /// A terminal character.
    fn typed(&mut self, options: u32) -> Outcome<Word36> {
        let peek = options & option::PEEK != 0;
        // Reading takes the character that is echoed.
        let mut unechoed = 0;
        if let TerminalInput::Character(character) = self.its.terminal.read(self.host, true) {
            let mut out = Vec::new();
            unechoed = self.its.terminal.echo_read(character, options, &mut out);
            self.type_out(&out)?;
        }
        match self.its.terminal.read(self.host, peek) {
            TerminalInput::Character(character) => {
                Ok(Word36::from(u32::from(character) | unechoed))
            }
            _ if options & option::NO_WAIT != 0 => Ok(Word36::from_signed(-1)),
            TerminalInput::Wait => {
                self.its.terminal.restart_lines();
                let other = self.wait(Wait::Input, self.before(0));
                Err(CallError::Stop(other.unwrap_or(Answer::Input)))
            }
            TerminalInput::End => {
                Err(CallError::Stop(Answer::Fault(Cause::InputEnded { call: "the terminal" })))
            }
        }
    }

    /// Writes a character or word to a channel.
    fn output(&mut self, channel: u8, datum: Word36, options: u32) -> Outcome {
        self.host.work.charge(1);
        let open = self.its.channels.get_mut(channel).open.as_mut();
        let open = open.ok_or(CallError::Channel(transfer::NOT_OPEN))?;
        let (by_characters, options) = (open.by_characters(), open.mode ^ options);
        match &mut open.device {
            Device::Null => Ok(()),
            Device::Job(job) => {
                let (number, at) = (job.number, job.address);
                job.address = (at + 1) & 0o777777;
                self.in_job(number, |job| job.write(at, datum))
            }
            Device::Terminal => {
                self.pause(channel, options)?;
                let mut out = Vec::new();
                self.its.terminal.print(datum.bits() as u8, options, &mut out);
                self.type_out(&out)
            }
            Device::File(file) | Device::Text(_, file) => {
                let growth = file.growth_bytes(by_characters);
                if growth > 0 && self.host.files.keep(growth).is_err() {
                    return Err(CallError::Channel(transfer::DEVICE_FULL));
                }
                file.put(datum, by_characters);
                Ok(())
            }
        }
    }

    /// Pauses at the end of a screen: interrupts a program that asked for it, and otherwise waits for
    /// a character.
    fn pause(&mut self, channel: u8, options: u32) -> Outcome {
        if !self.its.terminal.pauses(options) {
            return Ok(());
        }
        let bit = Word36::new(1 << channel);
        if self.variable(variable::MSK2) & bit != Word36::default() {
            self.set(variable::IFPIR, self.variable(variable::IFPIR) | bit);
            self.its.terminal.restart_lines();
            return Ok(());
        }
        let mut out = Vec::new();
        let is_over = self.its.terminal.pause(self.host, &mut out);
        self.type_out(&out)?;
        if is_over { Ok(()) } else { Err(CallError::Stop(Answer::Input)) }
    }

    /// `ECHOIN`: echoes and stores characters up to one that breaks, which stays to be read.
    ///
    /// Source: *ITS .CALLS*, `ECHOIN`; ITS 1652, `NECHOIN`.
    pub(super) fn echo_in(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        self.check_terminal(arguments.at(0))?;
        let (pointer_at, count_at) = (arguments.place(1)?, arguments.place(2)?);
        let (table, block) = (arguments.at(3).right(), arguments.at(4).right());
        self.check_write(pointer_at)?;
        self.check_write(count_at)?;
        let was_waiting = std::mem::take(&mut self.its.terminal.is_echoing_in);
        if self.read(count_at)?.signed() <= 0 || !was_waiting && self.is_typed_ahead() {
            return Ok(Answer::Skip);
        }
        while let Some(&byte) = self.host.input.rest().first() {
            let word = self.read(table + u32::from(byte >> 5 & 3))?;
            let breaks =
                !(b' '..0o177).contains(&byte) || word.bits() >> (35 - (byte & 0o37)) & 1 != 0;
            if breaks || self.read(count_at)?.signed() <= 0 {
                return Ok(Answer::Skip);
            }
            self.store_echoed(pointer_at, count_at, block)?;
        }
        if !self.host.input.is_open() || self.read(count_at)?.signed() <= 0 {
            return Ok(Answer::Skip);
        }
        self.its.terminal.is_echoing_in = true;
        self.its.terminal.restart_lines();
        Err(CallError::Stop(Answer::Input))
    }

    fn is_typed_ahead(&self) -> bool {
        !self.host.input.rest().is_empty()
    }

    /// Echoes the next character and stores it, and counts it in a block of TECO's if there is one.
    fn store_echoed(&mut self, pointer_at: u32, count_at: u32, block: u32) -> Outcome {
        let pointer = BytePointer::of(self.read(pointer_at)?).next();
        self.check_write(pointer.address)?;
        let TerminalInput::Character(character) = self.its.terminal.read(self.host, false) else {
            return Ok(());
        };
        let mut out = Vec::new();
        self.its.terminal.show(character, &mut out);
        self.type_out(&out)?;
        let byte = Word36::from(u32::from(character));
        self.write(pointer.address, pointer.store(self.read(pointer.address)?, byte))?;
        self.write(pointer_at, pointer.word())?;
        let add = |at: u32, by: i64| {
            let sum = self.read(at)? + Word36::from_signed(by);
            self.write(at, sum)
        };
        add(count_at, -1)?;
        if block != 0 {
            (block + 2..block + 6).try_for_each(|at| add(at, 1))?;
            add(block + 6, -1)?;
        }
        Ok(())
    }

    /// A block: increments the pointer at `address` as it proceeds.
    fn transfer_block(&mut self, channel: u8, address: u32) -> Outcome {
        let mut pointer = self.read(address)?;
        self.check_write(address)?;
        let mut result = Ok(true);
        while result == Ok(true) && pointer.left() & 0o400000 != 0 {
            result = self.transfer_word(channel, pointer.right());
            if result == Ok(true) {
                pointer = pointer + Word36::halves(1, 1);
            }
        }
        self.write(address, pointer)?;
        result.map(|_| ())
    }

    /// A word of a block; false at the end of the input.
    fn transfer_word(&mut self, channel: u8, address: u32) -> Outcome<bool> {
        let open = self.open_channel(channel)?;
        let terminal = matches!(open.device, Device::Terminal);
        if open.is_output() {
            let word = self.read(address)?;
            if terminal {
                self.print_word(channel, word)?;
            } else {
                self.output(channel, word, 0)?;
            }
            return Ok(true);
        }
        self.check_write(address)?;
        let word = if terminal { self.typed_word()? } else { self.input(channel, 0)? };
        let Some(word) = word else { return Ok(false) };
        self.write(address, word)?;
        Ok(true)
    }

    /// Prints the five characters of a word, except ^C.
    fn print_word(&mut self, channel: u8, word: Word36) -> Outcome {
        for character in text::characters(word).into_iter().filter(|&c| c != PADDING) {
            self.output(channel, Word36::from(u32::from(character)), 0)?;
        }
        Ok(())
    }

    /// Reads five terminal characters, fewer before a ^C; takes them only when all have arrived.
    fn typed_word(&mut self) -> Outcome<Option<Word36>> {
        let rest = self.host.input.rest();
        let end = rest.iter().take(CHARS_PER_WORD).position(|&c| c == PADDING);
        if end.is_none() && rest.len() < CHARS_PER_WORD && self.host.input.is_open() {
            return Err(CallError::Stop(Answer::Input));
        }
        let mut characters = Vec::new();
        for _ in 0..CHARS_PER_WORD {
            match self.its.terminal.read(self.host, false) {
                TerminalInput::Character(PADDING) | TerminalInput::Wait | TerminalInput::End => {
                    break;
                }
                TerminalInput::Character(character) => characters.push(character),
            }
        }
        let empty = characters.is_empty();
        Ok((!empty).then(|| text::ascii(&characters, PADDING)))
    }

    /// `SIOT`: a string of bytes; updates pointer and count.
    pub(super) fn string_transfer(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let channel = arguments.channel()?;
        let (pointer_at, count_at) = (arguments.place(1)?, arguments.place(2)?);
        let open = self.open_channel(channel)?;
        if open.is_block() {
            return Err(CallError::Error(code::NO_MODE));
        }
        let by_words = matches!(open.device, Device::File(_));
        let output = open.is_output();
        self.check_write(pointer_at)?;
        self.check_write(count_at)?;
        let word = self.read(pointer_at)?;
        if word.left() & 0o20 != 0 {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let start = BytePointer { address: self.cpu.effective(word)?, ..BytePointer::of(word) };
        let (mut pointer, mut count) = (start, self.read(count_at)?);
        if count.signed() > MOST_BYTES {
            return Err(CallError::Error(code::MEANINGLESS));
        }
        let mut result = Ok(true);
        while result == Ok(true) && count.signed() > 0 {
            let next = pointer.next();
            result = if output {
                self.output_byte(channel, next, arguments.control)
            } else {
                self.input_byte(channel, next, arguments.control)
            };
            if result == Ok(true) {
                (pointer, count) = (next, count + Word36::from_signed(-1));
            }
        }
        // Whole words of a file are moved as such, and leave the pointer before the next word.
        let moved_words = by_words && start.right == 36 && pointer.right < pointer.size;
        let pointer = if moved_words { pointer.at_next_word() } else { pointer };
        self.write(pointer_at, pointer.word())?;
        self.write(count_at, count)?;
        result.map(|_| Answer::Skip)
    }

    fn output_byte(&mut self, channel: u8, at: BytePointer, options: u32) -> Outcome<bool> {
        let byte = at.load(self.read(at.address)?);
        self.output(channel, byte, options).map(|()| true)
    }

    /// False at the end, and if a terminal that does not wait has no input.
    fn input_byte(&mut self, channel: u8, at: BytePointer, options: u32) -> Outcome<bool> {
        self.check_write(at.address)?;
        let none = Word36::from_signed(-1);
        match self.input(channel, options)? {
            None => Ok(false),
            Some(byte) if byte == none && self.is_terminal(channel) => Ok(false),
            Some(byte) => {
                self.write(at.address, at.store(self.read(at.address)?, byte))?;
                Ok(true)
            }
        }
    }

    /// Reads a string up to a NUL, or `limit` characters.
    pub(super) fn string_at(&self, pointer: Word36, limit: usize) -> Outcome<Vec<u8>> {
        let mut at =
            BytePointer { address: self.cpu.effective(pointer)?, ..BytePointer::of(pointer) };
        let mut text = Vec::new();
        while text.len() < limit {
            at = at.next();
            match at.load(self.read(at.address)?).bits() as u8 {
                0 => break,
                character => text.push(character),
            }
        }
        Ok(text)
    }

    /// Writes a string followed by a NUL.
    pub(super) fn store_string(&self, pointer: Word36, text: &[u8]) -> Outcome {
        let mut at =
            BytePointer { address: self.cpu.effective(pointer)?, ..BytePointer::of(pointer) };
        for &character in text.iter().chain(&[0]) {
            at = at.next();
            let byte = Word36::from(u32::from(character));
            self.write(at.address, at.store(self.read(at.address)?, byte))?;
        }
        Ok(())
    }

    /// `.STATUS` and `STATUS`: errors, mode and kind of device.
    ///
    /// Source: *ITS .CALLS*, `STATUS`.
    pub(super) fn status(&self, number: u8) -> Word36 {
        const POSSESSED: u32 = 0o10000;
        const EMPTY: u32 = 0o2000;
        let channel = self.its.channels.get(number);
        let left = u32::from(channel.transfer_error) << 9 | u32::from(channel.error);
        let Some(open) = &channel.open else { return Word36::halves(left, 0) };
        let terminal = if self.its.terminal.screen().is_some() { 0o2 } else { 0o1 };
        let device = match (&open.device, open.is_output()) {
            (Device::Terminal, true) => POSSESSED | EMPTY | terminal,
            (Device::Terminal, false) if self.host.input.rest().is_empty() => POSSESSED | EMPTY,
            (Device::Terminal, false) => POSSESSED,
            (Device::Null, _) => 0o21,
            (Device::File(_), _) => 0o43,
            (Device::Text(..), _) => 0o63,
            (Device::Job(job), _) if self.is_inferior(job.number) => 0o61,
            (Device::Job(_), _) => 0o60,
        };
        Word36::halves(left, device | (open.mode & mode::STANDARD) << 6)
    }

    /// `STATUS`.
    pub(super) fn status_call(&mut self, arguments: &mut Arguments) -> Outcome<Answer> {
        let status = self.status(arguments.channel()?);
        arguments.values.push(status);
        Ok(Answer::Skip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_pointers_step_and_reach_their_bytes() {
        let start = BytePointer::of(Word36::new(0o440700_000100));
        let first = start.next();
        assert_eq!(first.word(), Word36::new(0o350700_000100));
        let last = (0..4).fold(first, |pointer, _| pointer.next());
        assert_eq!(last.word(), Word36::new(0o010700_000100));
        assert_eq!(last.next().word(), Word36::new(0o350700_000101));
        let word = first.store(Word36::default(), Word36::from(0o101));
        assert_eq!((word, first.load(word)), (text::ascii(b"A", 0), Word36::from(0o101)));
    }

    #[test]
    fn odd_byte_pointers_do_no_harm() {
        for left in [0o777777, 0o007700, 0o000000, 0o770100] {
            let pointer = BytePointer::of(Word36::halves(left, 0o777777)).next();
            let word = pointer.store(Word36::new(u64::MAX), Word36::default());
            let _ = (pointer.load(word), pointer.word());
        }
    }
}
