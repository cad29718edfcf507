//! `isagrid bench`: measures the speed of each machine, of the solver, and of grading.

mod grade;
mod solve;

use std::path::{Path, PathBuf};

use asmkit::Sources;
use clap::Args as ClapArgs;
use lanes::bench::{clock_name, loop_of, measure, processor, watcher};
use lanes::golden;
use lanes::lane::Lane;
use lanes::root::Root;
use machine::{Host, Image};
use targets::target::Target;

use crate::engine::EngineArg;
use crate::{CommandResult, Ending, Usage, lanes_command, say};

const EXAMPLES: &str = "\
Examples:
  isagrid bench                                   a loop and a solver on three machines
  isagrid bench --engine plain                    without native code
  isagrid bench --lane mips32-spim-9x9 -n 20      one lane, best of twenty runs
  isagrid bench solve                             the reference solver
  isagrid bench grade                             a submission of each assignment

The row `loop` is a small loop of loads, stores and additions. The next row is the lane's solver on
its hardest puzzle, and `watched` is the same run with its decisions observed, as in `verify`. Times
include compilation to native code. Speeds are of this emulator on this computer, not of the
original machine.";

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    of: Option<Subject>,
    /// Measure the lanes of this folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Run each program N times and report the fastest run
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Engine(s) to measure [default: auto, plain]
    #[arg(long, value_name = "ENGINE", value_enum)]
    engine: Vec<EngineArg>,
    /// Lane(s) whose solver to measure, on the puzzle of the first set with the most nodes
    ///
    /// By default, one bundled lane per machine, or all lanes of your own folder.
    #[arg(long, value_name = "LANE")]
    lane: Vec<String>,
}

/// Bundled lanes that are measured by default.
const MEASURED: [&str; 3] = ["mips32-mars-9x9", "riscv32-gnu-9x9", "pdp10-line-9x9"];

#[derive(Debug, clap::Subcommand)]
enum Subject {
    /// Measure the reference solver in puzzles per CPU second
    Solve(solve::Args),
    /// Measure grading in CPU seconds per submission
    Grade(grade::Args),
}

pub(crate) fn bench(args: &Args) -> CommandResult {
    match &args.of {
        Some(Subject::Solve(args)) => return solve::solve(args),
        Some(Subject::Grade(args)) => return grade::grade(args),
        None => {}
    }
    let root = lanes_command::root(args.root.as_deref())?;
    let all = lanes_command::read(&root)?;
    let wanted: Result<Vec<&Lane>, Usage> =
        args.lane.iter().map(|name| named(name, &all)).collect();
    let mut wanted = wanted?;
    if wanted.is_empty() {
        wanted.extend(all.iter().filter(|lane| MEASURED.contains(&lane.name.as_str())));
    }
    if wanted.is_empty() {
        wanted.extend(&all);
    }
    lanes_command::tell_whose(&root, "measuring");
    say::out(&format!(
        "million instructions retired per second, best of {}\nin {}, on {}\n",
        args.runs,
        clock_name(),
        processor(),
    ));
    let named: Vec<EngineArg> = args.engine.clone();
    let engines =
        if named.is_empty() { vec![EngineArg::Auto, EngineArg::Plain] } else { named.clone() };
    for engine in &engines {
        engine.engine()?;
    }
    for lane in wanted {
        measure_lane(&root, lane, args.runs, &engines)?;
    }
    let lanes = args.lane.iter().map(|lane| format!(" --lane {lane}"));
    let named = named.iter().map(|engine| format!(" --engine {}", engine.name()));
    let again: String = lanes.chain(named).collect();
    say::out(&format!("to reproduce: {} bench --runs {}{again}\n", root.command(), args.runs));
    Ok(Ending::Well)
}

fn named<'l>(name: &str, all: &'l [Lane]) -> Result<&'l Lane, Usage> {
    all.iter().find(|lane| lane.name == name).ok_or_else(|| lanes_command::unknown(name, all))
}

/// Measures the loop of the lane's machine, then the lane's solver on its hardest puzzle, without
/// and with an observer.
fn measure_lane(root: &Root, lane: &Lane, runs: u32, engines: &[EngineArg]) -> Result<(), String> {
    let set = lane.sets.first().ok_or("the lane has no puzzle set")?;
    let puzzles = golden::read_puzzles(root, set)?;
    let hardest = puzzles.iter().max_by_key(|puzzle| lane.nodes_of(&puzzle.puzzle));
    let hardest = hardest.ok_or("the puzzle set is empty")?;
    let (solvers, solver) = lane.program(root).map_err(|broken| broken.why().to_owned())?;
    let (text, looping) = loop_of(&lane.target)?;
    let looped = assembled(&looping, text)?;
    let algorithm = lane.algorithm.name();
    say::out(&format!("{}, {algorithm} on puzzle {set}:{}\n", lane.name, hardest.number));
    let (nothing, host) = (Host::with_input(b""), lane.feed.host(&hardest.puzzle));
    let watcher =
        lane.grid.as_ref().map(|_| watcher(lane, &solver, &hardest.puzzle)).transpose()?;
    for engine in engines {
        let chosen = engine.engine().map_err(|usage| usage.0)?;
        let [looping, solvers] =
            [&looping, &solvers].map(|target| target.clone().with_engine(chosen));
        let mut rows = vec![
            ("loop", measure(&looping, &looped, &nothing, runs, |_| ())?),
            (algorithm, measure(&solvers, &solver, &host, runs, |_| ())?),
        ];
        if let Some(watcher) = &watcher {
            rows.push(("watched", measure(&solvers, &solver, &host, runs, watcher)?));
        }
        for (name, speed) in rows {
            say::out(&format!(
                "  {:<10} {name:<10} {:>8.1}  ({:.1} million instructions in {:.3} s)\n",
                engine.name(),
                speed.rate(),
                speed.instructions as f64 / 1e6,
                speed.seconds
            ));
        }
    }
    Ok(())
}

/// Assembles a built-in source, which includes no files.
fn assembled(target: &Target, text: &str) -> Result<Image, String> {
    let mut sources = Sources::new();
    let file = sources.add("loop", text.as_bytes());
    let library = target.library(Path::new("loop"), &[], None);
    let assembly =
        target.assemble(&mut sources, &[file], library.as_ref()).map_err(|messages| {
            let shown = messages.iter().map(|message| asmkit::render(message, &sources, false));
            shown.collect::<Vec<_>>().join("\n\n")
        })?;
    Ok(assembly.image)
}
