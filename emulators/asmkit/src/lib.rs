//! Parts that assemblers share: source files, spans, diagnostics, program images and ELF files.
//!
//! This crate knows no instruction set and no operating system.

pub mod elf;
pub mod mars;
pub mod messages;
pub mod program;
pub mod words;

mod assembling;
mod assembly;
mod diagnostic;
mod listing;
mod nearest;
mod source;

pub use assembling::{
    ERROR_LIMIT, Rules, SOURCE_LIMIT_BYTES, also_missing, checked, source_cost_bytes,
};
pub use assembly::Assembly;
pub use diagnostic::{Diagnostic, Severity, is_harmless, plain, plain_name, render};
pub use listing::listing;
pub use nearest::{dotted_directive, nearest, nearest_directive};
pub use source::{FileId, Library, NoLibrary, OpenError, Sources, Span};
