//! `isagrid puzzles`: regenerates the puzzle sets from their seeds.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use lanes::golden;
use lanes::recipes::RECIPES;
use lanes::root::Root;

use crate::{CommandResult, Ending, Usage, lanes_command, say};

const EXAMPLES: &str = "\
Examples:
  isagrid puzzles                    in a folder with asm/lanes.toml, or below it
  isagrid puzzles --root sudoku";

#[derive(Debug, ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write golden/puzzles of this folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

pub(crate) fn puzzles(args: &Args) -> CommandResult {
    let root = lanes_command::root(args.root.as_deref())?;
    if root == Root::Bundled {
        let why = "no asm/lanes.toml here or above, so there is no place for puzzle sets: create such \
                   a folder with `isagrid lanes --write DIR`";
        return Err(Usage(why.to_owned()));
    }
    for recipe in RECIPES {
        let text = recipe.make();
        let file = golden::puzzles_file(recipe.name);
        let same = root.text(&file).is_ok_and(|old| old == text);
        root.write(&file, &text)?;
        let count = text.lines().filter(|line| !line.starts_with('#')).count();
        let changed = || format!("changed: run `{}`", root.bless());
        let verdict = if same { "unchanged".to_owned() } else { changed() };
        say::out(&format!("{}: {count} puzzles, {verdict}\n", root.shown(&file)));
    }
    Ok(Ending::Well)
}
