//! A source in parts: the code of each function, and pieces of what is between.

use std::collections::BTreeSet;
use std::ops::Range;

use architecture::Statement;

use super::given::{GivenNames, functions, segments};
use super::helpers::is_jump;
use super::names::{Definition, definitions, is_end, is_global, is_switch, read, uses, within};
use crate::assignment::Assignment;

/// A source in parts.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The text, lines ending in one newline each.
    pub text: String,
    /// Lines of each function's part, from 0, in the assignment's order; none if it is missing.
    pub functions: Vec<Option<Range<usize>>>,
    /// The lines of their labels, from 0.
    pub labels: Vec<Option<usize>>,
    /// Separators there should be, and there are.
    pub separators: (usize, usize),
    /// Functions that are in another's part.
    pub misplaced: Vec<usize>,
    /// Whether it defines a name of the given part, as a whole submission does.
    pub has_given: bool,
    /// Runs of lines outside of the functions that define names which the given part has not.
    pub(super) loose: Vec<Range<usize>>,
}

/// Times that a function is cut at an earlier name of the given part.
const MOST_CUTS: usize = 16;

/// Kind of part that begins at a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// The code of a function, by its number.
    Function(usize),
    /// Something of the given part.
    Given,
}

impl Parts {
    /// The parts of a source of an assignment.
    #[must_use]
    pub fn of(text: &str, assignment: &Assignment) -> Parts {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        let given = GivenNames::of(assignment);
        let statements = read(&text, assignment);
        let known = functions(&statements, assignment);
        let names = assignment.tasks().iter().map(|task| task.contract.name.as_str());
        let labels: Vec<Option<usize>> = names.map(|name| known.get(name).copied()).collect();
        let segments = segments(&text, assignment);
        let heads = usize::from(assignment.has_head);
        let wanted = if assignment.separator.is_some() { labels.len() + heads } else { 0 };
        let definitions = definitions(&statements);
        let marks = marks(&labels, &definitions, &given, &segments, &statements, assignment);
        let mut parts = Parts {
            functions: vec![None; labels.len()],
            separators: (wanted, segments.len() - 1),
            misplaced: Vec::new(),
            has_given: definitions.iter().any(|definition| given.names.contains(definition.name)),
            loose: Vec::new(),
            labels,
            text: String::new(),
        };
        let is_parted = parts.separators.1 == wanted;
        for (number, segment) in segments.iter().enumerate() {
            let is_head = number == 0 && (heads > 0 || segments.len() == 1);
            for function in parts.cut(segment, within_lines(&marks, segment), is_head) {
                if is_parted && wanted > 0 && function + heads != number {
                    parts.misplaced.push(function);
                }
            }
        }
        parts.misplaced.sort_unstable();
        parts.loose = parts.pieces(&definitions, &given.names, &segments, &statements);
        parts.text = text;
        parts
    }

    /// Whether each function is above a separator of its own.
    #[must_use]
    pub fn are_separated(&self) -> bool {
        let (wanted, there) = self.separators;
        wanted > 0 && there == wanted && self.misplaced.is_empty()
    }

    /// Gives functions their lines of a segment; which functions these are. A function that is alone in
    /// its segment has what is above its label, too.
    fn cut(
        &mut self,
        segment: &Range<usize>,
        marks: &[(usize, Mark)],
        is_head: bool,
    ) -> Vec<usize> {
        let is_function = |mark: &&(usize, Mark)| mark.1 != Mark::Given;
        let is_alone = !is_head && marks.iter().filter(is_function).count() == 1;
        let mut found = Vec::new();
        for (at, &(line, mark)) in marks.iter().enumerate() {
            let Mark::Function(function) = mark else { continue };
            let start = if is_alone && at == 0 { segment.start } else { line };
            let end = marks.get(at + 1).map_or(segment.end, |next| next.0);
            self.functions[function] = Some(start..end);
            found.push(function);
        }
        found
    }

    /// Runs of lines outside of the functions, each with something that only this source defines.
    fn pieces(
        &self,
        definitions: &[Definition<'_>],
        given: &BTreeSet<String>,
        segments: &[Range<usize>],
        statements: &[Statement<'_>],
    ) -> Vec<Range<usize>> {
        // A run ends at functions, separators and other segments of memory.
        let taken = self.functions.iter().flatten();
        let edges = taken.clone().map(|part| part.start).chain(segments.iter().map(|s| s.end));
        let switches = statements.iter().filter(|s| is_switch(s)).map(|s| s.line - 1);
        let edges: BTreeSet<usize> = edges.chain(switches).collect();
        let taken: BTreeSet<(usize, usize)> = taken.map(|part| (part.start, part.end)).collect();
        let is_taken = |line: usize| {
            taken.range(..=(line, usize::MAX)).next_back().is_some_and(|&(_, end)| line < end)
        };
        let end_of = |line: usize| edges.range(line + 1..).next().copied().unwrap_or(line + 1);
        let mut pieces: Vec<Range<usize>> = Vec::new();
        for definition in definitions.iter().filter(|definition| !is_taken(definition.line)) {
            let (line, is_ours) = (definition.line, !given.contains(definition.name));
            let open = pieces.last_mut().filter(|run| run.contains(&line));
            match (open, is_ours, definition.is_label) {
                (Some(run), false, true) if run.start < line => run.end = line,
                (None, true, true) => pieces.push(line..end_of(line)),
                (None, _, false) => pieces.push(line..definition.end),
                _ => {}
            }
        }
        pieces
    }

    /// The lines of a function's part as they are.
    #[must_use]
    pub fn part(&self, function: usize) -> Option<String> {
        let range = self.functions[function].clone()?;
        let lines = self.text.split('\n').skip(range.start).take(range.len());
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// The text with the functions of another source in the place of its own. The other's lines above its
    /// first function come before the first function that is replaced.
    #[must_use]
    pub fn with_functions_of(&self, other: &Parts) -> String {
        let replaced = self.functions.iter().zip(&other.functions);
        let mut replaced: Vec<(Range<usize>, Range<usize>)> =
            replaced.filter_map(|(own, other)| own.clone().zip(other.clone())).collect();
        replaced.sort_by_key(|(own, _)| own.start);
        let above = replaced.iter().map(|(_, theirs)| theirs.start).min().unwrap_or(0);
        let [own, theirs] = [self, other].map(|parts| parts.text.split('\n').collect::<Vec<_>>());
        let (mut lines, mut next): (Vec<&str>, usize) = (Vec::new(), 0);
        for (number, (place, part)) in replaced.iter().enumerate() {
            lines.extend(&own[next..place.start]);
            if number == 0 {
                lines.extend(&theirs[..above]);
            }
            lines.extend(&theirs[part.clone()]);
            next = place.end;
        }
        lines.extend(&own[next..]);
        lines.join("\n")
    }

    /// All lines except those of some functions.
    pub(super) fn without(&self, functions: &[usize]) -> Vec<Range<usize>> {
        let mut taken: Vec<Range<usize>> =
            functions.iter().filter_map(|&at| self.functions[at].clone()).collect();
        taken.sort_by_key(|range| range.start);
        let (mut kept, mut start) = (Vec::new(), 0);
        for range in taken {
            kept.push(start..range.start);
            start = range.end;
        }
        kept.push(start..self.text.split('\n').count());
        kept.retain(|range| !range.is_empty());
        kept
    }

    /// The text with every line blank but those that are kept, each in its segment of memory.
    ///
    /// Labels of `strangers` are blank, too, and so is what makes names global that nothing here defines.
    pub(super) fn only(
        &self,
        keep: &[Range<usize>],
        strangers: &[&str],
        assignment: &Assignment,
    ) -> String {
        let statements = read(&self.text, assignment);
        let mut keep = keep.to_vec();
        keep.sort_by_key(|range| range.start);
        let all: Vec<&str> = self.text.split('\n').collect();
        let mut lines = vec![String::new(); all.len()];
        for range in &keep {
            for at in range.clone() {
                lines[at] = all[at].to_owned();
            }
        }
        self.set_segments(&keep, &statements, &mut lines);
        for statement in &statements {
            let line = &mut lines[statement.line - 1];
            for label in statement.labels.iter().filter(|label| strangers.contains(label)) {
                *line = without_label(line, label);
            }
        }
        let kept = lines.join("\n");
        let known: BTreeSet<&str> = definitions(&read(&kept, assignment))
            .iter()
            .map(|definition| definition.name)
            .collect();
        for statement in statements.iter().filter(|statement| is_global(statement)) {
            let line = &mut lines[statement.line - 1];
            let names: Vec<&str> =
                statement.operands().iter().copied().filter(|name| known.contains(name)).collect();
            if !line.is_empty() && names.len() < statement.operands().len() {
                *line = if names.is_empty() {
                    String::new()
                } else {
                    format!("\t{} {}", statement.first(), names.join(", "))
                };
            }
        }
        lines.join("\n")
    }

    /// Lets each kept run begin in the segment that it is in; functions in that of instructions.
    fn set_segments(
        &self,
        keep: &[Range<usize>],
        statements: &[Statement<'_>],
        lines: &mut [String],
    ) {
        let switches: Vec<&Statement<'_>> =
            statements.iter().filter(|statement| is_switch(statement)).collect();
        let before = |line: usize| {
            let at = switches.partition_point(|switch| switch.line <= line);
            at.checked_sub(1).map(|at| switches[at].words.join(" "))
        };
        const TEXT: &str = ".text";
        let (mut now, mut end) = (TEXT.to_owned(), 0);
        for range in keep {
            let is_function = self.functions.iter().flatten().any(|part| part == range);
            let mut wanted = before(range.start).unwrap_or_else(|| TEXT.to_owned());
            if is_function && !wanted.contains(TEXT) {
                TEXT.clone_into(&mut wanted);
            }
            if wanted != now && range.start > end {
                lines[range.start - 1] = format!("\t{wanted}");
                now = wanted;
            }
            let inside = before(range.end).filter(|_| {
                let last = switches.partition_point(|switch| switch.line <= range.end);
                last.checked_sub(1).is_some_and(|at| switches[at].line > range.start)
            });
            now = inside.unwrap_or(now);
            end = range.end;
        }
    }
}

/// A line with blanks in the place of a label.
fn without_label(line: &str, label: &str) -> String {
    let is_name = |c: char| c.is_alphanumeric() || "_.$%".contains(c);
    for (at, _) in line.match_indices(label) {
        let (before, after) = (&line[..at], &line[at + label.len()..]);
        let rest = after.trim_start();
        if rest.starts_with(':') && !before.ends_with(is_name) {
            let colon = line.len() - rest.len() + 1;
            let blanks = " ".repeat(colon - at);
            return format!("{before}{blanks}{}", &line[colon..]);
        }
    }
    line.to_owned()
}

/// Beginnings of functions, and of code of the given part that ends a function before it.
fn marks(
    labels: &[Option<usize>],
    definitions: &[Definition<'_>],
    given: &GivenNames,
    segments: &[Range<usize>],
    statements: &[Statement<'_>],
    assignment: &Assignment,
) -> Vec<(usize, Mark)> {
    let functions = labels.iter().enumerate();
    let functions = functions.filter_map(|(number, line)| Some(((*line)?, Mark::Function(number))));
    let certain = definitions.iter().filter(|definition| given.certain.contains(definition.name));
    // A function that jumps to a name without a call has a label of that name.
    let spec = assignment.target.spec();
    let is_own = |definition: &&Definition<'_>| {
        let starts = labels.iter().flatten().filter(|&&line| line < definition.line);
        starts.max().is_some_and(|&start| {
            let mut inside = within(statements, &(start..definition.line)).iter();
            inside.any(|s| is_jump(spec, s.first()) && uses(s).any(|name| name == definition.name))
        })
    };
    let certain = certain.filter(|definition| !is_own(definition));
    let ends = statements.iter().filter(|s| is_end(s)).map(|statement| statement.line - 1);
    let certain = certain.map(|definition| definition.line).chain(ends);
    let mut marks: Vec<(usize, Mark)> =
        functions.chain(certain.map(|line| (line, Mark::Given))).collect();
    marks.sort_unstable();
    marks.dedup_by_key(|(line, _)| *line);
    // A name of the given part that a function uses may be a label of its own.
    let mut more = Vec::new();
    for (at, &(line, _)) in marks.iter().enumerate().filter(|(_, (_, mark))| *mark != Mark::Given) {
        let next = marks.get(at + 1).map_or(usize::MAX, |next| next.0);
        let segment = segments.partition_point(|segment| segment.end <= line);
        let end = segments.get(segment).map_or(next, |segment| segment.end.min(next));
        let from = definitions.partition_point(|definition| definition.line <= line);
        let mut cut = None;
        // Uses after a cut do not affect names before it.
        for _ in 0..MOST_CUTS {
            let used: BTreeSet<&str> =
                within(statements, &(line..cut.unwrap_or(end))).iter().flat_map(uses).collect();
            let is_free = |definition: &&Definition<'_>| {
                given.names.contains(definition.name) && !used.contains(definition.name)
            };
            let until = definitions.partition_point(|known| known.line < cut.unwrap_or(end));
            let Some(first) = definitions[from..until.max(from)].iter().find(is_free) else {
                break;
            };
            cut = Some(first.line);
        }
        more.extend(cut.map(|line| (line, Mark::Given)));
    }
    marks.extend(more);
    marks.sort_unstable();
    marks
}

/// The marks in a segment.
fn within_lines<'m>(marks: &'m [(usize, Mark)], segment: &Range<usize>) -> &'m [(usize, Mark)] {
    let at = |line: usize| marks.partition_point(|(mark, _)| *mark < line);
    &marks[at(segment.start)..at(segment.end)]
}
