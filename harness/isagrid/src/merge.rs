//! `isagrid merge`: merges the shards of a plan, as if one process had done all the work.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use machine::numbers::counted;
use shards::merge::{Differ, ShardFiles, Trouble};
use shards::plan::Plan;
use shards::slurm::ranges;
use shards::{shell_word, shown};

use crate::grade::sharded;
use crate::shard::read;
use crate::{CommandResult, Ending, Usage, say};

/// Merge shard results; the output is identical to a single-process run
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Plan written by `isagrid plan`
    plan: PathBuf,
    /// Folders with shards, searched recursively
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write a report, as in `isagrid grade`; repeat the option for more
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    reports: Vec<String>,
    /// Exit with status 0 even if points are missing
    #[arg(long)]
    exit_zero: bool,
}

const EXAMPLES: &str = "\
Examples:
  isagrid merge plan.json shards
  isagrid merge plan.json shards --report csv=gradebook.csv --report html=pages/

Exit status as for `isagrid grade`; 4 if a shard is missing (with the command that runs it), 70 if
two results of one submission differ.";

pub(crate) fn merge(args: &Args) -> CommandResult {
    let plan = read(&args.plan)?;
    // Before reading shards, which takes longer.
    sharded::reports(&args.reports)?;
    let found = ShardFiles::look(&plan, &args.folders)?;
    for why in found.damaged() {
        say::warning(why);
    }
    let missing = found.missing(&plan);
    if !missing.is_empty() {
        say::error(&lacking(args, &plan, &missing));
        return Ok(Ending::Incomplete);
    }
    match found.check(&plan) {
        Ok(()) => {}
        Err(Trouble::Wrong(why)) => return Err(Usage(why)),
        Err(Trouble::Differ(differ)) => {
            say::error(&two_results(&differ));
            return Ok(Ending::Bug);
        }
    }
    sharded::merge(&plan, &found, &args.reports, args.exit_zero)
}

/// Number of commands shown.
const MOST_COMMANDS: usize = 20;

/// Error message for missing shards, with the commands that run them.
fn lacking(args: &Args, plan: &Plan, missing: &[u32]) -> String {
    let of = plan.header.shards;
    let path = shell_word(&args.plan.to_string_lossy());
    let folder = args.folders.first().map(|folder| shell_word(&folder.to_string_lossy()));
    let folder = folder.unwrap_or_default();
    let count = counted(missing.len() as u64, "shard");
    let is_or_are = if missing.len() == 1 { "is" } else { "are" };
    let mut text = format!("{count} of {of} {is_or_are} missing:");
    for shard in missing.iter().take(MOST_COMMANDS) {
        text.push_str(&format!("\n  isagrid shard {path} {shard}/{of} --out {folder}"));
    }
    if let Some(more) = missing.len().checked_sub(MOST_COMMANDS).filter(|more| *more > 0) {
        text.push_str(&format!("\n  and {more} more"));
    }
    text + &format!(
        "\nwith Slurm: `isagrid submit slurm {path} --out {folder}`, or your own array job with --array={}",
        ranges(missing)
    )
}

/// Number of characters shown of a result.
const SHOWN: usize = 100;

/// Number of them before the first difference.
const BEFORE: usize = 30;

fn two_results(differ: &Differ) -> String {
    let [(one, one_line, one_text), (other, other_line, other_text)] = &differ.both;
    let same = one_text.chars().zip(other_text.chars()).take_while(|(a, b)| a == b).count();
    let part = |text: &str| {
        let from = same.saturating_sub(BEFORE);
        let part: String = text.trim_end().chars().skip(from).take(SHOWN).collect();
        let before = if from == 0 { "" } else { "..." };
        format!("{before}{}", asmkit::plain_name(&part))
    };
    let what = match &differ.item {
        Some(key) => format!("`{}` has two different results", asmkit::plain_name(key)),
        None => "a shard has two different results".to_owned(),
    };
    format!(
        "{what} for the same input: this indicates a bug in isagrid or a faulty computer\n  {}:{one_line}: {}\n  {}:{other_line}: {}",
        shown(one),
        part(one_text),
        shown(other),
        part(other_text),
    )
}
