//! What a verification came to, as other programs take it.

use std::fmt::Write as _;

use machine::numbers::counted;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::failure::told;
use super::json::{json, jsonl};
use super::summary::{Summary, Tally, lane_line};
use super::text::{github_message, github_property, markdown, markdown_block};
use crate::verify::{
    Broken, Change, DecisionCheck, GridCheck, LaneOutcome, Run, StoredBy, Verified,
};

/// A format, by the name that `--report` has for it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name.
    pub name: &'static str,
    write: fn(&Verified, &str) -> String,
}

/// All formats.
pub static FORMATS: &[Format] = &[
    Format { name: "json", write: json },
    Format { name: "jsonl", write: jsonl },
    Format { name: "junit", write: junit },
    Format { name: "github", write: github },
    Format { name: "github-summary", write: summary },
    Format { name: "markdown", write: summary },
];

impl Format {
    /// The format of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|format| format.name == name)
    }

    /// The report; `version` says which build of the program writes it.
    #[must_use]
    pub fn write(&self, verified: &Verified, version: &str) -> String {
        (self.write)(verified, version)
    }
}

/// Errors of a step that are shown each, and failures of a lane in a summary.
const MOST: usize = 10;

/// Where a reader should look: a file, and a line of it where one is known.
fn place(verified: &Verified, lane: &LaneOutcome, run: Option<&Run>) -> (String, Option<u32>) {
    let parted = match run.map(|run| &run.decisions) {
        Some(DecisionCheck::Different(parted)) => parted.stored_by.as_ref(),
        _ => None,
    };
    let line = match (&lane.broken, parted) {
        (Some(Broken::NotAssembled(_, place)), _) => place.clone(),
        (_, Some(StoredBy { line, .. })) => line.clone(),
        _ => None,
    };
    match line {
        Some((file, line)) => (file, Some(line)),
        None => (verified.root.shown(&lane.lane.sources[0]), None),
    }
}

/// What is wrong with a run, in words.
fn wrong(run: &Run) -> String {
    let mut parts: Vec<String> = run.stopped.iter().cloned().collect();
    match &run.grid {
        GridCheck::Right | GridCheck::NotChecked | GridCheck::Missing => {}
        GridCheck::Wrong(grid) => {
            parts.push(format!("the grid is {grid} and should be {}", run.solution));
        }
        GridCheck::Unreadable(unreadable) => parts.push(unreadable.why.clone()),
    }
    if let DecisionCheck::Different(parted) = &run.decisions {
        parts.push(format!("other decisions: {parted}"));
    }
    // What a run costs that goes wrong says nothing.
    match &run.change {
        _ if !run.is_right() => {}
        Change::Changed(changes) => parts.extend(changes.iter().map(told)),
        Change::New => parts.push("there is no golden count".to_owned()),
        Change::Same | Change::Within(_) | Change::NotChecked => {}
    }
    parts.iter().map(|part| asmkit::plain(part)).collect::<Vec<_>>().join("\n")
}

/// The runs of a lane that are not as they should be.
fn failed(lane: &LaneOutcome) -> impl Iterator<Item = &Run> {
    lane.runs.iter().filter(|run| !run.is_golden())
}

fn junit(verified: &Verified, _: &str) -> String {
    let mut report = quick_junit::Report::new("isagrid verify");
    let mut golden = TestSuite::new("golden");
    for problem in &verified.problems {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(asmkit::plain(problem));
        golden.add_test_case(TestCase::new("golden files", status));
    }
    if !verified.problems.is_empty() {
        report.add_test_suite(golden);
    }
    for lane in &verified.lanes {
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
            suite.add_test_case(TestCase::new("the other puzzles", status));
        }
        report.add_test_suite(suite);
    }
    // A report in memory can be written.
    let mut text = report.to_string().unwrap_or_default();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn github(verified: &Verified, _: &str) -> String {
    let mut told: Vec<(String, Option<u32>, String, String)> = Vec::new();
    for problem in &verified.problems {
        told.push((String::new(), None, "golden".to_owned(), problem.clone()));
    }
    for lane in &verified.lanes {
        let name = &lane.lane.name;
        if let Some(broken) = &lane.broken {
            let (file, line) = place(verified, lane, None);
            let title = format!("{name} {}", broken.verdict());
            told.push((file, line, title, asmkit::plain(broken.why())));
        }
        for run in failed(lane) {
            let (file, line) = place(verified, lane, Some(run));
            told.push((file, line, format!("{name}, puzzle {}", run.id), wrong(run)));
        }
    }
    let mut text = String::new();
    for (file, line, title, message) in told.iter().take(MOST) {
        let mut properties = Vec::new();
        if !file.is_empty() {
            properties.push(format!("file={}", github_property(file)));
        }
        properties.extend(line.map(|line| format!("line={line}")));
        properties.push(format!("title={}", github_property(title)));
        let (properties, message) = (properties.join(","), github_message(message));
        let _ = writeln!(text, "::error {properties}::{message}");
    }
    if let Some(more) = told.len().checked_sub(MOST).filter(|more| *more > 0) {
        let more = counted(more as u64, "more error");
        let _ = writeln!(text, "::error title=isagrid verify::and {more}");
    }
    let _ = writeln!(
        text,
        "::notice title=isagrid verify::{}",
        github_message(&Summary::of(verified).verdict(false))
    );
    text
}

fn summary(verified: &Verified, version: &str) -> String {
    let mut text = format!("## {}\n\n", markdown(&Summary::of(verified).verdict(false)));
    text.push_str("| lane | |\n|---|---|\n");
    for lane in &verified.lanes {
        let sign = if lane.is_golden() { "right" } else { "**wrong**" };
        let line = lane_line(lane, &Tally::of(lane));
        let _ =
            writeln!(text, "| {sign} | {} |", markdown(line.lines().next().unwrap_or_default()));
    }
    text.push('\n');
    for problem in &verified.problems {
        let _ = writeln!(text, "- {}\n", markdown(problem));
    }
    for lane in &verified.lanes {
        let name = markdown(&lane.lane.name);
        if let Some(broken) = &lane.broken {
            let _ =
                writeln!(text, "- {name} {}\n\n{}", broken.verdict(), markdown_block(broken.why()));
        }
        for run in failed(lane).take(MOST) {
            let _ = writeln!(
                text,
                "- {name}, puzzle {}\n\n{}",
                markdown(&run.id.to_string()),
                markdown_block(&wrong(run))
            );
        }
        let count = failed(lane).count();
        if count > MOST {
            let more = counted((count - MOST) as u64, "more puzzle");
            let _ = writeln!(text, "- {name}: {more}\n");
        }
    }
    let _ = writeln!(text, "by {}", markdown(version));
    text
}
