//! The facts of a verification for other programs.

use std::cell::RefCell;
use std::io::{self, BufWriter};
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use machines::files::Take;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use super::formats::{Runs, Told};
use crate::root::Root;
use crate::verify::{
    Broken, Change, Changed, DecisionCheck, GridCheck, LaneOutcome, Run, StoredBy,
};

/// What this is, and which version of it.
const FORMAT: (&str, u32) = ("isagrid-verify", 1);

/// What a verification came to.
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
    /// What is wrong with the golden puzzles and solutions themselves, a sentence each.
    golden_problems: &'v [String],
    /// By how many percent counts may be above the golden ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    counts_within_percent: Option<f64>,
    /// Whether only some puzzles of each lane were run, that are soon done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    quick: bool,
    /// The models that cycles are counted by.
    models: Vec<Model>,
    /// The lanes, in the order of the table.
    lanes: Vec<Lane<'v>>,
}

/// A model of a machine's cycles.
#[derive(Serialize, JsonSchema)]
struct Model {
    /// Its name, which costs have.
    name: &'static str,
    /// What it counts, such as cycles or nanoseconds.
    unit: &'static str,
    /// What it charges, in words.
    meaning: &'static str,
    /// Where that is from.
    source: &'static str,
}

/// What a lane came to.
#[derive(Serialize, JsonSchema)]
struct Lane<'v> {
    /// Its name.
    name: &'v str,
    /// The algorithm whose decisions it takes; `any` where nobody says.
    algorithm: &'static str,
    /// The machine it runs on.
    machine: &'static str,
    /// What its sources are written in; none where its program was finished already.
    dialect: Option<&'static str>,
    /// What made its program, where that was finished already.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'v str>,
    /// Digits of a row of its puzzles: 4, 9, 16 or 25.
    size: usize,
    /// The files its program is made of, the first one first.
    sources: Vec<Source>,
    /// What of each run was checked.
    checked: Vec<&'static str>,
    /// Whether all of it is as it should be.
    ok: bool,
    /// Why it could not run at all, with all messages; none where it ran.
    broken: Option<&'v str>,
    /// Puzzles of its sets that take more nodes than it takes up.
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
    /// Its runs, in the order of its sets and their puzzles.
    #[schemars(with = "Vec<RunFacts<'v>>")]
    runs: Streamed<'v>,
}

/// A file that the lane's program is made of.
#[derive(Serialize, JsonSchema)]
struct Source {
    /// Its path.
    file: String,
    /// Of its content, in hexadecimal digits; none where it cannot be read.
    sha256: Option<String>,
}

/// What one puzzle on a lane came to.
#[derive(Serialize, JsonSchema)]
struct RunFacts<'v> {
    /// The puzzle set.
    set: &'v str,
    /// The number of the puzzle in the set, from 1.
    puzzle: usize,
    /// The puzzle row by row, `.` for an empty cell.
    givens: String,
    /// Nodes of its search by the twin.
    nodes: u64,
    /// What kept the solver from ending well; none where nothing did.
    stopped: Option<&'v str>,
    /// Whether it gave the solution: right, wrong, unreadable, missing or not checked.
    grid: &'static str,
    /// What it gave instead of the solution.
    found: Option<String>,
    /// Whether it took the decisions of the twin: same, different or not checked.
    decisions: &'static str,
    /// The first decision that is another, in words.
    difference: Option<&'v str>,
    /// The instruction that did what the twin does not, where that is a store.
    #[serde(skip_serializing_if = "Option::is_none")]
    stored_by: Option<At<'v>>,
    /// What it cost.
    cost: &'v crate::golden::Cost,
    /// How that compares with the golden cost: same, new, changed, within or not checked.
    against_golden: &'static str,
    /// The numbers of the cost that are not the golden ones.
    changes: Vec<Moved<'v>>,
}

/// An instruction.
#[derive(Serialize, JsonSchema)]
struct At<'v> {
    /// Where it lies in memory.
    address: u64,
    /// Its source file, where that is known.
    file: Option<&'v str>,
    /// Its line in that file, from 1.
    line: Option<u32>,
}

/// A number of a cost that moved.
#[derive(Serialize, JsonSchema)]
struct Moved<'v> {
    /// What is counted: instructions, or cycles by a model.
    what: &'v str,
    /// The golden number; none where there is none.
    old: Option<u64>,
    /// The number now; none where it is not counted any more.
    new: Option<u64>,
}

/// The same facts as the table and the messages, and every run, as JSON with a line end.
pub(super) fn json(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let Told { summary, lanes, version: program } = *told;
    let models =
        super::models(lanes.iter().flat_map(|lane| lane.models)).into_iter().map(|model| {
            let &machine::Model { name, unit, meaning, source, .. } = model;
            Model { name, unit, meaning, source }
        });
    let runs = RefCell::new(runs);
    let root = summary.root();
    let is_golden = summary.each_lane().map(|(is_golden, _)| is_golden);
    let lanes = lanes.iter().zip(is_golden).enumerate().map(|(at, (outcome, ok))| {
        let runs = Streamed { lane: at, runs: &runs };
        lane((outcome, ok), root, runs)
    });
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

/// Gives a value as JSON for people too, with a line end.
///
/// # Errors
/// What `take` says, and the value itself.
pub fn pretty(value: &impl Serialize, take: Take<'_>) -> Result<(), String> {
    let pieces = BufWriter::new(Pieces(&mut *take));
    serde_json::to_writer_pretty(pieces, value).map_err(|why| why.to_string())?;
    take("\n")
}

/// Bytes that are taken as text; who writes them never cuts a character.
struct Pieces<'t>(Take<'t>);

impl io::Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        (self.0)(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Runs of a lane that are asked for when they are written.
struct Streamed<'v> {
    lane: usize,
    runs: &'v RefCell<dyn Runs + 'v>,
}

impl Serialize for Streamed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut all = serializer.serialize_seq(None)?;
        let mut each = |of: &Run| all.serialize_element(&run(of)).map_err(|why| why.to_string());
        self.runs.borrow_mut().each(self.lane, &mut each).map_err(S::Error::custom)?;
        all.end()
    }
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
pub(super) fn jsonl(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let mut line = |of: serde_json::Result<String>| {
        let line = of.map_err(|why| why.to_string())? + "\n";
        take(&line)
    };
    for (at, outcome) in told.lanes.iter().enumerate() {
        let lane = outcome.lane.name.as_str();
        if let Some(broken) = &outcome.broken {
            let broken = broken.why();
            line(serde_json::to_string(&NoLine { lane, ok: false, broken }))?;
        }
        runs.each(at, &mut |of| {
            let (ok, facts) = (of.is_golden(), run(of));
            line(serde_json::to_string(&Line { lane, ok, facts }))
        })?;
    }
    Ok(())
}

/// The schema of the report `json`, as JSON Schema has it.
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

fn lane<'v>((outcome, ok): (&'v LaneOutcome, bool), root: &Root, runs: Streamed<'v>) -> Lane<'v> {
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
        broken: outcome.broken.as_ref().map(Broken::why),
        left_out: outcome.left_out,
        from_cache: outcome.from_cache,
        passed_over: outcome.passed_over,
        not_run: outcome.not_run.map_or(0, |not_run| not_run.count),
        runs,
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
        cost: &run.cost,
        against_golden,
        changes,
    }
}

fn moved(changes: &[Changed]) -> Vec<Moved<'_>> {
    changes.iter().map(|c| Moved { what: &c.what, old: c.old, new: c.new }).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// The names of properties without a sentence, wherever they are.
    fn untold(value: &Value, all: &mut Vec<String>) {
        if let Some(Value::Object(properties)) = value.get("properties") {
            let is_told =
                |of: &Value| of["description"].as_str().is_some_and(|it| it.ends_with('.'));
            all.extend(
                properties.iter().filter(|(_, of)| !is_told(of)).map(|(name, _)| name.clone()),
            );
        }
        match value {
            Value::Object(parts) => parts.values().for_each(|part| untold(part, all)),
            Value::Array(parts) => parts.iter().for_each(|part| untold(part, all)),
            _ => {}
        }
    }

    #[test]
    fn every_property_of_the_schema_has_a_sentence() {
        let schema = serde_json::to_value(schema()).unwrap();
        assert!(schema["$defs"]["RunFacts"]["properties"]["givens"].is_object(), "{schema}");
        let mut all = Vec::new();
        untold(&schema, &mut all);
        assert_eq!(all, [""; 0]);
    }
}
