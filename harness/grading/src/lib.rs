//! Grading of assembly homework: right results, calling conventions, and the two together.

pub mod assignment;
pub mod cache;
pub mod cases;
pub mod check;
pub mod checks;
pub mod class;
pub mod grade;
pub mod graded;
pub mod link;
pub mod mutants;
pub mod output;
mod program;
pub mod reports;
pub mod rig;
pub mod rules;
pub mod run;
pub mod show;
pub mod similar;
pub mod value;

pub use program::variants::Secret;
