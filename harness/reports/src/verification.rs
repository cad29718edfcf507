//! Results of a verification in the formats that other programs read.

mod json;

use std::path::Path;

use lanes::lane::TABLE;
use lanes::report::{Summary, change_text};
use lanes::root::Root;
use lanes::verify::{Change, DecisionCheck, GridCheck, LaneError, LaneOutcome, Run, StoredBy};
use machine::numbers::counted;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use targets::files::Take;

use crate::format::github::{Annotations, command};
use crate::format::junit as junit_format;
use crate::format::markdown::{Room, SUMMARY_BYTES, block, plain};
use crate::format::sarif::{Finding, Level, Log};

pub use json::schema;
use json::{json, jsonl};

/// Input of a report.
#[derive(Debug, Clone, Copy)]
pub struct ReportInput<'v> {
    /// Results as text.
    pub summary: &'v Summary,
    /// Lanes.
    pub lanes: &'v [LaneOutcome],
    /// Version of the program that writes the report.
    pub version: &'v str,
}

type Write = fn(&ReportInput<'_>, Take<'_>) -> Result<(), String>;

/// Format of a report.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// Name in `--report NAME=FILE`.
    pub name: &'static str,
    write: Write,
}

/// All formats.
pub static FORMATS: &[Format] = &[
    Format { name: "json", write: json },
    Format { name: "jsonl", write: jsonl },
    Format { name: "junit", write: junit },
    Format { name: "github", write: github },
    Format { name: "github-summary", write: summary },
    Format { name: "markdown", write: markdown_page },
    Format { name: "sarif", write: sarif },
];

impl Format {
    /// Format with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// Writes the report.
    ///
    /// # Errors
    /// Any error of `take`.
    pub fn write(&self, input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
        (self.write)(input, take)
    }
}

/// Most failures of a lane in a summary.
const MOST: usize = 10;

/// Source of a failure: a file, and its line if known.
fn place(root: &Root, lane: &LaneOutcome, run: Option<&Run>) -> (String, Option<u32>) {
    let parted = match run.map(|run| &run.decisions) {
        Some(DecisionCheck::Different(parted)) => parted.stored_by.as_ref(),
        _ => None,
    };
    let line = match (&lane.broken, parted) {
        (Some(LaneError::NotAssembled(_, place)), _) => place.clone(),
        (Some(LaneError::NotSetUp(_)), _) => {
            Some((root.shown(Path::new(TABLE)), lane.lane.row_line))
        }
        (_, Some(StoredBy { line, .. })) => line.clone(),
        _ => None,
    };
    match line {
        Some((file, line)) => (file, Some(line)),
        None => (root.shown(&lane.lane.sources[0]), None),
    }
}

/// Description of what is wrong with a run.
fn wrong(run: &Run) -> String {
    let mut parts: Vec<String> = run.stopped.iter().cloned().collect();
    match &run.grid {
        GridCheck::Right | GridCheck::NotChecked | GridCheck::Missing => {}
        GridCheck::Wrong(grid) => {
            parts.push(format!("the grid is {grid}, expected {}", run.solution));
        }
        GridCheck::Unreadable(unreadable) => parts.push(unreadable.why.clone()),
    }
    if let DecisionCheck::Different(parted) = &run.decisions {
        parts.push(format!("different decisions: {parted}"));
    }
    // The counts of a wrong run are meaningless.
    match &run.change {
        _ if !run.is_right() => {}
        Change::Changed(changes) => parts.extend(changes.iter().map(change_text)),
        Change::New => parts.push("no golden count".to_owned()),
        Change::Same | Change::Within(_) | Change::NotChecked => {}
    }
    parts.iter().map(|part| asmkit::plain(part)).collect::<Vec<_>>().join("\n")
}

fn junit(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    let mut report = quick_junit::Report::new("isagrid verify");
    let mut golden = TestSuite::new("golden");
    let problems = input.summary.problems();
    for problem in problems {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(asmkit::plain(problem));
        golden.add_test_case(TestCase::new("golden files", status));
    }
    if !problems.is_empty() {
        report.add_test_suite(golden);
    }
    for lane in input.lanes {
        let mut suite = TestSuite::new(lane.lane.name.clone());
        if let Some(broken) = &lane.broken {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(broken.verdict());
            status.set_description(asmkit::plain(broken.why()));
            suite.add_test_case(TestCase::new("program", status));
        }
        for run in &lane.runs {
            let status = if run.is_golden() {
                TestCaseStatus::success()
            } else {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                let why = wrong(run);
                status.set_message(why.lines().next().unwrap_or_default());
                status.set_description(why);
                status
            };
            suite.add_test_case(TestCase::new(run.id.to_string(), status));
        }
        if let Some(not_run) = lane.not_run {
            let mut status = TestCaseStatus::skipped();
            status.set_message(not_run.to_string());
            suite.add_test_case(TestCase::new("remaining puzzles", status));
        }
        report.add_test_suite(suite);
    }
    take(&junit_format::text(&report))
}

/// One failure, with its place.
struct Failure<'r> {
    rule: &'r Rule,
    title: String,
    file: String,
    line: Option<u32>,
    message: String,
}

/// Class of failures: a short name, a description, and what to do.
type Rule = (&'static str, &'static str, &'static str);

const GOLDEN: Rule = (
    "golden",
    "A golden file is missing or wrong",
    "restore the file, or save the current results with `isagrid verify --bless`",
);
const NOT_ASSEMBLED: Rule =
    ("not-assembled", "The program does not assemble", "fix the error that the assembler reports");
const NOT_LOADED: Rule =
    ("not-loaded", "The compiled program does not load", "build the program again");
const NOT_SET_UP: Rule = (
    "table",
    "The row of asm/lanes.toml names a file or label that does not exist",
    "use the name of the file, or the label in the program",
);
const STOPPED: Rule =
    ("stopped", "The program did not end normally", "run the puzzle alone with `isagrid run`");
const GRID: Rule =
    ("grid", "The grid is not the solution", "trace the puzzle with `isagrid trace`");
const DECISIONS: Rule = (
    "decisions",
    "The program's decisions differ from the algorithm's",
    "trace the puzzle with `isagrid trace`",
);
const COUNTS: Rule = (
    "counts",
    "The counts of the run differ from the golden counts",
    "save the current counts with `isagrid verify --bless`",
);

/// Rule for a lane that cannot run.
fn rule_of(broken: &LaneError) -> &'static Rule {
    match broken {
        LaneError::NotAssembled(..) => &NOT_ASSEMBLED,
        LaneError::NotLoaded(_) => &NOT_LOADED,
        LaneError::NotSetUp(_) => &NOT_SET_UP,
    }
}

/// Rule for a run that does not match: the first one that explains it.
fn rule_of_run(run: &Run) -> &'static Rule {
    if run.stopped.is_some() {
        &STOPPED
    } else if !matches!(run.grid, GridCheck::Right | GridCheck::NotChecked) {
        &GRID
    } else if matches!(run.decisions, DecisionCheck::Different(_)) {
        &DECISIONS
    } else {
        &COUNTS
    }
}

/// Calls `each` with every failure, in the order of the lanes.
fn failures(input: &ReportInput<'_>, mut each: impl FnMut(Failure<'_>)) {
    let root = input.summary.root();
    for problem in input.summary.problems() {
        let (title, message) = ("golden".to_owned(), asmkit::plain(problem));
        each(Failure { rule: &GOLDEN, title, file: String::new(), line: None, message });
    }
    for lane in input.lanes {
        let name = &lane.lane.name;
        if let Some(broken) = &lane.broken {
            let (file, line) = place(root, lane, None);
            let title = format!("{name} {}", broken.verdict());
            let message = asmkit::plain(broken.why());
            each(Failure { rule: rule_of(broken), title, file, line, message });
        }
        for run in lane.runs.iter().filter(|run| !run.is_golden()) {
            let (file, line) = place(root, lane, Some(run));
            let title = format!("{name}, puzzle {}", run.id);
            each(Failure { rule: rule_of_run(run), title, file, line, message: wrong(run) });
        }
    }
}

fn github(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    let mut errors = Annotations::new("error");
    failures(input, |Failure { title, file, line, message, .. }| {
        let file = Some(file.as_str()).filter(|file| !file.is_empty());
        errors.add((file, line), &title, &message);
    });
    take(errors.text())?;
    if let more @ 1.. = errors.left_out() {
        let more = format!("and {}", counted(more, "more error"));
        take(&command("error", "isagrid verify", &more))?;
    }
    take(&command("notice", "isagrid verify", &input.summary.verdict(false)))
}

fn sarif(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    let mut log = Log::default();
    failures(input, |Failure { rule: (rule, finds, remedy), title, file, line, message }| {
        // Code scanning shows no result without a file.
        let file = if file.is_empty() { "golden" } else { &file };
        let message = format!("{title}: {message}");
        log.add(&Finding { rule, level: Level::Error, message, file, line }, (finds, remedy));
    });
    take(&log.text())
}

fn summary(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    pages(input, Room::of(SUMMARY_BYTES), take)
}

fn markdown_page(input: &ReportInput<'_>, take: Take<'_>) -> Result<(), String> {
    pages(input, Room::of(usize::MAX), take)
}

/// A page of Markdown: the table of lanes, then the failures, as far as there is room.
fn pages(input: &ReportInput<'_>, mut room: Room, take: Take<'_>) -> Result<(), String> {
    let mut left_out = 0;
    let mut put = |piece: String| {
        left_out += usize::from(!room.put(&piece, take)?);
        Ok::<(), String>(())
    };
    put(format!("## {}\n\n| lane | |\n|---|---|\n", plain(&input.summary.verdict(false))))?;
    for (is_golden, line) in input.summary.each_lane() {
        let sign = if is_golden { "passed" } else { "**failed**" };
        put(format!("| {sign} | {} |\n", plain(line.lines().next().unwrap_or_default())))?;
    }
    put("\n".to_owned())?;
    for problem in input.summary.problems() {
        put(format!("- {}\n\n", plain(problem)))?;
    }
    for lane in input.lanes {
        let name = plain(&lane.lane.name);
        if let Some(broken) = &lane.broken {
            let (verdict, why) = (broken.verdict(), block(broken.why()));
            put(format!("- {name} {verdict}\n\n{why}\n"))?;
        }
        let wrong_runs: Vec<&Run> = lane.runs.iter().filter(|run| !run.is_golden()).collect();
        for run in wrong_runs.iter().take(MOST) {
            let id = plain(&run.id.to_string());
            put(format!("- {name}, puzzle {id}\n\n{}\n", block(&wrong(run))))?;
        }
        if let Some(more @ 1..) = wrong_runs.len().checked_sub(MOST) {
            put(format!("- {name}: {}\n\n", counted(more, "more puzzle")))?;
        }
    }
    if left_out > 0 {
        take(&format!(
            "\n{} of this page did not fit; `--report markdown=FILE` writes the whole page\n\n",
            counted(left_out as u64, "part")
        ))?;
    }
    take(&format!("by {}\n", plain(input.version)))
}
