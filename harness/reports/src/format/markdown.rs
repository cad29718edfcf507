//! Text in Markdown, and pages of limited size.

use targets::files::Take;

/// Most bytes of a step summary: GitHub drops a summary of more than 1,024 KiB.
///
/// Source: GitHub's documentation, "Workflow commands", step isolation and limits.
pub const SUMMARY_BYTES: usize = 1000 << 10;

/// Room for a text of limited size, written in pieces.
#[derive(Debug)]
pub struct Room {
    left: usize,
}

/// Bytes reserved for the line that says how much did not fit.
const LAST_LINE_BYTES: usize = 400;

impl Room {
    /// Room for `bytes` bytes, some of which are reserved for a last line.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Room { left: bytes.saturating_sub(LAST_LINE_BYTES) }
    }

    /// Writes a piece, and returns whether it fit.
    ///
    /// After a piece that does not fit, no other fits, so that only the end is left out.
    ///
    /// # Errors
    /// Any error of `take`.
    pub fn put(&mut self, piece: &str, take: Take<'_>) -> Result<bool, String> {
        let left = self.left.checked_sub(piece.len());
        self.left = left.unwrap_or(0);
        if left.is_some() {
            take(piece)?;
        }
        Ok(left.is_some())
    }
}

/// Escapes text for Markdown, so that none of it is markup.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut escaped = String::new();
    for c in asmkit::plain_name(text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            c if c.is_ascii_punctuation() => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as an indented code block, which no fence inside can end.
#[must_use]
pub fn block(text: &str) -> String {
    text.lines().map(|line| format!("    {}\n", asmkit::plain_name(line))).collect()
}
