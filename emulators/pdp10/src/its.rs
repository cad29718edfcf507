//! ITS as a program sees it: its job, its monitor calls, and its superior DDT.
//!
//! There is one job with the jobs that it makes, with files and a terminal, and DDT as its superior.
//! Calls for anything else (networks, devices) stop the program with their name. Time is the host's
//! clock plus the processor's time.
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
mod display;
mod errors;
mod files;
mod identity;
mod inferiors;
mod interrupt_bits;
mod interrupts;
mod job;
mod jobs;
mod kernel;
mod links;
mod monitor;
pub(crate) mod page;
mod pages;
mod programs;
mod requests;
mod symbols;
mod system;
mod terminal;
mod timers;
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
use display::Display;
pub(crate) use display::IO_NANOS;
use inferiors::{Wait, WaitingJob};
use job::Job;
use links::PageLink;
use monitor::Monitor;
use terminal::Terminal;

/// Result of a monitor call or of a processor event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Continue with the next instruction.
    Next,
    /// Skip the next instruction: the call succeeded.
    Skip,
    /// Continue at this address: an interrupt was taken or dismissed.
    To(u32),
    /// End the program with this status.
    Exit(i32),
    /// The call needs input that may still come; nothing was changed.
    Input,
    /// The program exceeded a limit.
    Limit(Limit),
    /// Stop the program with a fault.
    Fault(Cause),
    /// Continue another job; the running one continues at an address.
    Switch {
        /// Number of the other job.
        job: u32,
        /// Address.
        next: u32,
    },
    /// The program called DDT: it stops here and could continue after the call.
    ///
    /// Source: *ITS UUOS*, `.VALUE` and `.BREAK`: interrupts that do not undo an instruction (*ITS
    /// INTRUP*).
    ToDebugger {
        /// Whether the program is done, and has no request.
        is_clean: bool,
    },
}

/// Events that the processor reports to the system.
///
/// For an instruction that was not executed, `cpu.pc` is its address, or that of the XCT that
/// executed it; otherwise it is the address of the next instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessorEvent {
    /// An illegal instruction, or one illegal in user mode; not executed.
    Illegal(Word36),
    /// A memory fault with its cause; the instruction was not executed.
    Memory(Cause),
    /// A push or pop made the left half of its accumulator cross zero; the instruction was
    /// executed.
    Pushdown,
    /// An instruction set overflow; it was executed. Reported only while [`Its::wants_overflow`].
    Overflow,
    /// The same for floating overflow.
    FloatOverflow,
}

/// The system, the job that runs, and those that wait.
#[derive(Debug, Clone)]
pub(crate) struct Its {
    /// Name of the machine.
    machine: Word36,
    job: Job,
    channels: Channels,
    /// What the running job waits for when another one runs.
    wait: Wait,
    waiting: Vec<WaitingJob>,
    /// Pages that jobs share.
    links: Vec<PageLink>,
    disk: Disk,
    terminal: Terminal,
    display: Display,
    /// Data switches of the console.
    switches: Word36,
}

impl Its {
    /// A system whose job has only names.
    pub(crate) fn new(options: &Options) -> Self {
        let job = Job { does_io: options.does_io, ..Job::new(options.user) };
        Its {
            machine: options.machine,
            job,
            channels: Channels::default(),
            wait: Wait::default(),
            waiting: Vec::new(),
            links: Vec::new(),
            disk: Disk::default(),
            terminal: Terminal::default(),
            display: Display::default(),
            switches: options.switches,
        }
    }

    /// Gives the job its first page, names, start address and command line; the program's words are
    /// in memory.
    pub(crate) fn start(&mut self, cpu: &mut Cpu, host: &mut Host, image: &Image) {
        pages::lay_out(cpu, image);
        self.job.start = Word36::from(image.entry as u32);
        self.job.start(host);
        if let Some(size) = host.screen {
            self.terminal.use_screen(size);
        }
        self.disk.start(host, self.job.variables[job::variable::UNAME]);
    }

    /// Echoes characters that were typed since the program last ran; returns whether there was room.
    pub(crate) fn echo_typed(&mut self, host: &mut Host) -> bool {
        let mut out = Vec::new();
        self.terminal.echo_typed(host, &mut out);
        host.output.write(&out)
    }

    /// Handles a monitor call, given as its word and effective address. `cpu.pc` is the address of
    /// the executing instruction, possibly an XCT.
    pub(crate) fn call(
        &mut self,
        word: Word36,
        effective: u32,
        cpu: &mut Cpu,
        host: &mut Host,
    ) -> Answer {
        Monitor { its: self, cpu, host }.call(word, effective)
    }

    /// Handles an event that may interrupt the program.
    pub(crate) fn condition(
        &mut self,
        condition: ProcessorEvent,
        cpu: &mut Cpu,
        host: &mut Host,
    ) -> Answer {
        Monitor { its: self, cpu, host }.condition(condition)
    }

    /// Whether the program requested interrupts on arithmetic overflow.
    pub(crate) fn wants_overflow(&self) -> bool {
        let asked = self.job.mask() & (interrupt_bits::OVERFLOW | interrupt_bits::FLOAT_OVERFLOW);
        asked != Word36::default()
    }
}
