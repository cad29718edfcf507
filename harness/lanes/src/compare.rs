//! Comparison of lanes: instructions, fetches, loads and stores for the same decisions.
//!
//! A [`ComparisonPlan`] groups lanes by algorithm and size, with the puzzles that all of them run. Each run is verified and
//! measured ([`Measure`]). The [`Comparison`] excludes lanes with any failure. All numbers are defined in one
//! table ([`metric`]).
//!
//! The execution counts of a run, with the numbers of transfers of control, give the mix of instructions,
//! the bits fetched, and what a core could fuse. For algorithms with a search, [`Law`] has the cost of a node.

mod code;
mod comparison;
pub mod fusion;
mod law;
mod measure;
mod meter;
pub mod metric;
mod plan;
pub mod statistics;

pub use comparison::{
    At, Comparison, ComparisonGroup, ComparisonRow, ExcludedLane, UnmeasuredLane,
};
pub use law::{Law, SlopeRatio};
pub use measure::{InstructionKind, Measure, StaticSize};
pub use meter::{Access, Traffic};
pub use plan::{ComparisonChoice, ComparisonPlan, must_be_comparable};
