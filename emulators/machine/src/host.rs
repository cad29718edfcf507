//! A machine's outside world as plain data in memory.

use crate::{Fault, Files, Pins};

/// Everything a program can see of the outside, so that equal hosts give equal runs everywhere.
///
/// Everything that a program makes its system keep or do is charged: names and contents to
/// [`Files`], bytes moved and names searched to [`Work`], output to [`Output`]. Each limit is
/// counted, never timed; a system call that exceeds one ends the run with
/// [`Stop::Limit`](crate::Stop::Limit).
#[derive(Debug, Clone, Default)]
pub struct Host {
    /// Standard input.
    pub input: Input,
    /// Standard output.
    pub output: Output,
    /// Standard error, if the system has one.
    pub errors: Output,
    /// Files that the program can open and write.
    pub files: Files,
    /// Arguments of the program, without its own name.
    pub arguments: Vec<Vec<u8>>,
    /// The program's own name, if the system passes it.
    pub program: Vec<u8>,
    /// Virtual time in nanoseconds since 1970; advanced when the program sleeps.
    pub clock_nanos: u64,
    /// Source of random numbers that the program does not seed.
    pub random: Random,
    /// Work done by system calls.
    pub work: Work,
    /// Faults that did not stop the program.
    pub notes: Vec<Note>,
    /// Pins of a board.
    pub pins: Pins,
    /// Number of reads of device registers and clocks, which can change without the program.
    pub device_reads: u64,
    /// The display terminal of standard input and output; `None` is a printing one.
    pub screen: Option<Screen>,
}

/// Size of a display terminal.
///
/// Input then comes key by key, and the system echoes it. Output has the control sequences of
/// ECMA-48, which the system makes; a program's own control characters are not in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Screen {
    /// Number of lines.
    pub lines: u16,
    /// Characters of a line.
    pub columns: u16,
}

impl Host {
    /// Host with this complete standard input.
    ///
    /// ```
    /// let mut host = machine::Host::with_input(b"42\n");
    /// assert_eq!(host.input.line(255), machine::InputRead::Bytes(b"42\n".to_vec()));
    /// assert_eq!(host.input.line(255), machine::InputRead::End);
    /// ```
    #[must_use]
    pub fn with_input(input: &[u8]) -> Self {
        Host { input: Input::closed(input), ..Host::default() }
    }

    /// Records a fault that the system ignored, up to [`MOST_NOTES`](Self::MOST_NOTES).
    pub fn note(&mut self, fault: Fault, after_instrs: u64) {
        if self.notes.len() < Self::MOST_NOTES {
            self.notes.push(Note { fault, after_instrs });
        }
    }

    /// Advances virtual time.
    pub fn pass_milliseconds(&mut self, milliseconds: u32) {
        let nanos = u64::from(milliseconds) * Self::NANOS_PER_MILLISECOND;
        self.clock_nanos = self.clock_nanos.saturating_add(nanos);
    }

    /// Nanoseconds per millisecond.
    pub const NANOS_PER_MILLISECOND: u64 = 1_000_000;

    /// Maximum number of notes.
    pub const MOST_NOTES: usize = 1000;
}

/// A fault that the system ignored, with its position in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// The fault.
    pub fault: Fault,
    /// Instructions retired before it.
    pub after_instrs: u64,
}

/// Standard input: available bytes, and whether more may come.
#[derive(Debug, Clone, Default)]
pub struct Input {
    bytes: Vec<u8>,
    position: usize,
    open: bool,
    /// Number of newlines read.
    lines: u64,
    /// Range in `bytes` of the last read, and its line number.
    last: (std::ops::Range<usize>, u64),
    /// First and last line that a call could not parse.
    refused: Option<(InputLine, InputLine)>,
}

/// A line of the input, truncated if it is long.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputLine {
    /// Line number, from 1.
    pub number: u64,
    /// Bytes without the newline, at most 80.
    pub bytes: Vec<u8>,
}

/// Maximum length of a reported line.
const REPORTED_BYTES: usize = 80;

/// Result of a read from the input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputRead {
    /// At least one byte.
    Bytes(Vec<u8>),
    /// The input has ended.
    End,
    /// Nothing was read: the result depends on bytes that may still come.
    Wait,
}

impl Input {
    /// Input with these bytes that then ends.
    #[must_use]
    pub fn closed(bytes: &[u8]) -> Self {
        Input { bytes: bytes.to_vec(), ..Input::default() }
    }

    /// Input that may still grow by [`feed`](Self::feed).
    #[must_use]
    pub fn open() -> Self {
        Input { open: true, ..Input::default() }
    }

    /// Adds bytes to open input; an empty slice ends it.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.open = !bytes.is_empty();
        self.bytes.drain(..std::mem::take(&mut self.position));
        self.last.0 = 0..0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether more may come.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Unread bytes.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.position..]
    }

    /// Records the last read as a line that a call could not parse.
    pub fn refuse(&mut self) {
        let (taken, number) = self.last.clone();
        let taken = self.bytes.get(taken).unwrap_or_default();
        let line = taken.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let last = InputLine { number, bytes: line[..line.len().min(REPORTED_BYTES)].to_vec() };
        match &mut self.refused {
            Some((_, latest)) => *latest = last,
            None => self.refused = Some((last.clone(), last)),
        }
    }

    /// First and last line that a call could not parse, if any.
    #[must_use]
    pub fn refused(&self) -> Option<&(InputLine, InputLine)> {
        self.refused.as_ref()
    }

    /// Reads one byte.
    pub fn byte(&mut self) -> InputRead {
        self.take_when(1, |rest| (!rest.is_empty()).then_some(1))
    }

    /// Reads up to and including the next newline, at most `limit` bytes.
    pub fn line(&mut self, limit: usize) -> InputRead {
        self.take_when(limit, |rest| {
            let within = &rest[..rest.len().min(limit)];
            let end = within.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            end.or((rest.len() >= limit).then_some(limit))
        })
    }

    /// Reads at most `limit` available bytes.
    pub fn some(&mut self, limit: usize) -> InputRead {
        self.take_when(limit, |rest| (!rest.is_empty()).then_some(rest.len()))
    }

    /// Reads what `ready` finds complete; at the end of closed input, all that is left.
    fn take_when(&mut self, limit: usize, ready: impl Fn(&[u8]) -> Option<usize>) -> InputRead {
        let rest = self.rest();
        let count = match ready(rest) {
            Some(count) => count.min(limit),
            None if self.open => return InputRead::Wait,
            None if rest.is_empty() => return InputRead::End,
            None => rest.len().min(limit),
        };
        let taken = rest[..count].to_vec();
        self.position += count;
        self.last = (self.position - count..self.position, self.lines + 1);
        self.lines += taken.iter().filter(|&&byte| byte == b'\n').count() as u64;
        InputRead::Bytes(taken)
    }
}

/// Output with a size limit: the machine stops when it is exceeded.
#[derive(Debug, Clone)]
pub struct Output {
    bytes: Vec<u8>,
    taken: u64,
    cap_bytes: u64,
}

impl Default for Output {
    fn default() -> Self {
        Output::with_cap(Self::DEFAULT_CAP_BYTES)
    }
}

impl Output {
    /// Default limit: 16 MiB.
    pub const DEFAULT_CAP_BYTES: u64 = 16 << 20;

    /// Output with this limit in bytes.
    #[must_use]
    pub fn with_cap(cap_bytes: u64) -> Self {
        Output { bytes: Vec::new(), taken: 0, cap_bytes }
    }

    /// The limit in bytes.
    #[must_use]
    pub fn cap_bytes(&self) -> u64 {
        self.cap_bytes
    }

    /// Writes up to the limit; returns whether all of it fitted.
    #[must_use]
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        let room = self.cap_bytes - self.taken - self.bytes.len() as u64;
        let fits = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.bytes.extend_from_slice(&bytes[..fits]);
        fits == bytes.len()
    }

    /// Bytes written since the last [`take`](Self::take).
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Removes and returns the bytes written so far; they still count towards the limit.
    pub fn take(&mut self) -> Vec<u8> {
        self.taken += self.bytes.len() as u64;
        std::mem::take(&mut self.bytes)
    }
}

/// Work of system calls, and its limit.
///
/// A unit takes about as long as a few instructions. It is counted, not timed, so that the limit is
/// the same on every computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    done: u64,
    most: u64,
}

impl Default for Work {
    fn default() -> Self {
        Work::limited(Self::DEFAULT_MOST)
    }
}

impl Work {
    /// Default limit: some seconds.
    pub const DEFAULT_MOST: u64 = 1_000_000_000;

    /// Base cost of a system call.
    pub const CALL: u64 = 64;

    /// Cost of an exception or trap; a user call of the PDP-10 is one.
    pub const EXCEPTION: u64 = 16;

    /// Cost of changing an instruction, which is decoded again.
    pub const CHANGE: u64 = 16;

    /// Cost per byte moved to or from a program's memory, or per member of a sequence searched.
    pub const MOVED: u64 = 4;

    /// Work with a limit.
    #[must_use]
    pub fn limited(most: u64) -> Self {
        Work { done: 0, most }
    }

    /// Limit that matches an instruction budget: half of it, because a unit takes longer than most
    /// instructions, plus a base for short programs.
    #[must_use]
    pub fn for_budget(budget_instrs: u64) -> Self {
        Work::limited((budget_instrs / 2).saturating_add(Self::FREE))
    }

    /// Base limit for any budget: some tenths of a second.
    const FREE: u64 = 100_000_000;

    /// Adds work; the machine stops after the call that exceeds the limit.
    pub fn charge(&mut self, units: u64) {
        self.done = self.done.saturating_add(units);
    }

    /// Whether the limit is exceeded.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.done > self.most
    }

    /// Work done so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }
}

/// A small random number generator (SplitMix64), for what is random on a real machine.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#[derive(Debug, Clone, Default)]
pub struct Random {
    state: u64,
}

impl Random {
    /// Generator with this seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Random { state: seed }
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
