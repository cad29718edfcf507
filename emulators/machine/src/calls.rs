//! System calls: arguments, memory access and results.
//!
//! For machines with byte addresses of at most 32 bits. The [`Caller`] knows the registers and the
//! byte order.

use std::ops::Range;

use crate::{Cause, Fault, Host, Limit, Work};

/// Purpose of a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallPurpose {
    /// Print.
    Print,
    /// Read input.
    Read,
    /// Allocate memory.
    Heap,
    /// Anything else.
    Other,
}

/// Result of a system call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallAnswer {
    /// Done; the program continues.
    Done,
    /// The program ends with this status.
    Exit(i32),
    /// The call needs input that may still come; nothing was changed.
    Input,
    /// It exceeded a limit.
    Limit(Limit),
    /// The call failed.
    Fault(Cause),
}

impl CallAnswer {
    /// The answer on this host: a completed call ends the run if the work limit is exceeded.
    #[must_use]
    pub fn on(self, host: &Host) -> Self {
        match self {
            CallAnswer::Done if host.work.is_spent() => CallAnswer::Limit(Limit::Work),
            answer => answer,
        }
    }
}

impl From<Cause> for CallAnswer {
    fn from(cause: Cause) -> Self {
        CallAnswer::Fault(cause)
    }
}

/// Result of a step of a call; `Err` ends the call, not always as a failure.
pub type CallResult = Result<(), CallAnswer>;

/// The calling program: registers of the calling convention, and memory.
pub trait Caller {
    /// Address of the call instruction.
    fn pc(&self) -> u32;
    /// An argument, from 0.
    fn argument(&self, rank: u8) -> u32;
    /// Sets the register of an argument, for calls that return values there.
    fn set_argument(&mut self, rank: u8, value: u32);
    /// Sets the result register.
    fn set_result(&mut self, value: u32);
    /// A single-precision argument, from 0.
    fn single_argument(&self, rank: u8) -> f32;
    /// A double-precision argument, from 0.
    fn double_argument(&self, rank: u8) -> f64;
    /// Sets the floating point result register to a single.
    fn set_single_result(&mut self, value: f32);
    /// Sets the floating point result register to a double.
    fn set_double_result(&mut self, value: f64);
    /// Reads a byte of memory, with the checks of a load by the program.
    ///
    /// # Errors
    /// The fault that such a load would cause.
    fn read_byte(&mut self, address: u32) -> Result<u8, Cause>;
    /// Writes a byte of memory, with the checks of a store by the program.
    ///
    /// # Errors
    /// The fault that such a store would cause.
    fn write_byte(&mut self, address: u32, byte: u8) -> Result<(), Cause>;
    /// The bytes of a word in memory order, lowest address first.
    fn word_bytes(&self, word: u32) -> [u8; 4];
}

/// Maximum length of a path with its NUL in bytes, as on Linux.
const LONGEST_NAME: usize = 4096;

/// Maximum number of bytes that one call moves: 64 MiB, above all limits of a host.
const LONGEST_MOVE: usize = 64 << 20;

/// A call in progress, with its program and host.
pub struct Call<'a, C> {
    /// Number of the call.
    pub number: u32,
    /// The calling program.
    pub cpu: &'a mut C,
    /// The outside world.
    pub host: &'a mut Host,
    /// Memory that it wrote, in its order.
    pub stored: Vec<Range<u32>>,
}

impl<'a, C: Caller> Call<'a, C> {
    /// Starts a call, and charges for it.
    pub fn new(number: u32, cpu: &'a mut C, host: &'a mut Host) -> Self {
        host.work.charge(Work::CALL);
        Call { number, cpu, host, stored: Vec::new() }
    }

    /// An argument, from 0.
    pub fn argument(&self, rank: u8) -> u32 {
        self.cpu.argument(rank)
    }

    /// Sets the register of an argument.
    pub fn set_argument(&mut self, rank: u8, value: u32) {
        self.cpu.set_argument(rank, value);
    }

    /// Sets the result register.
    pub fn set_result(&mut self, value: u32) {
        self.cpu.set_result(value);
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// If the output is full.
    pub fn print(&mut self, bytes: &[u8]) -> CallResult {
        self.host.work.charge(bytes.len() as u64);
        if self.host.output.write(bytes) { Ok(()) } else { Err(CallAnswer::Limit(Limit::Output)) }
    }

    /// The bytes up to a NUL, and an error if memory or a limit ends before it.
    pub fn string(&mut self, address: u32) -> (Vec<u8>, CallResult) {
        let (bytes, end) = self.string_within(address, LONGEST_MOVE);
        if bytes.len() < LONGEST_MOVE {
            (bytes, end)
        } else {
            (bytes, Err(CallAnswer::Limit(Limit::Work)))
        }
    }

    fn string_within(&mut self, address: u32, limit: usize) -> (Vec<u8>, CallResult) {
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

    /// The bytes up to a NUL.
    ///
    /// # Errors
    /// A fault if memory ends before the NUL.
    pub fn whole_string(&mut self, address: u32) -> Result<Vec<u8>, CallAnswer> {
        let (bytes, end) = self.string(address);
        end.map(|()| bytes)
    }

    /// A file name; `None` if it is longer than any system allows.
    ///
    /// # Errors
    /// A fault if memory ends before the name.
    pub fn file_name(&mut self, address: u32) -> Result<Option<Vec<u8>>, CallAnswer> {
        let (name, end) = self.string_within(address, LONGEST_NAME);
        end.map(|()| (name.len() < LONGEST_NAME).then_some(name))
    }

    /// Reads `count` bytes of memory.
    ///
    /// # Errors
    /// A fault if memory ends before; a limit if a call may not move that many bytes.
    pub fn bytes(&mut self, address: u32, count: u32) -> Result<Vec<u8>, CallAnswer> {
        let mut bytes = Vec::new();
        for offset in 0..count {
            let byte = self.cpu.read_byte(address.wrapping_add(offset))?;
            if bytes.len() < LONGEST_MOVE {
                bytes.push(byte);
            }
        }
        self.host.work.charge(Work::MOVED * u64::from(count));
        if bytes.len() == count as usize { Ok(bytes) } else { Err(CallAnswer::Limit(Limit::Work)) }
    }

    /// Writes bytes to memory, up to the first that fails.
    ///
    /// # Errors
    /// The fault at that byte.
    pub fn store(&mut self, address: u32, bytes: &[u8]) -> Result<(), Cause> {
        self.host.work.charge(Work::MOVED * bytes.len() as u64);
        for (offset, &byte) in bytes.iter().enumerate() {
            let at = address.wrapping_add(offset as u32);
            self.cpu.write_byte(at, byte)?;
            self.note_stored(at..at.saturating_add(1));
        }
        Ok(())
    }

    /// Notes memory that the call wrote.
    pub fn note_stored(&mut self, range: Range<u32>) {
        match self.stored.last_mut() {
            Some(last) if last.end == range.start => last.end = range.end,
            _ => self.stored.push(range),
        }
    }

    /// Records a problem that the real system ignores; the machine adds the position in the run.
    pub fn note(&mut self, cause: Cause) {
        self.host.note(Fault { pc: self.cpu.pc().into(), cause }, 0);
    }

    /// Fault for an unknown call; its number is shown as signed.
    #[must_use]
    pub fn unknown(&self) -> Cause {
        Cause::UnknownCall { number: i64::from(self.number as i32) as u64 }
    }

    /// Fault for input that has ended.
    #[must_use]
    pub fn end_of_input(&self) -> Cause {
        Cause::EndOfInput { call: self.number.into() }
    }

    /// Fault for input that the call cannot parse; the host's input records the line.
    #[must_use]
    pub fn bad_input(&mut self) -> Cause {
        self.host.input.refuse();
        Cause::BadInput { call: self.number.into() }
    }

    /// Fault for an invalid argument.
    #[must_use]
    pub fn bad_argument(&self, rank: u8) -> Cause {
        Cause::BadArgument { call: self.number.into(), value: self.argument(rank).into() }
    }
}

/// A stack that is filled downwards before the program starts.
pub struct InitialStack<'a, C> {
    /// The program whose stack it is.
    pub cpu: &'a mut C,
    /// The lowest address in use.
    pub top: u32,
}

impl<C: Caller> InitialStack<'_, C> {
    /// Pushes a string with its NUL; returns its address.
    pub fn string(&mut self, bytes: &[u8]) -> u32 {
        self.top = self.top.wrapping_sub(bytes.len() as u32 + 1);
        for (offset, &byte) in bytes.iter().chain(&[0]).enumerate() {
            // If the stack overflows before the program starts, the rest is dropped.
            let _ = self.cpu.write_byte(self.top.wrapping_add(offset as u32), byte);
        }
        self.top
    }

    /// Pushes strings, each below the previous one; returns their addresses.
    pub fn strings<'b>(&mut self, strings: impl IntoIterator<Item = &'b [u8]>) -> Vec<u32> {
        strings.into_iter().map(|string| self.string(string)).collect()
    }

    /// Pushes words; the first has the lowest address.
    pub fn words(&mut self, words: &[u32]) {
        for &word in words.iter().rev() {
            self.top = self.top.wrapping_sub(4);
            for (offset, byte) in self.cpu.word_bytes(word).into_iter().enumerate() {
                let _ = self.cpu.write_byte(self.top.wrapping_add(offset as u32), byte);
            }
        }
    }

    /// Pushes addresses followed by a zero; returns the address of the first.
    pub fn vector(&mut self, addresses: &[u32]) -> u32 {
        self.words(&[0]);
        self.words(addresses);
        self.top
    }
}

/// Memory that is allocated piece by piece.
#[derive(Debug, Default, Clone)]
pub struct Heap {
    /// Address of the first piece.
    pub first: u32,
    /// Address of the next piece.
    pub next: u32,
    /// Maximum of `next`.
    pub limit: u32,
    /// Memory that the current call gave to the program or took back, in order.
    pub changes: Vec<HeapChange>,
}

/// Memory that a call gave to the program, or took back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeapChange {
    /// The memory.
    pub range: Range<u32>,
    /// Whether it was taken back.
    pub is_freed: bool,
}

impl Heap {
    /// An empty heap.
    #[must_use]
    pub fn new(first: u32, limit: u32) -> Self {
        Heap { first, next: first, limit, changes: Vec::new() }
    }

    /// Notes that the program may use memory.
    pub fn give(&mut self, range: Range<u32>) {
        self.changes.push(HeapChange { range, is_freed: false });
    }

    /// Notes that the program may no longer use memory.
    pub fn free(&mut self, range: Range<u32>) {
        self.changes.push(HeapChange { range, is_freed: true });
    }

    /// Allocates a piece; returns its address.
    ///
    /// `None` if there is not enough memory, or the size is negative.
    pub fn take(&mut self, asked: u32) -> Option<u32> {
        let size = i32::try_from(asked).ok()?.unsigned_abs();
        let next = self.next.checked_add(size).filter(|&next| next <= self.limit)?;
        Some(std::mem::replace(&mut self.next, next))
    }

    /// Allocates a piece rounded up to words of four bytes.
    pub fn take_words(&mut self, asked: u32) -> Option<u32> {
        let piece = self.take(i32::try_from(asked).ok()?.unsigned_abs().next_multiple_of(4))?;
        self.give(piece..self.next);
        Some(piece)
    }
}
