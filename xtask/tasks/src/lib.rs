//! The parts of `cargo xtask` that tests use too: release archives and generated pages.

pub mod archive;
mod linked;
pub mod pages;
mod picture;
mod sbom;
