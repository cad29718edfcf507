//! A verification in pieces, each of which is run anywhere, and all of which come to what one process finds.
//!
//! A piece is some puzzles on one lane, with the twin's decisions: whoever runs it needs no twin.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rayon::prelude::*;
use reference::twin::Digest;
use serde::{Deserialize, Serialize};

use super::checks::Choice;
use super::known::{Known, solved};
use super::order::{Bearing, Begin};
use super::outcome::{Broken, Run};
use super::plan::{Plan, asked};
use super::ready::{Job, Ready};
use crate::golden::Source;
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
    /// The place of its first run among all the lane's.
    first: usize,
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

impl Taken {
    fn of(job: &Job<'_>) -> Self {
        Taken { number: job.known.at.number, decisions: job.decisions }
    }
}

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

    /// Whether a run is one of its own.
    #[must_use]
    pub fn has(&self, run: &Placed) -> bool {
        (self.first..self.first + self.puzzles().count()).contains(&run.0)
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
    pub(super) runs: usize,
    pub(super) left_out: usize,
    pub(super) passed_over: usize,
    /// Which of them have their turn first, and each of these with its place and set: every piece runs
    /// them, so that one of a lane that never ends is soon done.
    pub(super) begin: Begin,
    first: Vec<(usize, String, Taken)>,
}

/// Instructions that stand for the time a run takes besides, with a machine of its own.
const RUN_COST: u64 = 100_000;

/// Instructions of a node that stand for a run without golden counts.
const NODE_COST: u64 = 100;

/// Pieces a shard has at least, so that shards become about the same; more of them would have more
/// shards assemble a lane, and make code of the processor of it.
const PIECES: u64 = 2;

/// Runs of a piece at most: `merge` has one piece in memory.
const MOST_RUNS: usize = 2_000;

impl Plan {
    /// Cuts everything into pieces for so many shards, in the order of the table.
    #[must_use]
    pub fn cuts(&self, shards: u32) -> Vec<Cut> {
        let lanes = 0..self.lanes.len();
        let all = lanes.clone().into_par_iter().map(|lane| {
            self.each_job(lane).fold(0_u64, |sum, job| sum.saturating_add(self.cost(job)))
        });
        let all = all.reduce(|| 0, u64::saturating_add);
        let most = all / (u64::from(shards) * PIECES);
        lanes.flat_map(|lane| self.cuts_of(lane, most)).collect()
    }

    /// The pieces of a lane that cost so much at most, where more than one run is in them.
    fn cuts_of(&self, lane: usize, most: u64) -> Vec<Cut> {
        let mut cuts: Vec<Cut> = Vec::new();
        for (at, job) in self.each_job(lane).enumerate() {
            let cost = self.cost(job);
            match cuts.last_mut() {
                Some(cut) if cut.count < MOST_RUNS && cut.cost.saturating_add(cost) <= most => {
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
        for job in self.each_job(cut.lane).skip(cut.first).take(cut.count) {
            let taken = Taken::of(&job);
            match sets.last_mut() {
                Some((set, puzzles)) if set == job.set => puzzles.push(taken),
                _ => sets.push((job.set.to_owned(), vec![taken])),
            }
        }
        let (lane, included) = (lane.name.clone(), included.clone());
        Piece { lane, included, first: cut.first, sets }
    }

    /// What is known of each lane already.
    #[must_use]
    pub fn facts(&self) -> Vec<Facts> {
        let facts = |(at, ready): (usize, &Ready)| {
            let nodes = || self.each_job(at).map(|job| job.decisions.digest.nodes);
            let begin = Begin::of(nodes(), &self.choice);
            let jobs = self.each_job(at).enumerate();
            let first = jobs
                .filter(|(place, job)| begin.turn(job.decisions.digest.nodes, *place).is_first());
            let first = first.map(|(place, job)| (place, job.set.to_owned(), Taken::of(&job)));
            Facts {
                name: ready.lane.name.clone(),
                runs: nodes().count(),
                left_out: ready.left_out,
                passed_over: self.passed_over(at),
                begin,
                first: first.collect(),
            }
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
    pub(super) broken: Option<Broken>,
    /// The runs in the order of their puzzles; some are left where too many failed.
    pub(super) runs: Vec<Placed>,
}

/// A run, and its place among all of its lane.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placed(pub(super) usize, pub(super) Run);

impl Placed {
    /// Nodes of the twin.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.1.nodes
    }
}

/// Lanes and puzzles of some pieces, ready to run.
#[derive(Debug)]
pub struct Pieces {
    lanes: BTreeMap<String, (Ready, Facts)>,
    sets: BTreeMap<String, Puzzles>,
    choice: Choice,
}

/// Puzzles of a set by their numbers, each made and solved when it is run for the first time.
#[derive(Debug)]
struct Puzzles {
    source: Source,
    known: BTreeMap<usize, OnceLock<Result<Known, String>>>,
}

impl Puzzles {
    /// A puzzle of a set, with its solution.
    fn get(&self, set: &str, number: usize) -> Result<&Known, String> {
        let none = || format!("there is no puzzle {set}:{number}");
        let known = self.known.get(&number).ok_or_else(none)?;
        let shown = self.source.shown();
        let make = || {
            let made = self.source.puzzle(number);
            let made = made.map_err(|why| format!("{shown}: set `{set}`: {why}"))?;
            solved(made.ok_or_else(none)?, shown)
        };
        known.get_or_init(make).as_ref().map_err(Clone::clone)
    }
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
        facts: &[Facts],
        pieces: &[Piece],
    ) -> Result<Pieces, String> {
        let (file, lanes) = asked(root, lanes, &choice)?;
        let mut numbers: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        let is_needed = |lane: &str| pieces.iter().any(|piece| piece.lane == lane);
        let facts = || facts.iter().filter(|facts| is_needed(&facts.name));
        let first = facts().flat_map(|facts| &facts.first);
        let first = first.map(|(_, set, taken)| (set.as_str(), taken));
        for (set, taken) in pieces.iter().flat_map(Piece::puzzles).chain(first) {
            numbers.entry(set).or_default().insert(taken.number);
        }
        let mut sets = BTreeMap::new();
        for (name, numbers) in numbers {
            let source = file.clone().map(Source::There);
            let source = source.map_or_else(|| Source::of(root, name), Ok)?;
            let known = numbers.into_iter().map(|number| (number, OnceLock::new())).collect();
            sets.insert(name.to_owned(), Puzzles { source, known });
        }
        let ready = |lane: Lane| {
            let name = lane.name.clone();
            let facts = facts().find(|facts| facts.name == name);
            let facts = facts.ok_or_else(|| format!("the plan has no lane `{name}`"))?;
            Ok((name, (Ready::read(root, lane, &choice)?, facts.clone())))
        };
        let lanes: Vec<Lane> = lanes.into_iter().filter(|lane| is_needed(&lane.name)).collect();
        let lanes = lanes.into_par_iter().map(ready).collect::<Result<_, String>>()?;
        let all = Pieces { lanes, sets, choice };
        pieces.iter().try_for_each(|piece| all.check(piece))?;
        Ok(all)
    }

    /// Refuses a piece whose lane is not there, or is another than was planned.
    fn check(&self, piece: &Piece) -> Result<(), String> {
        let lane = &piece.lane;
        let (ready, _) =
            self.lanes.get(lane).ok_or_else(|| format!("there is no lane `{lane}`"))?;
        if ready.included == piece.included {
            return Ok(());
        }
        Err(format!(
            "what the sources of lane `{lane}` include has changed since the plan was made; \
             restore it, or make a new plan"
        ))
    }

    /// Runs a piece, one run after the other, but for those that were kept by `done` before.
    ///
    /// # Errors
    /// What `done` says, which is called after each run; a sentence when the piece is none of those
    /// that were made ready, or a puzzle cannot be made.
    pub fn run(
        &self,
        piece: &Piece,
        before: Vec<Placed>,
        mut done: impl FnMut(&Placed) -> Result<(), String>,
    ) -> Result<Part, String> {
        let unknown = || format!("`{}` was not prepared", piece.name());
        let (ready, facts) = self.lanes.get(&piece.lane).ok_or_else(unknown)?;
        let mut before: BTreeMap<usize, Placed> =
            before.into_iter().map(|run| (run.0, run)).collect();
        let own = (piece.first..).zip(piece.puzzles());
        let mut all: BTreeMap<usize, (&str, Taken)> =
            own.map(|(place, (set, &taken))| (place, (set, taken))).collect();
        all.extend(facts.first.iter().map(|(place, set, taken)| (*place, (set.as_str(), *taken))));
        let turn = |place, taken: &Taken| facts.begin.turn(taken.decisions.digest.nodes, place);
        let all = all.into_iter();
        let mut turns: Vec<_> = all.map(|(place, of)| (turn(place, &of.1), place, of)).collect();
        turns.sort_unstable_by_key(|(turn, ..)| *turn);
        let (mut bearing, mut runs) = (Bearing::new(&self.choice), Vec::new());
        for (turn, place, (set, taken)) in turns {
            if !bearing.keeps(turn) {
                break;
            }
            let run = match before.remove(&place) {
                Some(run) => run,
                None => {
                    let run = Placed(place, self.run_one(ready, set, taken)?);
                    done(&run)?;
                    run
                }
            };
            bearing.note(turn, &run.1);
            runs.push(run);
        }
        runs.retain(|run| piece.has(run));
        runs.sort_unstable_by_key(|run| run.0);
        Ok(Part { broken: ready.program.as_ref().err().cloned(), runs })
    }

    fn run_one(&self, ready: &Ready, set: &str, taken: Taken) -> Result<Run, String> {
        let Taken { number, decisions } = taken;
        let puzzles = self.sets.get(set);
        let puzzles = puzzles.ok_or_else(|| format!("there is no puzzle {set}:{number}"))?;
        let mut known = puzzles.get(set, number)?.clone();
        known.note(ready.lane.algorithm, decisions);
        Ok(ready.run(Job { lane: 0, set, known: &known, decisions }))
    }
}
