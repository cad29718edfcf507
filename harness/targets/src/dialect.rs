//! Detecting a source's dialect from its text.

mod choose;
mod evidence;

pub use architecture::{Dialect, Source};
pub use choose::{Choice, Refusal, choose};
pub use evidence::Evidence;

#[cfg(test)]
mod tests;
