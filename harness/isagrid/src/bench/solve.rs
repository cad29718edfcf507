//! `isagrid bench solve`: the speed of the reference solver.

use std::ffi::OsString;

use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use lanes::bench::solvers::{Bounds, Solver, SolverSpeed, measure_solver};
use lanes::bench::{clock_name, processor};
use machine::numbers::counted;
use reference::fast::Path;
use reference::{DEFAULT_BUDGET_NODES, Puzzle, Size, generate};

use crate::{Ended, Ending, input, lanes_here, say};

/// Puzzles that are made when no file is given: the minimal ones of the seeds from 0.
const GENERATED: u64 = 1000;

const EXAMPLES: &str = "\
Examples:
  isagrid bench solve                             1,000 generated puzzles
  isagrid bench solve --path all --limit 1 puzzles.txt
  isagrid bench solve -n 20 --all puzzles.txt     every solution of each, the best of twenty runs";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files of puzzles, each file and size measured by itself; without any, 1,000 generated ones
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,
    /// What solves 9x9: instructions, `general` as for other sizes, `dupree` as 1.20 does, or `all`
    #[arg(long, value_name = "PATH", value_parser = solvers(), default_value = "best")]
    path: Solvers,
    /// Stop at so many solutions of a puzzle: 2 is a check that there is only one
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Find all solutions of every puzzle, instead of a limit
    #[arg(long, conflicts_with = "limit")]
    all: bool,
    /// How many trials of a digit a puzzle may take; without it a million, and 16 a solution
    #[arg(long, value_name = "N")]
    budget: Option<u64>,
    /// How often the puzzles are solved; the fastest run counts
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// What `--path` says.
#[derive(Debug, Clone)]
struct Solvers(String);

fn solvers() -> impl clap::builder::TypedValueParser<Value = Solvers> {
    let names = ["best", "all", "avx512", "avx2", "ssse3", "neon", "portable", "general", "dupree"];
    PossibleValuesParser::new(names).map(Solvers)
}

impl Solvers {
    fn chosen(&self) -> Result<Vec<Solver>, String> {
        let mut here = Path::ALL.into_iter().filter(|path| path.is_here());
        match self.0.as_str() {
            "best" => Ok(vec![Solver::Fast(Path::best())]),
            "general" => Ok(vec![Solver::General]),
            "dupree" => Ok(vec![Solver::DuPree]),
            "all" => Ok(here.map(Solver::Fast).chain([Solver::General, Solver::DuPree]).collect()),
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
    let bounds = args.bounds();
    let until = match bounds.solutions {
        1 => "first solution".to_owned(),
        2 => "second solution (a check for uniqueness)".to_owned(),
        u64::MAX => "last solution".to_owned(),
        _ => format!("{}th solution", bounds.solutions),
    };
    say::out(&format!(
        "puzzles a second, each up to its {until}, one thread, reading not included, best of {}\n\
         in {}, on {}\n",
        args.runs,
        clock_name(),
        processor(),
    ));
    for Set { name, size, puzzles } in &sets {
        say::out(&format!("{name}: {} of {size}\n", counted(puzzles.len(), "puzzle")));
        let solvers = if *size == Size::Nine { &solvers[..] } else { &[Solver::General] };
        for &solver in solvers {
            if let Some(speed) = measure_solver(solver, puzzles, bounds, args.runs) {
                say::out(&row(solver, &speed));
            }
        }
    }
    let command = lanes_here::root(None)?.command();
    say::out(&format!("again: {command} bench solve {}\n", again(args)));
    Ok(Ending::Well)
}

impl Args {
    /// As far as `isagrid solve` goes, unless there is more time.
    fn bounds(&self) -> Bounds {
        let solutions = if self.all { u64::MAX } else { self.limit };
        let enough = || DEFAULT_BUDGET_NODES.saturating_add(solutions.saturating_mul(16));
        Bounds { solutions, trials: self.budget.unwrap_or_else(enough) }
    }
}

fn row(solver: Solver, speed: &SolverSpeed) -> String {
    let trials = speed.trials_per_puzzle().map(|trials| format!(", {trials:.2} trials a puzzle"));
    let given_up = match speed.given_up {
        0 => String::new(),
        number => format!(", {number} of {} given up", speed.puzzles),
    };
    format!(
        "  {:<12} {:>10.0}  ({} solutions, {:.0} a second{}{given_up})\n",
        solver.name(),
        speed.puzzles_per_second(),
        speed.solutions,
        speed.solutions_per_second(),
        trials.unwrap_or_default(),
    )
}

/// The arguments that measure the same again.
fn again(args: &Args) -> String {
    let mut words = vec![format!("--path {} --runs {}", args.path.0, args.runs)];
    words.push(if args.all { "--all".to_owned() } else { format!("--limit {}", args.limit) });
    words.extend(args.budget.map(|budget| format!("--budget {budget}")));
    words.extend(args.files.iter().map(|file| file.to_string_lossy().into_owned()));
    words.join(" ")
}

/// Puzzles of one size from one place.
struct Set {
    name: String,
    size: Size,
    puzzles: Vec<Puzzle>,
}

/// The puzzles of each file, size by size, or generated ones.
fn sets(files: &[OsString]) -> Result<Vec<Set>, String> {
    if files.is_empty() {
        let puzzles = (0..GENERATED).map(|seed| generate(Size::Nine, seed).puzzle).collect();
        let name = "generated, minimal, seeds 0 to 999".to_owned();
        return Ok(vec![Set { name, size: Size::Nine, puzzles }]);
    }
    let mut sets = Vec::new();
    for file in files {
        let (name, puzzles) = read(file)?;
        for size in Size::ALL {
            let of_size = puzzles.iter().filter(|puzzle| puzzle.size() == size);
            let puzzles: Vec<Puzzle> = of_size.cloned().collect();
            if !puzzles.is_empty() {
                sets.push(Set { name: name.clone(), size, puzzles });
            }
        }
    }
    Ok(sets)
}

fn read(file: &OsString) -> Result<(String, Vec<Puzzle>), String> {
    let name = machines::files::shown(file.as_ref());
    let source = input::file(file).map_err(|usage| usage.0)?;
    let mut puzzles = Vec::new();
    for item in input::open(vec![source], None).items {
        let found = item?.found.map_err(|error| format!("{name}: {error}"))?;
        puzzles.push(found.puzzle);
    }
    if puzzles.is_empty() { Err(format!("{name} holds no puzzle")) } else { Ok((name, puzzles)) }
}
