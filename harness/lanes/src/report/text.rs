//! Text within formats that others read: what it says stays text, whatever is in it.

/// The message of a workflow command of GitHub Actions.
///
/// Source: toolkit/docs/commands.md of GitHub Actions: what a message escapes.
#[must_use]
pub fn github_message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// A property of such a command, which escapes more.
#[must_use]
pub fn github_property(text: &str) -> String {
    github_message(text).replace(':', "%3A").replace(',', "%2C")
}

/// Bytes of the summary of a step: GitHub drops one of more than 1,024 KiB whole.
///
/// Source: GitHub's documentation, "Workflow commands", step isolation and limits.
pub const SUMMARY_BYTES: usize = 1000 << 10;

/// Room for the pieces of a text that a service takes up to a number of bytes.
#[derive(Debug)]
pub struct Room {
    left: usize,
}

/// Bytes that are kept for the line that says what has no room.
const LAST_LINE_BYTES: usize = 400;

impl Room {
    /// Room for so many bytes, of which some are kept for a last line.
    #[must_use]
    pub fn of(bytes: usize) -> Self {
        Room { left: bytes.saturating_sub(LAST_LINE_BYTES) }
    }

    /// Whether a piece still has room; then it takes it. After one that has none, smaller ones have none
    /// either, so that what is left out is the end.
    pub fn takes(&mut self, piece: &str) -> bool {
        let left = self.left.checked_sub(piece.len());
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

/// Text in Markdown that nothing of is markup.
#[must_use]
pub fn markdown(text: &str) -> String {
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

/// Text in a block of code: lines indented by four, so that no fence can end it.
#[must_use]
pub fn markdown_block(text: &str) -> String {
    text.lines().map(|line| format!("    {}\n", asmkit::plain_name(line))).collect()
}
