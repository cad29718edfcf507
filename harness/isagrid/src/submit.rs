//! `isagrid submit`: submits the shards of a plan as jobs of a scheduler.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args as ClapArgs, Subcommand};
use machine::numbers::counted;
use shards::merge::ShardFiles;
use shards::plan::Plan;
use shards::slurm::{self, Jobs};

use crate::grade::sharded;
use crate::shard::{OUT, read};
use crate::{CommandResult, Ending, Usage, say};

/// Submit the shards of a plan to a scheduler
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    to: Scheduler,
}

const EXAMPLES: &str = "\
Examples:
  isagrid submit slurm plan.json --out shards --dry-run
  isagrid submit slurm plan.json --out shards --report csv=gradebook.csv";

#[derive(Subcommand)]
enum Scheduler {
    /// Submit a Slurm job array, and a job that merges the results
    #[command(after_help = SLURM_EXAMPLES)]
    Slurm(SlurmArgs),
}

const SLURM_EXAMPLES: &str = "\
Examples:
  isagrid submit slurm plan.json --dry-run
  isagrid submit slurm plan.json --partition short --time 30 --report csv=gradebook.csv

Shards whose results are already in the folder are not submitted. Job logs go to the same folder.";

#[derive(ClapArgs)]
struct SlurmArgs {
    /// Plan written by `isagrid plan`
    plan: PathBuf,
    /// Folder for results, visible to all nodes
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
    /// Slurm partition [default: Slurm's default]
    #[arg(long, value_name = "NAME", value_parser = slurm::partition)]
    partition: Option<String>,
    /// Time limit per shard, in Slurm's notation
    #[arg(long, value_name = "TIME", value_parser = slurm::time)]
    time: Option<String>,
    /// Cores per shard
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    cpus: u32,
    /// Write a report with the merge; repeat the option for more
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    reports: Vec<String>,
    /// Print the scripts without submitting them
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn submit(args: &Args) -> CommandResult {
    let Scheduler::Slurm(args) = &args.to;
    let plan = read(&args.plan)?;
    sharded::reports(&args.reports)?;
    let shards = if args.out.is_dir() {
        ShardFiles::look(&plan, std::slice::from_ref(&args.out))?.missing(&plan)
    } else {
        (1..=plan.header.shards).collect()
    };
    let jobs = jobs(args, &plan, shards)?;
    if jobs.shards.is_empty() {
        let merge = slurm::command(&jobs.merge);
        say::note(&format!("all shards are done, nothing to submit; merge them with: {merge}"));
        return Ok(Ending::Well);
    }
    if args.dry_run {
        let (array, merging) = (jobs.array(), jobs.merging());
        say::out(&format!(
            "# sbatch --parsable\n{array}\n# sbatch --parsable --dependency=afterany:JOB\n{merging}"
        ));
        return Ok(Ending::Well);
    }
    // Slurm does not create the folder for logs, and would lose them.
    std::fs::create_dir_all(&args.out)
        .map_err(|why| format!("cannot create the folder {}: {why}", shards::shown(&args.out)))?;
    let array = sbatch(&["--parsable".to_owned()], &jobs.array())?;
    let count = counted(jobs.shards.len() as u64, "shard");
    say::out(&format!("job {array}: {count}, --array={}\n", slurm::ranges(&jobs.shards)));
    let after = format!("--dependency=afterany:{array}");
    let merging = sbatch(&["--parsable".to_owned(), after], &jobs.merging())?;
    say::out(&format!("job {merging}: merges the results when all have ended\n"));
    Ok(Ending::Well)
}

fn jobs(args: &SlurmArgs, plan: &Plan, shards: Vec<u32>) -> Result<Jobs, Usage> {
    let exe =
        std::env::current_exe().map_err(|why| format!("cannot find the isagrid binary: {why}"))?;
    let text = |path: &std::path::Path| {
        let text = path.to_str().filter(|text| !text.contains(char::is_control));
        let why = || format!("a script cannot contain the path {}", shards::shown(path));
        text.map(str::to_owned).ok_or_else(why)
    };
    let (exe, path, out) = (text(&exe)?, text(&args.plan)?, text(&args.out)?);
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let cpus = args.cpus.to_string();
    let mut merge = words(&[&exe, "merge", &path, &out]);
    for report in &args.reports {
        merge.extend(["--report".to_owned(), text(report.as_ref())?]);
    }
    Ok(Jobs {
        name: format!("isagrid-{}", plan.short()),
        shards,
        shard: words(&[&exe, "shard", &path, "--out", &out, "--jobs", &cpus]),
        merge,
        logs: slurm::logs(&out)
            .map_err(|why| format!("--out {}: {why}", shards::shown(&args.out)))?,
        partition: args.partition.clone(),
        time: args.time.clone(),
        cpus: args.cpus,
    })
}

/// Submits a script and returns the job number.
fn sbatch(arguments: &[String], script: &str) -> Result<String, Usage> {
    let mut sbatch = Command::new("sbatch");
    sbatch.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = sbatch.spawn().map_err(|why| {
        format!(
            "cannot start sbatch, which submits jobs to Slurm: {why}; --dry-run prints the scripts"
        )
    })?;
    if let Some(mut stdin) = child.stdin.take() {
        // If sbatch exits before reading, its error message explains why.
        let _ = stdin.write_all(script.as_bytes());
    }
    let done = child.wait_with_output().map_err(|why| format!("sbatch: {why}"))?;
    let plain = |bytes: &[u8]| asmkit::plain_name(String::from_utf8_lossy(bytes).trim());
    if !done.status.success() {
        return Err(Usage(format!("sbatch refused the job: {}", plain(&done.stderr))));
    }
    let said = plain(&done.stdout);
    // On several clusters the number comes with a name: `123;north`.
    let number = said.split(';').next().unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Usage(format!("sbatch printed `{said}`, which is not a job number")));
    }
    Ok(number.to_owned())
}
