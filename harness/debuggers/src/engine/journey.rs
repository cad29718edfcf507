//! The ways a program can go, each of which can be broken off and gone on with.
//!
//! A way ends where it was to go, or at a stop. Where only the time given to it is up, or input is
//! missing, or somebody wants to look, what is left of it is kept.

use std::collections::BTreeSet;

use machine::{Flow, Machine as _, Stop};

use super::Hit;
use super::drive::{Drive, Face, Halt};
use machines::calls::Chain;

/// Where a program goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Going {
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
    /// To the next instruction that asks the system for something, before it does.
    ToSystemCall,
    /// Out of the subroutine it is in.
    Out,
}

/// A going under way.
#[derive(Debug)]
pub(crate) struct Journey {
    going: Going,
    /// How many instructions or lines are still to go.
    left: u64,
    leg: Option<Leg>,
    /// Within a line: the last address that was in one, and whether there are lines at all.
    line: Option<(u64, bool)>,
    /// Of [`Going::Beyond`]: where it began, and whether the line under way returns.
    beyond: Option<(u64, bool)>,
}

/// A part of a journey that takes any number of instructions.
#[derive(Debug)]
enum Leg {
    /// On to a stop.
    Road(Road),
    /// Until no more calls than this have not returned, by the machine's own register.
    Depth(u64),
}

/// Running on to a stop.
#[derive(Debug, Default)]
struct Road {
    /// Calls are followed, and fewer of them than this are a stop.
    follow: Option<(Chain, usize)>,
    /// Addresses that it ends at.
    to: BTreeSet<u64>,
    /// Whether the instruction it begins with has run, whatever stands at it.
    is_past: bool,
}

/// Instructions between two looks at the user.
const SLICE_INSTRS: u64 = 1_000_000;

impl Drive<'_> {
    /// Goes on until something stops the program.
    pub(crate) fn go(&mut self, going: Going, face: &mut dyn Face) -> Halt {
        if let Some(ended) = &self.ended {
            return ended.clone();
        }
        self.begin(None);
        let is_untouched = std::mem::replace(&mut self.is_untouched, false);
        let going = if is_untouched && going == Going::On { Going::Begin } else { going };
        if going == Going::Begin
            && let Err(halt) = self.check_point(face)
        {
            self.journey = None;
            return self.arrive(halt, face);
        }
        let journey = self.journey(going);
        self.travel(journey, face)
    }

    /// Goes on with what was broken off; on and on where nothing was.
    pub(crate) fn resume(&mut self, face: &mut dyn Face) -> Halt {
        match self.journey.take() {
            None => self.go(Going::On, face),
            Some(journey) => {
                self.begin(None);
                self.travel(journey, face)
            }
        }
    }

    fn journey(&mut self, going: Going) -> Journey {
        let road = |to| Some(Leg::Road(Road { to, ..Road::default() }));
        let (left, leg) = match going {
            Going::Begin | Going::On => (1, road(BTreeSet::new())),
            Going::To(address) => (1, road(BTreeSet::from([address]))),
            Going::ToSystemCall => (1, road(self.run.system_calls())),
            Going::Out | Going::Beyond => (1, None),
            Going::Instructions(count, _) | Going::Lines(count, _) => (count, None),
        };
        Journey { going, left, leg, line: None, beyond: None }
    }

    fn travel(&mut self, mut journey: Journey, face: &mut dyn Face) -> Halt {
        if let Some(Leg::Road(Road { to, .. })) = &journey.leg {
            self.run.stops.software.extend(to);
        }
        let halt = self.whole(&mut journey, face).err().unwrap_or(Halt::Done);
        let is_broken_off = matches!(halt, Halt::Interrupted | Halt::Spent | Halt::Waits);
        self.journey = is_broken_off.then_some(journey);
        self.arrive(halt, face)
    }

    pub(super) fn arrive(&mut self, halt: Halt, face: &mut dyn Face) -> Halt {
        self.show(face);
        if matches!(halt, Halt::Ended(_) | Halt::RanOff) {
            self.ended = Some(halt.clone());
        }
        halt
    }

    /// The rest of a journey.
    fn whole(&mut self, journey: &mut Journey, face: &mut dyn Face) -> Result<(), Halt> {
        while journey.left > 0 {
            match journey.going {
                Going::Begin | Going::On | Going::To(_) | Going::ToSystemCall => {
                    self.walk(journey, face)?;
                }
                Going::Out => {
                    if journey.leg.is_none() {
                        journey.leg = Some(self.out(face)?);
                    }
                    self.walk(journey, face)?;
                    return Err(Halt::Returned);
                }
                Going::Instructions(_, over) => self.instruction(over, journey, face)?,
                Going::Lines(_, over) => self.line(over, journey, face)?,
                Going::Beyond => self.beyond(journey, face)?,
            }
            journey.left -= 1;
        }
        Ok(())
    }

    /// Goes the leg that is under way to its end.
    fn walk(&mut self, journey: &mut Journey, face: &mut dyn Face) -> Result<(), Halt> {
        match &mut journey.leg {
            None => {}
            Some(Leg::Depth(depth)) => self.until_depth(*depth, face)?,
            Some(Leg::Road(road)) => match self.run_on(road, face) {
                Halt::Returned => {}
                halt => return Err(halt),
            },
        }
        journey.leg = None;
        Ok(())
    }

    /// Runs one instruction; over a call, until that comes back.
    fn instruction(
        &mut self,
        over: bool,
        journey: &mut Journey,
        face: &mut dyn Face,
    ) -> Result<(), Halt> {
        if journey.leg.is_none() && over && self.is_call() {
            journey.leg = Some(self.over_call());
        }
        if journey.leg.is_some() {
            self.walk(journey, face)?
        } else {
            self.single(face)?
        }
        self.check_point(face)
    }

    /// Runs to the beginning of the next source line; where there are no lines, one instruction.
    fn line(&mut self, over: bool, journey: &mut Journey, face: &mut dyn Face) -> Result<(), Halt> {
        let pc = self.run.pc();
        let has_line = self.line_of(pc).is_some();
        let (mut last, has_line) = journey.line.unwrap_or((pc, has_line));
        loop {
            journey.line = Some((last, has_line));
            self.instruction(over, journey, face)?;
            let now = self.run.pc();
            if !has_line || self.begins_line(last, now) {
                journey.line = None;
                return Ok(());
            }
            if self.line_of(now).is_some() {
                last = now;
            }
        }
    }

    /// Steps over lines until one is further down, or a subroutine comes back.
    fn beyond(&mut self, journey: &mut Journey, face: &mut dyn Face) -> Result<(), Halt> {
        let start = journey.beyond.map_or(self.run.pc(), |(start, _)| start);
        loop {
            if journey.line.is_none() {
                journey.beyond = Some((start, self.returns()));
            }
            self.line(true, journey, face)?;
            let returned = journey.beyond.is_some_and(|(_, returns)| returns);
            if returned || self.run.pc() > start {
                return Ok(());
            }
        }
    }

    /// Whether the instruction that runs next comes back from a subroutine.
    fn returns(&self) -> bool {
        let text = self.run.machine().disassemble(self.run.pc()).unwrap_or_default();
        self.run.rules.flow(&text) == Flow::Return
    }

    fn is_call(&mut self) -> bool {
        let pc = self.run.pc();
        self.run.rules.depth.is_some() || self.run.call(pc).is_some()
    }

    fn over_call(&mut self) -> Leg {
        if let Some(depth) = self.depth() {
            return Leg::Depth(depth);
        }
        let chain = self.run.chain_from_here();
        Leg::Road(Road { follow: Some((chain, 1)), ..Road::default() })
    }

    /// Until the subroutine comes back.
    fn out(&mut self, face: &mut dyn Face) -> Result<Leg, Halt> {
        if let Some(depth) = self.depth() {
            return Ok(Leg::Depth(depth.saturating_sub(1)));
        }
        let chain = loop {
            if let Some(chain) = self.run.chain_on() {
                break chain;
            }
            if face.is_impatient() {
                return Err(Halt::Interrupted);
            }
        };
        let frames = chain.frames().len();
        Ok(Leg::Road(Road { follow: Some((chain, frames)), ..Road::default() }))
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
    fn run_on(&mut self, road: &mut Road, face: &mut dyn Face) -> Halt {
        loop {
            if !road.is_past {
                // What is done alone is not told.
                if let Some((chain, _)) = &mut road.follow {
                    chain.note(self.run.pc());
                }
                if let Err(halt) = self.single(face) {
                    return halt;
                }
            }
            road.is_past = !self.points.look_always();
            if !road.is_past {
                match self.looked(road, face) {
                    None => continue,
                    Some(halt) => return halt,
                }
            }
            let hit = match self.slices(road, face) {
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
                Hit::Software | Hit::Hardware if road.to.contains(&self.run.pc()) => {
                    return Halt::Done;
                }
                Hit::Software | Hit::Hardware => {
                    if let Err(halt) = self.check_point(face) {
                        return halt;
                    }
                    road.is_past = false;
                }
            }
        }
    }

    /// What a run by single instructions comes to; nothing when it goes on.
    fn looked(&mut self, road: &mut Road, face: &mut dyn Face) -> Option<Halt> {
        let pc = self.run.pc();
        if let Some((chain, floor)) = &mut road.follow
            && chain.is_mark(pc)
        {
            chain.arrived(pc);
            if chain.frames().len() < *floor {
                return Some(Halt::Returned);
            }
        }
        match self.check_point(face) {
            Err(halt) if !road.to.contains(&pc) => Some(halt),
            _ => road.to.contains(&pc).then_some(Halt::Done),
        }
    }

    /// Runs on in slices until there is a hit.
    fn slices(&mut self, road: &mut Road, face: &mut dyn Face) -> Result<Hit, Halt> {
        loop {
            self.look(face)?;
            let (slice, before) = (self.left_instrs.min(SLICE_INSTRS), self.run.position());
            let (stop, hit) = match &mut road.follow {
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
}
