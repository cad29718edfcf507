//! `isagrid puzzles`: the puzzle sets, from their seeds.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use lanes::golden;
use lanes::recipes::RECIPES;
use machines::files;

use crate::{Ended, Ending, root, say};

#[derive(Debug, ClapArgs)]
pub(crate) struct Args {
    /// The clone whose golden/puzzles is written
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

pub(crate) fn puzzles(args: &Args) -> Ended {
    let root = root(args.root.as_ref())?;
    for recipe in RECIPES {
        let text = recipe.make();
        let path = golden::puzzles_path(&root, recipe.name);
        let same = files::read_text(&path).is_ok_and(|old| old == text);
        files::write(&path, &text)?;
        let count = text.lines().filter(|line| !line.starts_with('#')).count();
        let verdict = if same { "unchanged" } else { "changed: run `cargo xtask bless`" };
        say::out(&format!("golden/puzzles/{}.txt: {count} puzzles, {verdict}\n", recipe.name));
    }
    Ok(Ending::Well)
}
