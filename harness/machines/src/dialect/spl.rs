//! What gives a script of SPL away.

use super::signs::Found;
use super::statement::Statement;

/// A first statement that begins as a cell with a value does; no assembler has such a one.
pub(super) fn first_cell(statements: &[Statement<'_>]) -> Vec<Found> {
    let first = statements.first().filter(|statement| statement.first() == "=");
    first.map(|first| Found::at(first, "=")).into_iter().collect()
}
