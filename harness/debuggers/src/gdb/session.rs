//! A program under gdb: running, stepping, going back, and stop reasons.

use std::ops::Range;

use gdbstub::common::Signal;
use gdbstub::stub::SingleThreadStopReason as StopReason;
use gdbstub::target::ext::base::reverse_exec::ReplayLogPosition;
use gdbstub::target::ext::breakpoints::WatchKind;
use machine::{Cause, Host, LoadError, Machine as _, Stop};

use super::link::Link;
use super::registers::Registers;
use crate::Program;
use crate::engine::{Hit, PastHit, Run};
use targets::diagnose;
use targets::escape::TerminalFilter;

/// Receives the program's output; the first argument is true for standard error.
pub type OutputSink = Box<dyn FnMut(bool, &[u8])>;

/// A loaded program with its breakpoints and its past.
pub struct GdbSession<'p> {
    pub(super) run: Run<'p>,
    pub(super) registers: Registers,
    pub(super) description: String,
    pub(super) resume_mode: ResumeMode,
    /// Receives output; without it, the debugger's console does.
    shower: Option<OutputSink>,
    filters: [TerminalFilter; 2],
    /// Messages for the debugger's console.
    messages: Vec<String>,
    waits_for_input: bool,
}

/// Last resume request of the debugger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ResumeMode {
    On,
    Step,
    /// Single steps while the program counter is in a range; the first one passes its breakpoint.
    Range {
        start: u64,
        end: u64,
        begun: bool,
    },
    BackStep,
    /// Back to the last hit before this position.
    Back {
        end: u64,
    },
    /// The program receives a signal, which ends it.
    Killed(Signal),
}

/// Instructions between checks of the debugger.
const SLICE_INSTRS: u64 = 1_000_000;

/// Single steps between checks of the debugger.
const SLICE_STEPS: u32 = 1000;

impl<'p> GdbSession<'p> {
    /// Loads a program; it is at its first instruction.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub fn new(
        program: Program<'p>,
        host: Host,
        shower: Option<OutputSink>,
    ) -> Result<Self, LoadError> {
        let target = program.target;
        let run = Run::new(program, host)?;
        let registers = Registers::of(target, run.machine()).unwrap_or_default();
        Ok(GdbSession {
            run,
            description: registers.description(),
            registers,
            resume_mode: ResumeMode::On,
            shower,
            filters: Default::default(),
            messages: Vec::new(),
            waits_for_input: false,
        })
    }

    /// Runs for a slice; returns a reason if the program stopped.
    pub(super) fn go(&mut self, link: &mut Link) -> Option<StopReason<u64>> {
        if self.waits_for_input {
            self.run.timeline.feed(link.input()?);
            self.waits_for_input = false;
        }
        match self.resume_mode {
            ResumeMode::On => {
                let (stop, hit) = self.run.on(SLICE_INSTRS);
                self.reason(stop, hit)
            }
            ResumeMode::Step => self.step().or_else(|| self.done_step()),
            ResumeMode::Range { start, end, begun } => self.step_in(start..end, begun),
            ResumeMode::BackStep => {
                Some(if self.run.back_one() { StopReason::DoneStep } else { no_past() })
            }
            ResumeMode::Back { end } => self.go_back(end),
            ResumeMode::Killed(signal) => Some(StopReason::Terminated(signal)),
        }
    }

    /// Ends the wait for input: the program tries again when it resumes.
    pub(super) fn interrupt(&mut self) {
        self.waits_for_input = false;
    }

    fn step(&mut self) -> Option<StopReason<u64>> {
        let (stop, hit) = self.run.one();
        self.reason(stop, hit)
    }

    fn done_step(&self) -> Option<StopReason<u64>> {
        (!self.waits_for_input).then_some(StopReason::DoneStep)
    }

    fn step_in(&mut self, range: Range<u64>, mut begun: bool) -> Option<StopReason<u64>> {
        for _ in 0..SLICE_STEPS {
            let pc = self.run.pc();
            if begun && let Some(hit) = self.run.stops.breakpoint(pc) {
                return Some(self.hit(hit));
            }
            if begun && !range.contains(&pc) {
                return Some(StopReason::DoneStep);
            }
            if let Some(reason) = self.step() {
                return Some(reason);
            }
            begun = !self.waits_for_input;
            self.resume_mode = ResumeMode::Range { start: range.start, end: range.end, begun };
            if self.waits_for_input {
                break;
            }
        }
        None
    }

    /// Searches one more part of the past.
    fn go_back(&mut self, end: u64) -> Option<StopReason<u64>> {
        match self.run.earlier(end) {
            PastHit::Nothing => {
                let (_, _, start) = self.run.timeline.window();
                self.run.timeline.back_to(start);
                Some(no_past())
            }
            PastHit::Hit(hit, at) => {
                // A store was noticed after it, which is before it on the way back.
                self.run.timeline.back_to(at);
                Some(reported(hit))
            }
            PastHit::NoneSince(position) => {
                self.resume_mode = ResumeMode::Back { end: position };
                None
            }
        }
    }

    /// Stop reason of a hit on the way forward.
    ///
    /// gdb expects watchpoints of MIPS and RISC-V to stop before the store, and steps over it.
    /// Source: gdb 13, `gdbarch_have_nonsteppable_watchpoint`.
    fn hit(&mut self, hit: Hit) -> StopReason<u64> {
        if matches!(hit, Hit::Watch(_)) {
            self.run.back_one();
        }
        reported(hit)
    }

    fn reason(&mut self, stop: Stop, hit: Option<Hit>) -> Option<StopReason<u64>> {
        match stop {
            Stop::Budget => None,
            Stop::Pause => hit.map(|hit| self.hit(hit)),
            Stop::Input => {
                self.waits_for_input = true;
                None
            }
            // As in a shell: the low eight bits.
            Stop::Exit { status } => Some(StopReason::Exited(status as u8)),
            Stop::End => {
                self.messages.push("the program ran past its last instruction".to_owned());
                Some(StopReason::Exited(0))
            }
            Stop::Limit(limit) => {
                let spec = self.run.machine().spec();
                self.messages.push(diagnose::limit(limit, spec));
                Some(StopReason::Signal(Signal::SIGXFSZ))
            }
            Stop::Fault(fault) => {
                let text = self.run.fault_text(&fault);
                self.messages.push(text);
                Some(StopReason::Signal(signal(fault.cause)))
            }
        }
    }

    /// Shows the program's output and pending messages.
    pub(super) fn show(&mut self, link: &mut Link) -> std::io::Result<()> {
        for (stream, bytes) in self.run.timeline.take_output().iter().enumerate() {
            if bytes.is_empty() {
                continue;
            }
            match &mut self.shower {
                Some(shower) => shower(stream == 1, bytes),
                None => link.console(&self.filters[stream].pass(bytes))?,
            }
        }
        for fault in self.run.new_faults() {
            let text = self.run.fault_text(&fault);
            link.console(&format!("the program continues after this\n{text}\n"))?;
        }
        for message in std::mem::take(&mut self.messages) {
            link.console(&format!("{}\n", message.trim_end()))?;
        }
        Ok(())
    }
}

fn no_past() -> StopReason<u64> {
    StopReason::ReplayLog { tid: None, pos: ReplayLogPosition::Begin }
}

fn reported(hit: Hit) -> StopReason<u64> {
    match hit {
        Hit::Software => StopReason::SwBreak(()),
        Hit::Hardware => StopReason::HwBreak(()),
        Hit::Returned => StopReason::DoneStep,
        Hit::Watch(addr) => StopReason::Watch { tid: (), kind: WatchKind::Write, addr },
    }
}

/// Signal that a Unix system would send for this fault.
fn signal(cause: Cause) -> Signal {
    match cause {
        Cause::Unmapped { .. }
        | Cause::ReadOnly { .. }
        | Cause::StackOverflow { .. }
        | Cause::PageFault { .. }
        | Cause::NoReturn { .. }
        | Cause::RanOff { .. } => Signal::SIGSEGV,
        Cause::Misaligned { .. } | Cause::Unmodelled { .. } => Signal::SIGBUS,
        Cause::Illegal { .. } | Cause::BadRegister { .. } | Cause::Privileged { .. } => {
            Signal::SIGILL
        }
        Cause::Overflow | Cause::DivideByZero | Cause::Float => Signal::SIGFPE,
        Cause::Break { .. } | Cause::Trap { .. } => Signal::SIGTRAP,
        Cause::UnknownCall { .. } | Cause::UnsupportedCall { .. } => Signal::SIGSYS,
        _ => Signal::SIGABRT,
    }
}
