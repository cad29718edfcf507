//! Input and output streams of a program.

use std::io::{BufRead as _, IsTerminal as _, Read as _, Write};
use std::path::Path;

use debuggers::ddt::Keyboard as _;
use machine::{Input, Screen};
use targets::escape::TerminalFilter;
use targets::files;

use crate::say;
use crate::terminal::{KeyMap, Terminal};

/// Standard input, read only when the program requests it.
pub(crate) enum GuestInput {
    /// All input was read.
    Closed,
    /// A terminal: read line by line.
    Terminal,
    /// A terminal of an ITS program: read key by key.
    Keys(Terminal),
    /// A file or pipe: read in pieces of one size, so that every run is the same.
    Pipe,
}

impl GuestInput {
    /// Initial input, and the source of more.
    ///
    /// A program that polls a device never requests input, so a pipe is read in advance.
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

    /// Keys of the terminal, and its size.
    ///
    /// # Errors
    /// An error message if standard input and output are no terminal.
    pub(crate) fn keys() -> Result<(Self, Screen), String> {
        let terminal = Terminal::take(KeyMap::Its)?
            .ok_or("--tty display needs a terminal: standard input or output is something else")?;
        let size = terminal.size();
        Ok((GuestInput::Keys(terminal), size))
    }

    /// Whether the input is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, GuestInput::Terminal | GuestInput::Keys(_))
    }

    /// Keys pressed while the program runs.
    pub(crate) fn pressed(&mut self) -> Result<Vec<u8>, String> {
        let mut keys = Vec::new();
        if let GuestInput::Keys(terminal) = self {
            while let Some(key) = terminal.pressed().map_err(|error| unreadable(&error))? {
                keys.push(key);
            }
        }
        Ok(keys)
    }

    /// Leaves the terminal as it was.
    pub(crate) fn close(&mut self) {
        *self = GuestInput::Closed;
    }

    /// Reads input that the program waits for; empty at the end.
    pub(crate) fn fetch(&mut self) -> Result<Vec<u8>, String> {
        let mut bytes = Vec::new();
        match self {
            GuestInput::Closed => panic!("a machine must not wait for input that has ended"),
            GuestInput::Terminal => {
                // The terminal echoes the line end that the user types.
                say::is_at_line_start();
                let mut stdin = std::io::stdin().lock().take(1 << 20);
                stdin.read_until(b'\n', &mut bytes).map_err(|error| unreadable(&error))?;
            }
            GuestInput::Keys(terminal) => {
                bytes.extend(terminal.key().map_err(|error| unreadable(&error))?);
                bytes.extend(self.pressed()?);
            }
            GuestInput::Pipe => {
                let stdin = std::io::stdin().lock();
                let mut piece = stdin.take(files::DATA_LIMIT_BYTES);
                piece.read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
            }
        }
        if bytes.is_empty() {
            *self = GuestInput::Closed;
        }
        Ok(bytes)
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

pub(crate) fn unreadable(error: &std::io::Error) -> String {
    format!("cannot read standard input: {}", files::reason(error))
}

/// An output stream of a program: unchanged bytes, or filtered for a terminal.
pub(crate) struct GuestOutput {
    stream: Box<dyn Write>,
    filter: Option<TerminalFilter>,
    listening: bool,
    /// Copy of the output, if requested.
    kept: Option<Vec<u8>>,
    is_shown: bool,
    /// The display on which the system draws.
    screen: Option<Screen>,
    /// Whether it has drawn, so that the cursor can be anywhere.
    is_drawn: bool,
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
        GuestOutput {
            stream,
            filter,
            listening: true,
            kept: None,
            is_shown: true,
            screen: None,
            is_drawn: false,
        }
    }

    /// Sets whether to keep a copy.
    pub(crate) fn kept(self, is_kept: bool) -> Self {
        GuestOutput { kept: is_kept.then(Vec::new), ..self }
    }

    /// Sets whether to print the output.
    pub(crate) fn shown(self, is_shown: bool) -> Self {
        GuestOutput { is_shown, ..self }
    }

    /// Sets the display on which the system draws; its control sequences reach the terminal.
    pub(crate) fn on(self, screen: Option<Screen>) -> Self {
        let filter = self.filter.filter(|_| screen.is_none());
        GuestOutput { filter, screen, ..self }
    }

    /// Whether the reader is still there, as far as known.
    pub(crate) fn is_heard(&self) -> bool {
        self.listening
    }

    /// Copy of the output.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.kept.as_deref().unwrap_or_default()
    }

    /// Writes and flushes; returns whether the reader is still there.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> bool {
        if bytes.is_empty() || !self.listening {
            return self.listening;
        }
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(bytes);
        }
        if !self.is_shown {
            return true;
        }
        self.is_drawn |= self.screen.is_some() && bytes.contains(&0x1b);
        say::wrote(bytes);
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

    /// Prints the bytes of an incomplete character, and leaves a screen below what is on it.
    pub(crate) fn finish(&mut self) {
        let held = self.filter.as_mut().map_or("", TerminalFilter::finish).to_owned();
        let below = match (self.is_drawn, self.screen) {
            (true, Some(screen)) => format!("\x1b[m\x1b[{}H\n", screen.lines),
            _ => String::new(),
        };
        let _ = self.stream.write_all((held + &below).as_bytes());
        let _ = self.stream.flush();
    }
}
