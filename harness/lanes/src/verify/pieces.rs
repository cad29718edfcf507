//! A verification in pieces, each of which is run anywhere, and all of which come to what one process finds.
//!
//! A piece is some puzzles on one lane, with the twin's decisions: whoever runs it needs no twin.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use reference::twin::Digest;
use serde::{Deserialize, Serialize};

use super::checks::Choice;
use super::known::{Known, solved};
use super::order::{self, Failures};
use super::outcome::{Broken, LaneOutcome, NotRun, Run};
use super::plan::{Plan, asked};
use super::ready::{Job, Ready};
use crate::golden::Set;
use crate::lane::{Decisions, Lane};
use crate::root::Root;

/// Some puzzles on one lane; none where a lane has nothing to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The lane's name.
    pub lane: String,
    /// A digest of what the lane's sources include; empty where that is nothing.
    included: String,
    /// The puzzles of each set, in rising order.
    sets: Vec<(String, Vec<Taken>)>,
}

/// A puzzle by its number, with the decisions a lane must take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
struct Taken {
    number: usize,
    decisions: Decisions,
}

/// Number, nodes, places, undos, candidates ruled out, hash, and whether it is solved by them.
type Row = (usize, u64, u64, u64, u64, u64, bool);

impl From<Row> for Taken {
    fn from((number, nodes, places, undos, ruled_out, hash, solves): Row) -> Self {
        let digest = Digest { nodes, places, undos, ruled_out, hash };
        Taken { number, decisions: Decisions { digest, solves } }
    }
}

impl From<Taken> for Row {
    fn from(Taken { number, decisions: Decisions { digest, solves } }: Taken) -> Self {
        let Digest { nodes, places, undos, ruled_out, hash } = digest;
        (number, nodes, places, undos, ruled_out, hash, solves)
    }
}

impl Piece {
    /// How many runs it is, and the nodes they take together.
    #[must_use]
    pub fn total(&self) -> (usize, u64) {
        let nodes = self.puzzles().map(|(_, taken)| taken.decisions.digest.nodes);
        (self.puzzles().count(), nodes.sum())
    }

    /// Its puzzles, each with its set.
    fn puzzles(&self) -> impl Iterator<Item = (&str, &Taken)> {
        self.sets
            .iter()
            .flat_map(|(set, puzzles)| puzzles.iter().map(move |taken| (set.as_str(), taken)))
    }

    /// What it is called: the lane, and the puzzles as a command line names them.
    #[must_use]
    pub fn name(&self) -> String {
        let mut name = self.lane.clone();
        for (set, puzzles) in &self.sets {
            name += &match puzzles.as_slice() {
                [] => String::new(),
                [one] => format!(" {set}:{}", one.number),
                [first, .., last] => format!(" {set}:{}-{}", first.number, last.number),
            };
        }
        name
    }
}

/// Where a piece is among the puzzles of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    lane: usize,
    /// The first one of the lane's runs, and how many they are.
    first: usize,
    count: usize,
    /// Machine instructions that it is expected to take, about.
    pub cost: u64,
}

/// What of a lane is known before anything is run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Its name.
    pub name: String,
    /// Runs of all its pieces.
    runs: usize,
    left_out: usize,
    passed_over: usize,
}

/// Instructions that stand for the time a run takes besides, with a machine of its own.
const RUN_COST: u64 = 100_000;

/// Instructions of a node that stand for a run without golden counts.
const NODE_COST: u64 = 100;

/// Pieces a shard has at least, so that shards become about the same; more of them would have more
/// shards assemble a lane, and make code of the processor of it.
const PIECES: u64 = 2;

/// What a piece may cost: whoever is killed loses no more than a second or a few.
const MOST_COST: u64 = 2_000_000_000;

impl Plan {
    /// Cuts everything into pieces for so many shards, in the order of the table.
    #[must_use]
    pub fn cuts(&self, shards: u32) -> Vec<Cut> {
        let lanes = 0..self.lanes.len();
        let all = lanes.clone().into_par_iter().map(|lane| {
            let jobs = self.jobs_of_lane(lane).into_iter();
            jobs.fold(0_u64, |sum, job| sum.saturating_add(self.cost(job)))
        });
        let all = all.reduce(|| 0, u64::saturating_add);
        let most = (all / (u64::from(shards) * PIECES)).min(MOST_COST);
        lanes.flat_map(|lane| self.cuts_of(lane, most)).collect()
    }

    /// The pieces of a lane that cost so much at most, where more than one run is in them.
    fn cuts_of(&self, lane: usize, most: u64) -> Vec<Cut> {
        let mut cuts: Vec<Cut> = Vec::new();
        for (at, job) in self.jobs_of_lane(lane).into_iter().enumerate() {
            let cost = self.cost(job);
            match cuts.last_mut() {
                Some(cut) if cut.cost.saturating_add(cost) <= most => {
                    cut.cost += cost;
                    cut.count += 1;
                }
                _ => cuts.push(Cut { lane, first: at, count: 1, cost }),
            }
        }
        if cuts.is_empty() {
            cuts.push(Cut { lane, first: 0, count: 0, cost: 0 });
        }
        cuts
    }

    /// The golden instructions of a run; by its nodes where there are none.
    fn cost(&self, job: Job<'_>) -> u64 {
        let golden = self.lanes[job.lane].costs.get(&job.id()).map(|cost| cost.instructions);
        let by_nodes = || job.decisions.digest.nodes.saturating_mul(NODE_COST);
        golden.unwrap_or_else(by_nodes).saturating_add(RUN_COST)
    }

    /// The piece of a cut.
    #[must_use]
    pub fn piece(&self, cut: &Cut) -> Piece {
        let Ready { lane, included, .. } = &self.lanes[cut.lane];
        let mut sets: Vec<(String, Vec<Taken>)> = Vec::new();
        for job in self.jobs_of_lane(cut.lane).into_iter().skip(cut.first).take(cut.count) {
            let taken = Taken { number: job.known.at.number, decisions: job.decisions };
            match sets.last_mut() {
                Some((set, puzzles)) if set == job.set => puzzles.push(taken),
                _ => sets.push((job.set.to_owned(), vec![taken])),
            }
        }
        Piece { lane: lane.name.clone(), included: included.clone(), sets }
    }

    /// What is known of each lane already.
    #[must_use]
    pub fn facts(&self) -> Vec<Facts> {
        let facts = |(at, ready): (usize, &Ready)| Facts {
            name: ready.lane.name.clone(),
            runs: self.jobs_of_lane(at).len(),
            left_out: ready.left_out,
            passed_over: self.passed_over(at),
        };
        self.lanes.iter().enumerate().map(facts).collect()
    }

    /// What is wrong with the golden puzzles and solutions themselves.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

/// What a piece came to.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Why the lane could not run at all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    broken: Option<Broken>,
    /// The runs in the order of their puzzles; some are left where too many failed.
    runs: Vec<Run>,
}

/// Lanes and puzzles of some pieces, ready to run.
#[derive(Debug)]
pub struct Pieces {
    lanes: BTreeMap<String, Ready>,
    /// By set and number.
    puzzles: BTreeMap<String, BTreeMap<usize, Known>>,
    choice: Choice,
}

impl Pieces {
    /// Reads what these pieces need, of the lanes of a table, and assembles each lane once.
    ///
    /// # Errors
    /// A sentence when a file cannot be read, or a piece asks for what is not there.
    pub fn new(
        root: &Root,
        lanes: Vec<Lane>,
        choice: Choice,
        pieces: &[Piece],
    ) -> Result<Pieces, String> {
        let (file, lanes) = asked(root, lanes, &choice)?;
        let mut numbers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for piece in pieces {
            for (set, taken) in piece.puzzles() {
                numbers.entry(set).or_default().insert(taken.number);
            }
        }
        let mut puzzles = BTreeMap::new();
        for (name, numbers) in numbers {
            let is_wanted = |number: usize| numbers.contains(&number);
            let set = file
                .clone()
                .map_or_else(|| Set::some(root, name, &is_wanted, &|_, _, _| {}), Ok)?;
            puzzles.insert(name.to_owned(), solved(set, &is_wanted)?);
        }
        let names: BTreeSet<&str> = pieces.iter().map(|piece| piece.lane.as_str()).collect();
        let lanes: Vec<Lane> =
            lanes.into_iter().filter(|lane| names.contains(lane.name.as_str())).collect();
        let ready = |lane: Lane| Ok((lane.name.clone(), Ready::read(root, lane, &choice)?));
        let lanes = lanes.into_par_iter().map(ready).collect::<Result<_, String>>()?;
        let mut all = Pieces { lanes, puzzles, choice };
        pieces.iter().try_for_each(|piece| all.know(piece))?;
        Ok(all)
    }

    /// Notes what decisions a piece's lane must take.
    fn know(&mut self, piece: &Piece) -> Result<(), String> {
        let lane = &piece.lane;
        let ready = self.lanes.get(lane).ok_or_else(|| format!("there is no lane `{lane}`"))?;
        if ready.included != piece.included {
            return Err(format!(
                "what the sources of lane `{lane}` include is not what it was when the plan was made: \
                 put it back, or make a new plan"
            ));
        }
        for (set, taken) in piece.puzzles() {
            let number = taken.number;
            let known = self.puzzles.get_mut(set).and_then(|puzzles| puzzles.get_mut(&number));
            let known = known.ok_or_else(|| format!("there is no puzzle {set}:{number}"))?;
            known.note(ready.lane.algorithm, taken.decisions);
        }
        Ok(())
    }

    /// Runs a piece, one run after the other; `done` is called after each.
    ///
    /// # Errors
    /// A sentence when it is none of those that were made ready.
    pub fn run(&self, piece: &Piece, done: &dyn Fn(&Lane, &Run)) -> Result<Part, String> {
        let unknown = || format!("`{}` was not made ready", piece.name());
        let ready = self.lanes.get(&piece.lane).ok_or_else(unknown)?;
        let mut jobs = Vec::new();
        for (set, &Taken { number, decisions }) in piece.puzzles() {
            let known = self.puzzles.get(set).and_then(|puzzles| puzzles.get(&number));
            let known = known.ok_or_else(unknown)?;
            jobs.push(Job { lane: 0, set, known, decisions });
        }
        let failures = Failures::new(&self.choice, 1);
        let mut runs = Vec::new();
        for (at, (place, job)) in order::ordered(jobs, &self.choice).into_iter().enumerate() {
            if failures.left(at, 0).is_some() {
                break;
            }
            let run = ready.run(job);
            failures.note(at, 0, &run);
            done(&ready.lane, &run);
            runs.push((place, run));
        }
        runs.sort_by_key(|(place, _)| *place);
        let broken = ready.program.as_ref().err().cloned();
        Ok(Part { broken, runs: runs.into_iter().map(|(_, run)| run).collect() })
    }
}

impl LaneOutcome {
    /// What a lane came to by all its pieces, in their order: what one process would have found.
    #[must_use]
    pub fn of_parts(lane: Lane, facts: &Facts, parts: Vec<Part>, choice: &Choice) -> Self {
        let (mut broken, mut runs) = (None, Vec::new());
        for part in parts {
            broken = broken.or(part.broken);
            runs.extend(part.runs);
        }
        let (runs, why) = order::kept(runs, choice);
        let count = facts.runs - runs.len().min(facts.runs);
        LaneOutcome {
            models: lane.target.spec().models,
            lane,
            broken,
            not_run: why.filter(|_| count > 0).map(|why| NotRun { count, why }),
            runs,
            left_out: facts.left_out,
            passed_over: facts.passed_over,
            from_cache: false,
        }
    }
}
