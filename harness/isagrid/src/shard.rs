//! `isagrid shard`: runs one shard of a plan, on any computer.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use shards::plan::Plan;
use shards::work::{StartResult, Work};
use shards::{number, shown};
use targets::files;

use crate::grade::sharded;
use crate::{CommandResult, Ending, Usage, progress, say, version};

/// Run (or resume) one shard of a plan
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Plan written by `isagrid plan`
    plan: PathBuf,
    /// Shard I of N, counted from 1 [default: from the scheduler's environment variables]
    #[arg(value_name = "I/N")]
    shard: Option<String>,
    /// Folder for results
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
    /// Work on N items at once [default: number of cores]
    #[arg(long, value_name = "N", value_parser = progress::at_least_one)]
    jobs: Option<usize>,
    /// File with the secret of the plan, if its path differs from the one in the plan
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
}

/// Default folder for results.
pub(crate) const OUT: &str = "shards";

const EXAMPLES: &str = "\
Examples:
  isagrid shard plan.json 3/16
  isagrid shard plan.json 3/16 --out /scratch/shards
  isagrid shard plan.json --out shards             in a Slurm, Kubernetes, GitLab or Bazel job

Each result is saved at once. If the command is stopped, run it again to resume; if the shard is
done, it exits at once.

Exit status: 0 done, 2 a file differs from the plan, 4 another process works on the shard.";

pub(crate) fn shard(args: &Args) -> CommandResult {
    progress::on_cores(args.jobs)?;
    let plan = read(&args.plan)?;
    let of = plan.header.shards;
    let chosen = number::choose(args.shard.as_deref(), of, variable)?;
    if let Some(source) = &chosen.source {
        say::note(&format!("shard {}/{of}, from {source}", chosen.shard));
    }
    if let Some(path) = &chosen.touch {
        files::write(path, "")?;
    }
    let shard = chosen.shard;
    let work = match Work::begin(&plan, shard, &args.out)? {
        StartResult::Work(work) => work,
        StartResult::Finished(path) => {
            say::note(&format!("shard {shard}/{of} is already done: {}", shown(&path)));
            return Ok(Ending::Well);
        }
        StartResult::Busy => {
            say::error(&Work::busy(&plan, shard, &args.out));
            return Ok(Ending::Incomplete);
        }
    };
    if let Some(why) = work.damage() {
        say::warning(&format!("{why}; it is made again"));
    }
    if work.known() > 0 {
        say::note(&format!("resuming shard {shard}/{of}: {} already done", work.known()));
    }
    sharded::work(&plan, &work, args.secret.as_deref())?;
    let path = work.finish()?;
    say::note(&format!("shard {shard}/{of} is done: {}", shown(&path)));
    Ok(Ending::Well)
}

/// Reads a plan, which must have been made by this build, to grade submissions.
pub(crate) fn read(path: &Path) -> Result<Plan, Usage> {
    let plan = Plan::open(path)?;
    plan.must_be_of(&version::program()?)?;
    if plan.header.kind == sharded::KIND {
        return Ok(plan);
    }
    let kind = asmkit::plain_name(&plan.header.kind);
    Err(Usage(format!("{}: unknown kind of work `{kind}`", shown(&plan.path))))
}

/// Environment variable that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "schedulers set the shard number there")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
