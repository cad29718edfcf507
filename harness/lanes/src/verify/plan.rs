//! What is run: lanes, their puzzles, and what was golden until now.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::known::{Known, read_set};
use super::outcome::{LaneOutcome, Run, Verified};
use super::ready::{Job, Ready, assemble};
use crate::golden::{self, Costs, PuzzleId};
use crate::lane::Lane;

/// Lanes, puzzles and golden counts, read and checked: all that a run needs.
#[derive(Debug)]
pub struct Plan {
    pub(super) root: PathBuf,
    pub(super) sets: BTreeMap<String, Vec<Known>>,
    lanes: Vec<Ready>,
    pub(super) problems: Vec<String>,
    pub(super) chosen: Option<PuzzleId>,
}

impl Plan {
    /// Reads and checks all that these lanes need; `chosen` leaves one puzzle of one set.
    ///
    /// Missing golden solutions and counts are no errors here: the run will tell.
    ///
    /// # Errors
    /// A sentence when a puzzle set or a golden file cannot be read, or the chosen puzzle is none.
    pub fn new(root: &Path, lanes: Vec<Lane>, chosen: Option<PuzzleId>) -> Result<Plan, String> {
        let names: BTreeSet<&String> = lanes.iter().flat_map(|lane| &lane.sets).collect();
        let mut sets = BTreeMap::new();
        let mut problems = Vec::new();
        for name in names {
            let only = match &chosen {
                Some(chosen) if chosen.set != *name => continue,
                chosen => chosen.as_ref().map(|chosen| chosen.number),
            };
            let set = read_set(root, name, only, &lanes, &mut problems)?;
            sets.insert(name.clone(), set);
        }
        if let Some(chosen) = chosen.as_ref().filter(|_| sets.is_empty()) {
            return Err(format!("none of the lanes runs the puzzle set `{}`", chosen.set));
        }
        let mut ready = Vec::new();
        for lane in lanes {
            if let Some(set) = lane.sets.iter().find(|set| {
                let puzzles = sets.get(*set).into_iter().flatten();
                puzzles.into_iter().any(|known: &Known| known.at.puzzle.size() != lane.size)
            }) {
                return Err(format!("lane `{}` is for another size than set `{set}`", lane.name));
            }
            let path = golden::counts_path(root, &lane.name);
            let costs = if path.exists() { golden::read_counts(&path)? } else { Costs::new() };
            ready.push(Ready { program: assemble(root, &lane), lane, costs, left_out: 0 });
        }
        let mut plan = Plan { root: root.to_owned(), sets, lanes: ready, problems, chosen };
        plan.leave_out()?;
        Ok(plan)
    }

    /// Counts for each lane the puzzles that it does not take up.
    ///
    /// # Errors
    /// A sentence when that leaves nothing of a lane's sets, or of what was chosen.
    fn leave_out(&mut self) -> Result<(), String> {
        let mut taken_by_any = 0;
        if self.chosen.is_none() {
            let problems = self.lanes.iter().filter_map(|ready| self.not_run(ready));
            let problems: Vec<String> = problems.collect();
            self.problems.extend(problems);
        }
        for ready in &mut self.lanes {
            let of_set = |set| self.sets.get(set).into_iter().flatten();
            let puzzles: Vec<&Known> = ready.lane.sets.iter().flat_map(of_set).collect();
            let taken = puzzles.iter().filter(|known| known.decisions(&ready.lane).is_some());
            let taken = taken.count();
            ready.left_out = puzzles.len() - taken;
            taken_by_any += taken;
            if taken == 0 && ready.left_out > 0 && self.chosen.is_none() {
                let name = &ready.lane.name;
                return Err(format!("lane `{name}` takes up no puzzle: most_nodes is too small"));
            }
        }
        let limits = self.lanes.iter().filter_map(|ready| ready.lane.most_nodes);
        match (&self.chosen, limits.max()) {
            (Some(chosen), Some(most)) if taken_by_any == 0 => Err(format!(
                "puzzle {chosen} takes more than {most} nodes, which is more than any of \
                 these lanes takes up"
            )),
            _ => Ok(()),
        }
    }

    /// Golden counts of puzzles that a lane does not run.
    fn not_run(&self, ready: &Ready) -> Option<String> {
        let is_run = |id: &&PuzzleId| {
            let known = self.sets.get(&id.set).filter(|_| ready.lane.sets.contains(&id.set));
            let known = known.and_then(|known| known.get(id.number.checked_sub(1)?));
            known.is_some_and(|known| known.decisions(&ready.lane).is_some())
        };
        let mut rows = ready.costs.keys().filter(|id| !is_run(id));
        let PuzzleId { set, number } = rows.next()?;
        let (name, more) = (&ready.lane.name, rows.count());
        let others = if more == 0 { String::new() } else { format!(", and {more} more like it") };
        Some(format!(
            "golden/counts/{name}.tsv has a row for {} {number}, a puzzle the lane does not \
             run{others}: `cargo xtask bless` makes the file again",
            asmkit::plain_name(set)
        ))
    }

    /// How many runs there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.jobs().len()
    }

    fn jobs(&self) -> Vec<Job<'_>> {
        let mut jobs = Vec::new();
        for (lane, ready) in self.lanes.iter().enumerate().filter(|(_, r)| r.program.is_ok()) {
            for name in &ready.lane.sets {
                for known in self.sets.get(name).into_iter().flatten() {
                    if let Some(decisions) = known.decisions(&ready.lane) {
                        jobs.push(Job { lane, set: name, known, decisions });
                    }
                }
            }
        }
        jobs
    }

    /// Runs everything; `done` is called after each run, on any thread.
    pub fn run(self, done: &(dyn Fn() + Sync)) -> Verified {
        let mut jobs: Vec<(usize, Job<'_>)> = self.jobs().into_iter().enumerate().collect();
        // The longest first, so that no core is left alone with one at the end.
        jobs.sort_by_key(|(_, job)| std::cmp::Reverse(job.decisions.nodes));
        let mut runs: Vec<(usize, usize, Run)> = jobs
            .par_iter()
            .with_max_len(1)
            .map(|&(order, job)| {
                let run = self.lanes[job.lane].run(job);
                done();
                (order, job.lane, run)
            })
            .collect();
        runs.sort_by_key(|(order, ..)| *order);
        let mut lanes: Vec<LaneOutcome> = self.lanes.into_iter().map(Ready::outcome).collect();
        for (_, lane, run) in runs {
            lanes[lane].runs.push(run);
        }
        Verified { problems: self.problems, lanes }
    }
}
