//! The signs a dialect is told by: one row is what is looked for, what it speaks for, how much it
//! weighs, and the words in which the user is told.
//!
//! What an assembler alone refuses is no sign: the assemblers are asked. Signs say which one is asked
//! first, and tell apart what assembles in several.

use std::collections::HashSet;

use crate::{Source, Statement};

/// A word, habit or name that speaks for somebody.
#[derive(Debug)]
pub struct Sign {
    /// What is looked for.
    pub look: Look,
    /// The dialects it speaks for; none where it speaks for the machine.
    pub says: &'static [&'static str],
    /// What one finding weighs.
    pub weight: u32,
    /// So many different findings count.
    pub most: usize,
    /// What is told of it; `{}` is what was found.
    pub reason: &'static str,
}

/// What is looked for.
#[derive(Debug)]
pub enum Look {
    /// A statement that begins with one of these words.
    First(&'static [&'static str]),
    /// A file whose name ends like this.
    Named(&'static [&'static str]),
    /// Whatever this finds.
    Habit(fn(&[Statement<'_>]) -> Vec<Found>),
    /// An instruction that no other machine's table has, in a statement of which this is true.
    Own(fn(&Statement<'_>) -> bool),
}

/// Something found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Which of the sources it is in.
    pub file: usize,
    /// Its line, from 1; 0 where it is the name of the file.
    pub line: usize,
    /// What it is.
    pub what: String,
}

impl Found {
    /// Something in a statement.
    #[must_use]
    pub fn at(statement: &Statement<'_>, what: &str) -> Self {
        Found { file: statement.file, line: statement.line, what: what.to_owned() }
    }
}

/// By itself not enough to leave MARS or RARS.
pub const WEAK: u32 = 1;
/// Enough where nothing speaks against it.
pub const FAIR: u32 = 3;
/// A program that has it means nothing in the others, or does not work there.
pub const STRONG: u32 = 5;
/// The system calls of another system: nothing else outweighs them.
pub const SURE: u32 = 30;

impl Sign {
    /// A sign of the machine, of which one finding counts.
    #[must_use]
    pub const fn of_machine(weight: u32, look: Look, reason: &'static str) -> Self {
        Sign { look, says: &[], weight, most: 1, reason }
    }

    /// A sign of dialects, of which one finding counts.
    #[must_use]
    pub const fn of(
        says: &'static [&'static str],
        weight: u32,
        look: Look,
        reason: &'static str,
    ) -> Self {
        Sign { look, says, weight, most: 1, reason }
    }

    /// A sign of which two different findings count.
    #[must_use]
    pub const fn twice(self) -> Self {
        Sign { most: 2, ..self }
    }
}

impl Sign {
    /// The first findings that differ, as many as count.
    ///
    /// `is_own` says of a word whether it is an instruction of this machine alone.
    #[must_use]
    pub fn find(
        &self,
        sources: &[Source<'_>],
        statements: &[Statement<'_>],
        is_own: impl Fn(&str) -> bool,
    ) -> Vec<Found> {
        let found = match &self.look {
            Look::First(words) => firsts(statements, |word| words.contains(&word)),
            Look::Named(ends) => named(sources, ends),
            Look::Habit(find) => find(statements),
            Look::Own(counts) => {
                firsts(statements.iter().filter(|statement| counts(statement)), is_own)
            }
        };
        let mut different: Vec<Found> = Vec::new();
        for one in found {
            if different.len() < self.most && different.iter().all(|other| other.what != one.what) {
                different.push(one);
            }
        }
        different
    }
}

/// The first statement with each first word of this kind.
pub fn firsts<'a, 's: 'a>(
    statements: impl IntoIterator<Item = &'a Statement<'s>>,
    is_like: impl Fn(&str) -> bool,
) -> Vec<Found> {
    let mut seen = HashSet::new();
    let new = statements.into_iter().filter(|statement| seen.insert(statement.first()));
    let like = new.filter(|statement| is_like(statement.first()));
    like.map(|statement| Found::at(statement, statement.first())).collect()
}

/// Sources whose name ends in a dot and one of these, in large or small letters.
fn named(sources: &[Source<'_>], ends: &[&str]) -> Vec<Found> {
    let end = |source: &Source<'_>| {
        let extension = source.name.extension()?.to_str()?.to_ascii_lowercase();
        ends.contains(&extension.as_str()).then_some(extension)
    };
    let found = sources.iter().enumerate().filter_map(|(file, source)| Some((file, end(source)?)));
    found.map(|(file, what)| Found { file, line: 0, what }).collect()
}
