//! What a verification came to, as other programs take it.

use std::fmt::Write as _;
use std::path::Path;

use machine::numbers::counted;
use machines::files::Take;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};

use super::failure::told;
use super::json::{json, jsonl};
use super::sarif::{Finding, Level, Log};
use super::summary::Summary;
use super::text::{Room, SUMMARY_BYTES, github_message, github_property, markdown, markdown_block};
use crate::lane::TABLE;
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
    Format { name: "markdown", write: markdown_page },
    Format { name: "sarif", write: sarif },
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
        (Some(Broken::NotSetUp(_)), _) => Some((root.shown(Path::new(TABLE)), lane.lane.row_line)),
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
    take(&super::junit(&report))
}

/// Something that is wrong, with its place.
struct Failure<'r> {
    rule: &'r Rule,
    title: String,
    file: String,
    line: Option<u32>,
    message: String,
}

/// What can be wrong with a verification: a short name, what it is, and what to do.
type Rule = (&'static str, &'static str, &'static str);

const GOLDEN: Rule = (
    "golden",
    "A golden file is missing or wrong",
    "put the file back, or accept what is there now with `isagrid verify --bless`",
);
const NOT_ASSEMBLED: Rule =
    ("not-assembled", "The program does not assemble", "the assembler's message says what to mend");
const NOT_LOADED: Rule =
    ("not-loaded", "The finished program does not load", "make the program again");
const NOT_SET_UP: Rule = (
    "table",
    "The row of asm/lanes.toml names what is not there",
    "name the file or label as it is in the program",
);
const STOPPED: Rule =
    ("stopped", "The program did not end well", "run the puzzle alone with `isagrid run`");
const GRID: Rule =
    ("grid", "The grid is not the solution", "follow the puzzle with `isagrid trace`");
const DECISIONS: Rule = (
    "decisions",
    "The program takes other decisions than the algorithm",
    "follow the puzzle with `isagrid trace`",
);
const COUNTS: Rule = (
    "counts",
    "The run costs something else than is golden",
    "accept what it costs now with `isagrid verify --bless`",
);

/// The rule that a broken lane breaks.
fn rule_of(broken: &Broken) -> &'static Rule {
    match broken {
        Broken::NotAssembled(..) => &NOT_ASSEMBLED,
        Broken::NotLoaded(_) => &NOT_LOADED,
        Broken::NotSetUp(_) => &NOT_SET_UP,
    }
}

/// The rule that a run breaks which is not golden: the first of those that say why.
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

/// Gives all that is wrong, in the order of the lanes.
fn failures(
    told: &Told<'_>,
    runs: &mut dyn Runs,
    mut each: impl FnMut(Failure<'_>),
) -> Result<(), String> {
    let root = told.summary.root();
    for problem in told.summary.problems() {
        let (title, message) = ("golden".to_owned(), asmkit::plain(problem));
        each(Failure { rule: &GOLDEN, title, file: String::new(), line: None, message });
    }
    for (at, lane) in told.lanes.iter().enumerate() {
        let name = &lane.lane.name;
        if let Some(broken) = &lane.broken {
            let (file, line) = place(root, lane, None);
            let title = format!("{name} {}", broken.verdict());
            let message = asmkit::plain(broken.why());
            each(Failure { rule: rule_of(broken), title, file, line, message });
        }
        runs.each(at, &mut |run| {
            if !run.is_golden() {
                let (file, line) = place(root, lane, Some(run));
                let title = format!("{name}, puzzle {}", run.id);
                each(Failure { rule: rule_of_run(run), title, file, line, message: wrong(run) });
            }
            Ok(())
        })?;
    }
    Ok(())
}

fn github(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let (mut text, mut count) = (String::new(), 0);
    failures(told, runs, |Failure { title, file, line, message, .. }| {
        count += 1;
        if count > MOST {
            return;
        }
        let mut properties = Vec::new();
        if !file.is_empty() {
            properties.push(format!("file={}", github_property(&file)));
        }
        properties.extend(line.map(|line| format!("line={line}")));
        properties.push(format!("title={}", github_property(&title)));
        let (properties, message) = (properties.join(","), github_message(&message));
        let _ = writeln!(text, "::error {properties}::{message}");
    })?;
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

fn sarif(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    let mut log = Log::default();
    failures(told, runs, |Failure { rule: (rule, finds, mend), title, file, line, message }| {
        // Code scanning shows no result without a file.
        let file = if file.is_empty() { "golden" } else { &file };
        let message = format!("{title}: {message}");
        log.add(&Finding { rule, level: Level::Error, message, file, line }, (finds, mend));
    })?;
    take(&log.text())
}

fn summary(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    pages(told, runs, Room::of(SUMMARY_BYTES), take)
}

fn markdown_page(told: &Told<'_>, runs: &mut dyn Runs, take: Take<'_>) -> Result<(), String> {
    pages(told, runs, Room::of(usize::MAX), take)
}

/// A page of Markdown: the table of lanes first, then what is wrong, as far as there is room.
fn pages(
    told: &Told<'_>,
    runs: &mut dyn Runs,
    mut room: Room,
    take: Take<'_>,
) -> Result<(), String> {
    let mut left_out = 0;
    let mut put = |piece: String| {
        let has_room = room.takes(&piece);
        left_out += usize::from(!has_room);
        if has_room { take(&piece) } else { Ok(()) }
    };
    put(format!("## {}\n\n| lane | |\n|---|---|\n", markdown(&told.summary.verdict(false))))?;
    for (is_golden, line) in told.summary.each_lane() {
        let sign = if is_golden { "right" } else { "**wrong**" };
        put(format!("| {sign} | {} |\n", markdown(line.lines().next().unwrap_or_default())))?;
    }
    put("\n".to_owned())?;
    for problem in told.summary.problems() {
        put(format!("- {}\n\n", markdown(problem)))?;
    }
    for (at, lane) in told.lanes.iter().enumerate() {
        let name = markdown(&lane.lane.name);
        if let Some(broken) = &lane.broken {
            let (verdict, why) = (broken.verdict(), markdown_block(broken.why()));
            put(format!("- {name} {verdict}\n\n{why}\n"))?;
        }
        let mut count = 0;
        runs.each(at, &mut |run| {
            count += usize::from(!run.is_golden());
            if run.is_golden() || count > MOST {
                return Ok(());
            }
            let id = markdown(&run.id.to_string());
            put(format!("- {name}, puzzle {id}\n\n{}\n", markdown_block(&wrong(run))))
        })?;
        if count > MOST {
            put(format!("- {name}: {}\n\n", counted((count - MOST) as u64, "more puzzle")))?;
        }
    }
    if left_out > 0 {
        take(&format!(
            "\n{} of this page had no room: `--report markdown=FILE` has all of it\n\n",
            counted(left_out as u64, "part")
        ))?;
    }
    take(&format!("by {}\n", markdown(told.version)))
}
