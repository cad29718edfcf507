//! What is verified, and how exactly: one process and a plan take the same.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use lanes::golden;
use lanes::lane::{Lane, TABLE};
use lanes::puzzles::Puzzles;
use lanes::root::Root;
use lanes::verify::{self, Checks};

use crate::Usage;
use crate::compare::percent;
use crate::engine::EngineArg;
use crate::lanes_command::{self, Choice};
use crate::progress::at_least_one;

#[derive(Debug, ClapArgs)]
pub(crate) struct Asked {
    #[command(flatten)]
    pub(super) choice: Choice,
    /// Only this puzzle set, or these puzzles of it, as in 9x9:17 or 9x9:1-20,40
    #[arg(long = "puzzle", visible_alias = "puzzles", value_name = "SET[:NUMBERS]")]
    pub(super) puzzles: Vec<Puzzles>,
    /// Check only these: grids, decisions, counts; the first two need nothing golden
    ///
    /// A lane whose row says less is checked for less
    #[arg(long, value_name = "CHECKS")]
    pub(super) check: Option<Checks>,
    /// Counts may be above the golden ones by this; without it they have to be the same
    #[arg(long, value_name = "PERCENT", value_parser = at_most_double)]
    pub(super) counts_within: Option<f64>,
    /// Run of each set the first puzzle, and the middle and the hardest of those up to 10,000 nodes
    #[arg(long)]
    pub(super) quick: bool,
    /// Leave the other puzzles of a lane behind so many failures; without it behind 5 that came to a limit
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) max_failures: Option<usize>,
    /// Run the puzzles of a file, in any format, on all lanes of their size; nothing golden is asked for
    #[arg(long, value_name = "FILE")]
    pub(super) puzzle_file: Option<PathBuf>,
    /// How instructions are run, which changes nothing but the time it takes
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t)]
    pub(super) engine: EngineArg,
    /// The folder whose lanes are verified
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// A number of percent; at double the golden count a run is ended.
fn at_most_double(text: &str) -> Result<f64, String> {
    let percent = percent(text)?;
    if percent <= 100.0 { Ok(percent) } else { Err("expected at most 100 %".to_owned()) }
}

impl Asked {
    /// Where the lanes are.
    pub(super) fn root(&self) -> Result<Root, Usage> {
        lanes_command::root(self.root.as_deref())
    }

    /// The lanes that are meant, as they are run and checked.
    pub(super) fn lanes(&self, root: &Root) -> Result<Vec<Lane>, Usage> {
        as_checked(self.choice.of(lanes_command::read(root)?)?, self.check, self.engine)
    }

    /// What is asked of them.
    pub(super) fn choice(&self) -> verify::Choice {
        verify::Choice {
            puzzles: self.puzzles.clone(),
            file: self.puzzle_file.clone(),
            counts_within: self.counts_within,
            quick: self.quick,
            max_failures: self.max_failures,
            ..verify::Choice::default()
        }
    }
}

/// Lanes by an engine, and checked for no more than this.
pub(super) fn as_checked(
    mut lanes: Vec<Lane>,
    check: Option<Checks>,
    engine: EngineArg,
) -> Result<Vec<Lane>, Usage> {
    let engine = engine.engine()?;
    for lane in &mut lanes {
        lane.target = lane.target.clone().with_engine(engine);
        if let Some(checks) = check {
            lane.check_only(checks)?;
        }
    }
    Ok(lanes)
}

/// Files that a verification reads, but for what sources include, whether they are there or not.
///
/// # Errors
/// A sentence when the table of lanes cannot be read.
pub(super) fn read_files(
    root: &Root,
    lanes: &[Lane],
    puzzles: Option<&Path>,
) -> Result<Vec<PathBuf>, String> {
    let mut read: Vec<PathBuf> = puzzles.into_iter().map(Path::to_owned).collect();
    if let Root::Folder(folder) = root {
        read.push(folder.join(TABLE));
        for lane in lanes {
            read.extend(lane.sources.iter().map(|source| folder.join(source)));
            read.push(folder.join(golden::counts_file(&lane.name)));
        }
        // The sets of a file of puzzles are no sets of the table.
        for set in lanes.iter().filter(|_| puzzles.is_none()).flat_map(|lane| &lane.sets) {
            read.extend(golden::source_file(root, set)?.map(|file| folder.join(file)));
            read.push(folder.join(golden::solutions_file(set)));
        }
    }
    read.sort();
    read.dedup();
    Ok(read)
}
