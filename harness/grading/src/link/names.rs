//! Names that a source defines and uses, statement by statement.

use std::collections::BTreeSet;

use architecture::{Source, Statement, statements};

use crate::assignment::Assignment;

/// Directives that begin another segment.
const SWITCHES: &[&str] =
    &[".text", ".data", ".rdata", ".sdata", ".kdata", ".ktext", ".bss", ".section"];

/// Directives that give their first operand a value.
const VALUES: &[&str] = &[".eqv", ".equ", ".set"];

/// Words that begin text for later use, and words that end it.
const BODIES: &[&str] = &[".macro", "DEFINE", "IRP", "IRPC", "IRPS", "IRPW"];
const BODY_ENDS: &[&str] = &[".end_macro", ".endm", ".endmacro", "TERMIN"];

/// Statements that end a whole source.
const END: &str = "END";

/// Directives that make names known to other files.
const GLOBALS: &[&str] = &[".globl", ".global"];

/// The statements of a text, without what the dialect takes for comments.
pub(crate) fn read<'t>(text: &'t str, assignment: &Assignment) -> Vec<Statement<'t>> {
    let source = Source { name: "source".as_ref(), text };
    let dialect = assignment.target.dialect();
    let mut all = statements(&[source], dialect.comments);
    if let Some(is_operation) = dialect.operations {
        all.iter_mut().for_each(|statement| statement.split_label(is_operation));
    }
    all
}

/// Labels with their lines, from 0.
pub(crate) fn labels(text: &str, assignment: &Assignment) -> Vec<(String, usize)> {
    let read = read(text, assignment);
    let labels =
        read.iter().flat_map(|s| s.labels.iter().map(|label| ((*label).to_owned(), s.line - 1)));
    labels.collect()
}

/// Whether a statement begins another segment, and does nothing else.
pub(crate) fn is_switch(statement: &Statement<'_>) -> bool {
    statement.labels.is_empty() && SWITCHES.contains(&statement.first())
}

/// Whether a statement ends the whole source.
pub(super) fn is_end(statement: &Statement<'_>) -> bool {
    statement.first() == END
}

/// Whether a statement makes names known to other files.
pub(super) fn is_global(statement: &Statement<'_>) -> bool {
    GLOBALS.contains(&statement.first())
}

/// A name and the place of its definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Definition<'t> {
    pub(super) name: &'t str,
    /// The line, from 0.
    pub(super) line: usize,
    /// The line after the last; more than one further on for a macro.
    pub(super) end: usize,
    /// Whether it is a place in memory, and not a value or a macro.
    pub(super) is_label: bool,
}

/// Definitions outside of macros, in order.
pub(super) fn definitions<'t>(statements: &[Statement<'t>]) -> Vec<Definition<'t>> {
    let mut all: Vec<Definition<'t>> = Vec::new();
    // The macro that is open, and how deep in it other bodies are.
    let (mut open, mut depth) = (None, 0_usize);
    for statement in statements {
        let (line, first) = (statement.line - 1, statement.first());
        if BODY_ENDS.contains(&first) {
            depth = depth.saturating_sub(1);
            if depth == 0
                && let Some(number) = open.take()
            {
                let definition: &mut Definition<'t> = &mut all[number];
                definition.end = line + 1;
            }
            continue;
        }
        let is_inside = depth > 0;
        depth += usize::from(BODIES.contains(&first));
        if is_inside {
            continue;
        }
        let mut define = |name: &&'t str, is_label| {
            all.push(Definition { name, line, end: line + 1, is_label });
        };
        statement.labels.iter().for_each(|name| define(name, true));
        if statement.defines() {
            define(&first, false);
        } else if VALUES.contains(&first) || BODIES.contains(&first) {
            statement.operands().first().into_iter().for_each(|name| define(name, false));
            open = BODIES.contains(&first).then(|| all.len().checked_sub(1)).flatten();
        }
    }
    all
}

/// Names that statements define, use, and make known to other files.
#[derive(Debug, Default)]
pub(super) struct StatementNames<'t> {
    pub(super) defined: BTreeSet<&'t str>,
    pub(super) used: BTreeSet<&'t str>,
    pub(super) global: BTreeSet<&'t str>,
}

impl<'t> StatementNames<'t> {
    pub(super) fn of(statements: &[Statement<'t>]) -> Self {
        let defined = definitions(statements).into_iter().map(|definition| definition.name);
        let mut names = StatementNames { defined: defined.collect(), ..StatementNames::default() };
        for statement in statements {
            if is_global(statement) {
                names.global.extend(statement.operands());
            } else {
                names.used.extend(uses(statement));
            }
        }
        names
    }

    /// Names that are used here, and that others have to make known.
    pub(super) fn needs(&self, others: &StatementNames<'t>) -> Vec<&'t str> {
        let used = self.used.intersection(&others.defined);
        let is_needed = |name: &&str| !self.defined.contains(name) && !others.global.contains(name);
        used.copied().filter(is_needed).collect()
    }
}

/// All names in a statement.
pub(super) fn uses<'s, 't>(
    statement: &'s Statement<'t>,
) -> impl Iterator<Item = &'t str> + use<'s, 't> {
    let words = statement.words.iter();
    words
        .flat_map(|word| word.split(|c: char| "+-*/%@#[]<>!&|^~\\".contains(c)))
        .filter(|word| !word.is_empty())
}

/// The statements in a range of lines, from 0.
pub(super) fn within<'s, 't>(
    statements: &'s [Statement<'t>],
    lines: &std::ops::Range<usize>,
) -> &'s [Statement<'t>] {
    let at = |line: usize| statements.partition_point(|statement| statement.line <= line);
    &statements[at(lines.start)..at(lines.end).max(at(lines.start))]
}
