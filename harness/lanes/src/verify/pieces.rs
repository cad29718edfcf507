//! A verification in pieces, which can be run anywhere and together give the result of a single process.
//!
//! A piece is some puzzles on one lane, with the decisions of the reference model, which need not run again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use rayon::prelude::*;
use reference::models::Digest;
use serde::{Deserialize, Serialize};

use super::checks::Choice;
use super::known::{Known, solved};
use super::order::{Begin, FirstFailures};
use super::outcome::{LaneError, Run};
use super::plan::{Plan, asked};
use super::ready::{Job, Ready};
use crate::golden::SetPuzzles;
use crate::lane::{Decisions, Lane};
use crate::root::Root;

/// Some puzzles on one lane; empty if the lane has nothing to run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Name of the lane.
    pub lane: String,
    /// Digest of the files that the lane's sources include; empty if there are none.
    included: String,
    /// Index of its first run in the lane.
    first: usize,
    /// Puzzles of each set, in ascending order.
    sets: Vec<(String, Vec<NumberedPuzzle>)>,
}

/// Number of a puzzle, with the expected decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
struct NumberedPuzzle {
    number: usize,
    decisions: Decisions,
}

/// Number, nodes, places, undos, candidates ruled out, hash, and whether the puzzle is solved.
type Row = (usize, u64, u64, u64, u64, u64, bool);

impl NumberedPuzzle {
    fn of(job: &Job<'_>) -> Self {
        NumberedPuzzle { number: job.known.at.number, decisions: job.decisions }
    }
}

impl From<Row> for NumberedPuzzle {
    fn from((number, nodes, places, undos, ruled_out, hash, solves): Row) -> Self {
        let digest = Digest { nodes, places, undos, ruled_out, hash };
        NumberedPuzzle { number, decisions: Decisions { digest, solves } }
    }
}

impl From<NumberedPuzzle> for Row {
    fn from(
        NumberedPuzzle { number, decisions: Decisions { digest, solves } }: NumberedPuzzle,
    ) -> Self {
        let Digest { nodes, places, undos, ruled_out, hash } = digest;
        (number, nodes, places, undos, ruled_out, hash, solves)
    }
}

impl Piece {
    /// Number of runs, and the sum of their nodes.
    #[must_use]
    pub fn total(&self) -> (usize, u64) {
        let nodes = self.puzzles().map(|(_, taken)| taken.decisions.digest.nodes);
        (self.puzzles().count(), nodes.sum())
    }

    /// Whether a run belongs to it.
    #[must_use]
    pub fn has(&self, run: &IndexedRun) -> bool {
        (self.first..self.first + self.puzzles().count()).contains(&run.0)
    }

    /// Puzzles, each with its set.
    fn puzzles(&self) -> impl Iterator<Item = (&str, &NumberedPuzzle)> {
        self.sets
            .iter()
            .flat_map(|(set, puzzles)| puzzles.iter().map(move |taken| (set.as_str(), taken)))
    }

    /// Name: the lane, and the puzzles as on a command line.
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

/// Position of a piece in a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PiecePosition {
    lane: usize,
    /// Index of its first run in the lane, and number of runs.
    first: usize,
    count: usize,
    /// Approximate number of instructions.
    pub cost: u64,
}

/// Facts about a lane that are known before anything runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Name.
    pub name: String,
    /// Number of runs of all its pieces.
    pub(super) runs: usize,
    pub(super) left_out: usize,
    pub(super) passed_over: usize,
    /// The short runs that come first, each with its index and set; every piece runs them, so that a piece of an
    /// endless lane ends soon.
    pub(super) begin: Begin,
    first: Vec<(usize, String, NumberedPuzzle)>,
}

/// Overhead of a run with a fresh machine, in instructions.
const RUN_COST: u64 = 100_000;

/// Instructions per node, to estimate a run without golden counts.
const NODE_COST: u64 = 100;

/// Fewest pieces per shard, so that shards are about equal. With more pieces, more shards would assemble and
/// compile the same lane.
const PIECES: u64 = 2;

/// Most runs of a piece: `merge` has one piece in memory.
const MOST_RUNS: usize = 2_000;

impl Plan {
    /// Cuts the plan into pieces for a number of shards, in the order of the table.
    #[must_use]
    pub fn cuts(&self, shards: u32) -> Vec<PiecePosition> {
        let lanes = 0..self.lanes.len();
        let all = lanes.clone().into_par_iter().map(|lane| {
            self.each_job(lane).fold(0_u64, |sum, job| sum.saturating_add(self.cost(job)))
        });
        let all = all.reduce(|| 0, u64::saturating_add);
        let most = all / (u64::from(shards) * PIECES);
        lanes.flat_map(|lane| self.cuts_of(lane, most)).collect()
    }

    /// Pieces of a lane of at most `most` cost each, unless a single run costs more.
    fn cuts_of(&self, lane: usize, most: u64) -> Vec<PiecePosition> {
        let mut cuts: Vec<PiecePosition> = Vec::new();
        for (at, job) in self.each_job(lane).enumerate() {
            let cost = self.cost(job);
            match cuts.last_mut() {
                Some(cut) if cut.count < MOST_RUNS && cut.cost.saturating_add(cost) <= most => {
                    cut.cost += cost;
                    cut.count += 1;
                }
                _ => cuts.push(PiecePosition { lane, first: at, count: 1, cost }),
            }
        }
        if cuts.is_empty() {
            cuts.push(PiecePosition { lane, first: 0, count: 0, cost: 0 });
        }
        cuts
    }

    /// Golden instructions of a run, or an estimate by its nodes.
    fn cost(&self, job: Job<'_>) -> u64 {
        let golden = self.lanes[job.lane].costs.get(&job.id()).map(|cost| cost.instructions);
        let by_nodes = || job.decisions.digest.nodes.saturating_mul(NODE_COST);
        golden.unwrap_or_else(by_nodes).saturating_add(RUN_COST)
    }

    /// Piece at a position.
    #[must_use]
    pub fn piece(&self, cut: &PiecePosition) -> Piece {
        let Ready { lane, included, .. } = &self.lanes[cut.lane];
        let mut sets: Vec<(String, Vec<NumberedPuzzle>)> = Vec::new();
        for job in self.each_job(cut.lane).skip(cut.first).take(cut.count) {
            let taken = NumberedPuzzle::of(&job);
            match sets.last_mut() {
                Some((set, puzzles)) if set == job.set => puzzles.push(taken),
                _ => sets.push((job.set.to_owned(), vec![taken])),
            }
        }
        let (lane, included) = (lane.name.clone(), included.clone());
        Piece { lane, included, first: cut.first, sets }
    }

    /// Facts about each lane.
    #[must_use]
    pub fn facts(&self) -> Vec<Facts> {
        let facts = |(at, ready): (usize, &Ready)| {
            let nodes = || self.each_job(at).map(|job| job.decisions.digest.nodes);
            let begin = Begin::of(nodes(), &self.choice);
            let jobs = self.each_job(at).enumerate();
            let first = jobs
                .filter(|(place, job)| begin.turn(job.decisions.digest.nodes, *place).is_first());
            let first =
                first.map(|(place, job)| (place, job.set.to_owned(), NumberedPuzzle::of(&job)));
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

    /// Problems of the golden puzzles and solutions.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.problems
    }
}

/// Result of a piece.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Reason why the lane could not run at all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) broken: Option<LaneError>,
    /// Runs in the order of their puzzles; some are missing after too many failures.
    pub(super) runs: Vec<IndexedRun>,
}

/// Run with its index in the lane.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedRun(pub(super) usize, pub(super) Run);

impl IndexedRun {
    /// Nodes of the reference model.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.1.nodes
    }
}

/// Lanes and puzzles of some pieces, prepared to run.
#[derive(Debug)]
pub struct Pieces {
    lanes: BTreeMap<String, (Ready, Facts)>,
    sets: BTreeMap<String, PuzzleCache>,
    choice: Choice,
}

/// Puzzles of a set by number, each generated and solved at its first run.
#[derive(Debug)]
struct PuzzleCache {
    source: SetPuzzles,
    known: BTreeMap<usize, OnceLock<Result<Known, String>>>,
}

impl PuzzleCache {
    /// Puzzle of a set, with its solution.
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
    /// Reads everything these pieces need and assembles each lane once.
    ///
    /// # Errors
    /// An error message if a file cannot be read, or a piece names a missing lane or puzzle.
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
            let source = file.clone().map(SetPuzzles::There);
            let source = source.map_or_else(|| SetPuzzles::of(root, name), Ok)?;
            let known = numbers.into_iter().map(|number| (number, OnceLock::new())).collect();
            sets.insert(name.to_owned(), PuzzleCache { source, known });
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

    /// Checks that the lane of a piece exists and has not changed since the plan was made.
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

    /// Runs a piece sequentially, except the runs in `before`; `done` is called after each run.
    ///
    /// # Errors
    /// Any error of `done`; an error message if the piece was not prepared, or a puzzle cannot be generated.
    pub fn run(
        &self,
        piece: &Piece,
        before: Vec<IndexedRun>,
        mut done: impl FnMut(&IndexedRun) -> Result<(), String>,
    ) -> Result<Part, String> {
        let unknown = || format!("`{}` was not prepared", piece.name());
        let (ready, facts) = self.lanes.get(&piece.lane).ok_or_else(unknown)?;
        let mut before: BTreeMap<usize, IndexedRun> =
            before.into_iter().map(|run| (run.0, run)).collect();
        let own = (piece.first..).zip(piece.puzzles());
        let mut all: BTreeMap<usize, (&str, NumberedPuzzle)> =
            own.map(|(place, (set, &taken))| (place, (set, taken))).collect();
        all.extend(facts.first.iter().map(|(place, set, taken)| (*place, (set.as_str(), *taken))));
        let turn =
            |place, taken: &NumberedPuzzle| facts.begin.turn(taken.decisions.digest.nodes, place);
        let all = all.into_iter();
        let mut turns: Vec<_> = all.map(|(place, of)| (turn(place, &of.1), place, of)).collect();
        turns.sort_unstable_by_key(|(turn, ..)| *turn);
        let (mut bearing, mut runs) = (FirstFailures::new(&self.choice), Vec::new());
        for (turn, place, (set, taken)) in turns {
            if !bearing.keeps(turn) {
                break;
            }
            let run = match before.remove(&place) {
                Some(run) => run,
                None => {
                    let run = IndexedRun(place, self.run_one(ready, set, taken)?);
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

    fn run_one(&self, ready: &Ready, set: &str, taken: NumberedPuzzle) -> Result<Run, String> {
        let NumberedPuzzle { number, decisions } = taken;
        let puzzles = self.sets.get(set);
        let puzzles = puzzles.ok_or_else(|| format!("there is no puzzle {set}:{number}"))?;
        let mut known = puzzles.get(set, number)?.clone();
        known.note(ready.lane.algorithm, decisions);
        Ok(ready.run(Job { lane: 0, set, known: &known, decisions }))
    }
}
