//! Source of a session's lines, and its output.
//!
//! At a terminal the user edits each line; from a file or a pipe, lines are echoed so that the
//! output reads like a session.

use std::io::{self, BufRead, Read as _, Write};

use targets::escape::TerminalFilter;

/// An interactive terminal.
pub trait Terminal {
    /// Reads a line.
    ///
    /// # Errors
    /// If the terminal cannot be read.
    fn line(&mut self, prompt: &str) -> io::Result<LineInput>;

    /// Whether the interrupt key was pressed since the last call.
    fn is_interrupted(&mut self) -> bool;

    /// Sets words for completion.
    fn offer(&mut self, words: Vec<String>);
}

/// Result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineInput {
    /// A line without its end.
    Line(String),
    /// The interrupt key, which drops the line.
    Interrupted,
    /// End of input.
    End,
}

/// Source of commands and destination of output.
pub struct Console<'c> {
    source: LineSource<'c>,
    output: &'c mut dyn Write,
    filters: [TerminalFilter; 2],
    /// Whether the next character starts a line.
    is_fresh: bool,
    /// Error that stopped the output.
    failure: Option<io::Error>,
}

enum LineSource<'c> {
    Lines(&'c mut dyn BufRead),
    Terminal(&'c mut dyn Terminal),
}

/// Maximum length of a line in bytes.
const LINE_LIMIT_BYTES: u64 = 4096;

impl<'c> Console<'c> {
    /// A script whose transcript looks like a session.
    pub fn script(input: &'c mut dyn BufRead, output: &'c mut dyn Write) -> Self {
        Console::of(LineSource::Lines(input), output)
    }

    /// A terminal.
    pub fn at(terminal: &'c mut dyn Terminal, output: &'c mut dyn Write) -> Self {
        Console::of(LineSource::Terminal(terminal), output)
    }

    fn of(source: LineSource<'c>, output: &'c mut dyn Write) -> Self {
        Console { source, output, filters: Default::default(), is_fresh: true, failure: None }
    }

    pub(super) fn is_terminal(&self) -> bool {
        matches!(self.source, LineSource::Terminal(_))
    }

    /// Reads a line; also the end if the output is closed.
    ///
    /// A very long line is cut.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<LineInput> {
        self.begin_line();
        match self.failure.take() {
            None => {}
            Some(failure) if failure.kind() == io::ErrorKind::BrokenPipe => {
                return Ok(LineInput::End);
            }
            Some(failure) => return Err(failure),
        }
        let input = match &mut self.source {
            LineSource::Terminal(terminal) => return terminal.line(prompt),
            LineSource::Lines(input) => input,
        };
        let mut line = Vec::new();
        (&mut **input).take(LINE_LIMIT_BYTES).read_until(b'\n', &mut line)?;
        if !line.is_empty() && line.last() != Some(&b'\n') {
            input.skip_until(b'\n')?;
        }
        if line.is_empty() {
            return Ok(LineInput::End);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']).to_owned();
        self.say(&format!("{prompt}{}", asmkit::plain(&line)));
        Ok(LineInput::Line(line))
    }

    pub(super) fn is_interrupted(&mut self) -> bool {
        match &mut self.source {
            // If the output is closed, nothing more is needed.
            _ if self.failure.is_some() => true,
            LineSource::Terminal(terminal) => terminal.is_interrupted(),
            LineSource::Lines(_) => false,
        }
    }

    pub(super) fn offer(&mut self, words: Vec<String>) {
        if let LineSource::Terminal(terminal) = &mut self.source {
            terminal.offer(words);
        }
    }

    /// Prints whole lines, starting on a new line.
    pub(super) fn say(&mut self, text: &str) {
        self.begin_line();
        let text: String = text.trim_end().chars().map(shown).collect();
        self.write(&text);
        self.write("\n");
    }

    /// Shows the program's output, without terminal control characters.
    pub(super) fn show(&mut self, output: &[Vec<u8>; 2]) {
        for (stream, bytes) in output.iter().enumerate() {
            let text = self.filters[stream].pass(bytes);
            self.write(&text);
        }
    }

    fn begin_line(&mut self) {
        for stream in 0..self.filters.len() {
            let held = self.filters[stream].finish();
            self.write(held);
        }
        if !self.is_fresh {
            self.write("\n");
        }
    }

    fn write(&mut self, text: &str) {
        let Some(last) = text.as_bytes().last().filter(|_| self.failure.is_none()) else { return };
        self.is_fresh = *last == b'\n';
        let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        self.failure = written.err();
    }
}

/// Replaces a terminal control character.
fn shown(c: char) -> char {
    if matches!(c, '\n' | '\t') || asmkit::is_harmless(c) { c } else { char::REPLACEMENT_CHARACTER }
}
