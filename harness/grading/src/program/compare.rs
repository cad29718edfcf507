//! Comparing what a program prints with what it should print.

use regex_lite::{Regex, RegexBuilder};

/// Comparison of outputs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Compare {
    /// Byte for byte.
    Exact,
    /// Without blank lines before and after, blanks at the ends of lines, and with any line ends.
    #[default]
    Blanks,
    /// By words, ignoring the blanks and line ends between them.
    Tokens,
    /// By words, and numbers in them may differ by this much.
    Numbers(f64),
    /// The expected text is somewhere in the output.
    Contains,
}

/// Bytes that a compiled pattern takes at most.
const MOST_PATTERN_BYTES: usize = 1 << 16;

/// Bytes of output that a pattern is matched with at most, so that the time is bounded.
pub(crate) const MOST_MATCHED_BYTES: u64 = 1 << 16;

/// Compiles a pattern.
///
/// # Errors
/// An error message if it is not a pattern, or too large.
pub(crate) fn pattern(text: &str) -> Result<Regex, String> {
    let made = RegexBuilder::new(text).size_limit(MOST_PATTERN_BYTES).nest_limit(50).build();
    made.map_err(|why| {
        let why = asmkit::plain_name(&why.to_string());
        format!("`{}` is not a regular expression: {why}", asmkit::plain_name(text))
    })
}

/// Position of a mistake in an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// The first wrong byte, by its index.
    At(usize),
    /// All of it is right, and it ends too early.
    Short,
    /// It is wrong as a whole.
    Whole,
}

impl Compare {
    /// First mistake in an output; none if it is right.
    pub(crate) fn mismatch(&self, expected: &[u8], output: &[u8]) -> Option<Mismatch> {
        match self {
            Compare::Exact => first_difference(expected, output, Some),
            Compare::Blanks => {
                let (expected, came) = (Plain::of(expected), Plain::of(output));
                let place = |at: usize| came.from.get(at).copied().filter(|&at| at < output.len());
                first_difference(&expected.bytes, &came.bytes, place)
            }
            Compare::Tokens => by_words(expected, output, |right, word| right == word),
            Compare::Numbers(tolerance) => {
                by_words(expected, output, |right, word| is_near(right, word, *tolerance))
            }
            Compare::Contains => {
                let (expected, came) = (Plain::of(expected), Plain::of(output));
                let wanted = String::from_utf8_lossy(expected.bytes.trim_ascii_end());
                let is_there = String::from_utf8_lossy(&came.bytes).contains(&*wanted);
                (!is_there).then_some(Mismatch::Whole)
            }
        }
    }
}

/// Whether an output matches a pattern, with any line ends.
pub(crate) fn matches(pattern: &Regex, output: &[u8]) -> bool {
    pattern.is_match(&String::from_utf8_lossy(output).replace("\r\n", "\n"))
}

/// First difference of two texts; `place` maps a byte of the second to its index in the output.
fn first_difference(
    expected: &[u8],
    came: &[u8],
    place: impl Fn(usize) -> Option<usize>,
) -> Option<Mismatch> {
    if expected == came {
        return None;
    }
    let both = expected.iter().zip(came);
    let at = both.take_while(|(expected, came)| expected == came).count();
    let found = if at < came.len() { place(at) } else { None };
    Some(found.map_or(Mismatch::Short, Mismatch::At))
}

/// First difference of two texts as words.
fn by_words(
    expected: &[u8],
    output: &[u8],
    is_right: impl Fn(&[u8], &[u8]) -> bool,
) -> Option<Mismatch> {
    let (mut expected, mut came) = (words(expected), words(output));
    loop {
        match (expected.next(), came.next()) {
            (None, None) => return None,
            (Some(_), None) => return Some(Mismatch::Short),
            (None, Some((at, _))) => return Some(Mismatch::At(at)),
            (Some((_, right)), Some((at, word))) if !is_right(right, word) => {
                let same = right.iter().zip(word).take_while(|(one, other)| one == other).count();
                return Some(Mismatch::At(at + same.min(word.len() - 1)));
            }
            _ => {}
        }
    }
}

/// The words of a text, each with the index of its first byte.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    let parts = text.split(u8::is_ascii_whitespace).map(move |part| {
        let begin = at;
        at += part.len() + 1;
        (begin, part)
    });
    parts.filter(|(_, part)| !part.is_empty())
}

/// Whether two words are the same except numbers that differ by at most `tolerance`.
fn is_near(right: &[u8], word: &[u8], tolerance: f64) -> bool {
    let (right, word) = (numbers(right), numbers(word));
    let is_near = |(right, word): (&WordPart<'_>, &WordPart<'_>)| match (right, word) {
        (WordPart::Number(right), WordPart::Number(word)) => {
            right == word || (right - word).abs() <= tolerance
        }
        (right, word) => right == word,
    };
    right.len() == word.len() && right.iter().zip(&word).all(is_near)
}

#[derive(Debug, PartialEq)]
enum WordPart<'p> {
    Number(f64),
    Text(&'p [u8]),
}

/// A word cut into numbers and what is between them: `(3.5,-2)` has two.
fn numbers(word: &[u8]) -> Vec<WordPart<'_>> {
    let mut parts = Vec::new();
    let (mut at, mut text) = (0, 0);
    while at < word.len() {
        let length = number_length(&word[at..]);
        let number = std::str::from_utf8(&word[at..at + length]).ok();
        match number.and_then(|number| number.parse().ok()) {
            Some(number) if length > 0 => {
                parts.extend((text < at).then(|| WordPart::Text(&word[text..at])));
                parts.push(WordPart::Number(number));
                at += length;
                text = at;
            }
            _ => at += 1,
        }
    }
    parts.extend((text < at).then(|| WordPart::Text(&word[text..])));
    parts
}

/// Length in bytes of the number at the start of a text, such as `-12`, `3.5` or `1.0E-4`; 0 if
/// there is none.
fn number_length(text: &[u8]) -> usize {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let sign = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let whole = digits(sign);
    let mut end = sign + whole;
    if text.get(end) == Some(&b'.') && whole + digits(end + 1) > 0 {
        end += 1 + digits(end + 1);
    } else if whole == 0 {
        return 0;
    }
    if let Some(b'e' | b'E') = text.get(end) {
        let signed = end + 1 + usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        end = if digits(signed) > 0 { signed + digits(signed) } else { end };
    }
    end
}

/// A text without what does not count: blank lines before and after, blanks at the ends of lines, and
/// the difference between line ends.
pub(crate) struct Plain {
    pub(crate) bytes: Vec<u8>,
    /// Origin of each byte.
    from: Vec<usize>,
}

impl Plain {
    pub(crate) fn of(text: &[u8]) -> Self {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
        let mut plain = Plain { bytes: Vec::new(), from: Vec::new() };
        let mut begin = 0;
        // Ends of lines that count only if another line comes.
        let mut ends = Vec::new();
        for line in text.split(|&byte| byte == b'\n') {
            let blanks = line.iter().rev().take_while(|byte| is_blank(byte)).count();
            let kept = line.len() - blanks;
            if kept > 0 {
                plain.from.append(&mut ends);
                plain.bytes.resize(plain.from.len(), b'\n');
                plain.bytes.extend_from_slice(&line[..kept]);
                plain.from.extend(begin..begin + kept);
            }
            if !plain.bytes.is_empty() {
                ends.push(begin + kept);
            }
            begin += line.len() + 1;
        }
        plain.from.extend(ends.first());
        plain.bytes.resize(plain.from.len(), b'\n');
        plain
    }
}

/// In what two texts differ that count as the same, in words.
pub(crate) fn blank_differences(expected: &[u8], output: &[u8]) -> String {
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let leading =
        |text: &[u8]| lines(text).iter().take_while(|line| line.trim_ascii().is_empty()).count();
    let has_end = |text: &[u8]| text.is_empty() || text.ends_with(b"\n");
    let has_blanks =
        |text: &[u8]| lines(text).iter().any(|line| line.ends_with(b" ") || line.ends_with(b"\t"));
    let trailing = |text: &[u8]| {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        lines(text).iter().rev().take_while(|line| line.trim_ascii().is_empty()).count()
    };
    let returns = |text: &[u8]| text.contains(&b'\r');
    let mut differences = Vec::new();
    if leading(expected) != leading(output) {
        differences.push("blank lines before");
    }
    if trailing(expected) != trailing(output) {
        differences.push("blank lines after");
    }
    if has_end(expected) != has_end(output) {
        differences.push("the end of the last line");
    }
    if has_blanks(expected) != has_blanks(output) {
        differences.push("blanks at the ends of lines");
    }
    if returns(expected) != returns(output) {
        differences.push("carriage returns");
    }
    if differences.is_empty() { "blanks".to_owned() } else { differences.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mismatch(compare: &Compare, expected: &str, output: &str) -> Option<Mismatch> {
        compare.mismatch(expected.as_bytes(), output.as_bytes())
    }

    #[test]
    fn blanks_around_lines_do_not_count() {
        let right = "4312\n2143\n";
        for output in [
            "4312\n2143\n",
            "4312\n2143",
            "\n4312\n2143\n",
            "4312\n2143\n\n",
            "4312 \n2143 \n",
            "4312\r\n2143\r\n",
            " \n\n4312\t\n2143 \n \n\n",
        ] {
            assert_eq!(mismatch(&Compare::Blanks, right, output), None, "{output:?}");
            assert_eq!(mismatch(&Compare::Exact, right, output).is_none(), output == right);
        }
        let at = |output| mismatch(&Compare::Blanks, right, output);
        assert_eq!(at("4312\n2144\n"), Some(Mismatch::At(8)));
        assert_eq!(at("4312\n\n2143\n"), Some(Mismatch::At(5)));
        assert_eq!(at("4312\n21"), Some(Mismatch::Short));
        assert_eq!(at("4312\n21\n"), Some(Mismatch::At(7)));
        assert_eq!(at("4 3 1 2\n2143\n"), Some(Mismatch::At(1)));
        assert_eq!(at(""), Some(Mismatch::Short));
        assert_eq!(at("4312\n2143\n5\n"), Some(Mismatch::At(10)));
        assert_eq!(at("grid:\n4312\n2143\n"), Some(Mismatch::At(0)));
        assert_eq!(mismatch(&Compare::Blanks, "", "\n \n"), None);
        assert_eq!(mismatch(&Compare::Blanks, "  a\n", "a\n"), Some(Mismatch::At(0)));
    }

    #[test]
    fn words_and_numbers_are_compared_one_by_one() {
        let tokens = |output| mismatch(&Compare::Tokens, "sum 12\nmax 7\n", output);
        assert_eq!(tokens("sum  12 max\n7"), None);
        assert_eq!(tokens("sum 13 max 7"), Some(Mismatch::At(5)));
        assert_eq!(tokens("sum 12 max"), Some(Mismatch::Short));
        assert_eq!(tokens("sum 12 max 7 8"), Some(Mismatch::At(13)));
        assert_eq!(tokens("sum 1 max 7"), Some(Mismatch::At(4)));
        let near = |expected, output| mismatch(&Compare::Numbers(0.01), expected, output);
        assert_eq!(near("x = 3.14, y=-2", "x = 3.1415927, y=-2.001"), None);
        assert_eq!(near("1e3", "1000"), None);
        assert_eq!(near("3.14", "3.2"), Some(Mismatch::At(2)));
        assert_eq!(near("3.14", "pi"), Some(Mismatch::At(0)));
        assert_eq!(near("nan", "nan"), None);
        assert_eq!(near("inf", "0"), Some(Mismatch::At(0)));
    }

    #[test]
    fn texts_are_found_and_patterns_match() {
        let contains = |output| mismatch(&Compare::Contains, "101\n", output);
        assert_eq!(contains("Enter a number: 101 is it\n"), None);
        assert_eq!(contains("Enter a number: 11\n"), Some(Mismatch::Whole));
        let bits = pattern(r"^[01]+\n$").unwrap();
        assert!(matches(&bits, b"0110\r\n") && !matches(&bits, b"0120\n"));
        for wrong in ["(", "[z-a]", "(a{1000}){1000}", &"(".repeat(100)] {
            assert!(pattern(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_differs_in_blanks_is_named() {
        let differences = |output: &str| blank_differences(b"1\n2\n", output.as_bytes());
        assert_eq!(differences("1\n2"), "the end of the last line");
        assert_eq!(differences("\n1\n2\n"), "blank lines before");
        assert_eq!(differences("1\n2\n\n"), "blank lines after");
        assert_eq!(differences("1 \n2 \n"), "blanks at the ends of lines");
        assert_eq!(differences("1\r\n2\r\n"), "carriage returns");
    }
}
