//! A comparison as data: every number of every run, for other programs and for later comparisons.

use std::collections::BTreeMap;

use lanes::compare::metric::{By, Quantity, SIZES};
use lanes::compare::{At, ComparisonGroup, ComparisonRow, ExcludedLane};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use targets::escape::spreadsheet;

use crate::document::{LIMITS, meanings};
use crate::format::csv::line;

/// Comparison of lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// Version of this format: 1.
    pub schema: u32,
    /// Version of isagrid that made the comparison.
    pub isagrid: String,
    /// Unit of the summaries: `puzzle`, `node` or `place`.
    pub by: String,
    /// Meaning of each number.
    pub meanings: Vec<Meaning>,
    /// Limits of the comparison.
    pub limits: Vec<String>,
    /// Groups of lanes with the same algorithm and size.
    pub groups: Vec<GroupData>,
    /// Lanes that could not be measured.
    pub left_out: Vec<LeftOut>,
    /// Problems of the golden puzzles and solutions.
    pub golden_problems: Vec<String>,
}

/// Meaning of a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// Name in `counts`, `summaries` and `size`.
    pub id: String,
    /// Unit.
    pub unit: String,
    /// Description, with its source.
    pub meaning: String,
}

/// Lanes with the same algorithm, size and puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupData {
    /// Algorithm.
    pub algorithm: String,
    /// Size of the puzzles: 4, 9, 16 or 25.
    pub size: usize,
    /// Puzzles.
    pub puzzles: Vec<PuzzleData>,
    /// Number of puzzles of the same sets that some lane does not run.
    pub passed_over: usize,
    /// Number of puzzles from which `puzzles` was evenly selected by their nodes.
    pub spread_over: usize,
    /// Baseline of the ratios.
    pub baseline: Option<String>,
    /// Lanes.
    pub lanes: Vec<LaneData>,
}

/// Puzzle, and the search of every lane of the group that is not excluded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleData {
    /// Puzzle set.
    pub set: String,
    /// Number in the set, from 1.
    pub number: usize,
    /// Cells, row by row.
    pub givens: String,
    /// Whether the algorithm solves it.
    pub is_solved: bool,
    /// Nodes of the search.
    pub nodes: u64,
    /// Digits placed.
    pub places: u64,
    /// Digits removed.
    pub undos: u64,
    /// Candidates ruled out.
    pub ruled_out: u64,
}

/// Lane and its numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaneData {
    /// Lane.
    pub lane: String,
    /// Machine.
    pub machine: String,
    /// Dialect of its sources; none for a compiled program.
    pub dialect: Option<String>,
    /// Tool that built a compiled program.
    pub made_by: Option<String>,
    /// Bits of a machine word.
    pub word_bits: u32,
    /// Reason why it is excluded: different decisions, or an abnormal end. None if it took the decisions of the reference model.
    pub apart: Option<String>,
    /// Fixed cost and cost of a node; none if the algorithm does not search, or the puzzles have equal nodes.
    pub law: Option<Law>,
    /// Numbers of the program.
    pub size: BTreeMap<String, u64>,
    /// Numbers of the runs, each a list in the order of the puzzles.
    pub counts: BTreeMap<String, Vec<u64>>,
    /// Summaries over the puzzles.
    pub summaries: BTreeMap<String, Summary>,
}

/// Instructions as a fixed cost plus a cost for each node of the search.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Law {
    /// Mean of the instructions outside the search, measured.
    pub around: f64,
    /// Fixed cost of a search, fitted with weights 1/nodes.
    pub fixed: f64,
    /// Cost of each node, fitted.
    pub per_node: f64,
    /// Share of the variance of the search that the fit explains.
    pub r_squared: f64,
    /// Root mean square of the residuals, relative to whole runs.
    pub residual: f64,
    /// Cost of a node as a ratio to the baseline's; none if there is no baseline.
    pub ratio: Option<f64>,
    /// Lower end of the ratio's 95 % interval; none if there are too few puzzles.
    pub interval_from: Option<f64>,
    /// Upper end of that interval.
    pub interval_to: Option<f64>,
}

/// Summary of a number over the puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// Sum over all puzzles.
    pub total: u64,
    /// Minimum of a puzzle, node or place.
    pub least: f64,
    /// Median.
    pub median: f64,
    /// 90th percentile.
    pub percentile_90: f64,
    /// Maximum.
    pub most: f64,
    /// Ratios to the baseline, puzzle by puzzle; none if there is no baseline, or a number is 0.
    pub ratio: Option<Ratio>,
}

/// Ratios over puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ratio {
    /// Geometric mean.
    pub mean: f64,
    /// Geometric standard deviation; none for one puzzle.
    pub deviation: Option<f64>,
    /// Minimum.
    pub least: f64,
    /// Maximum.
    pub most: f64,
    /// Lower end of the 95 % interval of the mean; none for one puzzle.
    pub interval_from: Option<f64>,
    /// Upper end of that interval.
    pub interval_to: Option<f64>,
}

/// Lane that could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// Lane.
    pub lane: String,
    /// Reason.
    pub why: String,
}

/// Version of the format.
pub const SCHEMA: u32 = 1;

/// JSON Schema of [`Comparison`].
#[must_use]
pub fn schema() -> Schema {
    schemars::schema_for!(Comparison)
}

/// Data of a comparison.
#[must_use]
pub fn of(comparison: &lanes::compare::Comparison, by: By, version: &str) -> Comparison {
    let left_out = comparison.left_out.iter();
    let left_out = left_out.map(|out| LeftOut { lane: out.lane.clone(), why: out.why.clone() });
    let meanings = meanings(comparison).into_iter().map(|it| Meaning {
        id: it.id,
        unit: it.unit.to_owned(),
        meaning: it.meaning,
    });
    Comparison {
        schema: SCHEMA,
        isagrid: version.to_owned(),
        by: by.name().to_owned(),
        meanings: meanings.collect(),
        limits: LIMITS.iter().map(|(what, why)| format!("{what} {why}")).collect(),
        groups: comparison.groups.iter().map(|group| self::group(group, by)).collect(),
        left_out: left_out.collect(),
        golden_problems: comparison.problems.clone(),
    }
}

fn group(group: &ComparisonGroup, by: By) -> GroupData {
    let rows = group.rows.iter().map(|row| lane(group, row, None, by));
    let apart = |apart: &ExcludedLane| lane(group, &apart.row, Some(apart.why.clone()), by);
    GroupData {
        algorithm: group.algorithm.name().to_owned(),
        size: group.size.side(),
        puzzles: group.puzzles.iter().map(puzzle).collect(),
        passed_over: group.passed_over,
        spread_over: group.spread_over,
        baseline: group.baseline().map(|row| row.lane.name.clone()),
        lanes: rows.chain(group.apart.iter().map(apart)).collect(),
    }
}

fn puzzle(at: &At) -> PuzzleData {
    let digest = at.decisions.digest;
    PuzzleData {
        set: at.id.set.clone(),
        number: at.id.number,
        givens: at.puzzle.to_string(),
        is_solved: at.decisions.solves,
        nodes: digest.nodes,
        places: digest.places,
        undos: digest.undos,
        ruled_out: digest.ruled_out,
    }
}

fn lane(group: &ComparisonGroup, row: &ComparisonRow, apart: Option<String>, by: By) -> LaneData {
    let (lane, spec) = (&row.lane, row.lane.target.spec());
    // An excluded lane did different work, so it has no ratios.
    let has_ratios = apart.is_none();
    let (mut counts, mut summaries) = (BTreeMap::new(), BTreeMap::new());
    for quantity in group.quantities() {
        let of_runs: Option<Vec<u64>> = row.runs.iter().map(|run| quantity.of(run)).collect();
        let Some(of_runs) = of_runs else { continue };
        if let Some(summary) = summary(group, row, &quantity, has_ratios, by) {
            summaries.insert(quantity.id(), summary);
        }
        counts.insert(quantity.id(), of_runs);
    }
    LaneData {
        lane: lane.name.clone(),
        machine: lane.target.isa().to_owned(),
        dialect: lane.made_by.is_none().then(|| lane.target.dialect().name.to_owned()),
        made_by: lane.made_by.clone(),
        word_bits: spec.word_bits,
        apart,
        law: group.law(row).filter(|_| has_ratios).map(|law| self::law(group, row, law)),
        size: SIZES.iter().map(|it| (it.id.to_owned(), (it.of)(&row.size))).collect(),
        counts,
        summaries,
    }
}

fn law(group: &ComparisonGroup, row: &ComparisonRow, law: lanes::compare::Law) -> Law {
    let slopes = group.slope_ratio(row);
    let interval = slopes.and_then(|slopes| slopes.interval);
    Law {
        around: law.around,
        fixed: law.fixed,
        per_node: law.per_node,
        r_squared: law.r_squared,
        residual: law.residual,
        ratio: slopes.map(|slopes| slopes.ratio),
        interval_from: interval.map(|it| it.0),
        interval_to: interval.map(|it| it.1),
    }
}

fn summary(
    group: &ComparisonGroup,
    row: &ComparisonRow,
    quantity: &Quantity,
    has_ratios: bool,
    by: By,
) -> Option<Summary> {
    let found = row.summary(&group.puzzles, quantity, by)?;
    let ratio = group.ratio(row, quantity).filter(|_| has_ratios);
    Some(Summary {
        total: found.total,
        least: found.least,
        median: found.median,
        percentile_90: found.percentile_90,
        most: found.most,
        ratio: ratio.map(|it| Ratio {
            mean: it.mean,
            deviation: it.deviation,
            least: it.range.0,
            most: it.range.1,
            interval_from: it.interval.map(|it| it.0),
            interval_to: it.interval.map(|it| it.1),
        }),
    })
}

impl Comparison {
    /// JSON with a final line end.
    ///
    /// # Panics
    /// Never: strings and numbers under fixed names are always JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain structs are JSON");
        text.push('\n');
        text
    }

    /// CSV with one line per lane and puzzle, and one column per number; empty if a machine does not have it.
    #[must_use]
    pub fn csv(&self) -> String {
        let ids: Vec<&str> = self.meanings.iter().map(|meaning| meaning.id.as_str()).collect();
        let mut text = line(KEYS.iter().chain(&ids));
        for group in &self.groups {
            for lane in &group.lanes {
                for (at, puzzle) in group.puzzles.iter().enumerate() {
                    let numbers = ids.iter().map(|id| {
                        let count = lane.counts.get(*id).and_then(|counts| counts.get(at));
                        count.or(lane.size.get(*id)).map_or_else(String::new, u64::to_string)
                    });
                    text += &line(keys(group, lane, puzzle).into_iter().chain(numbers));
                }
            }
        }
        text
    }
}

/// Columns that identify a line.
const KEYS: [&str; 13] = [
    "algorithm",
    "size",
    "lane",
    "machine",
    "word_bits",
    "written",
    "apart",
    "set",
    "puzzle",
    "nodes",
    "places",
    "undos",
    "ruled_out",
];

fn keys(group: &GroupData, lane: &LaneData, puzzle: &PuzzleData) -> Vec<String> {
    let written = lane.made_by.as_ref().or(lane.dialect.as_ref()).cloned().unwrap_or_default();
    let words = [
        group.algorithm.clone(),
        group.size.to_string(),
        lane.lane.clone(),
        lane.machine.clone(),
        lane.word_bits.to_string(),
        written,
        if lane.apart.is_some() { "apart".to_owned() } else { String::new() },
        puzzle.set.clone(),
    ];
    let numbers =
        [puzzle.number as u64, puzzle.nodes, puzzle.places, puzzle.undos, puzzle.ruled_out];
    words
        .into_iter()
        .map(|word| spreadsheet(&word))
        .chain(numbers.map(|it| it.to_string()))
        .collect()
}
