//! `isagrid bench`: the speed of each machine, and of the solver.

mod solve;

use std::path::{Path, PathBuf};

use asmkit::Sources;
use clap::Args as ClapArgs;
use lanes::bench::{clock_name, loop_of, measure, processor};
use lanes::lane::Lane;
use lanes::{golden, lane};
use machine::Host;
use machines::files;
use machines::target::Target;

use crate::{Ended, Ending, root, say};

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    of: Option<Of>,
    /// The clone whose solver is measured
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// How often each program runs; the fastest counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The lanes whose solvers are measured, each with the puzzle of its first set that has most nodes
    #[arg(long, default_values = ["mips32-mars-9x9", "riscv32-gnu-9x9", "pdp10-line-9x9"])]
    lane: Vec<String>,
}

#[derive(Debug, clap::Subcommand)]
enum Of {
    /// Measures puzzles per CPU second of the reference solver
    Solve(solve::Args),
}

pub(crate) fn bench(args: &Args) -> Ended {
    if let Some(Of::Solve(args)) = &args.of {
        return solve::solve(args);
    }
    let root = root(args.root.as_ref())?;
    let lanes = lane::read_table(&root).map_err(|error| error.to_string())?;
    say::out(&format!(
        "million instructions retired a second, best of {}\nin {}, on {}\n",
        args.runs,
        clock_name(),
        processor(),
    ));
    for name in &args.lane {
        let lane = lanes.iter().find(|lane| lane.name == *name);
        let lane = lane.ok_or_else(|| format!("there is no lane `{name}`"))?;
        measure_lane(&root, lane, args.runs)?;
    }
    let lanes = args.lane.iter().map(|lane| format!(" --lane {lane}")).collect::<String>();
    say::out(&format!("again: cargo isagrid bench --runs {}{lanes}\n", args.runs));
    Ok(Ending::Well)
}

/// The loop of the lane's machine, then the lane's solver on its hardest puzzle.
fn measure_lane(root: &Path, lane: &Lane, runs: u32) -> Result<(), String> {
    let set = lane.sets.first().ok_or("the lane has no puzzle set")?;
    let puzzles = golden::read_puzzles(&golden::puzzles_path(root, set))?;
    let hardest = puzzles.iter().max_by_key(|puzzle| lane.nodes_of(&puzzle.puzzle));
    let hardest = hardest.ok_or("the puzzle set is empty")?;
    let source = root.join(&lane.sources[0]);
    let solver = files::read(&source, files::SOURCE_LIMIT_BYTES)?;
    let (text, target) = loop_of(&lane.target)?;
    let of_loop = one(&target, "loop", text.as_bytes(), &Host::with_input(b""), runs)?;
    let host = lane.feed.host(&hardest.puzzle);
    let of_solver = one(&lane.target, &source.to_string_lossy(), &solver, &host, runs)?;
    say::out(&format!("{}, backtrack on puzzle {set}:{}\n", lane.name, hardest.number));
    for (name, speed) in [("loop", of_loop), ("backtrack", of_solver)] {
        say::out(&format!(
            "  {name:<10} {:>8.1}  ({:.1} million instructions in {:.3} s)\n",
            speed.rate(),
            speed.instructions as f64 / 1e6,
            speed.seconds
        ));
    }
    Ok(())
}

fn one(
    target: &Target,
    path: &str,
    text: &[u8],
    host: &Host,
    runs: u32,
) -> Result<lanes::bench::Speed, String> {
    let mut sources = Sources::new();
    let file = sources.add(path, text);
    let library = target.library(Path::new(path), &[], None);
    let assembly =
        target.assemble(&mut sources, &[file], library.as_ref()).map_err(|messages| {
            let shown = messages.iter().map(|message| asmkit::render(message, &sources, false));
            shown.collect::<Vec<_>>().join("\n\n")
        })?;
    measure(target, &assembly.image, host, runs)
}
