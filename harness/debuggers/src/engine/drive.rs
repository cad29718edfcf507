//! A program that goes on until something stops it, whatever way it goes.

use machine::{Fault, Host, Limit, LoadError, Observer, Stop};

use super::expression::Scope;
use super::points::{Kind, Point, Points};
use super::stepping::StepInProgress;
use super::stops::NoStops;
use super::{Run, WatchedObserver};
use crate::Program;
use machines::target::AnyMachine;

/// Who looks on while the program runs.
pub(crate) trait Frontend {
    /// Shows what the program wrote; the second is its standard error.
    fn show(&mut self, output: &[Vec<u8>; 2]);

    /// Says something about a program that goes on.
    fn tell(&mut self, text: &str);

    /// Says of a fault that its system let it pass.
    fn report_passed(&mut self, run: &Run<'_>, fault: &Fault) {
        self.tell(&format!("the program continues after this\n{}", run.fault_text(fault)));
    }

    /// Whether somebody wants it to stop.
    fn is_interrupted(&mut self) -> bool;

    /// Whether somebody wants no more of the past to be looked through now; asked after each part of it.
    fn is_impatient(&mut self) -> bool {
        self.is_interrupted()
    }

    /// What the program that waits for input is given.
    fn input(&mut self) -> Input;
}

/// What somebody gives a program that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    /// This; nothing at all ends its input.
    Bytes(Vec<u8>),
    /// Not now: the program stops.
    Later,
}

/// Why a program stands still.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// It went where it was to go.
    Done,
    /// It came back from a subroutine.
    Returned,
    /// Before the instruction of the breakpoint of this number.
    Breakpoint(u32),
    /// A watched value changed.
    Watch {
        /// Its number.
        number: u32,
        /// What is watched, as it was typed.
        text: String,
        /// The value before.
        old: u64,
        /// The value now.
        new: u64,
    },
    /// Somebody wanted it.
    Interrupted,
    /// It used up the instructions of one command.
    Spent,
    /// It waits for input that nobody gave it.
    Waits,
    /// It ended, with this status.
    Ended(i32),
    /// It ran past its last instruction, which its system takes for the end.
    RanOff,
    /// It wanted more of its host than it may have.
    Limit(Limit),
    /// It made a mistake.
    Fault(Fault),
    /// It is back at the beginning of what is recorded.
    Beginning,
}

/// Single steps between two looks at the user.
const SLICE_STEPS: u64 = 1000;

/// A program with numbered breakpoints, driven from one halt to the next.
pub(crate) struct Drive<'p> {
    pub(crate) run: Run<'p>,
    pub(crate) points: Points,
    /// The world of the program before it began, and its machine where that is not just loaded.
    first: Host,
    begins: Option<AnyMachine>,
    max_instrs: u64,
    /// What the command that runs may still use.
    pub(super) left_instrs: u64,
    steps: u64,
    /// How the program ended, if it has.
    pub(crate) ended: Option<Halt>,
    /// Whether nothing was done since the program was loaded, so that a breakpoint on its first
    /// instruction has not stopped it yet.
    pub(super) is_untouched: bool,
    /// What is left of a going that was broken off.
    pub(crate) pending: Option<StepInProgress>,
}

impl<'p> Drive<'p> {
    /// Loads a program; a command may run so many instructions.
    ///
    /// # Errors
    /// When the machine cannot hold it.
    pub(crate) fn new(
        program: Program<'p>,
        host: Host,
        max_instrs: u64,
    ) -> Result<Self, LoadError> {
        let first = host.clone();
        Ok(Drive::of(Run::new(program, host)?, first, None, max_instrs))
    }

    /// A program whose machine has been made ready; it begins as that stands, also when it begins again.
    pub(crate) fn standing(
        program: Program<'p>,
        machine: AnyMachine,
        host: Host,
        max_instrs: u64,
    ) -> Self {
        let (first, begins) = (host.clone(), Some(machine.clone()));
        Drive::of(Run::standing(program, machine, host), first, begins, max_instrs)
    }

    fn of(run: Run<'p>, first: Host, begins: Option<AnyMachine>, max_instrs: u64) -> Self {
        let points = Points::default();
        let (left_instrs, steps, ended) = (0, 0, None);
        Drive {
            run,
            points,
            first,
            begins,
            max_instrs,
            left_instrs,
            steps,
            ended,
            is_untouched: true,
            pending: None,
        }
    }

    /// Runs so many instructions, whatever there is to stop at.
    pub(crate) fn advance(&mut self, instrs: u64) {
        self.run.timeline.forward(instrs, &mut NoStops);
        self.is_untouched = false;
    }

    /// Runs so many instructions with somebody looking on, whatever there is to stop at.
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
                    if let Err(halt) = self.went(stop, frontend) {
                        break halt;
                    }
                }
            }
        };
        self.arrive(halt, frontend)
    }

    /// Loads the program anew; breakpoints stay.
    ///
    /// # Errors
    /// When the machine cannot hold it, which it could before.
    pub(crate) fn restart(&mut self) -> Result<(), LoadError> {
        let (program, host) = (self.run.program, self.first.clone());
        self.run = match &self.begins {
            Some(machine) => Run::standing(program, machine.clone(), host),
            None => Run::new(program, host)?,
        };
        (self.ended, self.is_untouched, self.pending) = (None, true, None);
        Ok(())
    }

    /// What expressions are about.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::new(&self.run.program, self.run.machine())
    }

    /// Lets every command run so many instructions.
    pub(crate) fn set_max_instrs(&mut self, instrs: u64) {
        self.max_instrs = instrs;
    }

    /// Instructions a command may run.
    pub(crate) fn max_instrs(&self) -> u64 {
        self.max_instrs
    }

    /// Sets the stops, and remembers what is watched.
    pub(super) fn begin(&mut self, also: Option<u64>) {
        let (mut software, watches) = self.points.places();
        software.extend(also);
        self.run.stops.software = software;
        self.run.stops.watches = watches;
        (self.left_instrs, self.steps) = (self.max_instrs, 0);
        self.remember_values();
    }

    /// Keeps what watched expressions are now.
    pub(super) fn remember_values(&mut self) {
        let values = self.watched_values();
        let watched = self.points.iter_mut().filter(|point| !matches!(point.kind, Kind::Break(_)));
        for (point, value) in watched.zip(values) {
            point.last = value;
        }
    }

    /// What watched expressions are now, in the order of their numbers.
    pub(super) fn watched_values(&self) -> Vec<Option<u64>> {
        let scope = self.scope();
        let watched = self.points.iter().filter(|point| !matches!(point.kind, Kind::Break(_)));
        let value = |point: &Point| scope.evaluate(&point.text).ok().map(|value| value.watched());
        watched.map(value).collect()
    }

    /// The source line of an address, or of a script the cell.
    pub(super) fn line_of(&self, address: u64) -> Option<(u32, u64)> {
        let line = self.run.program.image.line(address)?;
        Some((line.file, if self.run.rules.is_script { address } else { line.line.into() }))
    }

    /// Whether a line begins at an address that is come to; `last` is where the program was last that
    /// is in a line.
    pub(super) fn begins_line(&self, last: u64, now: u64) -> bool {
        let line = self.line_of(now);
        line.is_some() && (now <= last || line != self.line_of(last))
    }

    /// How many calls have not returned, on a machine that has a register for it.
    pub(crate) fn depth(&self) -> Option<u64> {
        let machine = self.run.machine();
        self.run.rules.depth.and_then(|name| super::expression::register(machine, name))
    }

    /// Shows output and hears the user.
    pub(super) fn look(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        self.show(frontend);
        if frontend.is_interrupted() {
            return Err(Halt::Interrupted);
        }
        if self.left_instrs == 0 { Err(Halt::Spent) } else { Ok(()) }
    }

    /// Runs one instruction, whatever breakpoint is on it; a changed value stops behind it.
    pub(super) fn single(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(SLICE_STEPS) || self.left_instrs == 0 {
            self.look(frontend)?;
        }
        loop {
            let (stop, hit) = self.run.one();
            self.went(stop, frontend)?;
            if stop != Stop::Input {
                self.left_instrs -= 1;
                let looks = hit.is_some() || self.points.look_always();
                let changed = if looks { self.changed() } else { None };
                return changed.map_or(Ok(()), Err);
            }
        }
    }

    /// What became of a run: nothing when it can go on.
    pub(super) fn went(&mut self, stop: Stop, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        Err(match stop {
            Stop::Budget | Stop::Pause => return Ok(()),
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

    /// Shows what the program wrote, and faults that its system let pass.
    pub(super) fn show(&mut self, frontend: &mut dyn Frontend) {
        let output = self.run.timeline.take_output();
        if output.iter().any(|bytes| !bytes.is_empty()) {
            frontend.show(&output);
        }
        for fault in self.run.new_faults() {
            frontend.report_passed(&self.run, &fault);
        }
    }

    /// The watchpoint whose value is another than before.
    pub(super) fn changed(&mut self) -> Option<Halt> {
        let scope = Scope::new(&self.run.program, self.run.machine());
        for point in self.points.iter_mut() {
            if matches!(point.kind, Kind::Break(_)) || !point.is_enabled {
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

    /// Whether a breakpoint stops the program here.
    pub(super) fn check_point(&mut self, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        let pc = self.run.pc();
        if !self.run.stops.software.contains(&pc) {
            return Ok(());
        }
        let scope = Scope::new(&self.run.program, self.run.machine());
        let mut stopped = None;
        for point in self.points.iter_mut().filter(|point| point.kind == Kind::Break(pc)) {
            let holds = match &point.condition {
                None => Ok(true),
                Some(condition) => scope.holds(condition),
            };
            if let Err(why) = &holds {
                frontend.tell(&format!("the condition of breakpoint {}: {why}", point.number));
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
