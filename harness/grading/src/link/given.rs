//! The given part of an assignment: the scaffold without the functions that students write.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use architecture::Statement;

use super::names::{definitions, read};
use crate::assignment::{Assignment, Work};

/// Names that the given part defines.
#[derive(Debug, Default)]
pub(super) struct GivenNames {
    /// All of them.
    pub(super) names: BTreeSet<String>,
    /// Those that begin code of the given part wherever they are.
    pub(super) certain: BTreeSet<String>,
    /// Those that the given part begins with, such as where a program starts.
    pub(super) starts: BTreeSet<String>,
}

impl GivenNames {
    pub(super) fn of(assignment: &Assignment) -> GivenNames {
        let mut given = GivenNames::default();
        if let Work::Functions { given: procedures, .. } = &assignment.work {
            given.certain.extend(procedures.iter().map(|procedure| procedure.name.clone()));
        }
        given.add(&assignment.scaffold, assignment, true);
        given.add(&assignment.reference, assignment, false);
        given.names.extend(given.certain.iter().cloned());
        given
    }

    /// Adds names of a source that are in no function: what a function's segment has above its label
    /// is given in a scaffold only.
    fn add(&mut self, text: &str, assignment: &Assignment, is_scaffold: bool) {
        let statements = read(text, assignment);
        let functions = functions(&statements, assignment);
        let segments = segments(text, assignment);
        let is_cut = segments.len() > 1;
        if !is_cut && !is_scaffold {
            return;
        }
        let mut begun = BTreeSet::new();
        for definition in definitions(&statements) {
            let (name, line) = (definition.name, definition.line);
            let segment = segments.iter().position(|segment| segment.contains(&line));
            let in_segment = |&(_, &at): &(&&str, &usize)| {
                segment.is_some_and(|segment| segments[segment].contains(&at))
            };
            let first = functions.iter().filter(in_segment).map(|(_, &at)| at).min();
            let is_own = is_cut && first.is_some_and(|first| !is_scaffold || line >= first);
            if functions.contains_key(name) || is_own {
                continue;
            }
            self.names.insert(name.to_owned());
            if is_cut && definition.is_label && begun.insert(segment) {
                self.certain.insert(name.to_owned());
                self.starts.insert(name.to_owned());
            }
        }
    }
}

/// The lines of the functions' labels: the first of each name.
pub(super) fn functions<'t>(
    statements: &[Statement<'t>],
    assignment: &Assignment,
) -> BTreeMap<&'t str, usize> {
    let graded: BTreeSet<&str> =
        assignment.tasks().iter().map(|task| task.contract.name.as_str()).collect();
    let mut lines = BTreeMap::new();
    for statement in statements {
        for label in statement.labels.iter().filter(|label| graded.contains(**label)) {
            lines.entry(*label).or_insert(statement.line - 1);
        }
    }
    lines
}

/// The runs of lines between separators, from 0; one more than there are separators.
pub(super) fn segments(text: &str, assignment: &Assignment) -> Vec<Range<usize>> {
    let (mut segments, mut start, mut lines) = (Vec::new(), 0, 0);
    for line in text.split('\n') {
        let separator = assignment.separator.as_ref();
        if separator.is_some_and(|separator| line.trim_start().starts_with(separator)) {
            segments.push(start..lines);
            start = lines + 1;
        }
        lines += 1;
    }
    segments.push(start..lines);
    segments
}
