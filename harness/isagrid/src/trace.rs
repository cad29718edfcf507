//! `isagrid trace`: shows two solvers of one algorithm side by side, decision by decision.

mod json;
mod text;

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};
use lanes::golden::{self, PuzzleId, SetPuzzle};
use lanes::lane::Lane;
use lanes::root::Root;
use lanes::side_by_side::{EventSelection, SideBySideError, side_by_side};

use crate::{CommandResult, Ending, Usage, lanes_command, say};

const EXAMPLES: &str = "\
Examples:
  isagrid trace --side-by-side mips32-mars-9x9 pdp10-line-9x9
  isagrid trace --side-by-side riscv32-links pdp10-links --puzzle easy:3 --node 7
  isagrid trace --side-by-side mips32-constraint riscv32-constraint --event 12-14 --width 160
  isagrid trace --side-by-side riscv32-gnu-9x9 riscv32-rars-9x9 --format json

Solvers of one algorithm take the same decisions: they enter search nodes, place and remove digits,
and eliminate candidates. The table shows how many instructions each needs from one such event to
the next; below it, every instruction of some events is listed with its source line.
docs/side-by-side.md explains an example.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Two lanes of the same algorithm and size
    #[arg(long, value_name = "LANE", num_args = 2, required = true)]
    side_by_side: Vec<String>,
    /// Puzzle to run [default: the first of the first set that both lanes run]
    #[arg(long, value_name = "SET:NUMBER")]
    puzzle: Option<PuzzleId>,
    /// Show this search node and all its events [default: 2]
    #[arg(long, value_name = "N", conflicts_with = "event")]
    node: Option<u64>,
    /// Show these events
    #[arg(long, value_name = "FIRST[-LAST]", value_parser = events)]
    event: Option<Range<u64>>,
    /// Count instructions of the first N events
    #[arg(long, value_name = "N", default_value_t = 1000)]
    events: u64,
    /// Line width in characters
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = width)]
    width: usize,
    /// Output format
    #[arg(long, value_name = "FORM", default_value = "text")]
    format: OutputFormat,
    /// Use the lanes of this folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// A table and two columns of source lines
    Text,
    /// All data as JSON
    Json,
}

/// Parses `7` or `7-9` as a range.
fn events(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| {
        let number = text.parse().ok().filter(|&number| (1..u64::MAX).contains(&number));
        number.ok_or_else(|| "expected an event number of at least 1, or FIRST-LAST".to_owned())
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (number(first)?, number(last)?);
    if last < first { Err(format!("{last} is before {first}")) } else { Ok(first..last + 1) }
}

/// Least width, which has room for an instruction per column.
const LEAST_WIDTH: usize = 80;

fn width(text: &str) -> Result<usize, String> {
    let width = text.parse().ok().filter(|width| (LEAST_WIDTH..=1000).contains(width));
    width.ok_or_else(|| format!("expected a number from {LEAST_WIDTH} to 1000"))
}

pub(crate) fn trace(args: &Args) -> CommandResult {
    let root = lanes_command::root(args.root.as_deref())?;
    let all = lanes_command::read(&root)?;
    let named = |name: &String| {
        let found = all.iter().find(|lane| lane.name == *name);
        found.ok_or_else(|| lanes_command::unknown(name, &all))
    };
    let lanes = [named(&args.side_by_side[0])?, named(&args.side_by_side[1])?];
    let (id, at) = puzzle(&root, lanes, args.puzzle.as_ref())?;
    let wanted = match (&args.event, args.node) {
        (Some(events), _) => EventSelection::Events(events.clone()),
        (None, node) => EventSelection::Node(node.unwrap_or(2)),
    };
    let both = match side_by_side(&root, lanes, &at, &wanted, args.events) {
        Ok(both) => both,
        Err(refused) => return refuse(refused),
    };
    if args.format == OutputFormat::Json {
        say::out(&format!("{:#}\n", json::object(&both, lanes[0].algorithm, &id, &at)));
        return Ok(Ending::Well);
    }
    lanes_command::tell_whose(&root, "running");
    say::out(&text::head(&both, lanes[0].algorithm, &id));
    say::out(&text::table(&both));
    for event in &both.events {
        if !say::out_while_open(&text::event(event, &both.lanes, args.width)) {
            break;
        }
    }
    Ok(Ending::Well)
}

/// Chosen puzzle, from a set that a lane runs; by default the first that both run.
fn puzzle(
    root: &Root,
    lanes: [&Lane; 2],
    chosen: Option<&PuzzleId>,
) -> Result<(PuzzleId, SetPuzzle), Usage> {
    let [one, other] = lanes;
    let id = match chosen {
        Some(chosen) => chosen.clone(),
        None => {
            let both = one.sets.iter().find(|set| other.sets.contains(set));
            // Lanes without a common set differ in another way too, which is reported later.
            let set = both.or(one.sets.first()).cloned().unwrap_or_default();
            PuzzleId { set, number: 1 }
        }
    };
    if !lanes.iter().any(|lane| lane.sets.contains(&id.set)) {
        let (set, one, other) = (asmkit::plain_name(&id.set), &one.name, &other.name);
        return Err(Usage(format!("neither {one} nor {other} runs the puzzle set `{set}`")));
    }
    let puzzles = golden::read_puzzles(root, &id.set)?;
    let count = puzzles.len();
    let at = id.number.checked_sub(1).and_then(|at| puzzles.into_iter().nth(at));
    let at =
        at.ok_or_else(|| Usage(format!("unknown puzzle {id}: the set has puzzles 1 to {count}")))?;
    Ok((id, at))
}

/// Reports why the lanes cannot be compared, with the matching ending.
fn refuse(refused: SideBySideError) -> CommandResult {
    let ending = match &refused {
        SideBySideError::Wanted(why) => return Err(Usage(why.clone())),
        SideBySideError::Broken(_, broken) => Ending::of(broken),
        SideBySideError::Endless(_) => Ending::Incomplete,
        SideBySideError::Parted { .. } => Ending::Failed,
    };
    match refused {
        SideBySideError::Broken(lane, broken) => {
            say::error(&format!("lane {lane} {}\n{}", broken.verdict(), broken.why()));
        }
        other => say::error(&other.to_string()),
    }
    Ok(ending)
}
