//! System personality: environment calls and start-up of RARS, Venus and Linux, semihosting, and
//! the host interface of conformance tests.
//!
//! A call ends in an [`CallAnswer`]. An error that a simulator silently ignores has the same effect
//! here, and leaves a note on the host.

mod call;
mod linux;
mod semihosting;
mod start;
mod tohost;
mod venus;

use std::ops::Range;

use asmkit::words::{self, Word};
pub(crate) use machine::calls::CallAnswer;
use machine::calls::{CallPurpose, Heap, HeapChange};
use machine::descriptors::Descriptors;
use machine::linux::ProcessState;
use machine::mars::{self, MarsSystem, Simulator};
use machine::{Cause, Host, Image};

use crate::cpu::Cpu;
use crate::isa::slot;
use crate::memory::layout::heap;
use crate::options::{Dialect, Options, System as SystemKind};
use call::Call;
pub(crate) use call::register::{A0, A7};
use semihosting::features::Features;
use tohost::ToHost;
use venus::Venus;

/// State of the system: open files, heap, random streams.
#[derive(Debug, Clone)]
pub(crate) struct SystemState {
    options: Options,
    heap: Heap,
    java: MarsSystem,
    venus: Venus,
    /// Files of Linux and of semihosting.
    descriptors: Descriptors,
    process: ProcessState,
    /// Last error number, for semihosting.
    error: u32,
    /// Host clock at the start of the program.
    started_nanos: u64,
    tohost: ToHost,
    features: Features,
    stored: Vec<Range<u32>>,
}

/// System calls of a dialect, as vocabulary.
pub(crate) fn services(dialect: Dialect) -> Vec<Word> {
    let word = |(number, takes, does): (u32, &'static str, &'static str)| {
        Word::new(words::WordKind::Service, number.to_string()).taking(takes).doing(does)
    };
    match dialect {
        Dialect::Rars => mars::services(Simulator::Rars).map(word).collect(),
        Dialect::Venus => venus::services().map(word).collect(),
        Dialect::Gnu => machine::linux::services::<Cpu>().into_iter().map(word).collect(),
    }
}

/// Numbers of a dialect's system calls with this purpose.
pub(crate) fn numbers_of(dialect: Dialect, purpose: CallPurpose) -> Vec<u64> {
    match dialect {
        Dialect::Rars => mars::numbers_of(Simulator::Rars, purpose),
        Dialect::Venus => venus::numbers_of(purpose),
        Dialect::Gnu => machine::linux::numbers_of::<Cpu>(purpose),
    }
}

/// Registers that a call of RARS requires: its number and arguments.
fn rars_reads(number: u32) -> &'static [u8] {
    const FIRST: u8 = slot::FLOAT + A0;
    match number {
        1 | 4 | 9 | 11 | 32 | 34..=36 | 41 | 43 | 44 | 50..=53 | 57 | 93 => &[A7, A0],
        2 | 3 => &[A7, FIRST],
        8 | 17 | 40 | 42 | 55 | 56 | 59 | 1024 => &[A7, A0, 11],
        54 | 62..=64 => &[A7, A0, 11, 12],
        31 | 33 => &[A7, A0, 11, 12, 13],
        _ => &[A7],
    }
}

impl SystemState {
    /// Names of the files that the program has not closed.
    pub(crate) fn open_files(&self) -> Vec<Vec<u8>> {
        [&self.descriptors, &self.java.descriptors]
            .into_iter()
            .flat_map(Descriptors::names)
            .collect()
    }

    pub(crate) fn new(options: Options) -> Self {
        SystemState {
            options,
            heap: Heap::default(),
            java: MarsSystem::new(Simulator::Rars),
            venus: Venus::default(),
            descriptors: Descriptors::default(),
            process: ProcessState::default(),
            error: 0,
            started_nanos: 0,
            tohost: ToHost::default(),
            features: Features::default(),
            stored: Vec::new(),
        }
    }

    /// Initialises registers and stack for the first instruction.
    ///
    /// Called once after the image is loaded; `cpu.pc` is already the entry.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &Host, image: &Image) {
        let (first, limit) = heap(&self.options, image);
        self.heap = Heap::new(first, limit);
        self.started_nanos = host.clock_nanos;
        self.tohost = ToHost::of(image);
        match self.options.system {
            SystemKind::Rars => start::rars(&self.options, cpu, host),
            SystemKind::Venus => start::venus(cpu, host, image),
            SystemKind::Linux => start::linux(cpu, host, image),
            SystemKind::Bare => {}
        }
    }

    /// Takes what the last call gave to the program and took back.
    pub(crate) fn take_heap_changes(&mut self) -> Vec<HeapChange> {
        std::mem::take(&mut self.heap.changes)
    }

    /// Executes the environment call that the program's registers request.
    ///
    /// A bare machine answers Linux's call numbers, for programs that leave traps to their
    /// environment. Its notes have the program counter, but not the count of instructions.
    pub(crate) fn call(&mut self, cpu: &mut Cpu, host: &mut Host) -> CallAnswer {
        let number = match self.options.system {
            SystemKind::Venus => A0,
            _ => A7,
        };
        let mut call = Call::new(cpu.reg(number), cpu, host);
        let outcome = match self.options.system {
            SystemKind::Rars => self.java.call(&mut call, &mut self.heap),
            SystemKind::Venus => self.venus.call(&mut call, &mut self.heap),
            SystemKind::Linux | SystemKind::Bare => linux::call(self, &mut call),
        };
        self.stored = call.stored;
        outcome.err().unwrap_or(CallAnswer::Done)
    }

    /// Register with the number of the requested call, and the registers that the call reads: that
    /// one and, if known, its arguments.
    pub(crate) fn reads(&self, cpu: &Cpu) -> (u8, &'static [u8]) {
        match self.options.system {
            SystemKind::Venus => (A0, venus::reads(cpu.reg(A0))),
            SystemKind::Rars => (A7, rars_reads(cpu.reg(A7))),
            SystemKind::Linux | SystemKind::Bare => (
                A7,
                match cpu.reg(A7) {
                    57 | 93 | 94 => &[A7, A0],
                    63 | 64 => &[A7, A0, 11, 12],
                    _ => &[A7],
                },
            ),
        }
    }

    /// Whether the requested call has a result in `fa0`.
    pub(crate) fn has_float_result(&self, cpu: &Cpu) -> bool {
        self.options.system == SystemKind::Rars
            && mars::float_result_words(Simulator::Rars, cpu.reg(A7)) > 0
    }

    /// Executes the semihosting operation in `a0`, with its arguments at `a1`.
    pub(crate) fn semihosting(&mut self, cpu: &mut Cpu, host: &mut Host) -> CallAnswer {
        let mut call = Call::new(cpu.reg(A0), cpu, host);
        let outcome = semihosting::call(self, &mut call);
        self.stored = call.stored;
        outcome.err().unwrap_or(CallAnswer::Done)
    }

    /// Address of the symbol `tohost`, whose stores go to [`answer_tohost`](Self::answer_tohost).
    pub(crate) fn tohost(&self) -> Option<u32> {
        self.tohost.address()
    }

    /// Executes the request in the word at `tohost`, after it was stored.
    pub(crate) fn answer_tohost(&mut self, cpu: &mut Cpu, host: &mut Host) -> CallAnswer {
        let mut call = Call::new(0, cpu, host);
        let outcome = self.tohost.answer(&mut call);
        self.stored = call.stored;
        outcome.err().unwrap_or(CallAnswer::Done)
    }

    /// Whether the fault of a call ends the run even if the program handles exceptions.
    ///
    /// RARS stops if Java throws an exception, and Venus has no handlers.
    pub(crate) fn is_final(&self, cause: Cause) -> bool {
        match self.options.system {
            SystemKind::Rars => matches!(cause, Cause::BadArgument { call: 32 | 63 | 1024, .. }),
            SystemKind::Venus => true,
            SystemKind::Linux | SystemKind::Bare => false,
        }
    }

    /// Memory that the last call wrote, in its order.
    pub(crate) fn take_stored(&mut self) -> Vec<Range<u32>> {
        std::mem::take(&mut self.stored)
    }
}

#[cfg(test)]
mod tests;
