//! `isagrid rate`: rates the difficulty of puzzles.

mod json;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::{Args as ClapArgs, ValueEnum};
use rayon::prelude::*;
use reference::Puzzle;
use reference::dupree::{self, Band, Cells};
use reference::rating::{self, Rating, RatingError};

use crate::input::{self, Item, Source};
use crate::{CommandResult, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid rate puzzles.txt
  isagrid rate --steps 007000008840000600000895300010400003000000070900500024204006000080730010130904700
  isagrid generate --count 1000 | isagrid rate --format json

Prints one line per puzzle, with tab-separated fields: the puzzle, its rating on the scale of Sudoku
Explainer, the technique of its hardest step, and for 9x9 the score and band of DuPree's solver
1.20. The rating `>5.4` is beyond all implemented techniques, which docs/rating.md lists.

Exit status: 0 every puzzle has a rating, 1 a puzzle has no solution or several, 2 usage error or
invalid puzzle, 4 the solver gave up on a puzzle.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Puzzle files, puzzles as lines, or `-` for standard input [default: -]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<OsString>,
    /// Print every step
    #[arg(long)]
    steps: bool,
    /// Output format
    #[arg(long, value_name = "STYLE", default_value = "line")]
    format: RateStyle,
    /// Input format [default: auto]
    #[arg(long, value_name = "FORMAT", value_parser = input::formats())]
    from: Option<input::InputFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RateStyle {
    /// One line per puzzle, and one per step
    Line,
    /// One JSON object per puzzle
    Json,
}

/// Rating and score of a puzzle.
struct RatedPuzzle {
    rating: Rating,
    /// Score by DuPree's solver, for 9x9 puzzles.
    score: Option<u64>,
}

/// Reason why a puzzle has no rating.
struct UnratedPuzzle {
    why: String,
    ending: Ending,
}

/// Output for a puzzle, and its effect on the exit status.
struct RatingOutput {
    text: String,
    error: Option<String>,
    ending: Ending,
}

pub(crate) fn rate(args: &Args) -> CommandResult {
    let from = args.from.and_then(|from| from.0);
    let sources = input::sources(&args.sources, from)?;
    let names: Vec<String> = sources.iter().map(Source::name).collect();
    let input = input::open(sources, from);
    let mut endings = Vec::new();
    while let Some(batch) = input.batch() {
        let answers: Vec<RatingOutput> = batch.par_iter().map(|item| args.answer(item)).collect();
        for answer in answers {
            endings.push(answer.ending);
            if let Err(error) = answer.show() {
                say::lost(&error);
                return Ok(Ending::Well);
            }
        }
        endings.sort_by_key(|ending| WORST_FIRST.iter().position(|worst| worst == ending));
        endings.truncate(1);
    }
    let nothing = || Usage(format!("{}: no puzzle found", names.join(", ")));
    endings.first().copied().ok_or_else(nothing)
}

const WORST_FIRST: [Ending; 4] =
    [Ending::Incomplete, Ending::Unreadable, Ending::Failed, Ending::Well];

fn judge(item: &Item) -> Result<RatedPuzzle, UnratedPuzzle> {
    let failed = |why: String, ending| UnratedPuzzle { why, ending };
    let found = item.found.as_ref();
    let found = found.map_err(|why| failed(why.to_string(), Ending::Unreadable))?;
    if found.candidates.is_some() {
        let why = "cannot rate a puzzle with candidates, only one with givens";
        return Err(failed(why.to_owned(), Ending::Unreadable));
    }
    let rating = rating::rate(&found.puzzle).map_err(|why| match why {
        RatingError::NoSolution => failed("no solution".to_owned(), Ending::Failed),
        RatingError::SeveralSolutions => failed("several solutions".to_owned(), Ending::Failed),
        RatingError::GaveUp => failed(why.to_string(), Ending::Incomplete),
    })?;
    Ok(RatedPuzzle { rating, score: score(&found.puzzle) })
}

fn score(puzzle: &Puzzle) -> Option<u64> {
    let cells = Cells::try_from(puzzle.cells()).ok()?;
    let report = dupree::solve(&cells, &dupree::Options::default(), &mut ());
    report.complete.then_some(report.score)
}

impl Args {
    fn answer(&self, item: &Result<Item, String>) -> RatingOutput {
        let item = match item {
            Ok(item) => item,
            Err(error) => return RatingOutput::unreadable(error.clone()),
        };
        let rated = judge(item);
        let text = match self.format {
            RateStyle::Json => json::object(item, rated.as_ref(), self.steps),
            RateStyle::Line => self.lines(item, rated.as_ref()),
        };
        match rated {
            Ok(_) => RatingOutput { text, error: None, ending: Ending::Well },
            Err(UnratedPuzzle { ending: Ending::Failed, .. }) => {
                RatingOutput { text, error: None, ending: Ending::Failed }
            }
            Err(UnratedPuzzle { why, ending }) => {
                // A parse error contains its line and column.
                let error = match item.found {
                    Ok(_) => format!("{}: {why}", item.place()),
                    Err(_) => format!("{}: {why}", item.source),
                };
                RatingOutput { text, error: Some(error), ending }
            }
        }
    }

    /// Line of a puzzle and lines of its steps; empty for an invalid puzzle.
    fn lines(&self, item: &Item, rated: Result<&RatedPuzzle, &UnratedPuzzle>) -> String {
        let Ok(found) = &item.found else { return String::new() };
        let puzzle = &found.puzzle;
        let RatedPuzzle { rating, score } = match rated {
            Ok(rated) => rated,
            Err(error) => return format!("{puzzle}\t-\t{}\t-\t-\n", error.why),
        };
        let technique = match rating.hardest {
            _ if rating.beyond => "beyond",
            Some(technique) => technique.name(),
            None => "full",
        };
        let number = rating::written(rating.on_scale());
        let score = score.map(|score| format!("{score}\t{}", Band::of(score)));
        let score = score.as_deref().unwrap_or("-\t-");
        let mut text = format!("{puzzle}\t{number}\t{technique}\t{score}\n");
        if self.steps {
            for step in &rating.steps {
                let (number, name) = (rating::written(step.tenths), step.technique);
                text.push_str(&format!("  {number}  {name}: {step}\n"));
            }
        }
        text
    }
}

impl RatingOutput {
    fn unreadable(error: String) -> Self {
        RatingOutput { text: String::new(), error: Some(error), ending: Ending::Unreadable }
    }

    /// Prints the answer; fails if standard output is closed or full.
    fn show(&self) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(self.text.as_bytes())?;
        if let Some(error) = &self.error {
            stdout.flush()?;
            say::error(error);
        }
        Ok(())
    }
}
