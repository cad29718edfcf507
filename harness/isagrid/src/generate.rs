//! `isagrid generate`: generates puzzles from seeds.

mod generator;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher as _;
use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::Args as ClapArgs;
use reference::dupree::Band;
use reference::symmetry::Symmetry;
use reference::{
    Answers, Format, GeneratedPuzzle, Grid, PuzzleRequest, Record, Size, Writer, rating,
};

use self::generator::Generator;
use crate::puzzle_writer::PuzzleWriter;
use crate::{CommandResult, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid generate                                   a minimal 9x9 puzzle, different each time
  isagrid generate --count 100 --seed 1              the puzzles of seeds 1 to 100, always the same
  isagrid generate --band hard --symmetry rotate180
  isagrid generate --givens 30..34 --rating 1.2..1.5 --to grid
  isagrid generate --solutions 2..5                  to test a solver that finds all solutions
  isagrid generate --solutions none                  no solution, but no conflicting givens

Ranges include both ends; either may be omitted: 25.. or ..30. The comment after a puzzle contains
its seed: --seed, --count 1 and the same options reproduce it on any computer. (16x16 and 25x25
puzzles may change between versions, as may those chosen by --rating.) In formats without comments,
the first seed is printed on standard error, unless you gave it.
Exit status 4: no such puzzle was found for some seed; raise --effort or relax the options.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Cells per side: 4, 9, 16 or 25
    #[arg(long, value_name = "N", default_value = "9", value_parser = size)]
    size: Size,
    /// Number of puzzles
    #[arg(short = 'n', long, value_name = "N", default_value = "1")]
    #[arg(value_parser = at_least_one, allow_negative_numbers = true)]
    count: u64,
    /// Seed of the first puzzle; the others use the following seeds [default: random]
    #[arg(long, value_name = "N", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Number of givens: N or A..B [default: as few as removing them one by one reaches]
    #[arg(long, value_name = "RANGE")]
    #[arg(value_parser = range::<usize>, allow_negative_numbers = true)]
    givens: Option<Range<usize>>,
    /// Symmetry of the givens
    ///
    /// One of none, rotate180, rotate90, horizontal, vertical, diagonal, antidiagonal, orthogonal
    /// (horizontal and vertical), diagonals (both) or full.
    #[arg(long, value_name = "NAME", default_value = "none")]
    symmetry: Symmetry,
    /// Require minimal puzzles: removing any given adds a solution
    #[arg(long, conflicts_with = "not_minimal")]
    minimal: bool,
    /// Require puzzles with a redundant given
    #[arg(long)]
    not_minimal: bool,
    /// DuPree's band: trivial, easy, medium, hard, very-hard or diabolical
    #[arg(long, value_name = "NAME", value_parser = band)]
    band: Option<Band>,
    /// Technique rating, such as 2.3 or 1.5..2.5; >5.4 or 5.5 means beyond all techniques
    #[arg(long, value_name = "RANGE", value_parser = rating, allow_negative_numbers = true)]
    rating: Option<Range<u16>>,
    /// Number of solutions: one, several (2..10), N, A..B, none, or conflict (conflicting givens)
    #[arg(long, value_name = "HOW-MANY", default_value = "one", value_parser = answers)]
    solutions: Answers,
    /// Output format; see `isagrid solve --help`
    #[arg(long, value_name = "FORMAT", default_value = "line")]
    to: Format,
    /// Search N times as long before giving up on a puzzle
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    effort: u32,
}

/// Range with optional ends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Range<T> {
    from: Option<T>,
    to: Option<T>,
}

impl<T: Copy> Range<T> {
    fn within(&self, least: T, most: T) -> RangeInclusive<T> {
        self.from.unwrap_or(least)..=self.to.unwrap_or(most)
    }
}

/// Parses a seed: any 64-bit number.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a whole number from 0 to {}", u64::MAX))
}

/// Parses a positive number.
pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    let count = text.parse().ok().filter(|count| *count > 0);
    count.ok_or_else(|| "expected a whole number of at least 1".to_owned())
}

fn size(text: &str) -> Result<Size, String> {
    let side = text.parse().ok();
    side.and_then(Size::from_side)
        .ok_or_else(|| "expected 4, 9, 16 or 25 cells per side".to_owned())
}

/// Parses a number or a range; `expected` describes it in the error message.
fn ends<T: Copy>(
    text: &str,
    expected: &str,
    end: impl Fn(&str) -> Option<T>,
) -> Result<Range<T>, String> {
    let wrong = || format!("expected {expected}");
    let optional = |part: &str| match part {
        "" => Ok(None),
        part => end(part).map(Some).ok_or_else(wrong),
    };
    let (from, to) = match text.split_once("..") {
        None => (optional(text)?, optional(text)?),
        Some((from, to)) => (optional(from)?, optional(to.trim_start_matches('='))?),
    };
    if from.is_none() && to.is_none() { Err(wrong()) } else { Ok(Range { from, to }) }
}

fn range<T: Copy + FromStr>(text: &str) -> Result<Range<T>, String> {
    ends(text, "a number, or a range such as A..B, A.. or ..B", |part| part.parse().ok())
}

/// Parses a rating into tenths: a number, or the mark for beyond all techniques.
fn rating(text: &str) -> Result<Range<u16>, String> {
    ends(
        text,
        "a rating such as 2.3 or >5.4, or a range such as 1.5..2.3, 1.5.. or ..2.3",
        |part| {
            if part == rating::written(rating::BEYOND) {
                return Some(rating::BEYOND);
            }
            let (whole, tenths) = part.split_once('.').unwrap_or((part, "0"));
            let tenths: u16 = if tenths.len() == 1 { tenths.parse().ok()? } else { return None };
            whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(tenths)
        },
    )
}

fn band(text: &str) -> Result<Band, String> {
    let name = text.replace('-', " ");
    Band::ALL.into_iter().find(|band| band.name() == name).ok_or_else(|| {
        let names = Band::ALL.map(|band| band.name().replace(' ', "-"));
        format!("expected one of {}", names.join(", "))
    })
}

fn answers(text: &str) -> Result<Answers, String> {
    match text {
        "one" | "1" => Ok(Answers::One),
        "none" | "0" => Ok(Answers::None),
        "conflict" => Ok(Answers::Conflict),
        "several" => Ok(Answers::Several(2..=10)),
        _ => match range(text).map(|range| range.within(2, Answers::MOST)) {
            Ok(range) if range == (1..=1) => Ok(Answers::One),
            Ok(range) => Ok(Answers::Several(range)),
            Err(_) => Err("expected one, several, none, conflict, N or A..B".to_owned()),
        },
    }
}

impl Args {
    fn wanted(&self) -> PuzzleRequest {
        let cells = self.size.cells();
        let minimal = self.minimal.then_some(true);
        PuzzleRequest {
            size: self.size,
            givens: self.givens.as_ref().map(|givens| givens.within(0, cells)),
            symmetry: self.symmetry,
            minimal: if self.not_minimal { Some(false) } else { minimal },
            answers: self.solutions.clone(),
            band: self.band,
            rating: self.rating.as_ref().map(|rating| rating.within(0, rating::BEYOND)),
            effort: self.effort,
        }
    }
}

pub(crate) fn generate(args: &Args) -> CommandResult {
    let wanted = args.wanted();
    wanted.check().map_err(|why| Usage(format!("no such puzzle can be generated: {why}")))?;
    let mut written = PuzzleWriter::begin(args.to)?;
    written.takes(args.size)?;
    let first = args.seed.unwrap_or_else(any_seed);
    if args.seed.is_none() && !keeps_notes(args.to, args.size) {
        say::note(&format!("the first seed is {first}"));
    }
    let mut generator = Generator::new(wanted, first, args.count);
    let mut ending = Ending::Well;
    while let Some((seed, made)) = generator.next(&mut written) {
        let result = made.and_then(|(note, made)| written.made(&note, &made));
        let heard = result.is_ok() || written.flush();
        if let Err(why) = result {
            say::error(&format!("seed {seed}: {why}"));
            ending = Ending::Incomplete;
        }
        if !heard || (written.is_long() && !written.flush()) {
            break;
        }
    }
    written.end();
    Ok(ending)
}

/// Random short seed.
pub(crate) fn any_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000_000
}

/// Whether a format keeps a puzzle's comment, and with it the seed.
fn keeps_notes(format: Format, size: Size) -> bool {
    let (empty, mut text) = (Grid::empty(size).into(), String::new());
    let record = Record { note: Some("seed"), ..Record::new(&empty) };
    let written = Writer::new(format).and_then(|mut writer| writer.record(&mut text, &record));
    written.is_ok() && text.contains("seed")
}

impl PuzzleWriter {
    fn made(&mut self, note: &str, made: &GeneratedPuzzle) -> Result<(), String> {
        let solutions = if made.solutions == 1 { std::slice::from_ref(&made.grid) } else { &[] };
        let record = Record { solutions, note: Some(note), ..Record::new(&made.puzzle) };
        self.record(&record).map_err(|error| error.to_string())
    }
}
