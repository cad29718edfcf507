//! `isagrid shard`: one shard of a plan, on whatever computer.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use machines::files;
use shards::plan::Plan;
use shards::work::{Begun, Work};
use shards::{number, shown};

use crate::grade::sharded;
use crate::{Ended, Ending, Usage, progress, say, verify, version};

/// Does one shard of a plan, or goes on with it
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What `isagrid plan` wrote
    plan: PathBuf,
    /// Which shard, from 1, of how many; without it the scheduler's variables say so
    #[arg(value_name = "I/N")]
    shard: Option<String>,
    /// Where results go
    #[arg(long, value_name = "DIR", default_value = OUT)]
    out: PathBuf,
    /// Work on so many items at once; on as many as there are cores without it
    #[arg(long, value_name = "N", value_parser = progress::at_least_one)]
    jobs: Option<usize>,
    /// The secret that grades were planned with, where it lies elsewhere than the plan says
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
}

/// Where results go that nobody wants elsewhere.
pub(crate) const OUT: &str = "shards";

const EXAMPLES: &str = "\
Examples:
  isagrid shard plan.json 3/16
  isagrid shard plan.json 3/16 --out /scratch/shards
  isagrid shard plan.json --out shards             in a job of Slurm, Kubernetes, GitLab or Bazel

Each result is on the disk as soon as it is there. The same command again goes on where this one was
stopped, and ends at once when the shard is done.

Status 0 when it is done, 2 when a file is not what was planned, 4 when another process works on it.";

pub(crate) fn shard(args: &Args) -> Ended {
    progress::on_cores(args.jobs)?;
    let plan = read(&args.plan)?;
    if args.secret.is_some() && plan.header.kind != sharded::KIND {
        return Err(Usage("--secret is for grades, and this is a plan of lanes".to_owned()));
    }
    let of = plan.header.shards;
    let chosen = number::choose(args.shard.as_deref(), of, variable)?;
    if let Some(source) = &chosen.source {
        say::note(&format!("shard {}/{of}, by {source}", chosen.shard));
    }
    if let Some(path) = &chosen.touch {
        files::write(path, "")?;
    }
    let shard = chosen.shard;
    let work = match Work::begin(&plan, shard, &args.out)? {
        Begun::Work(work) => work,
        Begun::Finished(path) => {
            say::note(&format!("shard {shard}/{of} is done already: {}", shown(&path)));
            return Ok(Ending::Well);
        }
        Begun::Busy => {
            say::error(&Work::busy(&plan, shard, &args.out));
            return Ok(Ending::Incomplete);
        }
    };
    if let Some(why) = work.damage() {
        say::warning(&format!("{why}, and made again"));
    }
    if work.known() > 0 {
        say::note(&format!("shard {shard}/{of} goes on: {} of it were done", work.known()));
    }
    match plan.header.kind.as_str() {
        sharded::KIND => sharded::work(&plan, &work, args.secret.as_deref())?,
        verify::sharded::KIND => verify::sharded::work(&plan, &work)?,
        _ => return Err(unknown(&plan)),
    }
    let path = work.finish()?;
    say::note(&format!("shard {shard}/{of} is done: {}", shown(&path)));
    Ok(Ending::Well)
}

/// A plan that this build made, and what it is made of may be believed.
pub(crate) fn read(path: &Path) -> Result<Plan, Usage> {
    let plan = Plan::open(path)?;
    plan.must_be_of(&version::program()?)?;
    Ok(plan)
}

/// A plan of work that is not known here.
pub(crate) fn unknown(plan: &Plan) -> Usage {
    let kind = asmkit::plain_name(&plan.header.kind);
    Usage(format!("{}: nobody here knows work of the kind `{kind}`", shown(&plan.path)))
}

/// A variable of the environment that is set and not empty.
#[expect(clippy::disallowed_methods, reason = "that is where schedulers say which shard this is")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
