//! ITS as a program sees it: its job, its monitor calls, and DDT above it.
//!
//! There is one job, with files and a terminal, and DDT as its superior. Whatever ITS has beyond
//! that (other jobs, networks, devices) stops the program with the name of the call. Time is the
//! host's clock and what the processor took.
//!
//! Sources: *ITS UUOS*, *ITS .CALLS*, *ITS USETS*, *ITS INTRUP* and *ITS TTY* of the ITS
//! documentation; ITS 1652 and DDT 1549 where those are silent; ITS 1648 with DDT 1546, measured.

mod arguments;
mod calls;
mod channels;
mod clock;
mod consoles;
mod ddt;
mod directory;
mod directory_block;
mod disk;
mod errors;
mod files;
mod identity;
mod interrupt_bits;
mod interrupts;
mod job;
mod jobs;
mod monitor;
pub(crate) mod page;
mod pages;
mod programs;
mod requests;
mod symbols;
mod system;
mod terminal;
mod transfer;
mod uuos;
mod variable_access;
mod variables;

#[cfg(test)]
mod tests;

pub use page::page;
pub(crate) use page::services;
pub(crate) use symbols::symbols;

use machine::{Cause, Host, Image, Limit};

use crate::cpu::Cpu;
use crate::{Options, Word36};

use channels::Channels;
use disk::Disk;
use job::Job;
use monitor::Monitor;
use terminal::Terminal;

/// What a monitor call, or a condition the system was told of, came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The instruction behind it comes next.
    Next,
    /// The instruction behind the next comes next: the call succeeded.
    Skip,
    /// The one at this address comes next: an interrupt was taken, or returned from.
    To(u32),
    /// The program ends with this status.
    Exit(i32),
    /// The call wants input that may still come; nothing was changed.
    Input,
    /// It asked for more than there may be.
    Limit(Limit),
    /// The program stops here.
    Fault(Cause),
    /// The program asked for DDT: it stops here, and would go on behind the call.
    ///
    /// Source: *ITS UUOS*, `.VALUE` and `.BREAK`: interrupts that no instruction is undone for (*ITS
    /// INTRUP*).
    ToDebugger,
}

/// What the processor tells the system of.
///
/// Of an instruction that was not done, `cpu.pc` is its address, or that of the XCT that did it; of
/// one that was done, the address of the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessorEvent {
    /// The instruction is none, or none for a user; it was not done.
    Illegal(Word36),
    /// Memory refused, with the cause; the instruction was not done.
    Memory(Cause),
    /// A push or pop made its accumulator's left half cross zero; the instruction was done.
    Pushdown,
    /// An instruction raised overflow; it was done. Told only while [`Its::wants_overflow`].
    Overflow,
    /// As above, of floating overflow.
    FloatOverflow,
}

/// The system and the one job it runs.
#[derive(Debug, Clone)]
pub(crate) struct Its {
    job: Job,
    channels: Channels,
    disk: Disk,
    terminal: Terminal,
}

impl Its {
    /// A system with a job of nothing but names.
    pub(crate) fn new(options: &Options) -> Self {
        Its {
            job: Job::new(options.user),
            channels: Channels::default(),
            disk: Disk::default(),
            terminal: Terminal::default(),
        }
    }

    /// Gives the job its first page, its names, its start address and its command line; the words
    /// of the program are in memory.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &mut Host, image: &Image) {
        pages::lay_out(cpu, image);
        self.job.start = Word36::from(image.entry as u32);
        self.job.start(host);
        self.disk.start(host, self.job.variables[job::variable::UNAME]);
    }

    /// A monitor call: the word, and the address it names. `cpu.pc` is that of the instruction
    /// that does it, an XCT perhaps.
    pub(crate) fn call(
        &mut self,
        word: Word36,
        effective: u32,
        cpu: &mut Cpu,
        host: &mut Host,
    ) -> Answer {
        Monitor { its: self, cpu, host }.call(word, effective)
    }

    /// Something happened that a program may want to be interrupted by.
    pub(crate) fn condition(
        &mut self,
        condition: ProcessorEvent,
        cpu: &mut Cpu,
        host: &mut Host,
    ) -> Answer {
        Monitor { its: self, cpu, host }.condition(condition)
    }

    /// Whether the program asked to be interrupted by arithmetic overflow.
    pub(crate) fn wants_overflow(&self) -> bool {
        let asked = self.job.mask() & (interrupt_bits::OVERFLOW | interrupt_bits::FLOAT_OVERFLOW);
        asked != Word36::default()
    }
}
