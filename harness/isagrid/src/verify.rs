//! `isagrid verify`: puzzles through lanes.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args as ClapArgs;
use lanes::golden::PuzzleId;
use lanes::lane::Lane;
use lanes::report;
use lanes::root::Root;
use lanes::verify::{LaneOutcome, Plan, Verified};
use machine::numbers::counted;
use machines::{escape, files};

use crate::{Ended, Ending, Usage, lanes_here, progress, say};

const EXAMPLES: &str = "\
Examples:
  isagrid verify                                  every lane over its puzzle sets
  isagrid verify mips32-mars-9x9 --puzzle 9x9:17  one puzzle on one lane
  isagrid verify --only 4x4 --json report.json
  isagrid verify -q -j 1                          only what is wrong, and the verdict; one core
  isagrid verify --bless                          accept solutions and counts as golden

In a folder with asm/lanes.toml, or below it, its lanes are verified; anywhere else those that came
with isagrid, of which `isagrid lanes --write DIR` gives a copy to change. docs/lanes.md says how to
have lanes of one's own.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Lanes by name; all of them when none is named
    #[arg(value_name = "LANE")]
    lanes: Vec<String>,
    /// Only lanes whose name contains this
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// No lane whose name contains this
    #[arg(long, value_name = "TEXT")]
    skip: Vec<String>,
    /// Only this puzzle
    #[arg(long, value_name = "SET:NUMBER")]
    puzzle: Option<PuzzleId>,
    /// Show the lanes and run none
    #[arg(long)]
    list: bool,
    /// Accept: write golden solutions and counts
    #[arg(long, conflicts_with_all = ["puzzle", "list"])]
    bless: bool,
    /// Write every fact as JSON to a file, or to standard output for `-`
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Show only what is wrong, and the verdict
    #[arg(short, long)]
    quiet: bool,
    /// Run on so many cores instead of all
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// The folder whose lanes are verified
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

pub(crate) fn verify(args: &Args) -> Ended {
    let root = lanes_here::root(args.root.as_deref())?;
    if args.bless && root == Root::Bundled {
        let why = "the lanes that came with isagrid are golden as they are: \
                   `isagrid lanes --write DIR` gives a copy of them that can be changed and blessed";
        return Err(Usage(why.to_owned()));
    }
    let lanes = chosen(args, lanes_here::read(&root)?)?;
    if args.list {
        say::out(&lanes_here::list(&lanes));
        lanes_here::tell_whose(&root, "these are");
        return Ok(Ending::Well);
    }
    if let Some(jobs) = args.jobs {
        // Nothing ran on all cores before, so there is no pool yet.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global();
        pool.map_err(|error| Usage(error.to_string()))?;
    }
    let mut plan = Plan::new(root.clone(), lanes, args.puzzle.clone())?;
    if !args.quiet {
        lanes_here::tell_whose(&root, "verifying");
    }
    let mut blessed = Vec::new();
    if args.bless {
        blessed.extend(plan.bless_solutions()?);
    }
    let json_alone = args.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    let mut verified = with_progress(plan);
    if args.bless && verified.lanes.iter().all(LaneOutcome::is_right) {
        blessed.extend(verified.bless_counts()?);
    }
    if json_alone {
        say::out(&report::json(&verified));
    } else {
        tell(&verified, &blessed, args.quiet);
    }
    if let (Some(path), false) = (&args.json, json_alone) {
        files::write(path, report::json(&verified))?;
    }
    if args.bless {
        tell_blessed(&verified, &blessed);
    }
    let broken = verified.lanes.iter().any(|lane| lane.broken.is_some());
    Ok(match (verified.is_golden(), broken) {
        (true, _) => Ending::Well,
        (false, true) => Ending::NotAssembled,
        (false, false) => Ending::Failed,
    })
}

/// The lanes the user asked for, in the order of the table.
fn chosen(args: &Args, all: Vec<Lane>) -> Result<Vec<Lane>, Usage> {
    if let Some(unknown) = args.lanes.iter().find(|name| all.iter().all(|l| l.name != **name)) {
        return Err(lanes_here::unknown(unknown, &all));
    }
    let wanted = |lane: &Lane| {
        let contains = |text: &String| lane.name.contains(text.as_str());
        (args.lanes.is_empty() || args.lanes.contains(&lane.name))
            && (args.only.is_empty() || args.only.iter().any(contains))
            && !args.skip.iter().any(contains)
    };
    let lanes: Vec<Lane> = all.into_iter().filter(wanted).collect();
    if lanes.is_empty() { Err(Usage("no lane is left to run".to_owned())) } else { Ok(lanes) }
}

/// Runs the plan with its progress on a terminal, in silence elsewhere.
///
/// The bar goes by nodes, which is what a run takes time by: the longest runs come first.
fn with_progress(plan: Plan) -> Verified {
    let (runs, nodes) = plan.total();
    let bar = progress::bar(nodes, "{msg} [{bar:24}] {eta} left");
    let done = AtomicU64::new(0);
    let verified = plan.run(&|lane, run| {
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        let rate = done as f64 / bar.elapsed().as_secs_f64().max(0.001);
        let (done, runs) = (escape::grouped(done), escape::grouped(runs as u64));
        bar.set_message(format!("{:<20} {done} of {runs} runs, {rate:.0}/s", lane.name));
        bar.inc(run.nodes);
    });
    bar.finish_and_clear();
    verified
}

fn tell(verified: &Verified, blessed: &[String], quiet: bool) {
    if !quiet {
        for lane in &verified.lanes {
            say::out(&format!("{}\n", report::lane_line(lane)));
        }
        say::out(&format!("\n{}\n", report::table(verified)));
    }
    let runs: usize = verified.lanes.iter().map(|lane| lane.runs.len()).sum();
    say::out(&report::failures(verified));
    // What was accepted a moment ago was compared with nothing.
    let verdict = match (verified.is_golden(), blessed) {
        (true, []) => "all as golden",
        (true, _) => "all right, and accepted as golden:",
        (false, _) => "NOT as golden",
    };
    let lanes = counted(verified.lanes.len(), "lane");
    let whose = if verified.root == Root::Bundled { " that came with isagrid" } else { "" };
    let noun = if runs == 1 { "run" } else { "runs" };
    say::out(&format!("{lanes}{whose}, {} {noun}: {verdict}\n", escape::grouped(runs as u64)));
}

fn tell_blessed(verified: &Verified, blessed: &[String]) {
    if !verified.lanes.iter().all(LaneOutcome::is_right) {
        say::error("counts were not blessed, because the lanes above are wrong");
    }
    for line in blessed {
        say::out(&format!("blessed {line}\n"));
    }
    if blessed.is_empty() {
        say::out("nothing to bless: golden is as it was\n")
    } else if verified.root.is_repository() {
        say::out("say in CHANGELOG.md, under Golden, what moved and why\n")
    }
}
