//! Lanes beside each other: what each executes, fetches, reads and writes for the same decisions.
//!
//! A [`Plan`] puts lanes of one algorithm and size into a group, with the puzzles that all of them take up.
//! Each run is checked as a verification checks it, and measured ([`Measure`]). The [`Comparison`] keeps apart
//! what was wrong anywhere; what its numbers are is said in one table ([`metric`]).
//!
//! The execution counts of a run, with the numbers of transfers of control, give the mix of instructions,
//! the bits fetched, and what a core could fuse.

mod comparison;
pub mod fusion;
mod measure;
mod meter;
pub mod metric;
mod plan;
pub mod statistics;

pub use comparison::{Apart, At, Comparison, Group, LeftOut, Row};
pub use measure::{Kind, Measure, StaticSize};
pub use meter::{Access, Traffic};
pub use plan::{Choice, Plan, must_be_comparable};
