//! Puzzles through lanes: feeding, watching, reading, checking and reporting.
//!
//! A **lane** is one solver on one machine with one way in and one way out, a row of
//! `asm/lanes.toml`. [`verify`] runs lanes over their puzzle sets and compares every grid, every
//! decision and every count with what [`golden`] and the reference say. Nothing here prints.

pub mod bench;
pub mod compare;
pub mod decisions;
pub mod exchange;
pub mod golden;
pub mod lane;
pub mod puzzles;
pub mod recipes;
pub mod report;
pub mod root;
pub mod side_by_side;
pub mod verify;
