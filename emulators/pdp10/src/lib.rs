//! The PDP-10 (KA10) in user mode, its assembler MIDAS, and ITS as a program sees it.
//!
//! Numbers of the machine are octal, as its manuals print them.

pub mod assembler;
pub mod binary;
pub mod files;
pub mod isa;
pub mod its;
pub mod text;

mod architecture;
mod cpu;
mod engine;
mod memory;
mod options;
mod pdp10;
mod spec;
mod symbolic;
mod word;

pub use self::architecture::ARCHITECTURE;
pub use options::{Options, System};
pub use pdp10::Pdp10;
pub use word::Word36;
