//! The engines compared with real processors and with each other.

mod cases;
pub(super) mod random;
mod state;
mod vectors;
