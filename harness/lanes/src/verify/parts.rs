//! The parts of a lane together, read twice: which runs are kept is known when all failures are.

use super::checks::Choice;
use super::order::Bearing;
use super::outcome::{Broken, LaneOutcome, NotRun, Run};
use super::pieces::{Facts, Part};
use crate::lane::Lane;

/// A lane by its parts, of which none stays in memory: each is noted first, then each is given again.
#[derive(Debug)]
pub struct Together<'f> {
    facts: &'f Facts,
    bearing: Bearing,
    broken: Option<Broken>,
    kept: usize,
}

impl<'f> Together<'f> {
    /// Those of a lane, none of which is noted.
    #[must_use]
    pub fn new(facts: &'f Facts, choice: &Choice) -> Self {
        Together { facts, bearing: Bearing::new(choice), broken: None, kept: 0 }
    }

    /// Notes what failed in a part.
    pub fn note(&mut self, part: Part) {
        for run in &part.runs {
            self.bearing.note(self.facts.begin.turn(run.1.nodes, run.0), &run.1);
        }
        self.broken = self.broken.take().or(part.broken);
    }

    /// The runs of a part that one process would have kept, when all parts have been noted.
    pub fn kept(&mut self, part: Part) -> Vec<Run> {
        let begin = self.facts.begin;
        let is_kept = |place, run: &Run| self.bearing.keeps(begin.turn(run.nodes, place));
        let runs = part.runs.into_iter().filter(|placed| is_kept(placed.0, &placed.1));
        let runs: Vec<Run> = runs.map(|placed| placed.1).collect();
        self.kept += runs.len();
        runs
    }

    /// What the lane came to, when all parts have been given again; these are the runs that are wanted.
    #[must_use]
    pub fn outcome(&self, lane: Lane, runs: Vec<Run>) -> LaneOutcome {
        let count = self.facts.runs - self.kept.min(self.facts.runs);
        let why = self.bearing.why().filter(|_| count > 0);
        LaneOutcome {
            models: lane.target.spec().models,
            lane,
            broken: self.broken.clone(),
            not_run: why.map(|why| NotRun { count, why }),
            runs,
            left_out: self.facts.left_out,
            passed_over: self.facts.passed_over,
            from_cache: false,
        }
    }
}
