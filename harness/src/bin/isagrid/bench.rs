//! `isagrid bench`: the speed of each machine.

use std::path::PathBuf;

use asmkit::Sources;
use clap::Args as ClapArgs;
use harness::bench::{LOOP_MIPS32, clock_name, measure, processor};
use harness::files::Folder;
use harness::target::Target;
use harness::{files, golden, lane};

use crate::{Ended, Ending, root, say};

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The clone whose solver is measured
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// How often each program runs; the fastest counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The lane whose solver is measured, with the puzzle of its first set that has most nodes
    #[arg(long, default_value = "mips32-mars-9x9")]
    lane: String,
}

pub(crate) fn bench(args: &Args) -> Ended {
    let root = root(args.root.as_ref())?;
    let lanes = lane::read_table(&root).map_err(|error| error.to_string())?;
    let lane = lanes.iter().find(|lane| lane.name == args.lane);
    let lane = lane.ok_or_else(|| format!("there is no lane `{}`", args.lane))?;
    let set = lane.sets.first().ok_or("the lane has no puzzle set".to_owned())?;
    let puzzles = golden::read_puzzles(&golden::puzzles_path(&root, set))?;
    let hardest = puzzles
        .iter()
        .max_by_key(|puzzle| reference::twin::digest(&puzzle.puzzle, 10_000_000).1.nodes);
    let hardest = hardest.ok_or("the puzzle set is empty".to_owned())?;
    let source = &lane.sources[0];
    let solver = files::read(&root.join(source), files::SOURCE_LIMIT_BYTES)?;
    let programs = [
        ("loop", "loop.s".to_owned(), LOOP_MIPS32.as_bytes().to_vec(), Vec::new()),
        (
            "backtrack",
            root.join(source).to_string_lossy().into_owned(),
            solver,
            lane.feed.feed(&hardest.puzzle),
        ),
    ];
    say::out(&format!(
        "million instructions retired a second, in {}, best of {}\n\
         {} on {}; backtrack is lane {} on puzzle {set}:{}\n",
        clock_name(),
        args.runs,
        lane.target.isa(),
        processor(),
        lane.name,
        hardest.number,
    ));
    for (name, path, text, input) in programs {
        let speed = one(&lane.target, &path, &text, &input, args.runs)?;
        say::out(&format!(
            "{name:<10} {:>8.1}  ({:.1} million instructions in {:.3} s)\n",
            speed.rate(),
            speed.instructions as f64 / 1e6,
            speed.seconds
        ));
    }
    say::out(&format!("again: cargo isagrid bench --runs {} --lane {}\n", args.runs, lane.name));
    Ok(Ending::Well)
}

fn one(
    target: &Target,
    path: &str,
    text: &[u8],
    input: &[u8],
    runs: u32,
) -> Result<harness::bench::Speed, String> {
    let mut sources = Sources::new();
    let file = sources.add(path, text);
    let library = Folder::of(std::path::Path::new(path));
    let assembly = target.assemble(&mut sources, &[file], &library).map_err(|messages| {
        let shown = messages.iter().map(|message| asmkit::render(message, &sources, false));
        shown.collect::<Vec<_>>().join("\n\n")
    })?;
    measure(target, &assembly.image, input, runs)
}
