//! The engines against what real processors do, and against each other.

mod cases;
pub(super) mod random;
mod state;
mod vectors;
