//! The parts of `cargo xtask` that tests use too: release archives and generated pages.

pub mod archive;
pub mod pages;
mod picture;
