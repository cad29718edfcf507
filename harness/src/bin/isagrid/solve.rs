//! `isagrid solve`: the reference solver.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use harness::files;
use reference::{Layout, Outcome};

use crate::{Ended, Ending, Usage, say};

const EXAMPLES: &str = "\
Examples:
  isagrid solve puzzles.txt
  isagrid solve 007000008840000600000895300010400003000000070900500024204006000080730010130904700

Prints one line a puzzle: its solution, `no solution`, or `several solutions`.";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A file of puzzles in any usual format, or one puzzle as a line
    #[arg(value_name = "FILE|PUZZLE")]
    puzzle: String,
    /// Draw puzzles and solutions as grids
    #[arg(long)]
    grid: bool,
}

pub(crate) fn solve(args: &Args) -> Ended {
    let path = Path::new(&args.puzzle);
    let (name, text) = match path.exists() {
        true => (files::shown(path), files::read_text(path)?),
        false => ("the puzzle".to_owned(), args.puzzle.clone()),
    };
    let mut ending = Ending::Well;
    let mut any = false;
    for found in reference::puzzles(&text) {
        any = true;
        let (_, puzzle) = match found {
            Ok(found) => found,
            Err(_) if !path.exists() && looks_like_a_path(&args.puzzle) => {
                return Err(Usage(format!("cannot read `{}`: there is no such file", args.puzzle)));
            }
            Err(error) => return Err(Usage(format!("{name}: {error}"))),
        };
        let (text, well) = match reference::solve(&puzzle, 2) {
            Outcome::One(grid) if args.grid => (grid.show(Layout::Plain).to_string(), true),
            Outcome::One(grid) => (format!("{grid}\n"), true),
            Outcome::None => ("no solution\n".to_owned(), false),
            Outcome::Several(_) => ("several solutions\n".to_owned(), false),
            Outcome::GaveUp(_) => {
                say::error("the reference solver gave up on this puzzle");
                return Ok(Ending::Incomplete);
            }
        };
        if args.grid {
            say::out(&puzzle.show(Layout::Plain).to_string());
        }
        say::out(&text);
        if !well {
            ending = Ending::Failed;
        }
    }
    match any {
        true => Ok(ending),
        false => Err(Usage(format!("{name}: there is no puzzle in it"))),
    }
}

fn looks_like_a_path(text: &str) -> bool {
    text.contains('/') || PathBuf::from(text).extension().is_some_and(|e| e.len() <= 4)
}
