//! Examples of mistakes with their fixes: for each check on each machine where one is possible.
//!
//! The fixed version is a piece of an assignment's reference, so that it is known to be right; a test
//! puts the mistake in its place, and expects the finding.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A mistake in a function of an assignment that came with the command.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// The code of the check that finds it.
    pub check: String,
    /// The assignment.
    pub assignment: String,
    /// The function.
    pub function: String,
    /// The lines with the mistake.
    pub wrong: String,
    /// The lines of the reference in whose place they stand.
    pub right: String,
}

#[derive(Debug, Deserialize)]
struct ExampleFile {
    example: Vec<Example>,
    without: BTreeMap<String, String>,
}

static FILE: LazyLock<ExampleFile> = LazyLock::new(|| {
    toml::from_str(include_str!("examples.toml")).expect("a test reads the file that came along")
});

/// All examples, by check and machine.
#[must_use]
pub fn examples() -> &'static [Example] {
    &FILE.example
}

/// Reason why a check has no example, in general or only for a machine.
#[must_use]
pub fn without(check: &str, machine: Option<&str>) -> Option<&'static str> {
    let named = machine.map(|machine| format!("{check} {machine}"));
    let reason = named.and_then(|named| FILE.without.get(&named));
    reason.or_else(|| FILE.without.get(check)).map(String::as_str)
}
