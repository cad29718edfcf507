//! The terminal, or a script and where its transcript goes.

use std::io::{self, BufRead, Read as _, Write};

use super::keys;
use crate::escape::TerminalFilter;

/// Where lines come from and what is typed goes.
pub struct Console<'c> {
    input: &'c mut dyn BufRead,
    output: &'c mut dyn Write,
    /// Whether lines are shown as they are read, because no terminal does.
    echoes: bool,
    filter: TerminalFilter,
    /// Whether the next character begins a line.
    fresh: bool,
    /// What stopped the output from being written.
    failure: Option<io::Error>,
}

/// Bytes a line may have.
const LINE_LIMIT_BYTES: u64 = 4096;

impl<'c> Console<'c> {
    /// A terminal that shows what is typed, or with `echoes` a script whose transcript is to look
    /// the same.
    pub fn new(input: &'c mut dyn BufRead, output: &'c mut dyn Write, echoes: bool) -> Self {
        let (filter, fresh, failure) = (TerminalFilter::default(), true, None);
        Console { input, output, echoes, filter, fresh, failure }
    }

    /// Asks for a line; `None` at the end, also when nobody reads what is typed.
    ///
    /// Its end is left away, and of a very long line all but the beginning.
    pub(super) fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.begin_line();
        self.write(prompt);
        if let Some(failure) = self.failure.take() {
            return if failure.kind() == io::ErrorKind::BrokenPipe {
                Ok(None)
            } else {
                Err(failure)
            };
        }
        let mut line = Vec::new();
        (&mut *self.input).take(LINE_LIMIT_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            self.write("\n");
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            self.input.skip_until(b'\n')?;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end_matches(['\n', '\r']);
        self.fresh = true;
        if self.echoes {
            self.fresh = false;
            let shown: String = line.chars().map(keys::shown).collect();
            self.line(&shown);
        }
        Ok(Some(line.to_owned()))
    }

    /// Types a line; on one of its own when something stands before it.
    pub(super) fn say(&mut self, text: &str) {
        self.begin_line();
        self.line(text);
    }

    /// Types what the program wrote, without anything that could drive a terminal.
    pub(super) fn show(&mut self, bytes: &[u8]) {
        let text = self.filter.pass(bytes);
        self.write(&text);
    }

    fn begin_line(&mut self) {
        let held = self.filter.finish();
        self.write(held);
        if !self.fresh {
            self.write("\n");
        }
    }

    fn line(&mut self, text: &str) {
        self.write(text);
        self.write("\n");
    }

    fn write(&mut self, text: &str) {
        let Some(last) = text.as_bytes().last().filter(|_| self.failure.is_none()) else { return };
        self.fresh = *last == b'\n';
        let written = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush());
        self.failure = written.err();
    }
}
