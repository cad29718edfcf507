//! `--expect`: the program's output beside what it should be.

use std::path::{Path, PathBuf};

use machine::numbers::counted;
use machines::files;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use crate::say;

/// What the output should be.
pub(crate) struct Expected {
    path: PathBuf,
    text: String,
}

/// What became of it.
#[derive(Debug, Serialize)]
pub(crate) struct Compared {
    file: String,
    same: bool,
    /// The lines that differ and those around them, `-` what was expected and `+` what came.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

/// Lines shown around those that differ, and in all.
const AROUND: usize = 2;
const MOST_LINES: usize = 60;

/// Characters of each.
const MOST_CHARS: usize = 500;

/// Lines that are compared from the first difference on.
const COMPARED_LINES: usize = 1000;

impl Expected {
    /// Reads it.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let bytes = files::read(path, files::DATA_LIMIT_BYTES)?;
        Ok(Expected { path: path.to_owned(), text: lines(&bytes) })
    }

    /// Compares what the program printed, line by line, and says where it differs.
    ///
    /// Lines may end as on any system, and the last one may have no end.
    pub(crate) fn compare(&self, output: &[u8]) -> Compared {
        let file = asmkit::plain_name(&self.path.to_string_lossy());
        let came = lines(output);
        if came == self.text {
            return Compared { file, same: true, difference: None };
        }
        let (shown, plain) = difference(&self.text, &came);
        say::error(&format!(
            "the output is not as in {file}: `-` is expected, `+` came\n{}",
            shown.trim_end()
        ));
        if only_blanks(&self.text, &came) {
            say::note("  only blanks differ");
        }
        Compared { file, same: false, difference: Some(plain) }
    }
}

impl Compared {
    /// Whether all is as it should be.
    pub(crate) fn is_same(&self) -> bool {
        self.same
    }
}

/// What differs, with what is around it: for a person, and plain.
fn difference(expected: &str, came: &str) -> (String, String) {
    let both = expected.split_inclusive('\n').zip(came.split_inclusive('\n'));
    let alike = both.take_while(|(expected, came)| expected == came).count();
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
    for change in changes.into_iter().take(MOST_LINES) {
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
        let line: String = change.value().trim_end_matches('\n').chars().take(MOST_CHARS).collect();
        let line = asmkit::plain(&line);
        let end = if colour.is_empty() { "" } else { "\x1b[0m" };
        shown += &format!("{colour}{at:>5} {sign} {line}{end}\n");
        plain += &format!("{sign}{line}\n");
    }
    if let Some(more) = count.checked_sub(MOST_LINES).filter(|&more| more > 0) {
        shown += &format!("and {} at least\n", counted(more, "more line"));
    }
    (shown, plain)
}

/// Text with its lines ended by newlines, the last one too.
fn lines(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).replace("\r\n", "\n");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn only_blanks(expected: &str, came: &str) -> bool {
    expected.split_whitespace().eq(came.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(expected: &str, came: &str) -> Compared {
        Expected { path: "x".into(), text: lines(expected.as_bytes()) }.compare(came.as_bytes())
    }

    #[test]
    fn ends_of_lines_do_not_matter_and_all_else_does() {
        for (expected, came) in [("1\n2\n", "1\n2\n"), ("1\r\n2", "1\n2\n"), ("", ""), ("5\n", "5")]
        {
            assert!(compared(expected, came).is_same(), "{expected:?} {came:?}");
        }
        for (expected, came) in [("1\n", "1 \n"), ("1\n\n", "1\n"), ("", "\n"), ("1 2", "1\n2")] {
            assert!(!compared(expected, came).is_same(), "{expected:?} {came:?}");
        }
    }

    #[test]
    fn what_differs_is_shown_with_what_is_around() {
        let difference = compared("1\n2\n3\n4\n", "1\n2\nthree\n4\n").difference;
        assert_eq!(difference.as_deref(), Some(" 1\n 2\n-3\n+three\n 4\n"));
        let long = |step: u32| (0..100_000).map(|n| format!("{}\n", n * step)).collect::<String>();
        let (shown, _) = super::difference(&long(1), &long(3));
        assert!(shown.ends_with("more lines at least\n"), "{shown}");
        let (shown, plain) = super::difference("a\nb\nc\nd\n", "a\nb\nc\n");
        assert_eq!((shown.lines().count(), plain.as_str()), (3, " b\n c\n-d\n"));
    }
}
