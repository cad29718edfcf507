//! Numbers with their nouns.

use std::fmt::Display;

/// A number or range with its noun in singular or plural: `1 cell`, `2 to 5 cells`.
pub(crate) fn counted(count: impl Display, noun: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
