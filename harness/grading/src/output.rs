//! Comparing what a function printed with what it should print.

use machines::difference::{difference, visible};

use crate::program::compare::{Compare, Mismatch};

/// How two outputs compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compared {
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

/// Compares what was printed with what is right, as a program's output is compared by default.
pub(crate) fn compare(right: &[u8], printed: &[u8]) -> Compared {
    match Compare::Blanks.mismatch(right, printed) {
        _ if right == printed => Compared::Same,
        None => Compared::Blanks,
        Some(Mismatch::At(byte)) => Compared::Different(byte),
        Some(Mismatch::Short | Mismatch::Whole) => Compared::Different(printed.len()),
    }
}

/// What is wrong with an output, as it stands after a name, and lines that show more of it.
pub(crate) fn told(right: &[u8], printed: &[u8]) -> (String, Vec<String>) {
    let [shown, wanted] = [printed, right].map(|output| visible(output).replace('\n', "\\n"));
    if printed.is_empty() {
        let wanted: String = wanted.chars().take(SHORT).collect();
        return (format!("prints nothing, and \"{wanted}\" is right"), Vec::new());
    }
    if shown.chars().count() <= SHORT && wanted.chars().count() <= SHORT {
        return (format!("prints \"{shown}\", and \"{wanted}\" is right"), Vec::new());
    }
    let lines = difference(&visible(right), &visible(printed), false, SHOWN_LINES).plain;
    let note = format!("`-` is right, `+` was printed:\n{}", lines.trim_end());
    ("prints another text than is right".to_owned(), vec![note])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_at_the_ends_are_no_difference() {
        for (right, printed, compared) in [
            ("a\nb\n", "a\nb\n", Compared::Same),
            ("a\nb\n", "a\nb", Compared::Blanks),
            ("a\nb\n", "a  \nb\t\r\n\n", Compared::Blanks),
            ("a\nb\n", "\na\nb\n", Compared::Blanks),
            ("a\nb\n", "a\n b\n", Compared::Different(2)),
            ("a\nbcd\n", "a \nbcx\n", Compared::Different(5)),
            ("a\nb\n", "a\n", Compared::Different(2)),
            ("", "x", Compared::Different(0)),
        ] {
            assert_eq!(compare(right.as_bytes(), printed.as_bytes()), compared, "{printed:?}");
        }
    }

    #[test]
    fn short_outputs_are_shown_whole_and_long_ones_by_their_difference() {
        let (short, notes) = told(b"1\n", b"2\x1b\n");
        let expected = "prints \"2\\u{1b}\\n\", and \"1\\n\" is right";
        assert_eq!((short.as_str(), notes.len()), (expected, 0));
        let long = |last: &str| format!("{}{last}\n", "a line of text\n".repeat(9));
        let (_, notes) = told(long("x").as_bytes(), long("y").as_bytes());
        assert!(notes[0].contains("\n-x\n+y"), "{notes:?}");
    }
}
