//! Two outputs that should be the same, line by line.

use machine::numbers::counted;
use similar::{ChangeTag, TextDiff};

/// Lines shown around those that differ.
const AROUND: usize = 2;

/// Characters of each.
const MOST_CHARS: usize = 500;

/// Lines that are compared from the first difference on.
const COMPARED_LINES: usize = 1000;

/// What differs, with what is around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// For a person: in our colours, with the numbers of lines, `-` what was expected and `+` what came.
    pub shown: String,
    /// The same lines plain, without numbers.
    pub plain: String,
}

/// What differs between two texts, in so many lines at most; blanks can be made visible to a person.
#[must_use]
pub fn difference(expected: &str, came: &str, shows_blanks: bool, most: usize) -> Difference {
    let both = expected.split_inclusive('\n').zip(came.split_inclusive('\n'));
    let alike = both.take_while(|(expected, came)| expected == came).count();
    // Of long lines, what is around the first character that differs.
    let line = |text: &str| text.split_inclusive('\n').nth(alike).unwrap_or("").to_owned();
    let (one, other) = (line(expected), line(came));
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let from = if same > MOST_CHARS / 2 { same - MOST_CHARS / 4 } else { 0 };
    // Comparing two long texts that have nothing in common takes for ever.
    let first = alike.saturating_sub(AROUND);
    let part = |text: &'_ str| -> Vec<String> {
        let lines = text.split_inclusive('\n').skip(first).take(COMPARED_LINES);
        lines.map(str::to_owned).collect()
    };
    let (expected, came) = (part(expected), part(came));
    let [expected, came] =
        [&expected, &came].map(|lines| lines.iter().map(String::as_str).collect());
    let (expected, came): (Vec<&str>, Vec<&str>) = (expected, came);
    let diff = TextDiff::from_slices(&expected, &came);
    let (mut shown, mut plain) = (String::new(), String::new());
    let groups = diff.grouped_ops(AROUND);
    let changes = groups.iter().enumerate().flat_map(|(number, group)| {
        let gap = (number > 0).then_some(None);
        let changes = group.iter().flat_map(|op| diff.iter_changes(op)).map(Some);
        gap.into_iter().chain(changes)
    });
    let changes: Vec<_> = changes.collect();
    let count = changes.len();
    for change in changes.into_iter().take(most) {
        let Some(change) = change else {
            shown += "...\n";
            plain += "...\n";
            continue;
        };
        let (sign, colour, at) = match change.tag() {
            ChangeTag::Delete => ('-', "\x1b[31m", change.old_index()),
            ChangeTag::Insert => ('+', "\x1b[32m", change.new_index()),
            ChangeTag::Equal => (' ', "", change.old_index()),
        };
        let at = first + at.unwrap_or(0) + 1;
        let whole = change.value().trim_end_matches('\n');
        let skipped = if sign == ' ' { 0 } else { from };
        let line: String = whole.chars().skip(skipped).take(MOST_CHARS).collect();
        let line = if skipped > 0 { format!("... {line}") } else { line };
        let end = if colour.is_empty() { "" } else { "\x1b[0m" };
        plain += &format!("{sign}{line}\n");
        let line = if shows_blanks { line.replace(' ', "\u{b7}") } else { line };
        shown += &format!("{colour}{at:>5} {sign} {line}{end}\n");
    }
    if let Some(more) = count.checked_sub(most).filter(|&more| more > 0) {
        shown += &format!("and {} at least\n", counted(more, "more line"));
    }
    Difference { shown, plain }
}

/// Bytes with their lines ended by newlines, the last one too.
#[must_use]
pub fn lines(bytes: &[u8]) -> Vec<u8> {
    let mut lines = Vec::with_capacity(bytes.len() + 1);
    for (at, &byte) in bytes.iter().enumerate() {
        if byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
            lines.push(byte);
        }
    }
    if !lines.is_empty() && lines.last() != Some(&b'\n') {
        lines.push(b'\n');
    }
    lines
}

/// Bytes as text in which each differs from each: letters as they are, others by their numbers.
#[must_use]
pub fn visible(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\n' => text.push(c),
                c if asmkit::is_harmless(c) => text.push(c),
                c => text.extend(c.escape_default()),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_shown_with_what_is_around() {
        let long = |step: u32| (0..100_000).map(|n| format!("{}\n", n * step)).collect::<String>();
        let shown = difference(&long(1), &long(3), false, 60).shown;
        assert!(shown.ends_with("more lines at least\n"), "{shown}");
        let Difference { shown, plain } = difference("a\nb\nc\nd\n", "a\nb\nc\n", false, 9);
        assert_eq!((shown.lines().count(), plain.as_str()), (3, " b\n c\n-d\n"));
    }
}
