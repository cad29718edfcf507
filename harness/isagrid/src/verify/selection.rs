//! Options of `verify` that select lanes, puzzles and checks.

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
pub(super) struct RunSelection {
    #[command(flatten)]
    pub(super) choice: Choice,
    /// Run only this puzzle set, or these puzzles of it, as in 9x9:17 or 9x9:1-20,40
    #[arg(long = "puzzle", visible_alias = "puzzles", value_name = "SET[:NUMBERS]")]
    pub(super) puzzles: Vec<Puzzles>,
    /// Check only some of grids, decisions and counts; the first two need no golden files
    ///
    /// A lane whose row lists fewer checks is checked for those only.
    #[arg(long, value_name = "CHECKS")]
    pub(super) check: Option<Checks>,
    /// Allow counts up to PERCENT above the golden ones [default: they must be equal]
    #[arg(long, value_name = "PERCENT", value_parser = at_most_double)]
    pub(super) counts_within: Option<f64>,
    /// Run three puzzles of each set: the first, the median and the hardest of up to 10,000 nodes
    #[arg(long)]
    pub(super) quick: bool,
    /// Skip a lane's remaining puzzles after N failures [default: after 5 that hit a limit]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(super) max_failures: Option<usize>,
    /// Run the puzzles of a file on all lanes of their size; needs no golden files
    #[arg(long, value_name = "FILE")]
    pub(super) puzzle_file: Option<PathBuf>,
    /// Execution engine (affects speed only)
    #[arg(long, value_name = "ENGINE", value_enum, default_value_t)]
    pub(super) engine: EngineArg,
    /// Verify the lanes of this folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

/// Parses a percentage up to 100: a run is ended at twice its golden count.
fn at_most_double(text: &str) -> Result<f64, String> {
    let percent = percent(text)?;
    if percent <= 100.0 { Ok(percent) } else { Err("expected at most 100 %".to_owned()) }
}

impl RunSelection {
    /// Root of the lanes.
    pub(super) fn root(&self) -> Result<Root, Usage> {
        lanes_command::root(self.root.as_deref())
    }

    /// Selected lanes, with their engine and checks.
    pub(super) fn lanes(&self, root: &Root) -> Result<Vec<Lane>, Usage> {
        let mut lanes = self.choice.of(lanes_command::read(root)?)?;
        let engine = self.engine.engine()?;
        for lane in &mut lanes {
            lane.target = lane.target.clone().with_engine(engine);
            if let Some(checks) = self.check {
                lane.check_only(checks)?;
            }
        }
        Ok(lanes)
    }

    /// Puzzles, limits and tolerances.
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

/// Files that a verification reads, existing or not, except those that sources include.
///
/// # Errors
/// An error message if the table of lanes cannot be read.
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
        // With a file of puzzles, the sets are not those of the table.
        for set in lanes.iter().filter(|_| puzzles.is_none()).flat_map(|lane| &lane.sets) {
            read.extend(golden::source_file(root, set)?.map(|file| folder.join(file)));
            read.push(folder.join(golden::solutions_file(set)));
        }
    }
    read.sort();
    read.dedup();
    Ok(read)
}
