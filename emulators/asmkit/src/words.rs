//! Words of a source language, which an editor colours, completes and explains.
//!
//! They are generated from the assembler's own tables.

/// A word of a source language, in one of its forms.
///
/// An instruction with several forms is several words, in the order in which they are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Spelling in the manual.
    pub name: String,
    /// Kind of word.
    pub kind: WordKind,
    /// Operands as the tables print them; empty if there are none or they are unknown.
    pub operands: String,
    /// Effect in one line, with code between backticks; empty if unknown.
    pub meaning: String,
    /// Name of its page, which `isagrid isa` prints; empty if there is none.
    pub page: &'static str,
    /// Whether case does not matter.
    pub any_case: bool,
}

/// Kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WordKind {
    /// An instruction of the processor.
    Instruction,
    /// A pseudo-instruction.
    Pseudo,
    /// A directive, or a statement of a language without instructions.
    Directive,
    /// A register.
    Register,
    /// A predefined name.
    Symbol,
    /// A function of the language.
    Function,
    /// A system call; its name is the number or name that a program uses for it.
    Service,
}

impl Word {
    /// Creates a word with only a name.
    #[must_use]
    pub fn new(kind: WordKind, name: impl Into<String>) -> Self {
        Word {
            name: name.into(),
            kind,
            operands: String::new(),
            meaning: String::new(),
            page: "",
            any_case: false,
        }
    }

    /// Sets the operands.
    #[must_use]
    pub fn taking(self, operands: impl Into<String>) -> Self {
        Word { operands: operands.into(), ..self }
    }

    /// Sets the effect.
    #[must_use]
    pub fn doing(self, meaning: impl Into<String>) -> Self {
        Word { meaning: meaning.into(), ..self }
    }

    /// Sets the page.
    #[must_use]
    pub fn on(self, page: &'static str) -> Self {
        Word { page, ..self }
    }

    /// Makes case irrelevant.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        Word { any_case: true, ..self }
    }
}

/// Meaning of a word that stands for these instructions.
#[must_use]
pub fn stands_for(instructions: &str) -> String {
    format!("stands for `{instructions}`")
}
