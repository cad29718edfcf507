//! The facts of a verification for other programs.

use std::path::PathBuf;

use data_encoding::HEXLOWER;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::root::Root;
use crate::verify::{
    Broken, Change, Changed, DecisionCheck, GridCheck, LaneOutcome, Run, StoredBy, Verified,
};

/// What this is, and which version of it.
const FORMAT: (&str, u32) = ("isagrid-verify", 1);

#[derive(Serialize, JsonSchema)]
struct Report<'v> {
    /// `isagrid-verify`.
    format: &'static str,
    /// The version of this format: 1.
    version: u32,
    /// The version of the program that wrote it, and of which commit it was built where that is known.
    program: &'v str,
    /// Whether all is as it should be.
    ok: bool,
    /// Whether these are the lanes that came with the command.
    bundled: bool,
    golden_problems: &'v [String],
    /// By how many percent counts may be above the golden ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_within_percent: Option<f64>,
    /// Whether only some puzzles of each lane were run, that are soon done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    quick: bool,
    models: Vec<Model>,
    lanes: Vec<Lane<'v>>,
}

#[derive(Serialize, JsonSchema)]
struct Model {
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    source: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct Lane<'v> {
    name: &'v str,
    algorithm: &'static str,
    machine: &'static str,
    dialect: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'v str>,
    size: usize,
    sources: Vec<Source>,
    /// What of each run was checked.
    checked: Vec<&'static str>,
    ok: bool,
    broken: Option<&'v str>,
    left_out: usize,
    /// Whether these runs are those of an earlier time, since when nothing has changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    from_cache: bool,
    /// Puzzles that were passed over by `--quick`.
    #[serde(skip_serializing_if = "is_zero")]
    passed_over: usize,
    /// Puzzles that were not run after failures.
    #[serde(skip_serializing_if = "is_zero")]
    not_run: usize,
    runs: Vec<RunFacts<'v>>,
}

/// A file that the lane's program is made of.
#[derive(Serialize, JsonSchema)]
struct Source {
    file: String,
    /// Of its content, in hexadecimal digits; none where it cannot be read.
    sha256: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct RunFacts<'v> {
    set: &'v str,
    puzzle: usize,
    givens: String,
    nodes: u64,
    stopped: Option<&'v str>,
    grid: &'static str,
    found: Option<String>,
    decisions: &'static str,
    difference: Option<String>,
    /// The instruction that did what the twin does not, where that is a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_by: Option<At<'v>>,
    cost: &'v crate::golden::Cost,
    against_golden: &'static str,
    changes: Vec<Moved<'v>>,
}

#[derive(Serialize, JsonSchema)]
struct At<'v> {
    address: u64,
    file: Option<&'v str>,
    line: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
struct Moved<'v> {
    what: &'v str,
    old: Option<u64>,
    new: Option<u64>,
}

/// The same facts as the table and the messages, and every run, as JSON with a line end.
///
/// # Panics
/// Never: strings and numbers under fixed names are always JSON.
#[must_use]
pub fn json(verified: &Verified, program: &str) -> String {
    let models = super::models(verified).into_iter().map(|model| Model {
        name: model.name,
        unit: model.unit,
        meaning: model.meaning,
        source: model.source,
    });
    let (format, version) = FORMAT;
    let report = Report {
        format,
        version,
        program,
        ok: verified.is_golden(),
        bundled: verified.root == Root::Bundled,
        golden_problems: &verified.problems,
        counts_within_percent: verified.choice.counts_within,
        quick: verified.choice.quick,
        models: models.collect(),
        lanes: verified.lanes.iter().map(|it| lane(it, &verified.root)).collect(),
    };
    let mut text = serde_json::to_string_pretty(&report).expect("plain structs are JSON");
    text.push('\n');
    text
}

/// A run in a line of its own.
#[derive(Serialize)]
struct Line<'v> {
    lane: &'v str,
    ok: bool,
    #[serde(flatten)]
    facts: RunFacts<'v>,
}

/// A lane that did not run, in a line of its own.
#[derive(Serialize)]
struct NoLine<'v> {
    lane: &'v str,
    ok: bool,
    broken: &'v str,
}

/// The runs, a line of JSON each; a lane that could not run has one line.
pub(super) fn jsonl(verified: &Verified, _: &str) -> String {
    let mut text = String::new();
    let mut line = |of: serde_json::Result<String>| {
        text.push_str(&of.expect("plain structs are JSON"));
        text.push('\n');
    };
    for outcome in &verified.lanes {
        let lane = outcome.lane.name.as_str();
        if let Some(broken) = &outcome.broken {
            let broken = broken.why();
            line(serde_json::to_string(&NoLine { lane, ok: false, broken }));
        }
        for of in &outcome.runs {
            let (ok, facts) = (of.is_golden(), run(of));
            line(serde_json::to_string(&Line { lane, ok, facts }));
        }
    }
    text
}

/// The schema of [`json`], as JSON Schema has it.
#[must_use]
pub fn schema() -> Schema {
    let settings = SchemaSettings::default().for_serialize();
    settings.into_generator().into_root_schema_for::<Report<'_>>()
}

fn stored_by(by: &StoredBy) -> At<'_> {
    let line = by.line.as_ref();
    let file = line.map(|(file, _)| file.as_str());
    At { address: by.address, file, line: line.map(|(_, line)| *line) }
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn lane<'v>(outcome: &'v LaneOutcome, root: &Root) -> Lane<'v> {
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
        ok: outcome.is_golden(),
        broken: outcome.broken.as_ref().map(Broken::why),
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
        difference: parted.map(|parted| parted.difference.to_string()),
        stored_by: parted.and_then(|parted| parted.stored_by.as_ref()).map(stored_by),
        cost: &run.cost,
        against_golden,
        changes,
    }
}

fn moved(changes: &[Changed]) -> Vec<Moved<'_>> {
    changes.iter().map(|c| Moved { what: &c.what, old: c.old, new: c.new }).collect()
}
