//! The engines against what real processors do, and against each other.

mod cases;
mod random;
mod state;
mod vectors;
