//! The result of an assembler.

use machine::Image;

use crate::Diagnostic;

/// An assembled program.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// Content of memory.
    pub image: Image,
    /// Warnings of the successful assembly.
    pub warnings: Vec<Diagnostic>,
}
