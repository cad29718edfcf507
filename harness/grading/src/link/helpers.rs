//! Procedures of the given part that no contract describes.

use std::collections::BTreeSet;

use machine::Spec;

use super::names::{read, uses};
use super::parts::Parts;
use crate::assignment::{Assignment, Contract, Gives, Registers};
use crate::mutants;

/// Letters that names of jumps begin with, where they are no calls.
const JUMPS: &[&str] = &["b", "j", "B", "J", "SOJ", "AOJ"];

/// Whether a word is an instruction that calls.
pub(super) fn is_call(spec: &Spec, word: &str) -> bool {
    mutants::calls(spec).contains(&word)
}

/// Whether a word is an instruction that jumps, and does not call.
pub(super) fn is_jump(spec: &Spec, word: &str) -> bool {
    JUMPS.iter().any(|jump| word.starts_with(jump)) && !is_call(spec, word)
}

/// Contracts of the labels of the given part that nothing jumps to: a student may call them, and expect
/// of them what the convention says of every procedure.
pub(crate) fn helpers(assignment: &Assignment, reference: &Parts) -> Vec<Contract> {
    let convention = assignment.target.architecture().convention();
    let Some(convention) = convention.filter(|convention| !convention.is_free) else {
        return Vec::new();
    };
    let spec = assignment.target.spec();
    let statements = read(&reference.text, assignment);
    let jumps = statements.iter().filter(|statement| is_jump(spec, statement.first()));
    let inside: BTreeSet<&str> = jumps.flat_map(uses).collect();
    let is_function =
        |line: usize| reference.functions.iter().flatten().any(|part| part.contains(&(line - 1)));
    let given = statements.iter().filter(|statement| !is_function(statement.line));
    let labels: BTreeSet<&str> = given.flat_map(|statement| &statement.labels).copied().collect();
    let mut registers = Registers::of(convention, &[], Gives::Number);
    let floats = convention.floats.iter().flat_map(|floats| floats.results);
    registers.results = convention.results.iter().chain(floats).copied().collect();
    registers.arguments.clear();
    let is_known = |name: &str| assignment.contract(name).is_some();
    let names = labels.iter().filter(|name| !inside.contains(*name) && !is_known(name));
    names.map(|name| Contract::of_any(name, registers.clone())).collect()
}
