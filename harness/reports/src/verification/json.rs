//! Results of a verification as JSON.

use std::collections::BTreeMap;
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use lanes::report::models;
use lanes::root::Root;
use lanes::verify::{
    Change, DecisionCheck, GridCheck, LaneError, LaneOutcome, NumberChange, Run, StoredBy,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use targets::files::Take;

use super::ReportInput;
use crate::format::json::pretty;

/// Name and version of the format.
const FORMAT: (&str, u32) = ("isagrid-verify", 1);

/// Results of a verification.
#[derive(Serialize, JsonSchema)]
struct Report<'v> {
    /// `isagrid-verify`.
    format: &'static str,
    /// Version of this format: 1.
    version: u32,
    /// Version of the program that wrote the report, with its commit if known.
    program: &'v str,
    /// Whether everything is correct.
    ok: bool,
    /// Whether these are the lanes bundled with the command.
    bundled: bool,
    /// Problems of the golden puzzles and solutions themselves, one sentence each.
    golden_problems: &'v [String],
    /// Percentage by which counts may exceed the golden ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_within_percent: Option<f64>,
    /// Whether only a few short puzzles of each lane were run (`--quick`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    quick: bool,
    /// Models with which cycles are counted.
    models: Vec<Model>,
    /// Lanes, in the order of the table.
    lanes: Vec<Lane<'v>>,
}

/// Model of a machine's cycles.
#[derive(Serialize, JsonSchema)]
struct Model {
    /// Name, as in the costs of runs.
    name: &'static str,
    /// Unit it counts, such as cycles or nanoseconds.
    unit: &'static str,
    /// Description of what it charges.
    meaning: &'static str,
    /// Source of its numbers.
    source: &'static str,
}

/// Results of one lane.
#[derive(Serialize, JsonSchema)]
struct Lane<'v> {
    /// Name of the lane.
    name: &'v str,
    /// Algorithm whose decisions it takes; `any` if unknown.
    algorithm: &'static str,
    /// Machine it runs on.
    machine: &'static str,
    /// Dialect of its sources; none for a compiled program.
    dialect: Option<&'static str>,
    /// Tool that built a compiled program, such as a compiler with its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'v str>,
    /// Size of its puzzles: 4, 9, 16 or 25.
    size: usize,
    /// Files of its program, in order.
    sources: Vec<Source>,
    /// Checks of each run.
    checked: Vec<&'static str>,
    /// Whether everything is correct.
    ok: bool,
    /// Reason why it could not run at all, with all messages; none if it ran.
    broken: Option<&'v str>,
    /// Number of puzzles left out because they need more nodes than the lane takes.
    left_out: usize,
    /// Whether the runs come from the cache of an earlier verification.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_cache: bool,
    /// Number of puzzles skipped by `--quick`.
    #[serde(skip_serializing_if = "is_zero")]
    passed_over: usize,
    /// Number of puzzles that were not run after failures.
    #[serde(skip_serializing_if = "is_zero")]
    not_run: usize,
    /// Runs, in the order of its sets and their puzzles.
    runs: Vec<RunFacts<'v>>,
}

/// File of a lane's program.
#[derive(Serialize, JsonSchema)]
struct Source {
    /// Path of the file.
    file: String,
    /// Digest of its content, in hexadecimal digits; none if it cannot be read.
    sha256: Option<String>,
}

/// Result of one puzzle on a lane.
#[derive(Serialize, JsonSchema)]
struct RunFacts<'v> {
    /// Puzzle set.
    set: &'v str,
    /// Number of the puzzle in its set, from 1.
    puzzle: usize,
    /// Puzzle row by row, `.` for an empty cell.
    givens: String,
    /// Nodes of the reference model's search.
    nodes: u64,
    /// Reason why the solver did not end normally; none if it did.
    stopped: Option<&'v str>,
    /// Whether it printed the solution: right, wrong, unreadable, missing or not checked.
    grid: &'static str,
    /// Output in place of the solution.
    found: Option<String>,
    /// Whether it took the decisions of the reference model: same, different or not checked.
    decisions: &'static str,
    /// Description of the first different decision.
    difference: Option<&'v str>,
    /// Instruction of the first different decision, if that is a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_by: Option<Instruction<'v>>,
    /// Cost of the run.
    cost: Cost<'v>,
    /// Comparison with the golden cost: same, new, changed, within or not checked.
    against_golden: &'static str,
    /// Numbers of the cost that differ from the golden ones.
    changes: Vec<ChangedNumber<'v>>,
}

/// Expected or measured cost of a lane's run on one puzzle.
#[derive(Serialize, JsonSchema)]
struct Cost<'v> {
    /// Machine instructions retired.
    instructions: u64,
    /// Cycles by model.
    cycles: &'v BTreeMap<String, u64>,
}

/// Instruction.
#[derive(Serialize, JsonSchema)]
struct Instruction<'v> {
    /// Address in memory.
    address: u64,
    /// Source file, if known.
    file: Option<&'v str>,
    /// Line in that file, from 1.
    line: Option<u32>,
}

/// Number of a cost that changed.
#[derive(Serialize, JsonSchema)]
struct ChangedNumber<'v> {
    /// Quantity that is counted: instructions, or cycles by a model.
    what: &'v str,
    /// Golden number, if any.
    old: Option<u64>,
    /// Current number; none if it is no longer counted.
    new: Option<u64>,
}

/// Writes the results, with every run, as JSON with a final line end.
pub(super) fn json(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    let ReportInput { summary, lanes, version: program } = *input;
    let models = models(lanes.iter().flat_map(|lane| lane.models)).into_iter().map(|model| {
        let &machine::Model { name, unit, meaning, source, .. } = model;
        Model { name, unit, meaning, source }
    });
    let root = summary.root();
    let is_golden = summary.each_lane().map(|(is_golden, _)| is_golden);
    let lanes = lanes.iter().zip(is_golden).map(|(outcome, ok)| lane(outcome, ok, root));
    let (format, version) = FORMAT;
    let report = Report {
        format,
        version,
        program,
        ok: summary.is_golden(),
        bundled: *root == Root::Bundled,
        golden_problems: summary.problems(),
        counts_within_percent: summary.choice().counts_within,
        quick: summary.choice().quick,
        models: models.collect(),
        lanes: lanes.collect(),
    };
    pretty(&report, take)
}

/// Run on a separate line.
#[derive(Serialize)]
struct Line<'v> {
    lane: &'v str,
    ok: bool,
    #[serde(flatten)]
    facts: RunFacts<'v>,
}

/// Lane that could not run, on a separate line.
#[derive(Serialize)]
struct BrokenLine<'v> {
    lane: &'v str,
    ok: bool,
    broken: &'v str,
}

/// Writes one line of JSON per run; a lane that could not run has one line.
pub(super) fn jsonl(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    let mut line = |of: serde_json::Result<String>| {
        let line = of.map_err(|why| why.to_string())? + "\n";
        take(&line)
    };
    for outcome in input.lanes {
        let lane = outcome.lane.name.as_str();
        if let Some(broken) = &outcome.broken {
            let broken = broken.why();
            line(serde_json::to_string(&BrokenLine { lane, ok: false, broken }))?;
        }
        for of in &outcome.runs {
            let (ok, facts) = (of.is_golden(), run(of));
            line(serde_json::to_string(&Line { lane, ok, facts }))?;
        }
    }
    Ok(())
}

/// JSON Schema of the report `json`.
#[must_use]
pub fn schema() -> Schema {
    let settings = SchemaSettings::default().for_serialize();
    settings.into_generator().into_root_schema_for::<Report<'_>>()
}

fn stored_by(by: &StoredBy) -> Instruction<'_> {
    let line = by.line.as_ref();
    let file = line.map(|(file, _)| file.as_str());
    Instruction { address: by.address, file, line: line.map(|(_, line)| *line) }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn lane<'v>(outcome: &'v LaneOutcome, ok: bool, root: &Root) -> Lane<'v> {
    let lane = &outcome.lane;
    let source = |path: &PathBuf| Source {
        file: root.shown(path),
        sha256: root.source(path).ok().map(|bytes| HEXLOWER.encode(&Sha256::digest(bytes))),
    };
    Lane {
        name: &lane.name,
        algorithm: lane.algorithm.name(),
        machine: lane.target.isa(),
        dialect: lane.made_by.is_none().then(|| lane.target.dialect().name),
        made_by: lane.made_by.as_deref(),
        size: lane.size.side(),
        sources: lane.sources.iter().map(source).collect(),
        checked: lane.checks.names(),
        ok,
        broken: outcome.broken.as_ref().map(LaneError::why),
        left_out: outcome.left_out,
        from_cache: outcome.from_cache,
        passed_over: outcome.passed_over,
        not_run: outcome.not_run.map_or(0, |not_run| not_run.count),
        runs: outcome.runs.iter().map(run).collect(),
    }
}

fn run(run: &Run) -> RunFacts<'_> {
    let (grid, found) = match &run.grid {
        GridCheck::Right => ("right", None),
        GridCheck::Wrong(grid) => ("wrong", Some(grid.to_string())),
        GridCheck::Unreadable(unreadable) => ("unreadable", Some(unreadable.to_string())),
        GridCheck::Missing => ("missing", None),
        GridCheck::NotChecked => ("not checked", None),
    };
    let (decisions, parted) = match &run.decisions {
        DecisionCheck::Same => ("same", None),
        DecisionCheck::NotChecked => ("not checked", None),
        DecisionCheck::Different(parted) => ("different", Some(&**parted)),
    };
    let (against_golden, changes) = match &run.change {
        Change::Same => ("same", Vec::new()),
        Change::New => ("new", Vec::new()),
        Change::Changed(changes) => ("changed", moved(changes)),
        Change::Within(changes) => ("within", moved(changes)),
        Change::NotChecked => ("not checked", Vec::new()),
    };
    RunFacts {
        set: &run.id.set,
        puzzle: run.id.number,
        givens: run.puzzle.to_string(),
        nodes: run.nodes,
        stopped: run.stopped.as_deref(),
        grid,
        found,
        decisions,
        difference: parted.map(|parted| parted.difference.as_str()),
        stored_by: parted.and_then(|parted| parted.stored_by.as_ref()).map(stored_by),
        cost: Cost { instructions: run.cost.instructions, cycles: &run.cost.cycles },
        against_golden,
        changes,
    }
}

fn moved(changes: &[NumberChange]) -> Vec<ChangedNumber<'_>> {
    changes.iter().map(|c| ChangedNumber { what: &c.what, old: c.old, new: c.new }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The names of properties without a sentence, wherever they are.
    fn undescribed(value: &Value, all: &mut Vec<String>) {
        if let Some(Value::Object(properties)) = value.get("properties") {
            let is_described =
                |of: &Value| of["description"].as_str().is_some_and(|it| it.ends_with('.'));
            all.extend(
                properties.iter().filter(|(_, of)| !is_described(of)).map(|(name, _)| name.clone()),
            );
        }
        match value {
            Value::Object(parts) => parts.values().for_each(|part| undescribed(part, all)),
            Value::Array(parts) => parts.iter().for_each(|part| undescribed(part, all)),
            _ => {}
        }
    }

    #[test]
    fn every_property_of_the_schema_has_a_sentence() {
        let schema = serde_json::to_value(schema()).unwrap();
        assert!(schema["$defs"]["RunFacts"]["properties"]["givens"].is_object(), "{schema}");
        let mut all = Vec::new();
        undescribed(&schema, &mut all);
        assert_eq!(all, [""; 0]);
    }
}
