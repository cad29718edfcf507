//! Lanes and puzzles to compare, and the comparison.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use lanes::compare::{Comparison, ComparisonChoice, ComparisonPlan, UnmeasuredLane};
use lanes::lane::{Algorithm, Lane};
use lanes::puzzles::Puzzles;
use lanes::root::Root;
use lanes::verify::LaneError;
use machine::numbers::counted;

use crate::lanes_command;
use crate::progress::{self, at_least_one, on_cores};
use crate::{Ending, Usage, say};

/// Default number of puzzles per group: enough to see the spread, and quick.
const MOST_PUZZLES: usize = 40;

/// Default limit of search nodes per puzzle.
const MOST_NODES: u64 = 2000;

// Selection of lanes and puzzles.
#[derive(Debug, ClapArgs)]
pub(crate) struct Selection {
    #[command(flatten)]
    choice: lanes_command::Choice,
    /// Select lanes of this algorithm
    #[arg(long, value_name = "NAME", value_parser = algorithm)]
    algorithm: Vec<Algorithm>,
    /// Include compiler-generated lanes (implied when lanes are named or with --only)
    #[arg(long)]
    compiled: bool,
    /// Run this puzzle set, or some puzzles of it, such as 9x9:1-20,40
    ///
    /// By default, 40 puzzles (or the number given with --most-puzzles) are taken evenly from all
    /// sets of the lanes.
    #[arg(long, value_name = "SET[:NUMBERS]")]
    puzzles: Vec<Puzzles>,
    /// Take at most N puzzles for each algorithm and size, evenly spread [default: 40]
    ///
    /// With --puzzles, the default is all puzzles named.
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    most_puzzles: Option<usize>,
    /// Leave out puzzles that take more than N search nodes
    #[arg(long, value_name = "N", default_value_t = MOST_NODES)]
    most_nodes: u64,
    /// Baseline lane for ratios, one per algorithm and size [default: the first in the table]
    #[arg(long, value_name = "LANE")]
    baseline: Vec<String>,
    /// Run on N cores [default: all]
    #[arg(short, long, value_name = "N", value_parser = at_least_one)]
    jobs: Option<usize>,
    /// Compare the lanes of this folder
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

fn algorithm(name: &str) -> Result<Algorithm, String> {
    let found = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name);
    found.ok_or_else(|| {
        let names = Algorithm::ALL.map(Algorithm::name);
        format!("expected one of {}", names.join(", "))
    })
}

/// Default choice of puzzles.
pub(crate) fn usual() -> ComparisonChoice {
    ComparisonChoice {
        most_nodes: Some(MOST_NODES),
        most_puzzles: Some(MOST_PUZZLES),
        ..ComparisonChoice::default()
    }
}

/// Measures lanes, with progress on a terminal.
pub(crate) fn run(plan: ComparisonPlan) -> Comparison {
    let progress = progress::Runs::new(plan.total());
    let comparison = plan.run(&|lane, run| progress.done(&lane.name, run.nodes));
    progress.end();
    comparison
}

impl Selection {
    /// Ending for the lanes; reports named lanes that were not compared.
    pub(crate) fn ending(&self, comparison: &Comparison) -> Ending {
        let is_named =
            |out: &&UnmeasuredLane| out.broken.is_none() && self.choice.lanes.contains(&out.lane);
        let missing: Vec<&UnmeasuredLane> = comparison.left_out.iter().filter(is_named).collect();
        for out in &missing {
            say::error(&format!("{} was named but is not compared: {}", out.lane, out.why));
        }
        let is_apart = comparison.groups.iter().any(|group| !group.apart.is_empty());
        let broken = comparison.left_out.iter().filter_map(|out| out.broken.as_ref());
        if let Some(broken) = LaneError::worst(broken) {
            Ending::of(broken)
        } else if is_apart || !missing.is_empty() || !comparison.problems.is_empty() {
            Ending::Failed
        } else {
            Ending::Well
        }
    }

    /// Measures the selected lanes, with progress on a terminal.
    pub(crate) fn measure(&self) -> Result<Comparison, Usage> {
        let root = lanes_command::root(self.root.as_deref())?;
        let lanes = self.lanes(&root)?;
        on_cores(self.jobs)?;
        lanes_command::tell_whose(&root, "comparing");
        let usual = self.puzzles.is_empty().then_some(MOST_PUZZLES);
        let choice = ComparisonChoice {
            puzzles: self.puzzles.clone(),
            most_nodes: Some(self.most_nodes),
            most_puzzles: self.most_puzzles.or(usual),
            baselines: self.baseline.clone(),
        };
        Ok(run(ComparisonPlan::new(root, lanes, &choice)?))
    }

    /// Selected lanes; compiler-generated ones only if asked for.
    fn lanes(&self, root: &Root) -> Result<Vec<Lane>, Usage> {
        let mut lanes = self.choice.of(lanes_command::read(root)?)?;
        lanes.retain(|lane| self.algorithm.is_empty() || self.algorithm.contains(&lane.algorithm));
        if lanes.is_empty() {
            return Err(Usage("no selected lane has that algorithm".to_owned()));
        }
        let is_meant =
            self.compiled || !self.choice.lanes.is_empty() || !self.choice.only.is_empty();
        let by_people = lanes.iter().filter(|lane| lane.made_by.is_none()).count();
        let compiled = lanes.len() - by_people;
        if is_meant || by_people == 0 || compiled == 0 {
            return Ok(lanes);
        }
        lanes.retain(|lane| lane.made_by.is_none());
        let compiled = counted(compiled, "lane");
        say::note(&format!("left out {compiled} generated by compilers; --compiled includes them"));
        Ok(lanes)
    }
}
