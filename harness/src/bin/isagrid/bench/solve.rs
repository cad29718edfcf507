//! `isagrid bench solve`: the speed of the reference solver.

use std::ffi::OsString;

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use harness::bench::solvers::{Solver, measure_solver};
use harness::bench::{clock_name, processor};
use reference::fast::Path;
use reference::{Size, generate};

use crate::{Ended, Ending, input, say};

/// Puzzles that are made when no file is given: the minimal ones of the seeds from 0.
const GENERATED: u64 = 1000;

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// Files of 9x9 puzzles, each measured by itself; without any, 1,000 generated ones
    files: Vec<OsString>,
    /// The instructions to use; `dupree` is the 1.20 solver, `all` everything this processor has
    #[arg(long, value_parser = solvers(), default_value = "best")]
    path: Solvers,
    /// Stop at so many solutions of a puzzle: 2 is a check that there is only one
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Find all solutions of every puzzle, instead of a limit
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// How often the puzzles are solved; the fastest run counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// What `--path` says.
#[derive(Debug, Clone)]
struct Solvers(String);

fn solvers() -> impl clap::builder::TypedValueParser<Value = Solvers> {
    let names = ["best", "all", "avx512", "avx2", "ssse3", "neon", "portable", "dupree"];
    PossibleValuesParser::new(names).map(Solvers)
}

impl Solvers {
    fn chosen(&self) -> Result<Vec<Solver>, String> {
        let mut here = Path::ALL.into_iter().filter(|path| path.is_here());
        match self.0.as_str() {
            "best" => Ok(vec![Solver::Fast(Path::best())]),
            "dupree" => Ok(vec![Solver::DuPree]),
            "all" => Ok(here.map(Solver::Fast).chain([Solver::DuPree]).collect()),
            name => here
                .find(|path| path.name().replace('-', "").eq_ignore_ascii_case(name))
                .map(|path| vec![Solver::Fast(path)])
                .ok_or_else(|| format!("this processor does not have what the path {name} needs")),
        }
    }
}

pub(crate) fn solve(args: &Args) -> Ended {
    let solvers = args.path.chosen()?;
    let sets = sets(&args.files)?;
    let limit = if args.all { u64::MAX } else { args.limit };
    let until = match limit {
        1 => "first solution".to_owned(),
        2 => "second solution (a check for uniqueness)".to_owned(),
        u64::MAX => "last solution".to_owned(),
        _ => format!("{limit}th solution"),
    };
    say::out(&format!(
        "puzzles a second, each up to its {until}, one thread, reading not included, best of {}\n\
         in {}, on {}\n",
        args.runs,
        clock_name(),
        processor(),
    ));
    for (name, puzzles) in &sets {
        say::out(&format!("{name}: {} puzzles\n", puzzles.len()));
        for &solver in &solvers {
            if let Some(speed) = measure_solver(solver, puzzles, limit, args.runs) {
                let trials = speed.trials_per_puzzle();
                let trials = trials.map(|trials| format!(", {trials:.2} trials a puzzle"));
                say::out(&format!(
                    "  {:<12} {:>10.0}  ({} solutions, {:.0} a second{})\n",
                    solver.name(),
                    speed.puzzles_per_second(),
                    speed.solutions,
                    speed.solutions_per_second(),
                    trials.unwrap_or_default(),
                ));
            }
        }
    }
    say::out(&format!("again: {}\n", again(args)));
    Ok(Ending::Well)
}

/// The command that measures the same again.
fn again(args: &Args) -> String {
    let mut words = vec!["cargo isagrid bench solve".to_owned()];
    words.push(format!("--path {} --runs {}", args.path.0, args.runs));
    words.push(if args.all { "--all".to_owned() } else { format!("--limit {}", args.limit) });
    words.extend(args.files.iter().map(|file| file.to_string_lossy().into_owned()));
    words.join(" ")
}

type Set = (String, Vec<[u8; 81]>);

/// The puzzles of each file, or generated ones.
fn sets(files: &[OsString]) -> Result<Vec<Set>, String> {
    if files.is_empty() {
        let made = (0..GENERATED).map(|seed| generate(Size::Nine, seed).puzzle);
        let puzzles = made.filter_map(|puzzle| puzzle.cells().try_into().ok()).collect();
        return Ok(vec![("generated, minimal, seeds 0 to 999".to_owned(), puzzles)]);
    }
    files.iter().map(set).collect()
}

fn set(file: &OsString) -> Result<Set, String> {
    let name = harness::files::shown(file.as_ref());
    let source = input::file(file).map_err(|usage| usage.0)?;
    let mut puzzles = Vec::new();
    for item in input::open(vec![source], None).items {
        let item = item?;
        let found = item.found.map_err(|error| format!("{name}: {error}"))?;
        let cells = found.puzzle.cells().try_into();
        puzzles.push(cells.map_err(|_| {
            format!("{name}, puzzle {}: only puzzles of 9x9 are measured", item.number)
        })?);
    }
    match puzzles.is_empty() {
        true => Err(format!("{name} holds no puzzle")),
        false => Ok((name, puzzles)),
    }
}
