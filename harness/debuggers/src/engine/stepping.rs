//! Kinds of steps and runs, each of which can be interrupted and resumed.
//!
//! A step ends at its destination or at a stop. If it runs out of budget, lacks input or is
//! interrupted, the rest is kept.

use std::collections::BTreeSet;

use machine::{CallFlow, Machine as _, Stop};

use super::Hit;
use super::drive::{Drive, Frontend, Halt};
use targets::calls::Chain;

/// Kind of step or run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Movement {
    /// From the beginning, stopping at a breakpoint there too.
    Begin,
    /// To the next stop, past a breakpoint here unless the program was just loaded.
    On,
    /// This many instructions; with the flag, stepping over calls.
    Instructions(u64, bool),
    /// This many source lines; with the flag, stepping over calls.
    Lines(u64, bool),
    /// Past the current line, even in a loop.
    Beyond,
    /// To an address.
    To(u64),
    /// To the next system call, before it runs.
    ToSystemCall,
    /// Out of the current subroutine.
    Out,
}

/// A step that may be interrupted.
#[derive(Debug)]
pub(crate) struct StepInProgress {
    going: Movement,
    /// Instructions or lines left.
    left: u64,
    part: Option<RunPart>,
    /// In a line: the last address in a line, and whether there are lines at all.
    line: Option<(u64, bool)>,
    /// For [`Movement::Beyond`]: where it started, and whether the current line returns.
    beyond: Option<(u64, bool)>,
}

/// A part of a step with any number of instructions.
#[derive(Debug)]
enum RunPart {
    /// Run to a stop.
    RunToStop(RunToStop),
    /// Run until this number of open calls, by the machine's own register.
    Depth(u64),
}

/// A run to a stop.
#[derive(Debug, Default)]
struct RunToStop {
    /// Calls being followed; fewer open calls than this are a stop.
    follow: Option<(Chain, usize)>,
    /// Destination addresses.
    to: BTreeSet<u64>,
    /// Whether the first instruction has run, ignoring stops at it.
    is_past: bool,
}

/// Instructions between checks for an interrupt.
const SLICE_INSTRS: u64 = 1_000_000;

impl Drive<'_> {
    /// Runs until something stops the program.
    pub(crate) fn go(&mut self, going: Movement, frontend: &mut dyn Frontend) -> Halt {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        self.begin(None);
        let is_untouched = std::mem::replace(&mut self.is_untouched, false);
        let going = if is_untouched && going == Movement::On { Movement::Begin } else { going };
        if going == Movement::Begin
            && let Err(halt) = self.check_point(frontend)
        {
            self.pending = None;
            return self.arrive(halt, frontend);
        }
        let pending = self.pending(going);
        self.proceed(pending, frontend)
    }

    /// Resumes an interrupted step, or else runs to the next stop.
    pub(crate) fn resume(&mut self, frontend: &mut dyn Frontend) -> Halt {
        match self.pending.take() {
            None => self.go(Movement::On, frontend),
            Some(pending) => {
                self.begin(None);
                self.proceed(pending, frontend)
            }
        }
    }

    fn pending(&mut self, going: Movement) -> StepInProgress {
        let run = |to| Some(RunPart::RunToStop(RunToStop { to, ..RunToStop::default() }));
        let (left, part) = match going {
            Movement::Begin | Movement::On => (1, run(BTreeSet::new())),
            Movement::To(address) => (1, run(BTreeSet::from([address]))),
            Movement::ToSystemCall => (1, run(self.run.system_calls())),
            Movement::Out | Movement::Beyond => (1, None),
            Movement::Instructions(count, _) | Movement::Lines(count, _) => (count, None),
        };
        StepInProgress { going, left, part, line: None, beyond: None }
    }

    fn proceed(&mut self, mut pending: StepInProgress, frontend: &mut dyn Frontend) -> Halt {
        if let Some(RunPart::RunToStop(RunToStop { to, .. })) = &pending.part {
            self.run.stops.software.extend(to);
        }
        let halt = self.finish(&mut pending, frontend).err().unwrap_or(Halt::Done);
        let is_broken_off = matches!(halt, Halt::Interrupted | Halt::Spent | Halt::Waits);
        self.pending = is_broken_off.then_some(pending);
        self.arrive(halt, frontend)
    }

    pub(super) fn arrive(&mut self, halt: Halt, frontend: &mut dyn Frontend) -> Halt {
        self.show(frontend);
        if matches!(halt, Halt::Ended(_) | Halt::RanOff) {
            self.ended = Some(halt.clone());
        }
        halt
    }

    /// Runs the rest of a step.
    fn finish(
        &mut self,
        pending: &mut StepInProgress,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        while pending.left > 0 {
            match pending.going {
                Movement::Begin | Movement::On | Movement::To(_) | Movement::ToSystemCall => {
                    self.finish_part(pending, frontend)?;
                }
                Movement::Out => {
                    if pending.part.is_none() {
                        pending.part = Some(self.out(frontend)?);
                    }
                    self.finish_part(pending, frontend)?;
                    return Err(Halt::Returned);
                }
                Movement::Instructions(_, over) => self.instruction(over, pending, frontend)?,
                Movement::Lines(_, over) => self.line(over, pending, frontend)?,
                Movement::Beyond => self.beyond(pending, frontend)?,
            }
            pending.left -= 1;
        }
        Ok(())
    }

    /// Finishes the current part.
    fn finish_part(
        &mut self,
        pending: &mut StepInProgress,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        match &mut pending.part {
            None => {}
            Some(RunPart::Depth(depth)) => self.until_depth(*depth, frontend)?,
            Some(RunPart::RunToStop(run)) => match self.run_on(run, frontend) {
                Halt::Returned => {}
                halt => return Err(halt),
            },
        }
        pending.part = None;
        Ok(())
    }

    /// Runs one instruction, or a whole call.
    fn instruction(
        &mut self,
        over: bool,
        pending: &mut StepInProgress,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        if pending.part.is_none() && over && self.is_call() {
            pending.part = Some(self.over_call());
        }
        if pending.part.is_some() {
            self.finish_part(pending, frontend)?
        } else {
            self.single(frontend)?
        }
        self.check_point(frontend)
    }

    /// Runs to the start of the next source line; without lines, one instruction.
    fn line(
        &mut self,
        over: bool,
        pending: &mut StepInProgress,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        let pc = self.run.pc();
        let has_line = self.line_of(pc).is_some();
        let (mut last, has_line) = pending.line.unwrap_or((pc, has_line));
        loop {
            pending.line = Some((last, has_line));
            self.instruction(over, pending, frontend)?;
            let now = self.run.pc();
            if !has_line || self.begins_line(last, now) {
                pending.line = None;
                return Ok(());
            }
            if self.line_of(now).is_some() {
                last = now;
            }
        }
    }

    /// Steps over lines until one is further down, or the subroutine returns.
    fn beyond(
        &mut self,
        pending: &mut StepInProgress,
        frontend: &mut dyn Frontend,
    ) -> Result<(), Halt> {
        let start = pending.beyond.map_or(self.run.pc(), |(start, _)| start);
        loop {
            if pending.line.is_none() {
                pending.beyond = Some((start, self.returns()));
            }
            self.line(true, pending, frontend)?;
            let returned = pending.beyond.is_some_and(|(_, returns)| returns);
            if returned || self.run.pc() > start {
                return Ok(());
            }
        }
    }

    /// Whether the next instruction returns from a subroutine.
    fn returns(&self) -> bool {
        let text = self.run.machine().disassemble(self.run.pc()).unwrap_or_default();
        self.run.rules.flow(&text) == CallFlow::Return
    }

    fn is_call(&mut self) -> bool {
        let pc = self.run.pc();
        self.run.rules.depth.is_some() || self.run.call(pc).is_some()
    }

    fn over_call(&mut self) -> RunPart {
        if let Some(depth) = self.depth() {
            return RunPart::Depth(depth);
        }
        let chain = self.run.chain_from_here();
        RunPart::RunToStop(RunToStop { follow: Some((chain, 1)), ..RunToStop::default() })
    }

    /// Run until the subroutine returns.
    fn out(&mut self, frontend: &mut dyn Frontend) -> Result<RunPart, Halt> {
        if let Some(depth) = self.depth() {
            return Ok(RunPart::Depth(depth.saturating_sub(1)));
        }
        let chain = loop {
            if let Some(chain) = self.run.chain_on() {
                break chain;
            }
            if frontend.is_impatient() {
                return Err(Halt::Interrupted);
            }
        };
        let frames = chain.frames().len();
        Ok(RunPart::RunToStop(RunToStop { follow: Some((chain, frames)), ..RunToStop::default() }))
    }

    fn until_depth(&mut self, depth: u64, frontend: &mut dyn Frontend) -> Result<(), Halt> {
        loop {
            self.single(frontend)?;
            if self.depth().is_none_or(|now| now <= depth) {
                return Ok(());
            }
            self.check_point(frontend)?;
        }
    }

    /// Runs past the program counter, and on to a stop.
    fn run_on(&mut self, run: &mut RunToStop, frontend: &mut dyn Frontend) -> Halt {
        loop {
            if !run.is_past {
                // Single instructions are not reported to the chain.
                if let Some((chain, _)) = &mut run.follow {
                    chain.note(self.run.pc());
                }
                if let Err(halt) = self.single(frontend) {
                    return halt;
                }
            }
            run.is_past = !self.points.look_always();
            if !run.is_past {
                match self.check_after_step(run, frontend) {
                    None => continue,
                    Some(halt) => return halt,
                }
            }
            let hit = match self.slices(run, frontend) {
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
                Hit::Software | Hit::Hardware if run.to.contains(&self.run.pc()) => {
                    return Halt::Done;
                }
                Hit::Software | Hit::Hardware => {
                    if let Err(halt) = self.check_point(frontend) {
                        return halt;
                    }
                    run.is_past = false;
                }
            }
        }
    }

    /// Result of a run in single instructions; `None` if it continues.
    fn check_after_step(
        &mut self,
        run: &mut RunToStop,
        frontend: &mut dyn Frontend,
    ) -> Option<Halt> {
        let pc = self.run.pc();
        if let Some((chain, floor)) = &mut run.follow
            && chain.is_mark(pc)
        {
            chain.arrived(pc);
            if chain.frames().len() < *floor {
                return Some(Halt::Returned);
            }
        }
        match self.check_point(frontend) {
            Err(halt) if !run.to.contains(&pc) => Some(halt),
            _ => run.to.contains(&pc).then_some(Halt::Done),
        }
    }

    /// Runs in slices until there is a hit.
    fn slices(&mut self, run: &mut RunToStop, frontend: &mut dyn Frontend) -> Result<Hit, Halt> {
        loop {
            self.poll(frontend)?;
            let (slice, before) = (self.left_instrs.min(SLICE_INSTRS), self.run.position());
            let (stop, hit) = match &mut run.follow {
                Some((chain, floor)) => self.run.on_following(slice, chain, *floor),
                None => self.run.on(slice),
            };
            let used = self.run.position().saturating_sub(before);
            self.left_instrs = self.left_instrs.saturating_sub(used);
            if let (Stop::Pause, Some(hit)) = (stop, hit) {
                return Ok(hit);
            }
            self.after_run(stop, frontend)?;
        }
    }
}
