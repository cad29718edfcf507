//! What an assembler gives.

use machine::Image;

use crate::Diagnostic;

/// An assembled program.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// What goes into memory.
    pub image: Image,
    /// What the assembler has to say although it succeeded.
    pub warnings: Vec<Diagnostic>,
}
