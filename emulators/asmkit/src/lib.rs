//! What assemblers share: sources and places in them, diagnostics, and what a program is built of.
//!
//! Nothing here knows an instruction set or an operating system.

pub mod elf;

mod diagnostic;
mod listing;
mod nearest;
mod source;

pub use diagnostic::{Diagnostic, Severity, plain, render};
pub use listing::listing;
pub use nearest::nearest;
pub use source::{FileId, Library, NoLibrary, OpenError, Sources, Span};
