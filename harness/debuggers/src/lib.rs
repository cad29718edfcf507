//! Debuggers: a program on a machine, stopped, stepped and looked at.
//!
//! A [`session`] is what a program of its own looks with. [`gdb`] lets gdb drive a program; programs of the PDP-10, which gdb does not know, run under [`ddt`].

pub mod ddt;
mod engine;
pub mod gdb;
pub mod look;
pub mod session;
pub mod words;

pub use engine::{Going, Halt, Kind, Point, Stored};
pub use machines::target::Program;
