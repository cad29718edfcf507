//! Debuggers: stop, step and inspect a program on a machine.
//!
//! A [`headless`] is for programs that inspect one, without a terminal. [`gdb`] lets gdb drive a
//! program; PDP-10 programs, which gdb does not support, run under [`ddt`]. [`commands`] is our own
//! command language.

pub mod commands;
pub mod ddt;
mod engine;
pub mod gdb;
pub mod headless;
pub mod look;
pub mod pipeline;

pub use engine::{Check, Halt, MakeCheck, Movement, Point, StoreRecord, Trigger};
pub use targets::target::Program;
