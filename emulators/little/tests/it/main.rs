//! The little machine by itself; `harness/isagrid/tests/little.rs` is the command with it.

mod instructions;
mod messages;
mod slices;
mod support;
mod words;
