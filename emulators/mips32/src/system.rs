//! The system personality: system calls, start-up and devices of both simulators.
//!
//! A call ends in an [`Answer`]. What a simulator lets pass in silence (the end of the input read
//! as zero, junk read as a number) is reproduced for the program, and kept as a note on the host.

mod call;
mod devices;
mod linux;
mod spim;
mod start;

use asmkit::words::{self, Word};
pub(crate) use machine::calls::Answer;
use machine::calls::{Heap, Purpose};
use machine::descriptors::Descriptors;
use machine::java::{self, Fork, Java};
use machine::{Cause, Host, Image};

use crate::cpu::{Cpu, slot};
use crate::options::{Calls, Dialect, Options};
use call::{Call, register};
pub(crate) use devices::Devices;
pub(crate) use start::{HANDLER, START, heap};

/// What a program in a dialect can ask its system for, as words.
pub(crate) fn services(dialect: Dialect) -> Vec<Word> {
    let word = |(number, takes, does): (u32, &'static str, &'static str)| {
        Word::new(words::Kind::Service, number.to_string()).taking(takes).doing(does)
    };
    match dialect {
        Dialect::Mars => java::services(Fork::Mars).map(word).collect(),
        Dialect::Spim => spim::services().map(word).collect(),
    }
}

/// The numbers of the system calls of a dialect that are made for a purpose.
pub(crate) fn numbers_of(dialect: Dialect, purpose: Purpose) -> Vec<u64> {
    match dialect {
        Dialect::Mars => java::numbers_of(Fork::Mars, purpose),
        Dialect::Spim => spim::numbers_of(purpose),
    }
}

/// The state of the system: open files, the heap, the random streams.
#[derive(Debug, Clone)]
pub(crate) struct System {
    options: Options,
    pub(crate) devices: Devices,
    descriptors: Descriptors,
    heap: Heap,
    mars: Java,
    stored: Option<(u32, u32)>,
}

impl System {
    pub(crate) fn new(options: Options) -> Self {
        System {
            options,
            devices: Devices::new(&options),
            descriptors: Descriptors::default(),
            heap: Heap::default(),
            mars: Java::new(Fork::Mars),
            stored: None,
        }
    }

    /// Puts registers and stack as the program finds them at its first instruction.
    ///
    /// Called once after the image is in memory; `cpu.pc` is already the entry.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &Host, image: &Image) {
        let (first, limit) = heap(&self.options, image);
        self.heap = Heap::new(first, limit);
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
        let mut call = Call::new(cpu.reg(register::V0), cpu, host);
        let outcome = match (self.options.calls, self.options.dialect) {
            (Calls::Linux, _) => linux::call(self, &mut call),
            (Calls::Dialect, Dialect::Spim) => spim::call(self, &mut call),
            (Calls::Dialect, Dialect::Mars) => self.mars.call(&mut call, &mut self.heap),
        };
        self.stored = call.stored;
        outcome.err().unwrap_or(Answer::Done)
    }

    /// Where the heap ends that the program was given so far.
    pub(crate) fn heap_end(&self) -> u64 {
        self.heap.next.into()
    }

    /// The registers a call reads: its number, and what it does nothing without.
    ///
    /// Of calls of Linux the number alone; of floating point arguments the low word comes first.
    pub(crate) fn reads(&self, number: u32) -> &'static [u8] {
        const SINGLE: u8 = slot::FLOAT + register::F12;
        let is_mars = self.options.dialect == Dialect::Mars;
        match number {
            _ if self.options.calls == Calls::Linux => &[2],
            1 | 4 | 9 | 11 | 16 | 17 => &[2, 4],
            2 => &[2, SINGLE],
            3 => &[2, SINGLE, SINGLE + 1],
            8 => &[2, 4, 5],
            13 if is_mars => &[2, 4, 5],
            13..=15 => &[2, 4, 5, 6],
            32 | 34..=36 | 41 | 43 | 44 | 50..=53 if is_mars => &[2, 4],
            40 | 42 | 55 | 56 | 59 if is_mars => &[2, 4, 5],
            54 if is_mars => &[2, 4, 5, 6],
            31 | 33 if is_mars => &[2, 4, 5, 6, 7],
            _ => &[2],
        }
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

#[cfg(test)]
mod tests;
