//! Counts over the runs of one lane.

use std::collections::BTreeMap;

use machine::Model;

use super::failure::LaneFailures;
use crate::compare::statistics::median_count;
use crate::verify::{Change, DecisionCheck, GridCheck, Run};

/// Counts over the runs of one lane.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Instructions of each run.
    instructions: Vec<u64>,
    /// Cycles of each run, by model.
    cycles: BTreeMap<String, Vec<u64>>,
    /// Runs in which everything but the counts is correct.
    pub(super) correct: usize,
    /// Runs in which the counts are correct, too.
    pub(super) golden: usize,
    /// Runs that printed the solution and ended without an error.
    pub(super) grids: usize,
    /// Runs that took the decisions of the reference model.
    pub(super) decisions: usize,
    pub(super) differences: Differences,
    pub(super) failures: LaneFailures,
}

/// Number of runs whose counts differ from the golden ones.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Differences {
    /// Runs without a golden count.
    pub(super) missing: usize,
    pub(super) changed: usize,
    /// Runs whose counts changed by no more than is allowed.
    pub(super) within: usize,
}

impl Tally {
    pub(super) fn count(&mut self, run: &Run) {
        self.instructions.push(run.cost.instructions);
        for (model, cycles) in &run.cost.cycles {
            if let Some(all) = self.cycles.get_mut(model) {
                all.push(*cycles);
            } else {
                self.cycles.insert(model.clone(), vec![*cycles]);
            }
        }
        self.correct += usize::from(run.is_right());
        self.golden += usize::from(run.is_golden());
        self.grids += usize::from(run.grid == GridCheck::Right && run.stopped.is_none());
        self.decisions += usize::from(run.decisions == DecisionCheck::Same);
        self.differences.missing += usize::from(run.change == Change::New);
        self.differences.changed += usize::from(matches!(run.change, Change::Changed(_)));
        self.differences.within += usize::from(matches!(run.change, Change::Within(_)));
    }

    /// Number of runs.
    pub(super) fn runs(&self) -> usize {
        self.instructions.len()
    }

    /// Median of the instructions of a run.
    pub(super) fn median_instructions(&self) -> Option<u64> {
        median_count(&self.instructions)
    }

    /// Most instructions of a run.
    pub(super) fn most_instructions(&self) -> Option<u64> {
        self.instructions.iter().max().copied()
    }

    /// Median of the cycles of a run by one model.
    pub(super) fn median_cycles(&self, model: &Model) -> Option<u64> {
        self.cycles.get(model.name).and_then(|cycles| median_count(cycles))
    }
}

impl Differences {
    /// Sum of two lanes' differences.
    pub(super) fn plus(self, other: Self) -> Self {
        Differences {
            missing: self.missing + other.missing,
            changed: self.changed + other.changed,
            within: self.within + other.within,
        }
    }

    /// Cell of the column "golden counts".
    pub(super) fn words(self) -> String {
        match (self.missing, self.changed) {
            (0, 0) if self.within > 0 => format!("{} within limit", self.within),
            (0, 0) => "same".to_owned(),
            (0, changed) => format!("{changed} changed"),
            (missing, 0) => format!("{missing} missing"),
            (missing, changed) => format!("{changed} changed, {missing} missing"),
        }
    }
}
