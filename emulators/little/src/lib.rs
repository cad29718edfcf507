//! A machine of twelve instructions, the smallest that takes part in everything.
//!
//! It is an example: whoever adds a machine can read it from here on, in the order of the page
//! "Adding a machine" in CONTRIBUTING.md. `isa/table.rs` says what the instructions are; processor,
//! assembler, disassembler and page read it there. `isagrid isa little` is that page.

mod architecture;
mod assembler;
mod isa;
mod messages;
mod page;
mod processor;

pub use self::architecture::ARCHITECTURE;
