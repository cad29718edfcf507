//! Checks of a running program: undefined values that decide something, registers that a call may
//! change, lost return addresses, the stack, and accesses outside of the objects that addresses
//! were made from.
//!
//! A [`Checker`] runs a program in the interpretation of the rows that follows values
//! ([`machine::follow`]), and turns what it notices into [`Finding`]s, each with its source line.
//! The codes and their texts are in the table [`checks`], which grading shares.

pub mod checks;

mod cause;
mod examples;
mod finding;
mod incidents;
mod objects;
mod program;
mod report;
mod run;
mod undefined;
pub mod wording;

pub use examples::example;
pub use finding::{Finding, Place};
pub use report::CheckReport;
pub use run::Checker;
