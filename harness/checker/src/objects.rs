//! Objects of a program: labels of data with their extents.
//!
//! An object reaches to the next label, except for labels that number its parts, such as those of
//! the rows of a table, and labels of its end.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use targets::target::Program;

use crate::finding::Place;

/// A label of data.
#[derive(Debug, Clone)]
pub(crate) struct DataObject {
    pub(crate) name: String,
    pub(crate) units: Range<u64>,
    /// The line with the label.
    pub(crate) place: Option<Place>,
    /// The directive after the label, such as `.word`.
    pub(crate) directive: String,
    /// Whether the sources use the label.
    pub(crate) is_used: bool,
}

/// Objects in ascending order; none if the sources are unknown.
pub(crate) fn objects(program: &Program<'_>) -> Vec<DataObject> {
    if program.sources.names().is_empty() {
        return Vec::new();
    }
    let definitions = definitions(program);
    let uses = uses(program);
    let mut objects = Vec::new();
    for segment in &program.image.segments {
        let range = segment.base..segment.base.saturating_add(segment.size);
        let symbols = program.image.symbols.iter().filter(|symbol| symbol.address);
        let mut labels: Vec<(u64, &str)> = symbols
            .filter(|symbol| range.contains(&symbol.value))
            .map(|symbol| (symbol.value, symbol.name.as_str()))
            .filter(|(_, name)| definitions.contains_key(name))
            .collect();
        labels.sort_unstable();
        // Several labels may be at one address.
        let mut starts: Vec<&[(u64, &str)]> = Vec::new();
        for labels in labels.chunk_by(|one, other| one.0 == other.0) {
            let is_part = starts.last().is_some_and(|last| is_part(labels, last));
            if !is_part {
                starts.push(labels);
            }
        }
        let ends = starts.iter().skip(1).map(|labels| labels[0].0).chain([range.end]);
        for (&labels, end) in starts.iter().zip(ends) {
            let used = labels.iter().find(|(_, name)| uses.contains(name));
            let &(start, name) = used.unwrap_or(&labels[0]);
            let (place, directive) = match definitions.get(name) {
                Some((place, directive)) => (Some(place.clone()), directive.clone()),
                None => (None, String::new()),
            };
            // Among instructions, data have a directive.
            if segment.executable && !directive.starts_with('.') {
                continue;
            }
            let is_used = used.is_some();
            let name = asmkit::plain_name(name);
            objects.push(DataObject { name, units: start..end, place, directive, is_used });
        }
    }
    objects.sort_by_key(|object| object.units.start);
    objects
}

/// Whether labels at one address are in the object of labels before them.
fn is_part(labels: &[(u64, &str)], before: &[(u64, &str)]) -> bool {
    let is_one = |name: &str| before.iter().any(|(_, other)| stem(other) == stem(name));
    labels.iter().any(|(_, name)| is_one(name) || is_bound(name))
}

/// A name without its digits.
fn stem(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit() && *c != '_').collect()
}

/// Whether a label marks the end of an object, or its last part.
fn is_bound(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["end", "last"].iter().any(|word| name.starts_with(word) || name.ends_with(word))
}

/// Whether a character is part of a name.
fn is_name(c: char) -> bool {
    c.is_alphanumeric() || "_.$".contains(c)
}

/// Lines of all sources, without comments, with their file and number.
fn lines<'p>(program: &Program<'p>) -> impl Iterator<Item = (u32, u32, &'p str)> {
    let (sources, comment) = (program.sources, program.target.spec().syntax.comment);
    (0..sources.names().len() as u32).flat_map(move |file| {
        let text = sources.text(asmkit::FileId(file));
        let lines = (1..).zip(text.lines());
        lines.map(move |(number, line)| {
            (file, number, line.split(comment).next().unwrap_or_default())
        })
    })
}

/// The label at the beginning of a line, and the rest; `is_operation` as in
/// [`Dialect`](architecture::Dialect).
fn label(line: &str, is_operation: Option<fn(&str) -> bool>) -> Option<(&str, &str)> {
    let is_label = |name: &str| !name.is_empty() && name.chars().all(is_name);
    if let Some((name, rest)) = line.split_once(':')
        && is_label(name.trim())
    {
        return Some((name.trim(), rest));
    }
    let line = line.trim_start();
    let (name, rest) = line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
    let is_bare = is_operation.is_some_and(|is_operation| !is_operation(name));
    (is_bare && is_label(name)).then_some((name, rest))
}

/// All names in the sources, except where they are defined as labels.
fn uses<'p>(program: &Program<'p>) -> HashSet<&'p str> {
    let operations = program.target.dialect().operations;
    let rest =
        lines(program).map(|(_, _, line)| label(line, operations).map_or(line, |(_, rest)| rest));
    rest.flat_map(|rest| rest.split(|c: char| !is_name(c))).collect()
}

/// Line of each label, and the directive after it.
fn definitions<'p>(program: &Program<'p>) -> HashMap<&'p str, (Place, String)> {
    let mut found: HashMap<&str, (Place, String)> = HashMap::new();
    let mut open: Vec<&str> = Vec::new();
    let operations = program.target.dialect().operations;
    for (file, number, line) in lines(program) {
        let mut rest = line;
        while let Some((name, after)) = label(rest, operations) {
            let source = program.sources.name(asmkit::FileId(file));
            let place = Place { file, name: asmkit::plain_name(source), line: number };
            found.entry(name).or_insert((place, String::new()));
            open.push(name);
            rest = after;
        }
        let first = rest.split_whitespace().next().unwrap_or_default();
        if !first.is_empty() {
            for name in open.drain(..) {
                if let Some((_, directive)) = found.get_mut(name) {
                    first.clone_into(directive);
                }
            }
        }
    }
    found
}
