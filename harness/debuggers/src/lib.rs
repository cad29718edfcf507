//! Debuggers: a program on a machine, stopped, stepped and looked at.
//!
//! [`gdb`] lets gdb drive a program; programs of the PDP-10, which gdb does not know, run under [`ddt`].

pub mod ddt;
mod engine;
pub mod gdb;
pub mod look;
pub mod words;

pub use machines::target::Program;
