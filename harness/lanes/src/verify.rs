//! All lanes over their puzzle sets, on all cores.

mod known;
mod ready;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use machine::Model;
use rayon::prelude::*;
use reference::{Grid, Puzzle};

use crate::decisions::Difference;
use crate::exchange::Unreadable;
use crate::golden::{self, Cost, Costs};
use crate::lane::Lane;
use machines::files;

pub use known::Known;
use known::read_set;
use ready::{Job, Ready, assemble};

/// Lanes, puzzles and golden counts, read and checked: all that a run needs.
#[derive(Debug)]
pub struct Plan {
    root: PathBuf,
    sets: BTreeMap<String, Vec<Known>>,
    lanes: Vec<Ready>,
    problems: Vec<String>,
    chosen: Option<(String, usize)>,
}

/// What the verification of some lanes came to.
#[derive(Debug)]
pub struct Verified {
    /// What is wrong with the golden puzzles and solutions themselves.
    pub problems: Vec<String>,
    /// The lanes in the order of the table.
    pub lanes: Vec<LaneOutcome>,
}

/// What one lane came to.
#[derive(Debug)]
pub struct LaneOutcome {
    /// The lane.
    pub lane: Lane,
    /// Why it could not run at all: the messages of the assembler, say.
    pub broken: Option<String>,
    /// Its runs in the order of its sets and puzzles.
    pub runs: Vec<Run>,
    /// Puzzles of its sets that take more nodes than the lane takes up.
    pub left_out: usize,
    /// The models its cycles are counted by.
    pub models: &'static [Model],
    /// The golden counts that were compared with.
    pub golden: Costs,
}

/// What one puzzle on one lane came to.
#[derive(Debug)]
pub struct Run {
    /// The set.
    pub set: String,
    /// The puzzle's number in it, from 1.
    pub number: usize,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its solution.
    pub solution: Grid,
    /// Nodes of the twin.
    pub nodes: u64,
    /// What kept the solver from ending well.
    pub stopped: Option<String>,
    /// Whether it printed the solution.
    pub grid: GridCheck,
    /// Whether it took the twin's decisions.
    pub decisions: DecisionCheck,
    /// What it cost.
    pub cost: Cost,
    /// How that compares with golden.
    pub change: Change,
}

/// Whether a run gave the right grid.
#[derive(Debug, PartialEq, Eq)]
pub enum GridCheck {
    /// It did.
    Right,
    /// It gave another.
    Wrong(Grid),
    /// What it printed is no grid.
    Unreadable(Unreadable),
    /// It did not get that far.
    Missing,
}

/// Whether a run took the right decisions.
#[derive(Debug, PartialEq, Eq)]
pub enum DecisionCheck {
    /// It did.
    Same,
    /// From some event on it did not.
    Different(Box<Difference>),
}

/// How a cost compares with the golden one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It is the same.
    Same,
    /// There is no golden one.
    New,
    /// These numbers are others.
    Changed(Vec<Changed>),
}

/// A number that is not the golden one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// What it counts: `instructions`, or `cycles` and a model.
    pub what: String,
    /// The golden number, if there is one.
    pub old: Option<u64>,
    /// The number now.
    pub new: Option<u64>,
}

impl Run {
    /// Whether everything but the counts is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.stopped.is_none()
            && self.grid == GridCheck::Right
            && self.decisions == DecisionCheck::Same
    }
}

impl LaneOutcome {
    /// Whether the lane ran, and everything but the counts is right.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.broken.is_none() && self.runs.iter().all(Run::is_right)
    }

    /// Whether everything is right, the counts too.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.is_right() && self.runs.iter().all(|run| run.change == Change::Same)
    }
}

impl Verified {
    /// Whether everything is right.
    #[must_use]
    pub fn is_golden(&self) -> bool {
        self.problems.is_empty() && self.lanes.iter().all(LaneOutcome::is_golden)
    }
}

impl Plan {
    /// Reads and checks all that these lanes need; `chosen` leaves one puzzle of one set.
    ///
    /// Missing golden solutions and counts are no errors here: the run will tell.
    ///
    /// # Errors
    /// A sentence when a puzzle set or a golden file cannot be read, or the chosen puzzle is none.
    pub fn new(
        root: &Path,
        lanes: Vec<Lane>,
        chosen: Option<(String, usize)>,
    ) -> Result<Plan, String> {
        let names: BTreeSet<&String> = lanes.iter().flat_map(|lane| &lane.sets).collect();
        let mut sets = BTreeMap::new();
        let mut problems = Vec::new();
        for name in names {
            let only = match &chosen {
                Some((set, _)) if set != name => continue,
                chosen => chosen.as_ref().map(|(_, number)| *number),
            };
            let set = read_set(root, name, only, &lanes, &mut problems)?;
            sets.insert(name.clone(), set);
        }
        if let (Some((set, _)), true) = (&chosen, sets.is_empty()) {
            return Err(format!("none of the lanes runs the puzzle set `{set}`"));
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
            (Some((set, number)), Some(most)) if taken_by_any == 0 => Err(format!(
                "puzzle {set}:{number} takes more than {most} nodes, which is more than any of \
                 these lanes takes up"
            )),
            _ => Ok(()),
        }
    }

    /// Golden counts of puzzles that a lane does not run.
    fn not_run(&self, ready: &Ready) -> Option<String> {
        let is_run = |set: &String, number: usize| {
            let known = self.sets.get(set).filter(|_| ready.lane.sets.contains(set));
            let known = known.and_then(|known| known.get(number.checked_sub(1)?));
            known.is_some_and(|known| known.decisions(&ready.lane).is_some())
        };
        let mut rows = ready.costs.keys().filter(|(set, number)| !is_run(set, *number));
        let (set, number) = rows.next()?;
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

    /// Writes the golden solutions of the plan's sets and says which files it changed.
    ///
    /// # Errors
    /// When a file cannot be written, or the plan holds only one puzzle.
    pub fn bless_solutions(&mut self) -> Result<Vec<String>, String> {
        if self.chosen.is_some() {
            return Err("only whole sets can be blessed: leave --puzzle out".to_owned());
        }
        let mut changed = Vec::new();
        for (name, set) in &self.sets {
            let solutions: Vec<Grid> = set.iter().map(|known| known.solution.clone()).collect();
            let path = golden::solutions_path(&self.root, name);
            let text = golden::solutions_text(name, &solutions);
            if files::read_text(&path).is_ok_and(|old| old == text) {
                continue;
            }
            files::write(&path, text)?;
            changed.push(format!("golden/solutions/{name}.txt: {} solutions", solutions.len()));
        }
        self.problems.clear();
        Ok(changed)
    }
}

impl Verified {
    /// Writes the golden counts of these lanes and says what moved in each.
    ///
    /// # Errors
    /// When a lane is not right in everything but its counts, or a file cannot be written.
    pub fn bless_counts(&mut self, root: &Path) -> Result<Vec<String>, String> {
        if let Some(wrong) = self.lanes.iter().find(|lane| !lane.is_right()) {
            let name = &wrong.lane.name;
            return Err(format!("lane `{name}` is wrong, so nothing was blessed"));
        }
        let mut told = Vec::new();
        for outcome in &mut self.lanes {
            let cost = |run: &Run| ((run.set.clone(), run.number), run.cost.clone());
            let costs: Costs = outcome.runs.iter().map(cost).collect();
            let path = golden::counts_path(root, &outcome.lane.name);
            let text = golden::counts_text(&outcome.lane, &costs);
            if files::read_text(&path).is_ok_and(|old| old == text) {
                continue;
            }
            files::write(&path, text)?;
            let moved = outcome.runs.iter().filter(|run| run.change != Change::Same).count();
            let (name, all) = (&outcome.lane.name, costs.len());
            told.push(format!("golden/counts/{name}.tsv: {moved} of {all} puzzles changed"));
            outcome.golden = costs;
            outcome.runs.iter_mut().for_each(|run| run.change = Change::Same);
        }
        Ok(told)
    }
}
