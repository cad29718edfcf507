//! `isagrid plan`: what is to be done, with which content, and by which shard.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use machine::numbers::counted;
use machines::files::{self, Take};
use serde_json::{Value, json};
use shards::plan::{Common, Draft, Input, MOST_SHARDS};
use shards::{shell_word, shown};

use crate::grade::{sharded, today};
use crate::verify::{self, Asked};
use crate::{Ended, Ending, Usage, say, version};

/// Plans work in shards, which any computers do
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

The plan has the digest of every file. Shards are done where its paths lead to the same files.";

const VERIFY_EXAMPLES: &str = "\
Examples:
  isagrid plan verify --shards 16 -o plan.json
  isagrid plan verify mips32-mars-9x9 --puzzle 9x9:1-40 --shards 4 > plan.json
  isagrid plan verify --check grids,decisions --shards 8 -o plan.json --format github-matrix

The plan has the digest of every file. Shards are done where its paths lead to the same files.";

#[derive(Subcommand)]
enum Work {
    /// Plans to grade submissions of an assembly homework
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
    /// Plans to verify lanes: puzzles through them
    #[command(after_help = VERIFY_EXAMPLES)]
    Verify(Box<VerifyArgs>),
}

#[derive(ClapArgs)]
struct GradeArgs {
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// Submissions, folders of them, or zip archives
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Add a row for each student of this CSV file who handed in nothing
    #[arg(long, value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Take this for today's date in all shards, which decides what is hidden
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
    /// What the puzzles that vary by submission follow from; the plan has its name, and nothing of
    /// what is in it
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    #[command(flatten)]
    to: To,
}

#[derive(ClapArgs)]
struct VerifyArgs {
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    refused: Refused,
    #[command(flatten)]
    to: To,
}

/// What `isagrid verify` takes and a plan does not: each is refused with a sentence.
#[derive(ClapArgs)]
struct Refused {
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

impl Refused {
    /// Why what was given cannot be part of a plan.
    fn check(&self) -> Result<(), Usage> {
        let all = [
            (
                self.fail_fast,
                "--fail-fast: no shard knows of the first failure of all; --max-failures N is of each lane",
            ),
            (
                self.bless,
                "--bless: what becomes golden is what one process has seen; `isagrid verify --bless` accepts it",
            ),
            (self.cache.is_some(), "--cache: a shard that is done is not done again as it is"),
            (
                self.jobs.is_some(),
                "--jobs: it is `isagrid shard` that runs lanes, and takes --jobs",
            ),
            (self.quiet, "--quiet: it is `isagrid merge` that tells, and takes --quiet"),
            (
                !self.report.is_empty(),
                "--report: it is `isagrid merge` that writes reports, and takes --report",
            ),
            (
                self.json.is_some(),
                "--json: it is `isagrid merge` that writes reports: --report json=FILE",
            ),
            (self.list, "--list: `isagrid verify --list` shows the lanes, and nothing is planned"),
        ];
        let given = all.into_iter().find(|(is_given, _)| *is_given);
        given.map_or(Ok(()), |(_, why)| Err(Usage(format!("a plan takes no {why}"))))
    }
}

/// Work that is to become a plan.
pub(crate) struct Planned {
    pub(crate) draft: Draft,
    pub(crate) common: Common,
    /// What is in it, in words.
    pub(crate) counted: String,
    /// Files that it is made of.
    pub(crate) reads: Vec<PathBuf>,
    /// What the item of a number alone needs.
    pub(crate) detail: Detail,
}

/// Input and data of an item, by its number.
pub(crate) type Detail = Box<dyn FnMut(usize) -> Result<(Option<Input>, Value), String>>;

#[derive(ClapArgs)]
struct To {
    /// How many shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    shards: u32,
    /// Write the plan to a file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What goes to standard output beside a plan in a file
    #[arg(long, requires = "output")]
    format: Option<Format>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The matrix of a workflow, a job a shard
    GithubMatrix,
}

/// Jobs of a matrix.
///
/// Source: GitHub Docs, "Running variations of jobs in a workflow".
const MOST_MATRIX_JOBS: u32 = 256;

pub(crate) fn plan(args: &Args) -> Ended {
    let to = match &args.work {
        Work::Grade(args) => &args.to,
        Work::Verify(args) => &args.to,
    };
    if to.format == Some(Format::GithubMatrix) && to.shards > MOST_MATRIX_JOBS {
        return Err(Usage(format!(
            "a matrix of GitHub has at most {MOST_MATRIX_JOBS} jobs, and not {}",
            to.shards
        )));
    }
    let common = (version::program()?, to.shards);
    let planned = match &args.work {
        Work::Grade(args) => {
            let today = args.today.clone().unwrap_or_else(today);
            let by = (today.as_str(), args.secret.as_deref());
            let class = (args.files.as_slice(), args.roster.as_deref());
            sharded::plan(&args.assignment, class, by, common)?
        }
        Work::Verify(args) => {
            args.refused.check()?;
            verify::sharded::plan(&args.asked, common)?
        }
    };
    let Planned { draft, common, counted: items, reads, detail } = planned;
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
        "{}: {items} in {}; `isagrid shard {} 1/{n}` does the first",
        shown(output),
        counted(u64::from(n), "shard"),
        shell_word(&output.to_string_lossy())
    ));
    if to.format == Some(Format::GithubMatrix) {
        let shards: Vec<String> = (1..=n).map(|shard| format!("{shard}/{n}")).collect();
        say::out(&format!("{}\n", json!({ "shard": shards })));
    }
    Ok(Ending::Well)
}
