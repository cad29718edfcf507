//! Plan of a verification: lanes, their puzzles, and their golden counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::cache::CacheFile;
use super::checks::{Checks, Choice};
use super::known::{Known, read_set};
use super::order::{self, Failures};
use super::outcome::{LaneOutcome, Run, Verification};
use super::ready::{Job, Ready};
use crate::golden::{self, Done, PuzzleId, Set};
use crate::lane::Lane;
use crate::puzzles::{Puzzles, check_sets, numbers_of};
use crate::root::Root;

/// Lanes, puzzles and golden counts, read and checked.
#[derive(Debug)]
pub struct Plan {
    pub(super) root: Root,
    pub(super) sets: BTreeMap<String, Vec<Known>>,
    pub(super) lanes: Vec<Ready>,
    pub(super) problems: Vec<String>,
    pub(super) choice: Choice,
    /// Cache entry of each lane.
    kept: Vec<CachedLane>,
}

/// Cache file of a lane, if there is a cache, and its cached runs, if they are valid.
#[derive(Debug, Default)]
struct CachedLane {
    file: Option<CacheFile>,
    runs: Option<Vec<Run>>,
}

impl Plan {
    /// Reads and checks everything these lanes need; `done` reports progress.
    ///
    /// Missing golden solutions and counts are not errors here; the run reports them.
    ///
    /// # Errors
    /// An error message if a puzzle set or a golden file cannot be read, or a chosen puzzle does not exist.
    pub fn new(
        root: Root,
        lanes: Vec<Lane>,
        choice: Choice,
        done: Done<'_>,
    ) -> Result<Plan, String> {
        let (file, lanes) = asked(&root, lanes, &choice)?;
        let chosen = &choice.puzzles;
        let names: BTreeSet<&String> = lanes.iter().flat_map(|lane| &lane.sets).collect();
        let mut sets = BTreeMap::new();
        let mut problems = Vec::new();
        for name in names.into_iter().filter(|name| choice.takes(name)) {
            let only = numbers_of(chosen, name);
            let is_wanted =
                |number: usize| only.is_empty() || only.iter().any(|only| only.contains(&number));
            let set = file.clone().map_or_else(|| Set::some(&root, name, &is_wanted, done), Ok)?;
            let known = read_set(&root, set, &only, &lanes, &mut problems, done)?;
            sets.insert(name.clone(), known);
        }
        let mut ready = Vec::new();
        for lane in lanes {
            if let Some(set) = lane.sets.iter().find(|set| {
                let puzzles = sets.get(*set).into_iter().flatten();
                puzzles.into_iter().any(|known: &Known| known.at.puzzle.size() != lane.size)
            }) {
                return Err(format!("lane `{}` and set `{set}` have different sizes", lane.name));
            }
            ready.push(Ready::read(&root, lane, &choice)?);
        }
        let kept = ready.iter().map(|_| CachedLane::default()).collect();
        let mut plan = Plan { root, sets, lanes: ready, problems, choice, kept };
        plan.leave_out()?;
        plan.kept = plan.look_up();
        Ok(plan)
    }

    /// Counts the puzzles that each lane leaves out.
    ///
    /// # Errors
    /// An error message if a lane has no puzzle left, or none of the chosen ones.
    fn leave_out(&mut self) -> Result<(), String> {
        let mut taken_by_any = 0;
        if self.choice.puzzles.is_empty() {
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
            if taken == 0 && ready.left_out > 0 && self.choice.puzzles.is_empty() {
                let name = &ready.lane.name;
                return Err(format!("lane `{name}` has no puzzle to run: most_nodes is too small"));
            }
        }
        let limits = self.lanes.iter().filter_map(|ready| ready.lane.most_nodes);
        match limits.max() {
            Some(most) if taken_by_any == 0 && !self.choice.puzzles.is_empty() => Err(format!(
                "{} needs more than {most} nodes, the most that any of these lanes takes",
                self.chosen_in_words()
            )),
            _ => Ok(()),
        }
    }

    /// Chosen puzzles, as the subject of a sentence.
    fn chosen_in_words(&self) -> String {
        let chosen: Vec<String> = self.choice.puzzles.iter().map(Puzzles::to_string).collect();
        let all = self.sets.values().map(Vec::len).sum::<usize>();
        let what = if all == 1 { "puzzle" } else { "each puzzle of" };
        format!("{what} {}", chosen.join(" "))
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
        let others = if more == 0 { String::new() } else { format!(", and {more} more") };
        Some(format!(
            "{} has a row for {} {number}, a puzzle the lane does not run{others}: `{} {name}` \
             makes the file again",
            self.root.shown(&golden::counts_file(name)),
            asmkit::plain_name(set),
            self.root.bless(),
        ))
    }

    /// Number of runs, and the sum of their nodes.
    #[must_use]
    pub fn total(&self) -> (usize, u64) {
        let lanes = (0..self.lanes.len()).filter(|&lane| self.kept[lane].runs.is_none());
        let nodes =
            lanes.flat_map(|lane| self.each_job(lane)).map(|job| job.decisions.digest.nodes);
        nodes.fold((0, 0), |(runs, all), nodes| (runs + 1, all + nodes))
    }

    /// Looks up every lane in the cache.
    fn look_up(&self) -> Vec<CachedLane> {
        let look_up = |lane: usize| {
            let ready = &self.lanes[lane];
            let jobs = self.jobs_of_lane(lane);
            let file = self.choice.cache.as_ref().and_then(|cache| cache.file(ready, &jobs));
            CachedLane { runs: file.as_ref().and_then(|file| file.find(ready, &jobs)), file }
        };
        (0..self.lanes.len()).into_par_iter().map(look_up).collect()
    }

    /// Runs to do, in the order of the table.
    fn jobs(&self) -> Vec<Job<'_>> {
        let lanes = (0..self.lanes.len()).filter(|&lane| self.kept[lane].runs.is_none());
        lanes.flat_map(|lane| self.jobs_of_lane(lane)).collect()
    }

    /// Runs of a lane.
    fn jobs_of_lane(&self, lane: usize) -> Vec<Job<'_>> {
        self.each_job(lane).collect()
    }

    /// Iterates over the runs of a lane, without storing them.
    fn each_job<'p>(&'p self, lane: usize) -> impl Iterator<Item = Job<'p>> {
        let of_set = move |set: &'p String| -> Box<dyn Iterator<Item = Job<'p>> + 'p> {
            let jobs = self.jobs_of(lane, set);
            if self.choice.quick {
                Box::new(order::quick(jobs.collect()).into_iter())
            } else {
                Box::new(jobs)
            }
        };
        self.lanes[lane].lane.sets.iter().flat_map(of_set)
    }

    /// Runs of a lane on a set; none if the lane cannot run.
    fn jobs_of<'p>(&'p self, lane: usize, set: &'p str) -> impl Iterator<Item = Job<'p>> {
        let ready = &self.lanes[lane];
        let puzzles = self.sets.get(set).filter(|_| ready.program.is_ok()).into_iter().flatten();
        puzzles.filter_map(move |known| {
            let decisions = known.decisions(&ready.lane)?;
            Some(Job { lane, set, known, decisions })
        })
    }

    /// Number of puzzles of a lane that `--quick` skips.
    pub(super) fn passed_over(&self, lane: usize) -> usize {
        if !self.choice.quick {
            return 0;
        }
        let of_set = |set: &String| {
            let jobs: Vec<Job<'_>> = self.jobs_of(lane, set).collect();
            jobs.len() - order::quick(jobs).len()
        };
        self.lanes[lane].lane.sets.iter().map(of_set).sum()
    }

    /// Runs the plan; `done` is called after each run, on any thread.
    pub fn run(self, done: &(dyn Fn(&Lane, &Run) + Sync)) -> Verification {
        let jobs = order::ordered(self.jobs(), &self.choice);
        let failures = Failures::new(&self.choice, self.lanes.len());
        let next = AtomicUsize::new(0);
        let run_next = |_| {
            // Start in this order; rayon would split the range in halves.
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (_, job) = jobs[at];
            let ready = &self.lanes[job.lane];
            if failures.left(at, job.lane).is_some() {
                return (at, None);
            }
            let run = ready.run(job);
            done(&ready.lane, &run);
            failures.note(at, job.lane, &run);
            (at, Some(run))
        };
        let runs: Vec<(usize, Option<Run>)> =
            (0..jobs.len()).into_par_iter().with_max_len(1).map(run_next).collect();
        let mut kept = Vec::new();
        let mut left = vec![Vec::new(); self.lanes.len()];
        for (at, run) in runs {
            let (place, Job { lane, .. }) = jobs[at];
            match (failures.left(at, lane), run) {
                (None, Some(run)) => kept.push((place, lane, run)),
                (why, _) => left[lane].extend(why),
            }
        }
        kept.sort_by_key(|(place, ..)| *place);
        let passed_over: Vec<usize> =
            (0..self.lanes.len()).map(|lane| self.passed_over(lane)).collect();
        let mut lanes: Vec<LaneOutcome> = self.lanes.into_iter().map(Ready::outcome).collect();
        for (lane, outcome) in lanes.iter_mut().enumerate() {
            outcome.not_run = order::not_run(&left[lane]);
            outcome.passed_over = passed_over[lane];
        }
        for (_, lane, run) in kept {
            lanes[lane].runs.push(run);
        }
        let mut not_kept = Vec::new();
        for (outcome, kept) in lanes.iter_mut().zip(self.kept) {
            match kept {
                CachedLane { runs: Some(runs), .. } => {
                    (outcome.runs, outcome.from_cache) = (runs, true)
                }
                CachedLane { file: Some(file), .. } => not_kept.extend(file.keep(outcome).err()),
                CachedLane { file: None, .. } => {}
            }
        }
        let Plan { root, problems, choice, .. } = self;
        Verification { root, problems, lanes, not_kept, choice }
    }
}

/// The chosen file as a set, and the lanes that have something to run by a choice, adapted to it.
///
/// # Errors
/// An error message if the chosen file cannot be read, or a chosen set does not exist.
fn asked(
    root: &Root,
    lanes: Vec<Lane>,
    choice: &Choice,
) -> Result<(Option<Set>, Vec<Lane>), String> {
    let (file, mut lanes) = match &choice.file {
        Some(path) => {
            let set = Set::of_file(path)?;
            let lanes = lanes_for(&set, lanes)?;
            (Some(set), lanes)
        }
        None => (None, lanes),
    };
    check_sets(root, &lanes, &choice.puzzles)?;
    lanes.retain(|lane| lane.sets.iter().any(|set| choice.takes(set)));
    Ok((file, lanes))
}

/// Lanes of the size of these puzzles, with this set in place of their own, and without golden counts.
fn lanes_for(set: &Set, mut lanes: Vec<Lane>) -> Result<Vec<Lane>, String> {
    let size = set.puzzles[0].puzzle.size();
    lanes.retain(|lane| lane.size == size);
    if lanes.is_empty() {
        let (shown, side) = (&set.shown, size.side());
        return Err(format!("{shown} has {side}x{side} puzzles, which none of these lanes solves"));
    }
    for lane in &mut lanes {
        lane.check_only(Checks { counts: false, ..Checks::ALL })?;
        lane.sets = vec![set.name.clone()];
    }
    Ok(lanes)
}
