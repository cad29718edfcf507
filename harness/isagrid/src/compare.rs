//! `isagrid compare`: lanes beside each other, each number with its meaning.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use lanes::compare::metric::By;
use lanes::compare::{Choice, Comparison, LeftOut, Plan};
use lanes::lane::{Algorithm, Lane};
use lanes::puzzles::Puzzles;
use lanes::root::Root;
use lanes::verify::Broken;
use machine::numbers::counted;
use machines::files;
use reports::against::{Against, against};
use reports::{data, document, latex, markdown, text};

use crate::lanes_here;
use crate::progress::{self, at_least_one, on_cores};
use crate::{Ended, Ending, Usage, report, say};

const EXAMPLES: &str = "\
Examples:
  isagrid compare --algorithm backtrack              what people wrote, on three machines
  isagrid compare --only backtrack --puzzles easy    compilers beside people, on one set of puzzles
  isagrid compare mips32-links pdp10-links --by node --baseline pdp10-links
  isagrid compare --puzzles 9x9:1-20 --format csv > counts.csv
  isagrid compare --compiled --most-puzzles 400 --most-nodes 10000    everything there is
  isagrid compare --save before                      keeps all numbers in before.json
  isagrid compare --against before --fail-above 2%   status 1 when a number is more than 2 % higher

Lanes of one algorithm and size are compared over the puzzles that all of them take up. Each run is checked as
`isagrid verify` checks it; a lane that takes other decisions is shown apart, and is part of no ratio.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) of: Of,
    /// Whether numbers are of a puzzle, of a node of the search or of a digit placed
    #[arg(long, value_name = "STEP", default_value = "puzzle")]
    by: Step,
    /// What is written to standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// Print the schema of the JSON, and compare nothing
    #[arg(long)]
    schema: bool,
    /// Show no tables, only what is wrong, what changed and what was saved
    #[arg(short, long)]
    quiet: bool,
    /// Keep all numbers in NAME.json, to compare with later
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    /// Tell what changed since NAME.json was saved
    #[arg(long, value_name = "NAME")]
    against: Option<PathBuf>,
    /// With --against: status 1 when instructions, bits fetched, loads, stores, stack, cycles or the program's size
    /// of a lane are more by more than this
    #[arg(long, value_name = "PERCENT", requires = "against", value_parser = percent)]
    fail_above: Option<f64>,
}

/// Puzzles of a group when none are asked for: enough to see the spread, and soon done.
const MOST_PUZZLES: usize = 40;

/// Nodes of a puzzle at most, when nothing is said of them.
const MOST_NODES: u64 = 2000;

/// Which lanes and puzzles.
#[derive(Debug, ClapArgs)]
pub(crate) struct Of {
    #[command(flatten)]
    choice: lanes_here::Choice,
    /// Only lanes of this algorithm
    #[arg(long, value_name = "NAME", value_parser = algorithm)]
    algorithm: Vec<Algorithm>,
    /// The lanes that compilers made, too; naming lanes, or --only, takes them without it
    #[arg(long)]
    compiled: bool,
    /// A puzzle set, or some puzzles of it, as in 9x9:1-20,40
    ///
    /// Without it 40 puzzles, evenly spread over all sets of the lanes, or as many as --most-puzzles says
    #[arg(long, value_name = "SET[:NUMBERS]")]
    puzzles: Vec<Puzzles>,
    /// Take so many puzzles at most for each algorithm and size, evenly spread over those there are
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    most_puzzles: Option<usize>,
    /// Leave out puzzles that take more nodes than this
    #[arg(long, value_name = "N", default_value_t = MOST_NODES)]
    most_nodes: u64,
    /// The lane that ratios are to, one for each algorithm and size; the first of the table without it
    #[arg(long, value_name = "LANE")]
    baseline: Vec<String>,
    /// Run on so many cores instead of all
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// The folder whose lanes are compared
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// What numbers are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Step {
    /// A whole puzzle
    Puzzle,
    /// A node of the search
    Node,
    /// A digit that is placed
    Place,
}

impl From<Step> for By {
    fn from(step: Step) -> By {
        match step {
            Step::Puzzle => By::Puzzle,
            Step::Node => By::Node,
            Step::Place => By::Place,
        }
    }
}

/// What a comparison is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// Every number of every run, by the schema docs/schema/comparison-1.json
    Json,
    /// A line a lane and puzzle, a column a number
    Csv,
    /// A page of Markdown
    Markdown,
    /// Tables for LaTeX, with the package booktabs
    Latex,
    /// The page that `isagrid report` writes
    Html,
}

fn algorithm(name: &str) -> Result<Algorithm, String> {
    let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
    found.ok_or_else(|| {
        let names = Algorithm::ALL.map(Algorithm::name);
        format!("there is {}", names.join(", "))
    })
}

/// A number of percent, with or without the sign.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a number of percent from 0 on, such as 2%".to_owned())
}

pub(crate) fn compare(args: &Args) -> Ended {
    if args.schema {
        let schema = serde_json::to_string_pretty(&data::schema());
        say::out(&format!("{}\n", schema.map_err(|error| Usage(error.to_string()))?));
        return Ok(Ending::Well);
    }
    // What was saved is read first: a wrong name is told before anything runs.
    let before = args.against.as_deref().map(saved).transpose()?;
    if let Some(name) = &args.save {
        files::may_write(&json_file(name), [])?;
    }
    let comparison = args.of.measured()?;
    let by = By::from(args.by);
    let now = || data::of(&comparison, by, env!("CARGO_PKG_VERSION"));
    let document = || document::of(&comparison, by, &report::command());
    let shown = || match args.format {
        Format::Text => Ok(text::document(&document())),
        Format::Json => Ok(now().json()),
        Format::Csv => Ok(now().csv()),
        Format::Markdown => Ok(markdown::document(&document())),
        Format::Latex => Ok(latex::document(&document())),
        Format::Html => report::page(&comparison, by, None, Vec::new()),
    };
    if !args.quiet {
        say::out(&shown()?);
    }
    if args.quiet || args.format == Format::Csv || args.format == Format::Json {
        tell_apart(&comparison);
    }
    let mut ending = args.of.ending(&comparison);
    if let (Some(before), Some(name)) = (&before, &args.against) {
        let name = files::shown(&json_file(name));
        let rises = tell_changes(&against(before, &now()), &name, args.fail_above);
        ending = if rises && ending == Ending::Well { Ending::Failed } else { ending };
    }
    if let Some(name) = &args.save {
        let file = json_file(name);
        report::write(&file, &comparison, now().json())?;
        say::note(&format!("saved as {}", files::shown(&file)));
    }
    Ok(ending)
}

/// Says on standard error what data for programs only has in a field.
fn tell_apart(comparison: &Comparison) {
    for apart in comparison.groups.iter().flat_map(|group| &group.apart) {
        say::warning(&format!("{} is apart: {}", apart.row.lane.name, apart.why));
    }
    for out in comparison.left_out.iter().filter(|out| out.broken.is_some()) {
        say::warning(&format!("{} is not compared: {}", out.lane, out.why));
    }
}

/// Tells what changed, and whether that is too much.
fn tell_changes(against: &Against, name: &str, fail_above: Option<f64>) -> bool {
    for lane in &against.lanes {
        say::note(&format!("{}: {}", lane.lane, lane.what));
    }
    if against.changes.is_empty() {
        say::note(&format!("{} as in {name}", counted(against.same, "lane")));
    } else {
        say::note(text::table(&against.table(name)).trim_end());
    }
    let Some(above) = fail_above else { return false };
    let failures = against.failures(above);
    for failure in &failures {
        say::error(&format!("more than {above} % above {name}: {failure}"));
    }
    !failures.is_empty()
}

fn json_file(name: &Path) -> PathBuf {
    if name.extension().is_some_and(|ending| ending == "json") {
        return name.to_owned();
    }
    let mut file = name.as_os_str().to_owned();
    file.push(".json");
    file.into()
}

/// A comparison that was saved.
fn saved(name: &Path) -> Result<data::Comparison, Usage> {
    let file = json_file(name);
    let shown = files::shown(&file);
    let bytes = fs::read(&file).map_err(|error| {
        Usage(format!("cannot read {shown}: {}; --save NAME makes it", files::reason(&error)))
    })?;
    let found: data::Comparison = serde_json::from_slice(&bytes)
        .map_err(|error| Usage(format!("{shown} is no comparison that --save made: {error}")))?;
    if found.schema == data::SCHEMA {
        Ok(found)
    } else {
        Err(Usage(format!("{shown} is of another version of isagrid: --save makes it again")))
    }
}

/// What is compared when nothing is said but lanes.
pub(crate) fn usual() -> Choice {
    Choice { most_nodes: Some(MOST_NODES), most_puzzles: Some(MOST_PUZZLES), ..Choice::default() }
}

/// Measures, with progress on a terminal.
pub(crate) fn run(plan: Plan) -> Comparison {
    let progress = progress::Runs::new(plan.total());
    let comparison = plan.run(&|lane, run| progress.done(&lane.name, run.nodes));
    progress.end();
    comparison
}

impl Of {
    /// What the lanes come to as a status; says which of those that were named were not compared.
    pub(crate) fn ending(&self, comparison: &Comparison) -> Ending {
        let is_named =
            |out: &&LeftOut| out.broken.is_none() && self.choice.lanes.contains(&out.lane);
        let missing: Vec<&LeftOut> = comparison.left_out.iter().filter(is_named).collect();
        for out in &missing {
            say::error(&format!("{} was named, and is not compared: {}", out.lane, out.why));
        }
        let is_apart = comparison.groups.iter().any(|group| !group.apart.is_empty());
        let broken = comparison.left_out.iter().filter_map(|out| out.broken.as_ref());
        if let Some(broken) = Broken::worst(broken) {
            Ending::of(broken)
        } else if is_apart || !missing.is_empty() || !comparison.problems.is_empty() {
            Ending::Failed
        } else {
            Ending::Well
        }
    }

    /// The lanes, measured over the puzzles, with progress on a terminal.
    pub(crate) fn measured(&self) -> Result<Comparison, Usage> {
        let root = lanes_here::root(self.root.as_deref())?;
        let lanes = self.lanes(&root)?;
        on_cores(self.jobs)?;
        lanes_here::tell_whose(&root, "comparing");
        let usual = self.puzzles.is_empty().then_some(MOST_PUZZLES);
        let choice = Choice {
            puzzles: self.puzzles.clone(),
            most_nodes: Some(self.most_nodes),
            most_puzzles: self.most_puzzles.or(usual),
            baselines: self.baseline.clone(),
        };
        Ok(run(Plan::new(root, lanes, &choice)?))
    }

    /// The lanes that were asked for; those that compilers made only where that was meant.
    fn lanes(&self, root: &Root) -> Result<Vec<Lane>, Usage> {
        let mut lanes = self.choice.of(lanes_here::read(root)?)?;
        lanes.retain(|lane| self.algorithm.is_empty() || self.algorithm.contains(&lane.algorithm));
        if lanes.is_empty() {
            return Err(Usage("none of these lanes is of that algorithm".to_owned()));
        }
        let is_meant =
            self.compiled || !self.choice.lanes.is_empty() || !self.choice.only.is_empty();
        let by_people = lanes.iter().filter(|lane| lane.made_by.is_none()).count();
        let compiled = lanes.len() - by_people;
        if is_meant || by_people == 0 || compiled == 0 {
            return Ok(lanes);
        }
        lanes.retain(|lane| lane.made_by.is_none());
        let compiled = counted(compiled, "lane");
        say::note(&format!("{compiled} that compilers made left out; --compiled takes them too"));
        Ok(lanes)
    }
}
