//! Annotations of GitHub Actions: workflow commands, in which no text can be another command.
//!
//! Source: toolkit/docs/commands.md of GitHub Actions.

use std::fmt::Write as _;

/// Errors or warnings of a step that GitHub shows.
const MOST: usize = 10;

/// Annotations of one kind: the first ones, and the number of the others.
#[derive(Debug)]
pub struct Annotations {
    kind: &'static str,
    text: String,
    count: usize,
}

impl Annotations {
    /// No annotations yet; `kind` is `error` or `warning`.
    #[must_use]
    pub fn new(kind: &'static str) -> Self {
        Annotations { kind, text: String::new(), count: 0 }
    }

    /// Adds an annotation of a file, or of none, and a line from 1 if known.
    pub fn add(&mut self, (file, line): (Option<&str>, Option<u32>), title: &str, message: &str) {
        self.count += 1;
        if self.count > MOST {
            return;
        }
        let file = file.map_or_else(String::new, |file| format!("file={},", property(file)));
        let line = line.map_or_else(String::new, |line| format!("line={line},"));
        let (title, message) = (property(title), data(message));
        let _ = writeln!(self.text, "::{} {file}{line}title={title}::{message}", self.kind);
    }

    /// The first annotations as lines.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Number of annotations that are not in the text.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.count.saturating_sub(MOST)
    }
}

/// A command that shows a message without a place; `kind` is `error`, `warning` or `notice`.
#[must_use]
pub fn command(kind: &str, title: &str, message: &str) -> String {
    format!("::{kind} title={}::{}\n", property(title), data(message))
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
