//! Execution of a program: prints its output and fetches its input.

use checker::Checker;
use machine::{Cause, Fault, Host, Machine as _, Observer, PinChange, Stop};
use targets::cache::Caches;
use targets::diagnose;
use targets::escape::grouped;
use targets::replay::{RunRecord, SuppliedInput};
use targets::target::AnyMachine;
use targets::trace::Stores;

use super::ending::{FinishedRun, StopReason};
use super::interrupt::Interrupt;
use super::pins::MOST_CHANGES;
use super::progress::ProgressLine;
use super::streams::{GuestInput, GuestOutput, unreadable};
use super::tracing::Tracing;
use crate::guest::GuestFiles;
use crate::program::Program;

/// Instructions between two checks of output and signals.
const SLICE_INSTRS: u64 = 10_000_000;

/// A running program with its input and output.
pub(crate) struct Execution<'s, 'p> {
    pub(crate) program: &'s Program,
    /// Checker that runs it, if it is checked.
    pub(crate) checker: Option<Checker<'s>>,
    /// Caches that count its accesses, if they were asked for.
    pub(crate) caches: Option<Caches>,
    pub(crate) machine: &'s mut AnyMachine,
    pub(crate) host: &'s mut Host,
    pub(crate) record: &'s mut RunRecord<'p>,
    pub(crate) input: GuestInput,
    pub(crate) files: GuestFiles,
    pub(crate) output: GuestOutput,
    pub(crate) errors: GuestOutput,
    /// Changes of a board's pins so far.
    pub(crate) pin_changes: Vec<PinChange>,
    /// Instructions at which a program that stopped for DDT last continued; `None` if it is to end.
    pub(crate) continues: Option<u64>,
}

impl<'s> Execution<'s, '_> {
    /// Runs to the end, with a trace if requested.
    pub(crate) fn run_to_end(
        mut self,
        max_instrs: u64,
        mut tracing: Tracing,
    ) -> Result<FinishedRun<'s>, String> {
        let interrupt = Interrupt::listen();
        let mut progress = ProgressLine::new();
        let mut used = 0;
        if tracing.is_wanted() || self.caches.is_some() {
            self.machine.watch(0, u64::MAX);
        }
        let stop_reason = loop {
            if let Some(signal) = interrupt.heard() {
                break StopReason::Interrupted(signal);
            }
            tracing.begin_at(self.machine, self.host, &self.program.made.image);
            let slice = if tracing.is_on() { 1 } else { SLICE_INSTRS };
            let budget = slice.min(max_instrs - used);
            if budget == 0 {
                break StopReason::Instructions(max_instrs);
            }
            let (stop, stores) = self.run(budget, &tracing);
            self.take_pin_changes();
            let (wrote, wrote_errors) = (self.host.output.take(), self.host.errors.take());
            if !(wrote.is_empty() && wrote_errors.is_empty()) {
                progress.clear();
            }
            let mut listening = self.output.write(&wrote);
            self.errors.write(&wrote_errors);
            if matches!(stop, Stop::Budget | Stop::Exit { .. }) {
                let wrote = [wrote, wrote_errors].concat();
                listening &=
                    tracing.step(self.machine, self.host, &self.program.parts(), stores, wrote)?;
            }
            match stop {
                Stop::Budget | Stop::Input | Stop::Pause | Stop::Limit(_) if !listening => {
                    break StopReason::NobodyListens;
                }
                Stop::Budget => {
                    used += budget;
                    if self.take_pressed()? {
                        break StopReason::Called;
                    }
                    if !tracing.is_on() {
                        self.record.came(self.machine, self.host);
                        progress.tick(|| self.whereabouts());
                    }
                }
                Stop::Pause => used = self.used(used, max_instrs),
                Stop::Input => {
                    progress.clear();
                    used = self.used(used, max_instrs);
                    // A signal that arrived instead is handled above.
                    if self.supply(&interrupt)? {
                        break StopReason::Called;
                    }
                    tracing.fed(self.host);
                }
                stop if self.continues_after(stop) => used = self.used(used, max_instrs),
                stop => break StopReason::Stop(stop),
            }
        };
        progress.clear();
        tracing.finish(&self.program.made.image, self.machine.spec())?;
        Ok(self.finished(stop_reason))
    }

    /// Whether a program that stopped for DDT continues; not if it stops again at the same instruction.
    fn continues_after(&mut self, stop: Stop) -> bool {
        let done = self.machine.counts().instructions;
        let is_request =
            matches!(stop, Stop::Fault(Fault { cause: Cause::ToDebugger { is_clean: false }, .. }));
        if !is_request || self.continues.is_none_or(|before| done <= before) {
            return false;
        }
        self.continues = Some(done);
        self.record.begin_at(self.machine, self.host);
        true
    }

    fn take_pin_changes(&mut self) {
        let changes = self.host.pins.take_changes();
        let room = MOST_CHANGES - self.pin_changes.len();
        self.pin_changes.extend(changes.into_iter().take(room));
    }

    /// The run after its end.
    fn finished(mut self, stop_reason: StopReason) -> FinishedRun<'s> {
        self.input.close();
        self.output.finish();
        self.errors.finish();
        let Execution {
            program,
            checker,
            caches,
            machine,
            host,
            record,
            files,
            output,
            errors,
            pin_changes,
            ..
        } = self;
        let checked = checker.map(|checker| checker.finish(machine, host, stop_reason.stop()));
        FinishedRun {
            program,
            checked,
            caches,
            machine,
            host,
            record,
            files,
            output,
            errors,
            pin_changes,
            stop_reason,
        }
    }

    /// Runs up to `budget` instructions, or up to the start of the trace.
    fn run(&mut self, budget: u64, tracing: &Tracing) -> (Stop, Stores) {
        if let Some(checker) = &mut self.checker {
            return (checker.run(self.machine, self.host, budget), Stores::default());
        }
        if self.caches.is_some() {
            return self.run_with_caches(budget, tracing);
        }
        if tracing.is_on() {
            let mut stores = Stores::default();
            let stop = self.machine.run(self.host, budget, &mut stores);
            return (stop, stores);
        }
        let stop = match tracing.from() {
            Some(at) => self.machine.run(self.host, budget, &mut PauseAt(at, false)),
            None => self.machine.run(self.host, budget, &mut ()),
        };
        (stop, Stores::default())
    }

    /// The same with caches.
    fn run_with_caches(&mut self, budget: u64, tracing: &Tracing) -> (Stop, Stores) {
        let Some(caches) = &mut self.caches else { return (Stop::Budget, Stores::default()) };
        let mut stores = Stores::default();
        let stop = match tracing.from() {
            _ if tracing.is_on() => {
                self.machine.run(self.host, budget, &mut (&mut stores, &mut *caches))
            }
            Some(at) => {
                let mut pause = (PauseAt(at, false), &mut *caches);
                self.machine.run(self.host, budget, &mut pause)
            }
            None => self.machine.run(self.host, budget, caches),
        };
        caches.settle(self.machine.attempted());
        (stop, stores)
    }

    /// Instructions used of the limit, after a slice that was interrupted.
    fn used(&self, used: u64, max_instrs: u64) -> u64 {
        used.max(self.machine.counts().instructions).min(max_instrs)
    }

    /// Provides the input that the program waits for, unless a signal arrives first; true at the
    /// CALL key.
    fn supply(&mut self, interrupt: &Interrupt) -> Result<bool, String> {
        let given = match self.files.supply(self.host) {
            Some(given) => given,
            None => {
                let waits = self.input.is_terminal();
                if waits && !interrupt.wait_for_input().map_err(|error| unreadable(&error))? {
                    return Ok(false);
                }
                SuppliedInput::Input(self.input.fetch()?)
            }
        };
        if self.is_call(&given) {
            return Ok(true);
        }
        given.give(self.host);
        self.record.given(given);
        Ok(false)
    }

    /// Passes keys that were pressed while the program ran; true at the CALL key.
    fn take_pressed(&mut self) -> Result<bool, String> {
        let keys = self.input.pressed()?;
        if keys.is_empty() {
            return Ok(false);
        }
        let given = SuppliedInput::Input(keys);
        if self.is_call(&given) {
            return Ok(true);
        }
        given.give(self.host);
        self.record.begin_at(self.machine, self.host);
        Ok(false)
    }

    /// Whether the CALL key is among keys of a terminal.
    ///
    /// Source: *ITS TTY*, "Interrupting the program": it is `^Z`.
    fn is_call(&self, given: &SuppliedInput) -> bool {
        const CALL: u8 = 0o32;
        let is_keyed = matches!(self.input, GuestInput::Keys(_));
        is_keyed && matches!(given, SuppliedInput::Input(keys) if keys.contains(&CALL))
    }

    fn whereabouts(&self) -> String {
        let spec = self.machine.spec();
        let place = diagnose::place(&self.program.made.image, self.machine.pc(), spec);
        let counts = self.machine.counts();
        let done = grouped(counts.instructions / 1_000_000);
        format!("^C stops it: {done} million {}, at {place}", spec.syntax.counted)
    }
}

/// Pauses before an instruction.
struct PauseAt(u64, bool);

impl Observer for PauseAt {
    const MARKS: bool = true;

    fn is_mark(&self, address: u64) -> bool {
        address == self.0
    }

    fn arrived(&mut self, _: u64) {
        self.1 = true;
    }

    fn pauses(&self) -> bool {
        self.1
    }
}
