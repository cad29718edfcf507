//! Puzzles through lanes: feeding, watching, reading, checking and reporting.
//!
//! A **lane** is one solver on one machine with one way in and one way out, a row of
//! `asm/lanes.toml`. [`verify`] runs lanes over their puzzle sets and compares every grid, every
//! decision and every count with what [`golden`] and the reference say. The rest serves the
//! `isagrid` command, which prints; nothing here does.

pub mod bench;
pub mod debug;
pub mod decisions;
pub mod diagnose;
pub mod dialect;
pub mod escape;
pub mod exchange;
pub mod files;
pub mod golden;
pub mod its_disk;
pub mod lane;
pub mod profile;
pub mod recipes;
pub mod report;
pub mod samples;
pub mod spl;
pub mod symbolic;
pub mod target;
pub mod trace;
pub mod verify;
