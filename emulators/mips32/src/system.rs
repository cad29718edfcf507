//! The system personality: system calls, start-up and devices of both simulators.
//!
//! A call ends in an [`Answer`]. What a simulator lets pass in silence (the end of the input read
//! as zero, junk read as a number) is reproduced for the program, and kept as a note on the host.

mod call;
mod descriptors;
mod devices;
mod dialogs;
mod java_numbers;
mod java_random;
mod linux;
mod mars;
mod numbers;
mod spim;
mod start;

use machine::{Cause, Host, Image};

use crate::cpu::Cpu;
use crate::options::{Calls, Dialect, Options};
use call::Call;
use descriptors::Descriptors;
pub(crate) use devices::Devices;
use mars::Mars;
pub(crate) use start::{HANDLER, START, heap};

/// What a system call came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Done; the program goes on.
    Done,
    /// The program ends with this status.
    Exit(i32),
    /// The call wants input that may still come; nothing was changed.
    Input,
    /// The output is full; what fitted was written.
    OutputLimit,
    /// The call went wrong.
    Fault(Cause),
}

impl From<Cause> for Answer {
    fn from(cause: Cause) -> Self {
        Answer::Fault(cause)
    }
}

/// The state of the system: open files, the heap, the random streams.
#[derive(Debug)]
pub(crate) struct System {
    options: Options,
    pub(crate) devices: Devices,
    descriptors: Descriptors,
    heap: Heap,
    mars: Mars,
    stored: Option<(u32, u32)>,
}

impl System {
    pub(crate) fn new(options: Options) -> Self {
        System {
            options,
            devices: Devices::new(&options),
            descriptors: Descriptors::default(),
            heap: Heap::default(),
            mars: Mars::default(),
            stored: None,
        }
    }

    /// Puts registers and stack as the program finds them at its first instruction.
    ///
    /// Called once after the image is in memory; `cpu.pc` is already the entry.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &Host, image: &Image) {
        self.heap = Heap::new(&self.options, image);
        start::registers(&self.options, cpu);
        match (self.options.calls, self.options.dialect) {
            (Calls::Linux, _) => start::linux(cpu, host),
            (Calls::Dialect, Dialect::Spim) => start::spim(cpu, host),
            (Calls::Dialect, Dialect::Mars) => start::mars(&self.options, cpu, host),
        }
    }

    /// The system call that the program's registers ask for.
    ///
    /// Notes it pushes carry the program counter, but not the count of instructions.
    pub(crate) fn call(&mut self, cpu: &mut Cpu, host: &mut Host) -> Answer {
        let mut call = Call::new(cpu, host);
        let outcome = match (self.options.calls, self.options.dialect) {
            (Calls::Linux, _) => linux::call(self, &mut call),
            (Calls::Dialect, Dialect::Spim) => spim::call(self, &mut call),
            (Calls::Dialect, Dialect::Mars) => mars::call(self, &mut call),
        };
        self.stored = call.stored;
        outcome.err().unwrap_or(Answer::Done)
    }

    /// Whether the fault of a call ends the run even where there is a handler of exceptions.
    ///
    /// SPIM gives up without an exception, and so does MARS where Java throws one at it.
    pub(crate) fn is_final(&self, cause: Cause) -> bool {
        let mars = self.options.calls == Calls::Dialect && self.options.dialect == Dialect::Mars;
        let java = matches!(
            cause,
            Cause::EndOfInput { .. } | Cause::BadArgument { call: 13..=15 | 32, .. }
        );
        !mars || java
    }

    /// What the last call wrote: its first address and the one behind its last.
    pub(crate) fn take_stored(&mut self) -> Option<(u32, u32)> {
        self.stored.take()
    }
}

/// Memory that is given out piece by piece and never taken back.
#[derive(Debug, Default, Clone, Copy)]
struct Heap {
    /// Address of the first piece.
    first: u32,
    /// Address of the next piece.
    next: u32,
    /// The highest that `next` can be.
    limit: u32,
}

impl Heap {
    fn new(options: &Options, image: &Image) -> Self {
        let (first, limit) = heap(options, image);
        Heap { first, next: first, limit }
    }

    /// Gives out a piece rounded up to words, and says where it begins.
    ///
    /// `None` when there is not so much, or less than nothing was asked for.
    fn take(&mut self, asked: u32) -> Option<u32> {
        let size = i32::try_from(asked).ok()?.unsigned_abs().next_multiple_of(4);
        let next = self.next.checked_add(size).filter(|&next| next <= self.limit)?;
        Some(std::mem::replace(&mut self.next, next))
    }
}

#[cfg(test)]
mod tests;
