//! The source languages of a machine, and what tells its sources from those of others.

use crate::{Dialect, Sign};

/// What is known of a machine where only its sources are looked at.
///
/// It leads to none of the machine's code, so that who only asks which machine a source is for needs no
/// machine.
#[derive(Debug)]
pub struct Languages {
    /// The name of the machine's instruction set.
    pub machine: &'static str,
    /// Its source languages, the one first that is tried first.
    pub dialects: &'static [Dialect],
    /// What gives its sources away, and one of its dialects in them.
    pub signs: &'static [Sign],
    /// Whether a word is the name of an instruction of its table.
    pub has_instruction: fn(&str) -> bool,
    /// Whether a source may show nothing of it, so that it is tried where nothing strong speaks for
    /// any machine.
    pub is_guessed: bool,
}
