//! `isagrid solve`: the reference solver.
//!
//! The command has two modes. Any option of DuPree's solver 1.20 selects classic mode, with its
//! fields, counts, rejects and statuses. Without one, or with `--format` or `--to`, modern mode
//! answers puzzles of any format one by one.

mod answer;
mod classic;
mod modern;
mod output;
mod pipeline;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Args as ClapArgs, CommandFactory as _, ValueEnum};
use reference::{DEFAULT_BUDGET_NODES, Format};

use crate::input::{self, Source};
use crate::{Cli, CommandResult, Ending, Usage, say};
use classic::Classic;
use output::Output;

use modern::Modern;

/// Default limit of solutions per puzzle when all are requested.
const DEFAULT_LIMIT: u64 = 1_000_000;

const EXAMPLES: &str = "\
Examples:
  isagrid solve puzzles.txt
  isagrid solve 007000008840000600000895300010400003000000070900500024204006000080730010130904700
  isagrid solve --format json --all puzzles.sdm
  isagrid solve -acdgmns -f puzzles.txt -r rejects.txt
  isagrid solve -e -f puzzle.txt

Prints one line per puzzle: its solution, `no solution`, or `several solutions`; with --limit or
--all, every solution. Any option of version 1.20 selects the behaviour of DuPree's solver: one
puzzle per line, in which any character except 1-9 is a blank cell.

Exit status: 0 every puzzle has one solution, 1 a puzzle has none or several, 2 usage error or
invalid puzzle, 4 a limit was reached. With options of 1.20: 1 also for usage errors.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub(crate) struct Args {
    /// Puzzle files, puzzles as lines, or `-` for standard input [default: -]
    #[arg(value_name = "FILE|PUZZLE")]
    sources: Vec<OsString>,
    /// Output format [default: line]
    #[arg(long, value_name = "STYLE", ignore_case = true, conflicts_with = "to")]
    format: Option<SolveStyle>,
    /// Write solutions in a puzzle format
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = written())]
    to: Option<Format>,
    /// Input format [default: auto]
    #[arg(long, value_name = "FORMAT", ignore_case = true, value_parser = input::formats())]
    from: Option<input::InputFormat>,
    /// Limit of solutions per puzzle [default: 2; with --all 1,000,000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// Find all solutions
    #[arg(long)]
    all: bool,
    /// Limit of digit trials per puzzle
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
    /// Print no sign-on, no progress and no warnings
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    dupree: DuPree,
}

// Options of version 1.20, with its letters.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Options of DuPree's solver 1.20")]
struct DuPree {
    /// Stop at the first solution
    #[arg(short = '1', long)]
    first: bool,
    /// Print the solutions
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    answer: bool,
    /// Print the number of solutions
    #[arg(short, long, conflicts_with = "to")]
    count: bool,
    /// Print the deepest level of trials
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    depth: bool,
    /// Print every step
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    explain: bool,
    /// Read puzzles from a file; `-` is standard input
    #[arg(short, long, allow_hyphen_values = true)]
    file: Option<OsString>,
    /// Print the solutions as grids
    #[arg(short = 'G', long, conflicts_with_all = ["format", "to"])]
    grid: bool,
    /// Print the number of givens
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    givens: bool,
    /// Print a mask of the givens, as 27 octal digits
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    mask: bool,
    /// Number puzzles and solutions
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    number: bool,
    /// Write results to a file; `-` is standard output
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    output: Option<PathBuf>,
    /// Solve this puzzle
    #[arg(short, long, allow_hyphen_values = true)]
    puzzle: Option<OsString>,
    /// Write invalid and insoluble puzzles to a file [default: standard error]
    #[arg(short, long, value_name = "FILE", allow_hyphen_values = true)]
    rejects: Option<PathBuf>,
    /// Print the score
    #[arg(short, long, conflicts_with_all = ["format", "to"])]
    score: bool,
    /// Print this help on standard error with status 1, as version 1.20
    #[arg(short = '?')]
    question: bool,
}

/// Output format of modern mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolveStyle {
    /// One JSON object per puzzle
    Json,
    /// One line per puzzle
    Line,
    /// Puzzle and solution drawn with `+`, `-` and `|`
    Grid,
    /// Puzzle and solution drawn with box characters
    Box,
}

fn written() -> impl clap::builder::TypedValueParser<Value = Format> {
    let names = Format::ALL.into_iter().filter(|format| format.is_written()).map(Format::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

pub(crate) fn solve(args: &Args) -> CommandResult {
    let classic = args.is_classic();
    if classic && !args.quiet {
        say::note("isagrid solve version 1.20");
    }
    if args.dupree.question {
        return Ok(help_as_1_20());
    }
    if classic && args.has_extraneous() {
        let words: Vec<_> = args.sources.iter().map(|word| word.to_string_lossy()).collect();
        say::note(&format!("Extraneous args: {} \n", asmkit::plain(&words.join(" "))));
        return Ok(help_as_1_20());
    }
    if classic && args.dupree.first && args.dupree.score && !args.quiet {
        say::note("Scoring is meaningless when multi-solution mode is disabled.");
    }
    match answer_all(args) {
        // Version 1.20 exits with 1 on a usage error.
        Err(Usage(message)) if classic => {
            say::error(&message);
            Ok(Ending::Failed)
        }
        ended => ended,
    }
}

/// Prints help on standard error, for status 1.
fn help_as_1_20() -> Ending {
    let mut command = Cli::command();
    command.build();
    let help = command.find_subcommand_mut("solve").map(|solve| solve.render_help().to_string());
    say::note(help.unwrap_or_default().trim_end());
    Ending::Failed
}

/// Whether a command line that did not parse used short options, as for version 1.20.
pub(crate) fn is_classic_call(words: &[OsString]) -> bool {
    let mut words = words.iter().map(|word| word.to_string_lossy());
    words.next().is_some_and(|command| command == "solve")
        && words
            .take_while(|word| word != "--")
            .any(|word| word.len() > 1 && word.starts_with('-') && !word.starts_with("--"))
}

fn answer_all(args: &Args) -> CommandResult {
    let sources = args.sources()?;
    let output = Output::new(args, &sources)?;
    let modern = Modern::new(args, &sources);
    let input = input::open(sources, args.format_read());
    if args.is_classic() {
        pipeline::run(&Classic::new(args), &input, output)
    } else {
        pipeline::run(&modern, &input, output)
    }
}

impl Args {
    /// Whether options of version 1.20 select classic mode.
    fn is_classic(&self) -> bool {
        let asked = &self.dupree;
        let DuPree {
            first, answer, count, depth, explain, grid, givens, mask, number, score, ..
        } = *asked;
        let any = [first, answer, count, depth, explain, grid, givens, mask, number, score];
        let named = asked.file.is_some() || asked.puzzle.is_some();
        let written = asked.output.is_some() || asked.rejects.is_some();
        let chosen = self.format.is_some() || self.to.is_some();
        !chosen && (any.contains(&true) || named || written || asked.question)
    }

    /// Limit of solutions per puzzle.
    fn limit(&self, otherwise: u64) -> u64 {
        match self.limit {
            _ if self.dupree.first => 1,
            Some(limit) => limit,
            None => otherwise,
        }
    }

    /// Node limit of the engines: the default plus 16 for each solution.
    fn budget_nodes(&self, limit: u64) -> u64 {
        let enough = || DEFAULT_BUDGET_NODES.saturating_add(limit.saturating_mul(16));
        self.budget.unwrap_or_else(enough)
    }

    fn sources(&self) -> Result<Vec<Source>, Usage> {
        let DuPree { file, puzzle, .. } = &self.dupree;
        if file.is_some() && puzzle.is_some() {
            return Err(Usage("-f and -p cannot be used together".to_owned()));
        }
        if (file.is_some() || puzzle.is_some()) && !self.sources.is_empty() {
            return Err(Usage("-f and -p cannot be used with other files or puzzles".to_owned()));
        }
        if let Some(puzzle) = puzzle {
            return Ok(vec![Source::Argument(puzzle.to_string_lossy().into_owned())]);
        }
        if let Some(file) = file {
            return Ok(vec![input::file(file)?]);
        }
        input::sources(&self.sources, self.format_read())
    }

    /// Whether there are extra arguments that are neither files nor puzzles.
    fn has_extraneous(&self) -> bool {
        let has_input = self.dupree.file.is_some() || self.dupree.puzzle.is_some();
        let formats = [self.format_read(), None];
        let is_puzzle = |word| formats.iter().any(|&format| input::is_puzzle(word, format));
        let strange = |word| !is_puzzle(word) && !Path::new(word).exists();
        if has_input {
            !self.sources.is_empty()
        } else {
            self.sources.iter().any(|word| word != "-" && strange(word))
        }
    }

    /// Input format; `None` to detect it.
    fn format_read(&self) -> Option<Format> {
        let usual = self.is_classic().then_some(Format::DuPree);
        self.from.map_or(usual, |from| from.0)
    }
}
