//! Line-by-line difference of expected and actual output.

use machine::numbers::counted;
use similar::{ChangeTag, TextDiff};

/// Lines of context around a difference.
const AROUND: usize = 2;

/// Characters shown of each line.
const MOST_CHARS: usize = 500;

/// Lines compared after the first difference.
const COMPARED_LINES: usize = 1000;

/// Differing lines with their context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// For a terminal: coloured, with line numbers; `-` is expected, `+` is actual.
    pub shown: String,
    /// The same lines without colours and numbers.
    pub plain: String,
}

/// Returns at most `most` lines of difference; `shows_blanks` makes blanks visible in `shown`.
#[must_use]
pub fn difference(expected: &str, came: &str, shows_blanks: bool, most: usize) -> Difference {
    let both = expected.split_inclusive('\n').zip(came.split_inclusive('\n'));
    let alike = both.take_while(|(expected, came)| expected == came).count();
    // Long lines are cut around the first differing character.
    let line = |text: &str| text.split_inclusive('\n').nth(alike).unwrap_or("").to_owned();
    let (one, other) = (line(expected), line(came));
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let from = if same > MOST_CHARS / 2 { same - MOST_CHARS / 4 } else { 0 };
    // Comparing two long texts that have nothing in common would take very long.
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
        shown += &format!("and at least {}\n", counted(more, "more line"));
    }
    Difference { shown, plain }
}

/// Replaces `\r\n` by `\n` and ends the last line with `\n`.
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

/// Bytes as unambiguous text: printable characters unchanged, all others escaped.
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
    fn differences_are_shown_with_context() {
        let long = |step: u32| (0..100_000).map(|n| format!("{}\n", n * step)).collect::<String>();
        let shown = difference(&long(1), &long(3), false, 60).shown;
        assert!(shown.ends_with("more lines\n") && shown.contains("and at least "), "{shown}");
        let Difference { shown, plain } = difference("a\nb\nc\nd\n", "a\nb\nc\n", false, 9);
        assert_eq!((shown.lines().count(), plain.as_str()), (3, " b\n c\n-d\n"));
    }
}
