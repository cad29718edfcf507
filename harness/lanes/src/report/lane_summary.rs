//! Summary of one lane: its numbers in the tables, and its line in a log.

use machine::Model;
use machine::numbers::counted;
use reference::Size;
use targets::escape::grouped;

use super::tally::{Differences, Tally};
use crate::root::Root;
use crate::verify::{Checks, LaneError, LaneOutcome};

/// Everything the tables and the verdict say about one lane.
#[derive(Debug)]
pub(super) struct LaneSummary {
    pub(super) name: String,
    /// Name of its algorithm.
    pub(super) algorithm: &'static str,
    pub(super) size: Size,
    /// Name of its machine.
    pub(super) machine: &'static str,
    /// Language of its sources; none if its program was finished, as by a compiler.
    pub(super) dialect: Option<&'static str>,
    /// One line for a log.
    pub(super) line: String,
    /// Number of runs.
    pub(super) runs: usize,
    /// Runs in which everything but the counts is correct.
    pub(super) correct: usize,
    /// Runs that printed the solution and ended without an error.
    pub(super) grids: usize,
    /// Runs that took the decisions of the reference model.
    pub(super) decisions: usize,
    pub(super) median_instructions: Option<u64>,
    pub(super) most_instructions: Option<u64>,
    /// Median of the cycles by each model.
    pub(super) cycles: Vec<(&'static Model, Option<u64>)>,
    pub(super) differences: Differences,
    /// What is wrong with it, in paragraphs.
    pub(super) failures: String,
    pub(super) checks: Checks,
    /// Puzzles left out because they need too many nodes.
    pub(super) left_out: usize,
    /// Puzzles skipped by `--quick`, or after failures.
    pub(super) skipped: usize,
    pub(super) is_from_cache: bool,
    pub(super) broken: Option<LaneError>,
    /// Whether the lane ran all of its puzzles, and everything but the counts is correct.
    pub(super) is_correct: bool,
    /// Whether the counts are correct, too.
    pub(super) is_golden: bool,
}

impl LaneSummary {
    /// Summary of a lane whose runs have been counted.
    pub(super) fn of(outcome: &LaneOutcome, tally: &Tally, root: &Root) -> Self {
        let LaneOutcome { lane, broken, not_run, .. } = outcome;
        let mut failures = String::new();
        tally.failures.write(&mut failures, outcome, root);
        let is_correct = broken.is_none() && not_run.is_none() && tally.correct == tally.runs();
        let cycles = outcome.models.iter().map(|model| (model, tally.median_cycles(model)));
        LaneSummary {
            name: lane.name.clone(),
            algorithm: lane.algorithm.name(),
            size: lane.size,
            machine: lane.target.isa(),
            dialect: lane.made_by.is_none().then(|| lane.target.dialect().name),
            line: line(outcome, tally),
            runs: tally.runs(),
            correct: tally.correct,
            grids: tally.grids,
            decisions: tally.decisions,
            median_instructions: tally.median_instructions(),
            most_instructions: tally.most_instructions(),
            cycles: cycles.collect(),
            differences: tally.differences,
            failures,
            checks: lane.checks,
            left_out: outcome.left_out,
            skipped: outcome.passed_over + not_run.map_or(0, |not_run| not_run.count),
            is_from_cache: outcome.from_cache,
            broken: broken.clone(),
            is_correct,
            is_golden: is_correct && tally.golden == tally.runs(),
        }
    }

    /// Cell of the column "golden counts".
    pub(super) fn against_golden(&self) -> String {
        match &self.broken {
            Some(broken) => broken.verdict().to_owned(),
            None => against_golden(self.runs, self.checks, self.differences),
        }
    }
}

fn against_golden(runs: usize, checks: Checks, differences: Differences) -> String {
    if runs == 0 {
        "nothing was run".to_owned()
    } else if checks.counts {
        differences.words()
    } else {
        "not checked".to_owned()
    }
}

/// One line for a log, such as `NAME: 8 of 8 puzzles correct, golden counts: same`.
fn line(outcome: &LaneOutcome, tally: &Tally) -> String {
    let LaneOutcome { lane, left_out, passed_over, not_run, from_cache, .. } = outcome;
    let name = &lane.name;
    if let Some(broken) = &outcome.broken {
        return format!("{name}: {}", broken.verdict());
    }
    let mut notes = String::new();
    if let (1.., Some(most)) = (left_out, lane.most_nodes) {
        notes += &format!(" ({left_out} with more than {} nodes left out)", grouped(most));
    }
    if *passed_over > 0 {
        notes += &format!(" ({} skipped by --quick)", counted(*passed_over, "puzzle"));
    }
    if let Some(not_run) = not_run {
        notes += &format!(" ({not_run})");
    }
    if *from_cache {
        notes += " (from the cache)";
    }
    if tally.runs() == 0 {
        return format!("{name}: nothing was run{notes}");
    }
    let (correct, all) = (tally.correct, counted(tally.runs(), "puzzle"));
    let checked = lane.checks.names();
    let unchecked = Checks::NAMES.into_iter().filter(|name| *name != "counts");
    let unchecked = unchecked.filter(|name| !checked.contains(name));
    let unchecked: String = unchecked.map(|name| format!(", {name} not checked")).collect();
    let against = against_golden(tally.runs(), lane.checks, tally.differences);
    format!("{name}: {correct} of {all} correct{notes}{unchecked}, golden counts: {against}")
}
