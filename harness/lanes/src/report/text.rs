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
