//! Filters and formats text for reports and terminals.

/// Escapes a program's bytes as one line of printable text, at most `limit` bytes of them.
///
/// ```
/// use targets::escape::line;
/// assert_eq!(line(b"12\n\x1b[31m\xff", 40), r"12\n\x1b[31m\xff");
/// assert_eq!(line(b"abcdef", 3), "abc... (3 more bytes)");
/// ```
#[must_use]
pub fn line(bytes: &[u8], limit: usize) -> String {
    let (shown, rest) = bytes.split_at(limit.min(bytes.len()));
    let mut text = shown.escape_ascii().to_string().replace(r"\'", "'").replace("\\\"", "\"");
    if !rest.is_empty() {
        text.push_str(&format!("... ({} more bytes)", rest.len()));
    }
    text
}

/// Filter for a program's output on a terminal: text passes, control sequences do not.
///
/// Printable UTF-8 passes, and so do line ends, tabs, carriage returns, backspaces and the bell.
/// Everything else, such as an escape sequence, becomes U+FFFD. Characters may be split between
/// calls.
#[derive(Debug, Default)]
pub struct TerminalFilter {
    pending: Vec<u8>,
}

impl TerminalFilter {
    /// Returns the text to show for these bytes and any incomplete character before them.
    pub fn pass(&mut self, bytes: &[u8]) -> String {
        self.pending.extend_from_slice(bytes);
        let mut shown = String::with_capacity(self.pending.len());
        let mut rest = self.pending.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(text) => {
                    shown.extend(text.chars().map(harmless));
                    self.pending.clear();
                    return shown;
                }
                Err(error) => {
                    let (good, bad) = rest.split_at(error.valid_up_to());
                    shown.extend(String::from_utf8_lossy(good).chars().map(harmless));
                    let Some(length) = error.error_len() else {
                        self.pending = bad.to_vec();
                        return shown;
                    };
                    shown.push(char::REPLACEMENT_CHARACTER);
                    rest = &bad[length..];
                }
            }
        }
    }

    /// Returns the replacement for an incomplete character at the end of the output.
    pub fn finish(&mut self) -> &'static str {
        let held = !self.pending.is_empty();
        self.pending.clear();
        if held { "\u{fffd}" } else { "" }
    }
}

fn harmless(c: char) -> char {
    match c {
        '\n' | '\t' | '\r' | '\x08' | '\x07' => c,
        c if asmkit::is_harmless(c) => c,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// Formats a number with a comma between thousands.
///
/// ```
/// assert_eq!(targets::escape::grouped(1234567), "1,234,567");
/// assert_eq!(targets::escape::grouped(999), "999");
/// ```
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a number as [`grouped`] does, with a noun in singular or plural.
///
/// ```
/// assert_eq!(targets::escape::counted(1, "time"), "1 time");
/// assert_eq!(targets::escape::counted(1000, "time"), "1,000 times");
/// ```
#[must_use]
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Text for a CSV cell that no spreadsheet interprets as a formula.
///
/// ```
/// assert_eq!(targets::escape::spreadsheet("=1+1"), "'=1+1");
/// ```
#[must_use]
pub fn spreadsheet(text: &str) -> String {
    let text = asmkit::plain_name(text);
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text }
}

/// Aligns rows in columns two blanks apart; `is_left` selects left-aligned columns.
///
/// ```
/// let rows = [["a", "bb", "c"], ["aaa", "b", "cc"]].map(|row| row.map(str::to_owned).to_vec());
/// assert_eq!(targets::escape::aligned(&rows, |column| column != 1), "a    bb  c\naaa   b  cc\n");
/// ```
#[must_use]
pub fn aligned(rows: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cell = |(column, (cell, width)): (usize, (&String, &usize))| {
            if is_left(column) { format!("{cell:<width$}  ") } else { format!("{cell:>width$}  ") }
        };
        let line: String = row.iter().zip(&widths).enumerate().map(cell).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Wraps text at blanks to at most `width` characters per line; later lines are indented.
///
/// ```
/// assert_eq!(targets::escape::wrapped("one two three", 9, 2), "one two\n  three");
/// ```
#[must_use]
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else { continue };
        let empty = line.trim().is_empty();
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(" ".repeat(indent) + word);
            continue;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_drives_a_terminal_passes() {
        let mut filter = TerminalFilter::default();
        let shown = filter.pass(b"ok\t\x07\n\x1b]0;title\x07\x1b[2J\x9b31m\xc2\x9b\x00\x7f");
        assert!(!shown.contains('\x1b') && !shown.contains('\u{9b}'), "{shown:?}");
        assert!(shown.starts_with("ok\t\x07\n\u{fffd}]0;title"), "{shown:?}");
    }

    #[test]
    fn a_letter_split_between_calls_is_shown_once_whole() {
        let mut filter = TerminalFilter::default();
        assert_eq!(filter.pass(b"caf\xc3"), "caf");
        assert_eq!(filter.pass(b"\xa9"), "\u{e9}");
        assert_eq!(filter.pass(b"\xe2\x82"), "");
        assert_eq!(filter.finish(), "\u{fffd}");
        assert_eq!(filter.finish(), "");
    }
}
