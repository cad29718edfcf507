//! Two solvers run in step, event by event.

use std::ops::Range;

use reference::Size;
use reference::models::Event;

use super::runner::Runner;
use super::{Between, CountedEvent, ShownEvent, SideBySide, SideBySideError};
use crate::decisions::{self, Observation};

/// Two runs in step.
pub(super) struct Pair {
    runners: [Runner; 2],
    size: Size,
    /// Instructions that may still be shown.
    steps_left: u64,
}

impl Pair {
    /// Starts two solvers of the same puzzle, of this size.
    pub(super) fn new(runners: [Runner; 2], size: Size) -> Self {
        Pair { runners, size, steps_left: MOST_STEPS }
    }

    /// Both solvers.
    pub(super) fn runners(&self) -> &[Runner; 2] {
        &self.runners
    }

    /// Runs until all events are counted and shown, or to the end; returns the number of events.
    pub(super) fn run(
        &mut self,
        shown: &Range<u64>,
        counted: u64,
        into: &mut SideBySide,
    ) -> Result<u64, SideBySideError> {
        let mut number = 0;
        while number < counted.max(shown.end - 1) {
            let next = number + 1;
            if next > counted && next < shown.start {
                let chunk = (shown.start - next).min(CHUNK);
                let passed = self.pass(number, chunk)?;
                number += passed;
                if passed < chunk {
                    break;
                }
                continue;
            }
            let is_shown = shown.contains(&next);
            let Some((event, sides)) = self.next(next, is_shown)? else { break };
            number = next;
            if number <= counted {
                let instructions = [sides[0].instructions, sides[1].instructions];
                into.counted.push(CountedEvent { event, instructions });
            }
            if is_shown {
                let words = decisions::event_text(event, self.size, NODE);
                into.events.push(ShownEvent { number, event, words, sides });
            }
        }
        Ok(number)
    }

    /// Next event, if any, with its number and, if wanted, every step.
    fn next(
        &mut self,
        number: u64,
        is_shown: bool,
    ) -> Result<Option<(Event, [Between; 2])>, SideBySideError> {
        let mut seen = [None; 2];
        let mut sides = [Between::default(), Between::default()];
        for (at, runner) in self.runners.iter_mut().enumerate() {
            let most = is_shown.then_some(self.steps_left);
            let (it, between) = runner.next(most)?;
            self.steps_left -= between.steps.len() as u64;
            (seen[at], sides[at]) = (it, between);
        }
        match seen {
            [None, None] if !self.is_broken() => Ok(None),
            [Some(Observation::Event(event)), other] if other == seen[0] => {
                Ok(Some((event, sides)))
            }
            _ => Err(self.parted(number, seen)),
        }
    }

    /// Skips up to `count` events; returns the number skipped.
    fn pass(&mut self, number: u64, events: u64) -> Result<u64, SideBySideError> {
        let one = self.runners[0].pass(events)?;
        let other = self.runners[1].pass(events)?;
        for at in 0..events as usize {
            let seen = [one.get(at), other.get(at)].map(Option::<&Observation>::copied);
            match seen {
                [None, None] if !self.is_broken() => break,
                [Some(Observation::Event(_)), other] if other == seen[0] => {}
                _ => return Err(self.parted(number + 1 + at as u64, seen)),
            }
        }
        Ok(one.len() as u64)
    }

    /// Instructions of each after the last event, if both have ended.
    pub(super) fn after_last(&self) -> Option<[u64; 2]> {
        Some([self.runners[0].after_last()?, self.runners[1].after_last()?])
    }

    fn is_broken(&self) -> bool {
        self.runners.iter().any(|runner| runner.failure().is_some())
    }

    fn parted(&self, event: u64, seen: [Option<Observation>; 2]) -> SideBySideError {
        let side = |at: usize| {
            let runner = &self.runners[at];
            let does = match (seen[at], runner.failure()) {
                (None, Some(why)) => format!("stops, {why}"),
                (seen, _) => decisions::observed_or_ended(seen, self.size, runner.radix(), NODE),
            };
            (runner.name.clone(), does)
        };
        SideBySideError::Parted { event, sides: [side(0), side(1)] }
    }
}

/// Predicate for entering a node.
const NODE: &str = "enters a node";

/// Events that are skipped at once.
const CHUNK: u64 = 1 << 14;

/// Most instructions shown, tens of megabytes.
const MOST_STEPS: u64 = 100_000;
