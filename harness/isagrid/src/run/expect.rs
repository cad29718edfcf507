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
    bytes: Vec<u8>,
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
const MOST_LINES_OF_A_FAILURE: usize = 12;

/// Characters of each.
const MOST_CHARS: usize = 500;

/// Lines that are compared from the first difference on.
const COMPARED_LINES: usize = 1000;

impl Expected {
    /// Reads it.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let bytes = files::read(path, files::DATA_LIMIT_BYTES)?;
        Ok(Expected { path: path.to_owned(), bytes: lines(&bytes) })
    }

    /// Compares what the program printed, byte for byte, and says where it differs; `is_brief` where
    /// the run failed anyway.
    ///
    /// Lines may end as on any system, and the last one may have no end.
    pub(crate) fn compare(&self, output: &[u8], is_brief: bool) -> Compared {
        let file = asmkit::plain_name(&self.path.to_string_lossy());
        let came = lines(output);
        if came == self.bytes {
            return Compared { file, same: true, difference: None };
        }
        let words = |bytes: &[u8]| -> Vec<Vec<u8>> {
            let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.map(<[u8]>::to_vec).collect()
        };
        let blanks_only = words(&self.bytes) == words(&came);
        let most = if is_brief { MOST_LINES_OF_A_FAILURE } else { MOST_LINES };
        let (shown, plain) = difference(&visible(&self.bytes), &visible(&came), blanks_only, most);
        say::error(&format!(
            "the output is not as in {file}: `-` is expected, `+` came\n{}",
            shown.trim_end()
        ));
        if blanks_only {
            say::note("  only blanks differ, which are shown as \u{b7}");
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
fn difference(expected: &str, came: &str, shows_blanks: bool, most: usize) -> (String, String) {
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
    (shown, plain)
}

/// Bytes with their lines ended by newlines, the last one too.
fn lines(bytes: &[u8]) -> Vec<u8> {
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
fn visible(bytes: &[u8]) -> String {
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

    fn compared(expected: &str, came: &str) -> Compared {
        of_bytes(expected.as_bytes(), came.as_bytes())
    }

    fn of_bytes(expected: &[u8], came: &[u8]) -> Compared {
        Expected { path: "x".into(), bytes: lines(expected) }.compare(came, false)
    }

    #[test]
    fn bytes_that_are_no_text_are_compared_too() {
        assert!(of_bytes(b"\xff\xfe\n", b"\xff\xfe").is_same());
        for came in [&b"\xfe\xff\n"[..], b"\xef\xbf\xbd\n", b"\xff\n", b"?\n"] {
            assert!(!of_bytes(b"\xff\xfe\n", came).is_same(), "{came:?}");
        }
        let difference = of_bytes(b"a\x01b\xff\n", b"a?b?\n").difference;
        assert_eq!(difference.as_deref(), Some("-a\\u{1}b\\xff\n+a?b?\n"));
        let difference = of_bytes(&[b'A'; 9999], &[&[b'A'; 9998][..], b"B"].concat()).difference;
        assert!(difference.is_some_and(|text| text.contains("AAB\n")));
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
        let (shown, _) = super::difference(&long(1), &long(3), false, MOST_LINES);
        assert!(shown.ends_with("more lines at least\n"), "{shown}");
        let (shown, plain) = super::difference("a\nb\nc\nd\n", "a\nb\nc\n", false, 9);
        assert_eq!((shown.lines().count(), plain.as_str()), (3, " b\n c\n-d\n"));
    }
}
