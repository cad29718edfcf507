//! `isagrid verify`: puzzles through lanes.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use lanes::golden::PuzzleId;
use lanes::lane::{self, Lane};
use lanes::report;
use lanes::verify::{Plan, Verified};
use machine::numbers::counted;
use machines::{escape, files};

use crate::{Ended, Ending, Usage, root, say};

const EXAMPLES: &str = "\
Examples:
  isagrid verify                                  every lane over its puzzle sets
  isagrid verify mips32-mars-9x9 --puzzle 9x9:17  one puzzle on one lane
  isagrid verify --only 4x4 --json report.json
  isagrid verify --bless                          accept solutions and counts as golden";

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
    /// The clone to verify
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

pub(crate) fn verify(args: &Args) -> Ended {
    let root = root(args.root.as_ref())?;
    let all = lane::read_table(&root).map_err(|error| error.to_string())?;
    let lanes = chosen(args, all)?;
    if args.list {
        say::out(&list(&lanes));
        return Ok(Ending::Well);
    }
    let mut plan = Plan::new(&root, lanes, args.puzzle.clone())?;
    let mut blessed = Vec::new();
    if args.bless {
        blessed.extend(plan.bless_solutions()?);
    }
    let quiet = args.json.as_deref().is_some_and(|path| path.as_os_str() == "-");
    let mut verified = with_progress(plan);
    if args.bless && verified.lanes.iter().all(lanes::verify::LaneOutcome::is_right) {
        blessed.extend(verified.bless_counts(&root)?);
    }
    if quiet {
        say::out(&report::json(&verified));
    } else {
        tell(&verified);
    }
    if let (Some(path), false) = (&args.json, quiet) {
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
        let names: Vec<&str> = all.iter().map(|lane| lane.name.as_str()).collect();
        return Err(Usage(format!("there is no lane `{unknown}`: there is {}", names.join(", "))));
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

fn list(lanes: &[Lane]) -> String {
    let mut text = String::new();
    for lane in lanes {
        let sources: Vec<String> =
            lane.sources.iter().map(|source| source.to_string_lossy().into_owned()).collect();
        text.push_str(&format!(
            "{:<24} {} in the {} dialect, {}, puzzles {}, {}\n",
            lane.name,
            lane.target.isa(),
            lane.target.dialect().name,
            lane.algorithm.name(),
            lane.sets.join(" "),
            sources.join(" ")
        ));
    }
    text
}

/// Runs the plan with a progress bar on a terminal, in silence elsewhere.
fn with_progress(plan: Plan) -> Verified {
    let bar = if std::io::stderr().is_terminal() {
        ProgressBar::new(plan.total() as u64)
    } else {
        ProgressBar::hidden()
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} puzzles, {elapsed}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let verified = plan.run(&|| bar.inc(1));
    bar.finish_and_clear();
    verified
}

fn tell(verified: &Verified) {
    for lane in &verified.lanes {
        say::out(&format!("{}\n", report::lane_line(lane)));
    }
    let runs: usize = verified.lanes.iter().map(|lane| lane.runs.len()).sum();
    say::out(&format!("\n{}\n", report::table(verified)));
    say::out(&report::failures(verified));
    let verdict = if verified.is_golden() { "all as golden" } else { "NOT as golden" };
    let lanes = counted(verified.lanes.len(), "lane");
    let noun = if runs == 1 { "run" } else { "runs" };
    say::out(&format!("{lanes}, {} {noun}: {verdict}\n", escape::grouped(runs as u64)));
}

fn tell_blessed(verified: &Verified, blessed: &[String]) {
    if !verified.lanes.iter().all(lanes::verify::LaneOutcome::is_right) {
        say::error("counts were not blessed, because the lanes above are wrong");
    }
    for line in blessed {
        say::out(&format!("blessed {line}\n"));
    }
    if blessed.is_empty() {
        say::out("nothing to bless: golden is as it was\n")
    } else {
        say::out("say in CHANGELOG.md, under Golden, what moved and why\n")
    }
}
