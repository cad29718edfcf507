//! System calls, start-up and devices of both simulators.
//!
//! A call returns an [`CallAnswer`]. Errors that a simulator ignores (the end of the input read as
//! zero, junk read as a number) are reproduced for the program, and noted on the host.

mod call;
mod devices;
mod linux;
mod spim;
mod start;

use std::ops::Range;

use asmkit::words::{self, Word};
pub(crate) use machine::calls::CallAnswer;
use machine::calls::{CallPurpose, Heap, HeapChange};
use machine::descriptors::Descriptors;
use machine::linux::ProcessState;
use machine::mars::{self, MarsSystem, Simulator};
use machine::{Cause, Host, Image};

use crate::cpu::{Cpu, slot};
use crate::options::{Calls, Dialect, Options};
use call::{Call, register};
pub(crate) use devices::Devices;
pub(crate) use start::{HANDLER, START, heap};

/// System calls of a dialect, as words.
pub(crate) fn services(dialect: Dialect) -> Vec<Word> {
    let word = |(number, takes, does): (u32, &'static str, &'static str)| {
        Word::new(words::WordKind::Service, number.to_string()).taking(takes).doing(does)
    };
    match dialect {
        Dialect::Mars => mars::services(Simulator::Mars).map(word).collect(),
        Dialect::Spim => spim::services().map(word).collect(),
    }
}

/// Numbers of the system calls of a dialect for a purpose.
pub(crate) fn numbers_of(dialect: Dialect, purpose: CallPurpose) -> Vec<u64> {
    match dialect {
        Dialect::Mars => mars::numbers_of(Simulator::Mars, purpose),
        Dialect::Spim => spim::numbers_of(purpose),
    }
}

/// State of the system: open files, heap, random streams.
#[derive(Debug, Clone)]
pub(crate) struct SystemState {
    options: Options,
    pub(crate) devices: Devices,
    descriptors: Descriptors,
    heap: Heap,
    process: ProcessState,
    mars: MarsSystem,
    stored: Vec<Range<u32>>,
}

impl SystemState {
    /// Names of the files that the program has not closed.
    pub(crate) fn open_files(&self) -> Vec<Vec<u8>> {
        [&self.descriptors, &self.mars.descriptors]
            .into_iter()
            .flat_map(Descriptors::names)
            .collect()
    }

    pub(crate) fn new(options: Options) -> Self {
        SystemState {
            options,
            devices: Devices::new(&options),
            descriptors: Descriptors::default(),
            heap: Heap::default(),
            process: ProcessState::default(),
            mars: MarsSystem::new(Simulator::Mars),
            stored: Vec::new(),
        }
    }

    /// Initializes registers and stack.
    ///
    /// Called once, after the image is loaded and `cpu.pc` is set to the entry.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &Host, image: &Image) {
        let (first, limit) = heap(&self.options, image);
        self.heap = Heap::new(first, limit);
        start::registers(&self.options, cpu);
        match (self.options.calls, self.options.dialect) {
            (Calls::Linux, _) => start::linux(cpu, host, image),
            (Calls::Dialect, Dialect::Spim) => start::spim(cpu, host),
            (Calls::Dialect, Dialect::Mars) => start::mars(&self.options, cpu, host),
        }
    }

    /// Makes the system call that the registers specify.
    ///
    /// Its notes have the program counter, but not the instruction count.
    pub(crate) fn call(&mut self, cpu: &mut Cpu, host: &mut Host) -> CallAnswer {
        let mut call = Call::new(cpu.reg(register::V0), cpu, host);
        let outcome = match (self.options.calls, self.options.dialect) {
            (Calls::Linux, _) => linux::call(self, &mut call),
            (Calls::Dialect, Dialect::Spim) => spim::call(self, &mut call),
            (Calls::Dialect, Dialect::Mars) => self.mars.call(&mut call, &mut self.heap),
        };
        self.stored = call.stored;
        outcome.err().unwrap_or(CallAnswer::Done)
    }

    /// Takes what the last call gave to the program and took back.
    pub(crate) fn take_heap_changes(&mut self) -> Vec<HeapChange> {
        std::mem::take(&mut self.heap.changes)
    }

    /// Registers that a call reads: its number and its required arguments.
    ///
    /// For calls of Linux only the number; for floating point arguments the low word comes first.
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

    /// Words of a call's floating-point result, which begins in `$f0`; 0 for no such result.
    pub(crate) fn float_result_words(&self, number: u32) -> u8 {
        match (self.options.calls, self.options.dialect, number) {
            (Calls::Linux, ..) => 0,
            (_, Dialect::Mars, _) => mars::float_result_words(Simulator::Mars, number),
            (.., 6) => 1,
            (.., 7) => 2,
            _ => 0,
        }
    }

    /// Whether a fault of a call stops the program even if it has an exception handler.
    ///
    /// SPIM stops without an exception, and so does MARS if Java throws one.
    pub(crate) fn is_final(&self, cause: Cause) -> bool {
        let mars = self.options.calls == Calls::Dialect && self.options.dialect == Dialect::Mars;
        let thrown_by_java = matches!(
            cause,
            Cause::EndOfInput { .. } | Cause::BadArgument { call: 13..=15 | 32, .. }
        );
        !mars || thrown_by_java
    }

    /// Memory that the last call wrote, in its order.
    pub(crate) fn take_stored(&mut self) -> Vec<Range<u32>> {
        std::mem::take(&mut self.stored)
    }
}

#[cfg(test)]
mod tests;
