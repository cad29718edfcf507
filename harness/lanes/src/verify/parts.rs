//! Merges the parts of a lane, which are read twice: all failures determine which runs are kept.

use super::checks::Choice;
use super::order::FirstFailures;
use super::outcome::{LaneError, LaneOutcome, NotRun, Run};
use super::pieces::{Facts, IndexedRun, Part};
use crate::lane::Lane;

/// Merges the parts of a lane without storing them: all are noted first, then read again.
#[derive(Debug)]
pub struct Together<'f> {
    facts: &'f Facts,
    bearing: FirstFailures,
    broken: Option<LaneError>,
}

impl<'f> Together<'f> {
    /// Starts without parts.
    #[must_use]
    pub fn new(facts: &'f Facts, choice: &Choice) -> Self {
        Together { facts, bearing: FirstFailures::new(choice), broken: None }
    }

    /// Notes the failures of a part.
    pub fn note(&mut self, part: Part) {
        for run in &part.runs {
            self.bearing.note(self.facts.begin.turn(run.1.nodes, run.0), &run.1);
        }
        self.broken = self.broken.take().or(part.broken);
    }

    /// Runs of a part that a single process would have kept, after all parts have been noted.
    pub fn kept(&self, part: Part) -> impl Iterator<Item = Run> {
        let begin = self.facts.begin;
        let is_kept =
            move |placed: &IndexedRun| self.bearing.keeps(begin.turn(placed.1.nodes, placed.0));
        part.runs.into_iter().filter(is_kept).map(|placed| placed.1)
    }

    /// Result of the lane without its runs, of which `kept` are kept.
    #[must_use]
    pub fn outcome(&self, lane: Lane, kept: usize) -> LaneOutcome {
        let count = self.facts.runs - kept.min(self.facts.runs);
        let why = self.bearing.why().filter(|_| count > 0);
        LaneOutcome {
            models: lane.target.spec().models,
            lane,
            broken: self.broken.clone(),
            not_run: why.map(|why| NotRun { count, why }),
            runs: Vec::new(),
            left_out: self.facts.left_out,
            passed_over: self.facts.passed_over,
            from_cache: false,
        }
    }
}
