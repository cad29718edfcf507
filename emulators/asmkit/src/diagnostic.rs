//! Messages about a source file, and their rendering.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{FileId, Sources, Span};

/// Severity of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The program cannot be assembled.
    Error,
    /// The program can be assembled, but probably does not do what its author expects.
    Warning,
}

/// A message about a span of a source file.
///
/// Message and label are in lower case and name what was found; the help suggests a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Severity.
    pub severity: Severity,
    /// Stable code of the message, such as `A001`.
    pub id: &'static str,
    /// Description of the problem.
    pub message: String,
    /// Span that the message is about.
    pub span: Span,
    /// Text shown at the span.
    pub label: String,
    /// Related spans, each with a text.
    pub others: Vec<(Span, String)>,
    /// Suggested fix, if one is known.
    pub help: Option<String>,
    /// Further information, in order; each note may have several lines.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// Creates an error, which stops the assembly.
    #[must_use]
    pub fn error(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            id,
            message: message.into(),
            span,
            label: String::new(),
            others: Vec::new(),
            help: None,
            notes: Vec::new(),
        }
    }

    /// Creates a warning.
    #[must_use]
    pub fn warning(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Self::error(id, span, message) }
    }

    /// Sets the text shown at the span.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a related span with a text.
    #[must_use]
    pub fn other(mut self, span: Span, why: impl Into<String>) -> Self {
        self.others.push((span, why.into()));
        self
    }

    /// Sets the suggested fix.
    #[must_use]
    pub fn help(mut self, help: impl Into<Option<String>>) -> Self {
        self.help = help.into();
        self
    }

    /// Adds notes.
    #[must_use]
    pub fn notes(mut self, notes: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(notes);
        self
    }
}

/// Renders a message with its source line, as rustc does; `colour` adds terminal colours.
///
/// Control characters of the source are shown as `?`, so that no source can control a terminal.
/// A span may start or end inside a character.
#[must_use]
pub fn render(diagnostic: &Diagnostic, sources: &Sources, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut places = vec![(diagnostic.span, plain(&diagnostic.label), AnnotationKind::Primary)];
    for (span, why) in &diagnostic.others {
        places.push((*span, plain(why), AnnotationKind::Context));
    }
    let mut files: Vec<FileId> = Vec::new();
    for (span, ..) in &places {
        if !files.contains(&span.file) {
            files.push(span.file);
        }
    }
    // Only the lines from the first span to the last, because the renderer reads all of its text.
    let shown = |&file: &FileId| {
        let spans = places.iter().map(|(span, ..)| *span).filter(|span| span.file == file);
        let all = spans.reduce(|all, span| Span {
            start: all.start.min(span.start),
            end: all.end.max(span.end),
            file,
        });
        let (line, lines) = sources.lines(all?);
        let text = &sources.text(file)[lines.start as usize..lines.end as usize];
        Some((line as usize, lines.start, plain(text)))
    };
    let texts: Vec<(usize, u32, String)> = files.iter().filter_map(shown).collect();
    let message = plain(&diagnostic.message);
    let mut group = Group::with_title(level.primary_title(&message).id(diagnostic.id));
    for (file, (line, base, text)) in files.iter().zip(&texts) {
        let name = plain_name(sources.name(*file));
        let snippet = Snippet::source(text.as_str()).line_start(*line);
        let mut snippet = snippet.path(name).fold(true);
        for (span, label, kind) in places.iter().filter(|(span, ..)| span.file == *file) {
            let [start, end] = [span.start, span.end].map(|at| (at - base) as usize);
            let end = text.ceil_char_boundary(end);
            let range = text.floor_char_boundary(start).min(end)..end;
            let annotation = kind.span(range);
            snippet = snippet.annotation(if label.is_empty() {
                annotation
            } else {
                annotation.label(label.as_str())
            });
        }
        group = group.element(snippet);
    }
    let help = diagnostic.help.as_deref().map(plain);
    if let Some(help) = &help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let notes: Vec<String> = diagnostic.notes.iter().map(|note| plain(note)).collect();
    for note in &notes {
        group = group.element(Level::NOTE.message(note.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// A name (of a file, a symbol, ...) as one line that cannot control a terminal.
///
/// ```
/// assert_eq!(asmkit::plain_name("x\x1b]0;y\x07.s\nerror: z"), "x?]0;y?.s?error: z");
/// ```
#[must_use]
pub fn plain_name(name: &str) -> String {
    plain(name).replace(is_line_end, "?").replace('\t', " ")
}

/// Whether a character ends a line in a terminal or a log viewer.
fn is_line_end(c: char) -> bool {
    matches!(c, '\n' | '\u{2028}' | '\u{2029}')
}

/// Replaces every control character except line end and tab; the length in bytes stays the same.
#[must_use]
pub fn plain(text: &str) -> String {
    let replace = |c: char| match c {
        '\n' | '\t' => c,
        // A carriage return before a line end would hide the line.
        '\r' => ' ',
        c if is_harmless(c) => c,
        c => match c.len_utf8() {
            1 => '?',
            2 => '\u{b7}',
            _ => char::REPLACEMENT_CHARACTER,
        },
    };
    text.chars().map(replace).collect()
}

/// Whether a character can neither control a terminal nor reorder the text shown.
#[must_use]
pub fn is_harmless(c: char) -> bool {
    let reorders =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !reorders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_its_line_and_no_escape_sequence() {
        let mut sources = Sources::new();
        let file = sources.add("solver.s", b"loop:   addd    $t0, $t0 # \x1b[31m\n");
        let span = Span { file, start: 8, end: 12 };
        let shown = Diagnostic::error("A001", span, "unknown instruction `addd`")
            .label("not in the instruction set")
            .help("did you mean `add`?".to_owned());
        let shown = render(&shown, &sources, false);
        assert!(!shown.contains('\x1b'), "{shown}");
        assert!(shown.contains("error[A001]: unknown instruction `addd`"), "{shown}");
        assert!(shown.contains("solver.s:1:9"), "{shown}");
        assert!(shown.contains("^^^^ not in the instruction set"), "{shown}");
        assert!(shown.contains("help: did you mean `add`?"), "{shown}");
    }

    #[test]
    fn a_byte_of_a_character_is_shown_as_the_character() {
        let mut sources = Sources::new();
        let file = sources.add("a.mid", b"x \xff\xff y\n");
        for (start, end) in [(2, 3), (3, 4), (4, 5), (3, 3), (99, 3), (3, 99)] {
            let place = Diagnostic::error("A001", Span { file, start, end }, "not a letter");
            let shown = render(&place.label("here"), &sources, false);
            assert!(shown.contains("a.mid:1:") || start == 99, "{shown}");
            assert!(shown.contains("here"), "{shown}");
        }
    }

    #[test]
    fn plain_text_keeps_every_byte_offset() {
        let text = "a\x07\u{85}\u{202e}é";
        assert_eq!(plain(text).len(), text.len());
        assert_eq!(plain(text), "a?\u{b7}\u{fffd}é");
    }
}
