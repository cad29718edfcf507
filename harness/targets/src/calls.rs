//! A program's calls: the instructions that make them, and the calls that have not returned.

mod chain;
mod rules;
mod starts;

pub use chain::{Chain, Frame, Map};
pub use rules::Rules;
