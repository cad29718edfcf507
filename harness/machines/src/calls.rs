//! Calls of a program: which instructions make them, and which have not come back.

mod chain;
mod rules;

pub use chain::{Chain, Frame, Map};
pub use rules::Rules;
