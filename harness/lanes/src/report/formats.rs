//! What a verification came to, as other programs take it.

use std::fmt::Write as _;

use machine::numbers::counted;
use machines::files::Take;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::failure::told;
use super::json::{json, jsonl};
use super::summary::Summary;
use super::text::{github_message, github_property, markdown, markdown_block};
use crate::root::Root;
use crate::verify::{Broken, Change, DecisionCheck, GridCheck, LaneOutcome, Run, StoredBy};

/// A verification for a report: all but its runs, which come one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Told<'v> {
    /// What all came to.
    pub summary: &'v Summary,
    /// The lanes of it; their runs may be elsewhere.
    pub lanes: &'v [LaneOutcome],
    /// Which build of the program writes it.
    pub version: &'v str,
}

/// Where runs come from.
pub trait Runs {
    /// Gives the runs of a lane by its place; lanes are asked for in their order.
    ///
    /// # Errors
    /// Why they cannot be had, and what `each` says.
    fn each(
        &mut self,
        lane: usize,
        each: &mut dyn FnMut(&Run) -> Result<(), String>,
    ) -> Result<(), String>;
}

/// Those of lanes that have them.
impl Runs for &[LaneOutcome] {
    fn each(
        &mut self,
        lane: usize,
        each: &mut dyn FnMut(&Run) -> Result<(), String>,
    ) -> Result<(), String> {
        self.get(lane).map_or(Ok(()), |lane| lane.runs.iter().try_for_each(each))
    }
}

impl<R: Runs + ?Sized> Runs for &mut R {
    fn each(
        &mut self,
        lane: usize,
        each: &mut dyn FnMut(&Run) -> Result<(), String>,
    ) -> Result<(), String> {
        R::each(self, lane, each)
    }
}

type Write = fn(&Told<'_>, &mut dyn Runs, Take<'_>) -> Result<(), String>;

/// A format, by the name that `--report` has for it.
#[derive(Debug, Clone, Copy)]
pub struct Format {
    /// The name.
    pub name: &'static str,
    write: Write,
}

/// All formats; none but `junit` has more than a run in memory.
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

    /// Writes the report.
    ///
    /// # Errors
    /// What `runs` and `take` say.
    pub fn write(
        &self,
        told: &Told<'_>,
        runs: &mut dyn Runs,
        take: Take<'_>,
    ) -> Result<(), String> {
        (self.write)(told, runs, take)
    }
}

/// Errors of a step that are shown each, and failures of a lane in a summary.
const MOST: usize = 10;

/// Where a reader should look: a file, and a line of it where one is known.
fn place(root: &Root, lane: &LaneOutcome, run: Option<&Run>) -> (String, Option<u32>) {
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
        None => (root.shown(&lane.lane.sources[0]), None),
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

fn junit(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let mut report = quick_junit::Report::new("isagrid verify");
    let mut golden = TestSuite::new("golden");
    let problems = told.summary.problems();
    for problem in problems {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
        status.set_message(asmkit::plain(problem));
        golden.add_test_case(TestCase::new("golden files", status));
    }
    if !problems.is_empty() {
        report.add_test_suite(golden);
    }
    for (at, lane) in told.lanes.iter().enumerate() {
        let mut suite = TestSuite::new(lane.lane.name.clone());
        if let Some(broken) = &lane.broken {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(broken.verdict());
            status.set_description(asmkit::plain(broken.why()));
            suite.add_test_case(TestCase::new("program", status));
        }
        runs.each(at, &mut |run| {
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
            Ok(())
        })?;
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
    take(&text)
}

/// An error of a step: file, line, title and message.
type Annotation = (String, Option<u32>, String, String);

fn github(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let (mut first, mut count): (Vec<Annotation>, usize) = (Vec::new(), 0);
    let mut add = |annotation: &dyn Fn() -> Annotation| {
        if first.len() < MOST {
            first.push(annotation());
        }
        count += 1;
    };
    let root = told.summary.root();
    for problem in told.summary.problems() {
        add(&|| (String::new(), None, "golden".to_owned(), problem.clone()));
    }
    for (at, lane) in told.lanes.iter().enumerate() {
        let name = &lane.lane.name;
        if let Some(broken) = &lane.broken {
            add(&|| {
                let (file, line) = place(root, lane, None);
                let title = format!("{name} {}", broken.verdict());
                (file, line, title, asmkit::plain(broken.why()))
            });
        }
        runs.each(at, &mut |run| {
            if !run.is_golden() {
                add(&|| {
                    let (file, line) = place(root, lane, Some(run));
                    (file, line, format!("{name}, puzzle {}", run.id), wrong(run))
                });
            }
            Ok(())
        })?;
    }
    let mut text = String::new();
    for (file, line, title, message) in &first {
        let mut properties = Vec::new();
        if !file.is_empty() {
            properties.push(format!("file={}", github_property(file)));
        }
        properties.extend(line.map(|line| format!("line={line}")));
        properties.push(format!("title={}", github_property(title)));
        let (properties, message) = (properties.join(","), github_message(message));
        let _ = writeln!(text, "::error {properties}::{message}");
    }
    if let Some(more) = count.checked_sub(MOST).filter(|more| *more > 0) {
        let more = counted(more as u64, "more error");
        let _ = writeln!(text, "::error title=isagrid verify::and {more}");
    }
    let _ = writeln!(
        text,
        "::notice title=isagrid verify::{}",
        github_message(&told.summary.verdict(false))
    );
    take(&text)
}

fn summary(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let mut text = format!("## {}\n\n", markdown(&told.summary.verdict(false)));
    text.push_str("| lane | |\n|---|---|\n");
    for (is_golden, line) in told.summary.each_lane() {
        let sign = if is_golden { "right" } else { "**wrong**" };
        let _ =
            writeln!(text, "| {sign} | {} |", markdown(line.lines().next().unwrap_or_default()));
    }
    text.push('\n');
    for problem in told.summary.problems() {
        let _ = writeln!(text, "- {}\n", markdown(problem));
    }
    for (at, lane) in told.lanes.iter().enumerate() {
        let name = markdown(&lane.lane.name);
        if let Some(broken) = &lane.broken {
            let _ =
                writeln!(text, "- {name} {}\n\n{}", broken.verdict(), markdown_block(broken.why()));
        }
        let mut count = 0;
        runs.each(at, &mut |run| {
            if run.is_golden() {
                return Ok(());
            }
            count += 1;
            if count <= MOST {
                let id = markdown(&run.id.to_string());
                let _ = writeln!(text, "- {name}, puzzle {id}\n\n{}", markdown_block(&wrong(run)));
            }
            Ok(())
        })?;
        if count > MOST {
            let more = counted((count - MOST) as u64, "more puzzle");
            let _ = writeln!(text, "- {name}: {more}\n");
        }
    }
    let _ = writeln!(text, "by {}", markdown(told.version));
    take(&text)
}
