//! All numbers of a comparison, each with its unit and meaning.
//!
//! A [`Metric`] exists on all machines. A [`Quantity`] is a metric, a kind of instruction, a cycle model or a fusible
//! pair of instructions that some lane has.

use machine::Model;

use super::comparison::{At, ComparisonGroup, ComparisonRow};
use super::fusion::{self, Idiom};
use super::measure::{InstructionKind, Measure, StaticSize};
use super::statistics::{Ratio, median, percentile};

/// Number of a program in memory.
#[derive(Debug)]
pub struct SizeMetric {
    /// Name in files.
    pub id: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Meaning.
    pub meaning: &'static str,
    /// Returns the number.
    pub of: fn(&StaticSize) -> u64,
}

/// Number of a run.
#[derive(Debug)]
pub struct Metric {
    /// Name in files.
    pub id: &'static str,
    /// Unit.
    pub unit: &'static str,
    /// Meaning.
    pub meaning: &'static str,
    /// Returns the number.
    pub of: fn(&Measure) -> u64,
}

/// Numbers of programs.
#[rustfmt::skip]
pub static SIZES: &[SizeMetric] = &[
    SizeMetric { id: "size.instructions", unit: "instructions", of: |size| size.instructions,
        meaning: "instructions of the program: all in its sections of code, without what the system adds; on the PDP-10, where any word may be an instruction, and in files without sections, those reachable from the entry and those that ran" },
    SizeMetric { id: "size.instruction-bits", unit: "bits", of: |size| size.instruction_bits,
        meaning: "their bits: 32 each, 16 where compressed, 36 on the PDP-10" },
    SizeMetric { id: "size.data-bits", unit: "bits", of: |size| size.data_bits,
        meaning: "bits of the program's initial data, including zeros, without a stack that the system provides" },
    SizeMetric { id: "size.never-run", unit: "instructions", of: |size| size.never_run,
        meaning: "instructions of the program that no puzzle executes" },
];

/// Numbers of runs on all machines.
#[rustfmt::skip]
pub static METRICS: &[Metric] = &[
    Metric { id: "instructions", unit: "instructions", of: |run| run.cost.instructions,
        meaning: "machine instructions retired, including reading the puzzle and printing, without the work of system calls" },
    Metric { id: "search", unit: "instructions", of: |run| run.search,
        meaning: "instructions of the search: those in code that control flow reaches from a node, or in candidates from the procedure that solves" },
    Metric { id: "around", unit: "instructions", of: |run| run.cost.instructions - run.search,
        meaning: "all other instructions: starting, reading the puzzle, preparing tables, printing, ending" },
    Metric { id: "fetched-bits", unit: "bits", of: |run| run.fetched_bits,
        meaning: "bits of these instructions, counted at each execution" },
    Metric { id: "search.fetched-bits", unit: "bits", of: |run| run.search_fetched_bits,
        meaning: "bits of the instructions of the search, counted at each execution" },
    Metric { id: "loads", unit: "loads", of: |run| run.loads.all().times,
        meaning: "memory reads by instructions, of any width; indirect words and bytes count, registers do not; the PDP-10's accumulators are registers, also as addresses 0 to 17" },
    Metric { id: "loads.bits", unit: "bits", of: |run| run.loads.all().bits, meaning: "bits that loads move" },
    Metric { id: "loads.grid", unit: "loads", of: |run| run.loads.grid.times, meaning: "loads of cells of the grid" },
    Metric { id: "loads.grid.bits", unit: "bits", of: |run| run.loads.grid.bits, meaning: "bits that loads of cells of the grid move" },
    Metric { id: "loads.stack", unit: "loads", of: |run| run.loads.stack.times, meaning: "loads from the stack" },
    Metric { id: "loads.stack.bits", unit: "bits", of: |run| run.loads.stack.bits, meaning: "bits that loads from the stack move" },
    Metric { id: "loads.tables", unit: "loads", of: |run| run.loads.tables.times, meaning: "loads of anything else: tables, variables, buffers" },
    Metric { id: "loads.tables.bits", unit: "bits", of: |run| run.loads.tables.bits, meaning: "bits that loads of anything else move" },
    Metric { id: "stores", unit: "stores", of: |run| run.stores.all().times,
        meaning: "memory writes by instructions, of any width" },
    Metric { id: "stores.bits", unit: "bits", of: |run| run.stores.all().bits, meaning: "bits that stores move" },
    Metric { id: "stores.grid", unit: "stores", of: |run| run.stores.grid.times, meaning: "stores to cells of the grid" },
    Metric { id: "stores.grid.bits", unit: "bits", of: |run| run.stores.grid.bits, meaning: "bits that stores to cells of the grid move" },
    Metric { id: "stores.stack", unit: "stores", of: |run| run.stores.stack.times, meaning: "stores to the stack" },
    Metric { id: "stores.stack.bits", unit: "bits", of: |run| run.stores.stack.bits, meaning: "bits that stores to the stack move" },
    Metric { id: "stores.tables", unit: "stores", of: |run| run.stores.tables.times, meaning: "stores to anything else" },
    Metric { id: "stores.tables.bits", unit: "bits", of: |run| run.stores.tables.bits, meaning: "bits that stores to anything else move" },
    Metric { id: "moved-bits", unit: "bits", of: |run| run.loads.all().bits + run.stores.all().bits,
        meaning: "bits that loads and stores move" },
    Metric { id: "stack-bits", unit: "bits", of: |run| run.stack_bits,
        meaning: "maximum stack depth: bits from the first to the last one accessed" },
    Metric { id: "fused", unit: "instructions", of: Measure::fused_instructions,
        meaning: "instructions if each pair that a core could fuse counts as one, by the idioms of Celio et al. (UCB/EECS-2016-130); only RISC-V has such pairs here" },
];

/// Denominator of a number: a puzzle, or a step of its search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    /// Puzzle.
    #[default]
    Puzzle,
    /// Node of the search.
    Node,
    /// Digit placed.
    Place,
}

impl By {
    /// Name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            By::Puzzle => "puzzle",
            By::Node => "node",
            By::Place => "place",
        }
    }

    /// Number of them in a puzzle.
    #[must_use]
    pub fn of(self, at: &At) -> u64 {
        match self {
            By::Puzzle => 1,
            By::Node => at.decisions.digest.nodes,
            By::Place => at.decisions.digest.places,
        }
    }
}

/// Number that some lane has for each run.
#[derive(Debug, Clone, Copy)]
pub enum Quantity {
    /// Number of all machines.
    Metric(&'static Metric),
    /// Executions of a kind of instruction.
    Kind(InstructionKind),
    /// Cycles of a model.
    Cycles(&'static Model),
    /// Executions of a fusible sequence.
    Fusion(&'static Idiom),
}

impl Quantity {
    /// Name in files.
    #[must_use]
    pub fn id(&self) -> String {
        match self {
            Quantity::Metric(metric) => metric.id.to_owned(),
            Quantity::Kind(kind) => format!("mix.{}", kind.name().replace(' ', "-")),
            Quantity::Cycles(model) => format!("{}.{}", model.unit, model.name),
            Quantity::Fusion(idiom) => format!("fusion.{}", idiom.name.replace(' ', "-")),
        }
    }

    /// Unit.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        match self {
            Quantity::Metric(metric) => metric.unit,
            Quantity::Kind(_) => "instructions",
            Quantity::Cycles(model) => model.unit,
            Quantity::Fusion(_) => "pairs",
        }
    }

    /// Meaning.
    #[must_use]
    pub fn meaning(&self) -> String {
        match self {
            Quantity::Metric(metric) => metric.meaning.to_owned(),
            Quantity::Kind(kind) => kind.meaning(),
            Quantity::Cycles(model) => format!("{} ({})", model.meaning, model.source),
            Quantity::Fusion(idiom) => idiom.meaning.to_owned(),
        }
    }

    /// Number of a run; `None` if its machine does not have it.
    #[must_use]
    pub fn of(&self, run: &Measure) -> Option<u64> {
        match self {
            Quantity::Metric(metric) => Some((metric.of)(run)),
            Quantity::Kind(kind) => Some(run.mix.get(kind).copied().unwrap_or(0)),
            Quantity::Cycles(model) => run.cost.cycles.get(model.name).copied(),
            Quantity::Fusion(idiom) => run.fusions.get(idiom.name).copied(),
        }
    }

    /// Quantity with this name in files, among those of the group's lanes.
    #[must_use]
    pub fn named(group: &ComparisonGroup, id: &str) -> Option<Quantity> {
        group.quantities().into_iter().find(|quantity| quantity.id() == id)
    }
}

/// Summary of a quantity of a lane over all puzzles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MetricSummary {
    /// Sum over all puzzles.
    pub total: u64,
    /// Minimum of a puzzle or step.
    pub least: f64,
    /// Median.
    pub median: f64,
    /// 90th percentile.
    pub percentile_90: f64,
    /// Maximum.
    pub most: f64,
}

impl ComparisonRow {
    /// Values of a quantity per puzzle or step, in order, without puzzles that have no such step.
    #[must_use]
    pub fn values(&self, puzzles: &[At], quantity: &Quantity, by: By) -> Vec<f64> {
        let runs = self.runs.iter().zip(puzzles).filter(|(_, at)| by.of(at) > 0);
        runs.filter_map(|(run, at)| Some(quantity.of(run)? as f64 / by.of(at) as f64)).collect()
    }

    /// Summary over all puzzles; `None` if the machine does not have the quantity.
    #[must_use]
    pub fn summary(&self, puzzles: &[At], quantity: &Quantity, by: By) -> Option<MetricSummary> {
        let values = self.values(puzzles, quantity, by);
        Some(MetricSummary {
            total: self.total(quantity)?,
            least: percentile(&values, 0)?,
            median: median(&values)?,
            percentile_90: percentile(&values, 90)?,
            most: percentile(&values, 100)?,
        })
    }

    /// Sum over all puzzles; `None` if the machine does not have the quantity.
    #[must_use]
    pub fn total(&self, quantity: &Quantity) -> Option<u64> {
        self.runs.iter().map(|run| quantity.of(run)).sum()
    }
}

impl ComparisonGroup {
    /// Ratios of a lane to the baseline, puzzle by puzzle; `None` if there is no baseline, one of them does not have
    /// the quantity, or it is 0.
    #[must_use]
    pub fn ratio(&self, row: &ComparisonRow, quantity: &Quantity) -> Option<Ratio> {
        let pair = |(one, other)| Some((quantity.of(one)?, quantity.of(other)?));
        let runs = row.runs.iter().zip(&self.baseline()?.runs);
        let pairs: Option<Vec<_>> = runs.map(pair).collect();
        Ratio::of(&pairs?, &self.strata())
    }

    /// All quantities of the lanes, including excluded ones.
    #[must_use]
    pub fn quantities(&self) -> Vec<Quantity> {
        let rows = || self.rows.iter().chain(self.apart.iter().map(|apart| &apart.row));
        let mut found: Vec<Quantity> = METRICS.iter().map(Quantity::Metric).collect();
        found.extend(self.kinds().into_iter().map(Quantity::Kind));
        let models = rows().flat_map(|row| row.lane.target.spec().models);
        let mut seen: Vec<&'static str> = Vec::new();
        for model in models {
            let has_it = |row: &ComparisonRow| {
                row.runs.iter().any(|run| run.cost.cycles.contains_key(model.name))
            };
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

    /// Kinds of instructions that any lane executed.
    #[must_use]
    pub fn kinds(&self) -> Vec<InstructionKind> {
        let rows = self.rows.iter().chain(self.apart.iter().map(|apart| &apart.row));
        let kinds = rows.flat_map(|row| row.runs.iter().flat_map(|run| run.mix.keys().copied()));
        let mut kinds: Vec<InstructionKind> = kinds.collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}
