//! `isagrid variants`: makes equivalent puzzles.

use std::ffi::OsString;

use clap::{Args as ClapArgs, ValueEnum};
use reference::symmetry::{Kind, Transform, canonical};
use reference::{Format, ParsedPuzzle, Record};

use crate::generate::{any_seed, at_least_one, seed};
use crate::input::{self, Item};
use crate::puzzle_writer::PuzzleWriter;
use crate::{CommandResult, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid variants 1..4..1..3..4..3 --count 3
  isagrid variants puzzles.txt --kind relabel --seed 1
  isagrid variants puzzles.txt --canonical | sort -u     equivalent puzzles print equal lines

A variant has as many solutions as the puzzle, each a variant of one of the puzzle's solutions. Its
comment describes the change and gives the seed that reproduces it. Search nodes and DuPree score
of a variant may differ, because solvers try cells and digits in order.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzle files, puzzles as lines, or `-` for standard input [default: -]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<OsString>,
    /// Kind of change
    #[arg(long, value_enum, default_value = "full")]
    kind: Changes,
    /// Number of variants of each puzzle
    #[arg(short = 'n', long, value_name = "N", default_value = "1")]
    #[arg(value_parser = at_least_one, allow_negative_numbers = true)]
    count: u64,
    /// Seed of the first variant; the others use the following seeds [default: random]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Print the variant that is first in digit order, with 0 for blank (4x4 and 9x9 only)
    #[arg(long, conflicts_with_all = ["kind", "count", "seed"])]
    canonical: bool,
    /// Input format; see `isagrid solve --help` [default: auto]
    #[arg(long, value_name = "FORMAT", value_parser = input::formats(), hide_possible_values = true)]
    from: Option<input::InputFormat>,
    /// Output format; see `isagrid solve --help`
    #[arg(long, value_name = "FORMAT", default_value = "line")]
    to: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Changes {
    /// Exchange digits only
    Relabel,
    /// Also exchange rows within bands, columns within stacks, bands, stacks, and rows with columns
    Full,
}

pub(crate) fn variants(args: &Args) -> CommandResult {
    let from = args.from.and_then(|from| from.0);
    let sources = input::sources(&args.sources, from)?;
    let mut written = PuzzleWriter::begin(args.to)?;
    let first_seed = args.seed.unwrap_or_else(any_seed);
    let input = input::open(sources, from);
    let mut ending = Ending::Well;
    let (mut any, mut heard) = (false, true);
    while heard && let Ok(item) = next(&input.items, &mut written) {
        any = true;
        match item.and_then(|item| args.answer(&item, first_seed, &mut written)) {
            Ok(goes_on) => heard = goes_on,
            Err(why) => {
                heard = written.flush();
                say::error(&why);
                ending = Ending::Unreadable;
            }
        }
    }
    written.end();
    if any { Ok(ending) } else { Err(Usage("no puzzle found".to_owned())) }
}

/// Next puzzle of the input; flushes output before waiting.
fn next(
    items: &std::sync::mpsc::Receiver<Result<Item, String>>,
    written: &mut PuzzleWriter,
) -> Result<Result<Item, String>, std::sync::mpsc::RecvError> {
    items.try_recv().or_else(|_| {
        written.flush();
        items.recv()
    })
}

impl Args {
    /// Writes the variants of one puzzle; false if the output is closed.
    fn answer(
        &self,
        item: &Item,
        first_seed: u64,
        written: &mut PuzzleWriter,
    ) -> Result<bool, String> {
        let place = item.place();
        let found = match &item.found {
            Ok(found) => found,
            Err(error) => return Err(format!("{}: {}", item.source, error.error)),
        };
        let failed = |why: &dyn ToString| format!("{place}: {}", why.to_string());
        if self.canonical {
            let change = first_change(found).map_err(|why| failed(&why))?;
            let note = format!("{place}: {change}");
            return write(found, &change, &note, written).map_err(|why| failed(&why));
        }
        let kind = match self.kind {
            Changes::Relabel => Kind::Relabel,
            Changes::Full => Kind::Full,
        };
        let before = (item.number - 1).wrapping_mul(self.count);
        for number in 0..self.count {
            let seed = first_seed.wrapping_add(before).wrapping_add(number);
            let change = Transform::random(found.puzzle.size(), seed, kind);
            let note = format!("{place}, seed {seed}: {change}");
            if !write(found, &change, &note, written).map_err(|why| failed(&why))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Transformation into the first of all variants.
fn first_change(found: &ParsedPuzzle) -> Result<Transform, String> {
    let size = found.puzzle.size();
    match canonical(&found.puzzle) {
        _ if found.candidates.is_some() => {
            Err("--canonical needs a puzzle without candidates".to_owned())
        }
        None => Err(format!("--canonical is not available for {size} puzzles: too many variants")),
        Some((_, change)) => Ok(change),
    }
}

/// Writes one variant, and flushes a full buffer.
fn write(
    found: &ParsedPuzzle,
    change: &Transform,
    note: &str,
    written: &mut PuzzleWriter,
) -> Result<bool, reference::WriteError> {
    let puzzle = change.apply_to_puzzle(&found.puzzle);
    let candidates = found.candidates.as_ref().map(|masks| change.apply_to_candidates(masks));
    let candidates = candidates.as_ref();
    written.record(&Record { candidates, note: Some(note), ..Record::new(&puzzle) })?;
    Ok(!written.is_long() || written.flush())
}
