//! `isagrid plan`: plans work items, their inputs and their shards.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use machine::numbers::counted;
use serde_json::{Value, json};
use shards::plan::{Common, Draft, Input, MOST_SHARDS};
use shards::{shell_word, shown};
use targets::files::{self, Take};

use crate::date::today;
use crate::grade::sharded;
use crate::verify::{self, RunSelection};
use crate::{CommandResult, Ending, Usage, say, version};

/// Split work into shards that any computer can run
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  isagrid plan grade csee3827 submissions/ --shards 16 -o plan.json
  isagrid plan verify --shards 16 -o plan.json
  isagrid shard plan.json 3/16 --out shards
  isagrid merge plan.json shards --report csv=gradebook.csv";

const GRADE_EXAMPLES: &str = "\
Examples:
  isagrid plan grade csee3827 submissions/ --shards 16 -o plan.json
  isagrid plan grade csee3827 export.zip --shards 16 > plan.json
  isagrid plan grade hw submissions/ --shards 8 -o plan.json --format github-matrix

The plan contains the digest of every file. Run shards where its paths lead to the same files.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  isagrid plan verify --shards 16 -o plan.json
  isagrid plan verify mips32-mars-9x9 --puzzle 9x9:1-40 --shards 4 > plan.json
  isagrid plan verify --check grids,decisions --shards 8 -o plan.json --format github-matrix

The plan contains the digest of every file. Run shards where its paths lead to the same files.";

#[derive(Subcommand)]
enum Work {
    /// Plan the grading of submissions
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
    /// Plan the verification of lanes
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Box<VerifyArgs>),
}

#[derive(ClapArgs)]
struct GradeArgs {
    /// Folder with assignment.toml, or name of a bundled assignment
    assignment: PathBuf,
    /// Submissions, folders of them, or zip archives
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Add a row for each student of this CSV file who submitted nothing
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Use this date instead of today's to decide which cases are hidden
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
    /// File with the secret for cases that vary by submission; its content is not in the plan
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    #[command(flatten)]
    to: PlanOutput,
}

#[derive(ClapArgs)]
struct VerifyArgs {
    #[command(flatten)]
    asked: RunSelection,
    #[command(flatten)]
    refused: UnsupportedOptions,
    #[command(flatten)]
    to: PlanOutput,
}

/// Options of `isagrid verify` that a plan refuses, each with an explanation.
#[derive(ClapArgs)]
struct UnsupportedOptions {
    #[arg(long, hide = true)]
    fail_fast: bool,
    #[arg(long, hide = true)]
    bless: bool,
    #[arg(long, hide = true)]
    cache: Option<PathBuf>,
    #[arg(short, long, hide = true)]
    jobs: Option<String>,
    #[arg(short, long, hide = true)]
    quiet: bool,
    #[arg(long, hide = true)]
    report: Vec<String>,
    #[arg(long, hide = true)]
    json: Option<PathBuf>,
    #[arg(long, hide = true)]
    list: bool,
}

impl UnsupportedOptions {
    /// Reports the first such option, if any was given.
    fn check(&self) -> Result<(), Usage> {
        let all = [
            (
                self.fail_fast,
                "--fail-fast: shards do not know of each other's failures; --max-failures N limits each lane",
            ),
            (
                self.bless,
                "--bless: only a single process can write golden files; use `isagrid verify --bless`",
            ),
            (self.cache.is_some(), "--cache: a finished shard is never run again"),
            (self.jobs.is_some(), "--jobs: give it to `isagrid shard`, which runs the lanes"),
            (self.quiet, "--quiet: give it to `isagrid merge`, which prints the results"),
            (
                !self.report.is_empty(),
                "--report: give it to `isagrid merge`, which writes the reports",
            ),
            (
                self.json.is_some(),
                "--json: give --report json=FILE to `isagrid merge`, which writes the reports",
            ),
            (self.list, "--list: use `isagrid verify --list` to list the lanes"),
        ];
        let given = all.into_iter().find(|(is_given, _)| *is_given);
        given.map_or(Ok(()), |(_, why)| Err(Usage(format!("a plan does not accept {why}"))))
    }
}

/// Work to write as a plan.
pub(crate) struct PlanRequest {
    pub(crate) draft: Draft,
    /// Kind of work.
    pub(crate) kind: &'static str,
    /// Additional data of that kind.
    pub(crate) arguments: Value,
    /// Inputs of every item.
    pub(crate) inputs: Vec<Input>,
    /// Number of items, as text.
    pub(crate) counted: String,
    /// Input files, which the plan must not overwrite.
    pub(crate) reads: Vec<PathBuf>,
    /// Source of each item's input and data.
    pub(crate) detail: Detail,
}

/// Function that returns the input and data of an item, by its number.
pub(crate) type Detail = Box<dyn FnMut(usize) -> Result<(Option<Input>, Value), String>>;

#[derive(ClapArgs)]
struct PlanOutput {
    /// Number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    shards: u32,
    /// Write the plan to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print this to standard output when the plan goes to a file
    #[arg(long, requires = "output")]
    format: Option<PlanFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlanFormat {
    /// Matrix for a GitHub workflow, one job per shard
    GithubMatrix,
}

/// Job limit of a matrix.
///
/// Source: GitHub Docs, "Running variations of jobs in a workflow".
const MOST_MATRIX_JOBS: u32 = 256;

pub(crate) fn plan(args: &Args) -> CommandResult {
    let to = match &args.work {
        Work::Grade(args) => &args.to,
        Work::Verify(args) => &args.to,
    };
    if to.format == Some(PlanFormat::GithubMatrix) && to.shards > MOST_MATRIX_JOBS {
        return Err(Usage(format!(
            "a GitHub matrix has at most {MOST_MATRIX_JOBS} jobs, not {}",
            to.shards
        )));
    }
    let tool = version::program()?;
    let planned = match &args.work {
        Work::Grade(args) => {
            let today = args.today.clone().unwrap_or_else(today);
            let by = (today.as_str(), args.secret.as_deref());
            let class = (args.files.as_slice(), args.roster.as_deref());
            sharded::plan(&args.assignment, class, by)?
        }
        Work::Verify(args) => {
            args.refused.check()?;
            verify::sharded::plan(&args.asked, to.shards)?
        }
    };
    let PlanRequest { mut draft, kind, arguments, inputs, counted: items, reads, detail } = planned;
    draft.spread(to.shards)?;
    let common = Common { tool, kind: kind.to_owned(), arguments, inputs, shards: to.shards };
    if let Some(output) = &to.output {
        files::may_write(output, reads.iter().map(PathBuf::as_path))?;
    }
    let pieces = |take: Take<'_>| draft.write(&common, detail, take).map(drop);
    let Some(output) = &to.output else {
        let is_heard = say::out_pieces(pieces)?;
        return Ok(if is_heard || say::is_lost() { Ending::Well } else { Ending::Incomplete });
    };
    files::write_pieces(output, pieces)?;
    let n = to.shards;
    say::note(&format!(
        "{}: {items} in {}; run the first with `isagrid shard {} 1/{n}`",
        shown(output),
        counted(u64::from(n), "shard"),
        shell_word(&output.to_string_lossy())
    ));
    if to.format == Some(PlanFormat::GithubMatrix) {
        let shards: Vec<String> = (1..=n).map(|shard| format!("{shard}/{n}")).collect();
        say::out(&format!("{}\n", json!({ "shard": shards })));
    }
    Ok(Ending::Well)
}
