//! `isagrid verify`: puzzles through lanes.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::compare;
use lanes::compare::metric::By;
use lanes::golden;
use lanes::lane::{Lane, TABLE};
use lanes::puzzles::Puzzles;
use lanes::report::{self, FORMATS, Format};
use lanes::root::Root;
use lanes::verify::{self, Cache, Checks, LaneOutcome, Plan, Verified};
use machines::files;
use reports::data;

use crate::compare::{percent, run, usual};
use crate::engine::EngineArg;
use crate::grade::format_and_file;
use crate::lanes_here::{self, Choice};
use crate::progress::{self, at_least_one, on_cores};
use crate::{Ended, Ending, Usage, say, version};

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
    choice: Choice,
    /// Only this puzzle set, or these puzzles of it, as in 9x9:17 or 9x9:1-20,40
    #[arg(long = "puzzle", visible_alias = "puzzles", value_name = "SET[:NUMBERS]")]
    puzzles: Vec<Puzzles>,
    /// Check only these: grids, decisions, counts; the first two need nothing golden
    ///
    /// A lane whose row says less is checked for less
    #[arg(long, value_name = "CHECKS", conflicts_with = "bless")]
    check: Option<Checks>,
    /// Counts may be above the golden ones by this; without it they have to be the same
    #[arg(long, value_name = "PERCENT", value_parser = at_most_double, conflicts_with = "bless")]
    counts_within: Option<f64>,
    /// Run of each set the first puzzle, and the middle and the hardest of those up to 10,000 nodes
    #[arg(long, conflicts_with = "bless")]
    quick: bool,
    /// Run the shortest first, and nothing more behind the first failure
    #[arg(long, conflicts_with = "bless")]
    fail_fast: bool,
    /// Leave the other puzzles of a lane behind so many failures; without it behind 5 that came to a limit
    #[arg(long, value_name = "N", value_parser = at_least_one, conflicts_with = "bless")]
    max_failures: Option<usize>,
    /// Run the puzzles of a file, in any format, on all lanes of their size; nothing golden is asked for
    #[arg(long, value_name = "FILE", conflicts_with = "bless")]
    puzzle_file: Option<PathBuf>,
    /// Keep lanes that pass in a folder, and do not run them again until something changes
    #[arg(long, value_name = "DIR", conflicts_with = "bless")]
    cache: Option<PathBuf>,
    /// Show the lanes and run none
    #[arg(long)]
    list: bool,
    /// Accept: write golden solutions and counts
    #[arg(long, conflicts_with_all = ["puzzles", "list"])]
    bless: bool,
    /// Write every fact as JSON to a file, or to standard output for `-`
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Write a report: json, jsonl, junit, github, github-summary or markdown, several at once; or
    /// compare the lanes, too, and write the page of `isagrid report` and the numbers to a folder
    #[arg(long = "report", value_name = "FORMAT=FILE|DIR", conflicts_with = "bless", value_parser = wanted)]
    reports: Vec<Wanted>,
    /// Print the schema of the JSON, and verify nothing
    #[arg(long)]
    schema: bool,
    /// How instructions are run, which changes nothing but the time it takes
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t)]
    engine: EngineArg,
    /// Show only what is wrong, and the verdict
    #[arg(short, long)]
    quiet: bool,
    /// Run on so many cores instead of all
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// The folder whose lanes are verified
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// A number of percent; at double the golden count a run is ended.
fn at_most_double(text: &str) -> Result<f64, String> {
    let percent = percent(text)?;
    if percent <= 100.0 { Ok(percent) } else { Err("expected at most 100 %".to_owned()) }
}

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
        let program = format!("{} {}", version::program()?, self.engine.name());
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
    if args.page().is_some() && args.puzzle_file.is_some() {
        let why = "the page of `isagrid report` is of sets: it cannot be had with --puzzle-file";
        return Err(Usage(why.to_owned()));
    }
    let root = lanes_here::root(args.root.as_deref())?;
    if args.bless && root == Root::Bundled {
        let why = "the lanes that came with isagrid are golden as they are: \
                   `isagrid lanes --write DIR` gives a copy of them that can be changed and blessed";
        return Err(Usage(why.to_owned()));
    }
    let mut lanes = args.choice.of(lanes_here::read(&root)?)?;
    let engine = args.engine.engine()?;
    for lane in &mut lanes {
        lane.target = lane.target.clone().with_engine(engine);
        if let Some(checks) = args.check {
            lane.check_only(checks)?;
        }
    }
    if args.list {
        say::out(&lanes_here::list(&lanes));
        lanes_here::tell_whose(&root, "these are");
        return Ok(Ending::Well);
    }
    on_cores(args.jobs)?;
    let compared = args.page().map(|_| lanes.clone());
    let choice = verify::Choice {
        puzzles: args.puzzles.clone(),
        file: args.puzzle_file.clone(),
        counts_within: args.counts_within,
        quick: args.quick,
        fail_fast: args.fail_fast,
        max_failures: args.max_failures,
        accepts: args.bless,
        cache: args.cache.clone().map(|folder| args.cache_in(folder)).transpose()?,
    };
    let reports = args.files();
    for (_, path) in &reports {
        let read = read_files(&root, &lanes, args.puzzle_file.as_deref());
        files::not_over(path, read.iter().map(PathBuf::as_path))?;
    }
    let mut plan = Plan::new(root.clone(), lanes, choice)?;
    if !args.quiet {
        lanes_here::tell_whose(&root, "verifying");
    }
    let mut blessed = Vec::new();
    if args.bless {
        blessed.extend(plan.bless_solutions()?);
    }
    let takes_the_output = reports.iter().any(|(_, path)| path.as_os_str() == "-");
    let mut verified = with_progress(plan);
    for why in &verified.not_kept {
        say::warning(why);
    }
    if args.bless && verified.lanes.iter().all(LaneOutcome::is_right) {
        blessed.extend(verified.bless_counts()?);
    }
    // What a program reads has no words for people in it.
    if !takes_the_output {
        tell(&verified, &blessed, args.quiet);
    }
    for (format, path) in reports {
        let text = format.write(&verified, &version::short());
        if path.as_os_str() == "-" {
            say::out(&text);
        } else {
            files::write(path, text)?;
        }
    }
    if args.bless {
        tell_blessed(&verified, &blessed);
    }
    if let (Some(folder), Some(lanes)) = (args.page(), compared) {
        report_to(folder, &verified, lanes, args)?;
    }
    let broken = verified.lanes.iter().any(|lane| lane.broken.is_some());
    Ok(match (verified.is_golden(), broken) {
        (true, _) => Ending::Well,
        (false, true) => Ending::NotAssembled,
        (false, false) => Ending::Failed,
    })
}

/// Files of a folder that a verification reads, which no report is written over.
fn read_files(root: &Root, lanes: &[Lane], puzzles: Option<&Path>) -> Vec<PathBuf> {
    let mut read: Vec<PathBuf> = puzzles.into_iter().map(Path::to_owned).collect();
    if let Root::Folder(folder) = root {
        read.push(folder.join(TABLE));
        for lane in lanes {
            read.extend(lane.sources.iter().map(|source| folder.join(source)));
            read.push(folder.join(golden::counts_file(&lane.name)));
            for set in &lane.sets {
                read.push(folder.join(golden::puzzles_file(set)));
                read.push(folder.join(golden::solutions_file(set)));
            }
        }
    }
    read
}

/// Compares lanes that were verified, and writes what came of both.
fn report_to(
    folder: &Path,
    verified: &Verified,
    lanes: Vec<Lane>,
    args: &Args,
) -> Result<(), Usage> {
    let puzzles = args.puzzles.clone();
    let choice = compare::Choice { puzzles, ..usual() };
    let comparison = run(compare::Plan::new(verified.root.clone(), lanes, &choice)?);
    let by = By::Puzzle;
    let page = crate::report::page(&comparison, by, Some(verified), Vec::new())?;
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

fn tell(verified: &Verified, blessed: &[String], quiet: bool) {
    if !quiet {
        for lane in &verified.lanes {
            say::out(&format!("{}\n", report::lane_line(lane)));
        }
        say::out(&format!("\n{}\n", report::table(verified)));
    }
    say::out(&report::failures(verified));
    say::out(&format!("{}\n", report::verdict(verified, !blessed.is_empty())));
}

fn tell_blessed(verified: &Verified, blessed: &[String]) {
    if !verified.lanes.iter().all(LaneOutcome::is_right) {
        say::error("counts were not blessed, because the lanes above are wrong");
    }
    for line in blessed {
        say::out(&format!("blessed {line}\n"));
    }
    if blessed.is_empty() {
        say::out("nothing to bless: golden is as it was\n")
    } else if verified.root.is_repository() {
        say::out("say in CHANGELOG.md, under Golden, what moved and why\n")
    }
}
