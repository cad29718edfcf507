//! `isagrid submit`: the shards of a plan as jobs of a scheduler.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args as ClapArgs, Subcommand};
use machine::numbers::counted;
use shards::merge::Found;
use shards::plan::Plan;
use shards::slurm::{self, Jobs};

use crate::shard::{OUT, read};
use crate::{Ended, Ending, Usage, merge, say};

/// Hands the shards of a plan to a scheduler
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    to: To,
}

const EXAMPLES: &str = "\
Examples:
  isagrid submit slurm plan.json --out shards --dry-run
  isagrid submit slurm plan.json --out shards --report csv=gradebook.csv";

#[derive(Subcommand)]
enum To {
    /// An array of jobs for Slurm, and one behind it that merges
    #[command(after_help = SLURM_EXAMPLES)]
    Slurm(SlurmArgs),
}

const SLURM_EXAMPLES: &str = "\
Examples:
  isagrid submit slurm plan.json --dry-run
  isagrid submit slurm plan.json --partition short --time 30 --report csv=gradebook.csv

Shards that are in the folder already are not sent again. What the jobs say is in the folder, too.";

#[derive(ClapArgs)]
struct SlurmArgs {
    /// What `isagrid plan` wrote
    plan: PathBuf,
    /// Where results go: a folder that all nodes see
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
    /// The partition, where it is not the usual one
    #[arg(long, value_name = "NAME", value_parser = slurm::partition)]
    partition: Option<String>,
    /// A limit of a shard's time, as Slurm writes it
    #[arg(long, value_name = "TIME", value_parser = slurm::time)]
    time: Option<String>,
    /// Cores of a shard
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=4096))]
    cpus: u32,
    /// Have the merge write a report; several at once
    #[arg(long = "report", value_name = "FORMAT=FILE")]
    reports: Vec<String>,
    /// Print the scripts, and submit nothing
    #[arg(long)]
    dry_run: bool,
}

pub(crate) fn submit(args: &Args) -> Ended {
    let To::Slurm(args) = &args.to;
    let plan = read(&args.plan)?;
    merge::check(&plan, (&args.reports, false, false))?;
    let shards = if args.out.is_dir() {
        Found::look(&plan, std::slice::from_ref(&args.out))?.missing(&plan)
    } else {
        (1..=plan.header.shards).collect()
    };
    let jobs = jobs(args, &plan, shards)?;
    if jobs.shards.is_empty() {
        let merge = slurm::command(&jobs.merge);
        say::note(&format!("all shards are done, and nothing was submitted: {merge}"));
        return Ok(Ending::Well);
    }
    if args.dry_run {
        let (array, merging) = (jobs.array(), jobs.merging());
        say::out(&format!(
            "# sbatch --parsable\n{array}\n# sbatch --parsable --dependency=afterany:JOB\n{merging}"
        ));
        return Ok(Ending::Well);
    }
    // Slurm makes no folder for what jobs say, and loses it.
    std::fs::create_dir_all(&args.out)
        .map_err(|why| format!("cannot make the folder {}: {why}", shards::shown(&args.out)))?;
    let array = sbatch(&["--parsable".to_owned()], &jobs.array())?;
    let count = counted(jobs.shards.len() as u64, "shard");
    say::out(&format!("job {array}: {count}, --array={}\n", slurm::ranges(&jobs.shards)));
    let behind = format!("--dependency=afterany:{array}");
    let merging = sbatch(&["--parsable".to_owned(), behind], &jobs.merging())?;
    say::out(&format!("job {merging}: merges them when all have ended\n"));
    Ok(Ending::Well)
}

fn jobs(args: &SlurmArgs, plan: &Plan, shards: Vec<u32>) -> Result<Jobs, Usage> {
    let exe = std::env::current_exe().map_err(|why| format!("this command is not found: {why}"))?;
    let text = |path: &std::path::Path| {
        let text = path.to_str().filter(|text| !text.contains(char::is_control));
        let why = || format!("{} cannot be named in a script", shards::shown(path));
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

/// Submits a script, and gives the job's number.
fn sbatch(arguments: &[String], script: &str) -> Result<String, Usage> {
    let mut sbatch = Command::new("sbatch");
    sbatch.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = sbatch.spawn().map_err(|why| {
        format!(
            "sbatch, which hands jobs to Slurm, does not start: {why}; --dry-run shows the scripts"
        )
    })?;
    if let Some(mut stdin) = child.stdin.take() {
        // One that refuses before it reads says why.
        let _ = stdin.write_all(script.as_bytes());
    }
    let done = child.wait_with_output().map_err(|why| format!("sbatch: {why}"))?;
    let plain = |bytes: &[u8]| asmkit::plain_name(String::from_utf8_lossy(bytes).trim());
    if !done.status.success() {
        return Err(Usage(format!("sbatch refuses the job: {}", plain(&done.stderr))));
    }
    let said = plain(&done.stdout);
    // On several clusters the number comes with a name: `123;north`.
    let number = said.split(';').next().unwrap_or_default();
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Usage(format!("sbatch says `{said}`, which is no job's number")));
    }
    Ok(number.to_owned())
}
