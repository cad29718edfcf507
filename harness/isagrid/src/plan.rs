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
  isagrid shard plan.json 3/16 --out shards
  isagrid merge plan.json shards --report csv=gradebook.csv";

const GRADE_EXAMPLES: &str = "\
Examples:
  isagrid plan grade csee3827 submissions/ --shards 16 -o plan.json
  isagrid plan grade csee3827 export.zip --shards 16 > plan.json
  isagrid plan grade hw submissions/ --shards 8 -o plan.json --format github-matrix

The plan contains the digest of every file. Run shards where its paths lead to the same files.";

#[derive(Subcommand)]
enum Work {
    /// Plan the grading of submissions
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
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

/// Work to write as a plan.
pub(crate) struct PlanRequest {
    pub(crate) draft: Draft,
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
    let Work::Grade(args) = &args.work;
    if args.format == Some(PlanFormat::GithubMatrix) && args.shards > MOST_MATRIX_JOBS {
        return Err(Usage(format!(
            "a GitHub matrix has at most {MOST_MATRIX_JOBS} jobs, not {}",
            args.shards
        )));
    }
    let tool = version::program()?;
    let today = args.today.clone().unwrap_or_else(today);
    let by = (today.as_str(), args.secret.as_deref());
    let class = (args.files.as_slice(), args.roster.as_deref());
    let planned = sharded::plan(&args.assignment, class, by)?;
    let PlanRequest { mut draft, arguments, inputs, counted: items, reads, detail } = planned;
    draft.spread(args.shards)?;
    let (kind, shards) = (sharded::KIND.to_owned(), args.shards);
    let common = Common { tool, kind, arguments, inputs, shards };
    if let Some(output) = &args.output {
        files::may_write(output, reads.iter().map(PathBuf::as_path))?;
    }
    let pieces = |take: Take<'_>| draft.write(&common, detail, take).map(drop);
    let Some(output) = &args.output else {
        let is_heard = say::out_pieces(pieces)?;
        return Ok(if is_heard || say::is_lost() { Ending::Well } else { Ending::Incomplete });
    };
    files::write_pieces(output, pieces)?;
    let n = args.shards;
    say::note(&format!(
        "{}: {items} in {}; run the first with `isagrid shard {} 1/{n}`",
        shown(output),
        counted(u64::from(n), "shard"),
        shell_word(&output.to_string_lossy())
    ));
    if args.format == Some(PlanFormat::GithubMatrix) {
        let shards: Vec<String> = (1..=n).map(|shard| format!("{shard}/{n}")).collect();
        say::out(&format!("{}\n", json!({ "shard": shards })));
    }
    Ok(Ending::Well)
}
