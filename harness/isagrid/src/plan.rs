//! `isagrid plan`: what is to be done, with which content, and by which shard.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use machine::numbers::counted;
use machines::files;
use serde_json::json;
use shards::plan::MOST_SHARDS;
use shards::{shell_word, shown};

use crate::grade::{sharded, today};
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
  isagrid shard plan.json 3/16 --out shards
  isagrid merge plan.json shards --report csv=gradebook.csv";

const GRADE_EXAMPLES: &str = "\
Examples:
  isagrid plan grade csee3827 submissions/ --shards 16 -o plan.json
  isagrid plan grade csee3827 export.zip --shards 16 > plan.json
  isagrid plan grade hw submissions/ --shards 8 -o plan.json --format github-matrix

The plan has the digest of every file. Shards are done where its paths lead to the same files.";

#[derive(Subcommand)]
enum Work {
    /// Plans to grade submissions of an assembly homework
    #[command(after_help = GRADE_EXAMPLES)]
    Grade(GradeArgs),
}

#[derive(ClapArgs)]
struct GradeArgs {
    /// A folder with assignment.toml, or the name of one that came with isagrid
    assignment: PathBuf,
    /// Submissions, folders of them, or zip archives
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take this for today's date in all shards, which decides what is hidden
    #[arg(long, value_name = "DATE")]
    today: Option<String>,
    #[command(flatten)]
    to: To,
}

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
    let Work::Grade(args) = &args.work;
    let to = &args.to;
    if to.format == Some(Format::GithubMatrix) && to.shards > MOST_MATRIX_JOBS {
        return Err(Usage(format!(
            "a matrix of GitHub has at most {MOST_MATRIX_JOBS} jobs, and not {}",
            to.shards
        )));
    }
    if let Some(output) = &to.output {
        files::not_over(output, args.files.iter().map(PathBuf::as_path))?;
    }
    let today = args.today.clone().unwrap_or_else(today);
    let common = (version::program()?, to.shards);
    let planned = sharded::plan(&args.assignment, &args.files, &today, common)?;
    let write = |write: &mut dyn FnMut(&str) -> Result<(), String>| {
        planned.draft.write(&planned.common, |number| planned.detail(number), write)
    };
    let Some(output) = &to.output else { return to_standard_output(write) };
    to_file(output, write)?;
    let (items, n) = (counted(planned.len() as u64, "submission"), to.shards);
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

type Write<'w> = &'w mut dyn FnMut(&str) -> Result<(), String>;

fn to_standard_output(plan: impl FnOnce(Write<'_>) -> Result<String, String>) -> Ended {
    let (mut text, mut is_heard) = (String::new(), true);
    plan(&mut |piece| {
        text.push_str(piece);
        if text.len() > 1 << 16 {
            is_heard = is_heard && say::out_while_heard(&text);
            text.clear();
        }
        Ok(())
    })?;
    is_heard = is_heard && say::out_while_heard(&text);
    Ok(if is_heard || say::is_lost() { Ending::Well } else { Ending::Incomplete })
}

/// Beside the old one first, so that there is always a whole one.
fn to_file(
    path: &Path,
    plan: impl FnOnce(Write<'_>) -> Result<String, String>,
) -> Result<(), String> {
    let failed =
        |why: std::io::Error| format!("cannot write {}: {}", shown(path), files::reason(&why));
    if std::fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        let file = std::fs::OpenOptions::new().write(true).open(path).map_err(failed)?;
        return into(file, plan, failed).map(drop);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".isagrid-").suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let new = builder.tempfile_in(folder).map_err(failed)?;
    let (file, new) = new.into_parts();
    into(file, plan, failed)?.sync_all().map_err(failed)?;
    new.persist(path).map_err(|why| failed(why.error))
}

fn into(
    file: std::fs::File,
    plan: impl FnOnce(Write<'_>) -> Result<String, String>,
    failed: impl Fn(std::io::Error) -> String,
) -> Result<std::fs::File, String> {
    let mut file = BufWriter::new(file);
    plan(&mut |piece| file.write_all(piece.as_bytes()).map_err(&failed))?;
    file.into_inner().map_err(|why| failed(why.into_error()))
}
