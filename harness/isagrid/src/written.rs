//! Puzzles on standard output, in the format that was asked for.

use std::io::{self, Write as _};

use reference::{Format, Grid, Record, Size, WriteError, Writer};

use crate::{Usage, say};

/// Puzzles that are written as they come; nobody listening any more is no failure.
pub(crate) struct Written {
    writer: Writer,
    /// What standard output has not got yet.
    text: String,
    is_closed: bool,
}

impl Written {
    /// Writes what stands before all puzzles.
    pub(crate) fn begin(format: Format) -> Result<Self, Usage> {
        let mut writer = Writer::new(format).map_err(|error| Usage(error.to_string()))?;
        let mut text = String::new();
        writer.begin(&mut text).map_err(|error| Usage(error.to_string()))?;
        Ok(Self { writer, text, is_closed: false })
    }

    /// Refuses a size the format cannot write, before any puzzle is made.
    pub(crate) fn takes(&self, size: Size) -> Result<(), Usage> {
        let empty = Grid::empty(size).into();
        let tried = self.writer.clone().record(&mut String::new(), &Record::new(&empty));
        tried.map_err(|error| Usage(error.to_string()))
    }

    /// Writes a puzzle; it is shown with the next [`flush`](Self::flush).
    pub(crate) fn record(&mut self, record: &Record<'_>) -> Result<(), WriteError> {
        self.writer.record(&mut self.text, record)
    }

    /// Whether much was written that is not shown yet.
    pub(crate) fn is_long(&self) -> bool {
        self.text.len() > 1 << 16
    }

    /// Shows what was written; false when there is nobody to show it to.
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

    /// Writes what stands behind all puzzles.
    pub(crate) fn end(mut self) {
        if !self.is_closed && self.writer.end(&mut self.text).is_ok() {
            self.flush();
        }
    }
}
