//! What of `cargo xtask` tests of the repository use, too: the pages that are generated.

pub mod pages;
mod picture;
