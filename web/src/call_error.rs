//! Reasons why a simulator does not answer a call.

use architecture::Dialect;
use targets::table;

/// Name of the module with all machines; each other module is named after its machine.
pub const ALL: &str = "all";

/// Reason why a call is not answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CallError {
    /// The call failed, with this error message.
    Said(String),
    /// The module of this name answers it.
    Elsewhere(&'static str),
    /// The call needs the bundled files, which the page has not sent yet.
    Files,
}

impl From<String> for CallError {
    fn from(sentence: String) -> Self {
        CallError::Said(sentence)
    }
}

impl From<&str> for CallError {
    fn from(sentence: &str) -> Self {
        CallError::Said(sentence.to_owned())
    }
}

/// Module with a dialect's machine; `None` if this module has it.
pub(crate) fn elsewhere(dialect: &Dialect) -> Option<&'static str> {
    let (of, _) = table::language(dialect.name)?;
    table::machine(of.machine).is_none().then_some(of.machine)
}
