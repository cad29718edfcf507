//! `isagrid compare`: compares lanes, each number with its meaning.

mod selection;

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use lanes::compare::Comparison;
use lanes::compare::metric::By;
use machine::numbers::counted;
use reports::against::{ChangeReport, against};
use reports::{data, document, latex, markdown, text};
use targets::files;

use crate::{CommandResult, Ending, Usage, report, say};

pub(crate) use selection::{Selection, run, usual};

const EXAMPLES: &str = "\
Examples:
  isagrid compare --algorithm backtrack              hand-written solvers on three machines
  isagrid compare --only backtrack --puzzles easy    compilers and people, on one puzzle set
  isagrid compare mips32-links pdp10-links --by node --baseline pdp10-links
  isagrid compare --puzzles 9x9:1-20 --format csv > counts.csv
  isagrid compare --compiled --most-puzzles 400 --most-nodes 10000    compare everything
  isagrid compare --save before                      save all numbers in before.json
  isagrid compare --against before --fail-above 2%   status 1 if a number rises by over 2 %

Lanes of one algorithm and size are compared on the puzzles that all of them run. Each run is
checked as by `isagrid verify`; a lane that takes different decisions is listed separately and is
not part of any ratio.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) of: Selection,
    /// Unit for numbers: per puzzle, per search node or per digit placed
    #[arg(long, value_name = "STEP", default_value = "puzzle")]
    by: Unit,
    /// Format of standard output
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ComparisonFormat,
    /// Print the JSON schema and exit
    #[arg(long)]
    schema: bool,
    /// Print no tables, only problems, changes and saved files
    #[arg(short, long)]
    quiet: bool,
    /// Save all numbers in NAME.json, for a later --against
    #[arg(long, value_name = "NAME")]
    save: Option<PathBuf>,
    /// Show what changed since NAME.json was saved
    #[arg(long, value_name = "NAME")]
    against: Option<PathBuf>,
    /// Exit with status 1 if a lane's numbers rise by more than PERCENT since --against
    ///
    /// This checks instructions, bits fetched, loads, stores, stack, cycles and program size.
    #[arg(long, value_name = "PERCENT", requires = "against", value_parser = percent)]
    fail_above: Option<f64>,
}

/// Unit of the numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unit {
    /// A whole puzzle
    Puzzle,
    /// A search node
    Node,
    /// A digit placed
    Place,
}

impl From<Unit> for By {
    fn from(step: Unit) -> By {
        match step {
            Unit::Puzzle => By::Puzzle,
            Unit::Node => By::Node,
            Unit::Place => By::Place,
        }
    }
}

/// Output format of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ComparisonFormat {
    /// Tables for the terminal
    Text,
    /// Every number of every run, in the schema docs/schema/comparison-1.json
    Json,
    /// One line per lane and puzzle, one column per number
    Csv,
    /// A Markdown page
    Markdown,
    /// LaTeX tables, with the package booktabs
    Latex,
    /// The page that `isagrid report` writes
    Html,
}

/// Parses a percentage, with or without the sign.
pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').trim_end().parse::<f64>().ok();
    let number = number.filter(|number| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| "expected a percentage of 0 or more, such as 2%".to_owned())
}

pub(crate) fn compare(args: &Args) -> CommandResult {
    if args.schema {
        let schema = serde_json::to_string_pretty(&data::schema());
        say::out(&format!("{}\n", schema.map_err(|error| Usage(error.to_string()))?));
        return Ok(Ending::Well);
    }
    // Read the saved file first, so that a wrong name is reported before anything runs.
    let before = args.against.as_deref().map(saved).transpose()?;
    if let Some(name) = &args.save {
        files::may_write(&json_file(name), [])?;
    }
    let comparison = args.of.measure()?;
    let by = By::from(args.by);
    let now = || data::of(&comparison, by, env!("CARGO_PKG_VERSION"));
    let document = || document::of(&comparison, by, &report::command());
    let shown = || match args.format {
        ComparisonFormat::Text => Ok(text::document(&document())),
        ComparisonFormat::Json => Ok(now().json()),
        ComparisonFormat::Csv => Ok(now().csv()),
        ComparisonFormat::Markdown => Ok(markdown::document(&document())),
        ComparisonFormat::Latex => Ok(latex::document(&document())),
        ComparisonFormat::Html => report::page(&comparison, by, None, Vec::new()),
    };
    if !args.quiet {
        say::out(&shown()?);
    }
    if args.quiet || args.format == ComparisonFormat::Csv || args.format == ComparisonFormat::Json {
        report_separate(&comparison);
    }
    let mut ending = args.of.ending(&comparison);
    if let (Some(before), Some(name)) = (&before, &args.against) {
        let name = files::shown(&json_file(name));
        let rises = report_changes(&against(before, &now()), &name, args.fail_above);
        ending = if rises && ending == Ending::Well { Ending::Failed } else { ending };
    }
    if let Some(name) = &args.save {
        let file = json_file(name);
        report::write(&file, &comparison, now().json())?;
        say::note(&format!("saved as {}", files::shown(&file)));
    }
    Ok(ending)
}

/// Reports lanes on standard error that machine-readable formats mention only in a field.
fn report_separate(comparison: &Comparison) {
    for apart in comparison.groups.iter().flat_map(|group| &group.apart) {
        say::warning(&format!("{} is listed separately: {}", apart.row.lane.name, apart.why));
    }
    for out in comparison.left_out.iter().filter(|out| out.broken.is_some()) {
        say::warning(&format!("{} is not compared: {}", out.lane, out.why));
    }
}

/// Reports changes, and returns whether any exceeds the limit.
fn report_changes(against: &ChangeReport, name: &str, fail_above: Option<f64>) -> bool {
    for lane in &against.lanes {
        say::note(&format!("{}: {}", lane.lane, lane.what));
    }
    if against.changes.is_empty() {
        say::note(&format!("{} unchanged since {name}", counted(against.same, "lane")));
    } else {
        say::note(text::table(&against.table(name)).trim_end());
    }
    let Some(above) = fail_above else { return false };
    let failures = against.failures(above);
    for failure in &failures {
        say::error(&format!("rise of more than {above} % since {name}: {failure}"));
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

/// Reads a saved comparison.
fn saved(name: &Path) -> Result<data::Comparison, Usage> {
    let file = json_file(name);
    let shown = files::shown(&file);
    let bytes = fs::read(&file).map_err(|error| {
        Usage(format!("cannot read {shown}: {}; create it with --save NAME", files::reason(&error)))
    })?;
    let found: data::Comparison = serde_json::from_slice(&bytes)
        .map_err(|error| Usage(format!("{shown} is not a comparison saved by --save: {error}")))?;
    if found.schema == data::SCHEMA {
        Ok(found)
    } else {
        Err(Usage(format!(
            "{shown} is from another version of isagrid; create it again with --save"
        )))
    }
}
