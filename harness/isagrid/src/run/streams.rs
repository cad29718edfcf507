//! Where a program's input comes from and its output goes.

use std::fs::File;
use std::io::{BufRead as _, BufWriter, ErrorKind, IsTerminal as _, Read as _, Write};
use std::path::Path;

use machine::Input;
use machines::escape::TerminalFilter;
use machines::files;

use crate::say;

/// Standard input, fetched only when the program asks for it.
pub(crate) enum GuestInput {
    /// All of it is there already.
    Closed,
    /// A person types: a line at a time.
    Terminal,
    /// A file or another program: all of it at once, so that every run is the same.
    Pipe,
}

impl GuestInput {
    /// The input to begin with, and where more comes from.
    ///
    /// A program that polls a device never asks, so for it a pipe is read at once.
    pub(crate) fn new(file: Option<&Path>, polls: bool) -> Result<(Self, Input), String> {
        if let Some(path) = file {
            let bytes = files::read(path, files::DATA_LIMIT_BYTES)?;
            return Ok((GuestInput::Closed, Input::closed(&bytes)));
        }
        match (std::io::stdin().is_terminal(), polls) {
            (true, _) => Ok((GuestInput::Terminal, Input::open())),
            (false, false) => Ok((GuestInput::Pipe, Input::open())),
            (false, true) => Ok((GuestInput::Closed, Input::closed(&all_of_stdin()?))),
        }
    }

    /// Gets what the program waits for.
    pub(crate) fn fetch(&mut self, input: &mut Input) -> Result<(), String> {
        match self {
            GuestInput::Closed => panic!("a machine must not wait for input that has ended"),
            GuestInput::Terminal => {
                let mut line = Vec::new();
                let mut stdin = std::io::stdin().lock().take(1 << 20);
                stdin.read_until(b'\n', &mut line).map_err(|error| unreadable(&error))?;
                input.feed(&line);
                if line.is_empty() {
                    *self = GuestInput::Closed;
                }
            }
            GuestInput::Pipe => {
                let all = all_of_stdin()?;
                if !all.is_empty() {
                    input.feed(&all);
                }
                input.feed(&[]);
                *self = GuestInput::Closed;
            }
        }
        Ok(())
    }
}

fn all_of_stdin() -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let limit = files::DATA_LIMIT_BYTES;
    let stdin = std::io::stdin().lock();
    stdin.take(limit + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > limit {
        Err(format!("standard input is larger than {} MiB", limit >> 20))
    } else {
        Ok(bytes)
    }
}

fn unreadable(error: &std::io::Error) -> String {
    format!("cannot read standard input: {}", files::reason(error))
}

/// One of a program's outputs: bytes as they are, or filtered for a terminal.
pub(crate) struct GuestOutput {
    stream: Box<dyn Write>,
    filter: Option<TerminalFilter>,
    listening: bool,
}

impl GuestOutput {
    pub(crate) fn stdout() -> Self {
        let stream = std::io::stdout();
        GuestOutput::new(stream.is_terminal(), Box::new(stream))
    }

    pub(crate) fn stderr() -> Self {
        let stream = std::io::stderr();
        GuestOutput::new(stream.is_terminal(), Box::new(stream))
    }

    fn new(terminal: bool, stream: Box<dyn Write>) -> Self {
        let filter = terminal.then(TerminalFilter::default);
        GuestOutput { stream, filter, listening: true }
    }

    /// Writes at once, and says whether anyone still listens.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if bytes.is_empty() || !self.listening {
            return self.listening;
        }
        let written = match &mut self.filter {
            Some(filter) => self.stream.write_all(filter.pass(bytes).as_bytes()),
            None => self.stream.write_all(bytes),
        };
        if let Err(error) = written.and_then(|()| self.stream.flush()) {
            self.listening = false;
            say::lost(&error);
        }
        self.listening
    }

    /// Shows what was held back as the beginning of a letter.
    pub(crate) fn finish(&mut self) {
        let held = self.filter.as_mut().map_or("", TerminalFilter::finish);
        let _ = self.stream.write_all(held.as_bytes()).and_then(|()| self.stream.flush());
    }
}

/// Whether a part of a trace found a reader.
fn heard(written: std::io::Result<()>) -> Result<bool, String> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(format!("cannot write the trace: {}", files::reason(&error))),
    }
}

/// Where a trace goes.
pub(crate) struct TraceSink(Box<dyn Write>);

impl TraceSink {
    /// Standard error for `-`, else a file.
    pub(crate) fn new(path: &Path) -> Result<Self, String> {
        if path == Path::new("-") {
            return Ok(TraceSink(Box::new(std::io::stderr())));
        }
        let failed =
            |error| format!("cannot write {}: {}", files::shown(path), files::reason(&error));
        let file = File::create(path).map_err(failed)?;
        Ok(TraceSink(Box::new(BufWriter::new(file))))
    }

    /// Writes a line, and says whether anyone still reads.
    pub(crate) fn write(&mut self, line: &str) -> Result<bool, String> {
        heard(self.0.write_all(line.as_bytes()))
    }

    /// Writes what was held back.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        heard(self.0.flush()).map(|_| ())
    }
}
