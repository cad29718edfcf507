//! Source languages for the editor: words, and the syntax of names and comments.

use asmkit::words::{self, Word};
use serde::Serialize;
use targets::table;
use ts_rs::TS;

use crate::call_error::CallError;

/// A source language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Language {
    /// ASCII characters of names, except blanks; all other characters are allowed too.
    pub letters: String,
    /// Number of significant characters of a name; null if all are.
    pub counted: Option<u32>,
    /// Strings that start a comment up to the end of the line.
    pub comments: Vec<String>,
    /// Whether they start a comment only at the start of a cell.
    pub comments_begin_cells: bool,
    /// Words with a meaning, each kind in the order of its table; an instruction with
    /// several forms is several words.
    pub words: Vec<Term>,
}

/// A word of a source language in one of its forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Term {
    /// Its spelling in the manual.
    pub name: String,
    /// Its kind.
    pub kind: TermKind,
    /// Its operands; empty if there are none or the tables do not have them.
    pub operands: String,
    /// Meaning in one line, with code between backticks; empty if the tables do not have it.
    pub meaning: String,
    /// Page of `isagrid isa` that has it; empty if there is none.
    pub page: String,
    /// Whether upper and lower case are the same.
    pub any_case: bool,
}

/// Kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
    /// An instruction of the processor.
    Instruction,
    /// A word that the assembler expands to one or more instructions.
    Pseudo,
    /// An assembler directive, or a statement of a language without instructions.
    Directive,
    /// A register.
    Register,
    /// A predefined name.
    Symbol,
    /// A function of the language.
    Function,
    /// A system call, by its number or name.
    Service,
}

impl From<words::WordKind> for TermKind {
    fn from(kind: words::WordKind) -> Self {
        match kind {
            words::WordKind::Instruction => TermKind::Instruction,
            words::WordKind::Pseudo => TermKind::Pseudo,
            words::WordKind::Directive => TermKind::Directive,
            words::WordKind::Register => TermKind::Register,
            words::WordKind::Symbol => TermKind::Symbol,
            words::WordKind::Function => TermKind::Function,
            words::WordKind::Service => TermKind::Service,
        }
    }
}

impl From<Word> for Term {
    fn from(word: Word) -> Self {
        let Word { name, kind, operands, meaning, page, any_case } = word;
        Term { name, kind: kind.into(), operands, meaning, page: page.to_owned(), any_case }
    }
}

/// Returns the language of a dialect.
///
/// # Errors
/// An error message if there is no such dialect; the module that has its machine if it is another.
pub(crate) fn language(name: &str) -> Result<Language, CallError> {
    let none = || format!("no dialect is called `{}`", asmkit::plain_name(name));
    let (of, dialect) = table::language(name).ok_or_else(none)?;
    let machine = table::machine(of.machine).ok_or(CallError::Elsewhere(of.machine))?;
    let letters = ('!'..='~').filter(|c| (dialect.letters)(*c));
    Ok(Language {
        letters: letters.collect(),
        counted: dialect.counted.map(|counted| counted as u32),
        comments: dialect.comments.iter().map(|&comment| comment.to_owned()).collect(),
        comments_begin_cells: dialect.comments_begin_cells,
        words: machine.words(dialect).into_iter().map(Term::from).collect(),
    })
}
