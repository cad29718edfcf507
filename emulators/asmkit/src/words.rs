//! The words a source language gives a meaning: what an editor colours, completes and explains.
//!
//! They are made of the tables that the assembler reads; there is no second list of them.

/// A word of a source language in one of the ways it is written.
///
/// An instruction of several forms is several words, in the order in which they are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As the manual spells it.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// What stands behind it, as the tables print it; empty where nothing does or they do not say.
    pub operands: String,
    /// What it does in one line, code between backticks; empty where the tables do not say.
    pub meaning: String,
    /// Page of `isagrid isa` that has it; empty if there is none.
    pub page: &'static str,
    /// Whether it is the same word in small letters and in capitals.
    pub any_case: bool,
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An instruction of the processor.
    Instruction,
    /// What the assembler makes one or several instructions of.
    Pseudo,
    /// What tells the assembler something, or a statement of a language without instructions.
    Directive,
    /// A register.
    Register,
    /// A name that has a value from the beginning.
    Symbol,
    /// A function of the language.
    Function,
    /// What a program can ask its system for: the name is what the program gives, a number or a name.
    Service,
}

impl Word {
    /// A word of which nothing but its name is known.
    #[must_use]
    pub fn new(kind: Kind, name: impl Into<String>) -> Self {
        Word {
            name: name.into(),
            kind,
            operands: String::new(),
            meaning: String::new(),
            page: "",
            any_case: false,
        }
    }

    /// The same with what stands behind it.
    #[must_use]
    pub fn taking(self, operands: impl Into<String>) -> Self {
        Word { operands: operands.into(), ..self }
    }

    /// The same with what it does.
    #[must_use]
    pub fn doing(self, meaning: impl Into<String>) -> Self {
        Word { meaning: meaning.into(), ..self }
    }

    /// The same with its page.
    #[must_use]
    pub fn on(self, page: &'static str) -> Self {
        Word { page, ..self }
    }

    /// The same, also in capitals.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        Word { any_case: true, ..self }
    }
}

/// What stands for these instructions, as the meaning of a word says it.
#[must_use]
pub fn stands_for(instructions: &str) -> String {
    format!("stands for `{instructions}`")
}
