//! A machine of twelve instructions: the smallest complete example.
//!
//! To add a machine, read this crate in the order of "Adding a machine" in CONTRIBUTING.md. The
//! instructions are in `isa/table.rs`, which the processor, the assembler, the disassembler and the
//! page of `isagrid isa little` use.

mod architecture;
mod assembler;
mod isa;
mod messages;
mod options;
mod page;
mod processor;

pub use self::architecture::ARCHITECTURE;
