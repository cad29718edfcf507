//! A verification in pieces, which can be run anywhere and together give the result of a single process.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::order::{Failures, first_ones, ordered};
use super::{Choice, Plan, Run, Verification};
use crate::golden::PuzzleId;
use crate::lane::Lane;
use crate::puzzles::Puzzles;
use crate::root::Root;
use crate::verify::ready::Job;

/// Some runs of one lane, in the order in which a single process starts them.
///
/// The first runs of the lane are in each of its pieces, so that a piece of an endless lane ends soon.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Name of the lane.
    pub lane: String,
    /// Puzzles.
    pub runs: Vec<PuzzleId>,
    /// Digest of the files that the lane's sources include; empty if there are none.
    included: String,
}

/// Piece with its name, which is the lane and the puzzles as on a command line, and about how many instructions it takes.
pub type PlannedPiece = (String, u64, Piece);

/// Overhead of a run with a fresh machine, in instructions.
const RUN_COST: u64 = 100_000;

/// Instructions per node, to estimate a run without golden counts.
const NODE_COST: u64 = 100;

/// Fewest pieces per shard, so that shards are about equal. With more pieces, more shards would assemble and
/// compile the same lane.
const PIECES: u64 = 2;

/// Most runs of a piece besides the first ones of its lane.
const MOST_RUNS: usize = 2_000;

impl Plan {
    /// Cuts the plan into pieces for a number of shards; a lane that cannot run has none.
    #[must_use]
    pub fn pieces(&self, shards: u32) -> Vec<PlannedPiece> {
        let all = self.jobs().into_iter().map(|job| self.cost(job)).fold(0, u64::saturating_add);
        let most = all / (u64::from(shards) * PIECES);
        (0..self.lanes.len()).flat_map(|lane| self.pieces_of(lane, most)).collect()
    }

    /// Pieces of a lane of at most `most` cost each, unless a single run costs more.
    fn pieces_of(&self, lane: usize, most: u64) -> Vec<PlannedPiece> {
        let jobs = self.jobs_of_lane(lane);
        let mut cuts: Vec<(Range<usize>, u64)> = Vec::new();
        for (place, &job) in jobs.iter().enumerate() {
            let cost = self.cost(job);
            match cuts.last_mut() {
                Some((cut, sum)) if cut.len() < MOST_RUNS && sum.saturating_add(cost) <= most => {
                    cut.end += 1;
                    *sum += cost;
                }
                _ => cuts.push((place..place + 1, cost)),
            }
        }
        let mut turns = vec![0; jobs.len()];
        for (turn, (place, _)) in ordered(jobs.clone(), &self.choice).into_iter().enumerate() {
            turns[place] = turn;
        }
        let first = first_ones(&self.choice);
        let piece = |(cut, cost): (Range<usize>, u64)| {
            let is_of = |place: &usize| cut.contains(place) || turns[*place] < first;
            let mut places: Vec<usize> = (0..jobs.len()).filter(is_of).collect();
            places.sort_unstable_by_key(|&place| turns[place]);
            let runs = places.into_iter().map(|place| jobs[place].id()).collect();
            let ready = &self.lanes[lane];
            let (lane, included) = (ready.lane.name.clone(), ready.included.clone());
            (name(&lane, &jobs[cut]), cost, Piece { lane, runs, included })
        };
        cuts.into_iter().map(piece).collect()
    }

    /// Golden instructions of a run, or an estimate by its nodes.
    fn cost(&self, job: Job<'_>) -> u64 {
        let golden = self.lanes[job.lane].costs.get(&job.id()).map(|cost| cost.instructions);
        let by_nodes = || job.decisions.digest.nodes.saturating_mul(NODE_COST);
        golden.unwrap_or_else(by_nodes).saturating_add(RUN_COST)
    }

    /// Plan of one piece, given the lanes and the choice of the whole plan.
    ///
    /// # Errors
    /// As [`new`](Plan::new).
    pub fn of_piece(
        piece: &Piece,
        (root, mut lanes, choice): (Root, Vec<Lane>, Choice),
    ) -> Result<Plan, String> {
        lanes.retain(|lane| lane.name == piece.lane);
        let puzzles = piece.runs.iter().map(|PuzzleId { set, number }| Puzzles {
            set: set.clone(),
            numbers: vec![*number..=*number],
        });
        let choice = Choice { puzzles: puzzles.collect(), quick: false, ..choice };
        Plan::new(root, lanes, choice, &|_, _, _| ())
    }

    /// Runs of a piece.
    ///
    /// # Errors
    /// An error message if the lane has changed since the piece was made.
    fn jobs_of_piece(&self, piece: &Piece) -> Result<Vec<Job<'_>>, String> {
        let name = &piece.lane;
        let lane = self.lanes.iter().position(|ready| ready.lane.name == *name);
        let lane = lane.filter(|&lane| self.lanes[lane].included == piece.included);
        let jobs = self.each_job(lane.ok_or_else(|| {
            format!(
                "a file that lane `{name}` includes has changed since the plan was made; \
                 restore it, or make a new plan"
            )
        })?);
        let jobs: BTreeMap<PuzzleId, Job<'_>> = jobs.map(|job| (job.id(), job)).collect();
        let job = |id| jobs.get(id).copied().ok_or_else(|| format!("there is no puzzle {id}"));
        piece.runs.iter().map(job).collect()
    }

    /// Runs a piece sequentially, except its first runs in `before`; `done` is called for each run, and `save`
    /// after each new one with those that are not saved yet: it returns whether it saved them. After too many
    /// failures, the remaining runs are missing.
    ///
    /// # Errors
    /// Any error of `save`, and an error message if the lane has changed since the piece was made.
    pub fn run_piece(
        &self,
        piece: &Piece,
        before: Vec<Run>,
        done: impl Fn(&Run),
        mut save: impl FnMut(&[Run]) -> Result<bool, String>,
    ) -> Result<Vec<Run>, String> {
        let failures = Failures::new(&self.choice, 1);
        let (mut saved, mut before, mut runs) = (before.len(), before.into_iter(), Vec::new());
        for (at, job) in self.jobs_of_piece(piece)?.into_iter().enumerate() {
            if failures.left(at, 0).is_some() {
                break;
            }
            let run = before.next().unwrap_or_else(|| self.lanes[job.lane].run(job));
            failures.note(at, 0, &run);
            done(&run);
            runs.push(run);
            if at >= saved && save(&runs[saved..])? {
                saved = runs.len();
            }
        }
        Ok(runs)
    }

    /// Result of the whole plan, given the runs of all its pieces.
    ///
    /// # Errors
    /// An error message if a run is missing, or a lane has changed since the pieces were made.
    pub fn merged(self, pieces: Vec<(Piece, Vec<Run>)>) -> Result<Verification, String> {
        let mut all: BTreeMap<String, BTreeMap<PuzzleId, Run>> = BTreeMap::new();
        for (piece, runs) in pieces {
            self.jobs_of_piece(&piece)?;
            let of_lane = all.entry(piece.lane).or_default();
            of_lane.extend(runs.into_iter().map(|run| (run.id.clone(), run)));
        }
        let ((total, _), all) = (self.total(), Mutex::new(all));
        let verified = self.run_by(&|ready, job| {
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.get_mut(&ready.lane.name)?.remove(&job.id())
        });
        let not_run = verified.lanes.iter().filter_map(|lane| lane.not_run.map(|it| it.count));
        let found: usize = verified.lanes.iter().map(|lane| lane.runs.len()).chain(not_run).sum();
        if total == found { Ok(verified) } else { Err("a run has no result".to_owned()) }
    }
}

/// Name of some runs of a lane.
fn name(lane: &str, jobs: &[Job<'_>]) -> String {
    let of_set = jobs.chunk_by(|one, next| one.set == next.set).map(|jobs| {
        let number = |job: &Job<'_>| job.known.at.number;
        let numbers = vec![number(&jobs[0])..=number(&jobs[jobs.len() - 1])];
        format!(" {}", Puzzles { set: jobs[0].set.to_owned(), numbers })
    });
    format!("{lane}{}", of_set.collect::<String>())
}
