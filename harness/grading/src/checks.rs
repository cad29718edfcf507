//! The table of checks, which is also that of checked runs, and examples for each of them.

pub mod examples;

pub use checker::checks::*;
