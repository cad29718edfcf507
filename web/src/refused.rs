//! Why a call has no answer on a desk: a sentence for who made it, or what is to be done first.

use architecture::Dialect;
use machines::table;

/// The module with all machines, by its name; the others are called as the one machine they have.
pub const ALL: &str = "all";

/// What a call comes to that is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Refused {
    /// It cannot be had, and this is why.
    Said(String),
    /// The module of this name answers it.
    Elsewhere(&'static str),
    /// It wants the files that came with the machines, and none are here yet.
    Files,
}

impl From<String> for Refused {
    fn from(sentence: String) -> Self {
        Refused::Said(sentence)
    }
}

impl From<&str> for Refused {
    fn from(sentence: &str) -> Self {
        Refused::Said(sentence.to_owned())
    }
}

/// The module that has the machine of a dialect; `None` where it is here.
pub(crate) fn elsewhere(dialect: &Dialect) -> Option<&'static str> {
    let (of, _) = table::language(dialect.name)?;
    table::machine(of.machine).is_none().then_some(of.machine)
}
