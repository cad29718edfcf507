//! System calls in the making: what a program asks of its system, and what it is answered.
//!
//! For machines whose addresses name bytes and fit 32 bits. Which register holds what, and the
//! order of a word's bytes, is the [`Caller`]'s own business.

use crate::{Cause, Fault, Host, Limit, Work};

/// What a program makes a system call for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To print.
    Print,
    /// To read its input.
    Read,
    /// To get more memory.
    Heap,
    /// For anything else.
    Other,
}

/// What a system call came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// Done; the program goes on.
    Done,
    /// The program ends with this status.
    Exit(i32),
    /// The call wants input that may still come; nothing was changed.
    Input,
    /// It asked for more than there may be.
    Limit(Limit),
    /// The call went wrong.
    Fault(Cause),
}

impl Answer {
    /// What a call came to on this host: one that is done ends the run when all its work is spent.
    #[must_use]
    pub fn on(self, host: &Host) -> Self {
        match self {
            Answer::Done if host.work.is_spent() => Answer::Limit(Limit::Work),
            answer => answer,
        }
    }
}

impl From<Cause> for Answer {
    fn from(cause: Cause) -> Self {
        Answer::Fault(cause)
    }
}

/// What a step of a call came to; `Err` ends the call early, not always in failure.
pub type Outcome = Result<(), Answer>;

/// The program that makes a call: the registers of the convention, and its memory.
pub trait Caller {
    /// Address of the instruction that makes the call.
    fn pc(&self) -> u32;
    /// An argument, from 0.
    fn argument(&self, rank: u8) -> u32;
    /// Gives the register of an argument a value, where a call answers in those.
    fn set_argument(&mut self, rank: u8, value: u32);
    /// Gives the register of results its value.
    fn set_result(&mut self, value: u32);
    /// A floating point argument as a single, from 0.
    fn single_argument(&self, rank: u8) -> f32;
    /// A floating point argument as a double, from 0.
    fn double_argument(&self, rank: u8) -> f64;
    /// Gives the floating point register of results a single.
    fn set_single_result(&mut self, value: f32);
    /// Gives the floating point register of results a double.
    fn set_double_result(&mut self, value: f64);
    /// A byte of memory, checked as a load of the program's.
    ///
    /// # Errors
    /// The fault the program's load would be.
    fn read_byte(&mut self, address: u32) -> Result<u8, Cause>;
    /// Writes a byte of memory, checked as a store of the program's.
    ///
    /// # Errors
    /// The fault the program's store would be.
    fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause>;
    /// The bytes of a word as they lie in memory, lowest address first.
    fn word_bytes(&self, word: u32) -> [u8; 4];
}

/// Bytes of a path with its NUL, as Linux limits them.
const LONGEST_NAME: usize = 4096;

/// Bytes that one call may move: 64 MiB, more than any host takes under its own limits.
const LONGEST_MOVE: usize = 64 << 20;

/// A call with the program it is made by and the world it is made on.
pub struct Call<'a, C> {
    /// Which call.
    pub number: u32,
    /// Who makes it.
    pub cpu: &'a mut C,
    /// The outside world.
    pub host: &'a mut Host,
    /// First address written, and the one behind the last.
    pub stored: Option<(u32, u32)>,
}

impl<'a, C: Caller> Call<'a, C> {
    /// A call that has done nothing yet.
    pub fn new(number: u32, cpu: &'a mut C, host: &'a mut Host) -> Self {
        host.work.charge(Work::CALL);
        Call { number, cpu, host, stored: None }
    }

    /// An argument, from 0.
    pub fn argument(&self, rank: u8) -> u32 {
        self.cpu.argument(rank)
    }

    /// Gives the register of an argument a value.
    pub fn set_argument(&mut self, rank: u8, value: u32) {
        self.cpu.set_argument(rank, value);
    }

    /// Gives the register of results its value.
    pub fn set_result(&mut self, value: u32) {
        self.cpu.set_result(value);
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// When the output is full.
    pub fn print(&mut self, bytes: &[u8]) -> Outcome {
        self.host.work.charge(bytes.len() as u64);
        if self.host.output.write(bytes) { Ok(()) } else { Err(Answer::Limit(Limit::Output)) }
    }

    /// The bytes from an address up to a NUL, and what kept them from ending in one.
    pub fn string(&mut self, address: u32) -> (Vec<u8>, Outcome) {
        let (bytes, end) = self.string_within(address, LONGEST_MOVE);
        if bytes.len() < LONGEST_MOVE {
            (bytes, end)
        } else {
            (bytes, Err(Answer::Limit(Limit::Work)))
        }
    }

    fn string_within(&mut self, address: u32, limit: usize) -> (Vec<u8>, Outcome) {
        let mut bytes = Vec::new();
        let end = loop {
            if bytes.len() >= limit {
                break Ok(());
            }
            match self.cpu.read_byte(address.wrapping_add(bytes.len() as u32)) {
                Ok(0) => break Ok(()),
                Ok(byte) => bytes.push(byte),
                Err(cause) => break Err(cause.into()),
            }
        };
        self.host.work.charge(Work::MOVED * bytes.len() as u64);
        (bytes, end)
    }

    /// The bytes from an address up to a NUL, which there must be.
    ///
    /// # Errors
    /// A fault where memory ends before.
    pub fn whole_string(&mut self, address: u32) -> Result<Vec<u8>, Answer> {
        let (bytes, end) = self.string(address);
        end.map(|()| bytes)
    }

    /// A file's name; `None` when it is longer than any system lets it be.
    ///
    /// # Errors
    /// A fault where memory ends before the name does.
    pub fn file_name(&mut self, address: u32) -> Result<Option<Vec<u8>>, Answer> {
        let (name, end) = self.string_within(address, LONGEST_NAME);
        end.map(|()| (name.len() < LONGEST_NAME).then_some(name))
    }

    /// So many bytes of memory.
    ///
    /// # Errors
    /// A fault where memory ends before; else a limit where there are more than a call may move.
    pub fn bytes(&mut self, address: u32, count: u32) -> Result<Vec<u8>, Answer> {
        let mut bytes = Vec::new();
        for offset in 0..count {
            let byte = self.cpu.read_byte(address.wrapping_add(offset))?;
            if bytes.len() < LONGEST_MOVE {
                bytes.push(byte);
            }
        }
        self.host.work.charge(Work::MOVED * u64::from(count));
        if bytes.len() == count as usize { Ok(bytes) } else { Err(Answer::Limit(Limit::Work)) }
    }

    /// Writes bytes to memory, as many as there is memory for.
    ///
    /// # Errors
    /// A fault at the first byte that memory does not take.
    pub fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), Cause> {
        self.host.work.charge(Work::MOVED * bytes.len() as u64);
        for (offset, &byte) in bytes.iter().enumerate() {
            let at = address.wrapping_add(offset as u32);
            self.cpu.write_byte(at, byte)?;
            let start = self.stored.map_or(at, |(start, _)| start);
            self.stored = Some((start, at.wrapping_add(1)));
        }
        Ok(())
    }

    /// Keeps what the system would have let pass in silence; the machine adds how far it had come.
    pub fn note(&mut self, cause: Cause) {
        self.host.note(Fault { pc: self.cpu.pc().into(), cause }, 0);
    }

    /// There is no such call. The number is a signed one to whoever reads of it.
    #[must_use]
    pub fn unknown(&self) -> Cause {
        Cause::UnknownCall { number: i64::from(self.number as i32) as u64 }
    }

    /// The input is at its end.
    #[must_use]
    pub fn end_of_input(&self) -> Cause {
        Cause::EndOfInput { call: self.number.into() }
    }

    /// The input is not what the call reads; the host's input keeps the line.
    #[must_use]
    pub fn bad_input(&mut self) -> Cause {
        self.host.input.refuse();
        Cause::BadInput { call: self.number.into() }
    }

    /// An argument is not one the call takes.
    #[must_use]
    pub fn bad_argument(&self, rank: u8) -> Cause {
        Cause::BadArgument { call: self.number.into(), value: self.argument(rank).into() }
    }
}

/// A stack that grows down while it is filled, before the program starts.
pub struct Stack<'a, C> {
    /// Whose stack.
    pub cpu: &'a mut C,
    /// The lowest address in use.
    pub top: u32,
}

impl<C: Caller> Stack<'_, C> {
    /// Puts a string with its NUL, and says where it begins.
    pub fn string(&mut self, bytes: &[u8]) -> u32 {
        self.top = self.top.wrapping_sub(bytes.len() as u32 + 1);
        for (offset, &byte) in bytes.iter().chain(&[0]).enumerate() {
            // A stack that overflows before the program starts leaves the rest out.
            let _ = self.cpu.write_byte(self.top.wrapping_add(offset as u32), byte);
        }
        self.top
    }

    /// Puts strings, each below the one before, and says where they begin.
    pub fn strings<'b>(&mut self, strings: impl IntoIterator<Item = &'b [u8]>) -> Vec<u32> {
        strings.into_iter().map(|string| self.string(string)).collect()
    }

    /// Puts words with the first lowest.
    pub fn words(&mut self, words: &[u32]) {
        for &word in words.iter().rev() {
            self.top = self.top.wrapping_sub(4);
            for (offset, byte) in self.cpu.word_bytes(word).into_iter().enumerate() {
                let _ = self.cpu.write_byte(self.top.wrapping_add(offset as u32), byte);
            }
        }
    }

    /// Puts addresses and a zero behind them, and says where they begin.
    pub fn vector(&mut self, addresses: &[u32]) -> u32 {
        self.words(&[0]);
        self.words(addresses);
        self.top
    }
}

/// Memory that is given out piece by piece and never taken back.
#[derive(Debug, Default, Clone, Copy)]
pub struct Heap {
    /// Address of the first piece.
    pub first: u32,
    /// Address of the next piece.
    pub next: u32,
    /// The highest that `next` can be.
    pub limit: u32,
}

impl Heap {
    /// A heap nothing was taken from.
    #[must_use]
    pub fn new(first: u32, limit: u32) -> Self {
        Heap { first, next: first, limit }
    }

    /// Gives out a piece, and says where it begins.
    ///
    /// `None` when there is not so much, or less than nothing was asked for.
    pub fn take(&mut self, asked: u32) -> Option<u32> {
        let size = i32::try_from(asked).ok()?.unsigned_abs();
        let next = self.next.checked_add(size).filter(|&next| next <= self.limit)?;
        Some(std::mem::replace(&mut self.next, next))
    }

    /// Gives out a piece rounded up to words of four bytes.
    pub fn take_words(&mut self, asked: u32) -> Option<u32> {
        self.take(i32::try_from(asked).ok()?.unsigned_abs().next_multiple_of(4))
    }
}
