//! A program that goes on until something stops it, whatever way it goes.

use machine::{Fault, Flow, Host, Limit, LoadError, Machine as _, Stop};

use super::expression::Scope;
use super::points::{Kind, Point, Points};
use super::stops::Blind;
use super::{Hit, Run};
use crate::Program;
use machines::calls::Chain;
use machines::target::AnyMachine;

/// Who looks on while the program runs.
pub(crate) trait Face {
    /// Shows what the program wrote; the second is its standard error.
    fn show(&mut self, output: &[Vec<u8>; 2]);

    /// Says something about a program that goes on.
    fn tell(&mut self, text: &str);

    /// Whether somebody wants it to stop.
    fn is_interrupted(&mut self) -> bool;

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

/// Where a program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    /// From the beginning, where a breakpoint stops it too.
    Begin,
    /// On and on, past a breakpoint here unless the program was only just loaded.
    On,
    /// So many instructions; with the flag, calls count as one.
    Instructions(u64, bool),
    /// So many source lines; with the flag, calls count as none.
    Lines(u64, bool),
    /// Behind the line it is in, also where that is a loop.
    Beyond,
    /// To an address.
    To(u64),
    /// Out of the subroutine it is in.
    Out,
}

/// Why a program stands still.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Halt {
    /// It went where it was to go.
    Done,
    /// It came back from a subroutine.
    Returned,
    /// Before the instruction of the breakpoint of this number.
    Breakpoint(u32),
    /// A watched value changed.
    Watch { number: u32, text: String, old: u64, new: u64 },
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

/// Instructions between two looks at the user.
const SLICE_INSTRS: u64 = 1_000_000;

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
    left_instrs: u64,
    steps: u64,
    /// How the program ended, if it has.
    pub(crate) ended: Option<Halt>,
    /// Whether nothing was done since the program was loaded, so that a breakpoint on its first
    /// instruction has not stopped it yet.
    pub(super) is_untouched: bool,
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
        let is_untouched = true;
        Drive { run, points, first, begins, max_instrs, left_instrs, steps, ended, is_untouched }
    }

    /// Runs so many instructions, whatever there is to stop at.
    pub(crate) fn advance(&mut self, instrs: u64) {
        self.run.timeline.forward(instrs, &mut Blind);
        self.is_untouched = false;
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
        (self.ended, self.is_untouched) = (None, true);
        Ok(())
    }

    /// What expressions are about.
    pub(crate) fn scope(&self) -> Scope<'_> {
        Scope::new(&self.run.program, self.run.machine())
    }

    /// Instructions a command may run.
    pub(crate) fn max_instrs(&self) -> u64 {
        self.max_instrs
    }

    /// Goes on until something stops the program.
    pub(crate) fn go(&mut self, going: Going, face: &mut dyn Face) -> Halt {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        self.begin(None);
        let is_untouched = std::mem::replace(&mut self.is_untouched, false);
        let going = if is_untouched && going == Going::On { Going::Begin } else { going };
        let halt = match going {
            Going::Begin => match self.check_point(face) {
                Ok(()) => self.run_on(None, None, face),
                Err(halt) => halt,
            },
            Going::On => self.run_on(None, None, face),
            Going::To(address) => {
                self.begin(Some(address));
                self.run_on(None, Some(address), face)
            }
            Going::Out => self.out(face),
            Going::Instructions(count, over) => {
                self.times(count, face, |drive, face| drive.instruction(over, face))
            }
            Going::Lines(count, over) => {
                self.times(count, face, |drive, face| drive.line(over, face))
            }
            Going::Beyond => self.beyond(face),
        };
        self.show(face);
        if matches!(halt, Halt::Ended(_) | Halt::RanOff) {
            self.ended = Some(halt.clone());
        }
        halt
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

    fn times(
        &mut self,
        count: u64,
        face: &mut dyn Face,
        mut one: impl FnMut(&mut Self, &mut dyn Face) -> Result<(), Halt>,
    ) -> Halt {
        for _ in 0..count {
            if let Err(halt) = one(self, face) {
                return halt;
            }
        }
        Halt::Done
    }

    /// Runs one instruction; over a call, until that comes back.
    fn instruction(&mut self, over: bool, face: &mut dyn Face) -> Result<(), Halt> {
        if over && self.is_call() {
            self.over_call(face)?
        } else {
            self.single(face)?
        }
        self.check_point(face)
    }

    /// Runs to the beginning of the next source line; where there are no lines, one instruction.
    fn line(&mut self, over: bool, face: &mut dyn Face) -> Result<(), Halt> {
        let mut last = self.run.pc();
        let has_line = self.line_of(last).is_some();
        loop {
            self.instruction(over, face)?;
            let now = self.run.pc();
            if !has_line || self.begins_line(last, now) {
                return Ok(());
            }
            if self.line_of(now).is_some() {
                last = now;
            }
        }
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

    /// Steps over lines until one is further down, or a subroutine comes back.
    fn beyond(&mut self, face: &mut dyn Face) -> Halt {
        let start = self.run.pc();
        loop {
            let text = self.run.machine().disassemble(self.run.pc()).unwrap_or_default();
            let returns = self.run.rules.flow(&text) == Flow::Return;
            if let Err(halt) = self.line(true, face) {
                return halt;
            }
            if returns || self.run.pc() > start {
                return Halt::Done;
            }
        }
    }

    fn is_call(&mut self) -> bool {
        let pc = self.run.pc();
        self.run.rules.depth.is_some() || self.run.call(pc).is_some()
    }

    fn over_call(&mut self, face: &mut dyn Face) -> Result<(), Halt> {
        if let Some(depth) = self.depth() {
            return self.until_depth(depth, face);
        }
        let chain = self.run.chain_from_here();
        match self.run_on(Some((chain, 1)), None, face) {
            Halt::Returned => Ok(()),
            halt => Err(halt),
        }
    }

    /// Runs until the subroutine comes back.
    fn out(&mut self, face: &mut dyn Face) -> Halt {
        if let Some(depth) = self.depth() {
            let done = self.until_depth(depth.saturating_sub(1), face);
            return done.err().unwrap_or(Halt::Returned);
        }
        let chain = self.run.chain();
        let frames = chain.frames().len();
        self.run_on(Some((chain, frames)), None, face)
    }

    /// How many calls have not returned, on a machine that has a register for it.
    pub(crate) fn depth(&self) -> Option<u64> {
        let machine = self.run.machine();
        self.run.rules.depth.and_then(|name| super::expression::register(machine, name))
    }

    fn until_depth(&mut self, depth: u64, face: &mut dyn Face) -> Result<(), Halt> {
        loop {
            self.single(face)?;
            if self.depth().is_none_or(|now| now <= depth) {
                return Ok(());
            }
            self.check_point(face)?;
        }
    }

    /// Runs past what stands at the program counter, and on to a stop.
    ///
    /// With a chain, calls are followed, and fewer of them than `floor` are a stop.
    fn run_on(
        &mut self,
        mut follow: Option<(Chain, usize)>,
        to: Option<u64>,
        face: &mut dyn Face,
    ) -> Halt {
        loop {
            // What is done alone is not told.
            if let Some((chain, _)) = &mut follow {
                chain.note(self.run.pc());
            }
            if let Err(halt) = self.single(face) {
                return halt;
            }
            if self.points.look_always() {
                match self.looked(&mut follow, to, face) {
                    None => continue,
                    Some(halt) => return halt,
                }
            }
            let hit = match self.slices(&mut follow, face) {
                Ok(hit) => hit,
                Err(halt) => return halt,
            };
            match hit {
                Hit::Returned => return Halt::Returned,
                Hit::Watch(_) => {
                    if let Some(halt) = self.changed() {
                        return halt;
                    }
                }
                Hit::Software | Hit::Hardware if to == Some(self.run.pc()) => return Halt::Done,
                Hit::Software | Hit::Hardware => {
                    if let Err(halt) = self.check_point(face) {
                        return halt;
                    }
                }
            }
        }
    }

    /// What a run by single instructions comes to; nothing when it goes on.
    fn looked(
        &mut self,
        follow: &mut Option<(Chain, usize)>,
        to: Option<u64>,
        face: &mut dyn Face,
    ) -> Option<Halt> {
        let pc = self.run.pc();
        if let Some((chain, floor)) = follow
            && chain.is_mark(pc)
        {
            chain.arrived(pc);
            if chain.frames().len() < *floor {
                return Some(Halt::Returned);
            }
        }
        match self.check_point(face) {
            Err(halt) if to != Some(pc) => Some(halt),
            _ => (to == Some(pc)).then_some(Halt::Done),
        }
    }

    /// Runs on in slices until there is a hit.
    fn slices(
        &mut self,
        follow: &mut Option<(Chain, usize)>,
        face: &mut dyn Face,
    ) -> Result<Hit, Halt> {
        loop {
            self.look(face)?;
            let (slice, before) = (self.left_instrs.min(SLICE_INSTRS), self.run.position());
            let (stop, hit) = match follow {
                Some((chain, floor)) => self.run.on_following(slice, chain, *floor),
                None => self.run.on(slice),
            };
            let used = self.run.position().saturating_sub(before);
            self.left_instrs = self.left_instrs.saturating_sub(used);
            if let (Stop::Pause, Some(hit)) = (stop, hit) {
                return Ok(hit);
            }
            self.went(stop, face)?;
        }
    }

    /// Shows output and hears the user.
    fn look(&mut self, face: &mut dyn Face) -> Result<(), Halt> {
        self.show(face);
        if face.is_interrupted() {
            return Err(Halt::Interrupted);
        }
        if self.left_instrs == 0 { Err(Halt::Spent) } else { Ok(()) }
    }

    /// Runs one instruction, whatever breakpoint is on it; a changed value stops behind it.
    fn single(&mut self, face: &mut dyn Face) -> Result<(), Halt> {
        self.steps += 1;
        if self.steps.is_multiple_of(SLICE_STEPS) || self.left_instrs == 0 {
            self.look(face)?;
        }
        loop {
            let (stop, hit) = self.run.one();
            self.went(stop, face)?;
            if stop != Stop::Input {
                self.left_instrs -= 1;
                let looks = hit.is_some() || self.points.look_always();
                let changed = if looks { self.changed() } else { None };
                return changed.map_or(Ok(()), Err);
            }
        }
    }

    /// What became of a run: nothing when it can go on.
    fn went(&mut self, stop: Stop, face: &mut dyn Face) -> Result<(), Halt> {
        Err(match stop {
            Stop::Budget | Stop::Pause => return Ok(()),
            Stop::Input => {
                self.show(face);
                match face.input() {
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
    fn show(&mut self, face: &mut dyn Face) {
        let output = self.run.timeline.take_output();
        if output.iter().any(|bytes| !bytes.is_empty()) {
            face.show(&output);
        }
        for fault in self.run.new_faults() {
            face.tell(&format!("the program goes on after this\n{}", self.run.fault_text(&fault)));
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
    pub(super) fn check_point(&mut self, face: &mut dyn Face) -> Result<(), Halt> {
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
                face.tell(&format!("the condition of breakpoint {}: {why}", point.number));
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
