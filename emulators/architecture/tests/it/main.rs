//! The public parts of the crate, each on the smallest input.

mod conventions;
mod defaults;
mod files;
mod instructions;
mod plain;
mod samples;
mod signs;
mod statements;
mod switches;
