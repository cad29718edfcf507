//! A prepared lane, and its runs.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use machine::{AnyMachine, Host, Image, Limit, Machine as _, Model, Observer, Stop};
use targets::target::Target;
use targets::{diagnose, escape};

use super::known::Known;
use super::stored::stored_by;
use super::{
    Change, Choice, DecisionCheck, FirstDifference, GridCheck, LaneError, LaneOutcome,
    NumberChange, Run,
};
use crate::decisions::{Places, RunDigest, StepSink, Watcher};
use crate::exchange::NOT_SOLVED;
use crate::golden::{self, Cost, Costs, PuzzleId};
use crate::lane::{Algorithm, Decisions, Lane, OUTPUT_LIMIT_BYTES, TWIN_BUDGET_NODES};
use crate::root::Root;

/// Most instructions per node of a solver without a golden count.
const BUDGET_INSTRS_PER_NODE: u64 = 20_000;

/// Additional instructions of any run, to start up, read and print.
const BUDGET_INSTRS_BASE: u64 = 1_000_000;

/// The same for a solver with an unknown algorithm.
const ANY_BUDGET_INSTRS_BASE: u64 = 100_000_000;

/// Most machines of a lane that are kept for its next runs.
const MOST_IDLE: usize = 4;

/// Lane prepared to run, or the reason why it cannot.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) lane: Lane,
    pub(crate) program: Result<Program, LaneError>,
    pub(crate) costs: Costs,
    pub(crate) left_out: usize,
    /// Percentage by which a count may exceed the golden one.
    pub(super) counts_within: Option<f64>,
    /// Whether the results will be blessed.
    pub(super) accepts: bool,
}

/// Program of a lane, for its machine.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) target: Target,
    pub(crate) image: Image,
    /// Addresses at which decisions are observed, if they are checked.
    pub(crate) places: Option<Places>,
    idle: Idle,
}

impl Program {
    /// Program without idle machines.
    pub(crate) fn new(target: Target, image: Image, places: Option<Places>) -> Self {
        Program { target, image, places, idle: Idle::default() }
    }
}

/// Machines that have run the program: reloaded, they keep its decoded and translated code.
#[derive(Debug, Default)]
struct Idle(Mutex<Vec<AnyMachine>>);

impl Idle {
    fn take(&self) -> Option<AnyMachine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn give(&self, machine: AnyMachine) {
        let mut idle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(machine);
        }
    }
}

/// One run: a lane and a puzzle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Job<'p> {
    pub(crate) lane: usize,
    pub(crate) set: &'p str,
    pub(crate) known: &'p Known,
    /// Expected decisions.
    pub(crate) decisions: Decisions,
}

impl Job<'_> {
    /// Identifier of the puzzle.
    pub(super) fn id(&self) -> PuzzleId {
        PuzzleId { set: self.set.to_owned(), number: self.known.at.number }
    }
}

/// Assembles the program of a lane and finds its labels.
pub(crate) fn assemble(root: &Root, lane: &Lane) -> Result<Program, LaneError> {
    let (target, image) = lane.program(root)?;
    let places = lane.checks.decisions.then(|| Places::of(lane, &image));
    let places = places.transpose().map_err(LaneError::NotSetUp)?;
    Ok(Program::new(target, image, places))
}

/// End of a run.
struct RunEnd {
    machine: AnyMachine,
    output: Vec<u8>,
    problem: Option<String>,
    /// Whether the problem is a limit.
    is_at_limit: bool,
}

/// Whether an output reports no solution, as expected of the algorithm.
fn gives_up(expected: Decisions, output: &[u8]) -> bool {
    !expected.solves && output == NOT_SOLVED
}

impl Ready {
    /// Prepares a lane whose counts must equal the golden ones.
    pub(crate) fn new(lane: Lane, program: Result<Program, LaneError>, costs: Costs) -> Self {
        Ready { lane, program, costs, left_out: 0, counts_within: None, accepts: false }
    }

    /// Assembles a lane and reads its golden counts, if they are checked.
    ///
    /// # Errors
    /// An error message if the counts cannot be read. A lane that does not assemble is not an error.
    pub(super) fn read(root: &Root, lane: Lane, choice: &Choice) -> Result<Self, String> {
        let is_counted = lane.checks.counts;
        let costs = if is_counted { golden::read_counts(root, &lane.name)? } else { Costs::new() };
        let program = assemble(root, &lane);
        let (counts_within, accepts) = (choice.counts_within, choice.accepts);
        Ok(Ready { counts_within, accepts, ..Ready::new(lane, program, costs) })
    }

    pub(super) fn outcome(self) -> LaneOutcome {
        let models = self.lane.target.spec().models;
        let Ready { lane, program, left_out, .. } = self;
        let (broken, runs) = (program.err(), Vec::new());
        LaneOutcome {
            lane,
            broken,
            runs,
            left_out,
            passed_over: 0,
            not_run: None,
            from_cache: false,
            models,
        }
    }

    pub(super) fn run(&self, job: Job<'_>) -> Run {
        let (run, machine) = self.watched(job, &mut ());
        self.give_back(machine);
        run
    }

    /// Keeps a machine that has run the program for the next run.
    pub(crate) fn give_back(&self, machine: AnyMachine) {
        if let Ok(program) = &self.program {
            program.idle.give(machine);
        }
    }

    /// Runs a puzzle with an additional observer; returns the final machine, too.
    pub(crate) fn watched<O: Observer>(&self, job: Job<'_>, other: &mut O) -> (Run, AnyMachine) {
        let Job { known, decisions: expected, .. } = job;
        let program = self.program.as_ref().expect("only lanes that assembled have jobs");
        let id = job.id();
        let golden = self.costs.get(&id);
        let puzzle = &known.at.puzzle;
        let budget = self.budget(expected.digest.nodes, golden);
        let (rest, decisions) = self.run_and_check(program, job, budget, other);
        let cost = Cost::of(&rest.machine.counts());
        let run = Run {
            id,
            puzzle: puzzle.clone(),
            solution: known.solution.clone(),
            nodes: expected.digest.nodes,
            grid: self.grid(&rest, job),
            stopped: rest.problem,
            is_at_limit: rest.is_at_limit,
            decisions,
            change: self.change(golden, &cost),
            cost,
        };
        (run, rest.machine)
    }

    /// Successful run with this cost.
    pub(super) fn passed(&self, job: Job<'_>, cost: Cost) -> Run {
        let Job { known, decisions: expected, .. } = job;
        let id = job.id();
        let checks = self.lane.checks;
        Run {
            puzzle: known.at.puzzle.clone(),
            solution: known.solution.clone(),
            nodes: expected.digest.nodes,
            stopped: None,
            is_at_limit: false,
            grid: if checks.grids { GridCheck::Right } else { GridCheck::NotChecked },
            decisions: if checks.decisions {
                DecisionCheck::Same
            } else {
                DecisionCheck::NotChecked
            },
            change: self.change(self.costs.get(&id), &cost),
            id,
            cost,
        }
    }

    /// Runs a puzzle and checks its decisions.
    fn run_and_check<O: Observer>(
        &self,
        program: &Program,
        job: Job<'_>,
        budget: u64,
        other: &mut O,
    ) -> (RunEnd, DecisionCheck) {
        let (known, expected) = (job.known, job.decisions);
        let everything = 0..1 << program.target.spec().address_bits;
        let Some(places) = &program.places else {
            let watch = if O::STORES { everything } else { 0..0 };
            let rest = self.execute(program, known, budget, watch, other, |_| false);
            return (rest, DecisionCheck::NotChecked);
        };
        let watch = if O::STORES { everything } else { places.base..places.end() };
        let mut watcher = Watcher::new(places.clone(), &known.at.puzzle, RunDigest::default());
        let both = &mut (&mut watcher, other);
        let rest = self.execute(program, known, budget, watch, both, |_| false);
        let tally = watcher.sink;
        let decisions = if tally.digest == expected.digest && tally.strange == 0 {
            DecisionCheck::Same
        } else {
            self.first_difference(program, places, known, budget)
        };
        (rest, decisions)
    }

    /// Checks the printed grid.
    fn grid(&self, rest: &RunEnd, job: Job<'_>) -> GridCheck {
        let (known, expected) = (job.known, job.decisions);
        match (&rest.problem, self.lane.read.read(&rest.output, self.lane.size)) {
            _ if !self.lane.checks.grids => GridCheck::NotChecked,
            (None, _) if gives_up(expected, &rest.output) => GridCheck::Right,
            (_, Ok(grid)) if grid == known.solution => GridCheck::Right,
            (_, Ok(grid)) => GridCheck::Wrong(grid),
            (Some(_), Err(_)) => GridCheck::Missing,
            (None, Err(unreadable)) => GridCheck::Unreadable(unreadable),
        }
    }

    /// Compares a cost with the golden one.
    fn change(&self, golden: Option<&Cost>, cost: &Cost) -> Change {
        if !self.lane.checks.counts {
            return Change::NotChecked;
        }
        let change = compare(golden, cost, self.lane.target.spec().models);
        match (change, self.counts_within) {
            (Change::Changed(changes), Some(percent)) if all_within(&changes, percent) => {
                Change::Within(changes)
            }
            (change, _) => change,
        }
    }

    /// Most instructions of a run: twice the golden count; without one, the limit of the row or of the nodes.
    ///
    /// The larger of both when blessing, because a golden count may be of another program or puzzle.
    fn budget(&self, nodes: u64, golden: Option<&Cost>) -> u64 {
        let by_nodes = nodes.saturating_mul(BUDGET_INSTRS_PER_NODE);
        let free = match self.lane.most_instructions {
            Some(most) => most,
            None if self.lane.algorithm == Algorithm::Any => {
                by_nodes.saturating_add(ANY_BUDGET_INSTRS_BASE)
            }
            None => by_nodes.saturating_add(BUDGET_INSTRS_BASE),
        };
        let Some(golden) = golden else { return free };
        let twice = golden.instructions.saturating_mul(2).saturating_add(BUDGET_INSTRS_BASE);
        if self.accepts { twice.max(free) } else { twice }
    }

    /// Runs the puzzle in slices until `enough` returns true; stores within `watch` are observed.
    fn execute<O: Observer>(
        &self,
        program: &Program,
        known: &Known,
        budget_instrs: u64,
        watch: Range<u64>,
        observer: &mut O,
        enough: impl Fn(&O) -> bool,
    ) -> RunEnd {
        let mut machine = program.idle.take().unwrap_or_else(|| program.target.machine());
        let mut host = self.lane.host(&known.at.puzzle);
        if let Err(error) = machine.load(&program.image) {
            let problem = Some(error.to_string());
            return RunEnd { machine, output: Vec::new(), problem, is_at_limit: false };
        }
        machine.watch(watch.start, watch.end);
        let slice = 20_000_000;
        let mut left = budget_instrs;
        let stop = loop {
            let stop = machine.run(&mut host, left.min(slice), observer);
            left = left.saturating_sub(slice);
            if stop != Stop::Budget || left == 0 || enough(observer) {
                break stop;
            }
        };
        let is_at_limit = matches!(stop, Stop::Budget | Stop::Limit(_));
        let given_up =
            known.decisions(&self.lane).is_some_and(|it| gives_up(it, host.output.bytes()));
        let problem = match stop {
            // With exit statuses, 1 also reports no solution.
            Stop::Exit { status: 1 } if given_up => None,
            stop => self.problem(program, stop, &host, budget_instrs),
        };
        RunEnd { output: host.output.take(), machine, problem, is_at_limit }
    }

    /// What is wrong with the end of the run, if anything.
    fn problem(
        &self,
        program: &Program,
        stop: Stop,
        host: &Host,
        budget_instrs: u64,
    ) -> Option<String> {
        let spec = self.lane.target.spec();
        let text = |fault: &machine::Fault| diagnose::summary(fault, &program.image, spec);
        match stop {
            Stop::Exit { status: 0 } | Stop::End => host
                .notes
                .first()
                .map(|note| format!("{} (and the program continued)", text(&note.fault))),
            Stop::Exit { status } => Some(format!("it ended with status {status}")),
            Stop::Budget => {
                let budget = escape::grouped(budget_instrs);
                let what = self.lane.target.spec().syntax.counted;
                Some(format!("it was still running after {budget} {what}, the limit"))
            }
            Stop::Input | Stop::Pause => Some("it waits for input that never comes".to_owned()),
            Stop::Limit(Limit::Output) => {
                Some(format!("it printed more than {OUTPUT_LIMIT_BYTES} bytes"))
            }
            Stop::Limit(limit) => Some(diagnose::limit(limit, spec)),
            Stop::Fault(fault) => Some(text(&fault)),
        }
    }

    /// Runs the puzzle again in step with the reference model.
    fn first_difference(
        &self,
        program: &Program,
        places: &Places,
        known: &Known,
        budget: u64,
    ) -> DecisionCheck {
        let radix = self.lane.target.spec().radix;
        let (algorithm, puzzle) = (self.lane.algorithm, &known.at.puzzle);
        let difference = StepSink::along(algorithm, puzzle, radix, TWIN_BUDGET_NODES, |step| {
            let mut watcher = Watcher::new(places.clone(), puzzle, step);
            let parted = |watcher: &Watcher<StepSink>| watcher.sink.difference.is_some();
            self.execute(program, known, budget, places.base..places.end(), &mut watcher, parted);
            watcher.sink.finish()
        });
        let difference = difference.expect("equal events have equal digests");
        let stored_by = difference
            .is_store()
            .then(|| {
                let number = difference.number;
                stored_by(&self.lane, program, places, puzzle, number, budget)
            })
            .flatten();
        let difference = difference.to_string();
        DecisionCheck::Different(Box::new(FirstDifference { difference, stored_by }))
    }
}

fn compare(golden: Option<&Cost>, cost: &Cost, known: &[Model]) -> Change {
    let Some(golden) = golden else { return Change::New };
    if golden == cost {
        return Change::Same;
    }
    let mut changed = Vec::new();
    let mut add = |what: String, old, new| {
        if old != new {
            changed.push(NumberChange { what, old, new });
        }
    };
    add("instructions".to_owned(), Some(golden.instructions), Some(cost.instructions));
    let models: BTreeSet<&String> = golden.cycles.keys().chain(cost.cycles.keys()).collect();
    for model in models {
        let (old, new) = (golden.cycles.get(model), cost.cycles.get(model));
        let is_unit = known.iter().any(|known| known.name == model && known.unit == model);
        let what = if is_unit { model.clone() } else { format!("cycles by model {model}") };
        add(what, old.copied(), new.copied());
    }
    Change::Changed(changed)
}

/// Whether no number exceeds its golden one by more than a percentage.
fn all_within(changes: &[NumberChange], percent: f64) -> bool {
    changes.iter().all(|changed| match (changed.old, changed.new) {
        (Some(old), Some(new)) => new as f64 <= old as f64 * (1.0 + percent / 100.0),
        _ => false,
    })
}
