//! Lanes beside each other: what each executes, fetches, reads and writes for the same decisions.
//!
//! A lane is measured puzzle by puzzle ([`Measure`]), each run watched as a verification watches it; numbers over
//! puzzles are medians and percentiles, and ratios to a baseline with their spread ([`statistics`]).

pub mod fusion;
mod measure;
mod meter;
pub mod statistics;

use std::collections::BTreeSet;

use machine::{Machine as _, Stop};

pub use measure::{Kind, Measure};
pub use meter::{Access, Traffic};

use crate::golden::{PuzzleId, SetPuzzle};
use crate::lane::Lane;
use crate::root::Root;
use measure::Program;

/// A lane over some puzzles.
#[derive(Debug)]
pub struct Measured {
    /// The lane.
    pub lane: Lane,
    /// What its program is as it lies in memory.
    pub size: StaticSize,
    /// Its runs, in the order of the puzzles.
    pub runs: Vec<(PuzzleId, Measure)>,
}

/// A program as it lies in memory, and how much of it ran.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticSize {
    /// Its instructions: all in memory for instructions; where words may be either, those its entry leads
    /// to, and those that ran.
    pub instructions: u64,
    /// Their bits.
    pub instruction_bits: u64,
    /// Bits of everything else it takes in memory, what begins as zero among it; without its stack where
    /// the system gives that.
    pub data_bits: u64,
    /// Instructions that no run executed.
    pub never_run: u64,
}

/// Measures a lane over puzzles.
///
/// # Errors
/// A sentence when it does not assemble or lacks what its row names, and when a run does not end by itself.
pub fn measure(
    root: &Root,
    lane: Lane,
    puzzles: &[(String, SetPuzzle)],
) -> Result<Measured, String> {
    let (_, first) = puzzles.first().ok_or("there is no puzzle")?;
    let made = lane.program(root).map_err(|broken| broken.why().to_owned())?;
    let program = Program::new(&lane, made, first)?;
    let mut reached = BTreeSet::new();
    let mut runs = Vec::new();
    for (set, at) in puzzles {
        let (measure, machine, stop) = program.run(&lane, at);
        if !matches!(stop, Stop::Exit { .. } | Stop::End) {
            return Err(format!("{set}:{} ends with {stop:?}", at.number));
        }
        reached.extend(measure::reached(&machine.executed()));
        runs.push((PuzzleId { set: set.clone(), number: at.number }, measure));
    }
    let size = program.size(&reached);
    Ok(Measured { lane, size, runs })
}
