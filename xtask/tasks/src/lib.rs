//! The part of `cargo xtask` that tests use too: generated pages.

pub mod pages;
mod picture;
