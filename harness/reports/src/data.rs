//! A comparison as data: every number of every run, for other programs, and to compare with later.

use std::collections::BTreeMap;

use lanes::compare::metric::{By, Quantity, SIZES};
use lanes::compare::{Apart, At, Group, Row};
use machines::escape::spreadsheet;
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};

use crate::document::{LIMITS, meanings};

/// A comparison of lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// The version of this shape, 1.
    pub schema: u32,
    /// The version of isagrid that measured.
    pub isagrid: String,
    /// What summaries are of: `puzzle`, `node` or `place`.
    pub by: String,
    /// What each number means.
    pub meanings: Vec<Meaning>,
    /// What the numbers do not say.
    pub limits: Vec<String>,
    /// Lanes of one algorithm and size each.
    pub groups: Vec<GroupData>,
    /// Lanes that could not be measured.
    pub left_out: Vec<LeftOut>,
    /// What is wrong with the golden puzzles and solutions.
    pub golden_problems: Vec<String>,
}

/// What a number means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Meaning {
    /// Its name in `counts`, `summaries` and `size`.
    pub id: String,
    /// What it counts in.
    pub unit: String,
    /// What it is, with its source.
    pub meaning: String,
}

/// Lanes of one algorithm and size, over the same puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct GroupData {
    /// The algorithm.
    pub algorithm: String,
    /// Cells in a row of its puzzles.
    pub size: usize,
    /// The puzzles.
    pub puzzles: Vec<PuzzleData>,
    /// Puzzles of the same sets that not all lanes take up.
    pub passed_over: usize,
    /// How many puzzles could be compared by, of which these are some, evenly spread, or all.
    pub spread_over: usize,
    /// The lane that ratios are to.
    pub baseline: Option<String>,
    /// The lanes.
    pub lanes: Vec<LaneData>,
}

/// A puzzle, and what every lane of the group that is not apart did with it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PuzzleData {
    /// Its set.
    pub set: String,
    /// Its number in the set, from 1.
    pub number: usize,
    /// Its cells, row by row.
    pub givens: String,
    /// Whether the algorithm solves it.
    pub is_solved: bool,
    /// Nodes of the search.
    pub nodes: u64,
    /// Digits placed.
    pub places: u64,
    /// Digits taken back.
    pub undos: u64,
    /// Candidates ruled out.
    pub ruled_out: u64,
}

/// A lane and its numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LaneData {
    /// The lane.
    pub lane: String,
    /// Its machine.
    pub machine: String,
    /// The dialect it is written in; none where a compiler made it.
    pub dialect: Option<String>,
    /// What made it, where that was a compiler.
    pub made_by: Option<String>,
    /// Bits of a word of its machine.
    pub word_bits: u32,
    /// Why it is apart: it took other decisions, or did not end well. None where it did all as the twin did.
    pub apart: Option<String>,
    /// Numbers of its program.
    pub size: BTreeMap<String, u64>,
    /// Numbers of its runs, a list in the order of the puzzles for each.
    pub counts: BTreeMap<String, Vec<u64>>,
    /// What comes of them over the puzzles.
    pub summaries: BTreeMap<String, Summary>,
}

/// A number of a lane over the puzzles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    /// All puzzles together.
    pub total: u64,
    /// The least of one puzzle, node or place.
    pub least: f64,
    /// The one in the middle, by rank.
    pub median: f64,
    /// The one that nine of ten do not exceed.
    pub percentile_90: f64,
    /// The most.
    pub most: f64,
    /// The ratios to the baseline, puzzle by puzzle; none where there is no baseline, or a number is 0.
    pub ratio: Option<Ratio>,
}

/// Ratios over puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Ratio {
    /// Their geometric mean.
    pub mean: f64,
    /// Their geometric standard deviation.
    pub deviation: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// Where 95 of 100 means of as many drawn puzzles begin.
    pub interval_from: f64,
    /// Where they end.
    pub interval_to: f64,
}

/// A lane that could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeftOut {
    /// The lane.
    pub lane: String,
    /// Why.
    pub why: String,
}

/// The version of the shape.
pub const SCHEMA: u32 = 1;

/// The schema of [`Comparison`], as JSON Schema has it.
#[must_use]
pub fn schema() -> Schema {
    schemars::schema_for!(Comparison)
}

/// A comparison as data.
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

fn group(group: &Group, by: By) -> GroupData {
    let rows = group.rows.iter().map(|row| lane(group, row, None, by));
    let apart = |apart: &Apart| lane(group, &apart.row, Some(apart.why.clone()), by);
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

fn lane(group: &Group, row: &Row, apart: Option<String>, by: By) -> LaneData {
    let (lane, spec) = (&row.lane, row.lane.target.spec());
    // A lane that is apart did other work: its numbers have no ratio.
    let baseline = group.baseline().filter(|_| apart.is_none());
    let (mut counts, mut summaries) = (BTreeMap::new(), BTreeMap::new());
    for quantity in group.quantities() {
        let of_runs: Option<Vec<u64>> = row.runs.iter().map(|run| quantity.of(run)).collect();
        let Some(of_runs) = of_runs else { continue };
        if let Some(summary) = summary(group, row, &quantity, baseline, by) {
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
        size: SIZES.iter().map(|it| (it.id.to_owned(), (it.of)(&row.size))).collect(),
        counts,
        summaries,
    }
}

fn summary(
    group: &Group,
    row: &Row,
    quantity: &Quantity,
    baseline: Option<&Row>,
    by: By,
) -> Option<Summary> {
    let found = row.summary(&group.puzzles, quantity, by)?;
    let ratio = baseline.and_then(|baseline| row.ratio(baseline, quantity));
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
            interval_from: it.interval.0,
            interval_to: it.interval.1,
        }),
    })
}

impl Comparison {
    /// As JSON, with a line end.
    ///
    /// # Panics
    /// Never: strings and numbers under fixed names are always JSON.
    #[must_use]
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain structs are JSON");
        text.push('\n');
        text
    }

    /// A line a lane and puzzle, with a column for each number; empty where a machine has no such thing.
    ///
    /// # Panics
    /// Never: text is always written to memory.
    #[must_use]
    pub fn csv(&self) -> String {
        let ids: Vec<&str> = self.meanings.iter().map(|meaning| meaning.id.as_str()).collect();
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut head: Vec<&str> = KEYS.to_vec();
        head.extend(&ids);
        let mut line =
            |fields: &[String]| writer.write_record(fields).expect("memory takes any text");
        line(&head.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        for group in &self.groups {
            for lane in &group.lanes {
                for (at, puzzle) in group.puzzles.iter().enumerate() {
                    let mut fields = keys(group, lane, puzzle);
                    fields.extend(ids.iter().map(|id| {
                        let count = lane.counts.get(*id).and_then(|counts| counts.get(at));
                        count.or(lane.size.get(*id)).map_or_else(String::new, u64::to_string)
                    }));
                    line(&fields);
                }
            }
        }
        let bytes = writer.into_inner().expect("memory takes any text");
        String::from_utf8(bytes).expect("fields are text")
    }
}

/// The columns that say what a line is of.
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
