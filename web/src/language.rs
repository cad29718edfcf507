//! A source language as an editor must know it: its words, and what makes names and comments.

use asmkit::words::{self, Word};
use machines::table;
use serde::Serialize;
use ts_rs::TS;

use crate::refused::Refused;

/// A source language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Language {
    /// The ASCII characters that names are made of, blanks apart; of others, all are.
    pub letters: String,
    /// So many characters of a name count; null where all do.
    pub counted: Option<u32>,
    /// What begins a comment up to the end of the line.
    pub comments: Vec<String>,
    /// Whether that does so only where a cell of the source begins.
    pub comments_begin_cells: bool,
    /// The words that have a meaning, those of one kind in the order of their table; an instruction of
    /// several forms is several words.
    pub words: Vec<Term>,
}

/// A word of a source language in one of its forms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct Term {
    /// As the manual spells it.
    pub name: String,
    /// What it is.
    pub kind: TermKind,
    /// What stands behind it; empty where nothing does or the tables do not say.
    pub operands: String,
    /// What it does in one line, code between backticks; empty where the tables do not say.
    pub meaning: String,
    /// Page of `isagrid isa` that has it; empty if there is none.
    pub page: String,
    /// Whether it is the same word in small letters and in capitals.
    pub any_case: bool,
}

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TermKind {
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
    /// What a program can ask its system for, by this number or name.
    Service,
}

impl From<words::Kind> for TermKind {
    fn from(kind: words::Kind) -> Self {
        match kind {
            words::Kind::Instruction => TermKind::Instruction,
            words::Kind::Pseudo => TermKind::Pseudo,
            words::Kind::Directive => TermKind::Directive,
            words::Kind::Register => TermKind::Register,
            words::Kind::Symbol => TermKind::Symbol,
            words::Kind::Function => TermKind::Function,
            words::Kind::Service => TermKind::Service,
        }
    }
}

impl From<Word> for Term {
    fn from(word: Word) -> Self {
        let Word { name, kind, operands, meaning, page, any_case } = word;
        Term { name, kind: kind.into(), operands, meaning, page: page.to_owned(), any_case }
    }
}

/// The language of a dialect.
///
/// # Errors
/// A sentence when there is no such dialect; the module that has its machine when that is another.
pub(crate) fn language(name: &str) -> Result<Language, Refused> {
    let none = || format!("no dialect is called `{}`", asmkit::plain_name(name));
    let (of, dialect) = table::language(name).ok_or_else(none)?;
    let machine = table::machine(of.machine).ok_or(Refused::Elsewhere(of.machine))?;
    let letters = ('!'..='~').filter(|c| (dialect.letters)(*c));
    Ok(Language {
        letters: letters.collect(),
        counted: dialect.counted.map(|counted| counted as u32),
        comments: dialect.comments.iter().map(|&comment| comment.to_owned()).collect(),
        comments_begin_cells: dialect.comments_begin_cells,
        words: machine.words(dialect).into_iter().map(Term::from).collect(),
    })
}
