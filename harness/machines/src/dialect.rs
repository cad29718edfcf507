//! Which language a source was written in, told from the source alone.

mod choose;
mod evidence;

pub use architecture::{Dialect, Source};
pub use choose::{Choice, Refusal, choose};
pub use evidence::Evidence;

#[cfg(test)]
mod tests;
