//! Everything that a simple machine needs except its facts.
//!
//! A simple machine has no translator to native code and no decoded blocks: it fetches, decodes and
//! executes one instruction after the other. Its crate has a table of instructions
//! ([`rows!`]), kinds of operands ([`Kind`]), a [`Design`] with registers, devices and system calls,
//! and a [`Language`] for its assembler. From these, [`Simple`] is a complete
//! [`machine::Machine`]: marks, watches, counts, copies, faults, tracking of undefined values.
//! [`assemble`] is the assembler, [`page()`] the page of instructions, [`words`] what editors know.
//!
//! `emulators/little` is the smallest example; CONTRIBUTING.md explains it step by step.

mod assembler;
mod code;
mod decode;
mod design;
mod format;
mod operand;
mod page;
mod row;
mod setup;
mod simple;
mod state;
mod step;

pub use assembler::{
    Action, Directive, Language, Notation, assemble, is_operation, is_plain_letter,
};
pub use decode::{Decoded, decode, flow};
pub use design::{Design, Register, registers};
pub use format::{Format, Number, Unit};
pub use operand::{Field, Kind, Misfit, Source};
pub use page::{page, words};
pub use row::{Class, Interpretations, Operands, Row};
pub use setup::{SimpleSetup, only_elf, randomize};
pub use simple::Simple;
pub use state::{Bus, Devices, Evaluator, Guard, SLOTS, State};
pub use step::Step;

// What the macro `rows!` and the semantics of rows name.
pub use machine::bits::{Pattern, assert_nested};
pub use machine::follow::tracked;
pub use machine::semantics::{Trap, Value};
