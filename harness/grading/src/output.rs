//! The output of a function, and its comparison with the right one.

use targets::difference::{difference, visible};

use crate::program::compare::{Compare, Mismatch};

/// Output of a call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallOutput {
    /// Printed bytes; none if the contract does not allow the function to print.
    pub bytes: Vec<u8>,
    /// Whether blanks count.
    pub is_exact: bool,
}

impl CallOutput {
    /// Compares this with the right output, as a program's output is compared by default.
    pub(crate) fn compare(&self, right: &[u8]) -> OutputMatch {
        let printed = self.bytes.as_slice();
        if right == printed {
            return OutputMatch::Same;
        }
        let compare = if self.is_exact { Compare::Exact } else { Compare::Blanks };
        match compare.mismatch(right, printed) {
            None => OutputMatch::Blanks,
            Some(Mismatch::At(byte)) => OutputMatch::Different(byte),
            Some(Mismatch::Short | Mismatch::Whole) => OutputMatch::Different(printed.len()),
        }
    }
}

/// Result of comparing two outputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutputMatch {
    /// They are the same.
    Same,
    /// Only blanks at ends of lines differ, or newlines at the end.
    Blanks,
    /// They differ from this byte of what was printed on.
    Different(usize),
}

/// Lines of a difference that are shown.
const SHOWN_LINES: usize = 8;

/// Characters of an output that is shown in a sentence.
const SHORT: usize = 40;

/// Message about a wrong output, to follow a name, and notes with more of it.
pub(crate) fn message(right: &[u8], printed: &[u8]) -> (String, Vec<String>) {
    let [shown, wanted] = [printed, right].map(|output| visible(output).replace('\n', "\\n"));
    if printed.is_empty() {
        let wanted: String = wanted.chars().take(SHORT).collect();
        return (format!("prints nothing, expected \"{wanted}\""), Vec::new());
    }
    if shown.chars().count() <= SHORT && wanted.chars().count() <= SHORT {
        return (format!("prints \"{shown}\", expected \"{wanted}\""), Vec::new());
    }
    let lines = difference(&visible(right), &visible(printed), false, SHOWN_LINES).plain;
    let note = format!("`-` is right, `+` was printed:\n{}", lines.trim_end());
    ("prints the wrong text".to_owned(), vec![note])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_at_the_ends_are_no_difference() {
        for (right, printed, compared) in [
            ("a\nb\n", "a\nb\n", OutputMatch::Same),
            ("a\nb\n", "a\nb", OutputMatch::Blanks),
            ("a\nb\n", "a  \nb\t\r\n\n", OutputMatch::Blanks),
            ("a\nb\n", "\na\nb\n", OutputMatch::Blanks),
            ("a\nb\n", "a\n b\n", OutputMatch::Different(2)),
            ("a\nbcd\n", "a \nbcx\n", OutputMatch::Different(5)),
            ("a\nb\n", "a\n", OutputMatch::Different(2)),
            ("", "x", OutputMatch::Different(0)),
        ] {
            let output = CallOutput { bytes: printed.as_bytes().to_vec(), is_exact: false };
            assert_eq!(output.compare(right.as_bytes()), compared, "{printed:?}");
        }
    }

    #[test]
    fn blanks_count_where_that_is_asked_for() {
        for (right, printed, compared) in [
            ("a\n", "a\n", OutputMatch::Same),
            ("a\n", "a", OutputMatch::Different(1)),
            ("a\nb", "a \nb", OutputMatch::Different(1)),
            ("a\n", "a\n\n", OutputMatch::Different(2)),
        ] {
            let output = CallOutput { bytes: printed.as_bytes().to_vec(), is_exact: true };
            assert_eq!(output.compare(right.as_bytes()), compared, "{printed:?}");
        }
    }

    #[test]
    fn short_outputs_are_shown_whole_and_long_ones_by_their_difference() {
        let (short, notes) = message(b"1\n", b"2\x1b\n");
        let expected = "prints \"2\\u{1b}\\n\", expected \"1\\n\"";
        assert_eq!((short.as_str(), notes.len()), (expected, 0));
        let long = |last: &str| format!("{}{last}\n", "a line of text\n".repeat(9));
        let (_, notes) = message(long("x").as_bytes(), long("y").as_bytes());
        assert!(notes[0].contains("\n-x\n+y"), "{notes:?}");
    }
}
