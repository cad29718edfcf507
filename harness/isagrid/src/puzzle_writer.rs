//! Puzzles on standard output, in the requested format.

use std::io::{self, Write as _};

use reference::{Format, Grid, Record, Size, WriteError, Writer};

use crate::{Usage, say};

/// Writer of puzzles; a closed output is not an error.
pub(crate) struct PuzzleWriter {
    writer: Writer,
    /// Text not yet written to standard output.
    text: String,
    is_closed: bool,
}

impl PuzzleWriter {
    /// Writes the header of the format.
    pub(crate) fn begin(format: Format) -> Result<Self, Usage> {
        let mut writer = Writer::new(format).map_err(|error| Usage(error.to_string()))?;
        let mut text = String::new();
        writer.begin(&mut text).map_err(|error| Usage(error.to_string()))?;
        Ok(Self { writer, text, is_closed: false })
    }

    /// Refuses a size that the format cannot represent, before any puzzle is generated.
    pub(crate) fn takes(&self, size: Size) -> Result<(), Usage> {
        let empty = Grid::empty(size).into();
        let tried = self.writer.clone().record(&mut String::new(), &Record::new(&empty));
        tried.map_err(|error| Usage(error.to_string()))
    }

    /// Adds a puzzle, printed by the next [`flush`](Self::flush).
    pub(crate) fn record(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        self.writer.record(&mut self.text, record)
    }

    /// Whether the buffer is full.
    pub(crate) fn is_long(&self) -> bool {
        self.text.len() > 1 << 16
    }

    /// Prints the buffer; false if the output is closed.
    pub(crate) fn flush(&mut self) -> bool {
        let mut stdout = io::stdout().lock();
        let shown = stdout.write_all(self.text.as_bytes()).and_then(|()| stdout.flush());
        self.text.clear();
        if let Err(error) = shown {
            self.is_closed = true;
            say::lost(&error);
        }
        !self.is_closed
    }

    /// Writes the end of the format.
    pub(crate) fn end(mut self) {
        if !self.is_closed && self.writer.end(&mut self.text).is_ok() {
            self.flush();
        }
    }
}
