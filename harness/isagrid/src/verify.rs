//! `isagrid verify`: puzzles through lanes.

mod asked;
pub(crate) mod sharded;

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::compare;
use lanes::compare::metric::By;
use lanes::lane::Lane;
use lanes::report::{self, FORMATS, Format, Runs, Summary};
use lanes::root::Root;
use lanes::verify::{self, Cache, LaneOutcome, Plan, Verified};
use machines::files::{self, Take};
use reports::data;

use crate::compare::{run, usual};
use crate::grade::format_and_file;
use crate::progress::{self, at_least_one, on_cores};
use crate::{Ended, Ending, Usage, lanes_command, say, version};

pub(crate) use asked::Asked;
use asked::read_files;

const EXAMPLES: &str = "\
Examples:
  isagrid verify                                  every lane over its puzzle sets
  isagrid verify mips32-mars-9x9 --puzzle 9x9:17  one puzzle on one lane
  isagrid verify --only 4x4 --json report.json
  isagrid verify -q -j 1                          only what is wrong, and the verdict; one core
  isagrid verify --report out                     the page of `isagrid report` in out/report.html, too
  isagrid verify --report junit=verify.xml --report github=-
  isagrid verify --check grids,decisions          correctness alone, without anything golden
  isagrid verify --counts-within 2%               a lane may take 2 % more than is golden
  isagrid verify --puzzle-file mine.txt           puzzles of one's own
  isagrid verify --quick                          a few puzzles of each lane, soon done
  isagrid verify --cache kept                     only what changed since the last time
  isagrid verify --fail-fast                      nothing more behind the first failure
  isagrid verify --bless                          accept solutions and counts as golden

In a folder with asm/lanes.toml, or below it, its lanes are verified; anywhere else those that came
with isagrid, of which `isagrid lanes --write DIR` gives a copy to change. docs/lanes.md says how to
have lanes of one's own.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    asked: Asked,
    /// Run the shortest first, and nothing more behind the first failure
    #[arg(long)]
    fail_fast: bool,
    /// Keep lanes that pass in a folder, and do not run them again until something changes
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// Show the lanes and run none
    #[arg(long)]
    list: bool,
    /// Accept: write golden solutions, and the counts of lanes that are right
    #[arg(long, conflicts_with_all = NOT_BLESSED)]
    bless: bool,
    /// Write every fact as JSON to a file, or to standard output for `-`
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Write a report: json, jsonl, junit, github, github-summary, markdown or sarif, several at
    /// once; or compare the lanes, too, and write the page of `isagrid report` and the numbers to a
    /// folder
    #[arg(long = "report", value_name = "FORMAT=FILE|DIR", value_parser = wanted)]
    reports: Vec<Wanted>,
    /// Print the schema of the JSON, and verify nothing
    #[arg(long)]
    schema: bool,
    /// Show only what is wrong, and the verdict
    #[arg(short, long)]
    quiet: bool,
    /// Run on so many cores instead of all
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
}

/// What cannot be had together with `--bless`, which is of whole lanes, and exact.
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

/// A report that is wanted.
#[derive(Debug, Clone)]
enum Wanted {
    /// In a format, in a file; `-` is standard output.
    In(&'static Format, PathBuf),
    /// The page of `isagrid report`, in a folder.
    Page(PathBuf),
}

fn wanted(text: &str) -> Result<Wanted, String> {
    if !text.contains('=') {
        return Ok(Wanted::Page(text.into()));
    }
    let names = FORMATS.iter().map(|format| format.name);
    format_and_file(text, Format::named, names).map(|(format, path)| Wanted::In(format, path))
}

impl Args {
    /// The folder of the page, if it is wanted.
    fn page(&self) -> Option<&Path> {
        self.reports.iter().find_map(|wanted| match wanted {
            Wanted::Page(folder) => Some(folder.as_path()),
            Wanted::In(..) => None,
        })
    }

    /// Lanes that this program, by this engine, found right, in a folder.
    fn cache_in(&self, folder: PathBuf) -> Result<Cache, String> {
        let program = format!("{} {}", version::program()?, self.asked.engine.name());
        Ok(Cache { folder, program })
    }

    /// The reports in files or on standard output: `--json PATH` is one of them.
    fn files(&self) -> Vec<(&'static Format, &Path)> {
        let json = self.json.as_deref().zip(Format::named("json")).map(|(path, json)| (json, path));
        let others = self.reports.iter().filter_map(|wanted| match wanted {
            Wanted::In(format, path) => Some((*format, path.as_path())),
            Wanted::Page(_) => None,
        });
        json.into_iter().chain(others).collect()
    }
}

pub(crate) fn verify(args: &Args) -> Ended {
    if args.schema {
        let schema = serde_json::to_string_pretty(&report::schema());
        say::out(&format!("{}\n", schema.map_err(|error| Usage(error.to_string()))?));
        return Ok(Ending::Well);
    }
    if args.page().is_some() && args.asked.puzzle_file.is_some() {
        let why = "the page of `isagrid report` is of sets: it cannot be had with --puzzle-file";
        return Err(Usage(why.to_owned()));
    }
    let root = args.asked.root()?;
    if args.bless && root == Root::Bundled {
        let why = "the lanes that came with isagrid are golden as they are: \
                   `isagrid lanes --write DIR` gives a copy of them that can be changed and blessed";
        return Err(Usage(why.to_owned()));
    }
    let lanes = args.asked.lanes(&root)?;
    if args.list {
        say::out(&lanes_command::list(&lanes));
        lanes_command::tell_whose(&root, "these are");
        return Ok(Ending::Well);
    }
    on_cores(args.jobs)?;
    let reports = args.files();
    if !reports.is_empty() {
        let read = read_files(&root, &lanes, args.asked.puzzle_file.as_deref())?;
        for (_, path) in &reports {
            files::may_write(path, read.iter().map(PathBuf::as_path))?;
        }
    }
    if args.page().is_some() {
        compare::must_be_comparable(&lanes)?;
    }
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
    // What a program reads has no words for people in it.
    if !reports.iter().any(|(_, path)| path.as_os_str() == "-") {
        tell(&summary, &blessed, args.quiet);
    }
    let of = &verified.lanes[..];
    write_reports(&reports, (&summary, of), || Ok(of))?;
    if args.bless {
        tell_blessed(&verified.root, &summary, &blessed);
    }
    let ending = ending(&summary);
    match compared.map(|(folder, lanes)| report_to(folder, &verified, lanes, args)) {
        Some(Err(Usage(why))) if !matches!(ending, Ending::Well) => say::error(&why),
        Some(written) => written?,
        None => {}
    }
    Ok(ending)
}

/// Reads all that is asked for, and says whose lanes these are.
fn planned(root: Root, lanes: Vec<Lane>, args: &Args) -> Result<Plan, Usage> {
    let choice = verify::Choice {
        fail_fast: args.fail_fast,
        accepts: args.bless,
        cache: args.cache.clone().map(|folder| args.cache_in(folder)).transpose()?,
        ..args.asked.choice()
    };
    let making = progress::Making::new();
    let plan =
        Plan::new(root.clone(), lanes, choice, &|step, done, all| making.done(step, done, all))?;
    making.end();
    if !args.quiet {
        lanes_command::tell_whose(&root, "verifying");
    }
    Ok(plan)
}

/// The status: what cannot run weighs more than what is wrong.
fn ending(summary: &Summary) -> Ending {
    match summary.broken() {
        Some(broken) => Ending::of(broken),
        None if summary.is_golden() => Ending::Well,
        None => Ending::Failed,
    }
}

/// Writes reports; `runs` says where the runs come from, anew for each.
fn write_reports<R: Runs>(
    reports: &[(&'static Format, &Path)],
    (summary, lanes): (&Summary, &[LaneOutcome]),
    runs: impl Fn() -> Result<R, String>,
) -> Result<(), Usage> {
    let told = report::Told { summary, lanes, version: &version::short() };
    for (format, path) in reports {
        let mut runs = runs()?;
        let pieces = |take: Take<'_>| format.write(&told, &mut runs, take);
        if path.as_os_str() == "-" {
            say::out_pieces(pieces)?;
        } else {
            files::write_pieces(path, pieces)?;
        }
    }
    Ok(())
}

/// Compares lanes that were verified, and writes what came of both.
fn report_to(
    folder: &Path,
    verified: &Verified,
    lanes: Vec<Lane>,
    args: &Args,
) -> Result<(), Usage> {
    let puzzles = args.asked.puzzles.clone();
    let choice = compare::Choice { puzzles, ..usual() };
    let comparison = run(compare::Plan::new(verified.root.clone(), lanes, &choice)?);
    let by = By::Puzzle;
    let page = crate::report::page(&comparison, by, Some(verified), Vec::new())?;
    files::make_folder(folder)?;
    let (page_file, data_file) = (folder.join("report.html"), folder.join("comparison.json"));
    files::write(&page_file, page)?;
    files::write(&data_file, data::of(&comparison, by, env!("CARGO_PKG_VERSION")).json())?;
    say::note(&format!("wrote {} and {}", files::shown(&page_file), files::shown(&data_file)));
    Ok(())
}

/// Runs the plan with its progress on a terminal, in silence elsewhere.
fn with_progress(plan: Plan) -> Verified {
    let progress = progress::Runs::new(plan.total());
    let verified = plan.run(&|lane, run| progress.done(&lane.name, run.nodes));
    progress.end();
    verified
}

fn tell(summary: &Summary, blessed: &[String], quiet: bool) {
    if !quiet {
        say::out(&format!("{}\n{}\n", summary.lines(), summary.table()));
    }
    say::out(&summary.failures());
    say::out(&format!("{}\n", summary.verdict(!blessed.is_empty())));
}

fn tell_blessed(root: &Root, summary: &Summary, blessed: &[String]) {
    let wrong = summary.wrong();
    if !wrong.is_empty() {
        let (are, they) = if wrong.len() == 1 { ("is", "it is") } else { ("are", "they are") };
        let wrong = wrong.join(", ");
        say::error(&format!("{wrong} {are} not blessed, because {they} wrong: see above"));
    }
    for line in blessed {
        say::out(&format!("blessed {line}\n"));
    }
    if blessed.is_empty() {
        say::out("nothing to bless: golden is as it was\n")
    } else if root.is_repository() {
        say::out("say in CHANGELOG.md, under Golden, what moved and why\n")
    }
}
