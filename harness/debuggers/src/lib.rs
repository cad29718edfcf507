//! Debuggers: a program on a machine, stopped, stepped and looked at.
//!
//! [`gdb`] lets gdb drive a program; programs of the PDP-10, which gdb does not know, run under [`ddt`].

pub mod ddt;
mod engine;
pub mod gdb;
pub mod look;
pub mod words;

use asmkit::Sources;
use machine::Image;
use machines::target::Target;

/// What is debugged.
#[derive(Debug, Clone, Copy)]
pub struct Program<'p> {
    /// The machine and how it is set up.
    pub target: &'p Target,
    /// The program.
    pub image: &'p Image,
    /// Its sources, for messages; may be empty.
    pub sources: &'p Sources,
}
