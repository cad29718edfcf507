//! What is compared: each number with its unit and what it means, once.
//!
//! A [`Metric`] is the same for all machines; a [`Quantity`] is a metric, a kind of instruction, a cycle model or a
//! pair of instructions that a core could fuse, as far as some lane has it.

use machine::Model;

use super::comparison::{At, Group, Row};
use super::fusion::{self, Idiom};
use super::measure::{Kind, Measure, StaticSize};
use super::statistics::{Ratio, percentile};

/// A number of a program as it lies in memory.
#[derive(Debug)]
pub struct SizeMetric {
    /// The name that files have for it.
    pub id: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// What it is, in a sentence.
    pub meaning: &'static str,
    /// The number.
    pub of: fn(&StaticSize) -> u64,
}

/// A number of a run.
#[derive(Debug)]
pub struct Metric {
    /// The name that files have for it.
    pub id: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// What it is, in a sentence.
    pub meaning: &'static str,
    /// The number.
    pub of: fn(&Measure) -> u64,
}

/// What is told of programs.
#[rustfmt::skip]
pub static SIZES: &[SizeMetric] = &[
    SizeMetric { id: "size.instructions", unit: "instructions", of: |size| size.instructions,
        meaning: "instructions of the program: all that lie in memory for instructions; on the PDP-10, where any word may be one, those that its entry leads to and those that ran" },
    SizeMetric { id: "size.instruction-bits", unit: "bits", of: |size| size.instruction_bits,
        meaning: "their bits: 32 each, 16 where compressed, 36 on the PDP-10" },
    SizeMetric { id: "size.data-bits", unit: "bits", of: |size| size.data_bits,
        meaning: "bits of all else that the program takes in memory from the start, zeros among it, without a stack that the system gives" },
    SizeMetric { id: "size.never-run", unit: "instructions", of: |size| size.never_run,
        meaning: "instructions of the program that no puzzle made it execute" },
];

/// What is told of runs on all machines.
#[rustfmt::skip]
pub static METRICS: &[Metric] = &[
    Metric { id: "instructions", unit: "instructions", of: |run| run.cost.instructions,
        meaning: "machine instructions retired from the first one on: reading the puzzle, search and printing, without what a system does for a call" },
    Metric { id: "fetched-bits", unit: "bits", of: |run| run.fetched_bits,
        meaning: "bits of these instructions, each as often as it ran" },
    Metric { id: "loads", unit: "loads", of: |run| run.loads.all().times,
        meaning: "reads of memory by instructions, whatever their width; words of indirection and bytes are reads, registers are not" },
    Metric { id: "loads.bits", unit: "bits", of: |run| run.loads.all().bits, meaning: "bits that loads move" },
    Metric { id: "loads.grid", unit: "loads", of: |run| run.loads.grid.times, meaning: "loads of cells of the grid" },
    Metric { id: "loads.grid.bits", unit: "bits", of: |run| run.loads.grid.bits, meaning: "bits that loads of cells of the grid move" },
    Metric { id: "loads.stack", unit: "loads", of: |run| run.loads.stack.times, meaning: "loads from the stack" },
    Metric { id: "loads.stack.bits", unit: "bits", of: |run| run.loads.stack.bits, meaning: "bits that loads from the stack move" },
    Metric { id: "loads.tables", unit: "loads", of: |run| run.loads.tables.times, meaning: "loads of anything else: tables, variables, buffers" },
    Metric { id: "loads.tables.bits", unit: "bits", of: |run| run.loads.tables.bits, meaning: "bits that loads of anything else move" },
    Metric { id: "stores", unit: "stores", of: |run| run.stores.all().times,
        meaning: "writes to memory by instructions, whatever their width" },
    Metric { id: "stores.bits", unit: "bits", of: |run| run.stores.all().bits, meaning: "bits that stores move" },
    Metric { id: "stores.grid", unit: "stores", of: |run| run.stores.grid.times, meaning: "stores to cells of the grid" },
    Metric { id: "stores.grid.bits", unit: "bits", of: |run| run.stores.grid.bits, meaning: "bits that stores to cells of the grid move" },
    Metric { id: "stores.stack", unit: "stores", of: |run| run.stores.stack.times, meaning: "stores to the stack" },
    Metric { id: "stores.stack.bits", unit: "bits", of: |run| run.stores.stack.bits, meaning: "bits that stores to the stack move" },
    Metric { id: "stores.tables", unit: "stores", of: |run| run.stores.tables.times, meaning: "stores to anything else" },
    Metric { id: "stores.tables.bits", unit: "bits", of: |run| run.stores.tables.bits, meaning: "bits that stores to anything else move" },
    Metric { id: "stack-bits", unit: "bits", of: |run| run.stack_bits,
        meaning: "the stack at its deepest: bits from the first to the last that was touched" },
    Metric { id: "fused", unit: "instructions", of: Measure::fused_instructions,
        meaning: "instructions where each pair that a core could fuse counts as one, by the idioms of Celio et al. (UCB/EECS-2016-130); only RISC-V has such pairs here" },
];

/// What a number is of: a puzzle, or one step of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// A whole puzzle.
    #[default]
    Puzzle,
    /// A node of the search.
    Node,
    /// A digit that is placed.
    Place,
}

impl By {
    /// In words, behind a unit.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            By::Puzzle => "puzzle",
            By::Node => "node",
            By::Place => "place",
        }
    }

    /// How many of them a puzzle has.
    #[must_use]
    pub fn of(self, at: &At) -> u64 {
        match self {
            By::Puzzle => 1,
            By::Node => at.decisions.digest.nodes,
            By::Place => at.decisions.digest.places,
        }
    }
}

/// A number that some lane has of each of its runs.
#[derive(Debug, Clone, Copy)]
pub enum Quantity {
    /// One that all machines have.
    Metric(&'static Metric),
    /// How often instructions of a kind ran.
    Kind(Kind),
    /// Cycles under a model.
    Cycles(&'static Model),
    /// How often a pair of instructions ran that a core could fuse.
    Fusion(&'static Idiom),
}

impl Quantity {
    /// The name that files have for it.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Quantity::Metric(metric) => metric.id.to_owned(),
            Quantity::Kind(kind) => format!("mix.{}", kind.name().replace(' ', "-")),
            Quantity::Cycles(model) => format!("{}.{}", model.unit, model.name),
            Quantity::Fusion(idiom) => format!("fusion.{}", idiom.name.replace(' ', "-")),
        }
    }

    /// What it counts in.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Quantity::Metric(metric) => metric.unit,
            Quantity::Kind(_) => "instructions",
            Quantity::Cycles(model) => model.unit,
            Quantity::Fusion(_) => "pairs",
        }
    }

    /// What it is, in a sentence.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self {
            Quantity::Metric(metric) => metric.meaning.to_owned(),
            Quantity::Kind(kind) => kind.meaning(),
            Quantity::Cycles(model) => format!("{} ({})", model.meaning, model.source),
            Quantity::Fusion(idiom) => idiom.meaning.to_owned(),
        }
    }

    /// The number of a run; `None` where its machine has no such thing.
    #[must_use]
    pub fn of(&self, run: &Measure) -> Option<u64> {
        match self {
            Quantity::Metric(metric) => Some((metric.of)(run)),
            Quantity::Kind(kind) => Some(run.mix.get(kind).copied().unwrap_or(0)),
            Quantity::Cycles(model) => run.cost.cycles.get(model.name).copied(),
            Quantity::Fusion(idiom) => run.fusions.get(idiom.name).copied(),
        }
    }

    /// The quantity that files have this name for.
    ///
    /// Only kinds that ran, models and idioms of the group's lanes are found.
    #[must_use]
    pub fn named(group: &Group, id: &str) -> Option<Quantity> {
        group.quantities().into_iter().find(|quantity| quantity.id() == id)
    }
}

/// A quantity of a lane over all puzzles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// All of it, over all puzzles.
    pub total: u64,
    /// The least of a puzzle, or of a step of it.
    pub least: f64,
    /// The one in the middle.
    pub median: f64,
    /// The one that nine of ten do not exceed.
    pub percentile_90: f64,
    /// The most.
    pub most: f64,
}

impl Row {
    /// A quantity of each puzzle, or of a step of it, in their order; without puzzles that have no such step.
    #[must_use]
    pub fn values(&self, puzzles: &[At], quantity: &Quantity, by: By) -> Vec<f64> {
        let runs = self.runs.iter().zip(puzzles).filter(|(_, at)| by.of(at) > 0);
        runs.filter_map(|(run, at)| Some(quantity.of(run)? as f64 / by.of(at) as f64)).collect()
    }

    /// A quantity over all puzzles; `None` where the machine has no such thing.
    #[must_use]
    pub fn summary(&self, puzzles: &[At], quantity: &Quantity, by: By) -> Option<Summary> {
        let values = self.values(puzzles, quantity, by);
        Some(Summary {
            total: self.total(quantity)?,
            least: percentile(&values, 0)?,
            median: percentile(&values, 50)?,
            percentile_90: percentile(&values, 90)?,
            most: percentile(&values, 100)?,
        })
    }

    /// All of a quantity, over all puzzles; `None` where the machine has no such thing.
    #[must_use]
    pub fn total(&self, quantity: &Quantity) -> Option<u64> {
        self.runs.iter().map(|run| quantity.of(run)).sum()
    }

    /// A quantity's ratios to another lane's, puzzle by puzzle; `None` where one has no such thing, or it is 0.
    #[must_use]
    pub fn ratio(&self, baseline: &Row, quantity: &Quantity) -> Option<Ratio> {
        let pair = |(one, other)| Some((quantity.of(one)?, quantity.of(other)?));
        let pairs: Option<Vec<_>> = self.runs.iter().zip(&baseline.runs).map(pair).collect();
        Ratio::of(&pairs?)
    }
}

impl Group {
    /// Every quantity that one of the lanes has, those apart among them.
    #[must_use]
    pub fn quantities(&self) -> Vec<Quantity> {
        let rows = || self.rows.iter().chain(self.apart.iter().map(|apart| &apart.row));
        let mut found: Vec<Quantity> = METRICS.iter().map(Quantity::Metric).collect();
        found.extend(self.kinds().into_iter().map(Quantity::Kind));
        let models = rows().flat_map(|row| row.lane.target.spec().models);
        let mut seen: Vec<&'static str> = Vec::new();
        for model in models {
            let has_it =
                |row: &Row| row.runs.iter().any(|run| run.cost.cycles.contains_key(model.name));
            if !seen.contains(&model.name) && rows().any(has_it) {
                seen.push(model.name);
                found.push(Quantity::Cycles(model));
            }
        }
        let fuses = |idiom: &&Idiom| {
            rows().any(|row| row.runs.iter().any(|run| run.fusions.contains_key(idiom.name)))
        };
        found.extend(fusion::IDIOMS.iter().filter(fuses).map(Quantity::Fusion));
        found
    }

    /// The kinds of instructions that any of the lanes executed.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let rows = self.rows.iter().chain(self.apart.iter().map(|apart| &apart.row));
        let kinds = rows.flat_map(|row| row.runs.iter().flat_map(|run| run.mix.keys().copied()));
        let mut kinds: Vec<Kind> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
