//! MIPS32 with the behaviour of SPIM and MARS: processor, assembler and system calls.

pub mod assembler;
pub mod isa;

mod advice;
mod architecture;
mod cpu;
mod engine;
mod exception;
mod memory;
mod mips32;
mod options;
mod spec;
mod system;

pub use self::architecture::ARCHITECTURE;
pub use mips32::Mips32;
pub use options::{Calls, Dialect, Handler, Layout, Options};
