//! The source languages of a machine, and how its sources are detected.

use crate::{Dialect, Sign};

/// Data for detecting the machine and dialect of a source.
///
/// It refers to none of the machine's code. A WebAssembly module without a machine can therefore
/// detect its sources and answer with the name of the module that has it.
#[derive(Debug)]
pub struct Languages {
    /// Name of the instruction set.
    pub machine: &'static str,
    /// Source languages, in the order in which they are tried.
    pub dialects: &'static [Dialect],
    /// Signs of the machine and of its dialects.
    pub signs: &'static [Sign],
    /// Whether a word is an instruction name in its table.
    pub has_instruction: fn(&str) -> bool,
    /// Whether its sources may have no signs, so that it is tried if no machine has strong
    /// evidence.
    pub is_guessed: bool,
}

impl Languages {
    /// Starts of comments in its dialects.
    #[must_use]
    pub fn comments(&self) -> Vec<&'static str> {
        self.dialects.iter().flat_map(|dialect| dialect.comments).copied().collect()
    }
}
