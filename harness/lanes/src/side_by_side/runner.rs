//! One solver, run from event to event.

use std::collections::BTreeSet;

use asmkit::Sources;
use machine::{Host, Image, Machine as _, Radix, Stop};
use reference::Puzzle;
use targets::target::{AnyMachine, Program, Target};
use targets::trace::{Step, Stores, Tracer};
use targets::{diagnose, escape};

use super::{Between, SideBySideError};
use crate::decisions::{EventPauser, Observation, Places};
use crate::lane::Lane;
use crate::root::Root;
use crate::verify::LaneError;

/// Most instructions without an event, far more than any lane needs.
const MOST_BETWEEN: u64 = 200_000_000;

/// A solver running on a puzzle.
pub(super) struct Runner {
    pub(super) name: String,
    target: Target,
    image: Image,
    sources: Sources,
    places: Places,
    machine: AnyMachine,
    host: Host,
    /// Observer of events, and of the stores of the last instruction.
    looker: (EventPauser, Stores),
    /// Instructions up to the last event.
    done: u64,
    tracer: Option<Tracer>,
    /// Whether the run has ended, and what is wrong with its end.
    over: Option<Option<String>>,
}

impl Runner {
    /// Prepares a solver before its first instruction.
    ///
    /// # Errors
    /// If the program does not assemble, does not fit, or lacks a label.
    pub(super) fn new(root: &Root, lane: &Lane, puzzle: &Puzzle) -> Result<Self, LaneError> {
        let (target, image, sources) = lane.program_with_sources(root)?;
        let places = Places::of(lane, &image).map_err(LaneError::NotSetUp)?;
        let mut machine = target.machine();
        machine.load(&image).map_err(|error| LaneError::NotLoaded(error.to_string()))?;
        machine.watch(places.base, places.end());
        let mut host = lane.host(puzzle);
        // Stores of the system's start-up belong to no instruction.
        machine.run(&mut host, 0, &mut ());
        let looker = (EventPauser::new(places.clone(), puzzle), Stores::default());
        Ok(Runner {
            name: lane.name.clone(),
            target,
            image,
            sources,
            places,
            machine,
            host,
            looker,
            done: 0,
            tracer: None,
            over: None,
        })
    }

    /// Source lines of which several instructions ran, by file and line.
    pub(super) fn lines_of_several(&self) -> BTreeSet<(String, u32)> {
        let mut once = BTreeSet::new();
        let ran = self.machine.executed().into_iter().filter(|ran| ran.times > 0);
        let lines = ran.filter_map(|ran| self.image.line(ran.address));
        let again = lines.filter(|line| !once.insert((line.file, line.line)));
        let named = again.filter_map(|line| {
            Some((asmkit::plain_name(self.image.files.get(line.file as usize)?), line.line))
        });
        named.collect()
    }

    /// Radix of its machine.
    pub(super) fn radix(&self) -> Radix {
        self.target.spec().radix
    }

    /// What is wrong with its end, if anything.
    pub(super) fn failure(&self) -> Option<&str> {
        self.over.as_ref()?.as_deref()
    }

    /// Instructions after the last event, if the run has ended.
    pub(super) fn after_last(&self) -> Option<u64> {
        self.over.as_ref().map(|_| self.machine.counts().instructions - self.done)
    }

    /// Next event, if any, with the instructions since the last one, and each of them if `most` steps are given.
    ///
    /// # Errors
    /// If there are more steps, or no event occurs.
    pub(super) fn next(
        &mut self,
        most: Option<u64>,
    ) -> Result<(Option<Observation>, Between), SideBySideError> {
        self.looker.0.pause_at(1, true);
        self.trace(most.is_some());
        let mut steps = Vec::new();
        while self.looker.0.waiting() == 0 && self.over.is_none() {
            match most {
                Some(most) if steps.len() as u64 >= most => {
                    return Err(SideBySideError::Wanted(TOO_MANY.to_owned()));
                }
                Some(_) => steps.extend(self.step()),
                None => self.go(MOST_BETWEEN)?,
            }
        }
        let seen = self.looker.0.take(1).pop();
        let now = self.machine.counts().instructions;
        let instructions = if seen.is_some() { now - self.done } else { 0 };
        self.done += instructions;
        Ok((seen, Between { instructions, steps }))
    }

    /// Next events, up to a number.
    ///
    /// # Errors
    /// If no event occurs for too long.
    pub(super) fn pass(&mut self, events: u64) -> Result<Vec<Observation>, SideBySideError> {
        self.looker.0.pause_at(events as usize, true);
        self.trace(false);
        while !self.looker.0.has_enough() && self.over.is_none() {
            self.go(MOST_BETWEEN)?;
        }
        self.done = self.machine.counts().instructions;
        Ok(self.looker.0.take(events as usize))
    }

    /// Starts or stops recording steps.
    fn trace(&mut self, is_wanted: bool) {
        if is_wanted == self.tracer.is_some() {
            return;
        }
        self.tracer = is_wanted.then(|| Tracer::new(&self.machine, &self.host, &self.image));
        // Earlier stores belong to no step.
        self.looker.1 = Stores::default();
        drop(self.host.output.take());
        if is_wanted {
            self.machine.watch(0, 1 << self.target.spec().address_bits);
        } else {
            self.machine.watch(self.places.base, self.places.end());
        }
    }

    /// Runs until there are enough events.
    fn go(&mut self, most: u64) -> Result<(), SideBySideError> {
        let before = self.looker.0.waiting();
        let stop = self.machine.run(&mut self.host, most, &mut self.looker);
        if stop == Stop::Budget && self.looker.0.waiting() == before {
            let (name, most) = (&self.name, escape::grouped(most));
            let what = self.target.spec().syntax.counted;
            let why = format!("{name} ran {most} {what} without a step of the search");
            return Err(SideBySideError::Endless(why));
        }
        self.stopped(stop);
        Ok(())
    }

    /// Runs and records one instruction; none if an event is due.
    fn step(&mut self) -> Option<Step> {
        let before = self.machine.attempted();
        let stop = self.machine.run(&mut self.host, 1, &mut self.looker);
        self.stopped(stop);
        let stores = std::mem::take(&mut self.looker.1);
        let wrote = self.host.output.take();
        if self.machine.attempted() == before {
            return None;
        }
        let program = Program { target: &self.target, image: &self.image, sources: &self.sources };
        self.tracer.as_mut()?.step(&self.machine, &self.host, &program, stores, wrote)
    }

    fn stopped(&mut self, stop: Stop) {
        self.over = match stop {
            Stop::Budget | Stop::Pause => None,
            Stop::Exit { .. } | Stop::End => Some(None),
            Stop::Input => Some(Some("waiting for input that never comes".to_owned())),
            Stop::Limit(limit) => Some(Some(diagnose::limit(limit, self.target.spec()))),
            Stop::Fault(fault) => {
                Some(Some(diagnose::summary(&fault, &self.image, self.target.spec())))
            }
        };
    }
}

/// Message if the steps of a few events are too many.
const TOO_MANY: &str = "these events have too many instructions to show; select fewer events";
