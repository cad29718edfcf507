//! `--expect`: compares the program's output with the expected output.

use std::path::{Path, PathBuf};

use serde::Serialize;
use targets::difference::{Difference, difference, lines, visible};
use targets::files;

use crate::say;

/// Expected output.
pub(crate) struct Expected {
    path: PathBuf,
    bytes: Vec<u8>,
}

/// Result of the comparison.
#[derive(Debug, Serialize)]
pub(crate) struct ExpectResult {
    file: String,
    same: bool,
    /// Differing lines with context: `-` for expected, `+` for actual lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<String>,
}

/// Number of lines shown of a difference.
const MOST_LINES: usize = 60;

/// The same, if the run failed.
const MOST_LINES_OF_A_FAILURE: usize = 12;

impl Expected {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let bytes = files::read(path, files::DATA_LIMIT_BYTES)?;
        Ok(Expected { path: path.to_owned(), bytes: lines(&bytes) })
    }

    /// Compares the output byte for byte and reports differences, briefly if the run failed anyway.
    ///
    /// Line ends of all systems are equal, and the last line may lack one.
    pub(crate) fn compare(&self, output: &[u8], is_brief: bool) -> ExpectResult {
        let file = asmkit::plain_name(&self.path.to_string_lossy());
        let came = lines(output);
        if came == self.bytes {
            return ExpectResult { file, same: true, difference: None };
        }
        let words = |bytes: &[u8]| -> Vec<Vec<u8>> {
            let words = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.map(<[u8]>::to_vec).collect()
        };
        let blanks_only = words(&self.bytes) == words(&came);
        let most = if is_brief { MOST_LINES_OF_A_FAILURE } else { MOST_LINES };
        let Difference { shown, plain } =
            difference(&visible(&self.bytes), &visible(&came), blanks_only, most);
        say::error(&format!(
            "the output differs from {file}: `-` expected, `+` actual\n{}",
            shown.trim_end()
        ));
        if blanks_only {
            say::note("  only blanks differ, shown as \u{b7}");
        }
        ExpectResult { file, same: false, difference: Some(plain) }
    }
}

impl ExpectResult {
    /// Whether the output is as expected.
    pub(crate) fn is_same(&self) -> bool {
        self.same
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(expected: &str, came: &str) -> ExpectResult {
        of_bytes(expected.as_bytes(), came.as_bytes())
    }

    fn of_bytes(expected: &[u8], came: &[u8]) -> ExpectResult {
        Expected { path: "x".into(), bytes: lines(expected) }.compare(came, false)
    }

    #[test]
    fn binary_output_is_compared() {
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
    fn only_line_ends_may_differ() {
        for (expected, came) in [("1\n2\n", "1\n2\n"), ("1\r\n2", "1\n2\n"), ("", ""), ("5\n", "5")]
        {
            assert!(compared(expected, came).is_same(), "{expected:?} {came:?}");
        }
        for (expected, came) in [("1\n", "1 \n"), ("1\n\n", "1\n"), ("", "\n"), ("1 2", "1\n2")] {
            assert!(!compared(expected, came).is_same(), "{expected:?} {came:?}");
        }
    }

    #[test]
    fn difference_has_no_colours() {
        let difference = compared("1\n2\n3\n4\n", "1\n2\nthree\n4\n").difference;
        assert_eq!(difference.as_deref(), Some(" 1\n 2\n-3\n+three\n 4\n"));
    }
}
