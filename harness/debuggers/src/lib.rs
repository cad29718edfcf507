//! Debuggers: stop, step and inspect a program on a machine.
//!
//! A [`session`] is for programs that inspect one, without a terminal. [`gdb`] lets gdb drive a
//! program; PDP-10 programs, which gdb does not support, run under [`ddt`]. [`words`] is our own
//! command language.

pub mod ddt;
mod engine;
pub mod gdb;
pub mod look;
pub mod session;
pub mod words;

pub use engine::{Going, Halt, Kind, Point, Stored};
pub use targets::target::Program;
