//! Checked runs of whole programs.

mod mistakes;
mod mutants;
mod programs;
mod support;
