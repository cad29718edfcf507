//! A machine's outside world, as plain data in memory.

use crate::{Fault, Files};

/// All a program can see of the outside, so that the same host gives the same run everywhere.
#[derive(Debug, Clone, Default)]
pub struct Host {
    /// Standard input.
    pub input: Input,
    /// Standard output.
    pub output: Output,
    /// Standard error, where a system has one.
    pub errors: Output,
    /// The files a program can open; what it writes stays here.
    pub files: Files,
    /// Arguments of the program, the program's own name not among them.
    pub arguments: Vec<Vec<u8>>,
    /// The program's own name, where a system shows it.
    pub program: Vec<u8>,
    /// Virtual time in nanoseconds since 1970; a sleeping program moves it on.
    pub clock_nanos: u64,
    /// Where random numbers without a seed of the program's own come from.
    pub random: Random,
    /// What system calls did for the program.
    pub work: Work,
    /// What went wrong without stopping the program.
    pub notes: Vec<Note>,
}

impl Host {
    /// A host with this standard input, which then ends.
    ///
    /// ```
    /// let mut host = machine::Host::with_input(b"42\n");
    /// assert_eq!(host.input.line(255), machine::Took::Bytes(b"42\n".to_vec()));
    /// assert_eq!(host.input.line(255), machine::Took::End);
    /// ```
    #[must_use]
    pub fn with_input(input: &[u8]) -> Self {
        Host { input: Input::closed(input), ..Host::default() }
    }

    /// Keeps a fault that was let pass; a program that goes on and on like that is not followed
    /// beyond [`MOST_NOTES`](Self::MOST_NOTES).
    pub fn note(&mut self, fault: Fault, after_instrs: u64) {
        if self.notes.len() < Self::MOST_NOTES {
            self.notes.push(Note { fault, after_instrs });
        }
    }

    /// Lets virtual time pass.
    pub fn pass_milliseconds(&mut self, milliseconds: u32) {
        let nanos = u64::from(milliseconds) * Self::NANOS_PER_MILLISECOND;
        self.clock_nanos = self.clock_nanos.saturating_add(nanos);
    }

    /// The unit of [`clock_nanos`](Self::clock_nanos) in a millisecond.
    pub const NANOS_PER_MILLISECOND: u64 = 1_000_000;

    /// Notes that are kept.
    pub const MOST_NOTES: usize = 1000;
}

/// A fault that the system let pass, with its place in the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// What happened, and where.
    pub fault: Fault,
    /// Instructions the program had retired.
    pub after_instrs: u64,
}

/// Standard input: bytes that are there, and whether more may come.
#[derive(Debug, Clone, Default)]
pub struct Input {
    bytes: Vec<u8>,
    position: usize,
    open: bool,
    /// Line ends that were taken.
    lines: u64,
    /// Where what was taken last lies in `bytes`, and the number of its line.
    last: (std::ops::Range<usize>, u64),
    /// What a call could not take: the first such line, and the last.
    refused: Option<(InputLine, InputLine)>,
}

/// A line of the input, or the beginning of a long one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputLine {
    /// Its number, from 1.
    pub number: u64,
    /// Its bytes without the line end, at most 80.
    pub bytes: Vec<u8>,
}

/// Bytes of a line that are kept to tell of it.
const TOLD_BYTES: usize = 80;

/// What a read from the input gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Took {
    /// At least one byte.
    Bytes(Vec<u8>),
    /// The input is at its end.
    End,
    /// Nothing was taken: the answer depends on bytes that may still come.
    Wait,
}

impl Input {
    /// Input that holds these bytes and then ends.
    #[must_use]
    pub fn closed(bytes: &[u8]) -> Self {
        Input { bytes: bytes.to_vec(), ..Input::default() }
    }

    /// Input that may still grow by [`feed`](Self::feed).
    #[must_use]
    pub fn open() -> Self {
        Input { open: true, ..Input::default() }
    }

    /// Adds bytes to open input; no bytes at all end it.
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

    /// What has not been read yet.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.position..]
    }

    /// Keeps what was taken last as something that a call could not take.
    pub fn refuse(&mut self) {
        let (taken, number) = self.last.clone();
        let taken = self.bytes.get(taken).unwrap_or_default();
        let line = taken.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let last = InputLine { number, bytes: line[..line.len().min(TOLD_BYTES)].to_vec() };
        match &mut self.refused {
            Some((_, latest)) => *latest = last,
            None => self.refused = Some((last.clone(), last)),
        }
    }

    /// The first line that a call could not take, and the last.
    #[must_use]
    pub fn refused(&self) -> Option<&(InputLine, InputLine)> {
        self.refused.as_ref()
    }

    /// Takes one byte.
    pub fn byte(&mut self) -> Took {
        self.take_when(1, |rest| (!rest.is_empty()).then_some(1))
    }

    /// Takes up to and including the next newline, at most `limit` bytes.
    pub fn line(&mut self, limit: usize) -> Took {
        self.take_when(limit, |rest| {
            let within = &rest[..rest.len().min(limit)];
            let end = within.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
            end.or((rest.len() >= limit).then_some(limit))
        })
    }

    /// Takes at most `limit` bytes, whatever is there.
    pub fn some(&mut self, limit: usize) -> Took {
        self.take_when(limit, |rest| (!rest.is_empty()).then_some(rest.len()))
    }

    /// Takes what `ready` finds complete; at the end of closed input, all there is.
    fn take_when(&mut self, limit: usize, ready: impl Fn(&[u8]) -> Option<usize>) -> Took {
        let rest = self.rest();
        let count = match ready(rest) {
            Some(count) => count.min(limit),
            None if self.open => return Took::Wait,
            None if rest.is_empty() => return Took::End,
            None => rest.len().min(limit),
        };
        let taken = rest[..count].to_vec();
        self.position += count;
        self.last = (self.position - count..self.position, self.lines + 1);
        self.lines += taken.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Took::Bytes(taken)
    }
}

/// Output with a cap: what is over it is not kept, and the machine stops.
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
    /// The cap of a host that sets none: 16 MiB.
    pub const DEFAULT_CAP_BYTES: u64 = 16 << 20;

    /// Output that may hold this many bytes in all.
    #[must_use]
    pub fn with_cap(cap_bytes: u64) -> Self {
        Output { bytes: Vec::new(), taken: 0, cap_bytes }
    }

    /// The bytes it may hold in all.
    #[must_use]
    pub fn cap_bytes(&self) -> u64 {
        self.cap_bytes
    }

    /// Writes what fits under the cap and says whether all of it did.
    #[must_use]
    pub fn write(&mut self, bytes: &[u8]) -> bool {
        let room = self.cap_bytes - self.taken - self.bytes.len() as u64;
        let fits = bytes.len().min(usize::try_from(room).unwrap_or(usize::MAX));
        self.bytes.extend_from_slice(&bytes[..fits]);
        fits == bytes.len()
    }

    /// What was written since the last [`take`](Self::take).
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes what was written so far; the cap goes on counting it.
    pub fn take(&mut self) -> Vec<u8> {
        self.taken += self.bytes.len() as u64;
        std::mem::take(&mut self.bytes)
    }
}

/// What system calls do for a program beside its instructions, and how much of that it may ask for.
///
/// A unit is about what a few instructions take. Counted, not timed, so that a limit is the same on
/// every computer.
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
    /// The limit of a host that sets none: some seconds.
    pub const DEFAULT_MOST: u64 = 1_000_000_000;

    /// What a call of the system costs, whatever it does.
    pub const CALL: u64 = 64;

    /// What a byte costs that is moved to or from a program's memory, or a member of a sequence that
    /// is looked at.
    pub const MOVED: u64 = 4;

    /// Work up to a limit.
    #[must_use]
    pub fn limited(most: u64) -> Self {
        Work { done: 0, most }
    }

    /// Work that goes with a limit on instructions: half as much, for a unit takes longer than most
    /// instructions, and enough for a short program's calls.
    #[must_use]
    pub fn beside(budget_instrs: u64) -> Self {
        Work::limited((budget_instrs / 2).saturating_add(Self::FREE))
    }

    /// Work beside any budget, however small: some tenths of a second.
    const FREE: u64 = 100_000_000;

    /// Counts what was done; a machine stops behind the call that went over the limit.
    pub fn charge(&mut self, units: u64) {
        self.done = self.done.saturating_add(units);
    }

    /// Whether more was done than a program may ask for.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.done > self.most
    }

    /// What was done so far.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.done
    }
}

/// A small generator (SplitMix64) for what a real machine would take from chance.
///
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
#[derive(Debug, Clone, Default)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator whose numbers follow from the seed alone.
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
