//! Signs that indicate a dialect: what to look for, the dialects it indicates, its weight, and the
//! explanation for the user.
//!
//! Signs decide which assembler is tried first, and between dialects that all assemble a source.
//! What only an assembler rejects is not a sign: the assemblers are tried.

use std::collections::HashSet;

use crate::{Source, Statement};

/// A word, pattern or file name that indicates a machine or a dialect.
#[derive(Debug)]
pub struct Sign {
    /// Pattern to look for.
    pub look: SignPattern,
    /// Dialects it indicates; empty if it indicates the machine.
    pub says: &'static [&'static str],
    /// Weight of one finding.
    pub weight: u32,
    /// Maximum number of different findings that count.
    pub most: usize,
    /// Explanation; `{}` is replaced by the finding.
    pub reason: &'static str,
}

/// Pattern to look for.
#[derive(Debug)]
pub enum SignPattern {
    /// A statement that starts with one of these words.
    First(&'static [&'static str]),
    /// A file with one of these extensions.
    Named(&'static [&'static str]),
    /// Findings of this function.
    Habit(fn(&[Statement<'_>]) -> Vec<Finding>),
    /// An instruction of this machine only, in a statement for which this returns true.
    Own(fn(&Statement<'_>) -> bool),
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// Index of the source.
    pub file: usize,
    /// Line, from 1; 0 for the file name.
    pub line: usize,
    /// The text found.
    pub what: String,
}

impl Finding {
    /// Finding in a statement.
    #[must_use]
    pub fn at(statement: &Statement<'_>, what: &str) -> Self {
        Finding { file: statement.file, line: statement.line, what: what.to_owned() }
    }
}

/// Not enough by itself to choose another dialect than MARS or RARS.
pub const WEAK: u32 = 1;
/// Enough if nothing contradicts it.
pub const FAIR: u32 = 3;
/// A program with it is invalid in the other dialects, or does not work there.
pub const STRONG: u32 = 5;
/// System calls of another system: nothing else outweighs them.
pub const SURE: u32 = 30;

impl Sign {
    /// Sign of the machine; one finding counts.
    #[must_use]
    pub const fn of_machine(weight: u32, look: SignPattern, reason: &'static str) -> Self {
        Sign { look, says: &[], weight, most: 1, reason }
    }

    /// Sign of dialects; one finding counts.
    #[must_use]
    pub const fn of(
        says: &'static [&'static str],
        weight: u32,
        look: SignPattern,
        reason: &'static str,
    ) -> Self {
        Sign { look, says, weight, most: 1, reason }
    }

    /// Lets two different findings count.
    #[must_use]
    pub const fn twice(self) -> Self {
        Sign { most: 2, ..self }
    }
}

impl Sign {
    /// The first different findings, up to the number that counts.
    ///
    /// `is_own` tells whether a word is an instruction of this machine only.
    #[must_use]
    pub fn find(
        &self,
        sources: &[Source<'_>],
        statements: &[Statement<'_>],
        is_own: impl Fn(&str) -> bool,
    ) -> Vec<Finding> {
        let found = match &self.look {
            SignPattern::First(words) => firsts(statements, |word| words.contains(&word)),
            SignPattern::Named(ends) => named(sources, ends),
            SignPattern::Habit(find) => find(statements),
            SignPattern::Own(counts) => {
                firsts(statements.iter().filter(|statement| counts(statement)), is_own)
            }
        };
        let mut different: Vec<Finding> = Vec::new();
        for one in found {
            if different.len() < self.most && different.iter().all(|other| other.what != one.what) {
                different.push(one);
            }
        }
        different
    }
}

/// The first statement for each matching first word.
pub fn firsts<'a, 's: 'a>(
    statements: impl IntoIterator<Item = &'a Statement<'s>>,
    is_like: impl Fn(&str) -> bool,
) -> Vec<Finding> {
    let mut seen = HashSet::new();
    let new = statements.into_iter().filter(|statement| seen.insert(statement.first()));
    let like = new.filter(|statement| is_like(statement.first()));
    like.map(|statement| Finding::at(statement, statement.first())).collect()
}

/// Sources with one of these extensions, ignoring case.
fn named(sources: &[Source<'_>], ends: &[&str]) -> Vec<Finding> {
    let end = |source: &Source<'_>| {
        let extension = source.name.extension()?.to_str()?.to_ascii_lowercase();
        ends.contains(&extension.as_str()).then_some(extension)
    };
    let found = sources.iter().enumerate().filter_map(|(file, source)| Some((file, end(source)?)));
    found.map(|(file, what)| Finding { file, line: 0, what }).collect()
}
