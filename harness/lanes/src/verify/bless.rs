//! Saves the results of a verification to the golden files.

use machine::numbers::counted;
use reference::Grid;

use super::outcome::{Change, LaneOutcome, Run, Verification};
use super::plan::Plan;
use crate::golden::{self, Costs};

impl Plan {
    /// Writes the golden solutions of the sets of lanes with golden counts, and returns the changed files.
    ///
    /// # Errors
    /// If a file cannot be written, or the plan has only some puzzles.
    pub fn bless_solutions(&mut self) -> Result<Vec<String>, String> {
        if !self.choice.puzzles.is_empty() {
            return Err("only whole sets can be blessed; remove --puzzle".to_owned());
        }
        let mut changed = Vec::new();
        let is_golden = |set: &String| {
            self.lanes.iter().any(|it| it.lane.checks.counts && it.lane.sets.contains(set))
        };
        for (name, set) in self.sets.iter().filter(|(name, _)| is_golden(name)) {
            let solutions: Vec<Grid> = set.iter().map(|known| known.solution.clone()).collect();
            let file = golden::solutions_file(name);
            let text = golden::solutions_text(&golden::origin(&self.root, name)?, &solutions);
            if self.root.text(&file).is_ok_and(|old| old == text) {
                continue;
            }
            self.root.write(&file, &text)?;
            let count = solutions.len();
            changed.push(format!("{}: {}", self.root.shown(&file), counted(count, "solution")));
        }
        self.problems.clear();
        Ok(changed)
    }
}

impl Verification {
    /// Writes the golden counts of each lane that is otherwise correct, and returns the changed files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn bless_counts(&mut self) -> Result<Vec<String>, String> {
        let mut blessed = Vec::new();
        let is_blessed =
            |outcome: &&mut LaneOutcome| outcome.lane.checks.counts && outcome.is_right();
        for outcome in self.lanes.iter_mut().filter(is_blessed) {
            let cost = |run: &Run| (run.id.clone(), run.cost.clone());
            let costs: Costs = outcome.runs.iter().map(cost).collect();
            let file = golden::counts_file(&outcome.lane.name);
            let text = golden::counts_text(&outcome.lane, &costs);
            if self.root.text(&file).is_ok_and(|old| old == text) {
                continue;
            }
            self.root.write(&file, &text)?;
            let changed = outcome.runs.iter().filter(|run| run.change != Change::Same).count();
            let all = counted(costs.len(), "puzzle");
            blessed.push(format!("{}: {changed} of {all} changed", self.root.shown(&file)));
            outcome.runs.iter_mut().for_each(|run| run.change = Change::Same);
        }
        Ok(blessed)
    }
}
