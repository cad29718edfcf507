//! Instructions that an assignment allows or forbids.

use std::collections::{BTreeMap, BTreeSet};

use architecture::Statement;
use asmkit::words::WordKind;
use targets::target::Target;

use crate::assignment::Assignment;
use crate::checks;
use crate::grade::error;
use crate::run::Issue;

/// Maximum number of lines listed besides the first.
const MOST_LINES: usize = 5;

/// Names of instructions of a dialect, pseudo-instructions among them, in small letters.
fn instructions(target: &Target) -> BTreeSet<String> {
    let words = target.architecture().words(target.dialect());
    let is_instruction = |kind| matches!(kind, WordKind::Instruction | WordKind::Pseudo);
    let names = words.into_iter().filter(|word| is_instruction(word.kind));
    names.map(|word| word.name.to_ascii_lowercase()).collect()
}

/// Those of some names that no instruction of a dialect has, each with the closest that one has.
pub(crate) fn unknown_words<'n>(
    target: &Target,
    names: impl Iterator<Item = &'n str>,
) -> Vec<(&'n str, Option<String>)> {
    let known = instructions(target);
    let unknown = names.filter(|name| !known.contains(&name.to_ascii_lowercase()));
    unknown
        .map(|name| {
            let near =
                asmkit::nearest(&name.to_ascii_lowercase(), known.iter().map(String::as_str));
            (name, near.map(str::to_owned))
        })
        .collect()
}

/// Instructions of some statements that the assignment does not allow: each name once.
pub(crate) fn broken_words(assignment: &Assignment, statements: &[Statement<'_>]) -> Vec<Issue> {
    let (allowed, forbidden) = (&assignment.allowed, &assignment.forbidden);
    if allowed.is_empty() && forbidden.is_empty() {
        return Vec::new();
    }
    let known = instructions(&assignment.target);
    let has = |list: &[String], name: &str| list.iter().any(|one| one.eq_ignore_ascii_case(name));
    let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for statement in statements {
        let first = statement.first();
        let small = first.to_ascii_lowercase();
        let is_outside = !allowed.is_empty() && known.contains(&small) && !has(allowed, first);
        if is_outside || has(forbidden, first) {
            found.entry(small).or_default().push(statement.line);
        }
    }
    let mut issues: Vec<Issue> =
        found.into_iter().map(|(name, lines)| issue(assignment, &name, &lines)).collect();
    issues.sort_by_key(|issue| issue.line);
    issues
}

fn issue(assignment: &Assignment, name: &str, lines: &[usize]) -> Issue {
    let first = lines.first().copied().unwrap_or(0);
    let message =
        format!("line {first} uses `{}`, which is not allowed here", asmkit::plain_name(name));
    let mut notes = Vec::new();
    let others = lines.get(1..).unwrap_or_default();
    if !others.is_empty() {
        let shown: Vec<String> = others.iter().take(MOST_LINES).map(ToString::to_string).collect();
        let more = match others.len().saturating_sub(MOST_LINES) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        notes.push(format!("it is also used in line {}{more}", shown.join(", ")));
    }
    if !assignment.allowed.is_empty() {
        notes.push(format!("allowed: {}", assignment.allowed.join(", ")));
    }
    let about = name.to_owned();
    Issue { line: Some(first as u32), about, notes, ..error(&checks::NOT_ALLOWED, message) }
}
