//! `isagrid merge`: the shards of a plan together, as one process would have done all.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use machine::numbers::counted;
use shards::merge::{Differ, Found, Trouble};
use shards::plan::Plan;
use shards::slurm::ranges;
use shards::{shell_word, shown};

use crate::grade::sharded;
use crate::shard::{read, unknown};
use crate::{Ended, Ending, Usage, say, verify};

/// Puts the shards of a plan together, as one process would have done all
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What `isagrid plan` wrote
    plan: PathBuf,
    /// Folders that shards were written to; those in them are looked through, too
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Write a report, as `isagrid grade` or `isagrid verify` does; several at once
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    reports: Vec<String>,
    /// End with status 0 also where points are missing
    #[arg(long)]
    exit_zero: bool,
    /// Show of lanes only what is wrong, and the verdict
    #[arg(short, long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Examples:
  isagrid merge plan.json shards
  isagrid merge plan.json shards --report csv=gradebook.csv --report html=pages/

Status as of `isagrid grade` or `isagrid verify`; 4 when a shard is missing, which is told with the command that does
it, and 70 when two results of one item differ.";

pub(crate) fn merge(args: &Args) -> Ended {
    let plan = read(&args.plan)?;
    check(&plan, (&args.reports, args.exit_zero, args.quiet))?;
    let found = Found::look(&plan, &args.folders)?;
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
    match plan.header.kind.as_str() {
        sharded::KIND => sharded::merge(&plan, &found, &args.reports, args.exit_zero),
        verify::sharded::KIND => verify::sharded::merge(&plan, &found, &args.reports, args.quiet),
        _ => Err(unknown(&plan)),
    }
}

/// Refuses what a plan of this kind cannot be merged with, before its shards are looked at.
pub(crate) fn check(plan: &Plan, args: (&[String], bool, bool)) -> Result<(), Usage> {
    let (reports, exit_zero, quiet) = args;
    match plan.header.kind.as_str() {
        sharded::KIND if quiet => {
            Err(Usage("--quiet is for lanes, and this is a plan of grades".to_owned()))
        }
        verify::sharded::KIND if exit_zero => {
            Err(Usage("--exit-zero is for grades, and this is a plan of lanes".to_owned()))
        }
        sharded::KIND => sharded::reports(reports).map(drop),
        verify::sharded::KIND => verify::sharded::reports(reports).map(drop),
        _ => Err(unknown(plan)),
    }
}

/// Commands that are shown one by one.
const MOST_COMMANDS: usize = 20;

/// What is missing, as the commands that make it.
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
        "\nby Slurm: `isagrid submit slurm {path} --out {folder}`, or an array of your own with --array={}",
        ranges(missing)
    )
}

/// Characters that are shown of a result, from a little before where it differs.
const SHOWN: usize = 100;
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
        Some(key) => format!("`{}` has two results", asmkit::plain_name(key)),
        None => "a shard has two results".to_owned(),
    };
    format!(
        "{what}, though its content is the same: this is nondeterminism, of isagrid or of a computer\n  {}:{one_line}: {}\n  {}:{other_line}: {}",
        shown(one),
        part(one_text),
        shown(other),
        part(other_text),
    )
}
