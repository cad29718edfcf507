//! JSON, written piece by piece.

use std::io::{self, BufWriter};

use serde::Serialize;
use targets::files::Take;

/// Writes a value as indented JSON with a final line end.
///
/// # Errors
/// Any error of `take`, and of the value itself.
pub fn pretty(value: &impl Serialize, take: Take<'_>) -> Result<(), String> {
    let pieces = BufWriter::new(PieceSink(&mut *take));
    serde_json::to_writer_pretty(pieces, value).map_err(|why| why.to_string())?;
    take("\n")
}

/// Writer of text, for callers that never split a character between two calls.
struct PieceSink<'t>(Take<'t>);

impl io::Write for PieceSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        (self.0)(text).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
