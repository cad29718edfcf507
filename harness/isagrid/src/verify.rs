//! `isagrid verify`: runs the puzzles of lanes and checks the results.

mod selection;

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::compare;
use lanes::compare::metric::By;
use lanes::lane::Lane;
use lanes::report::Summary;
use lanes::root::Root;
use lanes::verify::{self, Cache, LaneOutcome, Plan, Verification};
use reports::data;
use reports::verification::{self, FORMATS, Format, ReportInput};
use targets::files::{self, Take};

use crate::compare::{run, usual};
use crate::grade::format_and_file;
use crate::progress::{self, at_least_one, on_cores};
use crate::{CommandResult, Ending, Usage, lanes_command, say, version};

use selection::{RunSelection, read_files};

const EXAMPLES: &str = "\
Examples:
  isagrid verify                                  every lane on all puzzles of its sets
  isagrid verify mips32-mars-9x9 --puzzle 9x9:17  one lane on one puzzle
  isagrid verify --all                            a table of every lane, with cycles
  isagrid verify --only 4x4 --json report.json    lanes with 4x4 in their name, and a JSON file
  isagrid verify -q -j 1                          only failures and the verdict, on one core
  isagrid verify --report out                     also write the page of `isagrid report` to out/
  isagrid verify --report junit=verify.xml --report github=-
  isagrid verify --check grids,decisions          needs no golden files
  isagrid verify --counts-within 2%               allow counts up to 2 % above the golden ones
  isagrid verify --puzzle-file mine.txt           your own puzzles
  isagrid verify --quick                          a few puzzles of each lane
  isagrid verify --cache kept                     only lanes that changed since the last time
  isagrid verify --fail-fast                      stop at the first failure
  isagrid verify --bless                          save solutions and counts to the golden files

Lanes are read from asm/lanes.toml in this folder or the nearest folder above it; if there is none,
the bundled lanes are verified. `isagrid lanes --write DIR` writes a copy of those that you can
change. docs/lanes.md describes how to write your own lanes.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    selection: RunSelection,
    /// Run short runs first and stop at the first failure
    #[arg(long)]
    fail_fast: bool,
    /// Remember lanes that pass in a folder and skip them until something changes
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// List the lanes without running them
    #[arg(long)]
    list: bool,
    /// Save solutions, and the counts of correct lanes, to the golden files
    #[arg(long, conflicts_with_all = NOT_BLESSED)]
    bless: bool,
    /// Write all results as JSON to a file, or to standard output for `-`
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Write a report in a format, or the page of `isagrid report` to a folder; repeatable
    ///
    /// Formats: json, jsonl, junit, github, github-summary, markdown, sarif. A folder gets
    /// report.html, which also compares the lanes, and comparison.json.
    #[arg(long = "report", value_name = "FORMAT=FILE|DIR", value_parser = report_request)]
    reports: Vec<ReportRequest>,
    /// Print the JSON schema of --json and exit
    #[arg(long)]
    schema: bool,
    /// Show a row for every lane, with cycles, even if there are many
    #[arg(long, conflicts_with = "quiet")]
    all: bool,
    /// Show only failures and the verdict
    #[arg(short, long)]
    quiet: bool,
    /// Run on N cores [default: all]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
}

/// Options that conflict with `--bless`, which saves whole lanes and exact counts.
const NOT_BLESSED: [&str; 10] = [
    "puzzles",
    "list",
    "check",
    "counts_within",
    "quick",
    "fail_fast",
    "max_failures",
    "puzzle_file",
    "cache",
    "reports",
];

/// Value of `--report`.
#[derive(Debug, Clone)]
enum ReportRequest {
    /// A format and its file; `-` is standard output.
    File(&'static Format, PathBuf),
    /// Folder of the page of `isagrid report`.
    Page(PathBuf),
}

fn report_request(text: &str) -> Result<ReportRequest, String> {
    if !text.contains('=') {
        return Ok(ReportRequest::Page(text.into()));
    }
    let names = FORMATS.iter().map(|format| format.name);
    format_and_file(text, Format::named, names)
        .map(|(format, path)| ReportRequest::File(format, path))
}

impl Args {
    /// Folder of the page, if one is requested.
    fn page(&self) -> Option<&Path> {
        self.reports.iter().find_map(|request| match request {
            ReportRequest::Page(folder) => Some(folder.as_path()),
            ReportRequest::File(..) => None,
        })
    }

    /// Cache in a folder, for this program and engine.
    fn cache_in(&self, folder: PathBuf) -> Result<Cache, String> {
        let program = format!("{} {}", version::program()?, self.selection.engine.name());
        Ok(Cache { folder, program })
    }

    /// Reports in files or on standard output, `--json PATH` included.
    fn files(&self) -> Vec<(&'static Format, &Path)> {
        let json = self.json.as_deref().zip(Format::named("json")).map(|(path, json)| (json, path));
        let others = self.reports.iter().filter_map(|request| match request {
            ReportRequest::File(format, path) => Some((*format, path.as_path())),
            ReportRequest::Page(_) => None,
        });
        json.into_iter().chain(others).collect()
    }

    /// Checks that all reports can be made, before anything runs.
    fn check_reports(&self, root: &Root, lanes: &[Lane]) -> Result<(), Usage> {
        let reports = self.files();
        if !reports.is_empty() {
            let read = read_files(root, lanes, self.selection.puzzle_file.as_deref())?;
            for (_, path) in &reports {
                files::may_write(path, read.iter().map(PathBuf::as_path))?;
            }
        }
        if self.page().is_some() {
            compare::must_be_comparable(lanes)?;
        }
        Ok(())
    }

    /// The table to print, unless only failures are wanted.
    fn table(&self, summary: &Summary) -> Option<String> {
        match (self.quiet, self.all) {
            (true, _) => None,
            (false, true) => Some(summary.table_with_cycles()),
            (false, false) => Some(summary.table()),
        }
    }
}

pub(crate) fn verify(args: &Args) -> CommandResult {
    if args.schema {
        let schema = serde_json::to_string_pretty(&verification::schema());
        say::out(&format!("{}\n", schema.map_err(|error| Usage(error.to_string()))?));
        return Ok(Ending::Well);
    }
    if args.page().is_some() && args.selection.puzzle_file.is_some() {
        let why = "--report DIR needs puzzle sets and cannot be used with --puzzle-file";
        return Err(Usage(why.to_owned()));
    }
    let root = args.selection.root()?;
    if args.bless && root == Root::Bundled {
        let why = "the bundled lanes cannot be blessed: \
                   `isagrid lanes --write DIR` writes a copy that can";
        return Err(Usage(why.to_owned()));
    }
    let lanes = args.selection.lanes(&root)?;
    if args.list {
        say::out(&lanes_command::list(&lanes));
        lanes_command::tell_whose(&root, "these are");
        return Ok(Ending::Well);
    }
    on_cores(args.jobs)?;
    args.check_reports(&root, &lanes)?;
    let compared = args.page().map(|folder| (folder, lanes.clone()));
    let mut plan = planned(root, lanes, args)?;
    let mut blessed = Vec::new();
    if args.bless {
        blessed.extend(plan.bless_solutions()?);
    }
    let mut verified = with_progress(plan);
    verified.not_kept.iter().for_each(|why| say::warning(why));
    if args.bless {
        blessed.extend(verified.bless_counts()?);
    }
    let summary = Summary::of(&verified);
    let reports = args.files();
    // A report on standard output is for a program, so no text may be mixed with it.
    if !reports.iter().any(|(_, path)| path.as_os_str() == "-") {
        print(&summary, args.table(&summary), !blessed.is_empty());
    }
    write_reports(&reports, &summary, &verified.lanes)?;
    if args.bless {
        print_blessed(&verified.root, &summary, &blessed);
    }
    let ending = ending(&summary);
    match compared.map(|(folder, lanes)| report_to(folder, &verified, lanes, args)) {
        Some(Err(Usage(why))) if !matches!(ending, Ending::Well) => say::error(&why),
        Some(written) => written?,
        None => {}
    }
    Ok(ending)
}

/// Reads everything the run needs, and prints which lanes are used.
fn planned(root: Root, lanes: Vec<Lane>, args: &Args) -> Result<Plan, Usage> {
    let choice = verify::Choice {
        fail_fast: args.fail_fast,
        accepts: args.bless,
        cache: args.cache.clone().map(|folder| args.cache_in(folder)).transpose()?,
        ..args.selection.choice()
    };
    let plan = read_plan(root.clone(), lanes, choice)?;
    if !args.quiet {
        lanes_command::tell_whose(&root, "verifying");
    }
    Ok(plan)
}

/// Reads everything that a verification needs, with a progress bar if it takes long.
fn read_plan(root: Root, lanes: Vec<Lane>, choice: verify::Choice) -> Result<Plan, String> {
    let progress = progress::PuzzleProgress::new();
    let plan = Plan::new(root, lanes, choice, &|step, done, all| progress.done(step, done, all));
    progress.end();
    plan
}

/// Exit status: a lane that cannot run takes precedence over a failure.
fn ending(summary: &Summary) -> Ending {
    match summary.broken() {
        Some(broken) => Ending::of(broken),
        None if summary.is_golden() => Ending::Well,
        None => Ending::Failed,
    }
}

/// Writes the reports.
fn write_reports(
    reports: &[(&'static Format, &Path)],
    summary: &Summary,
    lanes: &[LaneOutcome],
) -> Result<(), Usage> {
    let input = ReportInput { summary, lanes, version: &version::short() };
    for (format, path) in reports {
        let pieces = |take: Take<'_>| format.write(&input, take);
        if path.as_os_str() == "-" {
            say::out_pieces(pieces)?;
        } else {
            files::write_pieces(path, pieces)?;
        }
    }
    Ok(())
}

/// Compares the verified lanes, and writes the page and its data to a folder.
fn report_to(
    folder: &Path,
    verified: &Verification,
    lanes: Vec<Lane>,
    args: &Args,
) -> Result<(), Usage> {
    let puzzles = args.selection.puzzles.clone();
    let choice = compare::ComparisonChoice { puzzles, ..usual() };
    let comparison = run(compare::ComparisonPlan::new(verified.root.clone(), lanes, &choice)?);
    let by = By::Puzzle;
    let page = crate::report::page(&comparison, by, Some(verified), Vec::new())?;
    files::make_folder(folder)?;
    let (page_file, data_file) = (folder.join("report.html"), folder.join("comparison.json"));
    files::write(&page_file, page)?;
    files::write(&data_file, data::of(&comparison, by, env!("CARGO_PKG_VERSION")).json())?;
    say::note(&format!("wrote {} and {}", files::shown(&page_file), files::shown(&data_file)));
    Ok(())
}

/// Runs the plan, with a progress bar if this is a terminal.
fn with_progress(plan: Plan) -> Verification {
    let progress = progress::Runs::new(plan.total());
    let verified = plan.run(&|lane, run| progress.done(&lane.name, run.nodes));
    progress.end();
    verified
}

/// Prints the table, if there is one, then the failures and the verdict.
fn print(summary: &Summary, table: Option<String>, is_blessed: bool) {
    if let Some(table) = table {
        say::out(&format!("{table}\n"));
    }
    say::out(&summary.failures());
    say::out(&format!("{}\n", summary.verdict(is_blessed)));
}

fn print_blessed(root: &Root, summary: &Summary, blessed: &[String]) {
    let wrong = summary.wrong();
    if !wrong.is_empty() {
        let are = if wrong.len() == 1 { "is" } else { "are" };
        say::error(&format!("{} {are} wrong and not blessed; see above", wrong.join(", ")));
    }
    for line in blessed {
        say::out(&format!("blessed {line}\n"));
    }
    if blessed.is_empty() {
        say::out("nothing to bless: the golden files are up to date\n")
    } else if root.is_repository() {
        say::out("describe what changed and why in CHANGELOG.md, under Golden\n")
    }
}
