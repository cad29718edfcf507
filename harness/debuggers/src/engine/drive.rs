//! Runs a program until something stops it.

use machine::{Fault, Host, Limit, LoadError, Observer, Stop};

use super::expression::Scope;
use super::points::{Point, Points, Trigger};
use super::stepping::StepInProgress;
use super::stops::NoStops;
use super::{MakeCheck, Run, WatchedObserver};
use crate::Program;
use targets::target::AnyMachine;

/// User interface of a running program.
pub(crate) trait Frontend {
    /// Shows the program's output; the second element is standard error.
    fn show(&mut self, output: &[Vec<u8>; 2]);

    /// Reports something about a program that continues.
    fn report(&mut self, text: &str);

    /// Reports a fault that the system let pass.
    fn report_passed(&mut self, run: &Run<'_>, fault: &Fault) {
        self.report(&format!("the program continues after this\n{}", run.fault_text(fault)));
    }

    /// Whether the user interrupts the program.
    fn is_interrupted(&mut self) -> bool;

    /// Whether the user interrupts a search in the past; asked after each part.
    fn is_impatient(&mut self) -> bool {
        self.is_interrupted()
    }

    /// Input for a program that waits.
    fn input(&mut self) -> Input;
}

/// Input for a program that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// These bytes; none at all end its input.
    Bytes(Vec<u8>),
    /// Not now: the program stops.
    Later,
}

/// Why a program stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// It reached its destination.
    Done,
    /// It returned from a subroutine.
    Returned,
    /// Before the instruction of the breakpoint with this number.
    Breakpoint(u32),
    /// A watched value changed.
    Watch {
        /// Number of the watchpoint.
        number: u32,
        /// Watched expression, as typed.
        text: String,
        /// Previous value.
        old: u64,
        /// Current value.
        new: u64,
    },
    /// A check found this.
    Finding(String),
    /// The user interrupted it.
    Interrupted,
    /// It used the instructions of one command.
    Spent,
    /// It waits for input.
    Waits,
    /// It exited with this status.
    Ended(i32),
    /// It ran past its last instruction, which its system treats as the end.
    RanOff,
    /// It exceeded a limit of its host.
    Limit(Limit),
    /// It caused a fault.
    Fault(Fault),
    /// It is back at the start of the recording.
    Beginning,
}

/// Single steps between checks for an interrupt.
const SLICE_STEPS: u64 = 1000;

/// A program with numbered breakpoints, driven from halt to halt.
pub(crate) struct Drive<'p> {
    pub(crate) run: Run<'p>,
    pub(crate) points: Points,
    /// Host before the start of the program, and its machine if prepared.
    first: Host,
    begins: Option<AnyMachine>,
    check: Option<MakeCheck<'p>>,
    max_instrs: u64,
    /// Instructions left for the current command.
    pub(super) left_instrs: u64,
    steps: u64,
    /// End of the program, if it has ended.
    pub(crate) ended: Option<Halt>,
    /// Whether nothing has run since the program was loaded, so that a breakpoint on its first
    /// instruction still stops it.
    pub(super) is_untouched: bool,
    /// Rest of an interrupted step.
    pub(crate) pending: Option<StepInProgress>,
}

impl<'p> Drive<'p> {
    /// Loads a program; a command may run this many instructions.
    ///
    /// # Errors
    /// If the machine cannot hold it.
    pub(crate) fn new(
        program: Program<'p>,
        host: Host,
        max_instrs: u64,
    ) -> Result<Self, LoadError> {
        let first = host.clone();
        Ok(Drive::of(Run::new(program, host)?, first, None, max_instrs))
    }

    /// A program on a prepared machine; it starts, and restarts, from that state.
    pub(crate) fn prepared(
        program: Program<'p>,
        machine: AnyMachine,
        host: Host,
        max_instrs: u64,
    ) -> Self {
        let (first, begins) = (host.clone(), Some(machine.clone()));
        Drive::of(Run::prepared(program, machine, host), first, begins, max_instrs)
    }

    fn of(run: Run<'p>, first: Host, begins: Option<AnyMachine>, max_instrs: u64) -> Self {
        let points = Points::default();
        let (left_instrs, steps, ended) = (0, 0, None);
        Drive {
            run,
            points,
            first,
            begins,
            check: None,
            max_instrs,
            left_instrs,
            steps,
            ended,
            is_untouched: true,
            pending: None,
        }
    }

    /// Stops where a check finds something; false if the program cannot be checked.
    pub(crate) fn check(&mut self, make: MakeCheck<'p>) -> bool {
        let is_possible = self.run.check(&make);
        self.check = Some(make);
        is_possible
    }

    /// Runs this many instructions, ignoring stops.
    pub(crate) fn advance(&mut self, instrs: u64) {
        self.run.timeline.forward(instrs, &mut NoStops);
        self.is_untouched = false;
    }

    /// Runs this many instructions with an observer, ignoring stops.
    pub(crate) fn go_watched<O: Observer>(
        &mut self,
        most_instrs: u64,
        watched: (u64, u64),
        observer: &mut O,
        frontend: &mut dyn Frontend,
    ) -> Halt {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        (self.is_untouched, self.pending) = (false, None);
        let end = self.run.position().saturating_add(most_instrs);
        let halt = loop {
            let left = end.saturating_sub(self.run.position());
            let mut watching = WatchedObserver { observer: &mut *observer, watched };
            match self.run.timeline.forward(left, &mut watching) {
                Stop::Pause => break Halt::Done,
                Stop::Budget => break Halt::Spent,
                stop => {
                    if let Err(halt) = self.after_run(stop, frontend) {
                        break halt;
                    }
                }
            }
        };
        self.arrive(halt, frontend)
    }

    /// Reloads the program; breakpoints stay.
    ///
    /// # Errors
    /// If the machine cannot hold it, although it could before.
    pub(crate) fn restart(&mut self) -> Result<(), LoadError> {
        let (program, host) = (self.run.program, self.first.clone());
        self.run = match &self.begins {
            Some(machine) => Run::prepared(program, machine.clone(), host),
            None => Run::new(program, host)?,
        };
        if let Some(make) = &self.check {
            self.run.check(make);
        }
        (self.ended, self.is_untouched, self.pending) = (None, true, None);
        Ok(())
    }

    /// Another debugger has moved the run: nothing is left of an interrupted step.
    pub(crate) fn leave_run(&mut self) {
        (self.ended, self.is_untouched, self.pending) = (None, false, None);
    }

    /// Scope of expressions.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::new(&self.run.program, self.run.machine())
    }

    /// Sets the instruction limit of a command.
    pub(crate) fn set_max_instrs(&mut self, instrs: u64) {
        self.max_instrs = instrs;
    }

    /// Instruction limit of a command.
    pub(crate) fn max_instrs(&self) -> u64 {
        self.max_instrs
    }

    /// Sets the stops, and remembers watched values.
    pub(super) fn begin(&mut self, also: Option<u64>) {
        let (mut software, watches) = self.points.places();
        software.extend(also);
        self.run.stops.software = software;
        self.run.stops.watches = watches;
        (self.left_instrs, self.steps) = (self.max_instrs, 0);
        self.remember_values();
    }

    /// Remembers the current values of watched expressions.
    pub(super) fn remember_values(&mut self) {
        let values = self.watched_values();
        let watched =
            self.points.iter_mut().filter(|point| !matches!(point.kind, Trigger::Break(_)));
        for (point, value) in watched.zip(values) {
            point.last = value;
        }
    }

    /// Current values of watched expressions, in order of number.
    pub(super) fn watched_values(&self) -> Vec<Option<u64>> {
        let scope = self.scope();
        let watched = self.points.iter().filter(|point| !matches!(point.kind, Trigger::Break(_)));
        let value = |point: &Point| scope.evaluate(&point.text).ok().map(|value| value.watched());
        watched.map(value).collect()
    }

    /// Source line of an address, or the cell of a script.
    pub(super) fn line_of(&self, address: u64) -> Option<(u32, u64)> {
        let line = self.run.program.image.line(address)?;
        Some((line.file, if self.run.rules.is_script { address } else { line.line.into() }))
    }

    /// Whether a line starts at a reached address; `last` is the last address in a line.
    pub(super) fn begins_line(&self, last: u64, now: u64) -> bool {
        let line = self.line_of(now);
        line.is_some() && (now <= last || line != self.line_of(last))
    }

    /// Number of open calls, if the machine has a register for it.
    pub(crate) fn depth(&self) -> Option<u64> {
        let machine = self.run.machine();
        self.run.rules.depth.and_then(|name| super::expression::register(machine, name))
    }

    /// Shows output and checks for an interrupt.
    pub(super) fn poll(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        self.show(frontend);
        if frontend.is_interrupted() {
            return Err(Halt::Interrupted);
        }
        if self.left_instrs == 0 { Err(Halt::Spent) } else { Ok(()) }
    }

    /// Runs one instruction, ignoring breakpoints; a changed value stops after it.
    pub(super) fn single(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(SLICE_STEPS) || self.left_instrs == 0 {
            self.poll(frontend)?;
        }
        loop {
            let (stop, hit) = self.run.one();
            self.after_run(stop, frontend)?;
            if stop != Stop::Input {
                self.left_instrs -= 1;
                let looks = hit.is_some() || self.points.look_always();
                let changed = if looks { self.changed() } else { None };
                return changed.map_or(Ok(()), Err);
            }
        }
    }

    /// Handles the end of a run; `Ok` if it can continue.
    pub(super) fn after_run(
        &mut self,
        stop: Stop,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        Err(match stop {
            Stop::Budget | Stop::Pause => match self.run.finding() {
                Some(text) => Halt::Finding(text),
                None => return Ok(()),
            },
            Stop::Input => {
                self.show(frontend);
                match frontend.input() {
                    Input::Bytes(bytes) => {
                        self.run.timeline.feed(bytes);
                        return Ok(());
                    }
                    Input::Later => Halt::Waits,
                }
            }
            Stop::Exit { status } => Halt::Ended(status),
            Stop::End => Halt::RanOff,
            Stop::Limit(limit) => Halt::Limit(limit),
            Stop::Fault(fault) => Halt::Fault(fault),
        })
    }

    /// Shows the program's output, and faults that its system let pass.
    pub(super) fn show(&mut self, frontend: &mut dyn Frontend) {
        let output = self.run.timeline.take_output();
        if output.iter().any(|bytes| !bytes.is_empty()) {
            frontend.show(&output);
        }
        for fault in self.run.new_faults() {
            frontend.report_passed(&self.run, &fault);
        }
    }

    /// Watchpoint whose value changed.
    pub(super) fn changed(&mut self) -> Option<Halt> {
        let scope = Scope::new(&self.run.program, self.run.machine());
        for point in self.points.iter_mut() {
            if matches!(point.kind, Trigger::Break(_)) || !point.is_enabled {
                continue;
            }
            let Ok(new) = scope.evaluate(&point.text).map(|value| value.watched()) else {
                continue;
            };
            let old = point.last.replace(new).unwrap_or(new);
            let holds = |condition: &String| scope.holds(condition).unwrap_or(true);
            if old == new || !point.condition.as_ref().is_none_or(holds) {
                continue;
            }
            point.hits += 1;
            if point.ignore > 0 {
                point.ignore -= 1;
                continue;
            }
            return Some(Halt::Watch { number: point.number, text: point.text.clone(), old, new });
        }
        None
    }

    /// Checks whether a breakpoint stops the program here.
    pub(super) fn check_point(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        let pc = self.run.pc();
        if !self.run.stops.software.contains(&pc) {
            return Ok(());
        }
        let scope = Scope::new(&self.run.program, self.run.machine());
        let mut stopped = None;
        for point in self.points.iter_mut().filter(|point| point.kind == Trigger::Break(pc)) {
            let holds = match &point.condition {
                None => Ok(true),
                Some(condition) => scope.holds(condition),
            };
            if let Err(why) = &holds {
                frontend.report(&format!("the condition of breakpoint {}: {why}", point.number));
            }
            if !point.is_enabled || !holds.unwrap_or(true) {
                continue;
            }
            point.hits += 1;
            if point.ignore > 0 {
                point.ignore -= 1;
                continue;
            }
            stopped = stopped.or(Some((point.number, point.is_temporary)));
        }
        let Some((number, is_temporary)) = stopped else { return Ok(()) };
        if is_temporary {
            self.points.delete(|point| point.number == number);
        }
        Err(Halt::Breakpoint(number))
    }
}
